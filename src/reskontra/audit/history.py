"""The books' surroundings held against the history, which is a chain: what it says, and no more."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from reskontra.audit.chain import HEADS, digest_of, entries
from reskontra.audit.report import Violation
from reskontra.audit.sealed import NONE_OLDER, fields_digest
from reskontra.audit.snapshot import Snapshot

LETTERHEAD = "letterhead altered"
PRINTING = "printing altered"
LOCK = "lock date is not the history's"
YEAR = "year is not the history's"
CLAIM = "claim altered"
CONTRADICTION = "history contradicts itself"

LETTERHEADS = """SELECT l.version, l.name, l.details, l.logo FROM letterheads l
    WHERE l.organisation_id = {organisation} ORDER BY l.version"""
PRINTINGS = """SELECT p.document, p.mark, p.digest, p.at FROM printed_documents p
    WHERE p.organisation_id = {organisation} ORDER BY p.document, p.mark"""
CLAIMED = (
    "asked_amount", "carried", "cases", "created_date", "file", "from_date", "left_out", "name",
    "number", "to_date", "type", "warnings",
)  # fmt: skip
CLAIMS = f"""SELECT {
    ", ".join(f"CAST(c.{n} AS text)" if n.endswith("_date") else f"c.{n}" for n in CLAIMED)
}
    FROM tax_reduction_claims c WHERE c.organisation_id = {{organisation}} ORDER BY c.number"""
LOCKED = """SELECT coalesce(CAST(l.locked_through AS text), '') FROM ledgers l
    WHERE l.organisation_id = {organisation}"""
YEARS = """SELECT y.id, CAST(y.from_date AS text), CAST(y.to_date AS text), y.closed,
    coalesce(CAST(y.adopted AS text), '') FROM financial_years y
    WHERE y.organisation_id = {organisation} ORDER BY y.id"""

Detail = dict[str, Any]
# What an entry says of a year that was opened.
OF_YEARS: dict[str, Callable[[Detail], Detail]] = {
    "year closed": lambda detail: {"closed": True},
    "year reopened": lambda detail: {"closed": False},
    "annual accounts adopted": lambda detail: {"adopted": detail["day"]},
}
NAMED = 5  # of the printings that the history has not named


class Told:
    """What the history has told so far, and what of it was met."""

    def __init__(self) -> None:
        self.letterheads: dict[str, str] = {}  # the digest of each version
        self.printings: dict[tuple[str, str], tuple[str, str]] = {}  # digest and time, by what
        self.claims: dict[int, str] = {}  # the digest of each
        self.locked = ""
        self.years: dict[int, Detail] = {}
        self.older: dict[str, str] = {}  # the digests of what was sealed all at once
        self.unnamed: list[str] = []
        self._unnamed = hashlib.sha256()
        self._met: set[Any] = set()

    def hear(self, at: str, what: str, detail: Detail) -> Iterator[str]:
        """What contradicts an earlier entry: the first word stands."""
        yield from keep_first(self.letterheads, detail.get("letterheads", {}), "letterhead")
        if what == "sealed":
            yield from self._hear_seal(detail)
        elif what == "document printed":
            said = {(detail["document"], detail["mark"]): (detail["digest"], at)}
            yield from keep_first(self.printings, said, "printing")
        elif what == "claim made":
            yield from keep_first(self.claims, {detail["claim"]: detail["digest"]}, "claim")
        elif what == "period locked":
            self.locked = detail["through"]
        elif what == "year opened":
            yield from self._hear_year(detail["year"], detail)
        elif what in OF_YEARS:
            self.years.setdefault(detail["year"], {}).update(OF_YEARS[what](detail))

    def _hear_seal(self, detail: Detail) -> Iterator[str]:
        """What an older version had told of years and locks already is told once more."""
        together = {name: detail[name] for name in ("documents", "printings") if name in detail}
        yield from keep_first(self.older, together, "all older")
        for number, said in detail.get("years", {}).items():
            yield from self._hear_year(int(number), said)
        self.locked = self.locked or detail.get("locked", "")

    def _hear_year(self, number: int, said: Detail) -> Iterator[str]:
        yield from keep_first(self.years.setdefault(number, {}), said, f"year {number}:")

    def seals_letterhead(self, version: int, name: str, details: str, logo: bytes) -> bool:
        content = [version, name, details, hashlib.sha256(logo).hexdigest()]
        return self._meets(self.letterheads, str(version), digest_of(content))

    def seals_printing(self, document: str, mark: str, digest: str, at: str) -> bool:
        """One that was not named by itself must be among those that were sealed all at once."""
        if (document, mark) in self.printings:
            return self._meets(self.printings, (document, mark), (digest, at))
        self._unnamed.update(digest_of([document, mark, digest, at]).encode())
        if len(self.unnamed) < NAMED:
            self.unnamed.append(f"{document} {mark}".rstrip())
        return True

    def seals_claim(self, fields: Detail) -> bool:
        return self._meets(self.claims, fields["number"], fields_digest(fields))

    def seals_unnamed(self) -> bool:
        return self._unnamed.hexdigest() == self.older.get("printings", NONE_OLDER)

    def _meets(self, kept: dict[Any, Any], key: Any, value: Any) -> bool:
        again = key in self._met
        self._met.add(key)
        return not again and kept.get(key) == value

    def unmet(self) -> Iterator[tuple[str, str]]:
        """What there must be too."""
        for version in sorted(self.letterheads.keys() - self._met):
            yield LETTERHEAD, f"letterhead {version}"
        for document, mark in sorted(self.printings.keys() - self._met):
            yield PRINTING, f"printing of {document} {mark}".rstrip()
        for number in sorted(self.claims.keys() - self._met):
            yield CLAIM, f"claim {number}"


def keep_first(kept: dict[Any, Any], said: dict[Any, Any], what: str) -> Iterator[str]:
    for key, value in said.items():
        if kept.setdefault(key, value) != value:
            yield f"{what} {key}"


def unlike_the_history(books: Snapshot) -> Iterator[Violation]:
    for organisation, _ in books.rows(HEADS):
        told = Told()
        for number, _, at, _, what, detail in entries(books, organisation):
            for place in told.hear(at, what, json.loads(detail)):
                yield Violation(CONTRADICTION, organisation, f"entry {number}: {place}")
        for name, place in _differences(books, organisation, told):
            yield Violation(name, organisation, place)


def claims(books: Snapshot, organisation: int) -> Iterator[Detail]:
    """What is sealed of each; older books have none."""
    if "tax_reduction_claims.number" in books.columns:
        for row in books.rows(CLAIMS.format(organisation=int(organisation))):
            yield dict(zip(CLAIMED, row, strict=True))


def _differences(books: Snapshot, organisation: int, told: Told) -> Iterator[tuple[str, str]]:
    part = {"organisation": int(organisation)}
    for version, name, details, logo in books.rows(LETTERHEADS.format(**part)):
        if not told.seals_letterhead(version, name, details, bytes(logo)):
            yield LETTERHEAD, f"version {version}"
    for row in books.rows(PRINTINGS.format(**part)):
        if not told.seals_printing(*row):
            yield PRINTING, f"{row[0]} {row[1]}".rstrip()
    for fields in claims(books, organisation):
        if not told.seals_claim(fields):
            yield CLAIM, f"claim {fields['number']}"
    if not told.seals_unnamed():
        yield PRINTING, ", ".join(told.unnamed) or "those from before they were sealed are gone"
    for name, place in told.unmet():
        yield name, f"{place} is gone"
    for (locked,) in books.rows(LOCKED.format(**part)):
        if locked != told.locked:
            yield LOCK, f"{locked or 'none'}; the history says {told.locked or 'none'}"
    yield from _years(books, organisation, told)


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
        dates = said.get("from_date") == begins and said.get("to_date") == ends
        state = (bool(closed), adopted) == (said.get("closed", False), said.get("adopted", ""))
        if not dates or not state:
            yield YEAR, f"year {number}"
    for number in sorted(told.years.keys() - there):
        yield YEAR, f"year {number} is gone"
