"""The clock on the wall, and clocks that are ahead of it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from reskontra.domain.clock import SWEDEN

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The only place that asks the system for the time."""
    return datetime.now(UTC)


def days_ahead(today: date) -> timedelta:
    """How far a clock must be ahead of the system's to show the given Swedish day now."""
    now = system_clock()
    return datetime.combine(today, now.astimezone(SWEDEN).time(), SWEDEN) - now


def clock_ahead(ahead: timedelta) -> Clock:
    return lambda: system_clock() + ahead
