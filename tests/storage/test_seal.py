"""Attacks on the books by plain SQL: each is refused by the database itself, with its reason."""

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from sqlalchemy import text
from tests.example_books import Template
from tests.storage.attacks import (
    ACCEPTED,
    ALTERED,
    ATTACKS,
    CLOSED,
    GOOD,
    LAST,
    MINE,
    POSTGRESQL_ATTACKS,
    POSTGRESQL_WITHOUT_HEADER,
    SQLITE_ATTACKS,
    TAKE,
    WITHOUT_HEADER,
    Attack,
    header,
    row,
    series,
    vat,
)
from tests.storage.year_attacks import ACCEPTED_YEARS, SQLITE_YEAR_ATTACKS, YEAR_ATTACKS
from tests.waiting import PATIENCE, until

from reskontra.audit.auditor import audited
from reskontra.engine.database import Violated, connect
from reskontra.engine.sqlite import SETTINGS, put_in_force
from reskontra.storage.migrate import migrate
from reskontra.storage.seal import FILE_KEPT, SEALED, add_to_months


def carried_out(connection: Any, statements: list[str]) -> None:
    """In one transaction, with its commit; nothing of it stays when it fails."""
    connection.execute("BEGIN")
    try:
        for statement in statements:
            connection.execute(statement)
        connection.execute("COMMIT")
    except Exception:
        connection.execute("ROLLBACK")
        raise


def reached(url: str) -> Any:
    """A connection as the service has it, without its guard: only the database itself refuses."""
    if url.startswith("sqlite:///"):
        connection = apsw.Connection(url.removeprefix("sqlite:///"))
        put_in_force(connection, SETTINGS)
        return closing(connection)
    options = f"-c statement_timeout={PATIENCE}s"
    return closing(psycopg.connect(url, autocommit=True, options=options))


@pytest.fixture(scope="module")
def attacked(template: Template) -> Iterator[str]:
    url = template.copied()
    yield url
    assert audited(url).violations == []


def refused(connection: Any, attack: Attack) -> None:
    with pytest.raises((apsw.Error, psycopg.Error)) as refusal:
        carried_out(connection, attack.statements)
    assert re.search(attack.reason, str(refusal.value), re.IGNORECASE), refusal.value


@pytest.mark.parametrize(
    "attack", ATTACKS + YEAR_ATTACKS + WITHOUT_HEADER, ids=lambda attack: attack.name
)
def test_the_database_refuses(attacked: str, attack: Attack) -> None:
    with reached(attacked) as connection:
        refused(connection, attack)


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize(
    "attack", SQLITE_ATTACKS + SQLITE_YEAR_ATTACKS, ids=lambda attack: attack.name
)
def test_sqlite_refuses(attacked: str, attack: Attack, recursive: str) -> None:
    """Also when REPLACE does not ask the triggers on DELETE."""
    with reached(attacked) as connection:
        connection.execute(f"PRAGMA recursive_triggers={recursive}")
        refused(connection, attack)


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "attack", POSTGRESQL_ATTACKS + POSTGRESQL_WITHOUT_HEADER, ids=lambda attack: attack.name
)
def test_postgresql_refuses(attacked: str, attack: Attack) -> None:
    with reached(attacked) as connection:
        refused(connection, attack)


@pytest.mark.parametrize(
    "statements",
    [statements for _, statements in ACCEPTED + ACCEPTED_YEARS],
    ids=[name for name, _ in ACCEPTED + ACCEPTED_YEARS],
)
def test_the_database_accepts(template: Template, statements: list[str]) -> None:
    with reached(template.copied()) as connection:
        carried_out(connection, statements)


def test_a_trigger_refuses_in_its_own_words_above_the_driver(attacked: str) -> None:
    database = connect(attacked, threads=1)
    with pytest.raises(Violated, match=ALTERED):
        database.write_now(lambda tx: tx.run(text("DELETE FROM vouchers")))
    database.close()


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
@pytest.mark.parametrize("table", sorted(SEALED))
@pytest.mark.parametrize("words", ["UPDATE {} SET organisation_id = 1", "DELETE FROM {}"])
def test_the_service_may_not_even_ask_to_change_what_is_sealed(
    attacked: str, table: str, words: str
) -> None:
    database = connect(attacked, threads=1, guarded=True, sealed=SEALED)
    with pytest.raises(PermissionError):
        database.write_now(lambda tx: tx.run(text(words.format(table))))
    database.close()


# Two sessions at once, on the engine that has more than one writer


class Waiting(threading.Thread):
    """Statements of another session, which wait for the first one."""

    def __init__(self, connection: Any, *statements: str) -> None:
        super().__init__(daemon=True)
        self.connection, self.statements = connection, statements
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            for statement in self.statements:
                self.connection.execute(statement)
        except psycopg.Error as error:
            self.error = error

    def waits_for(self, session: Any) -> bool:
        asked, mine = "SELECT pg_blocking_pids(%s)", self.connection.info.backend_pid
        until(
            lambda: (
                not self.is_alive()
                or session.info.backend_pid in session.execute(asked, [mine]).fetchone()[0]
            )
        )
        return self.is_alive()

    def outcome(self) -> str:
        self.join(PATIENCE)
        assert not self.is_alive()
        return str(self.error)


TOO_EARLY_OR_TOO_LATE = r"not the number just taken|voucher already sealed"
LEVELS = ("READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE")


