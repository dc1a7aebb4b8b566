"""The least on PostgreSQL: libpq alone, prepared statements, the app's transactions and trips.

What the service sends together is sent together here, in one trip of libpq's pipeline: BEGIN with
the first statement, COMMIT with the last changes. There are as many connections as the service has
for writing, and one thread serves them all: each trip goes out on every connection before the
first answer is taken. Nobody could serve callers that way, so this is a lower floor than L2.

Values become bytes here, as in any driver. Rows are fetched with psycopg's own loaders; days stay
text, as that is the cheapest. Nobody watches the connection, and nothing is retried.
"""

import time
from typing import Any

import psycopg
from psycopg import pq
from psycopg.adapt import AdaptersMap, Transformer
from psycopg.pq.abc import PGresult
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader

from bench.sending import Hole, Place, Sent, State, Work
from bench.spent import Spent
from reskontra.storage.walls import STANDING

LINES = 8  # as many as the service has threads
ADAPTERS = AdaptersMap(psycopg.adapters)
ADAPTERS.register_loader("date", TextLoader)
ADAPTERS.register_dumper(int, Int8Dumper)
OIDS = {bool: 16, int: 20}
Trip = list[Sent]
DONE = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}


def words(text: str, *holes: Hole, count: int = 0) -> Sent:
    return Sent(text, [b""] * len(holes), (str,) * len(holes), list(holes), count=count)


STAND = words(f"SELECT set_config('{STANDING}', $1, true)", Hole(0, "organisation_id"), count=1)
BEGIN: dict[str, Trip] = {
    "write": [words("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")],
    "read": [words("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")],
    "glance": [],
}
COMMIT = words("COMMIT")


def trips(unit: Work) -> list[Trip]:
    """What travels together; an organisation stands as long as the transaction that it opens."""
    found: list[Trip] = [list(group) for group in unit.groups]
    opening = [*BEGIN[unit.mode], STAND] if unit.has_organisation else BEGIN[unit.mode]
    found[0][:0] = opening
    if unit.mode == "glance":
        return found
    if found[-1][-1].later:
        found[-1].append(COMMIT)
    else:
        found.append([COMMIT])
    return found


def as_bytes(value: Any) -> bytes | None:
    if value is None:
        return None
    if isinstance(value, bytes):
        return b"\\x" + value.hex().encode()
    if isinstance(value, bool):
        return b"t" if value else b"f"
    return str(value).encode()


class Line:
    """One connection, and what is prepared on it."""

    def __init__(self, url: str) -> None:
        # None of the seats waits for another; if one did, it would do so for ever.
        connection = psycopg.connect(
            url, autocommit=True, context=ADAPTERS, options="-c lock_timeout=5s"
        )
        self.connection = connection
        self.server = connection.pgconn
        self.transformer = Transformer(connection)
        self.names: dict[tuple[str, tuple[type, ...]], bytes] = {}

    def prepare(self, journey: list[Trip]) -> None:
        for sent in (each for trip in journey for each in trip):
            if (sent.text, sent.types) not in self.names:
                name = b"s%d" % len(self.names)
                oids = [OIDS.get(each, 0) for each in sent.types]
                sound(self.server.prepare(name, sent.text.encode(), oids))
                self.names[sent.text, sent.types] = name

    def send(self, trip: Trip, state: State) -> None:
        for sent in trip:
            name = self.names[sent.text, sent.types]
            values = [as_bytes(value) for value in sent.bound(state)]
            self.server.send_query_prepared(name, values)
        self.server.pipeline_sync()

    def take(self, trip: Trip, state: State) -> None:
        for sent in trip:
            result = self.server.get_result()
            assert result
            self.taken(sent, sound(result), state)
            self.server.get_result()  # the end of that statement's results
        self.server.get_result()  # the end of the trip

    def taken(self, sent: Sent, result: PGresult, state: State) -> None:
        if not sent.fetches:
            sent.expect(result.command_tuples or 0)
            return
        self.transformer.set_pgresult(result)
        sent.expect(len(self.transformer.load_rows(0, result.ntuples, tuple)))
        for column, key in sent.gives:
            value = result.get_value(0, column)
            assert value
            state[key] = value.decode()


def sound(result: PGresult) -> PGresult:
    if result.status not in DONE:
        raise RuntimeError(result.error_message.decode(errors="replace"))
    return result


class PipelinedDriver:
    """Connections are kept from run to run: a session's first steps are no part of a call."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lines: list[Line] = []

    def run(self, units: list[Work], places: list[Place], seconds: float) -> Spent:
        journey = [trip for unit in units for trip in trips(unit)]
        while len(self.lines) < min(LINES, len(places)):
            self.lines.append(Line(self.url))
        for line in self.lines:
            line.prepare(journey)
            line.server.enter_pipeline_mode()
        spent = Spent()
        end = time.monotonic() + seconds
        while states := [state for place in places if (state := place.next()) is not None]:
            for first in range(0, len(states), LINES):
                self.together(journey, states[first : first + LINES])
            if time.monotonic() >= end:
                break
        spent.until_now()
        for line in self.lines:
            line.server.exit_pipeline_mode()
        return spent

    def together(self, journey: list[Trip], states: list[State]) -> None:
        """One call on each connection."""
        own = list(zip(self.lines, states, strict=False))
        for trip in journey:
            for line, state in own:
                line.send(trip, state)
            for line, state in own:
                line.take(trip, state)

    def close(self) -> None:
        for line in self.lines:
            line.connection.close()
