"""A tour of the whole API: one call of every operation, in books in which it succeeds."""

from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from typing import Any
from urllib.parse import quote

import httpx
from tests.service import Company
from tests.web import invoicing, purchasing
from tests.web.samples import SAMPLES, Sample

from reskontra.contract.resource import Resource
from reskontra.web.examples import EXAMPLES
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES

Keys = dict[str, str]
Name = tuple[str, str]

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


# The keys of a record of each kind that the organisation has just got.
FRESH: dict[str, Callable[[Company], Keys]] = {
    "invoices": invoice,
    "supplierinvoices": supplier_invoice,
    "invoicepayments": payment,
    "supplierinvoicepayments": supplier_payment,
    "financialyears": year,
    "vouchers": voucher,
    "predefinedaccounts": lambda company: {"key": "BG"},
    "sie": lambda company: {"type": "4"},
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
}
# Refused in every state of the invoice: the contract names them, and does not do them.
NEVER_DONE: set[Name] = {
    ("PUT", f"/3/supplierinvoices/{{key}}/{word}")
    for word in ("credit", "approvalbookkeep", "approvalpayment")
}
# What is sent where a body is taken.
SENT: dict[Name, Callable[[Company], Any]] = {
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
    """The first part of the address: what the call is about."""
    return route.path.split("/")[2]


def keys_for(company: Company, route: Route[Endpoint]) -> Keys:
    """Of a record that the call may be made on; KeyError for a kind that nobody has listed."""
    if "{" not in route.path:
        return {}
    return FURTHER.get(named(route), FRESH[kind(route)])(company)


def body_for(company: Company, route: Route[Endpoint]) -> Any:
    return SENT[named(route)](company) if route.endpoint.takes_body else None


def address(route: Route[Endpoint], keys: Keys) -> str:
    quoted = {name: quote(key, safe="") for name, key in keys.items()}
    return route.path.removeprefix("/3").format(**quoted)


def called(company: Company, route: Route[Endpoint]) -> httpx.Response:
    body, path = body_for(company, route), address(route, keys_for(company, route))
    return company.api.request(route.method, path, json=body)


def toured(company: Company) -> dict[Name, httpx.Response]:
    """Every operation once, each answered with success but those that never are."""
    answers = {named(route): called(company, route) for route in ROUTES}
    assert {name for name, answer in answers.items() if not answer.is_success} == NEVER_DONE
    return answers
