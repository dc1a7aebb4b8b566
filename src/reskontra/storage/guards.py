"""What guards the books, as it is and as it must be: triggers, walls, and the rights of others."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import apsw
import psycopg

from reskontra.storage import seal, walls
from reskontra.storage.embedded import database_file

SQLITE_TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
# With the function that each calls; one that is off, or runs as anyone, is as good as none.
POSTGRESQL_TRIGGERS = (
    "SELECT tgname, prosrc FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
    " JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND tgenabled = 'O' AND prosecdef AND proconfig IS NOT NULL"
    " AND relnamespace = current_schema()::regnamespace"
)
# What anyone but the owner may do, on a whole table or on a column of it.
POSTGRESQL_RIGHTS = """
    SELECT coalesce(r.rolname, 'everyone'), c.relname, c.attname, c.privilege_type FROM (
        SELECT t.relname, '' AS attname, t.relowner, a.grantee, a.privilege_type
        FROM pg_class t, aclexplode(t.relacl) a
        WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
        UNION ALL SELECT t.relname, n.attname, t.relowner, a.grantee, a.privilege_type
        FROM pg_class t JOIN pg_attribute n ON n.attrelid = t.oid, aclexplode(n.attacl) a
        WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace) c
    LEFT JOIN pg_roles r ON r.oid = c.grantee
    WHERE c.grantee <> c.relowner ORDER BY 2, 1, 4, 3"""

READ, ADD, CHANGE, REMOVE = "SELECT", "INSERT", "UPDATE", "DELETE"
# The most that a role which does not own the tables may do, as docs/operating.md gives it.
MOST = frozenset({READ, ADD, CHANGE, REMOVE})
RIGHTS = dict.fromkeys(seal.SEALED, frozenset({READ, ADD})) | {
    "organisations": MOST - {REMOVE},
    "financial_years": MOST - {REMOVE},
    "number_series": MOST - {REMOVE},
    "ledgers": frozenset({READ, ADD}),
    "tallies": frozenset({READ}),
    "alembic_version": frozenset({READ}),
}
COLUMNS = {("ledgers", "locked_through", CHANGE)}


def expected_triggers(engine: str) -> dict[str, str]:
    """Each by name, with the text that the database is to have of it."""
    if engine == "sqlite":
        return {trigger.name: trigger.create for trigger in seal.triggers(engine)}
    return {trigger.name: trigger.function.split("$$")[1] for trigger in seal.triggers(engine)}


def sqlite_triggers(connection: apsw.Connection) -> dict[str, str]:
    return {str(name): str(sql) for name, sql in connection.execute(SQLITE_TRIGGERS)}


def postgresql_triggers(connection: "psycopg.Connection[Any]") -> dict[str, str]:
    return dict(connection.execute(POSTGRESQL_TRIGGERS).fetchall())


def postgresql_walls(connection: "psycopg.Connection[Any]") -> list[tuple[Any, ...]]:
    return connection.execute(walls.FOUND).fetchall()


def weaknesses(url: str) -> list[str]:
    """Each guard that is missing, is another or is one too many, and each right too wide."""
    if file := database_file(url):
        with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as here:
            return [*changed_triggers("sqlite", sqlite_triggers(here))]
    with psycopg.connect(url, connect_timeout=10) as there:
        return [
            *changed_triggers("postgresql", postgresql_triggers(there)),
            *changed_walls(postgresql_walls(there)),
            *wide_rights(there.execute(POSTGRESQL_RIGHTS).fetchall()),
        ]


def changed_triggers(engine: str, standing: dict[str, str]) -> Iterator[str]:
    wanted = expected_triggers(engine)
    for name in sorted(wanted.keys() | standing.keys()):
        if name not in standing:
            yield f"trigger {name} is missing"
        elif name not in wanted:
            yield f"trigger {name} is not ours"
        elif wanted[name] != standing[name]:
            yield f"trigger {name} was changed"


def changed_walls(standing: list[tuple[Any, ...]]) -> Iterator[str]:
    odd = {row[0] for row in walls.expected() ^ set(standing)}
    for table in sorted(odd):
        yield f"the wall of {table} between organisations was changed"


def wide_rights(given: list[tuple[Any, ...]]) -> Iterator[str]:
    for role, table, column, right in given:
        if right not in RIGHTS.get(table, MOST) and (table, column, right) not in COLUMNS:
            where = f"{table} ({column})" if column else table
            yield f"{role} may {right} {where}"
