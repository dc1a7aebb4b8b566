"""Sliding windows over calls: each holds at most so many, to the microsecond.

A window is a log of admitted calls, not a counter: a call is admitted when the one that stands
`calls` places before it is at least `seconds` old. Refused calls are not logged, so whoever waits
out the window is admitted. What is counted in several windows is counted in all of them or in none.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any, NamedTuple

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from reskontra.domain.errors import TooManyCalls
from reskontra.settings import RateLimit

TOKEN_LIMIT = RateLimit(calls=10, seconds=60)
GUESS_LIMIT = RateLimit(calls=30, seconds=60)  # wrong secrets from one address, of all clients
AUTH_LIMIT = RateLimit(calls=30, seconds=60)

SECOND = 1_000_000_000  # in nanoseconds
_ANSWERS = {1: True, 0: False}
_SCRIPT = Path(__file__).with_name("window.lua").read_text()
_SCRIPT_ID = sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()


class LimitUnknown(TooManyCalls):
    """För många anrop"""


class Window(NamedTuple):
    key: str
    limit: RateLimit
    by: int = 1  # how many are counted at once


class Limiter(ABC):
    trouble = ""  # why it was not ready when it was last looked at

    async def admits(self, key: str, limit: RateLimit) -> bool:
        """True counts the call. Raises LimitUnknown, a 429 by itself, when nobody can tell."""
        return not await self.wait(Window(key, limit))

    @abstractmethod
    async def wait(self, *windows: Window) -> float:
        """Seconds until all have room; none counts the call in each. Raises LimitUnknown too."""

    @abstractmethod
    async def ready(self) -> bool:
        """Can it tell at the moment?"""

    @abstractmethod
    async def close(self) -> None: ...


def limiter(redis_url: str | None) -> Limiter:
    return Shared(redis_url) if redis_url else InProcess()


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


class Shared(Limiter):
    """Windows of all processes that use one Valkey or Redis, on that server's clock.

    It connects when first asked and again after any fault. It never tries a check twice, because
    the first try may have been counted.
    """

    def __init__(self, url: str, patience: float = 0.1) -> None:
        self._patience = patience
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=8,  # a check is short; opening many at once takes longer than waiting
            timeout=patience,
            socket_timeout=patience,
            socket_connect_timeout=patience,
            retry=Retry(NoBackoff(), 0),  # the default keeps a caller waiting for up to a minute
            protocol=2,  # no greetings before the first check
            driver_info=None,
        )
        self._redis: Redis = Redis.from_pool(pool)

    async def wait(self, *windows: Window) -> float:
        try:
            # Waiting for a connection, connecting and asking may each take as long as this.
            async with asyncio.timeout(self._patience):
                admitted, microseconds = await self._checked(windows)
                return 0 if _ANSWERS[admitted] else microseconds / 1_000_000
        except (RedisError, OSError, TimeoutError, LookupError, TypeError, ValueError) as error:
            raise LimitUnknown from error

    async def _checked(self, windows: Sequence[Window]) -> Any:
        keys, counts = list[str](), list[int]()
        for key, limit, by in windows:
            keys.append(f"reskontra:calls:{limit.calls}/{limit.seconds}s:{key}")
            counts += limit.calls, limit.seconds, by
        try:
            return await self._redis.evalsha(_SCRIPT_ID, len(keys), *keys, *counts)
        except NoScriptError:  # a new or emptied server, which has counted nothing yet
            return await self._redis.eval(_SCRIPT, len(keys), *keys, *counts)

    async def ready(self) -> bool:
        """A check like any other: a server may answer PING and yet be unable to count."""
        try:
            await self.admits("ready", RateLimit(calls=1, seconds=1))
        except LimitUnknown as unknown:
            self.trouble = _reason(unknown.__cause__)
            return False
        return True

    async def close(self) -> None:
        await self._redis.aclose(close_connection_pool=True)


def _reason(error: BaseException | None) -> str:
    """Never what the server says: it may quote a password."""
    if isinstance(error, ResponseError):
        return f"Valkey refuses: {type(error).__name__}"
    if isinstance(error, LookupError | TypeError | ValueError):
        return "Valkey answers what makes no sense"
    return "Valkey cannot be reached"
