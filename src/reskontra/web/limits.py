"""Sliding windows over calls: each holds at most so many, to the microsecond.

A window is a log of admitted calls, not a counter: a call is admitted when the one that stands
`calls` places before it is at least `seconds` old. Refused calls are not logged, so whoever waits
out the window is admitted. What is counted in several windows is counted in all of them or in none.
"""

import time
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import cache
from math import ceil
from typing import NamedTuple

from reskontra.domain.errors import TooManyCalls
from reskontra.settings import RateLimit

TOKEN_LIMIT = RateLimit(calls=10, seconds=60)
GUESS_LIMIT = RateLimit(calls=30, seconds=60)  # wrong secrets from one address, of all clients
AUTH_LIMIT = RateLimit(calls=30, seconds=60)

SECOND = 1_000_000_000  # in nanoseconds


class LimitUnknown(TooManyCalls):
    """För många anrop"""


class Window(NamedTuple):
    key: str
    limit: RateLimit
    by: int = 1  # how many are counted at once


class Room(NamedTuple):
    """What a window has left once a call is counted, or refused."""

    limit: RateLimit
    wait: float  # seconds; none where the call was counted
    left: int
    reset: float  # seconds until the oldest call that is counted leaves the window

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """As clients are told: the fields of the IETF's draft on rate limits."""
        room = b'"calls";r=%d;t=%d' % (self.left, ceil(self.reset))
        return [(b"ratelimit-policy", policy(self.limit)), (b"ratelimit", room)]


@cache
def policy(limit: RateLimit) -> bytes:
    return b'"calls";q=%d;w=%d' % (limit.calls, limit.seconds)


class Limiter(ABC):
    trouble = ""  # why it was not ready when it was last looked at

    async def admits(self, key: str, limit: RateLimit) -> bool:
        """True counts the call. Raises LimitUnknown, a 429 by itself, when nobody can tell."""
        return not await self.wait(Window(key, limit))

    @abstractmethod
    async def wait(self, *windows: Window) -> float:
        """Seconds until all have room; none counts the call in each. Raises LimitUnknown too."""

    @abstractmethod
    async def room(self, window: Window) -> Room:
        """The same of one window, and what is left of it."""

    @abstractmethod
    async def ready(self) -> bool:
        """Can it tell at the moment?"""

    @abstractmethod
    async def close(self) -> None: ...


class InProcess(Limiter):
    """Windows of this process alone, on a clock that nobody can set."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._windows: dict[RateLimit, OrderedDict[str, deque[int]]] = {}

    async def wait(self, *windows: Window) -> float:
        now = self._clock()
        nanoseconds = max(self._missing(each, now) for each in windows)
        if nanoseconds > 0:
            return nanoseconds / SECOND
        for key, limit, by in windows:
            own = self._windows[limit]
            own.setdefault(key, deque(maxlen=limit.calls)).extend([now] * by)
            own.move_to_end(key)
        return 0

    async def room(self, window: Window) -> Room:
        wait = await self.wait(window)
        if wait:
            return Room(window.limit, wait, 0, wait)
        times = self._windows[window.limit][window.key]
        passed = times[-1] - window.limit.seconds * SECOND
        oldest = bisect_right(times, passed)
        left = window.limit.calls - len(times) + oldest
        return Room(window.limit, 0, left, (times[oldest] - passed) / SECOND)

    def _missing(self, window: Window, now: int) -> int:
        """Nanoseconds until there is room; none or fewer where there is."""
        key, limit, by = window
        passed = now - limit.seconds * SECOND
        windows = self._windows.setdefault(limit, OrderedDict())
        _forget_idle(windows, passed)
        if by > limit.calls:
            return now - passed
        times = windows.get(key, ())
        first = by - 1 - limit.calls  # of those that would stand in one window with it
        return times[first] - passed if len(times) >= -first else 0

    async def ready(self) -> bool:
        return True

    async def close(self) -> None:
        self._windows.clear()

    def __len__(self) -> int:
        """Windows held in memory."""
        return sum(map(len, self._windows.values()))


def _forget_idle(windows: OrderedDict[str, deque[int]], passed: int) -> None:
    """The longest unused come first. Two a call: memory shrinks, and no call pays for many."""
    for _ in range(2):
        oldest = next(iter(windows), None)
        if oldest is None or windows[oldest][-1] > passed:
            return
        del windows[oldest]
