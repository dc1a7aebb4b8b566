"""Open items on a day, by how late they are, tied to the account that they stand on."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from reskontra.domain.currency import SEK
from reskontra.domain.money import ZERO
from reskontra.reports.report import Column, Kind, Row, Sort

LATER_THAN = (0, 30, 60, 90)  # days after the due date: where each bucket but the first begins
ABOUT = (
    Column("Number", "Nummer", Kind.TEXT),
    Column("Name", "Namn", Kind.TEXT),
    Column("Invoice", "Faktura", Kind.TEXT),
    Column("DueDate", "Förfaller", Kind.DAY),
    Column("DaysLate", "Dagar sen", Kind.COUNT),
)
ABROAD = (
    Column("Currency", "Valuta", Kind.TEXT),
    Column("OpenInCurrency", "I valuta"),
)
BUCKETS = (
    Column("NotDue", "Ej förfallet"),
    Column("Late1To30", "1–30"),
    Column("Late31To60", "31–60"),
    Column("Late61To90", "61–90"),
    Column("LateOver90", "Över 90"),
    Column("Open", "Öppet"),
)
OF_CUSTOMERS = (*ABOUT, *BUCKETS)
OF_SUPPLIERS = (*ABOUT, *BUCKETS, *ABROAD)
FIRST = len(ABOUT)  # of the buckets


class OpenItem(NamedTuple):
    number: str  # of the customer or supplier
    name: str
    invoice: str
    due: date | None  # none: it ages not
    open: Decimal
    currency: str = SEK
    open_in_currency: Decimal | None = None


def ageing(items: Iterable[OpenItem], day: date) -> list[Row]:
    """By customer or supplier; those with several invoices get a sum of their own."""
    rows: list[Row] = []
    for _, theirs in groupby(sorted(items, key=_by_name), lambda it: (it.number, it.name)):
        own = [_row(it, day) for it in theirs]
        rows += own
        if len(own) > 1:
            name = own[0].cells[1]
            rows.append(_sum(own, f"Summa {name}", Sort.SUM))
    return [*rows, _sum(rows, "Summa", Sort.TOTAL)]


def tied(words: str, listed: Decimal, stands_at: Decimal) -> list[Row]:
    """What the account has that no invoice is behind, so that list and ledger still agree."""
    other = stands_at - listed
    rest = [_told("Ej från fakturor", other)] if other else []
    return [*rest, _told(words, stands_at, Sort.TOTAL)]


def bucket(late: int) -> int:
    """
    >>> [bucket(days) for days in (0, 1, 30, 31, 90, 91)]
    [0, 1, 1, 2, 3, 4]
    """
    return sum(late > limit for limit in LATER_THAN)


def _by_name(it: OpenItem) -> tuple[str, str, date, str]:
    return it.name.casefold(), it.number, it.due or date.min, it.invoice


def _row(it: OpenItem, day: date) -> Row:
    late = (day - it.due).days if it.due else None
    buckets: list[Decimal | None] = [None] * (len(LATER_THAN) + 1)
    buckets[bucket(late or 0)] = it.open
    abroad = (it.currency, it.open_in_currency) if it.currency != SEK else ()
    return Row((it.number, it.name, it.invoice, it.due, late, *buckets, it.open, *abroad))


def _sum(rows: list[Row], words: str, sort: Sort) -> Row:
    cells = [row.cells[FIRST : FIRST + len(BUCKETS)] for row in rows if row.sort is Sort.ROW]
    amounts = zip(*cells, strict=True) if cells else [()] * len(BUCKETS)
    sums = [sum((each or ZERO for each in column), ZERO) for column in amounts]
    return Row(("", words, *NOTHING[2:FIRST], *sums), sort)


def _told(words: str, amount: Decimal, sort: Sort = Sort.SUM) -> Row:
    return Row(("", words, *NOTHING[2:], amount), sort)


NOTHING = (None,) * (FIRST + len(BUCKETS) - 1)
