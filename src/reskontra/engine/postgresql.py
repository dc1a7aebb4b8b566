"""PostgreSQL: threads with a connection each, which they replace when it is lost."""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq.abc import PGresult
from sqlalchemy import text

from reskontra.domain.errors import Unavailable
from reskontra.engine.line import ADAPTERS, Line, Lost, Message, Silent, message, standing_for
from reskontra.engine.sqlstates import Again, translated
from reskontra.engine.statements import POSTGRESQL, Compiled
from reskontra.engine.units import Asked, Job, Kind, Row, Transaction, Unit
from reskontra.engine.windows import Windows

T = TypeVar("T")

RERUNS = 3  # after a deadlock or a serialisation failure
PAUSE = 0.01  # before them: one that starts at once takes the row again before the winner wakes
SILENCE = 1.0  # of the server, in a call that has already had its time
LONGEST_SILENCE = 6.0  # for a statement: statement_timeout has passed, so nobody is there any more

CONNECTION = {
    "application_name": "reskontra",
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
}
SESSION = (
    "-c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout=10s"
    " -c DateStyle=ISO -c TimeZone=UTC {}"
)
UNITS = ("5s", "2s")  # for a statement, and for a lock
GLANCES = ("4s", "500ms")  # many stand behind one: the server must give up before they do
HURRY = 2.5  # seconds left: then COMMIT goes alone, or it might be done after we have given up


def words(sql: str) -> Message:
    return message(POSTGRESQL.compiled(text(sql)), ())


BEGIN: dict[Kind, Message] = {
    "write": words("BEGIN ISOLATION LEVEL READ COMMITTED"),
    "read": words("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
}
COMMIT, ROLLBACK = words("COMMIT"), words("ROLLBACK")
# So that the server stops, and rolls back, soon after we have hung up.
NOTICE_LOSS = words("SELECT set_config('client_connection_check_interval', '200ms', false)")
IDLE = pq.TransactionStatus.IDLE
OPEN = {pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR}


class Stale(Again):
    """The connection was lost before anything had happened on it."""


class Postgresql:
    name = "postgresql"
    probe = "SELECT 1"
    glances_may_wait = False  # whoever cannot look now cannot in a thread either

    def __init__(self, url: str, threads: int) -> None:
        given = conninfo_to_dict(url)
        more = given.get("options") or ""
        parameters = CONNECTION | given | {"options": SESSION.format(*UNITS, more)}
        self._closing = threading.Event()
        self._windows = Windows(parameters | {"options": SESSION.format(*GLANCES, more)})
        self._waiting: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(
                target=Worker(parameters, self._waiting).serve,
                name=f"postgresql-{number}",
                daemon=True,
            )
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job[Any]) -> None:
        if self._closing.is_set():
            raise Unavailable
        self._waiting.put(job)

    async def glance(self, unit: Unit[T], organisation: int | None) -> T:
        if self._closing.is_set():
            raise Unavailable
        return await self._windows.glance(unit, organisation)

    def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()
        self._windows.close()


