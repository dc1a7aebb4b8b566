"""The shapes of endpoint: lists, reads, creates, updates and deletes, for any register."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import registers
from reskontra.actions.desk import Desk
from reskontra.actions.registers import Register
from reskontra.actions.years import year_asked
from reskontra.contract.fields import WHOLE
from reskontra.domain.errors import NotFound
from reskontra.web.call import Call, many, one
from reskontra.web.described import Described, Gives
from reskontra.web.resources import Endpoint


def lists(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        search = call.search(register.listing)
        fixed = {"year": year_asked(desk, call.query)} if register.in_year else {}
        records, total = registers.page(register, desk, search, **fixed)
        return records, total, search

    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        resource = register.resource
        rows = resource.listed(records, call.base)
        return many(resource.plural, rows, total, search)

    told = describe(register, "Lists", Gives.MANY, listing=register.listing)
    return Endpoint(register.resource.scope, work, show, describes=told)


def reads(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return register.shown(desk, registers.find(register, desk, key(register, desk, call)))

    told = describe(register, "Reads")
    return Endpoint(register.resource.scope, work, shows(register), describes=told)


def creates(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        sent = call.opened(register.resource.singular)
        year = year_asked(desk, call.query) if register.in_year else None
        return register.shown(desk, registers.create(register, desk, sent, year))

    told = describe(register, "Creates", status=201, creates=True)
    return writing(register, work, shows(register, 201), told)


def updates(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        place = key(register, desk, call)
        registers.find(register, desk, place)
        sent = call.opened(register.resource.singular)
        return register.shown(desk, registers.update(register, desk, place, sent))

    return writing(register, work, shows(register), describe(register, "Changes"))


def deletes(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> None:
        registers.delete(register, desk, key(register, desk, call))

    def show(call: Call, _: None) -> Response:
        return Response(status_code=204)

    what = "Deactivates" if register.archived else "Removes"
    told = describe(register, what, Gives.NOTHING, status=204)
    return Endpoint(register.resource.scope, work, show, writes=True, describes=told)


def writing(register: Register, work: Any, show: Any, told: Described) -> Endpoint:
    scope = register.resource.scope
    return Endpoint(scope, work, show, writes=True, takes_body=True, describes=told)


def describe(register: Register, what: str, gives: Gives = Gives.ONE, **rest: Any) -> Described:
    return Described(what, register.resource, gives, **rest)


def shows(register: Register, status: int = 200) -> Any:
    def show(call: Call, record: Any) -> Response:
        resource = register.resource
        return one(resource.singular, resource.present(record, call.base), status)

    return show


def key(register: Register, desk: Desk, call: Call) -> tuple[Any, ...]:
    """The key in the path, as the shelf wants it; one that cannot be a key is not found."""
    sent = call.path["key"]
    own: Any = sent
    if register.resource.fields[register.resource.key].type is WHOLE:
        if not (sent.isascii() and sent.isdecimal() and len(sent) <= 15):
            raise NotFound(register.kind.missing)
        own = int(sent)
    return (year_asked(desk, call.query), own) if register.in_year else (own,)
