"""L2 and L3 in a process of their own: the driver alone, and our own code alone.

`python -m bench.limits URL` takes a line of JSON per question and answers with one. A real call is
first written down (`recording.py`). L2 sends its statements again in the same transactions through
a driver without the service (`sending.py`, `driver_*.py`); L3 runs its code on the rows written
down (`computing.py`).
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

from bench.computing import Work as Computing
from bench.computing import computing
from bench.driver_asyncpg import PooledDriver
from bench.driver_postgresql import PipelinedDriver, trips
from bench.driver_sqlite import SqliteDriver
from bench.operations import NAMED
from bench.recording import Recorder
from bench.sending import Place, Work, place, sendable
from bench.spent import Spent
from reskontra.commands.serving import keep_what_is_here
from reskontra.engine.statements import POSTGRESQL, SQLITE

Figures = dict[str, Any]


class Driver(Protocol):
    def run(self, units: list[Work], places: list[Place], seconds: float) -> Spent: ...

    def close(self) -> None: ...


# L2, and on PostgreSQL a driver that does less than any that a service could have.
DRIVERS: dict[str, dict[str, Callable[[str], Driver]]] = {
    "sqlite": {"L2": SqliteDriver},
    "postgresql": {"L2": PooledDriver, "libpq": PipelinedDriver},
}


class Limits:
    def __init__(self, url: str) -> None:
        self.has_server = not url.startswith("sqlite")
        self.statements = POSTGRESQL if self.has_server else SQLITE
        known = DRIVERS["postgresql" if self.has_server else "sqlite"]
        self.drivers = {name: driver(url) for name, driver in known.items()}
        self.recorder = Recorder(url)
        self.sent: dict[str, list[Work]] = {}
        self.computed: dict[str, Computing] = {}

    def record(self, operation: str, token: str, item: Any) -> Figures:
        record = self.recorder.recorded(NAMED[operation], token, item)
        self.sent[operation] = units = sendable(record)
        self.computed[operation] = work = computing(record, self.statements)
        made = len(work())
        if not record.operation.again and made != len(record.answer):
            raise RuntimeError(f"{operation}: L3 makes {made} bytes, not {len(record.answer)}")
        travelled = sum(len(trips(unit)) for unit in units[1:])  # without the gate's
        return {
            "statements": record.statements,
            "trips": travelled if self.has_server else None,
        }

    def l2(
        self, operation: str, seats: list[dict[str, Any]], seconds: float, driver: str = "L2"
    ) -> Figures:
        places = [place(seat) for seat in seats]
        spent = self.drivers[driver].run(self.sent[operation], places, seconds)
        used = [each.used for each in places]
        return {"calls": sum(used), "cpu": spent.seconds, "used": used}

    def l3(self, operation: str, seconds: float) -> Figures:
        work, count = self.computed[operation], 0
        work()  # after other operations, what it needs is no longer at hand
        spent, end = Spent(), time.monotonic() + seconds
        while not count or time.monotonic() < end:
            work()
            count += 1
        return {"calls": count, "cpu": spent.until_now().seconds}

    def close(self) -> None:
        self.recorder.close()
        for driver in self.drivers.values():
            driver.close()


def main(url: str) -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # where the application logs its calls
    limits = Limits(url)
    keep_what_is_here()  # the collector is as in the service
    questions: dict[str, Callable[..., Figures]] = {
        "record": limits.record,
        "L2": limits.l2,
        "L3": limits.l3,
    }
    for line in sys.stdin:
        asked = json.loads(line)
        told = questions[asked.pop("do")](**asked)
        print(json.dumps(told), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
