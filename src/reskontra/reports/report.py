"""A report as values: its columns, its rows, and what it says of itself."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from itertools import zip_longest
from typing import Any, NamedTuple

from reskontra.domain.money import ZERO
from reskontra.domain.records import Record, field

Balances = Mapping[int, Decimal]  # by account, debit positive
Names = Mapping[int, str]  # of accounts


# Every report by its name, as people know it.
TITLES = {
    "balance-sheet": "Balansrapport",
    "income-statement": "Resultatrapport",
    "trial-balance": "Saldobalans",
    "general-ledger": "Huvudbok",
    "account-statement": "Kontoutdrag",
    "voucher-list": "Verifikationslista",
    "vat": "Momsrapport",
    "customer-ageing": "Kundreskontra",
    "supplier-ageing": "Leverantörsreskontra",
    "sales-by-customer": "Försäljning per kund",
    "sales-by-article": "Försäljning per artikel",
}


class Kind(StrEnum):
    """What a column holds, which decides how it is written everywhere."""

    TEXT = "text"
    NUMBER = "number"  # that something is called by
    COUNT = "count"
    DAY = "date"
    AMOUNT = "amount"


class Column(NamedTuple):
    name: str  # in JSON
    title: str  # for people
    kind: Kind = Kind.AMOUNT


class Sort(StrEnum):
    """What a row is among the others, which decides how much it weighs to the eye."""

    HEADING = "heading"
    ROW = "row"
    SUM = "sum"
    TOTAL = "total"


class Row(NamedTuple):
    """Its cells stand in the order of the columns; what is missing at the end is empty."""

    cells: tuple[Any, ...]
    sort: Sort = Sort.ROW


class Selection(Record):
    """What a report is about."""

    from_date: date
    to_date: date
    cost_center: str = ""
    project: str = ""
    known_at: datetime | None = None  # only what was registered by then
    account: int | None = None

    @property
    def is_plain(self) -> bool:
        """All that was posted, whatever it was for and whenever it came."""
        return not (self.cost_center or self.project or self.known_at)


class Report(Record):
    kind: str
    title: str
    selection: Selection
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    on_a_day: bool = False  # it tells of the last of its days alone
    company: str = ""
    organisation_number: str = ""
    made_at: datetime | None = None
    last_vouchers: Mapping[str, int] = field(default_factory=dict)  # by series, of the last year
    notes: tuple[str, ...] = ()


def heading(words: str) -> Row:
    return Row(("", words), Sort.HEADING)


def added(columns: tuple[Column, ...], rows: list[Row], words: str, sort: Sort = Sort.SUM) -> Row:
    """A row that sums those before it, in every column from the first of amounts on."""
    first = next(at for at, column in enumerate(columns) if column.kind is Kind.AMOUNT)
    cells = [row.cells[first:] for row in rows if row.sort is Sort.ROW]
    each = zip(*cells, strict=True) if cells else [()] * len(columns[first:])
    sums = tuple(sum((amount or ZERO for amount in amounts), ZERO) for amounts in each)
    blank = ("",) * (first - 2)
    return Row(("", words, *blank, *sums), sort)


def in_columns(report: Report, row: Row) -> list[tuple[Column, Any]]:
    """A cell for every column."""
    return list(zip_longest(report.columns, row.cells))
