"""A tour of the whole API: one call of every operation, in books in which it succeeds."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count, cycle
from typing import Any
from urllib.parse import quote

import httpx
from tests.service import Company, relative
from tests.sie.files import sie
from tests.web import claiming, invoicing, purchasing, reminding, vat
from tests.web.posted_sie import imported_file
from tests.web.samples import SAMPLES, Sample

from reskontra.contract.resource import Resource
from reskontra.web.examples import EXAMPLES
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES

Keys = dict[str, str]
Name = tuple[str, str]

LATE = {"InvoiceDate": "2026-09-01", "DueDate": "2026-10-01"}
VOUCHER = {
    "Description": "Kassa",
    "TransactionDate": "2026-11-01",
    "VoucherSeries": "A",
    "VoucherRows": [
        {"Account": 1930, "Debit": 100, "Credit": 0},
        {"Account": 3001, "Debit": 0, "Credit": 100},
    ],
}


def reachable(company: Company) -> str:
    return invoicing.customer(company, Email="kund@example.se")


def invoice(company: Company) -> Keys:
    made = invoicing.draft(company, CustomerNumber=reachable(company))
    return {"key": str(made["DocumentNumber"])}


def issued_invoice(company: Company) -> Keys:
    return {
        "key": str(invoicing.issued(company, CustomerNumber=reachable(company))["DocumentNumber"])
    }


def supplier_invoice(company: Company) -> Keys:
    return {"key": str(purchasing.draft(company)["GivenNumber"])}


def booked_supplier_invoice(company: Company) -> Keys:
    return {"key": str(purchasing.booked(company)["GivenNumber"])}


def payment(company: Company) -> Keys:
    sent = {"InvoiceNumber": issued_invoice(company)["key"], "Amount": 100}
    made = company.post("/invoicepayments", {"InvoicePayment": sent})
    return {"key": str(made["InvoicePayment"]["Number"])}


def supplier_payment(company: Company) -> Keys:
    number = booked_supplier_invoice(company)["key"]
    return {"key": str(purchasing.registered(company, number, Amount=100)["Number"])}


def after(trigger: str, path: str) -> Callable[[Company], Keys]:
    """A fresh record with which this has been done."""

    def record(company: Company) -> Keys:
        keys = FRESH[path](company)
        company.put(f"/{path}/{keys['key']}/{trigger}")
        return keys

    return record


def year(company: Company) -> Keys:
    return {"key": str(company.post("/financialyears", next_year(company))["FinancialYear"]["Id"])}


def next_year(company: Company) -> Any:
    """Years follow on each other, so each is asked for once; at most one is ahead."""
    known = company.get("/financialyears")["FinancialYears"]
    before = min(int(each["FromDate"][:4]) for each in known) - 1
    return {"FinancialYear": {"FromDate": f"{before}-01-01", "ToDate": f"{before}-12-31"}}


def closed_year(company: Company) -> Keys:
    """The first of all, if need be closed now: no year is made before a closed one."""
    known = company.get("/financialyears")["FinancialYears"]
    first = min(known, key=lambda each: str(each["FromDate"]))["Id"]
    company.api.put(f"/financialyears/{first}/close?confirm=true")
    return {"key": str(first)}


def voucher(company: Company) -> Keys:
    made = company.post("/vouchers", {"Voucher": VOUCHER})["Voucher"]
    return {"series": made["VoucherSeries"], "number": str(made["VoucherNumber"])}


def new_claim(company: Company) -> Any:
    """What can be sent once there is something to claim."""
    claiming.paid_work(company, day="2026-11-10")
    period = {"FromDate": "2026-11-01", "ToDate": "2026-11-30"}
    return {"TaxReductionClaim": {"Type": "rot", **period}}


def made_claim(company: Company) -> Any:
    return company.post(relative("/taxreductionclaims"), new_claim(company))["TaxReductionClaim"]


def decision_file(company: Company) -> Any:
    """Of a claim that was made for it."""
    return claiming.in_file(_approving(made_claim(company)))


def _approving(claim: Any) -> Any:
    asked = [case["AskedAmount"] for case in claim["TaxReductionCases"]]
    return claiming.decision(claim, *asked, reference=f"R{claim['Number']}")


def decision(company: Company) -> Any:
    cases = made_claim(company)["TaxReductionCases"]
    rows = [
        {"DocumentNumber": case["DocumentNumber"], "ApprovedAmount": case["AskedAmount"]}
        for case in cases
    ]
    return {"TaxReductionDecision": {"ReferenceNumber": "R", "TaxReductionApprovals": rows}}


def latest_claim(company: Company) -> Keys:
    listed = company.get(relative("/taxreductionclaims"), sortorder="desc", limit=1)
    return {"key": str(listed["TaxReductionClaims"][0]["Number"])}


def payout(company: Company) -> Any:
    claim = made_claim(company)
    claiming.decided(company, _approving(claim))
    paid = [{"Number": claim["Number"]}]
    return {"TaxReductionPayout": {"Amount": claim["AskedAmount"], "PaidClaims": paid}}


def paid_claim(company: Company) -> Keys:
    company.post(relative("/taxreductionclaims/payouts"), payout(company), status=200)
    return latest_claim(company)


def vat_month(company: Company) -> Keys:
    """The last that is over; if need be its return is taken back."""
    company.set(**vat.OWNER, vat_period="month")
    today = company.service.clock().date()
    name = f"{today.replace(day=1) - timedelta(days=1):%Y%m}"
    if vat.listed(company)[name] == "filed":
        vat.reopened(company, name)
    return {"key": name}


def filed_vat_month(company: Company) -> Keys:
    keys = vat_month(company)
    vat.sent(company, keys["key"], "file?confirm=true")
    return keys


def summary_month(company: Company) -> Keys:
    """In which something was sold to another country."""
    company.set(**vat.OWNER)
    today = company.service.clock().date()
    buyer = vat.buyer_in_germany(company)
    vat.sold(company, today.isoformat(), vat.work(100, 0), CustomerNumber=buyer)
    return {"key": f"{today:%y%m}"}


def reminder(company: Company) -> Keys:
    """Without interest: the rate of these days may not be known."""
    reminding.settings(company, Interest=False, Charge="fee")
    late = invoicing.issued(company, CustomerNumber=reachable(company), **LATE)
    return {"key": str(reminding.made(company, int(late["DocumentNumber"]))["Number"])}


def reminder_after(*triggers: str) -> Callable[[Company], Keys]:
    """One with which this was done an hour ago."""

    def record(company: Company) -> Keys:
        keys = reminder(company)
        for trigger in triggers:
            reminding.fired_earlier(company, int(keys["key"]), trigger)
        return keys

    return record


def run(company: Company) -> Any:
    reminding.settings(company, Interest=False)
    return {"ReminderRun": {}}


def unreminded(company: Company) -> Any:
    return {"UnremindedCustomer": {"CustomerNumber": reachable(company)}}


def disputed(company: Company) -> Any:
    return {"DisputedInvoice": {"DocumentNumber": issued_invoice(company)["key"]}}


def held(path: str, name: str, key: str, body: Callable[[Company], Any]) -> Any:
    def record(company: Company) -> Keys:
        made = company.post(relative(path), body(company))
        return {"key": str(made[name][key])}

    return record


# The keys of a record of each kind that the organisation has just got.
FRESH: dict[str, Callable[[Company], Keys]] = {
    "invoices": invoice,
    "supplierinvoices": supplier_invoice,
    "invoicepayments": payment,
    "supplierinvoicepayments": supplier_payment,
    "financialyears": year,
    "taxreductionclaims": lambda company: {"key": str(made_claim(company)["Number"])},
    "reminders": reminder,
    "reminders/customers": held(
        "/reminders/customers", "UnremindedCustomer", "CustomerNumber", unreminded
    ),
    "reminders/disputes": held(
        "/reminders/disputes", "DisputedInvoice", "DocumentNumber", disputed
    ),
    "vouchers": voucher,
    "vatreturns": filed_vat_month,
    "periodicsummaries": summary_month,
    "predefinedaccounts": lambda company: {"key": "BG"},
    "sie": lambda company: {"type": "4"},
    "sieimports": imported_file,
}
# Calls that need a record further on in its life.
FURTHER: dict[Name, Callable[[Company], Keys]] = {
    ("PUT", "/3/invoices/{key}/credit"): issued_invoice,
    ("PUT", "/3/supplierinvoices/{key}/cancel"): booked_supplier_invoice,
    ("PUT", "/3/invoicepayments/{key}/cancel"): after("bookkeep", "invoicepayments"),
    ("PUT", "/3/supplierinvoicepayments/{key}/cancel"): after(
        "bookkeep", "supplierinvoicepayments"
    ),
    ("PUT", "/3/financialyears/{key}/reopen"): closed_year,
    ("PUT", "/taxreductionclaims/{key}/decision"): latest_claim,
    ("PUT", "/taxreductionclaims/{key}/undopayout"): paid_claim,
    ("PUT", "/vatreturns/{key}/file"): vat_month,
    ("PUT", "/reminders/{key}/confirm"): reminder_after("send"),
    ("PUT", "/reminders/{key}/release"): reminder_after("send"),
    ("PUT", "/reminders/{key}/invoice"): reminder_after("send", "confirm"),
    ("PUT", "/reminders/{key}/payment"): reminder_after("send", "confirm"),
}
# Refused in every state of the invoice: the contract names them, and does not do them.
NEVER_DONE: set[Name] = {
    ("PUT", f"/3/supplierinvoices/{{key}}/{word}")
    for word in ("credit", "approvalbookkeep", "approvalpayment")
}
# What is sent where a body is taken.
SENT: dict[Name, Callable[[Company], Any]] = {
    ("POST", "/sie"): lambda _: sie(),
    ("POST", "/3/invoices"): lambda c: {
        "Invoice": {"CustomerNumber": reachable(c), "InvoiceRows": [invoicing.ROW]}
    },
    ("PUT", "/3/invoices/{key}"): lambda c: {"Invoice": {"Comments": "x"}},
    ("POST", "/3/supplierinvoices"): lambda c: {"SupplierInvoice": purchasing.wanted(c)},
    ("PUT", "/3/supplierinvoices/{key}"): lambda c: {"SupplierInvoice": {"Comments": "x"}},
    ("POST", "/3/invoicepayments"): lambda c: {
        "InvoicePayment": {"InvoiceNumber": issued_invoice(c)["key"], "Amount": 1}
    },
    ("PUT", "/3/invoicepayments/{key}"): lambda c: {"InvoicePayment": {"Amount": 2}},
    ("POST", "/3/supplierinvoicepayments"): lambda c: {
        "SupplierInvoicePayment": {"InvoiceNumber": booked_supplier_invoice(c)["key"], "Amount": 1}
    },
    ("PUT", "/3/supplierinvoicepayments/{key}"): lambda c: {
        "SupplierInvoicePayment": {"Amount": 2}
    },
    ("POST", "/3/financialyears"): next_year,
    ("PUT", "/3/financialyears/{key}/reopen"): lambda c: {"Reopening": {"Reason": "För tidigt"}},
    ("POST", "/3/vouchers"): lambda c: {"Voucher": VOUCHER},
    ("POST", "/taxreductionclaims"): new_claim,
    ("POST", "/taxreductionclaims/decisions"): decision_file,
    ("POST", "/taxreductionclaims/payouts"): payout,
    ("PUT", "/taxreductionclaims/{key}/decision"): decision,
    ("PUT", "/vatreturns/{key}/reopen"): lambda c: {"VATReopening": {"Reason": "För tidigt"}},
    ("PUT", "/reminders/settings"): lambda c: {"ReminderSettings": {"FirstAfter": 3}},
    ("POST", "/reminders/run"): run,
    ("PUT", "/reminders/{key}/payment"): lambda c: {"ReminderPayment": {}},
    ("POST", "/reminders/customers"): unreminded,
    ("PUT", "/reminders/customers/{key}"): lambda c: {"UnremindedCustomer": {"Reason": "x"}},
    ("POST", "/reminders/disputes"): disputed,
    ("PUT", "/reminders/disputes/{key}"): lambda c: {"DisputedInvoice": {"Reason": "x"}},
    ("PUT", "/3/predefinedaccounts/{key}"): lambda c: {"PreDefinedAccount": {"Account": 1930}},
}


# Keys that the client chooses, each unlike the ones before it.
_numbers = count(1)
_accounts = count(9100)  # the chart has none there
_currencies = cycle(("CZK", "HUF", "RON", "TRY", "ISK", "CAD", "AUD", "NZD", "INR", "ZAR", "BRL"))
CHOSEN: dict[str, Callable[[], Any]] = {
    "accounts": lambda: next(_accounts),
    "currencies": lambda: next(_currencies),
}


def register_body(each: Sample, company: Company) -> Any:
    key = each.resource.key
    if key not in each.sent:
        return each.wrapped()
    choose = CHOSEN.get(each.resource.path, lambda: f"{each.sent[key][:2]}{next(_numbers)}")
    return each.wrapped(**{key: choose()})


def register_record(each: Sample, company: Company) -> Keys:
    made = company.post(each.path, register_body(each, company))
    return {"key": str(made[each.resource.singular][each.resource.key])}


def register_change(each: Sample, company: Company) -> Any:
    return each.only(**{each.text or "Description": "y"})


FRESH |= {each.resource.path: partial(register_record, each) for each in SAMPLES}
SENT |= {("POST", f"/3{each.path}"): partial(register_body, each) for each in SAMPLES}
SENT |= {("PUT", f"/3{each.path}/{{key}}"): partial(register_change, each) for each in SAMPLES}


def example(resource: Resource, company: Company) -> Any:
    return {resource.singular: EXAMPLES[resource.singular]}


def example_record(resource: Resource, company: Company) -> Keys:
    made = company.post(f"/{resource.path}", example(resource, company))
    return {"key": str(made[resource.singular][resource.key])}


def no_change(resource: Resource, company: Company) -> Any:
    return {resource.singular: {}}


# Whatever else can be made stands on its own: the example that clients are given is enough.
MADE = [told.resource for route in ROUTES if (told := route.endpoint.describes) and told.creates]
for each in MADE:
    if each.path not in FRESH:
        FRESH[each.path] = partial(example_record, each)
        SENT["POST", f"/3/{each.path}"] = partial(example, each)
        SENT["PUT", f"/3/{each.path}/{{key}}"] = partial(no_change, each)


def named(route: Route[Endpoint]) -> Name:
    return route.method, route.path


def kind(route: Route[Endpoint]) -> str:
    """The first part of the address, or of one of our own what comes before its key: what the call
    is about."""
    mirrored = route.path.startswith("/3/")
    return route.path.split("/")[2] if mirrored else route.path.split("/{")[0].strip("/")


def keys_for(company: Company, route: Route[Endpoint]) -> Keys:
    """Of a record that the call may be made on; KeyError for a kind that nobody has listed."""
    if "{" not in route.path:
        return {}
    return FURTHER.get(named(route), FRESH[kind(route)])(company)


def body_for(company: Company, route: Route[Endpoint]) -> Any:
    return SENT[named(route)](company) if route.endpoint.takes_body else None


def address(route: Route[Endpoint], keys: Keys) -> str:
    quoted = {name: quote(key, safe="") for name, key in keys.items()}
    return relative(route.path).format(**quoted)


# What must be asked for, or has been looked at.
QUERIES = {
    ("GET", "/reports/account-statement"): "?account=1930",
    ("PUT", "/vatreturns/{key}/file"): "?confirm=true",
}


def called(company: Company, route: Route[Endpoint]) -> httpx.Response:
    body, path = body_for(company, route), address(route, keys_for(company, route))
    path += QUERIES.get(named(route), "")
    sent = {"content": body} if isinstance(body, bytes) else {"json": body}
    return company.api.request(route.method, path, **sent)


def toured(company: Company) -> dict[Name, httpx.Response]:
    """Every operation once, each answered with success but those that never are."""
    answers = {named(route): called(company, route) for route in ROUTES}
    assert {name for name, answer in answers.items() if not answer.is_success} == NEVER_DONE
    return answers
