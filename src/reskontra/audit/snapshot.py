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
    "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema()"
)
# Whoever is under row security is shown one organisation at a time.
POSTGRESQL_WALLED = (
    "SELECT coalesce(bool_or(row_security_active(oid)), false) FROM pg_class"
    " WHERE relrowsecurity AND relnamespace = current_schema()::regnamespace"
)
OWNER = re.compile(r"\bOF\((\w+)(\.\w+)?\)")


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
        rows: list[Row] = self._connection.execute(OWNER.sub(self._owner, statement)).fetchall()
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
        return f"{alias}{column or '.organisation_id'} = {int(self.organisation)}"


@contextmanager
def opened(url: str, organisation: int | None) -> Iterator[Snapshot]:
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
        with closing(apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            connection.set_busy_timeout(5000)
            connection.execute("BEGIN")
            yield Snapshot("sqlite", connection, organisation)
        return
    import psycopg  # whoever verifies a file, or has books in one, never needs it

    options = "-c DateStyle=ISO -c jit=off"
    with closing(psycopg.connect(url, autocommit=True, options=options)) as connection:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield Snapshot("postgresql", connection, organisation)
