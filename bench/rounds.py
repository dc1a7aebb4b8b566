"""Operations beside their limits: rounds in which every candidate has its turn."""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from bench.campaign import SEATS, Campaign, Figures
from bench.operations import NAMED, Operation
from bench.seats import Client

T = TypeVar("T")
CLIENTS = (1, SEATS)
TOGETHER = 8  # clients that issue in one organisation
Say = Callable[[str], None]
Seen = dict[tuple[str, int, str], list[Figures]]


def operations_measured(campaign: Campaign, say: Say) -> list[Figures]:
    warm_up(campaign)
    say("warm")
    seen: Seen = defaultdict(list)
    rounds, measured = campaign.plan.rounds, campaign.plan.operations
    for turn in range(rounds):
        campaign.small_answer()
        for operation in turned(measured, turn):
            for count in turned(CLIENTS, turn):
                in_turn(campaign, operation, count, turn, seen)
            seen[operation.name, 0, "L3"].append(campaign.l3(operation))
        say(f"round {turn + 1} of {rounds}")
    return [row(campaign, each, count, seen) for each in measured for count in CLIENTS]


def warm_up(campaign: Campaign) -> None:
    """Sessions, caches and statements of all candidates."""
    seconds = campaign.plan.warm_up
    for operation in campaign.plan.operations:
        told = campaign.app(operation, campaign.seated(operation, SEATS), seconds)
        campaign.l1(operation, SEATS, told["bytes"], seconds)
        for driver in campaign.drivers:
            campaign.l2(operation, SEATS, seconds, driver)
        campaign.sizes[operation.name] = told["bytes"]


def in_turn(campaign: Campaign, operation: Operation, count: int, turn: int, seen: Seen) -> None:
    size = campaign.sizes[operation.name]
    candidates: dict[str, Callable[[], Figures]] = {
        "app": lambda: campaign.app(operation, campaign.seated(operation, count)),
        "L1": lambda: campaign.l1(operation, count, size),
    }
    for driver in campaign.drivers:
        candidates[driver] = partial(campaign.l2, operation, count, driver=driver)
    if operation.name in campaign.bare_database.scripts:
        candidates["least"] = partial(campaign.least, operation, count)
    for name in turned(list(candidates), turn):
        seen[operation.name, count, name].append(candidates[name]())


def row(campaign: Campaign, operation: Operation, count: int, seen: Seen) -> Figures:
    app, l1, l2 = (seen[operation.name, count, name] for name in ("app", "L1", "L2"))
    l3 = seen[operation.name, 0, "L3"]
    ratios = in_times_of(app, l1, l2, l3)
    database = middle(run["database_us"] for run in app)
    return {
        "engine": campaign.world.engine,
        "operation": operation.name,
        "clients": count,
        **campaign.asked[operation.name],
        "calls": sum(run["calls"] for run in app),
        **speed(app),
        "app_us": middle(run["us"] for run in app),
        "app_us_range": least_and_most(run["us"] for run in app),
        "database_us": database if campaign.has_server else None,
        "both_us": middle(run["both_us"] for run in app),
        "both_us_range": least_and_most(run["both_us"] for run in app),
        "L1_us": middle(run["us"] for run in l1),
        "L2_us": middle(run["us"] for run in l2),
        "L3_us": middle(run["us"] for run in l3),
        "ratio": middle(ratios),
        "ratio_range": least_and_most(ratios),
        **beside_libpq(app, l1, seen[operation.name, count, "libpq"], l3),
        **beside_least(app, seen[operation.name, count, "least"]),
        "bytes": campaign.sizes[operation.name],
    }


def beside_libpq(
    app: list[Figures], l1: list[Figures], libpq: list[Figures], l3: list[Figures]
) -> Figures:
    """The same with the lowest floor instead of L2, where there is one; and its server's CPU."""
    if not libpq:
        names = ("libpq_us", "libpq_ratio", "database_limit_us", "database_ratio")
        return dict.fromkeys(names)
    database, limit = (middle(run["database_us"] for run in runs) for runs in (app, libpq))
    return {
        "libpq_us": middle(run["us"] for run in libpq),
        "libpq_ratio": middle(in_times_of(app, l1, libpq, l3)),
        "database_limit_us": limit,
        "database_ratio": database / limit if limit else None,
    }


def beside_least(app: list[Figures], least: list[Figures]) -> Figures:
    """Service and database together in times of the bare database, round by round."""
    if not least:
        return dict.fromkeys(("least_us", "times_least", "times_least_range"))
    times = [run["both_us"] / bare["both_us"] for run, bare in zip(app, least, strict=True)]
    return {
        "least_us": middle(run["both_us"] for run in least),
        "times_least": middle(times),
        "times_least_range": least_and_most(times),
    }


def in_times_of(app: list[Figures], *parts: list[Figures]) -> list[float]:
    """The service's CPU in times of its floor, round by round."""
    floors = [sum(run["us"] for run in runs) for runs in zip(*parts, strict=True)]
    return [run["us"] / floor for run, floor in zip(app, floors, strict=True)]


def one_organisation(campaign: Campaign) -> Figures:
    """Issuing in one organisation: all clients want the same counters."""
    [seat] = campaign.world.ordinary(1)
    issue, plan = NAMED["issue"], campaign.plan
    seen: dict[int, list[float]] = defaultdict(list)
    for turn in range(plan.rounds):
        for count in turned((1, TOGETHER), turn):
            campaign.stock.top_up(issue, [Client([seat])], plan.seconds)
            numbers = seat.pools.pop("drafts")
            calls = [
                [issue.call(seat.token, number) for number in numbers[client::count]]
                for client in range(count)
            ]
            told = campaign.measured(campaign.address, calls, plan.seconds, once=True)
            seen[count].append(told["calls"] / told["seconds"])
    ratios = [many / alone for many, alone in zip(seen[TOGETHER], seen[1], strict=True)]
    return {
        "engine": campaign.world.engine,
        "alone": middle(seen[1]),
        "alone_range": least_and_most(seen[1]),
        "together": middle(seen[TOGETHER]),
        "together_range": least_and_most(seen[TOGETHER]),
        "ratio": middle(ratios),
        "ratio_range": least_and_most(ratios),
    }


def speed(runs: Sequence[Figures]) -> Figures:
    """Wall times: information. A p99 only of runs with calls enough."""
    tails = [run for run in runs if run["p99"] is not None]
    return {
        "per_second": middle(run["calls"] / run["seconds"] for run in runs),
        "p50_ms": middle(run["p50"] * 1000 for run in runs),
        "p99_ms": middle(run["p99"] * 1000 for run in tails) if tails else None,
        "tail": middle(run["p99"] / run["p50"] for run in tails) if tails else None,
    }


def turned(order: Sequence[T], turn: int) -> Iterable[T]:
    """The other way round every second round."""
    return order if turn % 2 == 0 else reversed(order)


def middle(values: Iterable[Any]) -> float:
    return float(statistics.median(values))


def least_and_most(values: Iterable[float]) -> list[float]:
    known = list(values)
    return [min(known), max(known)]
