"""Growth: what the same calls cost in larger organisations, and among more of them."""

import time
from collections import defaultdict
from collections.abc import Mapping

from bench.campaign import Campaign, Figures
from bench.operations import TABLE, Operation
from bench.rounds import Say, least_and_most, middle, turned
from bench.seats import Client
from bench.targets import MOST_GROWTH


def filled(campaign: Campaign, say: Say) -> dict[str, Client]:
    """An organisation of each size, the one with the long list perhaps among them, and many more."""
    world, plan = campaign.world, campaign.plan
    new = [size for size in plan.sizes if size != plan.big]
    started = time.monotonic()
    sized, many = world.grown(new, plan.organisations)
    say(f"{sum(new):,} invoices of each kind in {time.monotonic() - started:.0f} s,"
        f" with {plan.organisations:,} organisations of {plan.ordinary:,}")  # fmt: skip
    made = {plan.big: campaign.big} | dict(zip(new, sized, strict=True))
    places = {f"{size:,} invoices": Client([made[size]]) for size in plan.sizes}
    return places | {f"{plan.organisations:,} organisations": Client(many)}


def growth_measured(campaign: Campaign, places: Mapping[str, Client], say: Say) -> list[Figures]:
    """One client, in turns in each place."""
    world, plan = campaign.world, campaign.plan
    for client in places.values():
        campaign.greet(client)
    seen: dict[tuple[str, str], list[Figures]] = defaultdict(list)
    for turn in range(-1, plan.rounds):  # the first is not counted: pages and caches become warm
        for operation in turned(TABLE, turn):
            for name in turned(list(places), turn):
                told = campaign.app(operation, [places[name]], plan.growth_seconds)
                if turn >= 0:
                    seen[operation.name, name].append(told)
        say(f"growth, round {turn + 1} of {plan.rounds}")
    base = next(iter(places))
    return [
        {"engine": world.engine, **row(operation, name, seen[operation.name, name],
                                       seen[operation.name, base])}
        for operation in TABLE
        for name in places
    ]  # fmt: skip


def row(operation: Operation, name: str, runs: list[Figures], base: list[Figures]) -> Figures:
    """Beside the same operation in the first place, in the same round."""
    times = [run["both_us"] / first["both_us"] for run, first in zip(runs, base, strict=True)]
    return {
        "operation": operation.name,
        "among": name,
        "calls": sum(run["calls"] for run in runs),
        "app_us": middle(run["us"] for run in runs),
        "database_us": middle(run["database_us"] for run in runs),
        "both_us": middle(run["both_us"] for run in runs),
        "both_us_range": least_and_most(run["both_us"] for run in runs),
        "p50_ms": middle(run["p50"] * 1000 for run in runs),
        "times": middle(times),
        "times_range": least_and_most(times),
        "exceeds": middle(times) > MOST_GROWTH,
        "is_base": runs is base,
    }
