"""Lists of customer invoices: filters, order, paging and totals."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.invoicing import act, customer, draft, issued, lines, pay


def numbers(company: Company, **query: Any) -> list[str]:
    listed = company.get("/invoices", **query)
    found = [row["DocumentNumber"] for row in listed["Invoices"]]
    if "limit" not in query:
        assert listed["MetaInformation"]["@TotalResources"] == len(found)
    return found


@pytest.fixture
def furnished(company: Company) -> Company:
    """Six invoices: a draft, an unpaid, an overdue, a part-paid, a paid and a credited one."""
    bo, anna = customer(company, Name="bo"), customer(company, Name="Anna")
    row = {"DeliveredQuantity": 1, "VAT": 0}
    draft(company, {**row, "Price": 9}, CustomerNumber=bo, InvoiceDate="2026-11-01", Project="P1")
    issued(company, {**row, "Price": 100}, CustomerNumber=anna, ExternalInvoiceReference1="o-7")
    issued(company, {**row, "Price": 20}, CustomerNumber=bo, InvoiceDate="2026-09-01")
    part = issued(company, {**row, "Price": 3}, CustomerNumber=anna)["DocumentNumber"]
    pay(company, part, 1)
    full = issued(company, {**row, "Price": 50}, CustomerNumber=bo)["DocumentNumber"]
    pay(company, full, 50)
    gone = issued(company, {**row, "Price": 7}, CustomerNumber=anna)["DocumentNumber"]
    act(company, gone, "credit")
    return company


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, "123456"),
        ({"filter": "unbooked"}, "1"),
        ({"filter": "unpaid"}, "234"),
        ({"filter": "unpaidoverdue"}, "3"),
        ({"filter": "fullypaid"}, "5"),
        ({"filter": "cancelled"}, "6"),
        ({"filter": "nonsense"}, "123456"),
        ({"customernumber": "1"}, "135"),
        ({"customernumber": "unknown"}, ""),
        ({"customername": "ANN"}, "246"),
        ({"fromdate": "2026-11-01"}, "12456"),
        ({"todate": "2026-11-01"}, "13"),
        ({"fromdate": "2026-11-02", "filter": "unpaid", "customernumber": "2"}, "24"),
        ({"ocr": "232"}, "2"),
        ({"ocr": "23"}, ""),
        ({"documentnumber": "4"}, "4"),
        ({"documentnumber": "x"}, ""),
        ({"project": "P1"}, "1"),
        ({"externalinvoicereference1": "o-7"}, "2"),
        ({"sortby": "documentnumber", "sortorder": "desc"}, "654321"),
        ({"sortby": "total"}, "461352"),
        ({"sortby": "total", "sortorder": "descending"}, "253164"),
        ({"sortby": "customername"}, "246135"),
        ({"sortby": "customernumber", "sortorder": "desc"}, "642531"),
        ({"sortby": "invoicedate"}, "312456"),
        ({"SortBy": "ocr", "FILTER": "unpaid"}, "234"),
        ({"limit": "2", "page": "2"}, "34"),
        ({"limit": "2", "offset": "3", "page": "1"}, "45"),
        ({"limit": "2", "offset": "60"}, ""),
        ({"whatever": "x"}, "123456"),
    ],
    ids=str,
)
def test_a_list_gives_what_is_asked_for_in_order(
    furnished: Company, query: Any, found: str
) -> None:
    assert "".join(numbers(furnished, **query)) == found


@pytest.mark.parametrize(
    "query",
    [
        {"yourordernumber": "1"}, {"lastmodified": "2026-01-01"}, {"LastModified": ""},
        {"sent": "true"}, {"label": "1"}, {"articlenumber": "1"}, {"credit": "true"},
        {"fromdate": "yesterday"}, {"todate": "2026-02-30"}, {"sortby": "colour"},
        {"sortorder": "sideways"}, {"limit": "0"}, {"limit": "-1"}, {"limit": "x"},
        {"page": "1.5"}, {"offset": "-1"},
    ],
    ids=str,
)  # fmt: skip
def test_a_parameter_that_cannot_be_honoured_is_refused(company: Company, query: Any) -> None:
    refused(company.api.get("/invoices", params=query), 400)


def test_totals_are_exact_on_every_page(furnished: Company) -> None:
    for query, total in (({}, 6), ({"filter": "unpaid"}, 3), ({"customernumber": "1"}, 3)):
        meta = furnished.get("/invoices", limit=1, page=2, **query)["MetaInformation"]
        assert meta == {"@TotalResources": total, "@TotalPages": total, "@CurrentPage": 2}


def test_a_list_row_is_text_but_for_its_flags(furnished: Company) -> None:
    rows = furnished.get("/invoices")["Invoices"]
    flags = {"Booked", "Cancelled", "Sent", "NoxFinans"}
    for row in rows:
        for name, value in row.items():
            assert isinstance(value, bool if name in flags else str), name
    assert (rows[0]["VoucherNumber"], rows[0]["VoucherYear"], rows[0]["Balance"]) == ("0", "0", "9")
    assert (rows[0]["Project"], rows[0]["InvoiceType"]) == ("P1", "INVOICE")


def test_what_both_forms_have_is_the_same_in_both(company: Company) -> None:
    """Though one of them writes amounts as text, and whatever a client has sent."""
    sent = {"NoxFinans": True, "Currency": "SEK", "CurrencyRate": 7, "Project": "P",
            "WayOfDelivery": "B", "ExternalInvoiceReference1": "1", "InvoiceType": "X"}  # fmt: skip
    for full in (draft(company, **sent), issued(company, **sent)):
        rows = company.get("/invoices")["Invoices"]
        [row] = [each for each in rows if each["DocumentNumber"] == full["DocumentNumber"]]
        assert full["NoxFinans"] is row["NoxFinans"] is False
        assert "NoxFinans" not in draft(company)  # nobody has asked for it
        for name in row.keys() & full.keys():
            assert str(row[name]) == str(full[name]), name


def test_an_invoice_below_zero_is_never_unpaid(company: Company) -> None:
    """Nor paid, until the customer has got the money."""
    issued(company, {"Price": 100, "DeliveredQuantity": 1}, InvoiceDate="2026-09-01")
    returned = {"Price": 100, "DeliveredQuantity": -1}
    back = issued(company, returned, InvoiceDate="2026-09-01", DueDate="2026-09-30")
    assert (back["Booked"], back["Sent"], back["Total"], back["Balance"]) == (
        True,
        True,
        -125,
        -125,
    )
    assert lines(company, "B", 2) == {1510: -125, 3001: 100, 2611: 25}
    assert numbers(company) == ["1", "2"]
    for word in ("unpaid", "unpaidoverdue"):
        assert numbers(company, filter=word) == ["1"]
    for word in ("unbooked", "fullypaid", "cancelled"):
        assert numbers(company, filter=word) == []
    pay(company, "2", -25)
    assert numbers(company, filter="unpaid") == ["1"]
    pay(company, "2", -100)
    assert lines(company, "C", 2) == {1930: -100, 1510: 100}
    assert numbers(company, filter="fullypaid") == ["2"]
