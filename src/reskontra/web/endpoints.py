"""The shapes of endpoint, for any register: lists, reads, creates, updates, fires and deletes."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Refuse, Request
from reskontra.actions.register import Register
from reskontra.actions.years import year_asked
from reskontra.codec import Made
from reskontra.domain.errors import Invalid, NotFound
from reskontra.web.call import Call, many, one
from reskontra.web.described import Described, Gives
from reskontra.web.resources import Endpoint

# What a trigger is in plain words, where it is not one.
VERBS = {"externalprint": "bookkeep", "approvalbookkeep": "approve", "approvalpayment": "approve"}

ShowOutcome = Callable[[Call, Any], Response]


def lists(register: Register, **in_path: str) -> Endpoint:
    """`in_path` names the parts of the path that stand for a parameter."""
    layout = register.summaries or register.layout
    rows_of = register.summary or register.resource

    def work(desk: Desk, call: Call) -> Any:
        search = call.search(register.listing, {name: call.path[p] for name, p in in_path.items()})
        if kept := register.kept_page(desk, call.view, search):
            return *kept, search
        fixed = {"year": year_asked(desk, call.query)} if register.in_year else {}
        records, total = desk.books.shelf(layout).page(search, **fixed)
        return register.listed(desk, records), total, search

    def show(call: Call, outcome: Any) -> Response:
        found, total, search = outcome
        rows = found if isinstance(found, Made) else call.view.listed(rows_of, found)
        return many(register.resource.plural, rows, total, search)

    description = Described(
        "Lists", register.resource, Gives.MANY, 200, register.listing, register.summary
    )
    return Endpoint(register.resource.scope, work, show, describes=description)


def reads(register: Register) -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        own = key(register, desk, call)
        kept = register.kept_answer(desk, call.view, *own)
        return kept or register.shown(desk, register.find(desk, *own))

    description = Described("Reads", register.resource)
    return Endpoint(register.resource.scope, work, shows(register), describes=description)


def creates(register: Register, does: str = "Creates") -> Endpoint:
    """POST: the client sends a new record in its envelope."""

    def work(desk: Desk, call: Call) -> Any:
        request = Request(call.opened(register.resource.singular), call.query)
        return register.outcome(desk, call.view, fire(register, desk, None, "create", request))

    description = Described(does, register.resource, status=201, creates=True)
    return writing(register, work, shows(register, 201), description, takes_body=True)


def updates(register: Register) -> Endpoint:
    """PUT: the client sends what is to change; a record that is not there is told first."""

    def work(desk: Desk, call: Call) -> Any:
        record = register.take(desk, *key(register, desk, call))
        request = Request(call.opened(register.resource.singular), call.query)
        return register.outcome(desk, call.view, fire(register, desk, record, "update", request))

    description = Described("Changes", register.resource)
    return writing(register, work, shows(register), description, takes_body=True)


def fires(register: Register, trigger: str) -> Endpoint:
    """Actions such as /bookkeep: there is no body to read."""

    def work(desk: Desk, call: Call) -> Any:
        record = register.take(desk, *key(register, desk, call))
        return register.outcome(desk, call.view, fire(register, desk, record, trigger))

    return writing(register, work, shows(register), _action(register, trigger))


def _action(register: Register, trigger: str) -> Described:
    """What its life lets it do in some state, or that it does so in none."""
    rows = [row for row in register.life if row.trigger == trigger]
    verb = VERBS.get(trigger, trigger)
    if all(isinstance(row, Refuse) for row in rows):
        return Described(f"Refuses to {verb}", register.resource, status=Invalid.status)
    return Described(f"{verb.capitalize()}s", register.resource)


def deletes(register: Register, does: str = "Removes") -> Endpoint:
    def work(desk: Desk, call: Call) -> None:
        fire(register, desk, register.take(desk, *key(register, desk, call)), "delete")

    def show(call: Call, _: None) -> Response:
        return Response(status_code=204)

    description = Described(does, register.resource, Gives.NOTHING, 204)
    return writing(register, work, show, description)


def writing(
    register: Register, work: Any, show: ShowOutcome, description: Described, **rest: Any
) -> Endpoint:
    own: dict[str, Any] = {"scope": register.resource.scope, "describes": description}
    own |= {"register": register, **rest}
    return Endpoint(work=work, show=show, writes=True, **own)


def shows(register: Register, status: int = 200) -> ShowOutcome:
    def show(call: Call, found: Any) -> Response:
        resource = register.resource
        shown = found if isinstance(found, Made) else call.view.present(resource, found)
        return one(resource.singular, shown, status)

    return show


def key(register: Register, desk: Desk, call: Call) -> tuple[Any, ...]:
    """The key in the path, as the shelf wants it; one that cannot be a key is not found."""
    names = register.resource.key.split("/")
    words = zip(names, call.path.values(), strict=True)
    own = tuple(_part(register, name, word) for name, word in words)
    return (year_asked(desk, call.query), *own) if register.in_year else own


def _part(register: Register, name: str, word: str) -> Any:
    if not register.resource.is_whole(name):
        return word
    if not (word.isascii() and word.isdecimal() and len(word) <= 15 and int(word) > 0):
        raise NotFound(register.layout.missing)
    return int(word)
