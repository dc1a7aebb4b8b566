"""PostgreSQL's own matters: deadlocks, lost connections, a server that restarts or falls silent."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from sqlalchemy import text
from tests.faults.wire import Wire, led_over
from tests.servers import OwnPostgresql, own_postgresql
from tests.storage.ledger import ADD, ALL, DEPOSIT, account, accounts, adding, numbers, prepare
from tests.waiting import PATIENCE, until, until_postgresql_shows

from reskontra.domain.errors import Unavailable
from reskontra.engine.connection import Connection
from reskontra.engine.database import Database, Deadlines, Transaction, Violated, connect

MY_BACKEND = text("SELECT pg_backend_pid()")
SLEEPING = "wait_event = 'PgSleep'"
BLOCKED = "wait_event_type = 'Lock'"


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Database]:
    database = connect(postgresql_url, threads=4)
    database.write_now(prepare)
    yield database
    database.close()


@pytest.fixture(scope="module")
def server() -> Iterator[OwnPostgresql]:
    with own_postgresql() as server:
        yield server


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("transaction_isolation", "read committed"),
        ("work_mem", "7MB"),
    ],
)
def test_every_session_has_the_settings(postgresql_url: str, name: str, value: str) -> None:
    database = connect(postgresql_url + "?options=-c%20work_mem%3D7MB")
    assert database.write_now(lambda tx: tx.first(text(f"SHOW {name}"))) == (value,)
    database.close()


def test_units_in_a_deadlock_are_run_again(database: Database) -> None:
    database.write_now(lambda tx: tx.insert_many(accounts, [account(1), account(2)]))
    meet = threading.Barrier(2)
    runs: list[int] = []

    def crossing(first: int, second: int) -> Callable[[Transaction], None]:
        def unit(tx: Transaction) -> None:
            runs.append(first)
            tx.first(DEPOSIT, {"key": first, "amount": 1})
            if len(runs) <= 2:
                meet.wait(PATIENCE)
            tx.first(DEPOSIT, {"key": second, "amount": 1})

        return unit

    async def cross() -> None:
        await asyncio.gather(database.write(crossing(1, 2)), database.write(crossing(2, 1)))

    asyncio.run(cross())
    # The victim may take its row again before the other wakes, and so lose once more.
    assert 3 <= len(runs) <= 5
    balances = text("SELECT balance FROM accounts")
    assert database.read_now(lambda tx: tx.all(balances)) == [(2,), (2,)]


def test_a_unit_that_always_collides_is_given_up(database: Database) -> None:
    runs: list[int] = []

    def unit(tx: Transaction) -> None:
        runs.append(1)
        tx.run(text("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"))

    with pytest.raises(Unavailable):
        database.write_now(unit)
    assert len(runs) == 4


def test_a_commit_answered_by_a_rollback_is_no_commit(database: Database) -> None:
    def forgetful(tx: Transaction) -> None:
        with pytest.raises(Violated):
            tx.run(ADD, account(1, balance=-1))
        tx.failed = None

    with pytest.raises(Unavailable):
        database.write_now(forgetful)
    assert numbers(database) == []


@pytest.mark.parametrize(
    "statement",
    [f"SELECT pg_sleep({PATIENCE})", "UPDATE accounts SET balance = 9 WHERE number = 1"],
)
def test_a_statement_or_lock_that_takes_too_long_is_unavailable(
    database: Database, postgresql_url: str, statement: str
) -> None:
    database.write_now(adding(1))
    with psycopg.connect(postgresql_url) as other:
        other.execute("SELECT * FROM accounts FOR UPDATE")
        with pytest.raises(Unavailable):
            asyncio.run(database.write(lambda tx: tx.run(text(statement))))
    assert asyncio.run(database.ready())


def test_a_value_that_no_column_keeps_is_refused_where_it_is_put(database: Database) -> None:
    def unit(tx: Transaction) -> None:
        tx.put(ADD, account(1))
        with pytest.raises(ValueError, match="NUL"):
            tx.put(ADD, account(2, name="a\0b"))

    database.write_now(unit)
    assert numbers(database) == [1]


def terminate(url: str, backend: int) -> None:
    """Ends a session and returns when it is gone."""
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, %s)", [backend, PATIENCE * 1_000])


def test_units_that_wait_for_a_lock_hold_up_no_reader(
    database: Database, postgresql_url: str
) -> None:
    """There are more of them than threads."""
    database.write_now(adding(1))
    deposit = {"key": 1, "amount": 1}

    async def read_meanwhile(other: Any) -> list[Any]:
        writers = [
            asyncio.create_task(database.write(lambda tx: tx.first(DEPOSIT, deposit)))
            for _ in range(8)
        ]
        await asyncio.to_thread(until_postgresql_shows, postgresql_url, BLOCKED)
        assert await database.read(lambda tx: tx.all(ALL)) == [(1,)]
        assert not any(writer.done() for writer in writers)
        other.rollback()
        return await asyncio.gather(*writers)

    with psycopg.connect(postgresql_url) as other:
        other.execute("SELECT * FROM accounts FOR UPDATE")
        deposits = asyncio.run(read_meanwhile(other))
    assert sorted(deposits) == [(balance,) for balance in range(1, 9)]


def test_a_connection_lost_between_units_is_not_noticed(
    database: Database, postgresql_url: str
) -> None:
    async def lose_all_then(ask: Callable[[], Any]) -> Any:
        with psycopg.connect(postgresql_url, autocommit=True) as other:
            other.execute(
                f"SELECT pg_terminate_backend(pid, {PATIENCE * 1_000}) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        return await asyncio.gather(*(ask() for _ in range(8)))

    add = iter(range(1, 100))
    asks: list[Callable[[], Any]] = [
        lambda: database.write(adding(next(add))),
        lambda: database.write(lambda tx: tx.put(ADD, account(next(add)))),
        lambda: database.read(lambda tx: tx.all(ALL)),
        lambda: database.read(lambda tx: tx.all(ALL) and tx.all(ALL)),
    ]
    for ask in asks:
        asyncio.run(lose_all_then(ask))
    assert len(numbers(database)) == 16


def test_what_we_have_given_up_is_not_committed_afterwards(
    database: Database, postgresql_url: str
) -> None:
    """COMMIT is on its way already; the server notices that nobody listens."""
    backends: list[Any] = []

    def unit(tx: Transaction) -> None:
        backends.append(tx.first(MY_BACKEND))
        tx.first(text("SELECT CAST(pg_sleep(1.5) AS text)"))
        for _ in range(4):  # each within its time, and all of them far beyond that of the call
            tx.put(text("SELECT CAST(pg_sleep(4.5) AS text)"))
        tx.put(ADD, account(1))

    with pytest.raises(Unavailable):
        asyncio.run(database.write(unit))
    until(lambda: not any(is_there(postgresql_url, backend) for [backend] in backends))
    assert numbers(database) == []


def is_there(url: str, backend: int) -> bool:
    with psycopg.connect(url) as other:
        found = other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [backend])
        return found.fetchone() is not None


def test_a_refused_statement_does_not_fill_the_server_with_prepared_ones(
    postgresql_url: str,
) -> None:
    database = connect(postgresql_url, threads=1)
    database.write_now(prepare)
    for _ in range(40):
        with pytest.raises(Violated):
            database.write_now(lambda tx: tx.run(ADD, account(1, balance=-1)))
    [count] = database.read_now(
        lambda tx: tx.first(text("SELECT count(*) FROM pg_prepared_statements"))
    ) or (0,)
    assert count < 20
    database.close()


def test_a_slow_read_fails_alone(database: Database, postgresql_url: str) -> None:
    slow = text(f"SELECT CAST(pg_sleep({PATIENCE}) AS text)")

    async def crowd() -> list[Any]:
        looks = [asyncio.create_task(database.read(lambda tx: tx.all(slow)))]
        await asyncio.to_thread(until_postgresql_shows, postgresql_url, SLEEPING)
        looks += [asyncio.create_task(database.read(lambda tx: tx.all(ALL))) for _ in range(8)]
        return await asyncio.gather(*looks, return_exceptions=True)

    first, *others = asyncio.run(crowd())
    assert isinstance(first, Unavailable)
    assert others == [[]] * 8


def test_reads_of_a_locked_table_are_unavailable_and_no_fault(
    database: Database, postgresql_url: str
) -> None:
    """Nor is anything taken for prepared that was refused."""

    async def crowd() -> list[Any]:
        looks = (database.read(lambda tx: tx.all(ALL)) for _ in range(4))
        return await asyncio.gather(*looks, return_exceptions=True)

    with psycopg.connect(postgresql_url) as other:
        other.execute("LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE")
        assert {type(each) for each in asyncio.run(crowd())} == {Unavailable}
    assert asyncio.run(crowd()) == [[]] * 4


def test_a_connection_lost_amid_reads_is_not_noticed(
    database: Database, postgresql_url: str
) -> None:
    """Whoever had no answer yet asks again on another."""
    database.write_now(adding(1))
    waiting = text("SELECT number, CAST(pg_sleep(1) AS text) FROM accounts")

    async def look(statement: Any) -> Any:
        return await database.read(lambda tx: tx.first(statement))

    async def crowd() -> set[int]:
        backends: set[int] = set()
        for _ in range(3):
            open_now = {
                backend for [backend] in await asyncio.gather(look(MY_BACKEND), look(MY_BACKEND))
            }
            looks = asyncio.gather(look(waiting), look(waiting), look(ALL), look(ALL))
            await asyncio.to_thread(until_postgresql_shows, postgresql_url, SLEEPING)
            for backend in open_now:
                await asyncio.to_thread(terminate, postgresql_url, backend)
            assert {number for number, *_ in await looks} == {1}
            backends |= open_now
        return backends

    assert len(asyncio.run(crowd())) >= 3  # at least one was lost each time


@pytest.mark.parametrize("then", ["another statement", "commit", "commit of what was put"])
def test_a_connection_lost_inside_a_unit_is_unavailable_and_not_tried_again(
    database: Database, postgresql_url: str, then: str
) -> None:
    runs: list[int] = []

    def unit(tx: Transaction) -> None:
        runs.append(1)
        tx.run(ADD, account(1))
        [backend] = tx.first(MY_BACKEND) or ()
        terminate(postgresql_url, backend)
        if then == "another statement":
            tx.run(ADD, account(2))
        if then == "commit of what was put":
            tx.put(ADD, account(2))

    with pytest.raises(Unavailable):
        database.write_now(unit)
    assert len(runs) == 1
    assert numbers(database) == []


def test_after_a_restart_the_first_call_succeeds(server: OwnPostgresql) -> None:
    database = connect(server.fresh_database(), threads=4)
    database.write_now(prepare)

    async def crowd(start: int) -> list[Any]:
        return await asyncio.gather(*(database.write(adding(start + n)) for n in range(16)))

    asyncio.run(crowd(0))
    server.restart()
    assert asyncio.run(crowd(100)) == [1] * 16
    assert len(numbers(database)) == 32
    database.close()


def test_a_stopped_server_is_unavailable_at_once_and_used_again_when_back(
    server: OwnPostgresql,
) -> None:
    deadlines = Deadlines(for_thread=2 * PATIENCE)
    database = connect(server.fresh_database(), threads=4, deadlines=deadlines)
    database.write_now(prepare)
    server.stop()
    try:
        began = time.monotonic()
        with pytest.raises(Unavailable):
            asyncio.run(database.write(adding(1)))
        assert asyncio.run(database.ready()) is False
        assert time.monotonic() - began < PATIENCE
    finally:
        server.start()
    assert asyncio.run(database.write(adding(2))) == 1
    assert numbers(database) == [2]
    database.close()


def test_a_silent_server_ends_every_call_within_five_seconds(server: OwnPostgresql) -> None:
    wire = Wire(server.port)
    url = led_over(server.fresh_database(), wire, server.port)
    database = connect(url, threads=2)
    database.write_now(prepare)

    async def call(number: int) -> tuple[type[Any], float]:
        await asyncio.sleep(number * 0.5)  # some find a thread in the midst of waiting
        began = time.monotonic()
        asked = database.read(lambda tx: tx.all(ALL)) if number % 3 else None
        asked = asked or database.write(adding(number))
        [outcome] = await asyncio.gather(asked, return_exceptions=True)
        return type(outcome), time.monotonic() - began

    async def crowd() -> list[tuple[type[Any], float]]:
        await asyncio.gather(*(database.read(lambda tx: tx.all(ALL)) for _ in range(8)))
        await asyncio.gather(*(database.read(lambda tx: tx.all(ALL)) for _ in range(8)))
        wire.silent = True
        return await asyncio.gather(*(call(number) for number in range(12)))

    outcomes = asyncio.run(crowd())
    assert {kind for kind, _ in outcomes} == {Unavailable}
    assert max(seconds for _, seconds in outcomes) < PATIENCE  # 5 on a machine of its own
    wire.silent = False
    assert asyncio.run(database.write(adding(100))) == 1
    assert asyncio.run(database.read(lambda tx: tx.all(ALL))) == [(100,)]
    database.close()
    wire.close()


def test_a_connection_that_falls_silent_while_it_is_opened_is_closed(
    server: OwnPostgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(server.port)
    opened: list[psycopg.Connection[Any]] = []

    class FallingSilent(Connection):
        def __init__(self, parameters: dict[str, Any]) -> None:
            super().__init__(parameters)
            opened.append(self._driver)
            wire.silent = True

    monkeypatch.setattr("reskontra.engine.postgresql.Connection", FallingSilent)
    database = connect(led_over(server.fresh_database(), wire, server.port), threads=2)
    with pytest.raises(Unavailable):
        asyncio.run(database.write(prepare))
    assert [each.closed for each in opened] == [True]
    database.close()
    wire.close()
