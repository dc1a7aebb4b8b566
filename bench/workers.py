"""Scale-out: the same load on one, two and four worker processes behind one address."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import redis
from tests.servers import free_port, own_valkey

from bench import processes
from bench.campaign import SEATS, Address, Campaign, Figures, answered, service
from bench.operations import NAMED
from bench.processes import CORES, cpu_seconds
from bench.rounds import Say, middle, speed, turned

WORKERS = (1, 2, 4)
OPERATIONS = ("create", "read", "issue", "list 100")


def workers_measured(campaign: Campaign, say: Say, known: Figures) -> list[Figures]:
    """Workers, database and clients share all cores there are: as many as one machine has."""
    seen: dict[tuple[str, int], list[Figures]] = defaultdict(list)
    assert campaign.database_pid
    processes.pin_tree(campaign.database_pid, CORES)
    processes.pin_tree(campaign.load.pid, CORES)
    with ExitStack() as running:
        url = running.enter_context(own_valkey())
        told = told_by(url)
        valkey, known["valkey"] = told["process_id"], told.get("valkey_version", "unknown")
        addresses = {
            count: running.enter_context(workers(campaign, url, count)) for count in WORKERS
        }
        # The first is not counted: new workers may find that Valkey takes its time.
        for turn in range(-1, campaign.plan.rounds):
            for operation in (NAMED[name] for name in OPERATIONS):
                clients = campaign.seated(operation, SEATS)
                for count in turned(WORKERS, turn):
                    seconds = campaign.plan.seconds if turn >= 0 else campaign.plan.warm_up
                    before = cpu_seconds(valkey)
                    run = campaign.app(operation, clients, seconds, addresses[count], turn < 0)
                    run["valkey_us"] = (cpu_seconds(valkey) - before) / run["calls"] * 1e6
                    if turn >= 0:
                        seen[operation.name, count].append(run)
        say(f"{', '.join(map(str, WORKERS))} workers")
    return [
        {
            "operation": operation,
            "workers": count,
            **speed(runs),
            "app_us": middle(run["us"] for run in runs),
            "database_us": middle(run["database_us"] for run in runs),
            "valkey_us": middle(run["valkey_us"] for run in runs),
        }
        for (operation, count), runs in seen.items()
    ]


def told_by(url: str) -> dict[str, Any]:
    """What Valkey says of itself."""
    with redis.Redis.from_url(url) as client:
        told: dict[str, Any] = client.info("server")
        return told


@contextmanager
def workers(campaign: Campaign, valkey: str, count: int) -> Iterator[Address]:
    port = free_port()
    words = ("--workers", str(count))
    process = service(campaign, port, CORES, *words, RESKONTRA_REDIS_URL=valkey)
    try:
        answered(port, campaign.clients[0].seats[0].token)
        yield Address(port, process.pid)
    finally:
        processes.stop(process)
