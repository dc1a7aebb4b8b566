"""PostgreSQL: threads, and connections that they share and replace when one is lost."""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq.abc import PGresult

from reskontra.domain.errors import Unavailable
from reskontra.engine.connection import Connection, Lost, Message, Silent
from reskontra.engine.schema import STANDING
from reskontra.engine.sqlstates import Again, reason_of, translated
from reskontra.engine.statements import POSTGRESQL, Compiled
from reskontra.engine.units import Bound, Job, Mode, Row, Transaction

T = TypeVar("T")

GLANCING = 4  # threads at most: no glance stands behind a unit that waits for a lock
GLANCE_SECONDS = 0.25
RERUNS = 3  # after a deadlock or a serialisation failure
PAUSE = 0.01  # before them: one that starts at once takes the row again before the winner wakes
SILENCE = 1.0  # of the server, in a call that has already had its time
LONGEST_SILENCE = 6.0  # for a statement: statement_timeout has passed, so nobody is there any more
LONGEST_CONNECT = 6.0  # the least is two seconds, which is the least that libpq knows
HURRY = 2.5  # seconds left: then COMMIT goes alone, or it might be done after we have given up

CONNECTION = {
    "application_name": "reskontra",
    "tcp_user_timeout": 3000,
}
SESSION = (
    "-c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout=10s"
    " -c default_transaction_read_only=on -c DateStyle=ISO -c TimeZone=UTC {}"
)
UNITS = ("5s", "2s")  # for a statement, and for a lock
GLANCES = (f"{GLANCE_SECONDS}s", f"{GLANCE_SECONDS}s")  # else it is asked again as a read

BEGIN: dict[Mode, list[Message]] = {
    "write": [Message("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")],
    "read": [Message("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")],
    "glance": [],  # a statement alone is a transaction, together with what is sent along with it
}
COMMIT, ROLLBACK = Message("COMMIT"), Message("ROLLBACK")
# Gone with the transaction that it is sent in.
STAND = f"SELECT set_config('{STANDING}', $1, true)"
# So that the server stops, and rolls back, soon after we have hung up.
NOTICE_LOSS = Message("SELECT set_config('client_connection_check_interval', '200ms', false)")
IDLE = pq.TransactionStatus.IDLE
OPEN = {pq.TransactionStatus.INTRANS, pq.TransactionStatus.INERROR}


class Stale(Again):
    """The connection was lost before anything had happened on it."""


class Postgresql:
    name = "postgresql"
    probe = "SELECT 1"

    def __init__(self, url: str, threads: int) -> None:
        given = conninfo_to_dict(url)
        more = given.get("options") or ""
        parameters = CONNECTION | given
        units = parameters | {"options": SESSION.format(*UNITS, more)}
        glances = parameters | {"options": SESSION.format(*GLANCES, more)}
        long, short = Lane(threads, units), Lane(min(threads, GLANCING), glances)
        self._lanes: dict[Mode, Lane] = {"write": long, "read": long, "glance": short}

    def submit(self, job: Job[T]) -> Future[T]:
        return self._lanes[job.mode].submit(job)

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.close()


