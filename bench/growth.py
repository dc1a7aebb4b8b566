"""Growth: what the same calls cost in larger organisations, among more of them, and deep in lists."""

import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import apsw
import psycopg

from bench.campaign import Campaign, Figures, middle
from bench.operations import TABLE
from bench.world import Organised, World
from reskontra.contract.customer_invoices import LISTING
from reskontra.storage import lists
from reskontra.storage.books import Books
from reskontra.storage.database import Transaction, connect
from reskontra.storage.line import ADAPTERS
from reskontra.storage.shelves import INVOICE_SUMMARIES
from reskontra.storage.statements import POSTGRESQL, SQLITE

OPERATIONS = ("create", "read", "update", "issue", "list 100")

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


def sizes_measured(campaign: Campaign, say: Callable[[str], None]) -> list[Figures]:
    """The same calls in organisations of growing size, one client, in turns."""
    plan, world = campaign.plan, campaign.world
    made = dict(zip(plan.sizes, world.copies(len(plan.sizes)), strict=True))
    started = time.monotonic()
    world.grow({seat.id: size for size, seat in made.items()})
    say(f"{world.engine}: {sum(made):,} invoices filled in {time.monotonic() - started:.0f} s")
    seats: dict[str, list[Organised]] = {
        f"{size:,} invoices": [seat] for size, seat in made.items()
    }
    campaign.sized = made
    if plan.organisations:
        seats[f"{plan.organisations:,} organisations"] = world.copies(plan.organisations)
    return _in_turns(campaign, seats)


def _in_turns(campaign: Campaign, seats: dict[str, list[Organised]]) -> list[Figures]:
    seen: dict[tuple[str, str], list[Figures]] = defaultdict(list)
    operations = [each for each in TABLE if each.name in OPERATIONS]
    for turn in range(campaign.plan.rounds):
        order = list(seats.items())
        for operation in operations:
            for name, own in order if turn % 2 == 0 else reversed(order):
                seen[operation.name, name].append(campaign.around(operation, own))
    base = next(iter(seats))
    rows = []
    for operation in operations:
        first = middle(run["us"] + run["database_us"] for run in seen[operation.name, base])
        for name in seats:
            runs = seen[operation.name, name]
            both = middle(run["us"] + run["database_us"] for run in runs)
            rows.append({
                "engine": campaign.world.engine, "operation": operation.name, "among": name,
                "app_us": middle(run["us"] for run in runs),
                "database_us": middle(run["database_us"] for run in runs),
                "p50_ms": middle(run["p50"] * 1000 for run in runs),
                "times": both / first,
            })  # fmt: skip
    return rows


# Deep pages


def pages_measured(world: World, organisation: int) -> list[Figures]:
    """Time of the first, the middle and the last page of each list, and its plan."""
    database = connect(world.service_url, threads=1)
    explain = explainer(world.service_url)
    rows = []
    try:
        for query in QUERIES:
            total = timed_page(database, organisation, query, 0)[1]
            places = {"first": 0, "middle": total // 2, "last": max(0, total - 100)}
            times = {
                place: middle(
                    timed_page(database, organisation, query, offset)[0] for _ in range(3)
                )
                for place, offset in places.items()
            }
            rows.append({
                "engine": world.engine, "query": query, "total": total, "ms": times,
                "plan": explain(organisation, query),
            })  # fmt: skip
    finally:
        database.close()
    return rows


def timed_page(
    database: Any, organisation: int, query: dict[str, str], offset: int
) -> tuple[float, int]:
    search = LISTING.search({**query, "limit": "100", "offset": str(offset)})

    def unit(tx: Transaction) -> tuple[float, int]:
        books = Books(tx, organisation, datetime.now(UTC), "bench")
        started = time.perf_counter()
        _, total = lists.page(books, INVOICE_SUMMARIES, search, {})
        return (time.perf_counter() - started) * 1000, total

    found: tuple[float, int] = database.read_now(unit, organisation)
    return found


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
        cursor.execute(f"SET reskontra.organisation = '{organisation}'".encode())
        lines = cursor.execute(f"EXPLAIN (COSTS OFF) {text}".encode(), bound).fetchall()
        return "; ".join(line[0].strip().removeprefix("->").strip() for line in lines)

    return postgres
