"""Interest on a late claim, day by day: the reference rate of each half-year, and what it bears."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import NamedTuple

from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO, to_ore

ABOVE_REFERENCE = Decimal(8)  # percentage points, by the law
DAYS_OF_A_YEAR = 365  # also of a leap year, by custom
HIGHEST = Decimal(50)  # per cent: what is above it is a slip of the pen
STEP = Decimal("0.5")  # a reference rate is the policy rate, rounded up to half a point
ONE_DAY = timedelta(days=1)

Rates = Mapping[date, Decimal]  # the reference rate, by the first day of its half-year


def _shipped() -> dict[date, Decimal]:
    text = files("reskontra.domain").joinpath("reference_rates.csv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines()[1:])
    return {date.fromisoformat(first): Decimal(percent) for first, percent in rows}


SHIPPED: Rates = _shipped()


class UnknownRate(Conflict):
    """Nobody guesses it."""

    def __init__(self, first: date) -> None:
        self.first = first
        super().__init__(
            f"Referensräntan från och med {first} är inte känd, så ränta kan inte räknas"
        )


class NoReferenceRate(Invalid):
    """En referensränta gäller från 1 januari eller 1 juli och anges i halva procentenheter"""


class RateIsKnown(Conflict):
    def __init__(self, first: date, percent: Decimal) -> None:
        self.first, self.percent = first, percent
        super().__init__(f"Referensräntan från och med {first} är redan {percent} %")


class Movement(NamedTuple):
    """What came of a claim on a day: below zero it was paid."""

    day: date
    amount: Decimal


class Stretch(NamedTuple):
    """Days in a row on which neither the balance nor the rate is another."""

    first: date
    last: date
    balance: Decimal
    percent: Decimal

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def weight(self) -> Decimal:
        """What it bears, times the per cents and days of a year: not divided, hence exact."""
        return self.balance * self.percent * self.days


def half_year(day: date) -> date:
    """
    >>> half_year(date(2025, 6, 30)), half_year(date(2025, 7, 1))
    (datetime.date(2025, 1, 1), datetime.date(2025, 7, 1))
    """
    return date(day.year, 1 if day.month < 7 else 7, 1)


def refuse_rate(first: date, percent: Decimal) -> None:
    """A policy rate such as 4.25 is no reference rate."""
    if first != half_year(first) or percent % STEP or abs(percent) > HIGHEST:
        raise NoReferenceRate


def percent_on(day: date, rates: Rates, agreed: Decimal | None = None) -> Decimal:
    """What was agreed, else what the law says; nobody guesses a rate that is not known."""
    if agreed is not None:
        return agreed
    first = half_year(day)
    if first not in rates:
        raise UnknownRate(first)
    return rates[first] + ABOVE_REFERENCE


def stretches(
    claimed: Decimal,
    due: date,
    through: date,
    movements: Iterable[Movement] = (),
    rates: Rates = SHIPPED,
    agreed: Decimal | None = None,
) -> tuple[Stretch, ...]:
    """From the day after the due date; a movement counts from the day after it came."""
    if through <= due:
        return ()
    moved = sorted(movements)
    starts = sorted({due + ONE_DAY, *_turns(due, through, moved), through + ONE_DAY})
    return tuple(
        Stretch(first, following - ONE_DAY, balance, percent_on(first, rates, agreed))
        for first, following in pairwise(starts)
        if (balance := _balance(claimed, moved, first)) > 0
    )


def _turns(due: date, through: date, moved: Iterable[Movement]) -> Iterator[date]:
    """The days between on which the rate or the balance may become another."""
    halves = (
        date(year, month, 1) for year in range(due.year, through.year + 1) for month in (1, 7)
    )
    for day in (*halves, *(each.day + ONE_DAY for each in moved)):
        if due + ONE_DAY < day <= through:
            yield day


def _balance(claimed: Decimal, moved: Iterable[Movement], day: date) -> Decimal:
    return claimed + sum((each.amount for each in moved if each.day < day), ZERO)


def interest(parts: Iterable[Stretch]) -> Decimal:
    """Simple interest, rounded once.

    >>> interest(stretches(Decimal(10_000), date(2024, 12, 16), date(2025, 1, 31)))
    Decimal('142.74')
    """
    return _rounded(sum((each.weight for each in parts), ZERO))


def shares(parts: Iterable[Stretch]) -> list[Decimal]:
    """What each part adds to the interest: together they are the interest, to the öre."""
    sums = [
        _rounded(weight) for weight in accumulate((each.weight for each in parts), initial=ZERO)
    ]
    return [after - before for before, after in pairwise(sums)]


def _rounded(weight: Decimal) -> Decimal:
    return to_ore(weight / (100 * DAYS_OF_A_YEAR))
