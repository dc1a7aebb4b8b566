"""A line to PostgreSQL: one connection in libpq's pipeline mode, statements prepared at first use.

Statements that are sent together cost one round trip. A cursor of the driver would cost some 20 µs
more for each, and the values that cross here are of so few types that little of what it does is
needed. Nothing here waits, but `wait`: a thread does so, and the event loop has its own way.
"""

import itertools
import os
import select
import time
from collections import deque
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

import psycopg
from psycopg import pq
from psycopg.adapt import AdaptersMap, Loader, Transformer
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGresult
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader
from sqlalchemy import text

from reskontra.engine.schema import STANDING
from reskontra.engine.statements import POSTGRESQL, Compiled
from reskontra.engine.units import Row

Oids: TypeAlias = tuple[int, ...]

STATEMENTS_KEPT = 500
# What the server is told of a value's type; a text takes that of the place it stands in. One for
# every number, whatever its size: each type is another prepared statement.
OIDS = {bool: 16, int: 20}
UNKNOWN = 0
DONE = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}
SYNC, SKIPPED = pq.ExecStatus.PIPELINE_SYNC, pq.ExecStatus.PIPELINE_ABORTED


class WholeLoader(Loader):
    """A sum of bigints is numeric here and an integer in SQLite: give the integer."""

    def load(self, data: Any) -> Any:
        number = bytes(data).decode()
        return int(number) if number.lstrip("-").isdigit() else Decimal(number)


ADAPTERS = AdaptersMap(psycopg.adapters)
ADAPTERS.register_loader("date", TextLoader)
ADAPTERS.register_loader("numeric", WholeLoader)
ADAPTERS.register_dumper(int, Int8Dumper)  # where a cursor is used, as in tests


class Lost(psycopg.OperationalError):
    """The connection has ended; what was under way on it has no answer."""


class Silent(Lost):
    """Nobody answered for so long that the connection was given up."""


class Message(NamedTuple):
    """A statement ready to be sent."""

    compiled: Compiled
    oids: Oids
    values: list[bytes | None]


def message(compiled: Compiled, bound: Sequence[Any]) -> Message:
    """Raises here what is wrong with a value, before anything has been sent."""
    oids = tuple([OIDS.get(type(value), UNKNOWN) for value in bound])
    return Message(compiled, oids, [as_sent(value) for value in bound])


# Gone with the transaction that it is sent in; what is sent together without BEGIN is one too.
STAND = POSTGRESQL.compiled(text(f"SELECT set_config('{STANDING}', :standing, true)"))


def standing_for(organisation: int) -> Message:
    """What follows it sees and writes this organisation's rows."""
    return message(STAND, (str(organisation),))


class Batch:
    """Statements sent together: their results in order, or the first refusal."""

    __slots__ = ("error", "expected", "prepared", "results", "whole")

    def __init__(self) -> None:
        self.expected: list[bool] = []  # of each result: whether anybody asked for it
        self.prepared: list[tuple[int, tuple[str, Oids]]] = []  # along with these, by place
        self.results: list[PGresult] = []
        self.error: psycopg.Error | None = None
        self.whole = False

    def done(self) -> list[PGresult]:
        """One result for each statement; raises the server's refusal."""
        if self.error is not None:
            raise self.error
        if self.prepared:
            return list(itertools.compress(self.results, self.expected))
        return self.results


