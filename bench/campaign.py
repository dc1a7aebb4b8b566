"""A campaign on one engine: all candidates up at once, so that they can be measured in turns."""

import subprocess
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import free_port

from bench import processes
from bench.admission import KEY
from bench.fill import FILLED
from bench.least import PostgresqlLeast, SqliteLeast
from bench.limits import DRIVERS
from bench.operations import DRAFT, ISSUED, NAMED, TABLE, Item, Operation
from bench.plan import Plan
from bench.processes import OTHER_CORES, SERVER_CORE, ask, cpu_seconds
from bench.seats import Client
from bench.stock import Stock
from bench.world import World

SEATS = 16
SAMPLE: dict[str, Item] = {"token refresh": ["a client", "x" * 43]}
WRITTEN_DOWN_FIRST = ("update", "issue", "read", "credit")  # all of the same invoice
SMALL = 100  # bytes of an answer
MINUTES = 600.0
START_SECONDS = 60
Figures = dict[str, Any]


@dataclass(frozen=True)
class Address:
    """Where a service answers, and the process whose tree it is."""

    port: int
    pid: int


class Campaign:
    def __init__(
        self,
        world: World,
        plan: Plan,
        folder: Path,
        database_pid: int | None,
        programs: Path | None = None,
    ) -> None:
        self.world, self.plan, self.folder = world, plan, folder
        self.database_pid = database_pid
        self.stock = Stock(world, plan)
        [[self.big], ordinary] = world.grown([plan.big], 2 * SEATS)
        clients = [Client([seat]) for seat in ordinary]
        self.clients, self.limit_clients = clients[:SEATS], clients[SEATS:]
        [self.book] = world.small(1)
        self.has_server = database_pid is not None
        self.drivers = DRIVERS[world.engine]
        rows = (world.sample.id, DRAFT, ISSUED)
        self.bare_database: SqliteLeast | PostgresqlLeast = (
            PostgresqlLeast(world.url, programs, folder, database_pid, *rows)
            if programs and database_pid
            else SqliteLeast(world.url, *rows)
        )
        self.asked: dict[str, Figures] = {}  # of the database: statements and trips
        self.sizes: dict[str, int] = {}  # of answers, in bytes
        self.small_answers: list[float] = []

    def __enter__(self) -> "Campaign":
        try:
            self._start()
            self._write_down()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        log, port, bare_port = self.folder / "service.log", free_port(), free_port()
        token = self.clients[0].seats[0].token
        started = time.perf_counter()
        self.service = service(self, port, [SERVER_CORE])
        self.start_up = answered(port, token) - started
        self.bare = processes.started("bench.bare", str(bare_port), core=[SERVER_CORE], log=log)
        self.load = processes.started("bench.load", core=OTHER_CORES, log=log)
        self.limits = processes.started(
            "bench.limits", self.world.service_url, core=[SERVER_CORE], log=log
        )
        self.address = Address(port, self.service.pid)
        self.bare_address = Address(bare_port, self.bare.pid)

    def __exit__(self, *_: object) -> None:
        for name in ("service", "bare", "load", "limits"):
            if started := getattr(self, name, None):
                processes.stop(started)

    def _write_down(self) -> None:
        """Let L2 and L3 see one real call of each operation."""
        self.world.write_down_here(self.book)
        for pool in FILLED:
            self.world.add_drafts([self.book], 1, pool)
        for name in ("supplier create", "token refresh"):
            self.stock.top_up(NAMED[name], [Client([self.book])], 0.0)
        pools = self.book.pools
        [draft] = pools["drafts"]
        rest = [each.name for each in TABLE if each.name not in WRITTEN_DOWN_FIRST]
        for operation in (NAMED[name] for name in (*WRITTEN_DOWN_FIRST, *rest)):
            own = pools.get(operation.uses_up or operation.name)
            item = draft if operation.name in WRITTEN_DOWN_FIRST else own[0] if own else None
            token = (self.big if operation.in_big else self.book).token
            told = ask(self.limits, do="record", operation=operation.name, token=token, item=item)
            self.asked[operation.name] = told

    # Runs

    def seated(self, operation: Operation, count: int) -> Sequence[Client]:
        return [Client([self.big])] * count if operation.in_big else self.clients[:count]

    def app(
        self,
        operation: Operation,
        clients: Sequence[Client],
        seconds: float = 0.0,
        at: Address | None = None,
        may_refuse: bool = False,
    ) -> Figures:
        """The service itself, or another one on the same books."""
        seconds = seconds or self.plan.seconds
        self._make_ready(operation, clients, seconds, self.app)
        turns = [client.turns(operation) for client in clients]
        calls = [[operation.call(seat.token, item) for seat, item in own] for own in turns]
        once = bool(operation.uses_up)
        told = self.measured(at or self.address, calls, seconds, once, may_refuse)
        for client, own, used in zip(clients, turns, told["used"], strict=True):
            client.used(operation, own, used)
        return told

    def l1(self, operation: Operation, count: int, size: int, seconds: float = 0.0) -> Figures:
        """The same server, a constant body of the same size."""
        token, item = self.clients[0].seats[0].token, SAMPLE.get(operation.name, 1)
        calls = [[operation.call(token, item, answer=size)]] * count
        return self.measured(self.bare_address, calls, seconds or self.plan.seconds)

    def l2(
        self, operation: Operation, count: int, seconds: float = 0.0, driver: str = "L2"
    ) -> Figures:
        """A driver alone, in books that the service does not touch meanwhile."""
        seconds = seconds or self.plan.seconds
        clients = self.seated(operation, count)
        if not (operation.in_big or operation.again):  # what the service has printed is as good
            clients = self.limit_clients[:count]
        self._make_ready(
            operation,
            clients,
            seconds,
            lambda feeder, own, length: self.l2(feeder, len(own), length, driver),
        )
        turns = [client.turns(operation) for client in clients]
        seats = [
            {
                "organisation": client.seats[0].id,
                "items": [item for _, item in own],
                "once": bool(operation.uses_up),
            }
            for client, own in zip(clients, turns, strict=True)
        ]
        before = self._database_cpu()
        told = ask(
            self.limits, do="L2", operation=operation.name, seconds=seconds, seats=seats,
            driver=driver,
        )  # fmt: skip
        told["database"] = self._database_cpu() - before
        for client, own, used in zip(clients, turns, told["used"], strict=True):
            client.used(operation, own, used)
        return per_call(told)

    def least(self, operation: Operation, count: int, seconds: float = 0.0) -> Figures:
        """The bare database with the least SQL, for whom it is known."""
        return self.bare_database.run(operation.name, count, seconds or self.plan.seconds)

    def l3(self, operation: Operation) -> Figures:
        """Decode, compute, build and encode."""
        seconds = self.plan.seconds / 2
        return per_call(ask(self.limits, do="L3", operation=operation.name, seconds=seconds))

    def small_answer(self) -> None:
        """What readers on other machines can compare theirs with: the bare server, a small GET."""
        self.small_answers.append(self.l1(NAMED["read"], 1, SMALL, self.plan.seconds / 2)["us"])

    def greet(self, client: Client) -> None:
        """Each organisation's token has been seen once, as those of a service that runs have."""
        calls = [NAMED["read"].call(seat.token, ISSUED) for seat in client.seats]
        self.measured(self.address, [calls], MINUTES, once=True)

    def _make_ready(
        self, operation: Operation, clients: Sequence[Client], seconds: float, run: Any
    ) -> None:
        """What a call uses up is made by SQL, or by another call."""
        if operation.uses_up:
            self.stock.top_up(operation, clients, seconds)
        for feeder in (each for each in TABLE if each.feeds and each.feeds == operation.uses_up):
            while self.stock.is_short(operation, clients, seconds):
                run(feeder, clients, seconds)
        new = [
            operation.call(s.token, item)
            for s, item in self.stock.new_documents(operation, clients)
        ]
        if new:
            self.measured(self.address, [new], MINUTES, once=True)

    def measured(
        self,
        at: Address,
        calls: list[list[str]],
        seconds: float,
        once: bool = False,
        may_refuse: bool = False,
    ) -> Figures:
        before, database = cpu_seconds(at.pid), self._database_cpu()
        told = ask(
            self.load, port=at.port, seconds=seconds, calls=calls, once=once,
            fewest=self.plan.fewest,
        )  # fmt: skip
        told["cpu"] = cpu_seconds(at.pid) - before
        told["database"] = self._database_cpu() - database
        if told["bad"] and not may_refuse:
            raise RuntimeError(f"{told['bad']} calls were refused: {told['first_bad']}")
        return per_call(told)

    def _database_cpu(self) -> float:
        return cpu_seconds(self.database_pid) if self.database_pid else 0.0

    def memory(self) -> Figures:
        database = self.database_pid
        return {
            "engine": self.world.engine,
            "start_up_seconds": round(self.start_up, 2),
            "service_peak_mb": processes.peak_megabytes(self.service.pid),
            "database_mb": processes.shared_out_megabytes(database) if database else None,
        }


