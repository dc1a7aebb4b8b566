"""Scale-out: the same load on one, two and four worker processes behind one address."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from subprocess import TimeoutExpired

from tests.servers import free_port, own_valkey

from bench import processes
from bench.campaign import SEATS, Address, Campaign, Figures, answered, middle
from bench.operations import TABLE
from bench.processes import CORES
from bench.world import KEY

WORKERS = (1, 2, 4)
OPERATIONS = ("create", "read", "issue", "list 100")


def workers_measured(campaign: Campaign, say: Callable[[str], None]) -> list[Figures]:
    """Workers, database and clients share all cores there are: as many as one machine has."""
    seen: dict[tuple[str, int], list[Figures]] = defaultdict(list)
    assert campaign.database_pid
    processes.pin_tree(campaign.database_pid, CORES)
    processes.pin_tree(campaign.load.pid, CORES)
    with ExitStack() as running:
        redis = running.enter_context(own_valkey())
        services = {
            count: running.enter_context(service(campaign, redis, count)) for count in WORKERS
        }
        for turn in range(campaign.plan.rounds):
            order = list(services.items())
            for operation in (each for each in TABLE if each.name in OPERATIONS):
                for count, address in order if turn % 2 == 0 else reversed(order):
                    campaign.app(operation, SEATS, at=address)  # every worker becomes warm
                    seen[operation.name, count].append(campaign.app(operation, SEATS, at=address))
        say(f"{campaign.world.engine}: {', '.join(map(str, WORKERS))} workers")
    return [
        {
            "operation": operation,
            "workers": count,
            "per_second": middle(run["calls"] / run["seconds"] for run in runs),
            "p50_ms": middle(run["p50"] * 1000 for run in runs),
            "p99_ms": middle(run["p99"] * 1000 for run in runs),
            "app_us": middle(run["us"] for run in runs),
            "database_us": middle(run["database_us"] for run in runs),
        }
        for (operation, count), runs in seen.items()
    ]


@contextmanager
def service(campaign: Campaign, redis: str, count: int) -> Iterator[Address]:
    port = free_port()
    words = ("serve", "--host", "127.0.0.1", "--port", str(port), "--workers", str(count))
    process = processes.started(
        "reskontra", *words, core=CORES, log=campaign.folder / "workers.log",
        RESKONTRA_DATABASE_URL=campaign.world.service_url,
        RESKONTRA_REDIS_URL=redis,
        RESKONTRA_SECRET_KEY=KEY,
        RESKONTRA_RATE_LIMIT="999999/5s",
        RESKONTRA_LOG_FORMAT="json",
    )  # fmt: skip
    try:
        answered(port, campaign.seats[0].token)
        yield Address(port, process.pid)
    finally:
        with suppress(ProcessLookupError, TimeoutExpired):
            processes.stop(process)
