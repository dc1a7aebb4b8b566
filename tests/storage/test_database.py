"""Units of work, the same on both engines: all or nothing, alone or in a group."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import bindparam, text
from tests.storage.ledger import (
    ADD,
    ADD_ENTRY,
    ALL,
    DEPOSIT,
    ONE,
    SUM,
    Gate,
    account,
    accounts,
    adding,
    numbers,
    prepare,
)
from tests.waiting import PATIENCE, until

from reskontra.domain.errors import Conflict, Unavailable
from reskontra.engine.database import Database, Transaction, Violated, connect


def test_a_unit_is_committed_and_its_answer_returned(database: Database) -> None:
    assert database.write_now(adding(1)) == 1
    assert asyncio.run(database.write(adding(2))) == 1
    assert numbers(database) == [1, 2]


def test_a_unit_that_raises_leaves_nothing(database: Database) -> None:
    def refusing(tx: Transaction) -> None:
        tx.run(ADD, account(1))
        raise Conflict("nej")

    with pytest.raises(Conflict, match="nej"):
        asyncio.run(database.write(refusing))
    assert numbers(database) == []


def test_values_come_back_as_they_went_in(database: Database) -> None:
    values = account(1, opened="2026-02-28", active=True, seal=b"\x00\xff", balance=10**15)
    database.write_now(lambda tx: tx.run(ADD, values))
    row = database.read_now(lambda tx: tx.first(ONE, {"number": 1}))
    assert row == (1, "konto 1", "2026-02-28", True, b"\x00\xff", 10**15)
    assert database.read_now(lambda tx: tx.first(ONE, {"number": 2})) is None


def test_a_sum_is_a_whole_number(database: Database) -> None:
    database.write_now(lambda tx: tx.insert_many(accounts, [account(1, balance=-0), account(2)]))
    database.write_now(lambda tx: tx.first(DEPOSIT, {"key": 1, "amount": 10**15}))
    total = database.read_now(lambda tx: tx.first(SUM))
    assert total == (10**15,)
    assert type(total[0]) is int


@pytest.mark.parametrize("count", [0, 1, 3, 250])
def test_many_rows_go_in_together(database: Database, count: int) -> None:
    rows = [account(number, opened="2026-01-01") for number in range(count)]
    database.write_now(lambda tx: tx.insert_many(accounts, rows))
    assert numbers(database) == list(range(count))


@pytest.mark.parametrize("other", [{"number": 2, "balance": 0}, account(2, colour="red")])
def test_rows_that_name_other_columns_are_refused(
    database: Database, other: dict[str, Any]
) -> None:
    rows = [account(1), other]
    with pytest.raises(ValueError, match="same columns"):
        database.write_now(lambda tx: tx.insert_many(accounts, rows))


def test_a_list_of_constants_is_compiled_and_a_list_to_come_is_refused(database: Database) -> None:
    database.write_now(lambda tx: tx.insert_many(accounts, [account(n) for n in range(5)]))
    fixed = ALL.where(accounts.c.number.in_([1, 3]))
    assert database.read_now(lambda tx: tx.all(fixed)) == [(1,), (3,)]
    later = ALL.where(accounts.c.number.in_(bindparam("list", expanding=True)))
    with pytest.raises(TypeError, match="written into the statement"):
        database.read_now(lambda tx: tx.all(later, {"list": [1]}))


def test_a_missing_value_is_an_error_and_not_a_null(database: Database) -> None:
    with pytest.raises(KeyError, match="number"):
        database.read_now(lambda tx: tx.first(ONE, {"name": "x"}))


@pytest.mark.usefixtures("unhurried")
def test_64_writers_lose_no_update(database: Database) -> None:
    database.write_now(adding(1))

    async def together() -> list[Any]:
        unit = lambda tx: tx.first(DEPOSIT, {"key": 1, "amount": 1})[0]  # noqa: E731
        return await asyncio.gather(*(database.write(unit) for _ in range(64)))

    assert sorted(asyncio.run(together())) == list(range(1, 65))


async def behind_a_gate(database: Database, *units: Callable[[Transaction], Any]) -> list[Any]:
    gate = Gate()
    first = asyncio.create_task(database.write(gate))
    await asyncio.to_thread(gate.entered.wait, PATIENCE)
    tasks = [asyncio.create_task(database.write(unit)) for unit in units]
    while database.in_flight["write"] <= len(units):
        await asyncio.sleep(0)
    gate.opened.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


def test_a_unit_that_raises_does_not_touch_its_neighbours(database: Database) -> None:
    def refusing(tx: Transaction) -> None:
        tx.run(ADD, account(2))
        raise Conflict

    one, two, three, four = asyncio.run(
        behind_a_gate(database, adding(1), refusing, adding(3), adding(4, balance=-1))
    )
    assert (one, three) == (1, 1)
    assert isinstance(two, Conflict)
    assert isinstance(four, Violated)
    assert numbers(database) == [1, 3]


def test_a_key_missing_at_the_commit_fails_its_own_unit_only(database: Database) -> None:
    runs = {1: 0, 2: 0, 3: 0}

    def unit(number: int, of: int) -> Callable[[Transaction], None]:
        def run(tx: Transaction) -> None:
            runs[number] += 1
            tx.run(ADD, account(number))
            tx.run(ADD_ENTRY, {"number": number, "account": of})

        return run

    outcome = asyncio.run(behind_a_gate(database, unit(1, 1), unit(2, 99), unit(3, 3)))
    assert [type(each) for each in outcome] == [type(None), Violated, type(None)]
    assert numbers(database) == [1, 3]
    # On SQLite they were first tried together; on PostgreSQL each has its own commit.
    assert set(runs.values()) == {2 if database.engine == "sqlite" else 1}


def test_a_cancelled_caller_does_not_stop_its_unit(database: Database, url: str) -> None:
    gate = Gate()

    def slow(tx: Transaction) -> None:
        tx.run(ADD, account(1))
        gate(tx)
        tx.run(ADD, account(2))

    async def impatient() -> None:
        task = asyncio.create_task(database.write(slow))
        await asyncio.to_thread(gate.entered.wait, PATIENCE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(impatient())
    gate.opened.set()
    database.close()
    again = connect(url)
    assert numbers(again) == [1, 2]
    again.close()


def test_closing_waits_for_what_was_asked_and_refuses_what_comes_later(
    database: Database, url: str
) -> None:
    gate = Gate()
    running = threading.Thread(target=database.write_now, args=(lambda tx: (gate(tx), add(tx)),))
    add = adding(1)
    running.start()
    gate.entered.wait(PATIENCE)
    closing = threading.Thread(target=database.close)
    closing.start()
    until(lambda: not asyncio.run(database.ready()))
    assert closing.is_alive()
    gate.opened.set()
    closing.join(PATIENCE)
    running.join(PATIENCE)
    with pytest.raises(Unavailable):
        database.write_now(adding(2))
    assert asyncio.run(database.ready()) is False
    again = connect(url)
    assert numbers(again) == [1]
    again.close()


def test_a_call_that_no_thread_takes_is_refused_unbegun(url: str) -> None:
    database = connect(url, threads=1)
    database.write_now(prepare)
    gate = Gate()

    async def crowd() -> tuple[Any, float]:
        first = asyncio.create_task(database.write(gate))
        await asyncio.to_thread(gate.entered.wait, PATIENCE)
        began = time.monotonic()
        [second] = await asyncio.gather(database.write(adding(2)), return_exceptions=True)
        waited = time.monotonic() - began
        gate.opened.set()
        await first
        return second, waited

    second, waited = asyncio.run(crowd())
    assert isinstance(second, Unavailable)
    assert waited > 2.5
    assert numbers(database) == []
    database.close()


@pytest.mark.parametrize(
    ("values", "unique", "message"),
    [
        (account(1, name="annat"), True, "accounts"),
        (account(2, name="konto 1"), True, "accounts"),
        (account(2, balance=None), False, "balance"),
        (account(2, balance=-1), False, "below zero"),
    ],
)
def test_refused_data_is_violated(
    database: Database, values: dict[str, Any], unique: bool, message: str
) -> None:
    database.write_now(adding(1))
    with pytest.raises(Violated) as refused:
        database.write_now(lambda tx: tx.run(ADD, values))
    assert refused.value.unique is unique
    assert message in refused.value.message
    assert numbers(database) == [1]


def test_a_trigger_speaks_in_its_own_words(database: Database) -> None:
    with pytest.raises(Violated) as refused:
        database.write_now(adding(1, balance=-1))
    assert refused.value.message == "below zero"


def test_a_unit_that_goes_on_after_a_refusal_is_not_committed(database: Database) -> None:
    def stubborn(tx: Transaction) -> str:
        tx.run(ADD, account(1))
        with pytest.raises(Violated):
            tx.run(ADD, account(1))
        return "done"

    with pytest.raises(Violated):
        database.write_now(stubborn)
    assert numbers(database) == []


@pytest.mark.parametrize("statements", [1, 2])
def test_committed_data_is_seen_at_once(database: Database, statements: int) -> None:
    async def look() -> None:
        for number in range(1, 20):
            await database.write(adding(number))
            seen = await database.read(lambda tx: [len(tx.all(ALL)) for _ in range(statements)])
            assert seen == [number] * statements

    asyncio.run(look())


def test_a_read_sees_one_moment_whatever_is_committed_between_its_statements(
    database: Database,
) -> None:
    """The first time, and when reads that begin alike had one statement, or two, before it."""
    committed = iter(range(1, 100))

    def once(tx: Transaction) -> int:
        return len(tx.all(ALL))

    def twice(tx: Transaction) -> tuple[int, int, int]:
        before = len(tx.all(ALL))
        database.write_now(adding(next(committed)))
        return before, len(tx.all(ALL)), len(tx.firsts((ALL, {}), (ONE, {"number": before + 1})))

    async def in_turn() -> None:
        for unit in (twice, once, twice, twice, once, once, twice):
            expected = len(await asyncio.to_thread(numbers, database))
            seen = await database.read(unit)
            assert seen == (expected if unit is once else (seen[0], seen[0], 2))

    asyncio.run(in_turn())
    before, after, _ = database.read_now(twice)
    assert before == after < len(numbers(database))


@pytest.mark.usefixtures("unhurried")
def test_reads_that_begin_alike_and_go_on_apart_are_each_whole(database: Database) -> None:
    """Some of them at the same time as others, in every order."""
    database.write_now(lambda tx: tx.insert_many(accounts, [account(1), account(2)]))

    def move(tx: Transaction) -> None:
        for key, amount in ((1, 1), (2, -1)):
            tx.first(DEPOSIT, {"key": key, "amount": amount})

    def balances(count: int) -> Callable[[Transaction], int]:
        return lambda tx: sum((tx.first(ONE, {"number": n + 1}) or ())[-1] for n in range(count))

    async def crowd() -> list[int]:
        moves = [database.write(move) for _ in range(50)]
        reads = [database.read(balances(1 + number % 2)) for number in range(200)]
        return (await asyncio.gather(*moves, *reads))[len(moves) :]

    sums = asyncio.run(crowd())
    assert set(sums[1::2]) == {0}, "both accounts at one moment"
    assert all(0 <= balance <= 50 for balance in sums[0::2])


LONG = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)"
    " SELECT count(*), CAST((SELECT timeout FROM pragma_busy_timeout) AS text) FROM n",
    "postgresql": "SELECT 2000000, current_setting('lock_timeout') FROM pg_sleep(0.6)",
}


def test_a_read_that_takes_long_is_answered_and_holds_up_no_other(database: Database) -> None:
    patient = {"sqlite": "5000", "postgresql": "2s"}[database.engine]

    async def meanwhile() -> tuple[Any, int]:
        long = asyncio.create_task(database.read(lambda tx: tx.first(text(LONG[database.engine]))))
        others = 0
        while not long.done():
            assert await database.read(lambda tx: tx.all(ALL)) == []
            others += not long.done()
            await asyncio.sleep(0.001)
        return await long, others

    for _ in range(2):  # also when it is known to take long
        answer, others = asyncio.run(meanwhile())
        assert answer == (2_000_000, patient)
        assert others


def test_a_read_may_not_write(database: Database) -> None:
    with pytest.raises(PermissionError):
        database.read_now(adding(1))
    assert numbers(database) == []


def test_a_database_in_order_is_ready(database: Database) -> None:
    assert asyncio.run(database.ready()) is True


@pytest.mark.parametrize("address", ["mysql://x", "sqlite://", "sqlite:///", "books.db"])
def test_an_unknown_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="begins with"):
        connect(address)