def service(
    campaign: Campaign, port: int, cores: Sequence[int], *words: str, **settings: str
) -> "subprocess.Popen[bytes]":
    """`reskontra serve` on the campaign's books."""
    return processes.started(
        "reskontra", "serve", "--host", "127.0.0.1", "--port", str(port), *words,
        core=cores, log=campaign.folder / "service.log",
        RESKONTRA_DATABASE_URL=campaign.world.service_url,
        RESKONTRA_SECRET_KEY=KEY,
        RESKONTRA_RATE_LIMIT="999999/5s",  # counted, never reached
        RESKONTRA_LOG_FORMAT="json",
        **settings,
    )  # fmt: skip


def per_call(told: Figures) -> Figures:
    if not told["calls"]:
        raise RuntimeError("a run without a single call")
    told["us"] = told["cpu"] / told["calls"] * 1e6
    told["database_us"] = told.get("database", 0.0) / told["calls"] * 1e6
    told["both_us"] = told["us"] + told["database_us"]
    return told


def answered(port: int, token: str) -> float:
    """When the first call has been answered."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/3/invoices/1", headers={"Authorization": f"Bearer {token}"}
    )
    end = time.perf_counter() + START_SECONDS
    while time.perf_counter() < end:
        with suppress(OSError), urllib.request.urlopen(request) as response:
            response.read()
            return time.perf_counter()
        time.sleep(0.005)
    raise RuntimeError("the service did not start: see its log")
