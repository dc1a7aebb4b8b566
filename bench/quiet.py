"""CPU on a quiet core: the moments in which nobody else slowed the core down.

Where others share the machine, the same work takes up to twice its CPU time, and that changes many
times in a second. A probe on each core tells how long a small piece of work takes there meanwhile;
a slice of a run is quiet when that was hardly longer than at best. The service and the database
have cores of their own, so each has its own quiet slices. What calls have cost plays no part in the
choice. Where nobody else works, all slices are quiet.
"""

import math
import subprocess
import threading
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from time import perf_counter

from bench import processes
from bench.campaign import SEATS, Campaign, Figures
from bench.load import PART
from bench.operations import Operation
from bench.processes import CORES, OTHER_CORES, SERVER_CORE, ask, cpu_seconds
from bench.rounds import Say, middle, turned
from bench.targets import CPU

SECONDS = 1.0  # of one run
SLICE = 0.1  # seconds: a longer one is seldom quiet from end to end
ENOUGH = 20  # quiet slices of an operation on each side, and no more of it are made
MOST_SLOWED = 1.15  # in times of a core at its best
AT_BEST = 0.02  # of all pieces of work are as short as this, or shorter
FEWEST_PIECES = 10  # in a slice, of the thirty there should be


@dataclass(frozen=True)
class Slice:
    since: float
    until: float
    cpu: float  # seconds
    calls: int  # answered in it


@dataclass
class Side:
    """The service or the database, the cores it has to itself, and what calls cost it."""

    pid: int
    cores: Sequence[int]
    slices: dict[str, list[Slice]] = field(default_factory=dict)  # of each operation


def quiet_measured(campaign: Campaign, say: Say) -> list[Figures]:
    """The operations whose CPU has a target, by 16 clients, in turns."""
    measured = [each for each in campaign.plan.operations if each.name in dict(CPU)]
    sides = {"app": Side(campaign.service.pid, [SERVER_CORE])}
    if campaign.database_pid:
        sides["database"] = Side(campaign.database_pid, OTHER_CORES)
    least, most = campaign.plan.quiet_rounds
    with probing(campaign.folder) as probes:

        def is_known(operation: Operation) -> bool:
            known = (probes.quiet(side, operation.name) for side in sides.values())
            return all(len(slices) >= ENOUGH for slices in known)

        for turn in range(most):
            missing = [each for each in measured if turn < least or not is_known(each)]
            if not missing:
                break
            for operation in turned(missing, turn):
                run_in_slices(campaign, operation, sides)
            probes.look()
        say("quiet cores")
        return [row(campaign, probes, sides, operation.name) for operation in measured]


def run_in_slices(campaign: Campaign, operation: Operation, sides: Mapping[str, Side]) -> None:
    with sampled([side.pid for side in sides.values()]) as samples:
        told = campaign.app(operation, campaign.seated(operation, SEATS), SECONDS)
    for side in sides.values():
        new = cut(samples[side.pid], told["begun"], told["answers"])
        side.slices.setdefault(operation.name, []).extend(new)


@contextmanager
def sampled(pids: Sequence[int]) -> Iterator[Mapping[int, list[tuple[float, float]]]]:
    """What each has used of CPU by when, ten times a second."""
    samples: dict[int, list[tuple[float, float]]] = {pid: [] for pid in pids}
    over = threading.Event()

    def sample() -> None:
        while not over.wait(SLICE):
            for pid, own in samples.items():
                own.append((perf_counter(), cpu_seconds(pid)))

    with ThreadPoolExecutor(1) as threads:
        sampling = threads.submit(sample)
        try:
            yield samples
        finally:
            over.set()
    sampling.result()


def cut(
    samples: list[tuple[float, float]], begun: float, answers: Sequence[int]
) -> Iterator[Slice]:
    """Between two samples, from the first answer until no more calls are sent."""
    by_then = [0, *accumulate(answers)]
    for (since, before), (until, after) in pairwise(samples):
        first, last = (max(0, int((moment - begun) / PART)) for moment in (since, until))
        if last < len(by_then) and until <= begun + SECONDS and by_then[first]:
            yield Slice(since, until, after - before, by_then[last] - by_then[first])


def row(campaign: Campaign, probes: "Probes", sides: Mapping[str, Side], name: str) -> Figures:
    quiet = {which: probes.quiet(side, name) for which, side in sides.items()}
    every = {which: side.slices[name] for which, side in sides.items()}
    return {
        "engine": campaign.world.engine,
        "operation": name,
        "database_us": None,  # where it is no server
        **{f"{which}_us": cost(slices) for which, slices in quiet.items()},
        "both_us": total(quiet.values()),
        "quiet": {which: len(slices) for which, slices in quiet.items()},
        "slices": len(every["app"]),
        "all_us": total(every.values()),
        "slowed": {which: probes.usually(side, name) for which, side in sides.items()},
    }


def cost(slices: Sequence[Slice]) -> float | None:
    """CPU µs of a call: of all that was used, so that what comes in bursts is in it."""
    calls = sum(each.calls for each in slices)
    return sum(each.cpu for each in slices) / calls * 1e6 if calls else None


def total(sides: Iterable[Sequence[Slice]]) -> float | None:
    costs = [cost(slices) for slices in sides]
    known = [each for each in costs if each is not None]
    return sum(known) if len(known) == len(costs) else None


@contextmanager
def probing(folder: Path) -> Iterator["Probes"]:
    with ExitStack() as ending:
        running = {}
        for core in CORES:
            new = processes.started("bench.probe", core=[core], log=folder / "probes.log")
            ending.callback(processes.stop, new)
            running[core] = new
        yield Probes(running)


class Probes:
    """One on each core."""

    def __init__(self, running: Mapping[int, "subprocess.Popen[bytes]"]) -> None:
        self.running = running
        self.cores = {core: Core() for core in running}

    def look(self) -> None:
        """What the probes have seen since the last look."""
        for core, process in self.running.items():
            self.cores[core].add(ask(process))

    def quiet(self, side: Side, operation: str) -> list[Slice]:
        known = side.slices.get(operation, ())
        return [each for each in known if self.slowed(side, each) <= MOST_SLOWED]

    def usually(self, side: Side, operation: str) -> float | None:
        """By how much the side was slowed in half of all slices."""
        known = [self.slowed(side, each) for each in side.slices[operation]]
        half = middle(known) if known else math.inf
        return half if half < math.inf else None

    def slowed(self, side: Side, part: Slice) -> float:
        """In times of a core at its best; of the core that was slowed most."""
        return max(self.cores[core].slowed(part.since, part.until) for core in side.cores)


class Core:
    """How long the same piece of work has taken on it."""

    def __init__(self) -> None:
        self._begun: list[float] = []
        self._took: list[float] = []
        self._at_best = 0.0

    def add(self, pieces: Iterable[tuple[float, float]]) -> None:
        for begun, seconds in pieces:
            self._begun.append(begun)
            self._took.append(seconds)
        self._at_best = sorted(self._took)[int(len(self._took) * AT_BEST)]

    def slowed(self, since: float, until: float) -> float:
        took = self._took[bisect_left(self._begun, since) : bisect_left(self._begun, until)]
        if len(took) < FEWEST_PIECES:
            return math.inf
        return sum(took) / len(took) / self._at_best
