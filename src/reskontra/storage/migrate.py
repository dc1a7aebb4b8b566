"""Bringing a database to the newest schema, and telling whether it is there.

Alembic writes the steps as SQL, and our own drivers run it: SQLite is then always the one that we
bring along, never the interpreter's older one. Triggers and walls are laid anew after the steps.
"""

import sys
from contextlib import closing
from functools import partial
from io import StringIO
from pathlib import Path
from time import sleep
from typing import Any

import apsw
import psycopg
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from psycopg.errors import DeadlockDetected, LockNotAvailable

from reskontra.domain.records import folded
from reskontra.engine.schema import every_table, metadata
from reskontra.storage import seal, walls
from reskontra.storage.embedded import database_file, opened
from reskontra.storage.guards import (
    expected_triggers,
    postgresql_triggers,
    postgresql_walls,
    sqlite_triggers,
    weaknesses,
)
from reskontra.storage.sealing import FIRST_WITH_SEALS, seal_what_is_there
from reskontra.storage.trouble import Trouble, reachable

LOCK = 7_365_830_447  # any number, the same in every process: one migration at a time
# Whoever waits for a table holds up all who come after, so none is waited for longer.
LONGEST_WAIT = "2s"
TRIES = 10
PAUSE = 1.0  # seconds, in which those who were held up can go on


class NotMigrated(Trouble):
    """The database is not at the schema that this program needs."""


class Unguarded(NotMigrated):
    """The schema is right, and what guards it is not: `reskontra migrate` lays it anew."""


def script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def newest() -> str:
    head = script().get_current_head()
    assert head
    return head


def refuse_unknown(revision: str | None) -> None:
    """A newer program has been here; its schema is not ours to change."""
    if revision and revision not in {each.revision for each in script().walk_revisions()}:
        raise NotMigrated(f"the database is at {revision}, which only a newer version knows")


def steps(engine: str, current: str | None) -> str:
    """The SQL from the current revision to the newest."""
    scripts, written = script(), StringIO()
    with EnvironmentContext(
        Config(),
        scripts,
        fn=lambda revision, _: scripts._upgrade_revs("head", revision),
        as_sql=True,
        starting_rev=current,
        destination_rev="head",
    ) as environment:
        environment.configure(
            dialect_name=engine,
            output_buffer=written,
            target_metadata=metadata,
            transactional_ddl=False,
        )
        environment.run_migrations()
    return written.getvalue()


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
            if before != newest():
                _drop_triggers(connection)  # they would refuse to have what is sealed put in order
                take_steps(connection, before)
                if before and before < FIRST_WITH_SEALS:
                    seal_what_is_there(
                        lambda words, *values: list(connection.execute(words, values))
                    )
            if sqlite_triggers(connection) != expected_triggers("sqlite"):
                _drop_triggers(connection)
                for trigger in seal.triggers("sqlite"):
                    connection.execute(trigger.create)
                for words in seal.COUNT_ANEW:
                    connection.execute(words)
        connection.execute("COMMIT")
        return {"from": before, "to": newest()}


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
    for name in sqlite_triggers(connection):
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
        expected = expected_triggers("postgresql")
        if before != newest() or postgresql_triggers(connection) != expected:
            # What follows is for every organisation's rows.
            _run(connection, walls.lower(postgresql_walls(connection)))
        if before != newest():
            _run(connection, _without_triggers(connection))
            connection.execute(steps("postgresql", before).encode())
            if before and before < FIRST_WITH_SEALS:
                seal_what_is_there(partial(_asked, connection))
        if postgresql_triggers(connection) != expected:
            _run(connection, _without_triggers(connection))
            connection.execute(OWN_SEARCH_PATH)
            for trigger in seal.triggers("postgresql"):
                connection.execute(trigger.function.encode())
                connection.execute(trigger.create.encode())
            _run(connection, list(seal.COUNT_ANEW))
        standing = postgresql_walls(connection)
        if set(standing) != walls.expected():
            _run(connection, walls.lower(standing) + walls.lay())
    return {"from": before, "to": newest()}


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
    found = connection.execute(OWN_TRIGGERS).fetchall()
    return [f"DROP TRIGGER {name} ON {table}" for table, name in found]


def refuse_unmigrated(url: str) -> None:
    """Raises unless schema, triggers, walls and rights are exactly this program's."""
    revision = _revision(url)
    if revision != newest():
        raise NotMigrated(f"the database is at {revision or 'nothing'}; run: reskontra migrate")
    if weak := weaknesses(url):
        what = f"{weak[0]}{f' and {len(weak) - 1} more' if weak[1:] else ''}"
        raise Unguarded(f"what guards the books was changed: {what}")


def _revision(url: str) -> str | None:
    if file := database_file(url):
        with closing(opened(file)) as here:
            return _sqlite_revision(here)
    with psycopg.connect(url, connect_timeout=10) as there:
        return _postgresql_revision(there)


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
