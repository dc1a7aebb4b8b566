"""A connection to PostgreSQL in libpq's pipeline mode: what is sent together is one round trip.

The driver's own cursors and pipeline take 20 to 37 % more CPU for a whole call, so statements go
to libpq from here. Values and rows are still the driver's to convert.
"""

import select
import time
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

import psycopg
from psycopg import pq
from psycopg.adapt import AdaptersMap, Loader, PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGresult
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader

from reskontra.engine.units import Row

Prepared: TypeAlias = tuple[str, tuple[int, ...]]

STATEMENTS_KEPT = 500
DONE = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}
SYNC, SKIPPED = pq.ExecStatus.PIPELINE_SYNC, pq.ExecStatus.PIPELINE_ABORTED
BAD = pq.ConnStatus.BAD


class WholeLoader(Loader):
    """A sum of bigints is numeric here and an integer in SQLite: give the integer."""

    def load(self, data: Any) -> Any:
        number = bytes(data).decode()
        return int(number) if number.lstrip("-").isdigit() else Decimal(number)


ADAPTERS = AdaptersMap(psycopg.adapters)
ADAPTERS.register_loader("date", TextLoader)
ADAPTERS.register_loader("numeric", WholeLoader)
# One type for every number, whatever its size: each type is another prepared statement.
ADAPTERS.register_dumper(int, Int8Dumper)


class Lost(psycopg.OperationalError):
    """The connection has ended; what was under way on it has no answer."""


class Silent(Lost):
    """Nobody answered for so long that the connection was given up."""


class Message(NamedTuple):
    """A statement ready to be sent."""

    text: str
    types: tuple[int, ...] = ()
    values: Sequence[Any] = ()
    formats: Sequence[int] = ()


class Connection:
    def __init__(self, parameters: dict[str, Any]) -> None:
        driver = psycopg.connect(**parameters, autocommit=True, context=ADAPTERS)
        self._driver = driver  # which would close it, were it forgotten
        self._server = driver.pgconn
        self._server.nonblocking = 1
        self._server.enter_pipeline_mode()
        self._transformer = Transformer(driver)
        self._socket = self._server.socket
        self._readable = select.poll()
        self._readable.register(self._socket, select.POLLIN)
        self._names: dict[Prepared, bytes] = {}

    @property
    def status(self) -> int:
        """Of the transaction, as libpq counts them."""
        return self._server.transaction_status

    @property
    def is_full(self) -> bool:
        """So much is prepared on it that another should take its place."""
        return len(self._names) > STATEMENTS_KEPT

    def message(self, text: str, values: Sequence[Any]) -> Message:
        """Raises here what is wrong with a value, before anything has been sent."""
        transformer = self._transformer
        try:
            dumped = transformer.dump_sequence(values, [PyFormat.AUTO] * len(values))
        except psycopg.DataError as error:
            raise ValueError(str(error)) from error
        return Message(text, transformer.types or (), dumped, transformer.formats or ())

    def exchange(self, messages: Sequence[Message], until: float) -> list[PGresult]:
        """One result for each; raises the server's first refusal.

        It waits until a moment of the monotonic clock.
        """
        try:
            places = self._send(messages)
            results, refusal = self._receive(until)
        except Silent:
            raise
        except psycopg.OperationalError as error:
            raise Lost(str(error)) from error
        if refusal is not None:
            for prepared in places[len(results) :]:  # what follows a refusal has not been done
                self._names.pop(prepared, None)  # type: ignore[arg-type]  # None is no key of it
            raise refusal
        return [result for result, prepared in zip(results, places, strict=True) if not prepared]

    def rows(self, result: PGresult) -> list[Row]:
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def close(self) -> None:
        self._server.finish()

    def _send(self, messages: Sequence[Message]) -> list[Prepared | None]:
        """Of each result to come: what has been prepared, or None where it is an answer."""
        places: list[Prepared | None] = []
        for text, types, values, formats in messages:
            name = self._names.get((text, types))
            if name is None:
                name = self._names[text, types] = b"s%d" % len(self._names)
                self._server.send_prepare(name, text.encode(), types)
                places.append((text, types))
            self._server.send_query_prepared(name, values, formats)
            places.append(None)
        self._server.pipeline_sync()
        return places

    def _receive(self, until: float) -> tuple[list[PGresult], psycopg.Error | None]:
        server, results, refusal = self._server, list[PGresult](), None
        while True:
            self._wait(until)
            server.consume_input()
            while not server.is_busy():
                result = server.get_result()
                if result is None:
                    if server.status == BAD:
                        raise Lost("the connection is lost")
                elif result.status in DONE:
                    results.append(result)
                elif result.status == SYNC:
                    return results, refusal
                elif result.status != SKIPPED:
                    refusal = refusal or error_from_result(result)

    def _wait(self, until: float) -> None:
        """For something to read; where there is more to send, also for room.

        The other side may not read on before we do.
        """
        left = max(0.0, until - time.monotonic()) * 1000
        if not self._server.flush():
            stirred = self._readable.poll(left)
        else:
            self._readable.modify(self._socket, select.POLLIN | select.POLLOUT)
            stirred = self._readable.poll(left)
            self._readable.modify(self._socket, select.POLLIN)
        if not stirred:
            raise Silent("no answer from the server")