class Lane:
    """Threads that run units, and the connections that they have opened."""

    def __init__(self, threads: int, parameters: dict[str, Any]) -> None:
        self._parameters = parameters
        self._threads = ThreadPoolExecutor(threads, "postgresql")
        self._free: list[Connection] = []  # the last one used is taken next: it is the warmest

    def submit(self, job: Job[T]) -> Future[T]:
        try:
            return self._threads.submit(self._finished, job)
        except RuntimeError as closed:
            raise Unavailable from closed

    def close(self) -> None:
        self._threads.shutdown()
        self._close_free()

    def _finished(self, job: Job[T]) -> T:
        """The one place where a unit is run again."""
        for earlier in range(1 + RERUNS):
            if earlier:
                time.sleep(PAUSE * earlier)
            with suppress(Again):
                return self._attempted(job)
        raise Unavailable

    def _attempted(self, job: Job[T]) -> T:
        transaction = self._begun(job)
        try:
            answer = transaction.answer_to(job.unit)
            transaction.commit()
        except Exception:
            if isinstance(transaction.failed, Stale):
                self._close_free()  # they are as old
            if isinstance(transaction.failed, Again):
                raise transaction.failed from None
            raise
        else:
            return answer
        finally:
            self._put_back(transaction.connection)

    def _begun(self, job: Job[Any]) -> "PostgresqlTransaction":
        try:
            return PostgresqlTransaction(self._free.pop(), job, perhaps_stale=True)
        except IndexError:
            return PostgresqlTransaction(self._opened(job.deadline), job, perhaps_stale=False)

    def _opened(self, deadline: float) -> Connection:
        left = min(deadline - time.monotonic(), LONGEST_CONNECT)
        try:
            connection = Connection({"connect_timeout": max(int(left), 2)} | self._parameters)
        except psycopg.OperationalError as error:
            raise Unavailable(reason=reason_of(error.sqlstate or "")) from error
        try:
            with suppress(psycopg.DataError):  # not every system can
                connection.exchange([NOTICE_LOSS], patience(deadline, 1))
        except psycopg.OperationalError as error:
            connection.close()
            raise Unavailable(reason=reason_of(error.sqlstate or "")) from error
        return connection

    def _put_back(self, connection: Connection) -> None:
        """The next unit finds no open transaction, or another connection."""
        with suppress(psycopg.Error):
            if connection.status in OPEN:
                connection.exchange([ROLLBACK], time.monotonic() + SILENCE)
        if connection.status == IDLE and not connection.is_full:
            self._free.append(connection)
        else:
            connection.close()

    def _close_free(self) -> None:
        with suppress(IndexError):
            while True:
                self._free.pop().close()


def patience(deadline: float, statements: int) -> float:
    """Until when the server may be silent, in a call that ends at a deadline."""
    now = time.monotonic()
    return min(max(deadline, now + SILENCE), now + LONGEST_SILENCE * statements)


class PostgresqlTransaction(Transaction):
    """BEGIN travels with the first statement, COMMIT with what has been put until then."""

    statements = POSTGRESQL
    glance_seconds = GLANCE_SECONDS

    def __init__(self, connection: Connection, job: Job[Any], *, perhaps_stale: bool) -> None:
        self.mode = job.mode
        self.connection = connection
        self._deadline = job.deadline
        self._perhaps_stale = perhaps_stale  # until it has answered for the first time
        self._unsent = [*BEGIN[job.mode]]
        if job.organisation is not None:
            self.stand_for(job.organisation)

    def stand_for(self, organisation_id: int) -> None:
        self._unsent.append(self.connection.message(STAND, (str(organisation_id),)))

    def settle(self) -> None:
        if self._unsent:
            self._exchanged()

    def commit(self) -> None:
        """Not tried again when no answer comes: nobody knows whether it was done."""
        if self.mode == "glance":
            return
        in_a_hurry = self._deadline - time.monotonic() < HURRY
        if self.mode == "write" and (self._perhaps_stale or in_a_hurry):
            self.settle()
        self._perhaps_stale = False
        [*_, committed] = self._exchanged(COMMIT)
        if committed.command_status != b"COMMIT":  # it had failed: that is no error to the server
            raise Unavailable

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]:
        return self.connection.rows(self._exchanged(self._message(compiled, bound))[-1])

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        return self._exchanged(self._message(compiled, bound))[-1].command_tuples or 0

    def _put(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        self._unsent.append(self._message(compiled, bound))
        if self.mode == "glance":
            self.settle()

    def _all_rows(self, questions: Sequence[Bound]) -> list[list[Row]]:
        results = self._exchanged(*(self._message(*each) for each in questions))
        return [self.connection.rows(result) for result in results[-len(questions) :]]

    def _message(self, compiled: Compiled, bound: Sequence[Any]) -> Message:
        return self.connection.message(compiled.text, bound)

    def _exchanged(self, *messages: Message) -> list[PGresult]:
        together, self._unsent = [*self._unsent, *messages], []
        try:
            results = self.connection.exchange(together, patience(self._deadline, len(together)))
        except psycopg.Error as error:
            raise self._fails(self._meant(error)) from error
        self._perhaps_stale = False
        return results

    def _meant(self, error: psycopg.Error) -> Exception:
        if isinstance(error, Lost):
            silent = isinstance(error, Silent)
            stale = self._perhaps_stale and not silent
            return Stale() if stale else Unavailable(reason=reason_of(""))
        return translated(error, self.mode)
