"""SIE out: what is asked for, the file, and the identities that it must hold."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import IO, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.sie_file import Signs, YearFile, voucher_in_sie
from reskontra.actions.years import year_among, year_numbered
from reskontra.contract.listing import day_asked
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.voucher import VoucherKey
from reskontra.sie.values import File, Voucher
from reskontra.sie.writer import Losses, written
from reskontra.storage import exporting
from reskontra.storage.exporting import Days, Stretch

TYPES = ("1", "2", "3", "4")
TRUE, FALSE = "true", "false"


class Disagreement(AssertionError):
    """The books do not agree with themselves: a fault of ours, and no file leaves the house."""


class Wish(NamedTuple):
    """What of a year, and in which form."""

    file_type: int = 4
    first: date | None = None  # of the vouchers; balances are those of the year all the same
    last: date | None = None
    every: bool = False  # accounts that are neither active nor used, too
    selection: tuple[Stretch, ...] = ()
    without_result: bool = False
    checksum: bool = False
    of_objects: bool = False  # balances of objects in type 4, too; type 3 has them always

    @property
    def is_whole(self) -> bool:
        return self.file_type == 4 and not (self.first or self.last or self.selection)


def wished(file_type: str, query: Mapping[str, str]) -> Wish:
    """As a call asks for it; raises Invalid."""
    if file_type not in TYPES:
        raise Invalid("Ogiltig SIE-typ: den ska vara 1, 2, 3 eller 4")
    first, last = (_day(query, name) for name in ("fromdate", "todate"))
    return Wish(
        int(file_type),
        first,
        last,
        _truth(query, "exportall"),
        selected(query.get("selection", "")),
        *(_truth(query, name) for name in ("excluderesult", "checksum", "objectbalances")),
    )


def _day(query: Mapping[str, str], name: str) -> date | None:
    value = query.get(name)
    return date.fromisoformat(day_asked(name, value)) if value else None


def _truth(query: Mapping[str, str], name: str) -> bool:
    value = query.get(name, FALSE).lower() or FALSE
    if value not in (TRUE, FALSE):
        raise Invalid(f"Ogiltigt värde för {name}")
    return value == TRUE


def selected(text: str) -> tuple[Stretch, ...]:
    """
    >>> selected("A,20,24;B")[0]
    Stretch(series='A', first=20, last=24)
    """
    return tuple(apart(map(_stretch, text.split(";")))) if text else ()


def apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """In order, and no voucher twice.

    >>> [*apart([Stretch("A", 3, 9), Stretch("A", 1, 5)])]
    [Stretch(series='A', first=1, last=5), Stretch(series='A', first=6, last=9)]
    """
    reached = Stretch("", 0, 0)
    for each in sorted(stretches):
        if each.series == reached.series:
            each = each._replace(first=max(each.first, reached.last + 1))
        if each.first <= each.last:
            reached = each
            yield each


def _stretch(text: str) -> Stretch:
    series, *bounds = (word.strip() for word in text.split(","))
    if not series or len(bounds) not in (0, 2):
        raise Invalid("Ogiltigt värde för selection")
    if not all(bound.isascii() and bound.isdecimal() and len(bound) <= 15 for bound in bounds):
        raise Invalid("Ogiltigt värde för selection")
    return Stretch(series, *map(int, bounds))


def year_wished(desk: Desk, query: Mapping[str, str]) -> FinancialYear:
    years = desk.books.years()
    return year_numbered(years, year_among(years, query, desk.today))


def export(desk: Desk, year: FinancialYear, wish: Wish, into: IO[bytes]) -> Losses:
    """The file, a portion at a time; raises Disagreement when it is not to be used.

    What it could not say as it is in the books is handed back, for someone to tell.
    """
    facts = YearFile(desk, year, wish.without_result)
    tally, losses = Tally(), Losses()
    refuse_disagreement(facts)
    for portion in written(composed(facts, wish, tally), losses):
        into.write(portion)
    if wish.is_whole:
        tally.refuse_other(facts)
    return losses


def composed(facts: YearFile, wish: Wish, tally: "Tally") -> File:
    """Types 1 to 3 are the same with less."""
    dimensions, objects = facts.dimensions() if wish.file_type > 2 else ([], [])
    balances = [*facts.balances()]
    if wish.file_type > 1:
        balances += facts.months()
    if wish.file_type == 3:
        balances += facts.of_objects()
    elif wish.file_type == 4 and wish.of_objects:
        balances += (each for each in facts.of_objects() if not each.month)
    return File(
        tuple(facts.identification(wish.file_type)),
        tuple(facts.accounts(wish.every)),
        tuple(dimensions),
        tuple(objects),
        tuple(balances),
        vouchers(facts, wish, tally) if wish.file_type == 4 else (),
        checksum=wish.checksum,
    )


def vouchers(facts: YearFile, wish: Wish, tally: "Tally") -> Iterator[Voucher]:
    books, year = facts.desk.books, facts.year
    stretches = wish.selection or [Stretch(code) for code in exporting.series_of(books, year.id)]
    first, last = wish.first or year.from_date, wish.last or year.to_date
    days = Days(first.isoformat(), last.isoformat())
    signs, left_out = Signs(facts.desk), {*facts.left_out}
    for registered in exporting.vouchers_in(books, year.id, stretches, days):
        own = registered.voucher
        if VoucherKey(own.year, own.series, own.number) not in left_out:
            said = voucher_in_sie(registered, signs)
            tally.count(said)
            yield said


class Tally:
    """What the rows that were written come to."""

    def __init__(self) -> None:
        self.changes: dict[int, Decimal] = {}

    def count(self, voucher: Voucher) -> None:
        if voucher.sum:
            raise Disagreement(f"{voucher.name} does not balance: {voucher.sum}")
        for row in voucher.rows:
            if row.counts:
                self.changes[row.account] = self.changes.get(row.account, ZERO) + row.amount

    def refuse_other(self, facts: YearFile) -> None:
        """Opening balances and rows give the closing ones, and rows the result."""
        for account in {*self.changes, *facts.changes}:
            rows, told = self.changes.get(account, ZERO), facts.changes.get(account, ZERO)
            if rows != told:
                raise Disagreement(f"the rows of {account} come to {rows}, its balance says {told}")


def refuse_disagreement(facts: YearFile) -> None:
    """A year begins as the one before it ended; its balances and its result are one sum."""
    standing = {*facts.opening, *facts.ended_before}
    comparable = facts.before and exporting.has_vouchers(facts.desk.books, facts.before.id)
    for account in filter(facts.desk.books.goes_on, standing if comparable else ()):
        opening, ended = facts.opening.get(account, ZERO), facts.ended_before.get(account, ZERO)
        if opening != ended:
            raise Disagreement(f"{account} begins at {opening}, but ended at {ended}")
    if total := sum(facts.changes.values(), ZERO):
        raise Disagreement(f"the year's changes come to {total}")


def file_name(desk: Desk) -> str:
    now = desk.books.now.astimezone(SWEDEN)
    return f"Foretag{now:%Y%m%d_%H%M%S}.se"