class Line:
    """One connection, what it has prepared, and the batches under way on it."""

    def __init__(
        self, connection: "psycopg.Connection[Any] | psycopg.AsyncConnection[Any]"
    ) -> None:
        self._connection = connection
        self._server = connection.pgconn
        self._server.nonblocking = 1
        self._server.enter_pipeline_mode()
        self._transformer = Transformer(connection)
        self._names: dict[tuple[str, Oids], bytes] = {}
        self._prepared = 0
        self._under_way: deque[Batch] = deque()
        # Our own handle on it: libpq closes its own when the connection breaks, and the number may
        # then already be another's.
        self.socket = os.dup(self._server.socket)
        self._readable = select.poll()
        self._readable.register(self.socket, select.POLLIN)
        self.unsent = False  # some of what was sent waits for room in the socket

    @property
    def status(self) -> int:
        """Of the transaction, as libpq counts them."""
        return self._server.transaction_status

    def send(self, messages: Sequence[Message]) -> Batch:
        """Raises when the connection is lost, and then nothing of it was."""
        batch = Batch()
        try:
            for each in messages:
                self._send(batch, *each)
            self._server.pipeline_sync()
            self.flush()
        except psycopg.OperationalError as error:
            raise Lost(str(error)) from error
        self._under_way.append(batch)
        return batch

    def _send(self, batch: Batch, compiled: Compiled, oids: Oids, values: Any) -> None:
        name = self._names.get((compiled.text, oids)) or self._prepare(batch, compiled, oids)
        self._server.send_query_prepared(name, values)
        batch.expected.append(True)

    def flush(self) -> None:
        try:
            self.unsent = bool(self._server.flush())
        except psycopg.OperationalError as error:
            raise Lost(str(error)) from error

    def receive(self) -> None:
        """Take in what has arrived; raises when the connection is lost."""
        server = self._server
        try:
            server.consume_input()
        except psycopg.OperationalError as error:
            raise Lost(str(error)) from error
        while not server.is_busy():
            result = server.get_result()
            if result is not None:
                self._take(result)
            elif not self._under_way:
                return
            elif server.status == pq.ConnStatus.BAD:
                raise Lost("the connection is lost")

    def _take(self, result: PGresult) -> None:
        batch, status = self._under_way[0], result.status
        if status in DONE:
            batch.results.append(result)
        elif status == SYNC:
            self._under_way.popleft()
            batch.whole = True
            for place, prepared in batch.prepared:
                if place >= len(batch.results):  # what follows a refusal has not been done
                    self._names.pop(prepared, None)
        elif status != SKIPPED and batch.error is None:
            batch.error = error_from_result(result)

    def wait(self, batch: Batch, until: float) -> None:
        """Blocks until the batch is whole; gives up at a moment of the monotonic clock."""
        while not batch.whole:
            left = max(0.0, until - time.monotonic()) * 1000
            stirred = self._wait_for_room(left) if self.unsent else self._readable.poll(left)
            self.receive()
            if not stirred and not batch.whole:
                raise Silent("no answer from the server")

    def _wait_for_room(self, milliseconds: float) -> bool:
        """Or for something to read: the other side may not read on before we do."""
        self._readable.modify(self.socket, select.POLLIN | select.POLLOUT)
        stirred = self._readable.poll(milliseconds)
        self._readable.modify(self.socket, select.POLLIN)
        self.flush()
        return bool(stirred)

    def rows(self, result: PGresult) -> list[Row]:
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def close(self) -> None:
        self._server.finish()
        os.close(self.socket)

    def _prepare(self, batch: Batch, compiled: Compiled, oids: Oids) -> bytes:
        if len(self._names) >= STATEMENTS_KEPT:
            oldest = self._names.pop(next(iter(self._names)))
            self._server.send_query_params(b"DEALLOCATE " + oldest, None)
            batch.expected.append(False)
        self._prepared += 1
        name = b"s%d" % self._prepared
        self._server.send_prepare(name, compiled.encoded, oids)
        batch.prepared.append((len(batch.expected), (compiled.text, oids)))
        batch.expected.append(False)
        self._names[compiled.text, oids] = name
        return name


def as_sent(value: Any) -> bytes | None:
    """A value in the form of text: the few types that columns are kept in."""
    kind = type(value)
    if kind is str:
        if "\0" in value:  # libpq would take it for the end
            raise ValueError("a text with NUL is kept in no column")
        return value.encode()  # type: ignore[no-any-return]
    if kind is int:
        return b"%d" % value
    if value is None:
        return None
    if kind is bool:
        return b"t" if value else b"f"
    if kind is bytes:
        return b"\\x" + value.hex().encode()  # type: ignore[no-any-return]
    if isinstance(value, str):
        return as_sent(str.__str__(value))
    raise TypeError(f"{kind.__name__} is not kept in any column")
