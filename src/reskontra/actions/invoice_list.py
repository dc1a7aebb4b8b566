"""The list of customer invoices as a person looks at it: tabs, a search, and the sum of all."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.domain.customer_invoice import InvoiceSummary
from reskontra.domain.invoice_state import Standing, standing
from reskontra.domain.records import replace
from reskontra.domain.search import Condition, Match, Search
from reskontra.engine.columns import ORE
from reskontra.storage.shelves import INVOICE_SUMMARIES

LONGEST_WORDS = 200
SEARCHED = "document_number customer_name ocr our_reference your_reference"
# Every tab by the word in its address, with the filter that it is.
TABS = {"": "", "drafts": "unbooked", "unpaid": "unpaid", "overdue": "unpaidoverdue",
        "paid": "fullypaid"}  # fmt: skip
SORTS = {
    "number": "document_number",
    "customer": "customer_name",
    "date": "invoice_date",
    "due": "due_date",
    "total": "total",
}


class Listed(NamedTuple):
    rows: list[tuple[InvoiceSummary, Standing]]
    total: int
    sum: Decimal
    counts: Mapping[str, int]  # of the tabs


def listed(desk: Desk, query: Mapping[str, str], limit: int, page: int) -> Listed:
    """By `show`, `q`, `customer`, `from`, `to`, `sort` and `order`."""
    search = replace(asked(query), limit=limit, offset=(page - 1) * limit)
    shelf = desk.books.shelf(INVOICE_SUMMARIES)
    rows, total = shelf.page(search)
    return Listed(
        [(row, standing(row, desk.today)) for row in rows],
        total,
        ORE.out(shelf.summed(search, "total")),
        {tab: counted(desk, word) for tab, word in TABS.items()},
    )


def asked(query: Mapping[str, str]) -> Search:
    conditions = []
    if word := TABS.get(query.get("show", ""), ""):
        conditions.append(Condition(Match.NAMED, "filter", word))
    if words := query.get("q", "").strip()[:LONGEST_WORDS]:
        conditions.append(Condition(Match.ANYWHERE, SEARCHED, words))
    own = {"customernumber": "customer", "fromdate": "from", "todate": "to"}
    plain = {name: query[word] for name, word in own.items() if query.get(word)}
    conditions += CUSTOMER_INVOICES.listing.search(plain).conditions
    sort = query.get("sort", "")
    descending = query.get("order") == "desc" if sort in SORTS else True
    return Search(tuple(conditions), SORTS.get(sort, "document_number"), descending)


def counted(desk: Desk, word: str) -> int:
    named = (Condition(Match.NAMED, "filter", word),) if word else ()
    return desk.books.shelf(INVOICE_SUMMARIES).page(Search(named, limit=1))[1]
