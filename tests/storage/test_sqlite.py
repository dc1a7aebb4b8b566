"""SQLite's own matters: its settings, its lock, its guard, its disk."""

import asyncio
import resource
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from sqlalchemy import text
from tests.storage.ledger import ADD, ALL, account, adding, numbers, prepare
from tests.waiting import PATIENCE

from reskontra.domain.errors import Unavailable
from reskontra.engine.database import Database, connect


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "books.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    database = connect(f"sqlite:///{path}")
    database.write_now(prepare)
    yield database
    database.close()


SETTINGS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "recursive_triggers": 1,
    "busy_timeout": 5000,
    "trusted_schema": 0,
    "cell_size_check": 1,
}


@pytest.mark.parametrize(("name", "value"), SETTINGS.items())
def test_every_connection_has_the_settings(database: Database, name: str, value: str | int) -> None:
    pragma = text(f"PRAGMA {name}")
    assert database.write_now(lambda tx: tx.first(pragma)) == (value,)
    assert database.read_now(lambda tx: tx.first(pragma)) == (value,)
    on_the_loop = asyncio.run(database.read(lambda tx: tx.first(pragma)))
    assert on_the_loop == ((0,) if name == "busy_timeout" else (value,))


def test_only_the_writer_keeps_in_memory_what_does_not_outlive_a_statement(
    database: Database,
) -> None:
    """A reader may sort a million rows, which belong in a file."""
    pragma = text("PRAGMA temp_store")
    assert database.write_now(lambda tx: tx.first(pragma)) == (2,)
    assert database.read_now(lambda tx: tx.first(pragma)) == (0,)


def test_a_setting_that_does_not_take_stops_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where a file of that name is made
    with pytest.raises(RuntimeError, match="journal_mode=memory"):
        connect("sqlite:///:memory:")


def test_a_place_that_cannot_be_opened_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        connect(f"sqlite:///{tmp_path}/nowhere/books.db")


def test_a_relative_address_is_a_file_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    connect("sqlite:///here.db").close()
    assert (tmp_path / "here.db").exists()


def test_another_process_that_holds_the_lock_is_waited_for(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def heed(statement: dict[str, Any]) -> None:
        if statement["sql"] == "BEGIN IMMEDIATE":
            asked.set()

    def listen(connection: apsw.Connection) -> None:
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, heed)

    async def release_soon() -> int:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(heard.write(adding(1)))
        assert await asyncio.to_thread(asked.wait, PATIENCE)
        assert not writing.done()
        other.execute("ROLLBACK")
        return await writing

    other = apsw.Connection(str(path))
    monkeypatch.setattr(apsw, "connection_hooks", [listen])
    heard = connect(f"sqlite:///{path}")
    assert asyncio.run(release_soon()) == 1
    heard.close()


def test_a_lock_never_released_refuses_writers_while_readers_go_on(
    database: Database, path: Path
) -> None:
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")

    async def crowd() -> list[object]:
        writes = [database.write(adding(number)) for number in (1, 2)]
        writers = asyncio.gather(*writes, return_exceptions=True)
        while not writers.done():
            assert await database.read(lambda tx: tx.all(ALL)) == []
            assert await database.read(lambda tx: tx.all(ALL) or tx.all(ALL)) == []
            await asyncio.sleep(0.2)
        return await writers

    outcome = asyncio.run(asyncio.wait_for(crowd(), PATIENCE))
    assert [type(each) for each in outcome] == [Unavailable, Unavailable]
    other.execute("ROLLBACK")
    assert database.write_now(adding(3)) == 1
    assert numbers(database) == [3]


def test_a_full_file_refuses_and_leaves_the_books_whole(database: Database) -> None:
    def no_more_than(pages: int) -> None:
        database.write_now(lambda tx: tx.all(text(f"PRAGMA max_page_count={pages}")))

    database.write_now(adding(1))
    no_more_than(20)
    with pytest.raises(Unavailable):
        database.write_now(lambda tx: tx.run(ADD, account(2, seal=bytes(200_000))))
    no_more_than(1_000_000)
    database.write_now(adding(3))
    assert numbers(database) == [1, 3]


def test_a_disk_that_fails_refuses_and_leaves_the_books_whole(
    database: Database, path: Path
) -> None:
    database.write_now(adding(1))
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = path.with_name("books.db-wal").stat().st_size + 10_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, usual[1]))
    try:
        with pytest.raises(Unavailable):
            database.write_now(lambda tx: tx.run(ADD, account(2, seal=bytes(200_000))))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    database.write_now(adding(3))
    assert numbers(database) == [1, 3]


@pytest.mark.parametrize(
    "attack",
    [
        "PRAGMA foreign_keys=OFF",
        "PRAGMA recursive_triggers=OFF",
        "ATTACH ':memory:' AS elsewhere",
        "DROP TABLE entries",
        "DROP TRIGGER lowest",
        "ALTER TABLE entries ADD COLUMN more",
        "CREATE TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END",
        "CREATE TEMP TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END",
        "UPDATE accounts SET balance = 5",
        "DELETE FROM accounts",
    ],
)
def test_the_guard_refuses(database: Database, path: Path, attack: str) -> None:
    guarded = connect(f"sqlite:///{path}", guarded=True, sealed=frozenset({"accounts"}))
    guarded.write_now(adding(1))
    with pytest.raises(PermissionError):
        guarded.write_now(lambda tx: tx.run(text(attack)))
    assert numbers(guarded) == [1]
    guarded.close()


def test_the_guard_lets_other_tables_change(database: Database, path: Path) -> None:
    guarded = connect(f"sqlite:///{path}", guarded=True, sealed=frozenset({"entries"}))
    guarded.write_now(adding(1))
    assert guarded.write_now(lambda tx: tx.run(text("UPDATE accounts SET balance = 5"))) == 1
    assert guarded.write_now(lambda tx: tx.run(text("DELETE FROM accounts"))) == 1
    guarded.close()
