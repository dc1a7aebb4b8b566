"""Deep pages: how long the first, the middle and the last page of every list take, and by what plan."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import apsw
import psycopg

from bench.campaign import Figures
from bench.driver_postgresql import ADAPTERS
from bench.rounds import middle
from bench.world import World
from reskontra.contract.customer_invoices import LISTING
from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Database, Transaction, connect
from reskontra.engine.statements import POSTGRESQL, SQLITE
from reskontra.storage import lists
from reskontra.storage.books import Books
from reskontra.storage.shelves import INVOICE_SUMMARIES
from reskontra.storage.walls import STANDING

SLOW = 50.0  # milliseconds

# Every way to ask for a list of customer invoices: each filter, each order, and some of both.
QUERIES: tuple[dict[str, str], ...] = (
    {},
    {"sortorder": "desc"},
    *({"sortby": key, "sortorder": order} for key in LISTING.sort for order in ("asc", "desc")),
    *({"filter": word} for word in LISTING.parameters["filter"].values),
    *({"filter": word, "sortby": "invoicedate"} for word in LISTING.parameters["filter"].values),
    {"customernumber": "7"},
    {"customernumber": "7", "sortby": "total"},
    {"customernumber": "7", "filter": "unpaid"},
    {"fromdate": "2026-03-01"},
    {"todate": "2026-03-01"},
    {"fromdate": "2026-03-01", "todate": "2026-03-07"},
    {"fromdate": "2026-03-01", "todate": "2026-03-07", "sortby": "customername"},
    {"ocr": "50017"},
    {"documentnumber": "500"},
    {"externalinvoicereference1": "order 500"},
    {"externalinvoicereference2": "ref 500"},
    {"project": "P500"},
    {"costcenter": "C501"},
    {"customername": "kund 7"},
)


def pages_measured(world: World, organisation: int) -> list[Figures]:
    """Information: wall time in one process."""
    database = connect(world.service_url, threads=1)
    explain = explainer(world.service_url)
    rows = []
    try:
        for query in QUERIES:
            total = timed_page(database, organisation, query, 0)[1] or 0
            places = {"first": 0, "middle": total // 2, "last": max(0, total - 100)}
            times = {
                place: typical(database, organisation, query, offset)
                for place, offset in places.items()
            }
            plan = explain(organisation, query)
            rows.append(
                {"engine": world.engine, "query": query, "total": total, **times, "plan": plan}
            )
    finally:
        database.close()
    return rows


def typical(
    database: Database, organisation: int, query: dict[str, str], offset: int
) -> float | None:
    """The middle of three, but of a slow one the first: there are hundreds of pages."""
    first, _ = timed_page(database, organisation, query, offset)
    if first is None or first > SLOW:
        return first
    again = [timed_page(database, organisation, query, offset)[0] for _ in range(2)]
    return middle(each for each in (first, *again) if each is not None)


def timed_page(
    database: Database, organisation: int, query: dict[str, str], offset: int
) -> tuple[float | None, int | None]:
    """Milliseconds, and how long the list is; nothing where the database gives up, as it may."""
    search = LISTING.search({**query, "limit": "100", "offset": str(offset)})

    def unit(tx: Transaction) -> tuple[float, int]:
        books = Books(tx, organisation, datetime.now(UTC), "bench")
        started = time.perf_counter()
        _, total = lists.page(books, INVOICE_SUMMARIES, search, {})
        return (time.perf_counter() - started) * 1000, total

    try:
        return database.read_now(unit, organisation)
    except Unavailable:
        return None, None


class Seen(Transaction):
    """Takes the page's statement and gives nothing."""

    def __init__(self, statements: Any) -> None:
        self.statements = statements  # type: ignore[misc]
        self.sent: list[tuple[str, Any]] = []

    def _rows(self, compiled: Any, bound: Any) -> Any:
        self.sent.append((compiled.text, bound))
        return [] if len(self.sent) == 1 else [(0,)]  # an empty page is counted

    _changed = _rows


def page_statement(statements: Any, organisation: int, query: dict[str, str]) -> tuple[str, Any]:
    seen = Seen(statements)
    books = Books(seen, organisation, datetime.now(UTC), "bench")
    lists.page(books, INVOICE_SUMMARIES, LISTING.search(query), {})
    return seen.sent[0]


def explainer(url: str) -> Callable[[int, dict[str, str]], str]:
    """How the engine says that it will find a page."""
    if url.startswith("sqlite"):
        file = apsw.Connection(url.removeprefix("sqlite:///"))

        def sqlite(organisation: int, query: dict[str, str]) -> str:
            text, bound = page_statement(SQLITE, organisation, query)
            return "; ".join(row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {text}", bound))

        return sqlite
    server = psycopg.connect(url, autocommit=True, context=ADAPTERS)
    cursor = psycopg.RawCursor(server)

    def postgres(organisation: int, query: dict[str, str]) -> str:
        text, bound = page_statement(POSTGRESQL, organisation, query)
        cursor.execute(f"SET {STANDING} = '{organisation}'".encode())
        lines = cursor.execute(f"EXPLAIN (COSTS OFF) {text}".encode(), bound).fetchall()
        return "; ".join(line[0].strip().removeprefix("->").strip() for line in lines)

    return postgres
