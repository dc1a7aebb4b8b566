"""What a SIE file says, as values. The line that something stood on is no part of what it says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from reskontra.domain.equity import PLAIN
from reskontra.sie.kinds import Pair, Pairs
from reskontra.sie.records import FileType


def of_line() -> Any:
    return field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as the table has it: a value for each of its fields."""

    label: str
    values: tuple[Any, ...]
    line: int = of_line()


class Span(NamedTuple):
    """The first and the last day of a financial year."""

    begins: date
    ends: date

    def covers(self, day: date) -> bool:
        return self.begins <= day <= self.ends


@dataclass(frozen=True, slots=True)
class Account:
    number: int
    name: str
    type: str = ""  # T asset, S liability or equity, K cost, I income
    unit: str = ""
    sru: tuple[str, ...] = ()
    line: int = of_line()


@dataclass(frozen=True, slots=True)
class Dimension:
    number: int
    name: str
    parent: int | None = None
    line: int = of_line()


@dataclass(frozen=True, slots=True)
class Object:
    dimension: int
    code: str
    name: str
    line: int = of_line()


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance or, with a month, the change in it."""

    label: str
    year: int
    account: int
    amount: Decimal
    quantity: Decimal | None = None
    month: str = ""
    object: Pair | None = None
    line: int = of_line()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a voucher: `RTRANS` was added later, `BTRANS` struck out."""

    account: int
    amount: Decimal
    objects: Pairs = ()
    day: date | None = None
    text: str = ""
    quantity: Decimal | None = None
    sign: str = ""
    label: str = "TRANS"
    line: int = of_line()

    @property
    def counts(self) -> bool:
        """An added row is repeated by the one after it, which does."""
        return self.label == "TRANS"


@dataclass(frozen=True, slots=True)
class Voucher:
    series: str
    number: int | None
    day: date
    text: str = ""
    registered: date | None = None
    sign: str = ""
    rows: tuple[Row, ...] = ()
    line: int = of_line()

    @property
    def sum(self) -> Decimal:
        return sum((row.amount for row in self.rows if row.counts), Decimal(0))

    @property
    def name(self) -> str:
        told = f"{self.series} {'' if self.number is None else self.number}".strip()
        return told or "utan nummer"


@dataclass(frozen=True)
class File:
    identification: tuple[Entry, ...] = ()
    accounts: tuple[Account, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    objects: tuple[Object, ...] = ()
    balances: tuple[Balance, ...] = ()
    vouchers: Iterable[Voucher] = ()  # read from a file they are a tuple
    flag: int = 0
    checksum: bool = False

    @cached_property
    def said(self) -> Mapping[str, tuple[Any, ...]]:
        """The identification by label; the first of each."""
        return {entry.label: entry.values for entry in reversed(self.identification)}

    @cached_property
    def years(self) -> Mapping[int, Span]:
        entries = (entry.values for entry in self.identification if entry.label == "RAR")
        return {year: Span(begins, ends) for year, begins, ends in entries if begins and ends}

    @property
    def type(self) -> FileType:
        """Type 4 does not say whether it is for import: its content does."""
        told = str(self.said.get("SIETYP", ("1",))[0])
        if told != "4":
            return FileType(told)
        return FileType.EXPORT if self.balances else FileType.IMPORT

    @cached_property
    def types(self) -> Mapping[int, str]:
        """Of accounts whose numbers do not say it: as declared, else by where balances are told."""
        told = {
            each.account: "I" if each.label == "RES" else "T"
            for each in sorted(self.balances, key=lambda each: bool(each.amount))
            if each.label in ("IB", "UB", "RES")
        }
        told |= {each.number: each.type for each in self.accounts if each.type}
        return {number: each for number, each in told.items() if number not in PLAIN}

    def balance(self, label: str, year: int) -> dict[int, Decimal]:
        """By account; of those with a month or an object nothing."""
        return {
            each.account: each.amount
            for each in self.balances
            if each.label == label and each.year == year and not each.month and not each.object
        }
