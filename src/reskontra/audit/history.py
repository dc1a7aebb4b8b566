"""The books' surroundings held against the history, which is a chain: what it says, and no more."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from reskontra.audit.chain import HEADS, digest_of, entries
from reskontra.audit.report import Violation
from reskontra.audit.sealed import sealed_at_once
from reskontra.audit.snapshot import Snapshot

LETTERHEAD = "letterhead altered"
PRINTING = "printing altered"
LOCK = "lock date is not the history's"
YEAR = "year is not the history's"

LETTERHEADS = """SELECT l.version, l.name, l.details, l.logo FROM letterheads l
    WHERE l.organisation_id = {organisation} ORDER BY l.version"""
PRINTINGS = """SELECT p.document, p.mark, p.digest, p.at FROM printed_documents p
    WHERE p.organisation_id = {organisation} ORDER BY p.document, p.mark"""
LOCKED = """SELECT coalesce(CAST(l.locked_through AS text), '') FROM ledgers l
    WHERE l.organisation_id = {organisation}"""
YEARS = """SELECT y.id, CAST(y.from_date AS text), CAST(y.to_date AS text), y.closed,
    coalesce(CAST(y.adopted AS text), '') FROM financial_years y
    WHERE y.organisation_id = {organisation} ORDER BY y.id"""

Detail = dict[str, Any]
# What an entry says of a year.
OF_YEARS: dict[str, Callable[[Detail], Detail]] = {
    "year opened": lambda detail: detail,
    "year closed": lambda detail: {"closed": True},
    "year reopened": lambda detail: {"closed": False},
    "annual accounts adopted": lambda detail: {"adopted": detail["day"]},
}


class Told:
    """What the history has told so far."""

    def __init__(self) -> None:
        self.letterheads: dict[str, str] = {}
        self.printings: set[tuple[str, ...]] = set()
        self.locked = ""
        self.years: dict[int, Detail] = {}
        self.sealed_at_once = False

    def hear(self, at: str, what: str, detail: Detail) -> None:
        self.letterheads.update(detail.get("letterheads", {}))
        self.sealed_at_once |= what == "sealed"
        if what == "document printed":
            self.printings.add((detail["document"], detail["mark"], detail["digest"], at))
        elif what == "period locked":
            self.locked = detail["through"]
        elif what in OF_YEARS:
            self.years.setdefault(detail["year"], {}).update(OF_YEARS[what](detail))

    def knows_letterhead(self, version: int, name: str, details: str, logo: bytes) -> bool:
        content = [version, name, details, hashlib.sha256(logo).hexdigest()]
        return self.letterheads.get(str(version)) == digest_of(content)


def unlike_the_history(books: Snapshot) -> Iterator[Violation]:
    for organisation, _ in books.rows(HEADS):
        told = Told()
        for _, _, at, _, what, detail in entries(books, organisation):
            told.hear(at, what, json.loads(detail))
        for name, place in _differences(books, organisation, told):
            yield Violation(name, organisation, place)


def _differences(books: Snapshot, organisation: int, told: Told) -> Iterator[tuple[str, str]]:
    part = {"organisation": int(organisation)}
    versions = set()
    for version, name, details, logo in books.rows(LETTERHEADS.format(**part)):
        versions.add(str(version))
        if not told.knows_letterhead(version, name, details, bytes(logo)):
            yield LETTERHEAD, f"version {version}"
    for version in sorted(told.letterheads.keys() - versions):
        yield LETTERHEAD, f"version {version} is gone"
    yield from _printings(books, organisation, told)
    for (locked,) in books.rows(LOCKED.format(**part)):
        if locked != told.locked:
            yield LOCK, f"{locked or 'none'}; the history says {told.locked or 'none'}"
    yield from _years(books, organisation, told)


def _printings(books: Snapshot, organisation: int, told: Told) -> Iterator[tuple[str, str]]:
    """Those that the history names one by one, and the older ones that it names together."""
    kept = books.rows(PRINTINGS.format(organisation=int(organisation)))
    older = [row for row in kept if tuple(row) not in told.printings]
    together = hashlib.sha256()
    for row in older:
        together.update(digest_of(list(row)).encode())
    if older and together.hexdigest() != sealed_at_once(books, organisation, "printings"):
        yield PRINTING, ", ".join(f"{row[0]} {row[1]}".rstrip() for row in older[:5])
    for document, mark, *_ in sorted(told.printings - {tuple(row) for row in kept}):
        yield PRINTING, f"{document} {mark}".rstrip() + " is not as it was"


def _years(books: Snapshot, organisation: int, told: Told) -> Iterator[tuple[str, str]]:
    there = set()
    for number, begins, ends, closed, adopted in books.rows(
        YEARS.format(organisation=int(organisation))
    ):
        there.add(number)
        said = told.years.get(number)
        if said is None:
            yield YEAR, f"year {number} was never opened"
            continue
        dates = said.get("from_date") == begins and said.get("to_date", ends) == ends
        state = (bool(closed), adopted) == (said.get("closed", False), said.get("adopted", ""))
        if not dates or not state:
            yield YEAR, f"year {number}"
    for number in sorted(told.years.keys() - there):
        yield YEAR, f"year {number} is gone"
