"""VAT periods: which there are, what each is called, and when its return is due."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from reskontra.domain.calendar import FinancialYear, months_later


class VatPeriod(StrEnum):
    """How often an organisation tells of its VAT."""

    NONE = "none"  # it is not registered for VAT, or nobody has said how often
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"  # the financial one, whatever its length


class Period(NamedTuple):
    from_date: date
    to_date: date

    @property
    def name(self) -> str:
        """Its last month.

        >>> Period(date(2026, 1, 1), date(2026, 3, 31)).name
        '202603'
        """
        return f"{self.to_date:%Y%m}"

    def covers(self, day: date) -> bool:
        return self.from_date <= day <= self.to_date


class Due(NamedTuple):
    months: int  # after the period's last
    day: int


MONTHS = {VatPeriod.MONTH: 1, VatPeriod.QUARTER: 3}
# Nobody has confirmed these for the year at hand: a yearly return may be due with the income tax
# return, and a monthly one of more than 40 million kronor a year on the 26th of the next month.
DUE = {
    VatPeriod.MONTH: Due(2, 12),
    VatPeriod.QUARTER: Due(2, 12),
    VatPeriod.YEAR: Due(2, 26),
}
# The months of a periodic summary, by what follows on the year in its code.
SUMMARIES = {f"{month:02}": range(month, month + 1) for month in range(1, 13)} | {
    f"-{quarter}": range(quarter * 3 - 2, quarter * 3 + 1) for quarter in range(1, 5)
}
MOVED = {(1, 12): 17, (8, 12): 17}  # by month and day: after Christmas and after the summer


def periods(kind: VatPeriod, years: Sequence[FinancialYear]) -> Iterator[Period]:
    """All that the financial years reach into, the earliest first.

    Quarters are those of the calendar, also where a year is not.
    """
    in_order = sorted(years, key=lambda year: year.from_date)
    if kind is VatPeriod.YEAR:
        yield from (Period(year.from_date, year.to_date) for year in in_order)
    elif in_order and kind is not VatPeriod.NONE:
        first, last = in_order[0].from_date, in_order[-1].to_date
        yield from _by_the_calendar(MONTHS[kind], first, last)


def _by_the_calendar(months: int, first: date, last: date) -> Iterator[Period]:
    begins = date(first.year, (first.month - 1) // months * months + 1, 1)
    while begins <= last:
        following = months_later(begins, months)
        yield Period(begins, following - timedelta(days=1))
        begins = following


def unfiled(
    kind: VatPeriod, years: Sequence[FinancialYear], filed: Iterable[Period]
) -> Iterator[Period]:
    """Those after the last that is filed; one that is filed in part begins where that ended."""
    last = max((each.to_date for each in filed), default=date.min)
    for period in periods(kind, years):
        if period.to_date > last:
            yield period._replace(from_date=max(period.from_date, last + timedelta(days=1)))


def due_date(kind: VatPeriod, period: Period) -> date:
    """
    >>> due_date(VatPeriod.QUARTER, Period(date(2026, 4, 1), date(2026, 6, 30)))
    datetime.date(2026, 8, 17)
    """
    months, day = DUE[kind]
    month = months_later(period.to_date.replace(day=1), months)
    return month.replace(day=MOVED.get((month.month, day), day))


def summary_period(code: str) -> Period | None:
    """What a periodic summary is of, by the code in its file: `YYMM` or `YY-Q`.

    >>> summary_period("26-2"), summary_period("2613")
    (Period(from_date=datetime.date(2026, 4, 1), to_date=datetime.date(2026, 6, 30)), None)
    """
    year, rest = code[:2], code[2:]
    months = SUMMARIES.get(rest)
    if months is None or not (year.isascii() and year.isdecimal()):
        return None
    first, last = date(2000 + int(year), months[0], 1), date(2000 + int(year), months[-1], 1)
    return Period(first, months_later(last, 1) - timedelta(days=1))
