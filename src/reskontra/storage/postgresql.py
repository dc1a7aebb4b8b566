"""PostgreSQL: threads with a connection each, which they replace when it is lost."""

import math
import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGresult
from sqlalchemy import text

from reskontra.domain.errors import Unavailable
from reskontra.storage.prepared import ADAPTERS, Prepared
from reskontra.storage.statements import POSTGRESQL, Compiled
from reskontra.storage.units import Job, Kind, Row, Transaction, Unit, Violated
from reskontra.storage.walls import STANDING

T = TypeVar("T")

RERUNS = 3  # after a deadlock or a serialisation failure
PAUSE = 0.01  # before them: one that starts at once takes the row again before the winner wakes
SILENCE = 1.0  # of the server, in a call that has already had its time
LONGEST_SILENCE = 6.0  # at any time: statement_timeout has passed, so nobody is there any more
WATCH_EVERY = 0.2

CONNECTION = {
    "application_name": "reskontra",
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
}
SESSION = (
    "-c statement_timeout=5s -c lock_timeout=2s -c idle_in_transaction_session_timeout=10s"
    " -c DateStyle=ISO -c TimeZone=UTC"
)
BEGIN: dict[Kind, bytes] = {
    "write": b"BEGIN ISOLATION LEVEL READ COMMITTED",
    "read": b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
}
# Sent along with BEGIN, so that it costs no round trip, and gone when the transaction ends.
STAND_HERE = f"; SET LOCAL {STANDING} = '%b'".encode()
STAND = f"SET {STANDING} = '%b'".encode()
STAND_FROM_HERE = text(f"SELECT set_config('{STANDING}', :standing, true)")
AGAIN = {"40001", "40P01"}
REFUSED_DATA = ("22", "23", "P0")  # bad data, constraints, RAISE in a trigger
UNIQUE = "23505"
IDLE = pq.TransactionStatus.IDLE
OPEN = {pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR}
NO_RIGHT = "42501"
READ_ONLY = "25006"


class Again(Exception):
    """The server chose this transaction as the one that must start over."""


class Postgresql:
    name = "postgresql"
    probe = "SELECT 1"
    glances_inline = False

    def __init__(self, url: str, threads: int) -> None:
        given = conninfo_to_dict(url)
        options = f"{SESSION} {given.get('options') or ''}"
        parameters = CONNECTION | given | {"options": options}
        self._closing = threading.Event()
        self._ended = threading.Event()
        self._waiting: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._workers = [Worker(parameters, self._waiting) for _ in range(threads)]
        self._threads = [
            threading.Thread(target=worker.serve, name=f"postgresql-{number}", daemon=True)
            for number, worker in enumerate(self._workers)
        ]
        self._watch = threading.Thread(
            target=self._keep_watch, name="postgresql-watch", daemon=True
        )
        for thread in (*self._threads, self._watch):
            thread.start()

    def submit(self, job: Job[Any]) -> None:
        if self._closing.is_set():
            raise Unavailable
        self._waiting.put(job)

    def glance(self, unit: Unit[T]) -> T:
        raise Unavailable  # only in a thread

    def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()
        self._ended.set()
        self._watch.join()

    def _keep_watch(self) -> None:
        """libpq waits for ever for an answer that a dead network has swallowed."""
        while not self._ended.wait(WATCH_EVERY):
            for worker in self._workers:
                worker.cut_if_silent()


