"""Registers: create, update and deactivate or remove, the same for every one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Json, Resource
from reskontra.domain.errors import Invalid
from reskontra.domain.records import replace
from reskontra.domain.search import Search
from reskontra.engine.database import Violated
from reskontra.storage.shelf import Kind

Rule = Callable[[Desk, Any], Any]


def as_it_is(desk: Desk, record: Any) -> Any:
    return record


@dataclass(frozen=True)
class Register:
    """A resource with its shelf, its list, and what is particular to it."""

    resource: Resource
    kind: Kind[Any]
    listing: Listing
    called: str = "Koden"  # what its key is called
    numbered: str = ""  # the series that a new record's key is drawn from when none is sent
    archived: bool = False  # DELETE deactivates; else it removes
    settled: Rule = as_it_is  # what the books add to a record, or refuse, before it is kept
    shown: Rule = as_it_is  # what the books add to a record before a client sees it
    unused: Callable[[Desk, Any], None] = lambda desk, record: None  # raises why it must stay

    @property
    def in_year(self) -> bool:
        return self.resource.in_year

    @property
    def key(self) -> str:
        return self.resource.fields[self.resource.key].attribute


def find(register: Register, desk: Desk, key: tuple[Any, ...], *, lock: bool = False) -> Any:
    return desk.books.shelf(register.kind).get(*key, lock=lock)


def create(register: Register, desk: Desk, sent: Json, year: int | None = None) -> Any:
    resource = register.resource
    changes = resource.accept(sent, creating=True)
    own = {"year": year} if register.in_year else {}
    if register.numbered:
        changes[register.key] = _number(register, desk, changes.get(register.key))
    resource.require(changes)
    record = register.settled(desk, resource.made(changes, **own))
    shelf = desk.books.shelf(register.kind)
    key = tuple(getattr(record, name) for name in register.kind.key)
    in_use = Invalid(f"{register.called} {key[-1]} används redan")
    if shelf.find(*key):
        raise in_use
    try:
        shelf.add(record)
        desk.books.tx.settle()
    except Violated as violated:  # someone else made the same one at the same time
        raise (in_use if violated.unique else violated) from None
    return record


def _number(register: Register, desk: Desk, chosen: str | None) -> str:
    """The number that the client chose, else the next that no client has chosen for itself."""
    if chosen:
        desk.books.hold_numbers(register.numbered)  # lest the same one be drawn meanwhile
        return chosen
    shelf = desk.books.shelf(register.kind)
    while True:
        number = str(desk.books.next_number(register.numbered))
        if not shelf.find(number):
            return number


def update(register: Register, desk: Desk, key: tuple[Any, ...], sent: Json) -> Any:
    shelf = desk.books.shelf(register.kind)
    record = shelf.get(*key, lock=True)
    changed = register.resource.changed(record, register.resource.accept(sent))
    return shelf.save(register.settled(desk, changed))


def delete(register: Register, desk: Desk, key: tuple[Any, ...]) -> None:
    """Customers, suppliers and articles stay, deactivated; codes that nothing uses go."""
    shelf = desk.books.shelf(register.kind)
    record = shelf.get(*key, lock=True)
    if register.archived:
        shelf.save(replace(record, active=False))
    else:
        register.unused(desk, record)
        shelf.remove(*key)


def page(register: Register, desk: Desk, search: Search, **fixed: Any) -> tuple[list[Any], int]:
    return desk.books.shelf(register.kind).page(search, **fixed)
