"""Statements of one PostgreSQL connection, prepared at first use and sent straight through libpq.

A cursor of the driver costs some 20 µs more for every statement; the values that cross here are of
so few types that little of what it does is needed.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq.abc import PGresult

from reskontra.storage.line import as_sent
from reskontra.storage.statements import Compiled

Row: TypeAlias = tuple[Any, ...]
Oids: TypeAlias = tuple[int, ...]

STATEMENTS_KEPT = 500
# What the server is told of a value's type; a text takes that of the place it stands in. One for
# every number, whatever its size: each type is another prepared statement.
OIDS = {bool: 16, int: 20}
UNKNOWN = 0
DONE = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}


class Prepared:
    """What one connection has prepared so far."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._server = connection.pgconn
        self._transformer = Transformer(connection)
        self._names: dict[tuple[str, Oids], bytes] = {}

    def execute(self, compiled: Compiled, bound: Sequence[Any]) -> PGresult:
        oids = tuple([OIDS.get(type(value), UNKNOWN) for value in bound])
        name = self._names.get((compiled.text, oids)) or self._prepare(compiled, oids)
        sent = [as_sent(value) for value in bound]
        return self._sound(self._server.exec_prepared(name, sent))  # type: ignore[arg-type]  # None is NULL

    def rows(self, result: PGresult) -> list[Row]:
        self._transformer.set_pgresult(result)
        return self._transformer.load_rows(0, result.ntuples, tuple)

    def _prepare(self, compiled: Compiled, oids: Oids) -> bytes:
        if len(self._names) >= STATEMENTS_KEPT:
            self._sound(self._server.exec_(b"DEALLOCATE ALL"))
            self._names.clear()
        name = b"s%d" % len(self._names)
        self._sound(self._server.prepare(name, compiled.encoded, oids))
        self._names[compiled.text, oids] = name
        return name

    def _sound(self, result: PGresult) -> PGresult:
        """The result; raises the server's refusal, or that it is gone."""
        if result.status in DONE:
            return result
        if self._server.status == pq.ConnStatus.BAD:
            raise psycopg.OperationalError("the connection is lost")
        raise error_from_result(result)
