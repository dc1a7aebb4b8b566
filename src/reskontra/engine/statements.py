"""SQLAlchemy Core statements, compiled once per engine and kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Dialect, Table, bindparam, insert
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.sql.elements import CompilerElement

Values: TypeAlias = Mapping[str, Any]

MOST_ROWS = 100  # in one INSERT; each count is compiled once, so there must not be endless counts
MOST_PLACEHOLDERS = 32_000  # SQLite takes 32,766 in one statement, PostgreSQL 65,535
MOST_KEPT = 5_000  # statements; more means that someone composes them call by call


@dataclass(slots=True, eq=False)
class Compiled:
    """A statement in the words of one driver, with placeholders by position."""

    text: str
    names: tuple[str, ...]
    constants: Values
    pick: Callable[[Values], Sequence[Any]]
    begins_long_reads: bool = False  # as far as the last one that began with it tells

    def bound(self, values: Values) -> Sequence[Any]:
        """The values in the order of the placeholders; KeyError when one is missing."""
        return self.pick({**self.constants, **values} if self.constants else values)


class Statements:
    """What one engine has compiled so far; threads may share it."""

    def __init__(self, dialect: Dialect) -> None:
        # By identity: comparing two statements would cost more than running one.
        self.compiled = lru_cache(MOST_KEPT)(partial(compile_for, dialect))
        self.insert = lru_cache(MOST_KEPT)(partial(compile_insert, dialect))


def compile_insert(
    dialect: Dialect, table: Table, columns: tuple[str, ...], count: int
) -> Compiled:
    """One INSERT of `count` rows; its values are the rows' values, row after row."""
    rows: list[dict[str, Any]] = [
        {c: bindparam(f"{c}_{row}") for c in columns} for row in range(count)
    ]
    compiled = compile_for(dialect, insert(table).values(rows))
    # Core may order columns its own way, and the values are sent by position.
    assert compiled.names == tuple(name.key for row in rows for name in row.values())
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
    return Compiled(str(compiled), names, constants, picker(names))


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
