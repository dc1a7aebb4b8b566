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
from reskontra.web.resources import Endpoint


def lists(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        search = register.listing.search(call.query)
        fixed = {"year": year_asked(desk, call.query)} if register.in_year else {}
        records, total = registers.page(register, desk, search, **fixed)
        return records, total, search

    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        resource = register.resource
        rows = [resource.listed(record, call.base) for record in records]
        return many(resource.plural, rows, total, search)

    return Endpoint(register.resource.scope, work, show)


def reads(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return register.shown(desk, registers.find(register, desk, key(register, desk, call)))

    return Endpoint(register.resource.scope, work, shows(register))


def creates(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        sent = call.opened(register.resource.singular)
        year = year_asked(desk, call.query) if register.in_year else None
        return register.shown(desk, registers.create(register, desk, sent, year))

    show = shows(register, 201)
    return Endpoint(register.resource.scope, work, show, writes=True, takes_body=True)


def updates(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        place = key(register, desk, call)
        registers.find(register, desk, place)
        sent = call.opened(register.resource.singular)
        return register.shown(desk, registers.update(register, desk, place, sent))

    return Endpoint(register.resource.scope, work, shows(register), writes=True, takes_body=True)


def deletes(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> None:
        registers.delete(register, desk, key(register, desk, call))

    return Endpoint(register.resource.scope, work, lambda call, _: Response(status_code=204), True)


def shows(register: Register, status: int = 200) -> Any:
    def show(call: Call, record: Any) -> Response:
        resource = register.resource
        return one(resource.singular, resource.present(record, call.base), status)

    return show


def key(register: Register, desk: Desk, call: Call) -> tuple[Any, ...]:
    """The key in the path, as the shelf wants it; one that cannot be a key is not found."""
    sent = call.path["key"]
    if "\x00" in sent:
        raise NotFound(register.kind.missing)
    own: Any = sent
    if register.resource.fields[register.resource.key].type is WHOLE:
        if not (sent.isascii() and sent.isdecimal() and len(sent) <= 15):
            raise NotFound(register.kind.missing)
        own = int(sent)
    return (year_asked(desk, call.query), own) if register.in_year else (own,)
