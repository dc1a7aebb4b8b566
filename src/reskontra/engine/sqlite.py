"""SQLite: one writer thread that commits waiting units together, and threads that read."""

import errno
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import apsw

from reskontra.domain.errors import Unavailable
from reskontra.engine.statements import SQLITE, Compiled
from reskontra.engine.units import Job, Longer, Mode, Result, Row, Transaction, UnitOfWork, Violated

T = TypeVar("T")

OWNERS_ALONE = 0o600
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite may keep beside the file
OLDEST = 3_051_003  # 3.51.3: an older one can corrupt a file in WAL mode
MOST_TOGETHER = 64  # units in one commit; the first of them waits for the last
STATEMENTS_KEPT = 500
GLANCE_SECONDS = 0.02  # as long nobody else is served
STEPS = 10_000  # of SQLite's own machine, after which it asks whether it may go on

SETTINGS: dict[str, str | int] = {
    "busy_timeout": 5000,  # first: the next one may already have to wait
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: an acknowledged posting survives a power cut
    "foreign_keys": 1,
    "recursive_triggers": 1,  # else REPLACE deletes without asking the triggers
    "trusted_schema": 0,
    "cell_size_check": 1,
}
# What would take back half a statement is kept in memory: a posting touches too many pages for
# SQLite's own limit, and the file that it then makes is never needed after a crash.
WRITING = SETTINGS | {"temp_store": 2}
READING = SETTINGS | {"query_only": 1}
GLANCING = READING | {"busy_timeout": 0}  # it runs on the event loop, which must not wait
OF_MODE: dict[Mode, dict[str, str | int]] = {
    "write": WRITING,
    "read": READING,
    "glance": GLANCING,
}

UNIQUE = {
    apsw.SQLITE_CONSTRAINT_UNIQUE,
    apsw.SQLITE_CONSTRAINT_PRIMARYKEY,
    apsw.SQLITE_CONSTRAINT_ROWID,
}
TROUBLE = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.FullError,
    apsw.InterruptError,
    apsw.IOError,
    apsw.LockedError,
    apsw.NoMemError,
    apsw.NotADBError,
    apsw.ProtocolError,
)
# In the words that operators are told; the first that fits.
REASONS: tuple[tuple[type[Exception], str], ...] = (
    (apsw.FullError, FULL := "the disk is full"),
    (apsw.ReadOnlyError, READ_ONLY := "the database is read-only"),
    (apsw.CantOpenError, "the database file cannot be opened"),
    (apsw.CorruptError, DAMAGED := "the database is damaged; run reskontra check-books"),
    (apsw.NotADBError, DAMAGED),
    (apsw.IOError, "the disk is full, or cannot be read or written"),
    (apsw.BusyError, "another process holds the database"),
)
OF_THE_SYSTEM = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EFBIG: FULL, errno.EROFS: READ_ONLY}
FORBIDDEN = {
    apsw.SQLITE_PRAGMA,
    apsw.SQLITE_ATTACH,
    apsw.SQLITE_DETACH,
    apsw.SQLITE_ALTER_TABLE,
    apsw.SQLITE_CREATE_TRIGGER,
    apsw.SQLITE_CREATE_TEMP_TRIGGER,
    apsw.SQLITE_DROP_INDEX,
    apsw.SQLITE_DROP_TABLE,
    apsw.SQLITE_DROP_TEMP_INDEX,
    apsw.SQLITE_DROP_TEMP_TABLE,
    apsw.SQLITE_DROP_TEMP_TRIGGER,
    apsw.SQLITE_DROP_TEMP_VIEW,
    apsw.SQLITE_DROP_TRIGGER,
    apsw.SQLITE_DROP_VIEW,
    apsw.SQLITE_DROP_VTABLE,
}


class SqliteTransaction(Transaction):
    statements = SQLITE
    glance_seconds = GLANCE_SECONDS

    def __init__(self, connection: apsw.Connection, mode: Mode) -> None:
        self.mode = mode
        self._connection = connection

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]:
        try:
            return self._connection.execute(compiled.text, bound).fetchall()
        except apsw.Error as error:
            raise self._fails(translated(error, self.mode, self._connection)) from error

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        self._rows(compiled, bound)  # a statement is only done when it has no more rows to give
        return self._connection.changes()


