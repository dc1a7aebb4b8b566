"""The books' database, SQLite or PostgreSQL: nothing above this file knows which."""

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import text

from reskontra.domain.errors import Unavailable
from reskontra.engine.postgresql import Postgresql
from reskontra.engine.sqlite import Sqlite
from reskontra.engine.units import Engine, Job, Kind, Transaction, Unit, Violated

__all__ = ["Database", "Transaction", "Violated", "connect"]  # all that storage needs to import

T = TypeVar("T")

# With the 2 seconds in which PostgreSQL must accept a connection, every call ends within 5.
WAITS_FOR_THREAD = 3.0
ENDS_WITHIN = 5.0
UNHURRIED = float("inf")  # the command line may wait for long work


class Database:
    """Runs units of work: plain functions of an open transaction, called once or more.

    A unit that works with an organisation's rows says whose; one that does not name it sees none.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine.name
        self._engine = engine
        self._probe = text(engine.probe)
        self.in_flight: dict[Kind, int] = {"write": 0, "read": 0, "glance": 0}

    async def write(self, unit: Unit[T], organisation: int | None = None) -> T:
        """Commit or roll back; the answer comes after the commit, whoever stops waiting for it."""
        return await self._hop("write", unit, organisation)

    async def read(self, unit: Unit[T], organisation: int | None = None) -> T:
        """One consistent snapshot."""
        return await self._hop("read", unit, organisation)

    async def glance(self, unit: Unit[T], organisation: int | None = None) -> T:
        """A single statement that reads: the cheapest way."""
        self.in_flight["glance"] += 1
        try:
            return await self._engine.glance(unit, organisation)
        except Unavailable:
            if not self._engine.glances_may_wait:
                raise
        finally:
            self.in_flight["glance"] -= 1
        return await self._hop("glance", unit, organisation)

    def write_now(self, unit: Unit[T], organisation: int | None = None) -> T:
        """The same without an event loop."""
        return self._wait("write", unit, organisation)

    def read_now(self, unit: Unit[T], organisation: int | None = None) -> T:
        """The same without an event loop."""
        return self._wait("read", unit, organisation)

    async def ready(self) -> bool:
        """Both for a glance and for a unit in a thread."""
        try:
            await self.glance(lambda transaction: transaction.first(self._probe))
            await self.read(lambda transaction: transaction.first(self._probe))
        except Unavailable:
            return False
        return True

    def close(self) -> None:
        """Waits for the units asked for so far."""
        self._engine.close()

    async def _hop(self, kind: Kind, unit: Unit[T], organisation: int | None) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        tell = partial(loop.call_soon_threadsafe, wake, done)
        job = Job(kind, unit, organisation, tell, ENDS_WITHIN)
        self._engine.submit(job)
        self.in_flight[kind] += 1
        impatience = loop.call_later(WAITS_FOR_THREAD, give_up, job, done)
        try:
            await done
        finally:
            impatience.cancel()
            self.in_flight[kind] -= 1
        return job.outcome()

    def _wait(self, kind: Kind, unit: Unit[T], organisation: int | None) -> T:
        done = threading.Event()
        job = Job(kind, unit, organisation, done.set, UNHURRIED)
        self._engine.submit(job)
        if not done.wait(WAITS_FOR_THREAD) and job.taken():
            raise Unavailable
        done.wait()
        return job.outcome()


def wake(done: "asyncio.Future[None]") -> None:
    if not done.done():  # cancelled: the unit ran to its end all the same
        done.set_result(None)


def give_up(job: Job[Any], done: "asyncio.Future[None]") -> None:
    """No thread was free for too long; none will run it now."""
    if job.taken():
        job.fail(Unavailable())
        wake(done)


def connect(
    url: str, *, threads: int = 8, guarded: bool = False, sealed: frozenset[str] = frozenset()
) -> Database:
    """`sqlite:///relative`, `sqlite:////absolute` or `postgresql://...`.

    Guarded, SQLite refuses to change its own rules, or rows of the `sealed` tables; on PostgreSQL
    that is a matter of the role's rights.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return Database(Sqlite(Path(rest[1:]), threads, guarded, sealed))
    if scheme in {"postgresql", "postgres"}:
        return Database(Postgresql(url, threads))
    raise ValueError("A database address begins with sqlite:/// or postgresql://")
