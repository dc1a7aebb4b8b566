"""A clock that stands still, ticks from where it was set, or shows the time; forward only."""

import time
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from enum import StrEnum

from reskontra.domain.clock import SWEDEN
from reskontra.outside.clock import system_clock
from reskontra.sandbox.refusing import Refusal

NINE = time_of_day(9)


class Mode(StrEnum):
    FROZEN = "frozen"
    RUNNING = "running"
    SYSTEM = "system"


@dataclass(frozen=True)
class Setting:
    """What a snapshot remembers of a clock."""

    mode: Mode
    at: datetime


class SandboxClock:
    def __init__(self, setting: Setting) -> None:
        self.set(setting)

    def __call__(self) -> datetime:
        if self.mode is Mode.SYSTEM:
            return system_clock()
        if self.mode is Mode.FROZEN:
            return self._at
        return self._at + timedelta(seconds=time.monotonic() - self._since)

    @property
    def setting(self) -> Setting:
        return Setting(self.mode, self())

    @property
    def local(self) -> datetime:
        return self().astimezone(SWEDEN)

    @property
    def shown(self) -> dict[str, str]:
        now = self.local
        today = now.date().isoformat()
        return {"now": now.isoformat(timespec="seconds"), "today": today, "mode": str(self.mode)}

    def set(self, setting: Setting) -> None:
        """Whatever it showed before: for a reset, or for what a snapshot remembers."""
        self.mode, self._at, self._since = setting.mode, setting.at, time.monotonic()

    def move(self, to: datetime, mode: Mode | None = None) -> None:
        """Never backwards: books do not go back in time."""
        if to < self().replace(microsecond=0):
            raise Refusal(409, "the clock goes forward only", "restore a snapshot to go back")
        self.set(Setting(mode or (Mode.RUNNING if self.mode is Mode.SYSTEM else self.mode), to))

    def change(self, mode: Mode) -> None:
        if mode is Mode.SYSTEM:
            self.move(system_clock(), mode)
        else:
            self.set(Setting(mode, self()))

    def tick(self) -> None:
        """After each write, so that what was written later is later though the clock stands."""
        if self.mode is Mode.FROZEN:
            self._at += timedelta(microseconds=1)


def moment(text: str) -> datetime:
    """Swedish, where it says no other zone; a day alone is nine in the morning."""
    try:
        if len(text) == len("2026-03-02"):
            return at_nine(date.fromisoformat(text))
        at = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        hint = "as in 2026-03-02 or 2026-03-02T09:00"
        raise Refusal(400, f"no time: {text}", hint) from None
    return at if at.tzinfo else at.replace(tzinfo=SWEDEN)


def at_nine(day: date) -> datetime:
    return datetime.combine(day, NINE, SWEDEN)


def months_later(at: datetime, months: int) -> datetime:
    """The same day of the month, or its last.

    >>> months_later(datetime(2026, 1, 31), 1).date().isoformat()
    '2026-02-28'
    """
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    for day in range(at.day, 27, -1):
        try:
            return at.replace(year=year, month=month + 1, day=day)
        except ValueError:
            continue
    return at.replace(year=year, month=month + 1)
