"""The books as they stand at one moment, read through the bare driver."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import copy
from typing import Any

import apsw

Row = tuple[Any, ...]

SQLITE_COLUMNS = (
    "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'"
)
POSTGRESQL_COLUMNS = (
    "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
    " WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped"
    " AND c.relnamespace = current_schema()::regnamespace"
)
# Whoever is under row security is shown one organisation at a time.
POSTGRESQL_WALLED = (
    "SELECT coalesce(bool_or(row_security_active(oid)), false) FROM pg_class"
    " WHERE relrowsecurity AND relnamespace = current_schema()::regnamespace"
)
OWNER = re.compile(r"\bOF\((\w+)(\.\w+)?\)")
BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}
GIVEN = {"sqlite": "?1", "postgresql": "$1"}  # so that all are asked with one plan
QUESTIONS = 500  # that are kept ready for the next organisation: more than there are


class Snapshot:
    """Nothing that others commit meanwhile is seen, and nothing can be written."""

    def __init__(self, engine: str, connection: Any, organisation: int | None) -> None:
        self.engine = engine
        self.organisation = organisation
        self._connection = connection
        question = SQLITE_COLUMNS if engine == "sqlite" else POSTGRESQL_COLUMNS
        self.columns = {f"{table}.{column}" for table, column in self.rows(question)}

    def rows(self, statement: str) -> list[Row]:
        """`OF(v)` in a statement stands for: v's organisation is the one that is audited."""
        text, times = OWNER.subn(self._owner, statement)
        given = (self.organisation,) if times and self.organisation is not None else None
        rows: list[Row] = self._connection.execute(text, given).fetchall()
        return rows

    def parts(self) -> Iterator["Snapshot"]:
        """The books to look at in turn: all at once, or where that cannot be, one by one."""
        if self.engine == "sqlite" or self.rows(POSTGRESQL_WALLED) == [(False,)]:
            yield self
            return
        for (number,) in self.rows("SELECT o.id FROM organisations o WHERE OF(o.id) ORDER BY o.id"):
            self.rows(f"SELECT set_config('reskontra.organisation', '{int(number)}', true)")
            part = copy(self)
            part.organisation = number
            yield part

    def _owner(self, match: re.Match[str]) -> str:
        if self.organisation is None:
            return "1 = 1"
        alias, column = match.groups()
        return f"{alias}{column or '.organisation_id'} = {GIVEN[self.engine]}"


@contextmanager
def opened(url: str, organisation: int | None) -> Iterator[Snapshot]:
    with closing(connected(url)) as connection:
        yield begun(connection, organisation)


def connected(url: str) -> Any:
    if url.startswith("sqlite:///"):
        path, many = url.removeprefix("sqlite:///"), QUESTIONS
        file = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY, statementcachesize=many)
        file.set_busy_timeout(5000)
        return file
    import psycopg  # whoever verifies a file, or has books in one, never needs it

    server = psycopg.connect(
        url,
        autocommit=True,
        options="-c DateStyle=ISO -c jit=off",
        cursor_factory=psycopg.RawCursor,
    )
    server.prepared_max = QUESTIONS
    return server


def begun(connection: Any, organisation: int | None) -> Snapshot:
    """What is read from now on, until the connection commits or is closed, is of one moment."""
    engine = "sqlite" if isinstance(connection, apsw.Connection) else "postgresql"
    connection.execute(BEGIN[engine])
    return Snapshot(engine, connection, organisation)