class Waiting(NamedTuple):
    """A unit in the writer's queue."""

    unit: UnitOfWork[Any]
    future: Future[Any]


class Sqlite:
    name = "sqlite"
    probe = "SELECT count(*) FROM sqlite_schema"

    def __init__(self, path: Path, threads: int, guarded: bool, sealed: frozenset[str]) -> None:
        if apsw.SQLITE_VERSION_NUMBER < OLDEST:
            raise RuntimeError(f"SQLite {apsw.sqlite_lib_version()} is older than 3.51.3")
        self._path = path
        self._guard = guard(sealed) if guarded else None
        self._closed = False
        make_private(path)
        self._writer = self._opened("write")
        self._writes: SimpleQueue[Waiting | None] = SimpleQueue()
        self._writing = threading.Thread(target=self._write, name="sqlite-writer", daemon=True)
        self._writing.start()
        self._readers = ThreadPoolExecutor(threads, "sqlite-reader")
        self._free: dict[Mode, list[apsw.Connection]] = {"read": [], "glance": []}

    def submit(self, job: Job[T]) -> Future[T] | Result[T]:
        if self._closed:
            raise Unavailable
        if job.mode == "glance":
            return self._glance(job)
        if job.mode == "read":
            return self._readers.submit(self._read, job)
        waiting = Waiting(job.unit, Future())
        self._writes.put(waiting)
        return waiting.future

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._writes.put(None)
        self._writing.join()
        self._readers.shutdown()
        for connection in (self._writer, *self._free["read"], *self._free["glance"]):
            connection.close()

    @contextmanager
    def let_go(self) -> Iterator[None]:
        """Without a connection to the file; the caller has seen to it that no unit is under way."""
        for connection in (self._writer, *self._free["read"], *self._free["glance"]):
            connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            connection.close()
        self._free = {"read": [], "glance": []}
        try:
            yield
        finally:
            self._writer = self._opened("write")

    def _opened(self, mode: Mode) -> apsw.Connection:
        try:
            connection = apsw.Connection(str(self._path), statementcachesize=STATEMENTS_KEPT)
            # Else a join is planned anew for each value, at five times the cost of running it.
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
            put_in_force(connection, OF_MODE[mode])
        except apsw.Error as error:
            raise translated(error, mode) from error
        connection.authorizer = self._guard
        return connection

    def _write(self) -> None:
        while group := self._next_group():
            outcomes = self._together(group) if len(group) > 1 else None
            for waiting, outcome in zip(group, outcomes or map(self._alone, group), strict=True):
                outcome.tell(waiting.future)

    def _next_group(self) -> list[Waiting]:
        """The units that wait now; none when it is time to close."""
        group: list[Waiting] = []
        while len(group) < MOST_TOGETHER:
            try:
                waiting = self._writes.get(block=not group)
            except Empty:
                break
            if waiting is None:
                if group:
                    self._writes.put(None)
                break
            if waiting.future.set_running_or_notify_cancel():
                group.append(waiting)
        return group

    def _together(self, group: list[Waiting]) -> list[Result[Any]] | None:
        """One commit for all; None when one took the others down, so that each must go alone."""
        connection = self._writer
        outcomes: list[Result[Any]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for waiting in group:
                connection.execute("SAVEPOINT unit")
                outcomes.append(self._attempted(waiting))
                if not connection.in_transaction:
                    return None
                if outcomes[-1].error:
                    connection.execute("ROLLBACK TO unit")
                connection.execute("RELEASE unit")
            connection.execute("COMMIT")
        except apsw.ConstraintError:  # deferred keys are looked at only here
            return None
        except Exception as error:
            # Also the units already refused: what they saw was perhaps never committed.
            return [Result(error=translated(error, "write", connection)) for _ in group]
        finally:
            roll_back(connection)
        return outcomes

    def _alone(self, waiting: Waiting) -> Result[Any]:
        connection = self._writer
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcome = self._attempted(waiting)
            if not outcome.error:
                connection.execute("COMMIT")
        except Exception as error:  # the thread must outlive whatever happens to one unit
            return Result(error=translated(error, "write", connection))
        finally:
            roll_back(connection)
        return outcome

    def _attempted(self, waiting: Waiting) -> Result[Any]:
        """Run the unit, perhaps not for the first time."""
        try:
            return Result(SqliteTransaction(self._writer, "write").answer_to(waiting.unit))
        except BaseException as error:  # it belongs to the caller, not to the thread
            return Result(error=error)

    def _glance(self, job: Job[T]) -> Result[T]:
        """In the event loop itself: with the way to a thread a read costs a quarter more."""
        try:
            return Result(self._read(job))
        except Exception as error:
            return Result(error=error)

    def _read(self, job: Job[T]) -> T:
        try:
            connection = self._free[job.mode].pop()
        except IndexError:
            connection = self._opened(job.mode)
        try:
            if job.mode == "glance":
                until = time.monotonic() + GLANCE_SECONDS
                connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
            else:
                connection.execute("BEGIN")
            return SqliteTransaction(connection, job.mode).answer_to(job.unit)
        except apsw.Error as error:
            raise translated(error, job.mode) from error
        finally:
            roll_back(connection)  # nothing was written; the snapshot is let go
            self._free[job.mode].append(connection)


def make_private(path: Path) -> None:
    """Its owner's alone, whatever the umask; SQLite makes what lies beside it alike."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNERS_ALONE))
        for each in (path, *(path.with_name(path.name + ending) for ending in BESIDE)):
            if each.is_file() and stat.S_IMODE(each.stat().st_mode) & ~OWNERS_ALONE:
                each.chmod(OWNERS_ALONE)
    except OSError:
        return  # SQLite says what is wrong, in words that are translated


def put_in_force(connection: apsw.Connection, settings: dict[str, str | int]) -> None:
    """SQLite ignores what it does not know or cannot do, so each setting is read back."""
    for name, value in settings.items():
        connection.execute(f"PRAGMA {name}={value}").fetchall()
        [(in_force,)] = connection.execute(f"PRAGMA {name}").fetchall()
        if in_force != value:
            raise RuntimeError(f"SQLite has {name}={in_force} instead of {value}")


def guard(sealed: frozenset[str]) -> Callable[..., int]:
    """What the running service may never do to its own file; asked once per compiled statement."""

    def allowed(action: int, subject: str | None, *_: str | None) -> int:
        changes_sealed = action in {apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE} and subject in sealed
        return apsw.SQLITE_DENY if action in FORBIDDEN or changes_sealed else apsw.SQLITE_OK

    return allowed


def roll_back(connection: apsw.Connection) -> None:
    if connection.in_transaction:
        with suppress(apsw.Error):  # a failed rollback has ended the transaction too
            connection.execute("ROLLBACK")


def translated(
    error: Exception, mode: Mode, connection: apsw.Connection | None = None
) -> Exception:
    """The driver's error in words that both engines share; a fault of ours stays as it is."""
    if isinstance(error, apsw.ConstraintError):
        code = error.extendedresult  # type: ignore[attr-defined]  # the stubs leave it out
        return Violated(str(error), unique=code in UNIQUE)
    if isinstance(error, TROUBLE):
        return Longer() if mode == "glance" else Unavailable(reason=reason_of(error, connection))
    if isinstance(error, apsw.ReadOnlyError):
        return Unavailable(reason=READ_ONLY) if mode == "write" else PermissionError(str(error))
    if isinstance(error, apsw.AuthError):
        return PermissionError(str(error))
    return error


def reason_of(error: Exception, connection: apsw.Connection | None = None) -> str:
    """Of an error of input or output, what the system itself said is the better one."""
    said = connection and OF_THE_SYSTEM.get(connection.system_errno)
    if said and isinstance(error, apsw.IOError):
        return said
    return next((words for kind, words in REASONS if isinstance(error, kind)), str(error))
