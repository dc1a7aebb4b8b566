"""L3: our own code alone, in process, on the rows that a recorded call was given.

It begins with the bytes of the body and ends with the bytes of the answer. It includes parsing the
body, validating, computing, putting together the values of every statement, making records of the
rows that the statements gave, presenting the record, and encoding the answer; of a PDF also
rendering it and its digest, of a token renewed also hashing and signing.

It does not include the gate (the token, the limiter, the client's secret), the routing, the log,
the threads, the driver or the database.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from bench.admission import KEYS, grant_of
from bench.recording import Part, Recorded, Step
from reskontra.actions.desk import Desk
from reskontra.actions.printing import digest_of, digest_printed
from reskontra.contract.parsing import parsed
from reskontra.engine.database import Transaction
from reskontra.engine.statements import Compiled, Statements
from reskontra.outside.document import Document
from reskontra.outside.pdf import rendered
from reskontra.people import granting, grants
from reskontra.storage.books import Books
from reskontra.web import oauth
from reskontra.web.call import Call
from reskontra.web.forms import parameters
from reskontra.web.gate import Caller
from reskontra.web.resources import Endpoint
from reskontra.web.router import Router
from reskontra.web.routes import ROUTES

ROUTER: Router[Endpoint] = Router(ROUTES)
NUMBERS = itertools.count(100_000)
Work = Callable[[], bytes]


class Replaying(Transaction):
    """Gives the rows that were written down, in their order."""

    def __init__(self, part: Part, statements: Statements) -> None:
        self._next = iter(part.steps)
        self.statements = statements  # type: ignore[misc]

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> Any:
        return self._step(compiled).rows

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        return self._step(compiled).count

    def _step(self, compiled: Compiled) -> Step:
        step = next(self._next)
        assert step.compiled is compiled, "another statement than the one written down"
        return step


def computing(record: Recorded, statements: Statements) -> Work:
    """What is to be timed; all that is not part of it is made ready here."""
    if record.operation.form:
        return renewing(record, statements)
    head, _, body = record.wire.partition("\r\n\r\n")
    method, target, _ = head.partition("\r\n")[0].split(" ")
    path, _, query = target.partition("?")
    methods, found = ROUTER.find(path.encode())
    endpoint, caller = methods[method].endpoint, admitted(record, statements)
    asked, sent = dict(parse_qsl(query)), body.encode()

    def call() -> Call:
        opened = parsed(sent) if endpoint.takes_body else None
        return Call(caller, found, asked, {}, "http://127.0.0.1", opened)

    def books(part: Part) -> Books:
        tx = Replaying(part, statements)
        return Books(tx, caller.organisation.id, record.now, caller.signature)

    def shown() -> bytes:
        own = call()
        outcome = endpoint.work(Desk(books(record.parts[1]), caller.organisation), own)
        assert endpoint.show
        return bytes(endpoint.show(own, outcome).body)

    def printed() -> bytes:
        outcome = endpoint.work(Desk(books(record.parts[1]), caller.organisation), call())
        document = another(outcome.document)
        pdf = rendered(document)
        assert digest_printed(books(record.parts[2]), document) != digest_of(pdf)
        return pdf

    return shown if endpoint.show else printed


def renewing(record: Recorded, statements: Statements) -> Work:
    sent = record.operation.sent(record.item).encode()
    assert isinstance(record.item, list)
    client_id, now = record.item[0], int(record.now.timestamp())

    def renewed() -> bytes:
        form = parameters(sent)
        tx = Replaying(record.parts[1], statements)
        given = granting.renew(tx, KEYS, client_id, form("refresh_token"), form("scope"), now)
        return bytes(oauth.answer(given).body)

    return renewed


def admitted(record: Recorded, statements: Statements) -> Caller:
    organisation = record.parts[1].organisation
    assert organisation
    gate = Replaying(record.parts[0], statements)
    known = grants.admission(gate, grant_of(organisation))
    assert known
    return Caller(known.organisation, known.client_id, known.client_name, known.user_id)


def another(document: Document) -> Document:
    """A new one each time, or the renderer would remember parts of it from the last."""
    number = str(next(NUMBERS))
    rows = tuple(
        replace(row, description=f"Uppdrag {number}, {row.description}") for row in document.rows
    )
    name = replace(document.receiver, name=f"Kund {number}")
    return replace(document, number=number, ocr=number, receiver=name, rows=rows)
