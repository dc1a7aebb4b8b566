"""L2 and L3: what the driver alone and the arithmetic alone cost, by replaying recorded calls.

`python -m bench.limits URL` takes a line of JSON per question and answers with one. A real call is
run once through a transaction that writes down every statement, its values and its rows. L2 sends
the same statements in the same transactions through the bare driver, with fresh numbers. L3 runs
the same call, from the body's bytes to the answer's, against the rows written down.
"""

import itertools
import json
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import apsw
import psycopg

from bench.operations import FRESH, TABLE, Operation
from bench.prepared import Prepared
from bench.world import DISTINCT, grant_of
from reskontra.actions.desk import Desk
from reskontra.codec import encoded
from reskontra.contract.parsing import parsed
from reskontra.outside.document import Document
from reskontra.outside.pdf import rendered
from reskontra.storage import access, postgresql, sqlite
from reskontra.storage.books import Books
from reskontra.storage.database import Transaction, connect
from reskontra.storage.line import ADAPTERS
from reskontra.storage.statements import POSTGRESQL, SQLITE, Compiled
from reskontra.web.call import Call
from reskontra.web.gate import Caller
from reskontra.web.resources import Endpoint
from reskontra.web.routes import ROUTES

THREADS = 8  # as many as the service has
ENDPOINTS = {(route.method, route.path): route.endpoint for route in ROUTES}
# Where a value of a later statement comes from: what an earlier one returned, by column.
FEEDS = {
    "document_number": "latest",
    "given_number": "latest",
    "sequence": "sequence",
    "number": "last_number",
    "voucher_number": "last_number",
}


@dataclass
class Step:
    """One statement as it was run."""

    compiled: Compiled
    bound: Sequence[Any]
    rows: Any
    writes: bool


class Recording(Transaction):
    """Runs every statement in a real transaction, and writes it down."""

    def __init__(self, inner: Transaction) -> None:
        self.inner = inner
        self.statements = inner.statements  # type: ignore[misc]
        self.steps: list[Step] = []

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> Any:
        rows = self.inner._rows(compiled, bound)
        self.steps.append(Step(compiled, bound, rows, False))
        return rows

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        changed = self.inner._changed(compiled, bound)
        self.steps.append(Step(compiled, bound, changed, True))
        return changed


class Replaying(Transaction):
    """Gives the rows that were written down, in their order."""

    def __init__(self, steps: list[Step], statements: Any) -> None:
        self._next = iter(steps)
        self.statements = statements  # type: ignore[misc]

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> Any:
        return next(self._next).rows

    _changed = _rows


@dataclass
class Recorded:
    """A call, with its statements: those of the gate, then those of the unit of work."""

    operation: Operation
    endpoint: Endpoint
    number: int
    call: Call
    now: datetime
    gate: list[Step] = field(default_factory=list)
    unit: list[Step] = field(default_factory=list)


def recorded(url: str, operation: Operation, organisation: int, number: int) -> Recorded:
    endpoint = ENDPOINTS[operation.method, operation.route]
    database = connect(url, threads=1)
    now = datetime.now(UTC)
    steps: dict[str, list[Step]] = {}

    def gate(tx: Transaction) -> Any:
        recording = Recording(tx)
        known = access.admission(recording, grant_of(organisation))
        steps["gate"] = recording.steps
        return known

    known = database.read_now(gate)
    assert known
    caller = Caller(known.organisation, known.client_id, known.client_name, known.user_id)
    path = {"key": str(number)} if "{key}" in operation.route else {}
    query = dict(part.split("=") for part in operation.query[1:].split("&") if part)
    body = parsed(BODIES[operation.name]) if operation.body is not None else None
    call = Call(caller, path, query, {}, "http://127.0.0.1", body)

    def unit(tx: Transaction) -> Any:
        recording = Recording(tx)
        endpoint.work(Desk(Books(recording, organisation, now, caller.signature),
                           caller.organisation), call)  # fmt: skip
        steps["unit"] = recording.steps

    (database.write_now if endpoint.writes else database.read_now)(unit, organisation)
    database.close()
    return Recorded(operation, endpoint, number, call, now, steps["gate"], steps["unit"])


# L3


def computed(record: Recorded, statements: Any) -> bytes:
    """From the body's bytes to the answer's, without a database."""
    call, body = record.call, None
    if record.operation.body is not None:
        body = parsed(BODIES[record.operation.name])
    call = Call(call.caller, call.path, call.query, {}, call.base, body)
    books = Books(
        Replaying(record.unit, statements), call.caller.organisation.id, record.now, "integration"
    )
    outcome = record.endpoint.work(Desk(books, call.caller.organisation), call)
    if record.endpoint.show is None:
        return rendered(another(outcome.document))
    return bytes(record.endpoint.show(call, outcome).body)