class Worker:
    """One thread's place: its connection and the units it runs on it."""

    def __init__(self, parameters: dict[str, Any], waiting: "SimpleQueue[Job[Any] | None]") -> None:
        self._parameters = parameters
        self._waiting = waiting
        self._line: Line | None = None
        self._deadline = 0.0

    def serve(self) -> None:
        for job in iter(self._waiting.get, None):
            if job.taken():
                self._deadline = job.deadline
                self._finish(job)
                job.deliver()
        self._drop()

    def _finish(self, job: Job[Any]) -> None:
        """The one place where a unit is run again."""
        try:
            for earlier in range(1 + RERUNS):
                if earlier:
                    time.sleep(PAUSE * earlier)
                if self._attempted(job):
                    return
            job.fail(Unavailable())
        except Exception as error:  # the thread must outlive whatever happens to one unit
            job.fail(error)
        finally:
            self._leave_clean()

    def _attempted(self, job: Job[Any]) -> bool:
        """False when the unit has to start over."""
        perhaps_stale = self._line is not None
        transaction = PostgresqlTransaction(self, self._connected(), job, perhaps_stale)
        if job.attempt(transaction):
            try:
                transaction.commit()
            except Exception as error:
                job.fail(error)
        self._leave_clean()
        return not isinstance(transaction.failed, Again)

    def exchange(self, line: Line, messages: list[Message]) -> list[PGresult]:
        """All in one round trip, and their results."""
        asked = time.monotonic()
        batch = line.send(messages)
        patience = max(self._deadline, asked + SILENCE)
        line.wait(batch, min(patience, asked + LONGEST_SILENCE * len(messages)))
        return batch.done()

    def _connected(self) -> Line:
        if self._line is None:
            try:
                connection = psycopg.connect(**self._parameters, autocommit=True, context=ADAPTERS)
                self._line = line = Line(connection)
                with suppress(psycopg.DataError):  # not every system can
                    self.exchange(line, [NOTICE_LOSS])
            except psycopg.OperationalError as error:
                self._drop()
                raise Unavailable from error
        return self._line

    @property
    def in_a_hurry(self) -> bool:
        return self._deadline - time.monotonic() < HURRY

    def _leave_clean(self) -> None:
        """The next unit finds no open transaction, or no connection at all."""
        if self._line is None:
            return
        if self._line.status in OPEN:
            try:
                self.exchange(self._line, [ROLLBACK])
            except psycopg.Error:
                self._drop()
                return
        if self._line.status != IDLE:
            self._drop()

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class PostgresqlTransaction(Transaction):
    """BEGIN travels with the first statement, COMMIT with what has been put until then."""

    engine = "postgresql"
    statements = POSTGRESQL

    def __init__(self, worker: Worker, line: Line, job: Job[Any], perhaps_stale: bool) -> None:
        self._worker = worker
        self._line = line
        self._writes = job.kind == "write"
        self._perhaps_stale = perhaps_stale  # until it has answered for the first time
        self._unsent = [BEGIN[job.kind]]
        if job.organisation is not None:
            self.stand_for(job.organisation)

    def stand_for(self, organisation_id: int) -> None:
        self._unsent.append(standing_for(organisation_id))

    def settle(self) -> None:
        if self._unsent:
            self._exchanged()

    def commit(self) -> None:
        """Not tried again when no answer comes: nobody knows whether it was done."""
        if self._writes and (self._perhaps_stale or self._worker.in_a_hurry):
            self.settle()
        self._perhaps_stale = False
        [*_, committed] = self._exchanged(COMMIT)
        if committed.command_status != b"COMMIT":  # it had failed: that is no error to the server
            raise Unavailable

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]:
        return self._line.rows(self._exchanged(message(compiled, bound))[-1])

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        return self._exchanged(message(compiled, bound))[-1].command_tuples or 0

    def _put(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        self._unsent.append(message(compiled, bound))

    def _all_rows(self, asked: Sequence[Asked]) -> list[list[Row]]:
        results = self._exchanged(*(message(*each) for each in asked))
        return [self._line.rows(result) for result in results[-len(asked) :]]

    def _exchanged(self, *messages: Message) -> list[PGresult]:
        together, self._unsent = [*self._unsent, *messages], []
        try:
            results = self._worker.exchange(self._line, together)
        except psycopg.Error as error:
            found = self._meant(error)
            self.failed = self.failed or found  # what follows the first failure says nothing new
            raise found from error
        self._perhaps_stale = False
        return results

    def _meant(self, error: psycopg.Error) -> Exception:
        if isinstance(error, Lost):
            silent = isinstance(error, Silent)
            return Stale() if self._perhaps_stale and not silent else Unavailable()
        return translated(error, writes=self._writes)
