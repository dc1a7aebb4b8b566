"""Pages of customer invoices are read off an index, on both engines: a dropped one fails here."""

from collections.abc import Callable, Iterator
from typing import Any

import apsw
import psycopg
import pytest
from bench.fill import filling
from tests.roles import standing
from tests.service import ENGINES, Company, founded, fresh_database, running
from tests.web.invoicing import draft, issued

from reskontra.contract.customer_invoices import LISTING
from reskontra.engine.connection import ADAPTERS
from reskontra.engine.postgresql import POSTGRESQL
from reskontra.engine.sqlite import SQLITE
from reskontra.engine.units import Transaction
from reskontra.storage import lists
from reskontra.storage.books import Books
from reskontra.storage.shelves import INVOICE_SUMMARIES

MANY = 3_000
WALL = "One-Time Filter"  # row security: asked once, before the first row
SCANS, SORTS = ("Seq Scan", "SCAN"), ("Sort", "TEMP B-TREE")
Explain = Callable[..., str]


class Asked(Transaction):
    """Takes the statement of a page, and finds nothing."""

    def __init__(self, statements: Any) -> None:
        self.statements = statements  # type: ignore[misc]
        self.asked: list[tuple[str, Any]] = []

    def _rows(self, compiled: Any, bound: Any) -> Any:
        self.asked.append((compiled.text, bound))
        return [] if len(self.asked) == 1 else [(0,)]  # an empty page is counted

    _changed = _rows


@pytest.fixture(scope="module", params=ENGINES)
def filled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Company]:
    """A company with thousands of invoices of every status, in a database that nobody audits."""
    url = fresh_database(request, tmp_path_factory)
    with running(url) as service:
        company = founded(service)
        issued(company)
        draft(company, CustomerNumber="1")
        with filling(url) as fill, fill.without_indexes():
            fill.add_customers(company.id)
            fill.add_invoices(company.id, MANY)
            fill.tally(company.id)
        yield company
        company.api.close()


@pytest.fixture(scope="module")
def explain(filled: Company) -> Iterator[Explain]:
    """How the engine will find a page: `EXPLAIN` of the very statement of the service."""
    service = filled.service

    def statement(statements: Any, query: dict[str, str]) -> tuple[str, Any]:
        asked = Asked(statements)
        books = Books(asked, filled.id, service.clock(), "tests")
        lists.page(books, INVOICE_SUMMARIES, LISTING.search(query), {})
        return asked.asked[0]

    if service.database.engine == "sqlite":
        file = apsw.Connection(service.database_url.removeprefix("sqlite:///"))

        def of_sqlite(**query: str) -> str:
            text, bound = statement(SQLITE, query)
            return "\n".join(row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {text}", bound))

        yield of_sqlite
        file.close()
        return
    # Six tallies are read whole, as they should be; with a missing index all else still would be.
    unlikely = "-c enable_seqscan=off"
    whose = service.database_url, filled.id
    with standing(*whose, context=ADAPTERS, options=unlikely) as server:
        cursor = psycopg.RawCursor(server)

        def of_postgresql(**query: str) -> str:
            text, bound = statement(POSTGRESQL, query)
            cursor.execute(f"EXPLAIN (COSTS OFF) {text}".encode(), bound)
            lines = [row[0] for row in cursor.fetchall()]
            assert any(WALL in line for line in lines), lines
            return "\n".join(line for line in lines if WALL not in line)

        yield of_postgresql


def refuse(plan: str, *words: str) -> None:
    for word in words:
        assert word not in plan, plan


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("key", LISTING.sort)
def test_every_order_is_read_off_an_index(explain: Explain, key: str, order: str) -> None:
    refuse(explain(sortby=key, sortorder=order), *SCANS, *SORTS, "Filter")


@pytest.mark.parametrize(
    ("query", "column"),
    [
        ({"filter": "cancelled"}, "status"),
        ({"filter": "unpaid"}, "status"),
        ({"filter": "unpaidoverdue"}, "status"),
        ({"filter": "unbooked"}, "status"),
        ({"customernumber": "7"}, "customer_number_folded"),
        ({"ocr": "50017"}, "ocr"),
        ({"documentnumber": "500"}, "document_number"),
        ({"externalinvoicereference1": "order 500"}, "external_invoice_reference1"),
        ({"externalinvoicereference2": "ref 500"}, "external_invoice_reference2"),
        ({"project": "P500"}, "project"),
        ({"costcenter": "C501"}, "cost_center"),
        ({"yourreference": "Y502"}, "your_reference"),
        ({"ourreference": "O503"}, "our_reference"),
    ],
    ids=str,
)
def test_every_filter_finds_its_rows_in_an_index_and_in_order(
    explain: Explain, query: dict[str, str], column: str
) -> None:
    plan = explain(**query)
    refuse(plan, *SCANS, "TEMP B-TREE")  # PostgreSQL may prefer to sort the few that it finds
    found = plan.partition("Index Cond")[2] if "Index Cond" in plan else plan
    assert f"{column} =" in found.partition("Filter")[0] or f"{column}=?" in found, plan


def test_the_fully_paid_have_an_index_of_their_own(explain: Explain) -> None:
    plan = explain(filter="fullypaid")
    refuse(plan, *SCANS, *SORTS, "Filter")
    assert "customer_invoices_fullypaid" in plan


@pytest.mark.parametrize(
    "query",
    [
        {"fromdate": "2026-06-01", "todate": "2026-06-03"},
        {"fromdate": "2026-10-20", "sortby": "invoicedate"},
        {"todate": "2026-01-07", "sortby": "invoicedate"},
    ],
    ids=str,
)
def test_a_period_is_found_by_its_dates(explain: Explain, query: dict[str, str]) -> None:
    """In another order than by date it is sorted, but only what lies in the period."""
    plan = explain(**query)
    assert "invoice_date >" in plan or "invoice_date <" in plan or "invoice_date>?" in plan or (
        "invoice_date<?" in plan
    ), plan  # fmt: skip
    refuse(plan, *SCANS, *(SORTS if "sortby" in query else ()))


@pytest.mark.parametrize(
    "query", [{}, *({"sortby": key} for key in LISTING.sort), {"filter": "unbooked"}], ids=str
)
def test_deep_pages_are_counted_off_in_the_index_alone(
    explain: Explain, query: dict[str, str]
) -> None:
    plan = explain(**query, limit="100", offset="1500")
    assert "Index Only Scan" in plan or "COVERING INDEX" in plan, plan
    refuse(plan, *SCANS, *SORTS, "Filter")


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("key", LISTING.sort)
def test_deep_pages_follow_on_each_other(filled: Company, key: str, order: str) -> None:
    """Near and deep pages are found in different ways, and make up one list all the same."""
    query = {"sortby": key, "sortorder": order, "limit": 500}
    pages = [filled.get("/invoices", **query, page=page) for page in range(1, 8)]
    numbers = [row["DocumentNumber"] for page in pages for row in page["Invoices"]]
    assert len(numbers) == len(set(numbers)) == MANY
    assert {page["MetaInformation"]["@TotalResources"] for page in pages} == {MANY}
