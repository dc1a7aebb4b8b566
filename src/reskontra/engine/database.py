"""The books' database, SQLite or PostgreSQL: nothing above this file knows which."""

import asyncio
import time
from concurrent import futures
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import text

from reskontra.domain.errors import Unavailable
from reskontra.engine.postgresql import Postgresql
from reskontra.engine.probing import probe
from reskontra.engine.sqlite import Sqlite
from reskontra.engine.units import Job, Longer, Mode, Result, Transaction, UnitOfWork, Violated

__all__ = ["Database", "Transaction", "Violated", "connect"]  # all that storage needs to import

T = TypeVar("T")

UNREACHABLE = "it cannot be reached"
UNHURRIED = float("inf")  # the command line may wait for long work


class Deadlines(NamedTuple):
    """How many seconds a unit waits for a thread, and how many it has until it must have ended.

    With the 2 seconds in which PostgreSQL must accept a connection, every call ends within 5.
    """

    for_thread: float = 3.0
    until_end: float = 5.0


SERVING = Deadlines()


class Engine(Protocol):
    """What the two databases have in common."""

    name: str
    probe: str  # a statement that reaches the database itself

    def submit(self, job: Job[T]) -> Future[T] | Result[T]:
        """Where no thread is needed, it has been done; raises Unavailable when closed."""
        ...

    def close(self) -> None:
        """Waits for the units asked for so far."""
        ...


class Undone(Exception):
    """Ends a trial: the transaction goes back with it, and its answer stays."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


def _undone(unit: UnitOfWork[Any], transaction: Transaction) -> None:
    raise Undone(unit(transaction))


class Database:
    """Runs units of work: plain functions of an open transaction, called once or more.

    A unit that works with an organisation's rows says whose; one that does not name it sees none.
    """

    def __init__(self, engine: Engine, deadlines: Deadlines = SERVING) -> None:
        self.engine = engine.name
        self.deadlines = deadlines
        self._engine = engine
        self._probe = text(engine.probe)
        self.in_flight: dict[Mode, int] = {"write": 0, "read": 0, "glance": 0}
        self.trouble = ""  # of which nobody has found yet that it is over

    async def write(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """Commit or roll back; the answer comes after the commit, whoever stops waiting for it."""
        return await self._ended("write", unit, organisation, time.monotonic())

    async def tried(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """What writing it would come to; nothing of it stays."""
        try:
            await self.write(partial(_undone, unit), organisation)
        except Undone as trial:
            return trial.answer  # type: ignore[no-any-return]
        raise AssertionError("a trial has no other end")

    async def read(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """One consistent snapshot, however many statements the unit sends.

        Most send one, which is a snapshot by itself; the others start over in a transaction.
        """
        began = time.monotonic()
        with suppress(Longer):
            return await self._ended("glance", unit, organisation, began)
        return await self._ended("read", unit, organisation, began)

    def write_now(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """The same without an event loop."""
        return self._wait("write", unit, organisation)

    def tried_now(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """The same without an event loop."""
        return asyncio.run(self.tried(unit, organisation))

    def read_now(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        """The same without an event loop."""
        return self._wait("read", unit, organisation)

    async def ready(self) -> bool:
        """For a short read, and in the threads that all else needs."""
        try:
            await self.read(self._look)
            await self._ended("read", self._look, None, time.monotonic())
        except Unavailable as refused:
            self.trouble = refused.reason or UNREACHABLE
            return False
        return True

    async def writable(self) -> bool:
        """By a write that leaves nothing behind; what the trouble was is over when it is done."""
        try:
            await self.write(probe)
        except Unavailable:
            return False
        self.trouble = ""
        return True

    def let_go(self) -> AbstractContextManager[None]:
        """An embedded one without a connection to its file, while nobody asks anything of it."""
        assert isinstance(self._engine, Sqlite), "a server keeps its own files"
        return self._engine.let_go()

    def close(self) -> None:
        """Waits for the units asked for so far."""
        self._engine.close()

    def _look(self, transaction: Transaction) -> None:
        transaction.first(self._probe)

    async def _ended(
        self, mode: Mode, unit: UnitOfWork[T], organisation: int | None, began: float
    ) -> T:
        self.in_flight[mode] += 1
        try:
            ended = self._engine.submit(
                Job(mode, unit, organisation, began + self.deadlines.until_end)
            )
            if isinstance(ended, Future):
                await waited_for(ended, began + self.deadlines.for_thread)
            return answer_of(ended)
        except Unavailable as refused:
            self.trouble = refused.reason or self.trouble
            raise
        finally:
            self.in_flight[mode] -= 1

    def _wait(self, mode: Mode, unit: UnitOfWork[T], organisation: int | None) -> T:
        ended = self._engine.submit(Job(mode, unit, organisation, UNHURRIED))
        if isinstance(ended, Future):
            futures.wait([ended], self.deadlines.for_thread)
            ended.cancel()
        return answer_of(ended)


async def waited_for(future: Future[Any], until: float) -> None:
    """A unit that no thread has taken until then is not run any more."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def tell(_: object) -> None:
        with suppress(RuntimeError):  # the event loop of a caller that has gone away
            loop.call_soon_threadsafe(wake, ended)

    future.add_done_callback(tell)
    impatience = loop.call_later(until - time.monotonic(), future.cancel)
    try:
        await ended
    finally:
        impatience.cancel()


def wake(ended: "asyncio.Future[None]") -> None:
    if not ended.done():  # cancelled: the unit ran to its end all the same
        ended.set_result(None)


def answer_of(ended: Future[T] | Result[T]) -> T:
    try:
        return ended.result()
    except futures.CancelledError:
        raise Unavailable from None
    finally:
        del ended  # else the error's traceback and this frame keep each other alive


def connect(
    url: str,
    *,
    threads: int = 8,
    guarded: bool = False,
    sealed: frozenset[str] = frozenset(),
    deadlines: Deadlines = SERVING,
) -> Database:
    """`sqlite:///relative`, `sqlite:////absolute` or `postgresql://...`.

    Guarded, SQLite refuses to change its own rules, or rows of the `sealed` tables; on PostgreSQL
    that is a matter of the role's rights.
    """
    return Database(engine_of(url, threads, guarded, sealed), deadlines)


def engine_of(url: str, threads: int, guarded: bool, sealed: frozenset[str]) -> Engine:
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return Sqlite(Path(rest[1:]), threads, guarded, sealed)
    if scheme in {"postgresql", "postgres"}:
        return Postgresql(url, threads)
    raise ValueError("A database address begins with sqlite:/// or postgresql://")
