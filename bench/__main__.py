"""`python -m bench`: the whole benchmark, printed as a table and kept as JSON."""

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.servers import own_postgresql

from bench import growth, report
from bench.campaign import Campaign, Plan
from bench.processes import OTHER_CORES, pin_tree
from bench.workers import workers_measured
from bench.world import World

PARTS = (
    "operations", "token_refresh", "one_organisation", "workers", "memory", "growth", "pages",
)  # fmt: skip
ENGINES = ("sqlite", "postgresql")
QUICK = Plan(rounds=1, seconds=0.4, sizes=(1_000, 20_000), organisations=50)
FULL = Plan(rounds=3, seconds=1.0, sizes=(1_000, 100_000, 1_000_000), organisations=1_000)
# Durable, as in production; the rest is as the server comes.
POSTGRESQL = (
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "shared_buffers=128MB",
    "max_wal_size=4GB",
    "max_connections=100",
    "unix_socket_directories=",
)


def main() -> None:
    asked = arguments()
    plan = QUICK if asked.quick else FULL
    found: dict[str, Any] = {
        "environment": report.environment(),
        **{part: [] for part in PARTS},
    }
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - started:5.0f} s  {what}", file=sys.stderr, flush=True)

    for engine in [asked.engine] if asked.engine else ENGINES:
        with database(engine) as (url, pid, folder):
            measure(World(url), plan, folder, pid, found, say)
        found["environment"]["load_at_end"] = report.load()
        found["environment"]["minutes"] = round((time.monotonic() - started) / 60, 1)
        if asked.json:  # after each engine: half a run is better than none
            asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False))
    print(report.printed(found))


def measure(
    world: World, plan: Plan, folder: Path, pid: int | None, found: dict[str, Any], say: Any
) -> None:
    with Campaign(world, plan, folder, pid) as campaign:
        say(f"{world.engine}: ready")
        found["operations"] += campaign.operations_measured(say)
        found["one_organisation"].append(campaign.one_organisation())
        found["token_refresh"].append(campaign.token_refresh())
        found["growth"] += growth.sizes_measured(campaign, say)
        found["memory"].append(campaign.memory())
        if pid:
            found["workers"] += workers_measured(campaign, say)
        largest = campaign.sized[max(campaign.sized)]
    found["pages"] += growth.pages_measured(world, largest.id)
    say(f"{world.engine}: done")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round, smaller books")
    parser.add_argument("--engine", choices=ENGINES, help="one engine instead of both")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args()


@contextmanager
def database(engine: str) -> Iterator[tuple[str, int | None, Path]]:
    """A fresh database: its address, its process where it has one, and a folder for logs."""
    with tempfile.TemporaryDirectory(prefix="reskontra-bench-") as name:
        folder = Path(name)
        if engine == "sqlite":
            yield f"sqlite:///{folder / 'books.db'}", None, folder
            return
        with own_postgresql(POSTGRESQL) as server:
            pin_tree(server.pid, OTHER_CORES)
            try:
                yield server.fresh_database(), server.pid, folder
            finally:
                server.stop(signal.SIGINT)


if __name__ == "__main__":
    main()
