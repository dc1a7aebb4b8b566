"""The shapes of endpoint for documents: lists, reads, writes, and the actions they take."""

from typing import Any

from starlette.responses import Response

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import fire
from reskontra.actions.subledger import Subledger, as_it_is
from reskontra.domain.errors import NotFound
from reskontra.web.call import Call, many, one
from reskontra.web.resources import Endpoint


def lists(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        search = ledger.listing.search(call.query)
        records, total = desk.books.shelf(ledger.list_kind).page(search)
        return records, total, search

    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        rows = [ledger.list_resource.listed(record, call.base) for record in records]
        return many(ledger.resource.plural, rows, total, search)

    return Endpoint(ledger.resource.scope, work, show)


def reads(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return ledger.shown(desk, desk.books.shelf(ledger.kind).get(number(ledger, call)))

    single = ledger.shown is as_it_is
    return Endpoint(ledger.resource.scope, work, shows(ledger), single_statement=single)


def creates(ledger: Subledger) -> Endpoint:
    """POST: the client sends a new document in its envelope."""

    def work(desk: Desk, call: Call) -> Any:
        sent = call.opened(ledger.resource.singular)
        return ledger.shown(desk, fire(ledger.transitions, desk, None, "create", sent))

    show = shows(ledger, 201)
    return Endpoint(ledger.resource.scope, work, show, writes=True, takes_body=True)


def updates(ledger: Subledger) -> Endpoint:
    """PUT: the client sends what is to change."""

    def work(desk: Desk, call: Call) -> Any:
        record = desk.books.shelf(ledger.kind).get(number(ledger, call), lock=True)
        sent = call.opened(ledger.resource.singular)
        return ledger.shown(desk, fire(ledger.transitions, desk, record, "update", sent))

    return Endpoint(ledger.resource.scope, work, shows(ledger), writes=True, takes_body=True)


def fires(ledger: Subledger, trigger: str) -> Endpoint:
    """Actions such as /bookkeep: there is no body to read."""

    def work(desk: Desk, call: Call) -> Any:
        record = desk.books.shelf(ledger.kind).get(number(ledger, call), lock=True)
        return ledger.shown(desk, fire(ledger.transitions, desk, record, trigger))

    return Endpoint(ledger.resource.scope, work, shows(ledger), writes=True)


def deletes(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> None:
        record = desk.books.shelf(ledger.kind).get(number(ledger, call), lock=True)
        fire(ledger.transitions, desk, record, "delete")

    return Endpoint(ledger.resource.scope, work, lambda call, _: Response(status_code=204), True)


def shows(ledger: Subledger, status: int = 200) -> Any:
    def show(call: Call, record: Any) -> Response:
        resource = ledger.resource
        return one(resource.singular, resource.present(record, call.base), status)

    return show


def number(ledger: Subledger, call: Call) -> int:
    """The number in the path; one that is not a positive whole number names nothing."""
    sent = call.path["key"]
    if not (sent.isascii() and sent.isdecimal() and len(sent) <= 15 and int(sent) > 0):
        raise NotFound(ledger.kind.missing)
    return int(sent)
