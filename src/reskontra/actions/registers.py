"""The life of a plain record: created, changed, and deactivated or removed, the same for all."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    KEPT,
    NOTHING,
    SAME,
    Allow,
    Gone,
    Life,
    Outcome,
    Request,
    always,
    undrawn,
)
from reskontra.actions.numbers import own_or_next
from reskontra.actions.register import Register, as_it_is
from reskontra.actions.years import year_asked
from reskontra.contract.fields import AT_CREATION
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.domain.happening import Topic
from reskontra.domain.records import replace
from reskontra.storage.layout import Layout


class Rules(NamedTuple):
    """What is particular to the records of one register."""

    settled: Callable[[Desk, Any], Any] = as_it_is  # what the books add, or refuse, before keeping
    unused: Callable[[Desk, Any], None] = always  # raises why it must stay
    facts: Callable[[Any], Mapping[str, Any]] = lambda record: {}
    recorded: str = ""  # what its changes are called in the books' history, if they are kept there
    known: Callable[[Desk, Any], Any] = as_it_is  # what a client was shown of it


def create(
    resource: Resource, rules: Rules, numbered: bool, desk: Desk, _: None, request: Request
) -> Outcome:
    changes = resource.accept(request.fields, creating=True)
    if numbered:
        changes.setdefault(resource.key_attributes[-1], "")
    resource.require(changes)
    own = {"year": year_asked(desk, request.query)} if resource.in_year else {}
    record = rules.settled(desk, resource.made(changes, **own))
    return Outcome(record, facts=rules.facts(record))


def change(resource: Resource, rules: Rules, desk: Desk, record: Any, request: Request) -> Outcome:
    changed = resource.changed(rules.known(desk, record), resource.accept(request.fields))
    changed = rules.settled(desk, changed)
    return Outcome(changed, facts=rules.facts(changed))


def deactivate(desk: Desk, record: Any, request: Any) -> Outcome:
    return Outcome(replace(record, active=False))


def remove(resource: Resource, desk: Desk, record: Any, request: Any) -> Outcome:
    names = (*(("year",) if resource.in_year else ()), *resource.key_attributes)
    return Outcome(record, facts={name: getattr(record, name) for name in names})


# fmt: off
def life(resource: Resource, word: str, rules: Rules, numbered: bool, archived: bool) -> Life:
    """Customers, suppliers and articles stay, deactivated; codes that nothing uses go."""
    made    = partial(create, resource, rules, numbered)
    changed = partial(change, resource, rules)
    removed = partial(remove, resource)
    draws   = own_or_next if numbered else undrawn
    history = (f"{rules.recorded} set", f"{rules.recorded} removed") if rules.recorded else ("", "")
    return (
        #     from     trigger   to      only if       does        tells              draws        history
        Allow(NOTHING, "create", KEPT,   always,       made,       f"{word}-created", draws,       history[0]),
        Allow(KEPT,    "update", SAME,   always,       changed,    f"{word}-updated", undrawn,     history[0]),
        Allow(KEPT,    "delete", SAME,   always,       deactivate, f"{word}-deleted")
        if archived else
        Allow(KEPT,    "delete", Gone(), rules.unused, removed,    f"{word}-deleted", undrawn,     history[1]),
    )
# fmt: on


def register(
    word: str,
    resource: Resource,
    layout: Layout[Any],
    listing: Listing,
    called: str = "Koden",
    *,
    may: str = "create update delete",
    archived: bool = False,
    rules: Rules = Rules(),  # noqa: B008 - it is frozen
    shown: Callable[[Desk, Any], Any] = as_it_is,
    listed: Callable[[Desk, list[Any]], list[Any]] = as_it_is,
    heard_in: Topic | None = None,
) -> Register:
    drawn = resource.fields[resource.key].access is AT_CREATION
    rows = life(resource, word, rules, drawn, archived)
    lived = tuple(row for row in rows if row.trigger in may.split())
    numbers = word if drawn else ""
    return Register(
        resource,
        layout,
        listing,
        lived,
        numbers,
        called,
        status="",
        shown=shown,
        listed=listed,
        heard_in=heard_in,
    )
