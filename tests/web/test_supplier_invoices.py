"""The life of a supplier invoice through the API: draft, bookkeeping, cancel, numbers."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.purchasing import (
    DATES,
    ROW,
    act,
    at_desk,
    booked,
    change,
    draft,
    listed,
    pay,
    read,
    supplier,
    voucher,
    wanted,
)

from reskontra.actions import closing

MISSING = "Kan inte hitta leverantörsfakturan"
TWO_ROWS = [{"Account": 5410, "Debit": 4000}, {"Account": 6110, "Debit": 1000}]


def post(company: Company, sent: dict[str, Any]) -> Any:
    return company.api.post("/supplierinvoices", json={"SupplierInvoice": sent})


def test_a_draft_is_computed_and_unbooked(company: Company) -> None:
    made = draft(company, *TWO_ROWS, VAT="1250")
    assert made["@url"].endswith("/api/v1/3/supplierinvoices/1")
    assert (made["Total"], made["VAT"], made["Balance"]) == ("6250", "1250", "0")
    assert (made["Booked"], made["Cancelled"], made["Vouchers"]) == (False, False, [])
    assert (made["SupplierName"], made["FinalPayDate"]) == ("Papper & Penna", "")
    assert [row["Total"] for row in made["SupplierInvoiceRows"]] == [4000, 1000]
    assert read(company, 1) == made


def test_bookkeep_posts_in_series_l_and_is_idempotent(company: Company) -> None:
    made = draft(company, *TWO_ROWS, VAT=1250)
    done = act(company, 1, "bookkeep")
    told = [{"Number": 1, "Year": 2, "Series": "L", "ReferenceType": "SUPPLIERINVOICE"}]
    assert done == {**made, "Booked": True, "Balance": "6250", "Vouchers": told}
    assert act(company, 1, "bookkeep") == done
    assert read(company, 1) == done
    assert len(company.get("/vouchers", voucherseries="L")["Vouchers"]) == 1


@pytest.mark.parametrize("body", [None, {}, {"SupplierInvoice": {"Comments": "x"}}, "null", []])
def test_bookkeep_ignores_any_body(company: Company, body: Any) -> None:
    draft(company)
    assert company.put("/supplierinvoices/1/bookkeep", body)["SupplierInvoice"]["Comments"] == ""


def test_a_cancelled_draft_is_gone(company: Company) -> None:
    made = draft(company)
    assert act(company, 1, "cancel") == {**made, "Cancelled": True}
    assert refused(company.api.get("/supplierinvoices/1"), 404) == MISSING


def test_a_booked_invoice_is_cancelled_by_a_correction_in_series_m(company: Company) -> None:
    done = booked(company, *TWO_ROWS, VAT=1250)
    gone = act(company, 1, "cancel")
    assert (gone["Cancelled"], gone["Booked"], gone["Balance"]) == (True, False, "0")
    assert [each["Series"] for each in gone["Vouchers"]] == ["L", "M"]
    assert gone["Vouchers"][0] == done["Vouchers"][0]
    assert (
        voucher(company, "M", 1) == "D 2440 6250.00\nK 5410 4000.00\nK 6110 1000.00\nK 2640 1250.00"
    )
    correction = company.get("/vouchers/M/1", financialyear=2)["Voucher"]
    assert correction["Description"] == "Rättelse av L 1, leverantörsfaktura 1"
    assert correction["TransactionDate"] == "2026-11-15"
    assert act(company, 1, "cancel") == gone
    refused(company.api.put("/supplierinvoices/1/bookkeep"), 409)


def test_a_paid_invoice_is_cancelled_only_when_its_payment_is_undone(company: Company) -> None:
    booked(company)
    part = pay(company, 1, Amount=400)
    assert "betalning" in refused(company.api.put("/supplierinvoices/1/cancel"), 409)
    rest = pay(company, 1)
    assert "betalning" in refused(company.api.put("/supplierinvoices/1/cancel"), 409)
    for payment in (part, rest):
        company.put(f"/supplierinvoicepayments/{payment['Number']}/cancel")
    assert act(company, 1, "cancel")["Cancelled"] is True


@pytest.mark.parametrize("action", ["credit", "approvalbookkeep", "approvalpayment"])
def test_unsupported_actions_are_refused_in_every_state(company: Company, action: str) -> None:
    path = f"/supplierinvoices/1/{action}"
    assert refused(company.api.put(path), 404) == MISSING
    draft(company)
    refused(company.api.put(path), 400)
    act(company, 1, "bookkeep")
    refused(company.api.put(path), 400)
    payment = pay(company, 1)["Number"]
    refused(company.api.put(path), 400)
    company.put(f"/supplierinvoicepayments/{payment}/cancel")
    act(company, 1, "cancel")
    refused(company.api.put(path), 400)


def test_what_is_no_longer_a_draft_cannot_be_changed(company: Company) -> None:
    booked(company)
    sent = {"SupplierInvoice": {"Comments": "x"}}
    refused(company.api.put("/supplierinvoices/1", json=sent), 409)
    payment = pay(company, 1)["Number"]
    refused(company.api.put("/supplierinvoices/1", json=sent), 409)
    company.put(f"/supplierinvoicepayments/{payment}/cancel")
    act(company, 1, "cancel")
    refused(company.api.put("/supplierinvoices/1", json=sent), 409)


@pytest.mark.parametrize("key", ["0", "-1", "1.0", "abc", "99", "1e0", "9" * 30])
def test_what_is_not_the_number_of_an_invoice_is_not_found(company: Company, key: str) -> None:
    draft(company)
    for method, path in [("GET", ""), ("PUT", ""), ("PUT", "/bookkeep"), ("PUT", "/credit")]:
        answer = company.api.request(method, f"/supplierinvoices/{key}{path}", json=[])
        assert refused(answer, 404) == MISSING


@pytest.mark.parametrize("body", [None, {}, [], {"SupplierInvoice": "x"}, {"SupplierInvoice": []}])
def test_an_envelope_is_needed(company: Company, body: Any) -> None:
    refused(company.api.post("/supplierinvoices", json=body), 400)
    draft(company)
    refused(company.api.put("/supplierinvoices/1", json=body), 400)


def test_a_token_without_the_scope_is_refused(company: Company) -> None:
    company.api.headers["Authorization"] = f"Bearer {company.token('invoice payment')}"
    refused(company.api.get("/supplierinvoices"), 403)
    refused(company.api.put("/supplierinvoices/1/cancel"), 403)


# Years and locks


def test_a_locked_period_and_a_closed_year_stop_bookkeeping(company: Company) -> None:
    draft(company, InvoiceDate="2025-11-15")
    today = company.service.clock.today.replace(year=2025)
    at_desk(company, lambda desk: closing.lock_through(desk, today))
    assert "2025-11-15" in refused(company.api.put("/supplierinvoices/1/bookkeep"), 409)
    at_desk(company, lambda desk: closing.lock_through(desk, None))
    at_desk(company, lambda desk: closing.close(desk, 1, confirmed=True))
    refused(company.api.put("/supplierinvoices/1/bookkeep"), 409)
    assert read(company, 1)["Booked"] is False
    assert change(company, 1, Comments="still a draft")["Comments"] == "still a draft"


def test_a_correction_is_dated_today_and_needs_an_open_period(company: Company) -> None:
    booked(company, InvoiceDate="2026-01-10")
    today = company.service.clock.today
    at_desk(company, lambda desk: closing.lock_through(desk, today))
    refused(company.api.put("/supplierinvoices/1/cancel"), 409)
    assert read(company, 1)["Cancelled"] is False
    at_desk(company, lambda desk: closing.lock_through(desk, today.replace(month=6)))
    assert act(company, 1, "cancel")["Cancelled"] is True


def test_a_draft_needs_no_year_but_bookkeeping_does(company: Company) -> None:
    draft(company, InvoiceDate="2031-01-10")
    refused(company.api.put("/supplierinvoices/1/bookkeep"), 409)
    change(company, 1, InvoiceDate="2027-01-10")
    assert act(company, 1, "bookkeep")["Vouchers"][0]["Year"] == 3


# Numbers


def test_given_number_follows_the_highest_ever_used(company: Company) -> None:
    seller = supplier(company)

    def made(invoice: str, **fields: Any) -> str:
        return str(
            draft(company, SupplierNumber=seller, InvoiceNumber=invoice, **fields)["GivenNumber"]
        )

    assert made("a") == "1"
    assert made("b", GivenNumber=40) == "40"
    assert made("c", GivenNumber="7") == "7"
    assert made("d") == "41"
    act(company, 41, "cancel")
    assert made("e") == "42"
    assert made("f", GivenNumber="") == "43"
    assert made("g", GivenNumber=None) == "44"
    taken = wanted(company, SupplierNumber=seller, InvoiceNumber="h", GivenNumber=7)
    refused(post(company, taken), 409)
    assert made("i") == "45"
    assert change(company, 45, GivenNumber="99")["GivenNumber"] == "45"
    assert listed(company) == ["45", "44", "43", "42", "40", "7", "1"]


@pytest.mark.parametrize("number", [0, -1, "0", "1.5", "x", True, {}, 10**15])
def test_a_given_number_is_a_positive_whole_number(company: Company, number: Any) -> None:
    refused(post(company, wanted(company, GivenNumber=number)), 400)
    assert draft(company)["GivenNumber"] == "1"


def test_the_number_of_a_cancelled_booked_invoice_stays_in_use(company: Company) -> None:
    booked(company)
    act(company, 1, "cancel")
    refused(post(company, wanted(company, GivenNumber=1)), 409)


def test_the_same_invoice_number_twice_in_a_year_is_a_duplicate(company: Company) -> None:
    seller, other = supplier(company), supplier(company)
    same = {"SupplierNumber": seller, "InvoiceNumber": "2026-7"}
    draft(company, **same)
    refused(post(company, wanted(company, **{**same, "InvoiceDate": "2026-01-01"})), 409)
    assert draft(company, **{**same, "InvoiceDate": "2025-12-31"})["GivenNumber"] == "2"
    assert draft(company, **{**same, "SupplierNumber": other})["GivenNumber"] == "3"
    assert draft(company, **{**same, "InvoiceNumber": "2026-07"})["GivenNumber"] == "4"
    for fields in (same, {"InvoiceNumber": "2026-7"}):
        sent = {"SupplierInvoice": fields}
        refused(company.api.put("/supplierinvoices/4", json=sent), 409)
    sent = {"SupplierInvoice": {"InvoiceDate": "2026-03-01"}}
    refused(company.api.put("/supplierinvoices/2", json=sent), 409)
    sent = {"SupplierInvoice": {"SupplierNumber": seller}}
    refused(company.api.put("/supplierinvoices/3", json=sent), 409)
    assert change(company, 1, **same, Comments="itself")["Comments"] == "itself"


def test_a_cancelled_invoice_does_not_block_its_number(company: Company) -> None:
    same = {"SupplierNumber": supplier(company), "InvoiceNumber": "7"}
    booked(company, **same)
    act(company, 1, "cancel")
    draft(company, **same)
    act(company, 2, "cancel")
    assert draft(company, **same)["GivenNumber"] == "3"


def test_without_a_financial_year_the_calendar_year_counts(company: Company) -> None:
    same = {"SupplierNumber": supplier(company), "InvoiceNumber": "7"}
    draft(company, **{**same, "InvoiceDate": "2027-02-01"})
    refused(post(company, wanted(company, **{**same, "InvoiceDate": "2027-12-31"})), 409)
    draft(company, **{**same, "InvoiceDate": "2028-01-01"})
    act(company, 1, "bookkeep")  # which opens the year 2027
    refused(post(company, wanted(company, **{**same, "InvoiceDate": "2027-12-31"})), 409)


def test_a_refused_call_leaves_nothing_behind(company: Company) -> None:
    seller = supplier(company)
    refused(post(company, wanted(company, {**ROW, "Account": 9998}, SupplierNumber=seller)), 400)
    assert company.get("/supplierinvoices")["MetaInformation"]["@TotalResources"] == 0
    assert draft(company, SupplierNumber=seller, **DATES)["GivenNumber"] == "1"
