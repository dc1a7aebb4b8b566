"""Bringing a database to the newest schema, and telling whether it is there.

Alembic writes the steps as SQL, and our own drivers run it: SQLite is then always the one that we
bring along, never the interpreter's older one. Triggers, walls and, on PostgreSQL, constraints are
laid anew after the steps where they are not ours; if there were no steps, the history tells of it.
"""

import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import apsw
import psycopg
from psycopg.errors import DeadlockDetected, LockNotAvailable

from reskontra.domain.records import folded
from reskontra.engine.schema import every_table
from reskontra.storage import seal, shape, walls
from reskontra.storage.embedded import database_file, opened
from reskontra.storage.guards import (
    expected_triggers,
    foreign,
    foreign_triggers,
    our_names,
    postgresql_changes,
    postgresql_triggers,
    postgresql_walls,
    sqlite_changes,
    sqlite_triggers,
    weaknesses,
)
from reskontra.storage.sealing import (
    FIRST_WITH_SEALS,
    Ask,
    seal_what_is_there,
    tell_of_guards,
)
from reskontra.storage.trouble import Trouble, reachable

VERSIONS = Path(__file__).parent / "migrations" / "versions"
LOCK = 7_365_830_447  # any number, the same in every process: one migration at a time
# Whoever waits for a table holds up all who come after, so none is waited for longer.
LONGEST_WAIT = "2s"
TRIES = 10
PAUSE = 1.0  # seconds, in which those who were held up can go on


class NotMigrated(Trouble):
    """The database is not at the schema that this program needs."""


class Unguarded(NotMigrated):
    """The schema is right, and what guards it is not: `reskontra migrate` lays it anew."""


def revisions() -> list[str]:
    """As the files are called, oldest first: alembic is asked for what they do, not whether."""
    return sorted(file.name.partition("_")[0] for file in VERSIONS.glob("[0-9]*.py"))


def newest() -> str:
    return revisions()[-1]


def refuse_unknown(revision: str | None) -> None:
    """A newer program has been here; its schema is not ours to change."""
    if revision and revision not in revisions():
        raise NotMigrated(f"the database is at {revision}, which only a newer version knows")


def steps(engine: str, current: str | None) -> str:
    """The SQL from the current revision to the newest."""
    from reskontra.storage.steps import written  # alembic is large, and few starts take a step

    return written(engine, current)


def refuse(changes: list[str], because: str) -> None:
    """What is not ours is not removed unasked, and what the rows may break is not made up."""
    if changes:
        raise NotMigrated(f"{changes[0]}{_and_more(changes)}; {because}")


def _and_more(changes: list[str]) -> str:
    return f" and {len(changes) - 1} more" if changes[1:] else ""


FOREIGN = "look into it, remove it, then: reskontra migrate"
BEYOND = "reskontra migrate cannot mend it; restore a backup, or mend it by hand"


def migrate(url: str) -> dict[str, Any]:
    """Steps and triggers in one transaction: the old schema or the new one, nothing between."""
    every_table()  # or an error before anything is touched
    if file := database_file(url):
        return _migrate_sqlite(file)
    return _migrate_postgresql(url)


def _migrate_sqlite(file: Path) -> dict[str, Any]:
    with closing(opened(file)) as connection:
        connection.set_busy_timeout(30_000)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            before = _sqlite_revision(connection)
            refuse_unknown(before)
            refuse([*foreign_triggers(sqlite_triggers(connection))], FOREIGN)
            _bring_forward(connection, before)
            refuse(sqlite_changes(connection), BEYOND)
        connection.execute("COMMIT")
        return {"from": before, "to": newest()}


def _bring_forward(connection: apsw.Connection, before: str | None) -> None:
    def ask(words: str, *values: Any) -> list[tuple[Any, ...]]:
        return list(connection.execute(words, values))

    changes = sqlite_changes(connection) if before == newest() else []
    if before != newest():
        _drop_triggers(connection)  # they would refuse to have what is sealed put in order
        take_steps(connection, before)
        _seal(ask, before)
    if sqlite_triggers(connection) != expected_triggers("sqlite"):
        _drop_triggers(connection)
        for trigger in seal.triggers("sqlite"):
            connection.execute(trigger.create)
        for words in seal.count_anew("sqlite"):
            connection.execute(words)
    if changes:
        tell_of_guards(ask, changes)


def _seal(ask: Ask, before: str | None) -> None:
    if before and before < FIRST_WITH_SEALS:
        seal_what_is_there(ask)


def take_steps(connection: apsw.Connection, current: str | None) -> None:
    """The order of letters is no business of SQLite's: it asks us."""
    connection.create_scalar_function("folded", _folded, 1)
    # All of them: it pauses at a statement that gives rows until they are fetched.
    connection.execute(steps("sqlite", current)).fetchall()


def _folded(*texts: Any) -> str:
    return folded(str(texts[0]))


