"""A register's list as a person looks at it: those in use, a search, an order, a page."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.register import Register
from reskontra.domain.registers import TermsOfPayment, Unit
from reskontra.domain.search import Condition, Match, Search
from reskontra.storage import shelves

MOST_CODES = 500
LONGEST_WORDS = 200
# Every tab by the word in its address, with the filter that it is.
TABS = {"": "active", "inactive": "inactive", "all": ""}


class Sought(NamedTuple):
    """How a register is searched and sorted."""

    searched: str  # attributes
    sorts: Mapping[str, str]  # attributes, by the words of an address
    first: str


def listed(
    desk: Desk, register: Register, sought: Sought, query: Mapping[str, str], limit: int, page: int
) -> tuple[list[Any], int]:
    """By `show`, `q`, `sort` and `order`: the rows of a page, and how many there are in all."""
    conditions = []
    if word := TABS.get(query.get("show", ""), "active"):
        conditions.append(Condition(Match.NAMED, "filter", word))
    if words := query.get("q", "").strip()[:LONGEST_WORDS]:
        conditions.append(Condition(Match.ANYWHERE, sought.searched, words))
    sort = sought.sorts.get(query.get("sort", ""), sought.sorts[sought.first])
    is_down = query.get("order") == "desc"
    search = Search(tuple(conditions), sort, is_down, limit, (page - 1) * limit)
    return desk.books.shelf(register.layout).page(search)


def terms_of_payment(desk: Desk) -> list[TermsOfPayment]:
    return desk.books.shelf(shelves.TERMS_OF_PAYMENT).page(Search(sort="code", limit=MOST_CODES))[0]


def units(desk: Desk) -> list[Unit]:
    return desk.books.shelf(shelves.UNITS).page(Search(sort="code", limit=MOST_CODES))[0]
