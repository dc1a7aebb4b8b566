"""What guards the books, as it is and as it must be: triggers, walls, constraints, and rights."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import apsw
import psycopg

from reskontra.engine.schema import every_table
from reskontra.storage import rights, seal, shape, walls
from reskontra.storage.embedded import database_file

SQLITE_TRIGGERS = "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger'"
# With the function that each calls. One that is off is as good as none; ours run as the tables'
# owner, with a search path of their own in which the schema of temporary tables comes last.
POSTGRESQL_TRIGGERS = """
    SELECT relname, tgname, pg_get_triggerdef(t.oid, true), prosrc,
        tgenabled = 'O' AND prosecdef AND provolatile = 'v' AND proowner = relowner
        AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')
        AND proconfig IS NOT DISTINCT FROM
            ARRAY['search_path=' || quote_ident(current_schema()) || ', pg_temp']
    FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
    AND relname = ANY(%s) AND relnamespace = current_schema()::regnamespace"""
POSTGRESQL_RULES = """
    SELECT relname, rulename FROM pg_rewrite JOIN pg_class c ON c.oid = ev_class
    WHERE relname = ANY(%s) AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2"""

Triggers = dict[tuple[str, str], Any]  # by table and name, with all that the database has of each
EVENTS = ("insert", "update", "delete", "truncate")
NAMED = (*EVENTS, "chain", "forget", *(f"tally_{event}" for event in EVENTS))


def expected_triggers(engine: str) -> Triggers:
    if engine == "sqlite":
        return {(each.table, each.name): each.create for each in seal.triggers(engine)}
    return {
        (each.table, each.name): (each.create, each.function.split("$$")[1], True)
        for each in seal.triggers(engine)
    }


def sqlite_triggers(connection: apsw.Connection) -> Triggers:
    """All there are: the file is ours alone, and a table has its name in any letter case."""
    return {(table, name): sql for table, name, sql in connection.execute(SQLITE_TRIGGERS)}


def postgresql_triggers(connection: "psycopg.Connection[Any]") -> Triggers:
    found = connection.execute(POSTGRESQL_TRIGGERS, [_tables()]).fetchall()
    return {(table, name): tuple(rest) for table, name, *rest in found}


def _tables() -> list[str]:
    return [rights.VERSION, *every_table()]


def postgresql_walls(connection: "psycopg.Connection[Any]") -> list[tuple[Any, ...]]:
    return connection.execute(walls.FOUND).fetchall()


def weaknesses(url: str) -> list[str]:
    """Each guard that is missing, is another or is one too many, and each right too wide."""
    if file := database_file(url):
        with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as here:
            return sqlite_changes(here)
    with psycopg.connect(url, connect_timeout=10) as there:
        return [*postgresql_changes(there), *_rules(there), *rights.too_wide(there)]


def sqlite_changes(connection: apsw.Connection) -> list[str]:
    return [
        *changed_triggers("sqlite", sqlite_triggers(connection)),
        *shape.changed("sqlite", shape.of_sqlite(connection)),
    ]


def postgresql_changes(connection: "psycopg.Connection[Any]") -> list[str]:
    return [
        *changed_triggers("postgresql", postgresql_triggers(connection)),
        *changed_walls(postgresql_walls(connection)),
        *shape.changed("postgresql", shape.of_postgresql(connection)),
    ]


def changed_triggers(engine: str, standing: Triggers) -> Iterator[str]:
    wanted = expected_triggers(engine)
    for table, name in sorted(wanted.keys() | standing.keys()):
        if (table, name) not in standing:
            yield f"trigger {name} is missing"
        elif (table, name) not in wanted:
            yield f"trigger {name} is not ours"
        elif wanted[table, name] != standing[table, name]:
            yield f"trigger {name} was changed"


def changed_walls(standing: list[tuple[Any, ...]]) -> Iterator[str]:
    odd = {row[0] for row in walls.expected() ^ set(standing)}
    for table in sorted(odd):
        yield f"the wall of {table} between organisations was changed"


def _rules(connection: "psycopg.Connection[Any]") -> Iterator[str]:
    for table, name in connection.execute(POSTGRESQL_RULES, [_tables()]).fetchall():
        yield f"rule {name} on {table} is not ours"


# What nobody but its maker may remove: it is told of, and left


def our_names() -> set[str]:
    """All that any version of ours may have given to a trigger."""
    return {f"{table}_{word}" for table in every_table() for word in NAMED}


def foreign_triggers(standing: Triggers) -> Iterator[str]:
    ours = our_names()
    for table, name in sorted(standing):
        if name not in ours:
            yield f"trigger {name} on {table} is not ours"


def foreign(connection: "psycopg.Connection[Any]") -> list[str]:
    return [*foreign_triggers(postgresql_triggers(connection)), *_rules(connection)]
