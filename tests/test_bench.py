"""The benchmark runs to its end, and its limits cannot look cheap by doing nothing."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from dataclasses import replace
from traceback import format_exception
from typing import Any

import pytest
from bench import report
from bench.__main__ import begun, measured, operations
from bench.driver_asyncpg import STAND_UNTIL_THE_NEXT, in_order
from bench.driver_postgresql import BEGIN, COMMIT, STAND, trips, words
from bench.limits import Limits
from bench.operations import TABLE
from bench.plan import Plan
from bench.seats import Seat, spread
from bench.sending import Sent, Work
from bench.targets import targets
from bench.world import World

from tests.service import ENGINES, fresh_database

# fmt: off
TINY = Plan(
    rounds=1, seconds=0.004, warm_up=0.004, growth_seconds=0.004,
    ordinary=110, big=500, sizes=(110, 500), organisations=2, fewest=1, documents=1,
    storage=(10, 60),
)
# fmt: on


def test_every_operation_is_measured_beside_its_limits_and_told_in_tables() -> None:
    found = begun()
    measured(TINY, "sqlite", found)
    rows = {(row["operation"], row["clients"]): row for row in found["operations"]}
    assert set(rows) == {(each.name, clients) for each in TABLE for clients in (1, 16)}
    for row in rows.values():
        floor = row["L1_us"] + row["L2_us"] + row["L3_us"]
        assert min(row["L1_us"], row["L2_us"], row["L3_us"]) > 0
        assert row["ratio"] == pytest.approx(row["app_us"] / floor)
        assert row["times_least"] is None or row["least_us"] > 0
    beside = {name for (name, _), row in rows.items() if row["times_least"]}
    assert beside == {"create", "issue", "read", "list 100", "list 500"}
    [storage] = found["storage"]
    assert 1_000 < storage["bytes"] < 10_000
    assert {row["what"] for row in found["snapshots"]} == {"snapshot", "restore"}
    grown = {(row["operation"], row["among"]) for row in found["growth"]}
    places = ("110 invoices", "500 invoices", "2 organisations")
    assert grown == {(each.name, place) for each in TABLE for place in places}
    text = report.printed(found)
    for told in ("journal_mode wal", "synchronous 2", "p99/p50", "8 in times of 1", "CPU in times"):
        assert told in text


def test_a_few_operations_can_be_measured_alone() -> None:
    plan, found = TINY.changed(2, None, operations("read,list 100")), begun()
    measured(plan, "sqlite", found)
    rows = [(row["operation"], row["clients"]) for row in found["operations"]]
    assert rows == [("read", 1), ("read", 16), ("list 100", 1), ("list 100", 16)]
    assert found["calibration"]
    assert [part for part in ("growth", "one_organisation", "pages") if found[part]] == []
    assert "list 100" in report.printed(found)
    with pytest.raises(ArgumentTypeError, match="no such operation: lists"):
        operations("read,lists")


# The bare driver


@pytest.fixture(scope="module", params=ENGINES)
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(fresh_database(request, tmp_path_factory), size=10)


@pytest.fixture(scope="module")
def book(world: World) -> Seat:
    """Where calls are written down."""
    [new] = world.small(1)
    world.write_down_here(new)
    return new


@pytest.fixture
def limits(world: World, book: Seat) -> Iterator[Limits]:
    world.add_drafts([book], 1, "drafts")
    limits = Limits(world.service_url)
    for operation in ("update", "issue"):
        limits.record(operation, book.token, book.pools["drafts"][-1])
    yield limits
    limits.close()


def seat(world: World, count: int, first: int = 0) -> dict[str, Any]:
    """An organisation with fresh drafts, as a run is told of it."""
    [new] = world.small(1)
    world.add_drafts([new], count, "drafts")
    return {"organisation": new.id, "items": new.pools["drafts"][first:], "once": True}


def test_statements_sent_again_act_on_the_documents_of_their_own_seat(
    world: World, limits: Limits
) -> None:
    for driver in limits.drivers:
        told = limits.l2("issue", [seat(world, 3), seat(world, 2)], 60, driver)
        assert told["used"] == [3, 2], driver


def test_what_the_service_sends_together_is_written_down_so(limits: Limits) -> None:
    """The counters are taken together; what is written then goes along with the commit."""
    [*_, counters, written] = limits.sent["issue"][-1].groups
    assert [each.later for each in counters] == [True, False]
    assert all(each.later for each in written)
    assert len(written) > 1


A, B, C = (words(name) for name in "ABC")
LATER = replace(B, later=True)


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (Work("glance", False, [[A]]), [[A]]),
        (Work("glance", True, [[A]]), [[STAND, A]]),
        (Work("write", False, [[A], [C]]), [[*BEGIN["write"], A], [C], [COMMIT]]),
        (Work("write", True, [[A], [LATER]]), [[*BEGIN["write"], STAND, A], [LATER, COMMIT]]),
        (Work("read", True, [[LATER, A]]), [[*BEGIN["read"], STAND, LATER, A], [COMMIT]]),
    ],
    ids=[
        "nobody's look",
        "an organisation's look",
        "two answers",
        "a change last",
        "a change first",
    ],
)
def test_a_transaction_opens_and_closes_on_the_way_of_its_statements(
    unit: Work, expected: list[list[Sent]]
) -> None:
    assert trips(unit) == expected


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (Work("glance", False, [[A]]), [A]),
        (Work("glance", True, [[A]]), [STAND_UNTIL_THE_NEXT, A]),
        (Work("write", False, [[A], [C]]), [A, C]),
        (Work("read", True, [[LATER, A], [C]]), [STAND, LATER, A, C]),
    ],
    ids=["nobody's look", "an organisation's look", "nobody's change", "an organisation's"],
)
def test_the_pool_s_driver_sends_one_after_another(unit: Work, expected: list[Sent]) -> None:
    assert in_order(unit) == expected


def test_a_replay_that_changes_nothing_is_no_limit(world: World, limits: Limits) -> None:
    gone = seat(world, 1)
    gone["items"] = [gone["items"][0] + 1]
    for driver in limits.drivers:
        with pytest.raises((RuntimeError, ExceptionGroup)) as raised:
            limits.l2("update", [gone], 60, driver)
        assert "0 rows instead of 1" in "".join(format_exception(raised.value)), driver


# What is told


def only(**parts: list[dict[str, Any]]) -> dict[str, Any]:
    """What a run has found, as far as targets are set for it."""
    names = ("operations", "storage", "floods", "one_organisation", "growth")
    return dict.fromkeys(names, ()) | parts


def operation(**figures: Any) -> dict[str, Any]:
    known = {"engine": "postgresql", "operation": "create", "clients": 16, "tail": 2.0}
    spent = {"both_us": 2000.0, "both_us_range": [1500.0, 12_000.0]}
    return {**known, **spent, "times_least": 5.9, **figures}


@pytest.mark.parametrize(
    ("figures", "missed"),
    [
        ({}, []),
        ({"times_least": 6.1}, ["in times of the bare database, create"]),
        ({"operation": "list 500"}, ["in times of the bare database, list 500"]),
        ({"operation": "read", "times_least": 4.0}, []),
        ({"operation": "PDF", "times_least": None}, []),
        ({"tail": 5.1}, ["p99 in times of p50, 16 clients"]),
        ({"tail": None}, []),
        ({"clients": 1, "tail": 5.1}, []),
        ({"clients": 1, "both_us": 9000.0}, []),
        ({"clients": 1, "times_least": 6.1}, ["in times of the bare database, create"]),
    ],
    ids=str,
)
def test_a_missed_target_is_told(figures: dict[str, Any], missed: list[str]) -> None:
    assert [each.what for each in targets(only(operations=[operation(**figures)]))
            if each.held is False] == missed  # fmt: skip


def test_an_invoice_that_takes_more_on_disk_is_told() -> None:
    rows = [{"engine": "sqlite", "bytes": 2_207.0}, {"engine": "postgresql", "bytes": 3_490.0}]
    assert [each.held for each in targets(only(storage=rows))] == [False, True]


def test_slower_together_and_in_larger_books_is_told() -> None:
    def grown(name: str, times: float) -> dict[str, Any]:
        row = {"engine": "sqlite", "among": "1,000,000 invoices", "is_base": False}
        return {**row, "operation": name, "times": times}

    found = only(
        one_organisation=[{"engine": "sqlite", "ratio": 0.9}],
        growth=[grown("read", 1.2), grown("issue", 1.4), grown("create", 1.5)],
    )
    told = {each.what: (each.found, each.held) for each in targets(found)}
    assert told == {
        "8 clients in times of 1, one organisation": ("0.90", False),
        "CPU in times, 1,000,000 invoices": ("create 1.50, issue 1.40", False),
    }


def test_a_slow_snapshot_is_told() -> None:
    rows = [
        {"scenario": "accrual", "what": "snapshot", "ms": 5.1},
        {"scenario": "many", "what": "restore", "ms": 49.0},
    ]
    told = {each.what: each.held for each in targets(only(snapshots=rows))}
    assert told == {"snapshot of accrual": False, "restore of many": True}


def test_floods_that_others_notice_are_told() -> None:
    rows = [
        {"engine": "sqlite", "flood": flood, "times": times}
        for flood, times in (("a million tokens", 2.9), ("as many as are let in", 3.1))
    ]
    told = {each.what: each.held for each in targets(only(floods=rows))}
    assert told == {
        "p99 beside six callers with a million tokens": True,
        "p99 beside six callers with as many as are let in": False,
    }


def test_what_is_not_known_is_not_called_held() -> None:
    held = [{"held": each} for each in (True, True, None, False)]
    assert report.summary(held).startswith("1 of 4 targets missed, 1 not known (")
    assert report.summary(held[:3]).startswith("no target missed, 1 not known (")
    assert report.summary(held[:2]).startswith("no target missed (")


@pytest.mark.parametrize("size", [100, 1_000, 100_000])
def test_calls_are_spread_all_over_the_books(size: int) -> None:
    numbers = [each for each in spread(size, "invoices") if isinstance(each, int)]
    assert len(set(numbers)) == len(numbers) == min(size, 1_000)
    assert min(numbers) <= size / 100
    assert max(numbers) > size * 0.98
