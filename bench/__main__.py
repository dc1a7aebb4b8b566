"""`python -m bench`: the whole benchmark, printed as tables and kept as JSON."""

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tests.servers import own_postgresql

from bench import environment, report
from bench.campaign import Campaign
from bench.deep_pages import pages_measured
from bench.floods import floods_measured
from bench.growth import filled, growth_measured
from bench.operations import NAMED
from bench.plan import FULL, QUICK, Plan
from bench.processes import OTHER_CORES, pin_tree
from bench.reports import reports_measured
from bench.rounds import Say, least_and_most, middle, one_organisation, operations_measured
from bench.snapshots import snapshots_measured
from bench.storage import storage_measured
from bench.workers import workers_measured
from bench.world import World

PARTS = (
    "calibration", "operations", "storage", "floods", "one_organisation", "workers", "memory", "growth", "reports", "pages", "snapshots",
)  # fmt: skip
ENGINES = ("sqlite", "postgresql")
# Durable, as in production; the rest is as the server comes.
POSTGRESQL = (
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "shared_buffers=128MB",
    "max_wal_size=4GB",
    "max_connections=150",  # seven processes of the service, and the limits
    "unix_socket_directories=",
)


class Place(NamedTuple):
    """Where databases are made: each at a fresh address, and a folder for logs."""

    fresh: Callable[[], str]
    folder: Path
    pid: int | None = None  # of the server, where there is one
    programs: Path | None = None  # that came with it


def main(words: Sequence[str] | None = None) -> None:
    asked = arguments(words)
    plan = (QUICK if asked.quick else FULL).changed(asked.rounds, asked.seconds, asked.only)
    found = begun()
    try:
        for engine in [asked.engine] if asked.engine else ENGINES:
            measured(plan, engine, found)
    finally:  # also of a run that failed half-way
        if asked.json:
            asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False))
        print(report.printed(found), flush=True)


def begun() -> dict[str, Any]:
    parts: dict[str, list[Any]] = {part: [] for part in PARTS}
    return {"environment": environment.machine(), **parts, "targets": []}


def measured(plan: Plan, engine: str, found: dict[str, Any]) -> None:
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - started:5.0f} s  {engine}: {what}", file=sys.stderr, flush=True)

    with database(engine) as place:
        try:
            if not plan.only:
                found["storage"].append(storage_measured(engine, plan.storage, place.fresh))
                say("storage")
                if engine == "sqlite":
                    found["snapshots"] += snapshots_measured(plan.scenarios)
                    say("snapshots of a sandbox")
            measure(World(place.fresh(), plan.ordinary), plan, place, found, say)
        except Exception:
            tell_log(place.folder)
            raise
        finally:
            found["targets"] = report.judged(found)
            known = found["environment"]
            known["load_at_end"] = environment.load()
            known[f"minutes, {engine}"] = round((time.monotonic() - started) / 60, 1)


def measure(world: World, plan: Plan, place: Place, found: dict[str, Any], say: Say) -> None:
    known = found["environment"]
    known[world.engine] = environment.database(world.service_url)
    with Campaign(world, plan, place.folder, place.pid, place.programs) as campaign:
        say("ready")
        found["operations"] += operations_measured(campaign, say)
        found["calibration"].append(calibration(campaign))
        found["floods"] += floods_measured(campaign, say)
        if plan.only:
            return
        found["one_organisation"].append(one_organisation(campaign))
        say("one organisation")
        places = filled(campaign, say)
        found["growth"] += growth_measured(campaign, places, say)
        found["reports"] += reports_measured(campaign, places, say)
        found["memory"].append(campaign.memory())
        if place.pid:
            found["workers"] += workers_measured(campaign, say, known)
    largest = max((client.seats[0] for client in places.values()), key=lambda seat: seat.size)
    found["pages"] += pages_measured(world, largest.id)
    say("done")


def calibration(campaign: Campaign) -> dict[str, Any]:
    small = campaign.small_answers
    return {
        "engine": campaign.world.engine,
        "us": middle(small),
        "us_range": least_and_most(small),
    }


def tell_log(folder: Path) -> None:
    """The end of what the processes had to say, before it is gone."""
    for log in folder.glob("*.log"):
        print(f"{log.name}:\n{log.read_text(errors='replace')[-4000:]}", file=sys.stderr)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round, smaller books")
    parser.add_argument("--engine", choices=ENGINES, help="one engine instead of both")
    parser.add_argument("--only", type=operations, default=(), help="these operations, with commas")
    parser.add_argument("--rounds", type=int, help="of every operation and candidate")
    parser.add_argument("--seconds", type=float, help="of one run")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args(words)


def operations(names: str) -> tuple[str, ...]:
    """The names, each of an operation."""
    asked = tuple(names.split(","))
    if unknown := set(asked) - set(NAMED):
        raise argparse.ArgumentTypeError(f"no such operation: {', '.join(sorted(unknown))}")
    return asked


@contextmanager
def database(engine: str) -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="reskontra-bench-") as name:
        folder, numbers = Path(name), count(1)
        if engine == "sqlite":
            yield Place(lambda: f"sqlite:///{folder / f'books{next(numbers)}.db'}", folder)
            return
        with own_postgresql(POSTGRESQL) as server:
            pin_tree(server.pid, OTHER_CORES)
            try:
                yield Place(server.fresh_database, folder, server.pid, server.programs)
            finally:
                server.stop(signal.SIGINT)


if __name__ == "__main__":
    main()
