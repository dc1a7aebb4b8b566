"""Whoever waits for something to happen, and the one task of this process that asks for them all.

Waiting holds no thread and no connection: the heads of all who are waited for are asked for in one
statement, four times a second, and not at all while nobody waits.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

import structlog

from reskontra.actions import events
from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Database

BETWEEN = 0.25  # seconds
_log = structlog.get_logger()


@dataclass(eq=False)
class Waiting:
    """One who has heard of all events up to a number."""

    organisation: int
    number: int
    more: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Listeners:
    """Those of one process."""

    waiting: set[Waiting] = field(default_factory=set)
    is_closed: bool = False  # nobody waits any more
    _asking: "asyncio.Task[None] | None" = None
    _pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def wait(
        self, database: Database, organisation: int, number: int, seconds: float
    ) -> bool:
        """True as soon as there is an event after that number, False when the time is over."""
        if self.is_closed:
            return False
        own = Waiting(organisation, number)
        self.waiting.add(own)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(database))
        try:
            async with asyncio.timeout(seconds):
                await own.more.wait()
        except TimeoutError:
            return False
        finally:
            self.waiting.discard(own)
        return not self.is_closed

    async def _ask(self, database: Database) -> None:
        while self.waiting:
            try:
                await self._wake(database)
            except Unavailable as refused:  # those who wait are told nothing, and ask again
                _log.warning("not listened", reason=refused.reason or refused.message)
            await self._pause(BETWEEN)

    async def _wake(self, database: Database) -> None:
        asked = sorted({each.organisation for each in self.waiting})
        latest = await database.read(partial(events.latest, organisations=asked))
        for each in self.waiting:
            if latest.get(each.organisation, 0) > each.number:
                each.more.set()

    @contextmanager
    def let_go(self) -> Iterator[None]:
        """Meanwhile nobody waits: those who do are answered as if their time were over."""
        self.is_closed = True
        for each in self.waiting:
            each.more.set()
        try:
            yield
        finally:
            self.is_closed = False

    async def close(self) -> None:
        if self._asking:
            self._asking.cancel()
            with suppress(asyncio.CancelledError):
                await self._asking
