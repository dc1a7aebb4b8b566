"""What the books began with, voided numbers and methods of years, held against the history.

What later years begin with follows from the vouchers, and is looked at with the years.
"""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from reskontra.audit.chain import HEADS, digest_of
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

OPENING = "opening balance is not the history's"
VOIDED = "voided number altered"
TYPE = "account type is not the history's"
METHOD = "year's method is not the history's"
NONE_OLDER = digest_of([])

SAID = """SELECT h.at, h.by, h.what, h.detail FROM history h
    WHERE h.organisation_id = {organisation} AND h.what IN
    ('account set', 'account removed', 'number voided', 'year opened', 'sealed')
    ORDER BY h.number"""
YEARS = """SELECT y.id, y.accounting_method FROM financial_years y
    WHERE y.organisation_id = {organisation} ORDER BY y.from_date"""
OPENINGS = """SELECT a.number, a.balance_brought_forward FROM accounts a
    WHERE a.organisation_id = {organisation} AND a.year = {year} ORDER BY a.number"""
TYPES = """SELECT DISTINCT a.number, a.type FROM accounts a
    WHERE a.organisation_id = {organisation} ORDER BY a.number, a.type"""
VOIDINGS = """SELECT n.series, n.number, n.at, n.by, n.why FROM voided_numbers n
    WHERE n.organisation_id = {organisation} ORDER BY n.series, n.number"""

Account = tuple[int, int]  # year and number


class Said:
    """What the history says last."""

    def __init__(self) -> None:
        self.openings: dict[Account, int | None] = {}  # in öre; None where an entry does not tell
        self.others: int | None = 0  # of all accounts that were never set
        self.voidings: set[Row] = set()
        self.older_voidings = NONE_OLDER  # the digest of all that no entry names by itself
        self.methods: dict[int, str] = {}
        self.types: dict[int, str] = {}  # of accounts

    def hear(self, at: str, by: str, what: str, detail: dict[str, Any]) -> None:
        if what == "number voided":
            self.voidings.add((detail["series"], detail["number"], at, by, detail["why"]))
        elif what == "year opened":
            self._method(detail["year"], detail.get("accounting_method"))
        elif what == "sealed":
            self._seal(detail)
        else:
            told = "0" if what == "account removed" else detail.get("balance_brought_forward")
            opening = None if told is None else int(Decimal(told) * 100)
            self.openings[detail["year"], detail["number"]] = opening
            if "type" in detail:
                self.types[detail["number"]] = detail["type"]

    def opening(self, year: int, number: int) -> int | None:
        return self.openings.get((year, number), self.others)

    def _method(self, year: int, method: str | None) -> None:
        if method is not None:
            self.methods[year] = method

    def _seal(self, detail: dict[str, Any]) -> None:
        """All that was there before entries told of it."""
        self.older_voidings = detail.get("voidings", self.older_voidings)
        if "openings" not in detail:
            return
        self.others = 0
        self.openings = {
            (int(year), int(number)): opening
            for year, balances in detail.get("openings", {}).items()
            for number, opening in balances.items()
        }
        for year, method in detail.get("methods", {}).items():
            self._method(int(year), method)


def registers_unlike_the_history(books: Snapshot) -> Iterator[Violation]:
    for organisation, _ in books.rows(HEADS):
        said = Said()
        for at, by, what, detail in books.rows(SAID.format(organisation=int(organisation))):
            said.hear(at, by, what, json.loads(detail))
        for name, place in _differences(books, int(organisation), said):
            yield Violation(name, organisation, place)


def _differences(books: Snapshot, organisation: int, said: Said) -> Iterator[tuple[str, str]]:
    years = books.rows(YEARS.format(organisation=organisation))
    for year, method in years:
        if method != said.methods.get(year, method):
            yield METHOD, f"year {year}: {method}; the history says {said.methods[year]}"
    if years:
        yield from _openings(books, organisation, said, years[0][0])
    yield from _types(books, organisation, said)
    yield from _voidings(books, organisation, said)


def _openings(
    books: Snapshot, organisation: int, said: Said, year: int
) -> Iterator[tuple[str, str]]:
    """Of the first year, from which all later ones follow."""
    kept: dict[int, int] = dict(
        books.rows(OPENINGS.format(organisation=organisation, year=int(year)))
    )
    gone = {number for of_year, number in said.openings if of_year == year} - kept.keys()
    for number in sorted(kept.keys() | gone):
        told, balance = said.opening(year, number), kept.get(number, 0)
        if told is not None and told != balance:
            yield OPENING, f"account {number} of year {year}: {balance} öre; it says {told}"


def _types(books: Snapshot, organisation: int, said: Said) -> Iterator[tuple[str, str]]:
    """One of an account in all years; in some it may not be told."""
    kept: dict[int, set[str]] = {}
    for number, kind in books.rows(TYPES.format(organisation=organisation)):
        kept.setdefault(number, set()).update([kind] if kind else [])
    for number, kinds in kept.items():
        told = {said.types[number]} if number in said.types else set()
        if kinds != told:
            yield TYPE, f"account {number}: {kinds or 'none'}; the history says {told or 'none'}"


def _voidings(books: Snapshot, organisation: int, said: Said) -> Iterator[tuple[str, str]]:
    """Those that the history names one by one, and the older ones that it names together."""
    kept = [tuple(row) for row in books.rows(VOIDINGS.format(organisation=organisation))]
    older = [list(row) for row in kept if row not in said.voidings]
    if digest_of(older) != said.older_voidings:
        gone = "those from before they were sealed"
        yield VOIDED, ", ".join(f"{series} {number}" for series, number, *_ in older[:5]) or gone
    for series, number, *_ in sorted(said.voidings - {*kept}):
        yield VOIDED, f"{series} {number} is not as it was"