def holds_books(file: Path) -> bool:
    with closing(opened(file)) as connection:
        return _sqlite_revision(connection) is not None


def _sqlite_revision(connection: apsw.Connection) -> str | None:
    there = "SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'"
    if not list(connection.execute(there)):
        return None
    versions = list(connection.execute("SELECT version_num FROM alembic_version"))
    return str(versions[0][0]) if versions else None


def _drop_triggers(connection: apsw.Connection) -> None:
    for _, name in sqlite_triggers(connection):
        connection.execute(f"DROP TRIGGER {name}")


def _migrate_postgresql(url: str) -> dict[str, Any]:
    """Beside a service at work a try may fail; it has then changed nothing."""
    for attempt in range(TRIES):
        if attempt:
            sleep(PAUSE)
        try:
            return _migrated(url)
        except (LockNotAvailable, DeadlockDetected):
            continue
    raise NotMigrated("others use the tables without a pause; stop them, then: reskontra migrate")


def _migrated(url: str) -> dict[str, Any]:
    with psycopg.connect(url, connect_timeout=10) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        connection.execute(f"SET LOCAL lock_timeout = '{LONGEST_WAIT}'".encode())
        before = _postgresql_revision(connection)
        refuse_unknown(before)
        refuse(foreign(connection), FOREIGN)
        changes = postgresql_changes(connection) if before == newest() else []
        if before != newest() or changes:
            # What follows is for every organisation's rows.
            _run(connection, walls.lower(postgresql_walls(connection)))
            _take_postgresql_steps(connection, before)
            _lay(connection)
            if changes:
                tell_of_guards(partial(_asked, connection), changes)
            _run(connection, walls.lay())
            refuse(postgresql_changes(connection), BEYOND)
    return {"from": before, "to": newest()}


def _take_postgresql_steps(connection: "psycopg.Connection[Any]", before: str | None) -> None:
    if before != newest():
        _run(connection, _without_triggers(connection))
        connection.execute(steps("postgresql", before).encode())
        _seal(partial(_asked, connection), before)


def _lay(connection: "psycopg.Connection[Any]") -> None:
    """Constraints and triggers, where they are not ours."""
    try:
        _run(connection, shape.lay(shape.of_postgresql(connection)))
    except psycopg.IntegrityError as error:
        refuse([f"rows break {error.diag.constraint_name}"], BEYOND)
    if postgresql_triggers(connection) != expected_triggers("postgresql"):
        _run(connection, _without_triggers(connection))
        connection.execute(OWN_SEARCH_PATH)
        for trigger in seal.triggers("postgresql"):
            connection.execute(trigger.function.encode())
            connection.execute(trigger.create.encode())
        _run(connection, seal.count_anew("postgresql"))


# Named last, the schema of temporary tables is not searched first.
OWN_SEARCH_PATH = (
    "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)"
)
OWN_TRIGGERS = (
    "SELECT tgrelid::regclass::text, tgname FROM pg_trigger"
    " JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
)


def _postgresql_revision(connection: "psycopg.Connection[Any]") -> str | None:
    if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
        return None
    version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(version[0]) if version else None


def _run(connection: "psycopg.Connection[Any]", statements: list[str]) -> None:
    for words in statements:
        connection.execute(words.encode())


def _asked(
    connection: "psycopg.Connection[Any]", words: str, *values: Any
) -> list[tuple[Any, ...]]:
    answer = connection.execute(words.replace("?", "%s").encode(), values)
    return answer.fetchall() if answer.description else []


def _without_triggers(connection: "psycopg.Connection[Any]") -> list[str]:
    ours, found = our_names(), connection.execute(OWN_TRIGGERS).fetchall()
    return [f"DROP TRIGGER {name} ON {table}" for table, name in found if name in ours]


def refuse_unmigrated(url: str) -> None:
    """Raises unless schema, triggers, walls and rights are exactly this program's."""
    revision = _revision(url)
    if revision != newest():
        raise NotMigrated(f"the database is at {revision or 'nothing'}; run: reskontra migrate")
    if weak := weaknesses(url):
        raise Unguarded(f"what guards the books was changed: {weak[0]}{_and_more(weak)}")


def _revision(url: str) -> str | None:
    if file := database_file(url):
        with closing(opened(file)) as here:
            return _sqlite_revision(here)
    with psycopg.connect(url, connect_timeout=10) as there:
        return _postgresql_revision(there)


def is_newest(url: str) -> bool:
    return _revision(url) == newest()


def prepare(url: str) -> None:
    """SQLite is brought to the newest schema; PostgreSQL must be there already."""
    with reachable():
        try:
            refuse_unmigrated(url)
        except (NotMigrated, apsw.BusyError) as reason:  # busy: another process is making it
            if database_file(url) is None:
                raise
            if isinstance(reason, Unguarded):  # by a newer version, or by someone
                sys.stderr.write(f"{reason}; they are laid anew\n")
            migrate(url)
