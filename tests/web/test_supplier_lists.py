"""Lists of supplier invoices: filters, order, paging, totals, and the indexes that carry them."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import apsw
import psycopg
import pytest
from tests.roles import standing
from tests.service import Company, refused
from tests.web.purchasing import ROW, act, at_desk, booked, draft, pay, supplier

from reskontra.actions.desk import Desk
from reskontra.contract.supplier_invoices import LISTING
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceRow
from reskontra.engine.statements import POSTGRESQL, SQLITE
from reskontra.storage import lists, shelves


def numbers(company: Company, **query: Any) -> list[str]:
    answer = company.get("/supplierinvoices", **query)
    found = [row["GivenNumber"] for row in answer["SupplierInvoices"]]
    if "limit" not in query:
        assert answer["MetaInformation"]["@TotalResources"] == len(found)
    return found


@pytest.fixture
def furnished(company: Company) -> Company:
    """Seven: a draft, an unpaid, an overdue, a part-paid, a paid, a cancelled and an empty one."""
    bo, anna = supplier(company, Name="bo"), supplier(company, Name="Anna")
    early = {"InvoiceDate": "2026-09-01", "DueDate": "2026-11-14"}
    draft(company, SupplierNumber=bo, InvoiceNumber="A", DueDate="2026-01-01", Project="P1")
    booked(company, SupplierNumber=anna, InvoiceNumber="A", DueDate="2026-11-15")
    booked(company, SupplierNumber=bo, InvoiceNumber="C", **early)
    booked(company, SupplierNumber=anna, InvoiceNumber="D")
    pay(company, 4, Amount=1)
    booked(company, SupplierNumber=bo, InvoiceNumber="E", **early)
    pay(company, 5)
    booked(company, SupplierNumber=anna, InvoiceNumber="F", **early)
    act(company, 6, "cancel")
    booked(company, {**ROW, "Debit": 0}, SupplierNumber=bo, InvoiceNumber="G", **early)
    return company


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, "7654321"),
        ({"filter": "unbooked"}, "1"),
        ({"filter": "unpaid"}, "432"),
        ({"filter": "unpaidoverdue"}, "3"),
        ({"filter": "fullypaid"}, "75"),
        ({"filter": "cancelled"}, "6"),
        ({"filter": "pendingpayment"}, ""),
        ({"filter": "authorizepending"}, ""),
        ({"filter": ""}, "7654321"),
        ({"suppliernumber": "1"}, "7531"),
        ({"suppliernumber": "unknown"}, ""),
        ({"invoicenumber": "A"}, "21"),
        ({"invoicenumber": "a"}, ""),
        ({"fromdate": "2026-11-02"}, "421"),
        ({"todate": "2026-11-01"}, "7653"),
        ({"fromdate": "2026-09-01", "todate": "2026-09-01"}, "7653"),
        ({"suppliernumber": "2", "filter": "unpaid", "invoicenumber": "D"}, "4"),
        ({"SupplierNumber": "2", "FILTER": "unpaid"}, "42"),
        ({"sortby": "total", "sortorder": "ascending"}, "7654321"),
        ({"sortby": "nonsense", "sortorder": "sideways"}, "7654321"),
        ({"limit": "2", "page": "2"}, "54"),
        ({"limit": "2", "offset": "3", "page": "1"}, "43"),
        ({"limit": "2", "offset": "60"}, ""),
        ({"whatever": "x"}, "7654321"),
    ],
    ids=str,
)
def test_a_list_gives_what_is_asked_for_newest_first(
    furnished: Company, query: Any, found: str
) -> None:
    assert "".join(numbers(furnished, **query)) == found


@pytest.mark.parametrize(
    "query",
    [
        {"suppliername": "x"}, {"serialnumber": "1"}, {"ocr": "1"}, {"costcenter": "x"},
        {"project": "x"}, {"ourreference": "x"}, {"yourreference": "x"},
        {"fromfinalpaydate": "2026-01-01"}, {"tofinalpaydate": "2026-01-01"},
        {"lastmodified": "2026-01-01"}, {"LastModified": ""}, {"filter": "nonsense"},
        {"fromdate": "yesterday"}, {"todate": "2026-02-30"}, {"limit": "0"}, {"page": "x"},
    ],
    ids=str,
)  # fmt: skip
def test_a_parameter_that_cannot_be_honoured_is_refused(company: Company, query: Any) -> None:
    refused(company.api.get("/supplierinvoices", params=query), 400)


def test_totals_are_exact_on_every_page(furnished: Company) -> None:
    asked: list[tuple[dict[str, str], int]] = [
        ({}, 7),
        ({"filter": "unpaid"}, 3),
        ({"filter": "fullypaid"}, 2),
        ({"suppliernumber": "1"}, 4),
    ]
    for query, total in asked:
        meta = furnished.get("/supplierinvoices", limit=1, page=2, **query)["MetaInformation"]
        assert meta == {"@TotalResources": total, "@TotalPages": total, "@CurrentPage": 2}


def test_a_list_row_tells_what_the_full_form_tells(furnished: Company) -> None:
    carried = {"ExternalInvoiceNumber": "9", "ExternalInvoiceSeries": "A", "CostCenter": "SYD"}
    furnished.put(
        "/supplierinvoices/1", {"SupplierInvoice": {**carried, "DisablePaymentFile": True}}
    )
    for row in furnished.get("/supplierinvoices")["SupplierInvoices"]:
        full = furnished.get(f"/supplierinvoices/{row['GivenNumber']}")["SupplierInvoice"]
        assert (row.pop("AuthorizerName"), row.pop("Cancel")) == ("", full["Cancelled"])
        assert row == {name: full[name] for name in row}


# Growth: each question is answered through an index

MANY = 4_000
DAY = date(2026, 1, 1)


def fill(desk: Desk) -> None:
    """Drafts: the database takes no other without a voucher."""
    row = SupplierInvoiceRow(6110, total=Decimal(100), debit=Decimal(100))
    desk.books.shelf(shelves.SUPPLIER_INVOICES).add_all(
        [
            SupplierInvoice(
                number,
                str(1 + number % 20),
                f"F{number // 7}",
                DAY + timedelta(number % 300),
                DAY + timedelta(number % 300 + 30),
                total=Decimal(100),
                rows=(row,),
            )
            for number in range(1, MANY + 1)
        ]
    )
    desk.books.reach_number("supplier invoice", MANY)


def plan(company: Company, query: dict[str, str]) -> str:
    """How the engine would answer a list call."""
    search = LISTING.search(query)
    kind, url = shelves.SUPPLIER_SUMMARIES, company.service.database_url
    shape = lists.shape_of(search)
    rows, *_ = lists.statements(kind, shape, (), search.sort, search.descending)
    values = {f"value_{place}": each.value for place, each in enumerate(search.conditions)}
    values |= {"organisation_id": company.id, "today": "2026-11-15", "limit": 100, "offset": 0}
    if url.startswith("sqlite"):
        compiled = SQLITE.compiled(rows)
        words = f"EXPLAIN QUERY PLAN {compiled.text}"
        with apsw.Connection(url.removeprefix("sqlite:///")) as connection:
            told = connection.execute(words, list(compiled.bound(values)))
            return "\n".join(str(line[-1]) for line in told)
    compiled = POSTGRESQL.compiled(rows)
    with psycopg.connect(url) as owner:
        owner.execute("ANALYZE supplier_invoices")
    with standing(url, company.id) as connection:
        cursor = psycopg.RawCursor(connection)
        found = cursor.execute(f"EXPLAIN {compiled.text}".encode(), list(compiled.bound(values)))
        return "\n".join(line[0] for line in found)


@pytest.fixture
def grown(company: Company) -> Company:
    """Thousands of drafts, and two of each other state."""
    for _ in range(20):
        supplier(company)
    at_desk(company, fill)
    for number in range(1, 7):
        act(company, number, "bookkeep")
    for number in (3, 4):
        pay(company, number)
    for number in (5, 6):
        act(company, number, "cancel")
    return company


QUERIES: list[dict[str, str]] = [
    {},
    {"filter": "unbooked"},
    {"filter": "unpaid"},
    {"filter": "unpaidoverdue"},
    {"filter": "fullypaid"},
    {"filter": "cancelled"},
    {"suppliernumber": "7"},
    {"invoicenumber": "F30"},
    {"fromdate": "2026-10-20"},
    {"todate": "2026-01-05"},
    {"fromdate": "2026-03-01", "todate": "2026-03-03"},
    {"suppliernumber": "7", "filter": "unpaid"},
]


def test_each_list_is_answered_through_an_index(grown: Company) -> None:
    for query in QUERIES:
        told = plan(grown, query)
        assert "Seq Scan" not in told, (query, told)
        assert "SCAN supplier_invoices" not in told.replace("USING INDEX", ""), (query, told)
        assert "ndex" in told or "INDEX" in told or "PRIMARY KEY" in told, (query, told)
    for query in ({"suppliernumber": "7"}, {"invoicenumber": "F30"}, {"filter": "unbooked"}, {}):
        told = plan(grown, query)
        assert "TEMP B-TREE" not in told, (query, told)  # the index gives the order too


def test_totals_of_a_long_list_are_exact(grown: Company) -> None:
    totals = {"": MANY, "unbooked": MANY - 6, "unpaid": 2, "fullypaid": 2, "cancelled": 2}
    for word, total in totals.items():
        answer = grown.get("/supplierinvoices", filter=word, limit=1)
        assert answer["MetaInformation"]["@TotalResources"] == total
    assert numbers(grown, filter="unpaid") == ["2", "1"]
