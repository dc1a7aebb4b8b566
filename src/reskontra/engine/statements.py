"""SQLAlchemy Core statements, compiled once per engine and kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Dialect, Table, bindparam, insert
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.sql.elements import CompilerElement

from reskontra.engine.schema import crosses_walls

Values: TypeAlias = Mapping[str, Any]

MOST_ROWS = 100  # in one INSERT; each count is compiled once, so there must not be endless counts
MOST_PLACEHOLDERS = 32_000  # SQLite takes 32,766 in one statement, PostgreSQL 65,535
MOST_KEPT = 5_000  # statements; more means that someone composes them call by call


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement in the words of one driver, with placeholders by position."""

    text: str
    encoded: bytes
    names: tuple[str, ...]
    constants: Values
    pick: Callable[[Values], Sequence[Any]]
    crosses_walls: bool  # so it matters which organisation the connection stands for

    def bound(self, values: Values) -> Sequence[Any]:
        """The values in the order of the placeholders; KeyError when one is missing."""
        return self.pick({**self.constants, **values} if self.constants else values)


class Statements:
    """What one engine has compiled so far; threads may share it."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._kept: dict[int, tuple[CompilerElement, Compiled]] = {}
        self._inserts: dict[tuple[Table, tuple[str, ...], int], Compiled] = {}

    def compiled(self, statement: CompilerElement) -> Compiled:
        """By identity: comparing two statements would cost more than running one."""
        kept = self._kept.get(id(statement))
        if kept is not None:
            return kept[1]
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        compiled = compile_for(self._dialect, statement)
        # The statement is kept too, or another could be born with its identity.
        self._kept[id(statement)] = (statement, compiled)
        return compiled

    def insert(self, table: Table, columns: tuple[str, ...], count: int) -> Compiled:
        """One INSERT of `count` rows; its values are the rows' values, row after row."""
        key = (table, columns, count)
        compiled = self._inserts.get(key)
        if compiled is None:
            rows: list[dict[str, Any]] = [
                {c: bindparam(f"{c}_{row}") for c in columns} for row in range(count)
            ]
            compiled = compile_for(self._dialect, insert(table).values(rows))
            # Core may order columns its own way, and the values are sent by position.
            assert compiled.names == tuple(name.key for row in rows for name in row.values())
            self._inserts[key] = compiled
        return compiled


def chunks(rows: Sequence[Sequence[Any]], columns: tuple[str, ...]) -> list[Sequence[Any]]:
    size = max(1, min(MOST_ROWS, MOST_PLACEHOLDERS // len(columns)))
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def compile_for(dialect: Dialect, statement: CompilerElement) -> Compiled:
    try:
        compiled: Any = statement.compile(
            dialect=dialect, compile_kwargs={"render_postcompile": True}
        )
    except InvalidRequestError as error:
        raise TypeError(f"A list of values must be written into the statement: {error}") from error
    if getattr(compiled, "insert_prefetch", ()) or getattr(compiled, "update_prefetch", ()):
        raise TypeError(f"Python-side column defaults are not run here: {compiled}")
    names = tuple(getattr(compiled, "positiontup", None) or ())
    required = {name for name, bind in getattr(compiled, "binds", {}).items() if bind.required}
    params = getattr(compiled, "params", None) or {}
    constants = {name: value for name, value in params.items() if name not in required}
    text = str(compiled)
    crosses = crosses_walls(statement)
    return Compiled(text, text.encode(), names, constants, picker(names), crosses)


def picker(names: tuple[str, ...]) -> Callable[[Values], Sequence[Any]]:
    """itemgetter works in C, but gives a bare value for one name and wants at least one."""
    if len(names) > 1:
        return itemgetter(*names)
    if names:
        [name] = names
        return lambda values: (values[name],)
    return lambda values: ()


SQLITE = Statements(SQLiteDialect(paramstyle="qmark"))
# $1 instead of %s: psycopg then has nothing to translate, and a name used twice is sent once.
POSTGRESQL = Statements(PGDialect_psycopg(paramstyle="numeric_dollar"))  # type: ignore[no-untyped-call]
