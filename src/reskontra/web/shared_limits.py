"""Windows that several processes share, in a Valkey or Redis server."""

import asyncio
from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from reskontra.settings import RateLimit
from reskontra.web.limits import Limiter, LimitUnknown, Room, Window

_ANSWERS = {1: True, 0: False}
_SCRIPT = Path(__file__).with_name("window.lua").read_text()
_SCRIPT_ID = sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()


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
        return (await self._answer(*windows)).wait

    async def room(self, window: Window) -> Room:
        return await self._answer(window)

    async def _answer(self, *windows: Window) -> Room:
        """What is left is told of the first window."""
        try:
            # Waiting for a connection, connecting and asking may each take as long as this.
            async with asyncio.timeout(self._patience):
                admitted, wait, left, reset = await self._checked(windows)
                wait = 0 if _ANSWERS[admitted] else wait / 1_000_000
                return Room(windows[0].limit, wait, int(left), reset / 1_000_000)
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