@pytest.fixture
def two(template: Template) -> Iterator[tuple[Any, Any]]:
    url = template.copied()
    with reached(url) as one, reached(url) as other:
        yield one, other


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("added", [row(3, 1930, 5, 0), vat(3)], ids=["row", "VAT entry"])
def test_what_is_added_to_a_number_that_another_session_is_posting_is_refused(
    two: tuple[Any, Any], level: str, added: str
) -> None:
    """Wherever the other one is, from before its first statement until after its commit."""
    one, other = two
    for statement in ("BEGIN", *GOOD, "COMMIT", "SELECT 1"):
        other.execute(f"BEGIN ISOLATION LEVEL {level}")
        other.execute("SELECT 1 FROM vouchers LIMIT 1")
        one.execute(statement)
        with pytest.raises(psycopg.errors.IntegrityError, match=TOO_EARLY_OR_TOO_LATE):
            other.execute(added)
        other.execute("ROLLBACK")
        with pytest.raises(psycopg.errors.IntegrityError, match=TOO_EARLY_OR_TOO_LATE):
            other.execute(added)


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
def test_a_number_with_rows_but_no_header_is_given_back(two: tuple[Any, Any]) -> None:
    one, other = two
    other.execute("BEGIN")
    other.execute(TAKE)
    other.execute(row(9, 1930, 5, 0))
    one.execute("BEGIN")
    waiting = Waiting(one, *GOOD, "COMMIT")
    assert waiting.waits_for(other)
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        other.execute("COMMIT")
    assert waiting.outcome() == "None"


COPIES = {
    "postings": "SELECT organisation_id, year, series, number, line + 10, account, debit, credit,"
    " '', '', '', '{}' FROM postings",
    "vat_entries": "SELECT organisation_id, year, series, number, line + 10, tax_date, box, base,"
    " tax FROM vat_entries",
}


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize("table", COPIES)
def test_what_is_copied_in_is_judged_too(attacked: str, table: str) -> None:
    with reached(attacked) as connection:
        found = connection.execute(f"{COPIES[table]} WHERE {MINE}").fetchall()
        with pytest.raises(psycopg.errors.IntegrityError, match="voucher already sealed"):
            copy_in(connection, table, found)


def copy_in(connection: Any, table: str, rows: list[Any]) -> None:
    with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
        for each in rows:
            copy.write_row(each)


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "fence",
    [
        "; ".join(CLOSED),
        f"UPDATE ledgers SET locked_through = '2026-12-31' WHERE {MINE}",
    ],
    ids=["closing the year", "locking the period"],
)
def test_a_fence_waits_for_postings_and_postings_for_a_fence(
    two: tuple[Any, Any], fence: str
) -> None:
    one, other = two
    one.execute("BEGIN")
    for statement in GOOD:
        one.execute(statement)
    waiting = Waiting(other, "BEGIN", fence)
    assert waiting.waits_for(one)
    one.execute("COMMIT")
    assert waiting.outcome() == "None"
    rows = [row(1, 6110, 1, 0, 3), row(2, 1930, 0, 1, 3), header(number=3, sequence=LAST + 2)]
    waiting = Waiting(one, "BEGIN", TAKE, *rows)
    assert waiting.waits_for(other)
    other.execute("COMMIT")
    assert re.search("outside an open year|period locked", waiting.outcome())


LOOK = f"SELECT sequence FROM ledgers WHERE {MINE} FOR UPDATE"
IN_ANOTHER_SERIES = [
    series("Q", None),
    TAKE.replace("'A'", "'Q'"),
    row(1, 6110, 1, 0, 1, series="Q"),
    row(2, 1930, 0, 1, 1, series="Q"),
]


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("asked", "sequence", "end", "outcome"),
    [
        ([LOOK], LAST + 2, "COMMIT", "None"),
        ([LOOK], LAST + 2, "ROLLBACK", "out of sequence"),
        ([], LAST + 1, "COMMIT", "unique"),
        ([], LAST + 1, "ROLLBACK", "None"),
    ],
)
def test_two_that_post_in_one_ledger_stand_in_line(
    two: tuple[Any, Any], asked: list[str], sequence: int, end: str, outcome: str
) -> None:
    """Also when the second has not asked for the ledger before its header."""
    one, other = two
    one.execute("BEGIN")
    for statement in GOOD:
        one.execute(statement)
    sealing = header(series="Q", number=1, sequence=sequence)
    waiting = Waiting(other, "BEGIN", *asked, *IN_ANOTHER_SERIES, sealing, "COMMIT")
    assert waiting.waits_for(one)
    one.execute(end)
    assert outcome in waiting.outcome()


def test_a_header_adds_up_its_own_rows_alone(tmp_path: Path) -> None:
    """Not all of the year's, in an order that would spare it the sorting of six."""
    rows = add_to_months("sqlite").partition(" SELECT ")[2].partition(" ON CONFLICT")[0]
    assert "series=? AND number=?" in plan_of(tmp_path, f"SELECT {rows}")


def test_a_header_does_not_read_through_the_file_that_it_came_in(tmp_path: Path) -> None:
    """A row of SQLite is read from its beginning: what stands after a file is found behind it."""
    assert "USING COVERING INDEX sie_imports_asked" in plan_of(tmp_path, f"SELECT {FILE_KEPT}")


def plan_of(folder: Path, question: str) -> str:
    """How SQLite goes about what a trigger asks."""
    migrate(f"sqlite:///{folder / 'books.db'}")
    asked = re.sub(r"NEW\.\w+", "?", f"EXPLAIN QUERY PLAN {question}")
    with closing(apsw.Connection(str(folder / "books.db"))) as connection:
        plan = connection.execute(asked, [None] * asked.count("?")).fetchall()
    return "\n".join(str(step[3]) for step in plan)
