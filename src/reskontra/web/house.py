"""The house: what every call needs and the process has once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

from reskontra.domain.clock import SWEDEN
from reskontra.engine.database import Database
from reskontra.outside.mail import Outbox
from reskontra.outside.smtp import Relay
from reskontra.settings import RateLimit
from reskontra.web.limits import Limiter, LimitUnknown
from reskontra.web.watch import Metrics

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


@dataclass(frozen=True)
class House:
    database: Database
    limiter: Limiter
    secret_key: str = field(repr=False)
    rate_limit: RateLimit | None = None
    base_url: str = ""
    transport: Outbox | Relay = field(default_factory=lambda: Outbox(Path("outbox")))
    mail_from: str = "faktura@localhost"
    clock: Clock = system_clock
    metrics: Metrics = field(default_factory=Metrics)

    def __post_init__(self) -> None:
        for kind in self.database.in_flight:
            units = partial(self.database.in_flight.__getitem__, kind)
            self.metrics.units_in_flight.labels(kind).set_function(units)

    async def admits(self, key: str, limit: RateLimit) -> bool:
        """As the limiter says; operators are told how often it says no, or nothing."""
        try:
            admitted = await self.limiter.admits(key, limit)
        except LimitUnknown:
            self.metrics.refused_by_limit.labels("unknown").inc()
            raise
        if not admitted:
            self.metrics.refused_by_limit.labels("exceeded").inc()
        return admitted
