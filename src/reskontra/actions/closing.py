"""Closing: a year for good, and a period until it is unlocked."""

from datetime import date

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.years import FINANCIAL_YEARS, LOCKED_PERIOD, year_after
from reskontra.domain.calendar import FinancialYear
from reskontra.storage import ledger


def close(desk: Desk, number: int) -> tuple[FinancialYear, FinancialYear | None]:
    """The closed year, and the one that its balances went on into."""
    ledger.lock(desk.books)
    year = fire(FINANCIAL_YEARS, desk, FINANCIAL_YEARS.take(desk, number), "close")
    return year, year_after(desk, year)


def lock_through(desk: Desk, day: date | None) -> None:
    """No day locks nothing any more."""
    fire(LOCKED_PERIOD, desk, LOCKED_PERIOD.take(desk), "lock", day)
