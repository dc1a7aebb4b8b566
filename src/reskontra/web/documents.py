"""The shapes of endpoint for documents: lists, reads, writes, and the actions they take."""

from typing import Any

from starlette.responses import Response

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Refuse, fire
from reskontra.actions.subledger import Subledger
from reskontra.domain.errors import Invalid, NotFound
from reskontra.web.call import Call, many, one
from reskontra.web.described import Described, Gives
from reskontra.web.resources import Endpoint

# fmt: off
DOES = {
    "bookkeep":         "Bookkeeps",
    "externalprint":    "Bookkeeps",
    "cancel":           "Cancels",
    "credit":           "Credits",
}
NEVER = {
    "credit":           "Refuses to credit",
    "approvalbookkeep": "Refuses to approve",
    "approvalpayment":  "Refuses to approve",
}
# fmt: on


def lists(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        search = call.search(ledger.listing)
        records, total = desk.books.shelf(ledger.list_kind).page(search)
        return records, total, search

    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        rows = ledger.list_resource.listed(records, call.base)
        return many(ledger.resource.plural, rows, total, search)

    told = Described(
        "Lists", ledger.resource, Gives.MANY, 200, ledger.listing, ledger.list_resource
    )
    return Endpoint(ledger.resource.scope, work, show, describes=told)


def reads(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return ledger.shown(desk, desk.books.shelf(ledger.kind).get(number(ledger, call)))

    told = Described("Reads", ledger.resource)
    return Endpoint(ledger.resource.scope, work, shows(ledger), describes=told)


def creates(ledger: Subledger) -> Endpoint:
    """POST: the client sends a new document in its envelope."""

    def work(desk: Desk, call: Call) -> Any:
        sent = call.opened(ledger.resource.singular)
        return ledger.shown(desk, fire(ledger.transitions, desk, None, "create", sent))

    told = Described("Creates", ledger.resource, status=201, creates=True)
    return writing(ledger, work, shows(ledger, 201), told, takes_body=True)


def updates(ledger: Subledger) -> Endpoint:
    """PUT: the client sends what is to change."""

    def work(desk: Desk, call: Call) -> Any:
        record = ledger.taken(desk, number(ledger, call))
        sent = call.opened(ledger.resource.singular)
        return ledger.shown(desk, fire(ledger.transitions, desk, record, "update", sent))

    told = Described("Changes", ledger.resource)
    return writing(ledger, work, shows(ledger), told, takes_body=True)


def fires(ledger: Subledger, trigger: str) -> Endpoint:
    """Actions such as /bookkeep: there is no body to read."""

    def work(desk: Desk, call: Call) -> Any:
        record = ledger.taken(desk, number(ledger, call))
        return ledger.shown(desk, fire(ledger.transitions, desk, record, trigger))

    return writing(ledger, work, shows(ledger), _action(ledger, trigger))


def _action(ledger: Subledger, trigger: str) -> Described:
    """What the transition table lets it do in some state, or that it does so in none."""
    rows = [row for row in ledger.transitions if row.trigger == trigger]
    if all(isinstance(row, Refuse) for row in rows):
        return Described(NEVER[trigger], ledger.resource, status=Invalid.status)
    return Described(DOES[trigger], ledger.resource)


def deletes(ledger: Subledger) -> Endpoint:
    def work(desk: Desk, call: Call) -> None:
        record = ledger.taken(desk, number(ledger, call))
        fire(ledger.transitions, desk, record, "delete")

    def show(call: Call, _: None) -> Response:
        return Response(status_code=204)

    return writing(ledger, work, show, Described("Removes", ledger.resource, Gives.NOTHING, 204))


def writing(ledger: Subledger, work: Any, show: Any, told: Described, **rest: Any) -> Endpoint:
    return Endpoint(ledger.resource.scope, work, show, writes=True, describes=told, **rest)


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
