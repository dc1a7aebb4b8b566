"""Sliding windows over calls: each holds at most so many, to the microsecond.

A window is a log of admitted calls, not a counter: a call is admitted when the one that stands
`calls` places before it is at least `seconds` old. Refused calls are not logged, so whoever waits
out the window is admitted.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from typing import Any, Protocol

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError

from reskontra.domain.errors import TooManyCalls
from reskontra.settings import RateLimit

TOKEN_LIMIT = RateLimit(calls=10, seconds=60)
AUTH_LIMIT = RateLimit(calls=30, seconds=60)

_ANSWERS = {1: True, 0: False}
_SCRIPT = Path(__file__).with_name("window.lua").read_text()
_SCRIPT_ID = sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()


class LimitUnknown(TooManyCalls):
    """För många anrop"""


class Limiter(Protocol):
    async def admits(self, key: str, limit: RateLimit) -> bool:
        """True counts the call. Raises LimitUnknown, a 429 by itself, when nobody can tell."""

    async def ready(self) -> bool:
        """Can it tell at the moment?"""

    async def close(self) -> None: ...


def limiter(redis_url: str | None) -> Limiter:
    return Shared(redis_url) if redis_url else InProcess()


class InProcess:
    """Windows of this process alone, on a clock that nobody can set."""

    def __init__(self, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self._windows: dict[RateLimit, OrderedDict[str, deque[int]]] = {}

    async def admits(self, key: str, limit: RateLimit) -> bool:
        now = self._clock()
        passed = now - limit.seconds * 1_000_000_000
        windows = self._windows.setdefault(limit, OrderedDict())
        _forget_idle(windows, passed)
        window = windows.setdefault(key, deque(maxlen=limit.calls))
        if len(window) == limit.calls and window[0] > passed:
            return False
        window.append(now)
        windows.move_to_end(key)
        return True

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


class Shared:
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

    async def admits(self, key: str, limit: RateLimit) -> bool:
        window = f"reskontra:calls:{limit.calls}/{limit.seconds}s:{key}"
        try:
            # Waiting for a connection, connecting and asking may each take as long as this.
            async with asyncio.timeout(self._patience):
                return _ANSWERS[await self._checked(window, limit)]
        except (RedisError, OSError, TimeoutError, LookupError) as error:
            raise LimitUnknown from error

    async def _checked(self, window: str, limit: RateLimit) -> Any:
        arguments = (1, window, limit.calls, limit.seconds)
        try:
            return await self._redis.evalsha(_SCRIPT_ID, *arguments)
        except NoScriptError:  # a new or emptied server, which has counted nothing yet
            return await self._redis.eval(_SCRIPT, *arguments)

    async def ready(self) -> bool:
        """A check like any other: a server may answer PING and yet be unable to count."""
        try:
            await self.admits("ready", RateLimit(calls=1, seconds=1))
        except LimitUnknown:
            return False
        return True

    async def close(self) -> None:
        await self._redis.aclose(close_connection_pool=True)