def another(document: Document) -> Document:
    """A new one each time, or the renderer would remember parts of it from the last."""
    number = str(next(NUMBERS))
    rows = tuple(
        replace(row, description=f"Uppdrag {number}, {row.description}") for row in document.rows
    )
    name = replace(document.receiver, name=f"Kund {number}")
    return replace(document, number=number, ocr=number, receiver=name, rows=rows)


NUMBERS = itertools.count(100_000)
BODIES = {
    each.name: encoded(each.body).replace(FRESH.encode(), str(DISTINCT).encode())
    for each in TABLE
    if each.body is not None
}


# L2

Slot = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class Sent:
    """A statement to be sent again, its values worked out anew each time."""

    compiled: Compiled
    slots: list[Slot]
    fetches: bool
    returns: list[str]

    def bound(self, state: dict[str, Any]) -> list[Any]:
        return [slot(state) for slot in self.slots]


def sendable(steps: list[Step], recorded_number: int) -> list[Sent]:
    found, issued_as = [], 0
    for step in steps:
        columns = returned(step.compiled.text)
        if "was_voucher_number" in columns:
            issued_as = step.rows[0][columns.index("was_voucher_number")]
        slots = [
            slot(name, value, str(recorded_number), issued_as)
            for name, value in zip(step.compiled.names, step.bound, strict=True)
        ]
        found.append(Sent(step.compiled, slots, not step.writes, columns))
    return found


def returned(text: str) -> list[str]:
    """The columns that later statements may need; those of the record as it was are marked."""
    listed, mark = text.partition("RETURNING ")[2], ""
    if text.startswith("SELECT customer_invoices.") and "LIMIT" not in text:
        listed, mark = text.removeprefix("SELECT ").partition("FROM")[0], "was_"
    return [mark + each.strip().rpartition(".")[2] for each in listed.split(",") if listed]


def slot(name: str, value: Any, recorded_number: str, issued_as: int) -> Slot:
    """A constant; the organisation; a number taken by an earlier statement; or text with ours."""
    plain = name.rstrip("0123456789").rstrip("_")  # `number_3` is `number` of the fourth row
    if plain == "organisation_id":
        return lambda state: state["organisation_id"]
    if plain == "grant_id":
        return lambda state: grant_of(state["organisation_id"])
    if plain == "credit_number" and value:
        return lambda state: f"K{state['latest']}"
    if plain in ("document_number", "key_document_number", "key_given_number") and (
        str(value) == recorded_number
    ):
        return lambda state: state.get("number", value)
    if plain == "voucher_number" and issued_as and value == issued_as:
        return lambda state: state["was_voucher_number"]
    if plain in FEEDS and value:
        feed = FEEDS[plain]
        return lambda state: state.get(feed, value)
    if isinstance(value, str) and recorded_number in value and len(recorded_number) > 5:
        return lambda state: value.replace(recorded_number, str(state["number"]))
    return lambda state: value


def replay_postgresql(url: str, record: Recorded, seats: list[Any], seconds: float) -> int:
    """Each thread has its own connection and works through its own seats."""
    gate = sendable(record.gate, record.number)
    unit = sendable(record.unit, record.number)
    counts, begin = [0] * min(THREADS, len(seats)), threading.Barrier(min(THREADS, len(seats)) + 1)
    opening = postgresql.BEGIN["write" if record.endpoint.writes else "read"].compiled.encoded
    wrapped = not record.endpoint.in_one_statement(record.call)

    def work(place: int) -> None:
        connection = CONNECTIONS.get(place) or connected(url)
        CONNECTIONS[place] = connection
        prepared = PREPARED.setdefault(connection, Prepared(connection))
        stands_for = ""

        def send(sent: Sent, state: dict[str, Any]) -> None:
            result = prepared.execute(sent.compiled, sent.bound(state))
            if sent.fetches:
                rows = prepared.rows(result)
                if sent.returns and rows:
                    state.update(zip(sent.returns, rows[0], strict=True))

        def once(state: dict[str, Any]) -> None:
            nonlocal stands_for
            for sent in gate:
                send(sent, state)
            whose = str(state["organisation_id"])
            if wrapped:
                connection.pgconn.exec_(
                    opening + b"; SET LOCAL reskontra.organisation = '%b'" % whose.encode()
                )
            elif whose != stands_for:
                connection.pgconn.exec_(b"SET reskontra.organisation = '%b'" % whose.encode())
                stands_for = whose
            for sent in unit:
                send(sent, state)
            if wrapped:
                connection.pgconn.exec_(b"COMMIT")

        for state in warm_ups(seats[place]):
            once(state)
        begin.wait()
        counts[place] = loop(once, seats[place::THREADS], record, seconds)

    return in_threads(work, len(counts), begin, counts)


