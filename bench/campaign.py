"""A campaign on one engine: all candidates up at once, measured in turns."""

import statistics
import subprocess
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.servers import free_port

from bench import processes
from bench.fill import FILLED
from bench.operations import TABLE, Operation
from bench.processes import OTHER_CORES, SERVER_CORE, ask, cpu_seconds
from bench.world import DISTINCT, KEY, Organised, World

SEATS = 16
BIG = 100_000
LEAST_STOCK = 30  # documents for one client of one run
Figures = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """How long and how often."""

    rounds: int
    seconds: float
    sizes: tuple[int, ...]
    organisations: int


@dataclass(frozen=True)
class Address:
    """Where a service answers, and the process whose tree it is."""

    port: int
    pid: int


class Campaign:
    def __init__(self, world: World, plan: Plan, folder: Path, database_pid: int | None) -> None:
        self.world, self.plan, self.folder = world, plan, folder
        self.database_pid = database_pid
        self.operations = TABLE
        self.fresh = 1_000_000
        self.sized: dict[int, Organised] = {}
        self.seats = world.copies(SEATS)
        self.limit_seats = world.copies(SEATS)
        [self.big, self.book] = world.copies(2)
        world.grow({self.big.id: BIG})
        world.distinct_numbers(self.book.id)
        self.port, self.bare_port = free_port(), free_port()

    def __enter__(self) -> "Campaign":
        log = self.folder / "service.log"
        started = time.perf_counter()
        words = ("serve", "--host", "127.0.0.1", "--port", str(self.port))
        self.service = processes.started(
            "reskontra", *words, core=[SERVER_CORE], log=log,
            RESKONTRA_DATABASE_URL=self.world.service_url,
            RESKONTRA_SECRET_KEY=KEY,
            RESKONTRA_RATE_LIMIT="999999/5s",  # counted, never reached
            RESKONTRA_LOG_FORMAT="json",
        )  # fmt: skip
        self.start_up = answered(self.port, self.seats[0].token) - started
        self.bare = processes.started(
            "bench.bare", str(self.bare_port), core=[SERVER_CORE], log=log
        )
        self.load = processes.started("bench.load", core=OTHER_CORES, log=log)
        self.limits = processes.started(
            "bench.limits", self.world.service_url, core=[SERVER_CORE], log=log
        )
        self._record()
        return self

    def __exit__(self, *_: object) -> None:
        for each in (self.service, self.bare, self.load, self.limits):
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                processes.stop(each)

    def _record(self) -> None:
        """Let L2 and L3 see one real call of each operation."""
        for pool in FILLED:
            self.world.add_drafts([self.book], 1, pool)
        pools = self.book.pools
        numbers = {**{pool: own[0] for pool, own in pools.items()}, "issued": pools["drafts"][0]}
        self.statements: dict[str, int] = {}
        for each in self.operations:
            organisation = self.big if each.in_big else self.book
            number = numbers.get(each.uses_up, DISTINCT) if each.uses_up else each.number
            self.statements[each.name] = ask(
                self.limits, do="record", operation=each.name, seconds=0,
                organisation=organisation.id, number=number,
            )["statements"]  # fmt: skip

    # Runs

    def app(self, operation: Operation, clients: int, at: Address | None = None) -> Figures:
        """The service itself, or another one on the same books."""
        seats = [self.big] * clients if operation.in_big else self.seats[:clients]
        self._feed(operation, seats, self.app)
        self._stock(operation, seats, self.plan.seconds)
        calls = [self._calls(operation, seat) for seat in seats]
        at = at or Address(self.port, self.service.pid)
        told = self._measured(at.port, calls, once=bool(operation.uses_up), pid=at.pid)
        for seat, used in zip(seats, told["used"], strict=True):
            move(operation, seat, used)
        return told

    def around(self, operation: Operation, seats: Sequence[Organised]) -> Figures:
        """One client that goes round the organisations."""
        self._stock(operation, seats, self.plan.seconds)
        queues = [self._calls(operation, seat) for seat in seats]
        calls = [call for turn in zip(*queues, strict=False) for call in turn]
        told = self._measured(self.port, [calls], once=bool(operation.uses_up))
        for place, seat in enumerate(seats):
            move(operation, seat, len(range(place, told["used"][0], len(seats))))
        return told

    def l1(self, operation: Operation, clients: int, size: int) -> Figures:
        """The same server, a constant body of the same size."""
        seat = self.seats[0]
        call = operation.call(seat.token, answer=size)
        return self._measured(self.bare_port, [[call]] * clients, pid=self.bare.pid)

    def l2(self, operation: Operation, clients: int) -> Figures:
        """The bare driver."""
        seats = [self.big] * clients if operation.in_big else self.limit_seats[:clients]
        self._feed(operation, seats, self.l2)
        self._stock(operation, seats, self.plan.seconds)
        asked = [
            {
                "organisation": seat.id,
                "number": operation.number,
                "numbers": seat.pools.get(operation.uses_up, [])[:] if operation.uses_up else [],
            }
            for seat in seats
        ]
        before = self._database_cpu()
        told = ask(
            self.limits, do="L2", operation=operation.name, seconds=self.plan.seconds, seats=asked
        )
        told["database"] = self._database_cpu() - before
        for seat, used in zip(seats, told["used"], strict=True):
            move(operation, seat, len(used))
        return per_call(told)

    def l3(self, operation: Operation) -> Figures:
        """Decode, compute, build and encode."""
        seconds = self.plan.seconds / 2
        return per_call(ask(self.limits, do="L3", operation=operation.name, seconds=seconds))

    def _calls(self, operation: Operation, seat: Organised) -> list[str]:
        if operation.among:
            numbers = seat.pools.setdefault(operation.name, [])
            if not numbers:
                self.world.add_drafts([seat], operation.among, operation.name)
            return [operation.call(seat.token, number) for number in numbers]
        if not operation.uses_up:
            return [operation.call(seat.token)]
        return [operation.call(seat.token, number) for number in seat.pools[operation.uses_up]]

    def _feed(self, operation: Operation, seats: Sequence[Organised], run: Any) -> None:
        """What a call uses up may have to be made by another call first."""
        pool = operation.uses_up
        for feeder in (each for each in self.operations if pool and each.feeds == pool):
            while any(len(seat.pools.get(pool, [])) < LEAST_STOCK for seat in seats):
                run(feeder, len(seats))

    def _stock(self, operation: Operation, seats: Sequence[Organised], seconds: float) -> None:
        """Enough fresh drafts that none has to be used twice."""
        wanted, pool = int(seconds * 2000 / len(seats)) + 10, operation.uses_up
        short = [seat for seat in seats if len(seat.pools.get(pool, [])) < wanted]
        if pool in FILLED and short:
            self.world.add_drafts(short, wanted, pool)
        elif pool == "fresh":
            for seat in short:
                self.fresh += wanted
                seat.pools.setdefault(pool, []).extend(range(self.fresh - wanted, self.fresh))

    def _measured(
        self, port: int, calls: list[list[str]], once: bool = False, pid: int | None = None
    ) -> Figures:
        pid = pid or self.service.pid
        before, database = cpu_seconds(pid), self._database_cpu()
        told = ask(self.load, port=port, seconds=self.plan.seconds, calls=calls, once=once)
        told["cpu"] = cpu_seconds(pid) - before
        told["database"] = self._database_cpu() - database
        if told["bad"]:
            raise RuntimeError(f"{told['bad']} calls were refused: {told['first_bad']}")
        return per_call(told)

    def _database_cpu(self) -> float:
        return cpu_seconds(self.database_pid) if self.database_pid else 0.0

    # The tables

    def operations_measured(self, say: Callable[[str], None]) -> list[Figures]:
        for operation in self.operations:  # sessions and caches become warm, unmeasured
            if operation.among:  # the first print issues the draft
                calls = [self._calls(operation, seat) for seat in self.seats]
                ask(self.load, port=self.port, seconds=60, calls=calls, once=True)
            for run in (self.app, self.l2):
                run(operation, SEATS)
        seen: dict[tuple[str, int, str], list[Figures]] = defaultdict(list)
        for turn in range(self.plan.rounds):
            for operation in self.operations:
                for clients in (1, SEATS):
                    self._round(operation, clients, turn, seen)
            say(f"{self.world.engine}: round {turn + 1} of {self.plan.rounds}")
        return [
            self._row(operation, clients, seen)
            for operation in self.operations
            for clients in (1, SEATS)
        ]

    def _round(self, operation: Operation, clients: int, turn: int, seen: Any) -> None:
        apps = seen[operation.name, clients, "app"]
        turns: list[tuple[str, Callable[[], Figures]]] = [
            ("app", lambda: self.app(operation, clients)),
            ("L1", lambda: self.l1(operation, clients, apps[-1]["bytes"])),
            ("L2", lambda: self.l2(operation, clients)),
            ("L3", lambda: self.l3(operation)),
        ]
        for name, run in turns if turn % 2 == 0 else reversed(turns):
            seen[operation.name, clients, name].append(run())

    def _row(self, operation: Operation, clients: int, seen: Any) -> Figures:
        runs = {name: seen[operation.name, clients, name] for name in ("app", "L1", "L2", "L3")}
        cost = {name: [run["us"] for run in found] for name, found in runs.items()}
        floor = [sum(each) for each in zip(cost["L1"], cost["L2"], cost["L3"], strict=True)]
        return {
            "engine": self.world.engine,
            "operation": operation.name,
            "clients": clients,
            "statements": self.statements[operation.name],
            "per_second": middle(run["calls"] / run["seconds"] for run in runs["app"]),
            "p50_ms": middle(run["p50"] * 1000 for run in runs["app"]),
            "p99_ms": middle(run["p99"] * 1000 for run in runs["app"]),
            "app_us": middle(cost["app"]),
            "app_us_range": [min(cost["app"]), max(cost["app"])],
            "database_us": middle(run["database_us"] for run in runs["app"]),
            "database_limit_us": middle(run["database_us"] for run in runs["L2"]),
            "L1_us": middle(cost["L1"]),
            "L2_us": middle(cost["L2"]),
            "L3_us": middle(cost["L3"]),
            "floor_us_range": [min(floor), max(floor)],
            "ratio": middle(a / f for a, f in zip(cost["app"], floor, strict=True)),
            "bytes": runs["app"][-1]["bytes"],
        }

    def one_organisation(self) -> Figures:
        """Issuing in one organisation: all clients want the same counters."""
        issue = next(each for each in self.operations if each.name == "issue")
        [seat] = self.world.copies(1)
        alone: list[float] = []
        together: list[float] = []
        for _ in range(self.plan.rounds):
            for clients, seen in ((1, alone), (8, together)):
                self.world.add_drafts([seat], int(self.plan.seconds * 3000) + 10, "drafts")
                numbers = seat.pools.pop("drafts")
                calls = [
                    [issue.call(seat.token, n) for n in numbers[c::clients]] for c in range(clients)
                ]
                told = self._measured(self.port, calls, once=True)
                seen.append(told["calls"] / told["seconds"])
        return {
            "engine": self.world.engine,
            "1_client": middle(alone),
            "8_clients": middle(together),
        }

    def token_refresh(self) -> Figures:
        """Renewing tokens: each integration may do so ten times a minute, so there are many."""
        told = []
        for turn in range(self.plan.rounds):
            renewals = self.world.renewals(int(self.plan.seconds * 600), turn)
            calls = [renewals[client::SEATS] for client in range(SEATS)]
            told.append(self._measured(self.port, calls, once=True))
        return {
            "engine": self.world.engine,
            "per_second": middle(run["calls"] / run["seconds"] for run in told),
            "p50_ms": middle(run["p50"] * 1000 for run in told),
            "p99_ms": middle(run["p99"] * 1000 for run in told),
            "app_us": middle(run["us"] for run in told),
            "database_us": middle(run["database_us"] for run in told),
        }

    def memory(self) -> Figures:
        database = self.database_pid
        return {
            "engine": self.world.engine,
            "start_up_seconds": round(self.start_up, 2),
            "service_peak_mb": processes.peak_megabytes(self.service.pid),
            "database_mb": processes.shared_out_megabytes(database) if database else 0.0,
        }


def move(operation: Operation, seat: Organised, used: int) -> None:
    """What a call has used up may be food for the next operation."""
    if operation.uses_up:
        pool = seat.pools[operation.uses_up]
        if operation.feeds:
            seat.pools.setdefault(operation.feeds, []).extend(pool[:used])
        del pool[:used]


def per_call(told: Figures) -> Figures:
    calls = max(1, told["calls"])
    told["us"] = told["cpu"] / calls * 1e6
    told["database_us"] = told.get("database", 0.0) / calls * 1e6
    return told


def middle(values: Any) -> float:
    return float(statistics.median(values))


def answered(port: int, token: str) -> float:
    """When the first call has been answered."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/3/invoices/1", headers={"Authorization": f"Bearer {token}"}
    )
    end = time.perf_counter() + 30
    while time.perf_counter() < end:
        with suppress(OSError), urllib.request.urlopen(request) as response:
            response.read()
            return time.perf_counter()
        time.sleep(0.005)
    raise RuntimeError("the service did not start: see its log")
