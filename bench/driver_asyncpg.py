"""L2 on PostgreSQL, as limit ratios are defined: asyncpg, its pool, the app's SQL and transactions.

Every client has a task, and there are as many connections as the service has for writing. Each
statement is a round trip, as this driver knows no other way. The pool hands connections over as
they are, without asking the server to forget the session; nothing is watched, nothing retried.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import asyncpg
import uvloop

from bench.driver_postgresql import LINES, STAND
from bench.sending import Place, Sent, State, Work
from bench.spent import Spent
from reskontra.engine.connection import STATEMENTS_KEPT
from reskontra.storage.walls import STANDING

ISOLATION: dict[str, dict[str, Any]] = {
    "write": {"isolation": "read_committed"},
    "read": {"isolation": "repeatable_read", "readonly": True},
}
Fit = Callable[[Any], Any]


STAND_UNTIL_THE_NEXT = replace(STAND, text=f"SELECT set_config('{STANDING}', $1, false)")


def in_order(unit: Work) -> list[Sent]:
    """An organisation stands as long as the transaction, or else until the next one does."""
    statements = [each for group in unit.groups for each in group]
    if not unit.has_organisation:
        return statements
    return [STAND_UNTIL_THE_NEXT if unit.mode == "glance" else STAND, *statements]


# What this driver takes for each type of the server; all others it takes as the service has them.
FITS: dict[str, Fit] = {
    "date": date.fromisoformat,
    "timestamptz": datetime.fromisoformat,
    "timestamp": datetime.fromisoformat,
    "numeric": Decimal,
    "text": str,
    "varchar": str,
    "bpchar": str,
}


@dataclass(frozen=True)
class Fitted:
    """A statement with its values as the driver wants them; those of holes when they are known."""

    sent: Sent
    fits: list[tuple[int, Fit]]

    def bound(self, state: State) -> list[Any]:
        values = self.sent.bound(state)
        for place, fit in self.fits:
            values[place] = fit(values[place])
        return values


@dataclass(frozen=True)
class Unit:
    mode: str
    statements: list[Fitted]


class PooledDriver:
    """The pool is kept from run to run: a session's first steps are no part of a call."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self.pool: Any = None

    def run(self, units: list[Work], places: list[Place], seconds: float) -> Spent:
        return self.runner.run(self._run(units, places, seconds))

    def close(self) -> None:
        if self.pool is not None:
            self.runner.run(self.pool.close())
        self.runner.close()

    async def _run(self, units: list[Work], places: list[Place], seconds: float) -> Spent:
        if self.pool is None:
            self.pool = await asyncpg.create_pool(
                self.url, min_size=LINES, max_size=LINES, reset=as_it_is,
                max_inactive_connection_lifetime=0, max_queries=sys.maxsize,
                max_cached_statement_lifetime=0, statement_cache_size=STATEMENTS_KEPT,
                server_settings={"lock_timeout": "5s"},
            )  # fmt: skip
        async with self.pool.acquire() as connection:
            ready = [
                Unit(unit.mode, [await fitted(connection, each) for each in in_order(unit)])
                for unit in units
            ]
        spent, end = Spent(), time.monotonic() + seconds
        async with asyncio.TaskGroup() as tasks:
            for place in places:
                tasks.create_task(self._sit(ready, place, end))
        return spent.until_now()

    async def _sit(self, units: list[Unit], place: Place, end: float) -> None:
        """One client's calls, each when the one before it is done."""
        while (state := place.next()) is not None:
            for unit in units:
                async with self.pool.acquire() as connection:
                    await done(connection, unit, state)
            if time.monotonic() >= end:
                return


async def fitted(connection: Any, sent: Sent) -> Fitted:
    prepared = await connection.prepare(sent.text)
    fits = [FITS.get(kind.name) for kind in prepared.get_parameters()]
    values = [
        fit(value) if fit and value is not None else value
        for fit, value in zip(fits, sent.values, strict=True)
    ]
    holes = {hole.place for hole in sent.holes}
    late = [(place, fit) for place, fit in enumerate(fits) if fit and place in holes]
    return Fitted(replace(sent, values=values), late)


async def done(connection: Any, unit: Unit, state: State) -> None:
    if unit.mode == "glance":
        await sent_in_turn(connection, unit, state)
        return
    async with connection.transaction(**ISOLATION[unit.mode]):
        await sent_in_turn(connection, unit, state)


async def sent_in_turn(connection: Any, unit: Unit, state: State) -> None:
    for statement in unit.statements:
        sent = statement.sent
        if not sent.fetches:
            told = await connection.execute(sent.text, *statement.bound(state))
            sent.expect(int(told.rpartition(" ")[2]))
            continue
        rows = await connection.fetch(sent.text, *statement.bound(state))
        sent.expect(len(rows))
        for column, key in sent.gives:
            state[key] = rows[0][column]


async def as_it_is(_: Any) -> None:
    """No question to the server when a connection comes back."""