def connected(url: str) -> "psycopg.Connection[Any]":
    return psycopg.connect(url, autocommit=True, context=ADAPTERS)


# Kept from run to run: what a session does the first time is no part of a call.
CONNECTIONS: "dict[int, psycopg.Connection[Any]]" = {}
PREPARED: "dict[psycopg.Connection[Any], Prepared]" = {}


def warm_ups(seat: dict[str, Any]) -> list[dict[str, Any]]:
    """Statements are prepared at their first use: that is no part of a call."""
    return [next_state(seat) for _ in range(3)]


def next_state(seat: dict[str, Any]) -> dict[str, Any]:
    state = {"organisation_id": seat["organisation"]}
    if seat["numbers"]:
        state["number"] = seat["numbers"].pop(0)
        seat["used"].append(state["number"])
    elif "number" in seat:
        state["number"] = seat["number"]
    return state


def loop(
    once: Callable[[dict[str, Any]], None], seats: list[Any], record: Recorded, seconds: float
) -> int:
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for seat in seats:
            if record.operation.uses_up and not seat["numbers"]:
                return count
            once(next_state(seat))
            count += 1
    return count


def in_threads(
    work: Callable[[int], None], number: int, begin: threading.Barrier, counts: list[int]
) -> int:
    with ThreadPoolExecutor(number) as threads:
        working = [threads.submit(work, place) for place in range(number)]
        while begin.n_waiting < number:  # a thread that failed never comes
            for each in working:
                if each.done():
                    begin.abort()
                    each.result()
            time.sleep(0.001)
        begin.wait()
        USED["from"] = time.process_time()
        for each in working:
            each.result()
        USED["to"] = time.process_time()
    return sum(counts)


USED: dict[str, float] = {}


def replay_sqlite(url: str, record: Recorded, seats: list[Any], seconds: float) -> int:
    """One thread; writes of all clients in one commit, as the service's writer does."""
    connection = apsw.Connection(
        url.removeprefix("sqlite:///"), statementcachesize=sqlite.STATEMENTS_KEPT
    )
    sqlite.put_in_force(connection, sqlite.SETTINGS)
    gate = sendable(record.gate, record.number)
    unit = sendable(record.unit, record.number)

    def send(sent: Sent, state: dict[str, Any]) -> None:
        rows = connection.execute(sent.compiled.text, sent.bound(state)).fetchall()
        if sent.returns and rows:
            state.update(zip(sent.returns, rows[0], strict=True))

    def group() -> int:
        states = [next_state(seat) for seat in seats if seat["numbers"] or not uses_up]
        for state in states:
            for sent in gate:
                send(sent, state)
        if record.endpoint.writes and states:
            written(states)
        else:
            for state in states:
                connection.execute("BEGIN")
                for sent in unit:
                    send(sent, state)
                connection.execute("ROLLBACK")
        return len(states)

    def written(states: list[dict[str, Any]]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        for state in states:
            if len(states) > 1:
                connection.execute("SAVEPOINT unit")
            for sent in unit:
                send(sent, state)
            if len(states) > 1:
                connection.execute("RELEASE unit")
        connection.execute("COMMIT")

    uses_up = bool(record.operation.uses_up)
    group()
    count, end = 0, time.monotonic() + seconds
    USED["from"] = time.process_time()
    while time.monotonic() < end and (done := group()):
        count += done
    USED["to"] = time.process_time()
    connection.close()
    return count


def main(url: str) -> None:
    operations = {each.name: each for each in TABLE}
    records: dict[str, Recorded] = {}
    lite = url.startswith("sqlite")
    statements = SQLITE if lite else POSTGRESQL
    for line in sys.stdin:
        asked = json.loads(line)
        name, seconds = asked["operation"], asked["seconds"]
        if asked["do"] == "record":
            records[name] = recorded(url, operations[name], asked["organisation"], asked["number"])
            told: Any = {"statements": len(records[name].unit)}
        elif asked["do"] == "L2":
            seats = [{**seat, "used": []} for seat in asked["seats"]]
            replay = replay_sqlite if lite else replay_postgresql
            count = replay(url, records[name], seats, seconds)
            used = USED["to"] - USED["from"]
            told = {"calls": count, "cpu": used, "used": [seat["used"] for seat in seats]}
        else:
            told = spun(lambda: computed(records[name], statements), seconds)  # noqa: B023
        print(json.dumps(told), flush=True)


def spun(work: Callable[[], Any], seconds: float) -> dict[str, Any]:
    work()
    started, end, count = time.process_time(), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        work()
        count += 1
    return {"calls": count, "cpu": time.process_time() - started}


if __name__ == "__main__":
    main(sys.argv[1])
