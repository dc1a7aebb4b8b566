"""Transition tables, and the one function that follows them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.domain.errors import Refused
from reskontra.domain.records import replace

States = Collection[Any]
Guard = Callable[[Desk, Any], None]  # raises why not
Effect = Callable[..., Any]  # gives the record as it is afterwards

NOTHING: States = (None,)
SAME, GONE = "the same state", "no state: the record is removed"


def always(desk: Desk, record: Any) -> None:
    """No condition."""


def unchanged(desk: Desk, record: Any) -> Any:
    """Nothing else happens."""
    return record


@dataclass(frozen=True, eq=False)  # a row is itself: hashing what a table says takes 5 µs
class Allow:
    """In one of `states`, `trigger` leads to `target`."""

    states: States
    trigger: str
    target: Any
    guard: Guard = always
    effect: Effect = unchanged


@dataclass(frozen=True, eq=False)
class Refuse:
    """In one of `states`, `trigger` is refused."""

    states: States
    trigger: str
    error: type[Refused]
    message: str


Table = tuple[Allow | Refuse, ...]


@lru_cache(maxsize=1024)
def row_for(table: Table, state: Any, trigger: str) -> Allow | Refuse:
    """The row that decides. A table has exactly one for each state and trigger."""
    [row] = [row for row in table if row.trigger == trigger and state in row.states]
    return row


def fire(table: Table, desk: Desk, record: Any, trigger: str, *asked: Any) -> Any:
    """Do what the table says of `trigger`, and give the record as it is afterwards."""
    row = row_for(table, record.status if record is not None else None, trigger)
    if isinstance(row, Refuse):
        raise row.error(row.message)
    row.guard(desk, record)
    if record is not None and row.target not in (SAME, GONE):
        record = replace(record, status=row.target)
    return row.effect(desk, record, *asked)
