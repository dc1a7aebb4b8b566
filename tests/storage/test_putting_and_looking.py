"""What needs no answer is put; what is only looked at is looked at by many: on both engines."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import bindparam, func, select, text
from tests.storage.ledger import ADD, ALL, DEPOSIT, ONE, SUM, account, accounts, adding, numbers
from tests.waiting import PATIENCE

from reskontra.domain.errors import Conflict, Unavailable
from reskontra.engine.database import Database, Transaction, Violated


def putting(*numbers: int, **more: Any) -> Callable[[Transaction], None]:
    def unit(tx: Transaction) -> None:
        for number in numbers:
            tx.put(ADD, account(number, **more))

    return unit


def test_what_is_put_is_kept(database: Database) -> None:
    database.write_now(putting(1, 2, 3))
    assert numbers(database) == [1, 2, 3]


def test_what_is_put_is_seen_by_the_statements_after_it(database: Database) -> None:
    def unit(tx: Transaction) -> list[Any]:
        seen: list[Any] = []
        for number in (1, 2, 3):
            tx.put(ADD, account(number, balance=10))
            seen += [len(tx.all(ALL)), tx.first(DEPOSIT, {"key": number, "amount": number})]
        return seen

    assert database.write_now(unit) == [1, (11,), 2, (12,), 3, (13,)]


@pytest.mark.parametrize(
    ("values", "unique"), [({"name": "konto 1"}, True), ({"balance": -1}, False)]
)
def test_what_is_put_and_refused_takes_all_with_it(
    database: Database, values: dict[str, Any], unique: bool
) -> None:
    database.write_now(adding(1))

    def unit(tx: Transaction) -> None:
        tx.put(ADD, account(2))
        tx.put(ADD, account(3, **values))
        tx.put(ADD, account(4))

    with pytest.raises(Violated) as refused:
        database.write_now(unit)
    assert refused.value.unique is unique
    assert numbers(database) == [1]


def test_a_unit_can_have_a_refusal_now(database: Database) -> None:
    def unit(tx: Transaction) -> str:
        putting(1, 1)(tx)
        tx.settle()
        return "not refused"

    def careful(tx: Transaction) -> str:
        try:
            return unit(tx)
        except Violated as violated:
            raise Conflict("finns redan") from violated

    with pytest.raises(Conflict, match="finns redan"):
        database.write_now(careful)
    assert numbers(database) == []


def test_a_unit_that_raises_leaves_nothing_of_what_it_put(database: Database) -> None:
    def refusing(tx: Transaction) -> None:
        putting(1)(tx)
        raise Conflict("nej")

    with pytest.raises(Conflict):
        database.write_now(refusing)
    database.write_now(putting(2))
    assert numbers(database) == [2]


def test_much_is_put_at_once(database: Database) -> None:
    """More than a socket takes before the other side has read."""
    long = b"\xc3" * 400_000

    def unit(tx: Transaction) -> tuple[Any, ...] | None:
        for number in range(1, 21):
            tx.put(ADD, account(number, seal=long))
        return tx.first(select(func.sum(func.length(accounts.c.seal))))

    assert database.write_now(unit) == (20 * 400_000,)
    same = select(func.count()).where(accounts.c.seal == bindparam("seal"))
    looked = database.read(lambda tx: tx.first(same, {"seal": long}))
    assert asyncio.run(looked) == (20,)  # type: ignore[arg-type]


def test_several_statements_are_asked_at_once(database: Database) -> None:
    def unit(tx: Transaction) -> list[Any]:
        putting(1, 2)(tx)
        return tx.firsts(
            (DEPOSIT, {"key": 2, "amount": 5}), (ONE, {"number": 3}), (SUM, {}), (ALL, {})
        )

    assert database.write_now(unit) == [(5,), None, (5,), (1,)]


# Looking


def test_a_read_under_way_ends_when_the_database_is_closed(database: Database) -> None:
    async def look() -> Any:
        try:
            return await database.read(lambda tx: tx.all(ALL))
        except Unavailable:
            return "closed"

    async def close_meanwhile() -> list[Any]:
        await look()
        looks = [asyncio.create_task(look()) for _ in range(5)]
        await asyncio.sleep(0)
        database.close()
        return await asyncio.wait_for(asyncio.gather(*looks), PATIENCE)

    assert all(answer in ([], "closed") for answer in asyncio.run(close_meanwhile()))


def test_a_read_may_not_write(database: Database) -> None:
    with pytest.raises(PermissionError):
        asyncio.run(database.read(adding(1)))
    assert numbers(database) == []


@pytest.mark.usefixtures("unhurried")
def test_each_of_many_reads_has_its_own_answer(database: Database) -> None:
    database.write_now(putting(*range(1, 41)))

    async def look(number: int) -> bool:
        found = await database.read(lambda tx: tx.first(ONE, {"number": number}))
        return found is not None and found[0] == number

    async def crowd() -> list[bool]:
        return await asyncio.gather(*(look(1 + number % 40) for number in range(400)))

    assert all(asyncio.run(crowd()))


def test_a_read_of_several_statements_has_all_answers(database: Database) -> None:
    database.write_now(putting(1, 2))
    unit = lambda tx: (tx.all(ALL), tx.first(ONE, {"number": 2}), tx.all(ALL))  # noqa: E731
    first, one, again = asyncio.run(database.read(unit))
    assert first == again == [(1,), (2,)]
    assert one[0] == 2


def test_a_read_that_fails_or_is_given_up_disturbs_no_other(database: Database) -> None:
    database.write_now(adding(1))
    wrong = text("SELECT 1 FROM no_such_table")

    faults: list[Any] = []

    async def crowd() -> list[Any]:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))
        await asyncio.gather(*(database.read(lambda tx: tx.all(ALL)) for _ in range(4)))
        looks: list[asyncio.Task[Any]] = []
        for number in range(60):
            statement = wrong if number % 3 == 1 else ALL
            looks.append(asyncio.create_task(database.read(lambda tx, s=statement: tx.all(s))))
        await asyncio.sleep(0)
        for given_up in looks[0::3]:
            given_up.cancel()
        return await asyncio.gather(*looks, return_exceptions=True)

    outcomes = asyncio.run(crowd())
    assert outcomes[2::3] == [[(1,)]] * 20
    assert faults == []
    assert all(isinstance(each, Exception) for each in outcomes[1::3])


@pytest.mark.usefixtures("unhurried")
def test_more_statements_than_are_kept_prepared_are_run_all_the_same(database: Database) -> None:
    statements = [text(f"SELECT {number}") for number in range(600)]

    async def crowd() -> list[Any]:
        looks = (database.read(lambda tx, s=each: tx.first(s)) for each in statements)
        return await asyncio.gather(*looks)

    expected = [(number,) for number in range(600)]
    assert database.write_now(lambda tx: [tx.first(each) for each in statements]) == expected
    assert asyncio.run(crowd()) == expected
