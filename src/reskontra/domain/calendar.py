"""Financial years, and the periods that are locked for posting."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, date, timedelta
from typing import Any

from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.records import Record, field

LONGEST_YEAR = 18  # months


class FinancialYear(Record):
    id: int
    from_date: date
    to_date: date
    closed: bool = False
    accounting_method: str = ""
    adopted: date | None = None  # when its annual accounts were, so that it stays closed
    carried: Mapping[str, Any] = field(default_factory=dict)

    def covers(self, day: date) -> bool:
        return self.from_date <= day <= self.to_date


class LockedPeriod(Record):
    """All days through the last one, where there is one."""

    locked_through: date | None = None


def year_of(years: Sequence[FinancialYear], day: date) -> FinancialYear | None:
    return next((year for year in years if year.covers(day)), None)


def ends_between(years: Sequence[FinancialYear], first: date, later: date) -> bool:
    """Is the year of the first day over on the later one, and not closed yet?"""
    year = year_of(years, first)
    return year is not None and not year.closed and year.to_date < later


def next_id(years: Sequence[FinancialYear]) -> int:
    return max((year.id for year in years), default=0) + 1


def coming_year(years: Sequence[FinancialYear]) -> FinancialYear:
    """The twelve months after the latest of the years.

    >>> coming_year([FinancialYear(1, date(2026, 5, 1), date(2027, 4, 30))]).to_date
    datetime.date(2028, 4, 30)
    """
    start = max(year.to_date for year in years) + timedelta(days=1)
    return FinancialYear(next_id(years), start, months_later(start, 12) - timedelta(days=1))


def is_to_come(years: Sequence[FinancialYear], day: date, today: date) -> bool:
    """Is it in the coming year, and may that begin? At most one begins after today."""
    ahead = any(year.from_date > today for year in years)
    return bool(years) and not ahead and coming_year(years).covers(day)


def refuse_closed(year: FinancialYear | None, locked_through: date | None, day: date) -> None:
    """Refuse a posting on `day` unless its year is open and its period unlocked."""
    if year is None:
        raise Conflict(f"Det finns inget räkenskapsår för {day}")
    if year.closed:
        raise Conflict(f"Räkenskapsåret {year.from_date} till {year.to_date} är stängt")
    if locked_through is not None and day <= locked_through:
        raise Conflict(f"Perioden är låst till och med {locked_through}")


def refuse_far(years: Sequence[FinancialYear], new: FinancialYear, today: date) -> None:
    """At most one year begins after today."""
    if new.from_date > today and any(year.from_date > today for year in years):
        raise Invalid("Bara ett räkenskapsår kan läggas upp i förväg")


def refuse_irregular(years: Sequence[FinancialYear], new: FinancialYear) -> None:
    """Refuse a year that the law does not allow beside those that exist."""
    if new.to_date < new.from_date:
        raise Invalid("Räkenskapsåret slutar innan det börjar")
    if new.to_date.day != monthrange(new.to_date.year, new.to_date.month)[1]:
        raise Invalid("Räkenskapsåret måste sluta den sista i en månad")
    if new.from_date.year + 2 > MAXYEAR or new.to_date >= months_later(new.from_date, LONGEST_YEAR):
        raise Invalid("Räkenskapsåret får vara högst 18 månader")
    if not years:
        return
    if new.from_date.day != 1:
        raise Invalid("Räkenskapsåret måste börja den första i en månad")
    before, after = min(y.from_date for y in years), max(y.to_date for y in years)
    if new.from_date != after + timedelta(days=1) and new.to_date != before - timedelta(days=1):
        raise Invalid("Räkenskapsåret måste följa direkt på eller direkt föregå ett annat")


def months_later(day: date, months: int) -> date:
    """The same day that many months on; the last of the month where it has no such day.

    >>> months_later(date(2026, 8, 31), 18)
    datetime.date(2028, 2, 29)
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