class Worker:
    """One thread's place: its connection and the units it runs on it."""

    def __init__(self, parameters: dict[str, Any], waiting: "SimpleQueue[Job[Any] | None]") -> None:
        self._parameters = parameters
        self._waiting = waiting
        self._connection: psycopg.Connection[Row] | None = None
        self._replacing = threading.Lock()  # a closed socket's number may already be another's
        self._prepared: Prepared
        self._asked = math.inf  # when the statement now running was sent
        self._deadline = math.inf
        self._cut = False
        self._stands_for: int | None = None  # the connection, outside any transaction

    def serve(self) -> None:
        for job in iter(self._waiting.get, None):
            if job.taken():
                self._deadline = job.deadline
                self._finish(job)
                job.deliver()
        self._drop()

    def cut_if_silent(self) -> None:
        """Called by the watch: end a wait that nobody will answer."""
        with self._replacing:
            patience = max(self._deadline, self._asked + SILENCE)
            if time.monotonic() < min(patience, self._asked + LONGEST_SILENCE):
                return
            if self._connection is not None and not self._cut:
                self._cut = True
                with suppress(OSError, psycopg.Error):  # it may have ended by itself just now
                    end(self._connection.fileno())

    def _finish(self, job: Job[Any]) -> None:
        """The one place where a unit is run again."""
        try:
            for earlier in range(1 + RERUNS):
                time.sleep(PAUSE * earlier)
                if self._attempted(job):
                    return
            job.fail(Unavailable())
        except Exception as error:  # the thread must outlive whatever happens to one unit
            job.fail(error)
        finally:
            self._leave_clean()

    def _attempted(self, job: Job[Any]) -> bool:
        """False when the server wants the unit to start over."""
        if job.kind == "glance":
            return self._glanced(job)
        self._begin(job)
        transaction = PostgresqlTransaction(self, writes=job.kind == "write")
        if job.attempt(transaction):
            self._commit(job)
            return True
        self._leave_clean()
        return not isinstance(transaction.failed, Again)

    def _glanced(self, job: Job[Any]) -> bool:
        """Reading again harms nobody, so a stale connection is found by using it."""
        was_connected = self._connection is not None
        self._connect()
        transaction = PostgresqlGlance(self, job.organisation)
        job.attempt(transaction)
        stale = was_connected and not self._cut and self._is_lost()
        self._leave_clean()
        return not stale and not isinstance(transaction.failed, Again)

    def _begin(self, job: Job[Any]) -> None:
        """A connection found stale here is replaced, once: nothing has happened on it yet."""
        for _ in range(2):
            self._connect()
            words = BEGIN[job.kind]
            if self._stands_for != job.organisation:
                words += STAND_HERE % digits(job.organisation)
            if self.command(words) is None:
                return
            was_cut = self._cut
            self._drop()
            if was_cut:
                break
        raise Unavailable

    def _commit(self, job: Job[Any]) -> None:
        """Never tried again: when the answer is lost, nobody knows whether it was done."""
        error = self.command(b"COMMIT")
        if error is not None:
            found = self.translated(error, writes=True)
            job.fail(Unavailable() if isinstance(found, Again) else found)

    def command(self, words: bytes) -> psycopg.Error | None:
        """Words without values, straight through libpq as well."""
        assert self._connection is not None
        self._asked = time.monotonic()
        try:
            result = self._connection.pgconn.exec_(words)
        except psycopg.Error as error:
            return error
        finally:
            self._asked = math.inf
        if result.status == pq.ExecStatus.COMMAND_OK:
            # COMMIT of what has already failed is answered, without an error, by ROLLBACK.
            if words.rpartition(b"; ")[2].startswith(result.command_status or b"nothing"):
                return None
            return psycopg.OperationalError("the transaction had already ended")
        if self._connection.pgconn.status == pq.ConnStatus.BAD:
            return psycopg.OperationalError("the connection is lost")
        return error_from_result(result)

    def stand_for(self, organisation: int | None) -> None:
        """Only between transactions: one that is rolled back would take this with it."""
        if self._stands_for != organisation:
            error = self.command(STAND % digits(organisation))
            if error is not None:
                raise error
            self._stands_for = organisation

    def execute(self, compiled: Compiled, bound: Sequence[Any]) -> PGresult:
        self._asked = time.monotonic()
        try:
            return self._prepared.execute(compiled, bound)
        finally:
            self._asked = math.inf

    def rows(self, result: PGresult) -> list[Row]:
        return self._prepared.rows(result)

    def translated(self, error: psycopg.Error, *, writes: bool) -> Exception:
        """What is said on a broken line, perhaps mere noise, is nobody's fault but the line's."""
        if self._connection is None or self._connection.pgconn.status == pq.ConnStatus.BAD:
            return Unavailable()
        return translated(error, writes=writes)

    def _connect(self) -> None:
        if self._connection is not None:
            return
        try:
            connection = psycopg.connect(**self._parameters, autocommit=True, context=ADAPTERS)
        except psycopg.OperationalError as error:
            raise Unavailable from error
        self._cut = False
        self._stands_for = None
        self._prepared = Prepared(connection)
        self._connection = connection

    def _leave_clean(self) -> None:
        """The next unit finds no open transaction, or no connection at all."""
        if self._connection is None:
            return
        if self._connection.pgconn.transaction_status in OPEN:
            self.command(b"ROLLBACK")
        if self._is_lost():
            self._drop()

    def _is_lost(self) -> bool:
        connection = self._connection
        return connection is None or connection.pgconn.transaction_status != IDLE

    def _drop(self) -> None:
        with self._replacing:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class PostgresqlTransaction(Transaction):
    engine = "postgresql"
    statements = POSTGRESQL

    def __init__(self, worker: Worker, *, writes: bool) -> None:
        self._worker = worker
        self._writes = writes

    def stand_for(self, organisation_id: int) -> None:
        self.first(STAND_FROM_HERE, {"standing": str(int(organisation_id))})

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]:
        return self._worker.rows(self._executed(compiled, bound))

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        return self._executed(compiled, bound).command_tuples or 0

    def _executed(self, compiled: Compiled, bound: Sequence[Any]) -> PGresult:
        try:
            return self._asked(compiled, bound)
        except psycopg.Error as error:
            found = self._worker.translated(error, writes=self._writes)
            self.failed = self.failed or found  # what follows the first failure says nothing new
            raise found from error

    def _asked(self, compiled: Compiled, bound: Sequence[Any]) -> PGresult:
        return self._worker.execute(compiled, bound)


class PostgresqlGlance(PostgresqlTransaction):
    """Has no BEGIN to say it with, so the connection itself comes to stand for the organisation.

    It goes on doing so, and is told again only by another's statement that has walls to cross.
    """

    def __init__(self, worker: Worker, organisation: int | None) -> None:
        super().__init__(worker, writes=False)
        self._organisation = organisation

    def stand_for(self, organisation_id: int) -> None:
        self._organisation = organisation_id

    def _asked(self, compiled: Compiled, bound: Sequence[Any]) -> PGresult:
        if compiled.crosses_walls:
            self._worker.stand_for(self._organisation)
        return super()._asked(compiled, bound)


def digits(organisation: int | None) -> bytes:
    """What stands between the quotes: a number, or nothing for nobody."""
    return b"" if organisation is None else b"%d" % organisation


def end(wire: int) -> None:
    """The socket stays open, for its owner to close, but whoever waits on it wakes up."""
    with socket.socket(fileno=os.dup(wire)) as same:
        same.shutdown(socket.SHUT_RDWR)


def translated(error: psycopg.Error, *, writes: bool) -> Exception:
    """The driver's error in words that both engines share; a fault of ours stays as it is."""
    state = error.sqlstate or ""
    if state in AGAIN:
        return Again(str(error))
    if state.startswith(REFUSED_DATA):
        return Violated(error.diag.message_primary or str(error), unique=state == UNIQUE)
    if state == NO_RIGHT or (state == READ_ONLY and not writes):
        return PermissionError(str(error))
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state == READ_ONLY:
        return Unavailable()
    return error
