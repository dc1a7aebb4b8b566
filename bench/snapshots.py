"""What it takes to keep a company of a sandbox as it is, and to put it back."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.rounds import least_and_most, middle
from reskontra.actions.desk import desk_for
from reskontra.engine.database import Transaction
from reskontra.sandbox.clock import Mode, Setting, moment
from reskontra.sandbox.company import Beginning, Company, Surroundings
from reskontra.sandbox.stage import Stage

TIMES = 15
CHANGES = 20  # customers that are made before each


def snapshots_measured(scenarios: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for scenario in scenarios:
        with TemporaryDirectory(prefix="reskontra-bench-") as folder:
            beginning = Beginning(scenario, 1, Setting(Mode.FROZEN, moment("2026-03-02")))
            company = Company("main", beginning, Surroundings(Path(folder), lambda *_: None, None))
            try:
                yield from asyncio.run(_measured(company))
            finally:
                company.close()


async def _measured(company: Company) -> list[dict[str, Any]]:
    spent: dict[str, list[tuple[float, float]]] = {"snapshot": [], "restore": []}
    for _ in range(TIMES):
        company.database.write_now(lambda tx: _changed(company, tx))
        spent["snapshot"].append(await _timed(lambda: company.keep("before")))
        company.database.write_now(lambda tx: _changed(company, tx))
        spent["restore"].append(await _timed(lambda: company.restore(company.snapshots["before"])))
    return [
        {
            "engine": "sqlite",
            "scenario": company.beginning.scenario,
            "bytes": company.initial.size,
            "what": what,
            "ms": middle([wall for wall, _ in times]),
            "ms_range": least_and_most([wall for wall, _ in times]),
            "cpu_ms": middle([cpu for _, cpu in times]),
        }
        for what, times in spent.items()
    ]


def _changed(company: Company, tx: Transaction) -> None:
    stage = Stage(desk_for(tx, company.credentials.tenant_id, company.clock(), "bench"), 1)
    for number in range(CHANGES):
        stage.create("customers", Name=f"Kund {number}")


async def _timed(step: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Milliseconds of the clock, and of all threads' work."""
    wall, cpu = time.perf_counter(), time.process_time()
    await step()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000
