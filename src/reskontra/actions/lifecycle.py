"""What may happen to a record: the rows of a life, and what an effect comes to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.domain.errors import Refused
from reskontra.domain.voucher import Voucher

Sent = Mapping[str, Any]  # what is inside an envelope


class Request(NamedTuple):
    """What a client asks a transition to do."""

    fields: Sent = {}  # noqa: RUF012 - nobody writes into what was sent
    query: Mapping[str, str] = {}


class Cause(NamedTuple):
    """What a change that goes with another is told of it: the record as it is now, its voucher."""

    record: Any
    posted: Voucher | None

    @property
    def voucher(self) -> Voucher:
        """For whom nothing happens without one."""
        assert self.posted
        return self.posted


class Change(NamedTuple):
    """A transition of another record."""

    register: Any  # a Register; its file stands on this one
    record: Any  # or how it is found when its turn comes
    trigger: str


class Outcome(NamedTuple):
    """What an effect comes to. It has written nothing: the door does."""

    record: Any  # as it is afterwards, but for its status, its number and its voucher
    voucher: Voucher | None = None
    with_it: tuple[Change, ...] = ()  # other records that change with it, by its voucher
    after_it: tuple[Change, ...] = ()  # and those that change once it is kept
    facts: Mapping[str, Any] = {}  # what a listener would want to know beside the record


class Gone(NamedTuple):
    """A target: the record is removed."""

    status: Any = None  # what a client is shown of it
    why: str = ""  # the reason that no record bears its number any more


States = tuple[Any, ...]
Guard = Callable[[Desk, Any], None]  # raises why not
Effect = Callable[[Desk, Any, Any], Outcome]
Before = Callable[[Desk, Any], tuple[Change, ...]]
Draw = Callable[[Any, Desk, Any, Any], Any]  # of register, desk, before and after: with its number

NOTHING: States = (None,)
KEPT: States = ("kept",)  # the only state of what has no status
SAME = "the same state"
POSTED = "posted: the ledger keeps it"
UNTOLD = ""  # its voucher is told of instead, or the record that it goes with


def always(desk: Desk, record: Any) -> None:
    """No condition."""


def at_once(desk: Desk, record: Any) -> tuple[Change, ...]:
    """Nothing has to happen first."""
    return ()


def unchanged(desk: Desk, record: Any, request: Any) -> Outcome:
    """Nothing else happens."""
    return Outcome(record)


def undrawn(register: Any, desk: Desk, before: Any, after: Any) -> Any:
    """It needs no number, or has one."""
    return after


@dataclass(frozen=True, eq=False)
class Allow:
    """In one of `states`, `trigger` leads to `target`: a status, or what tells it of the record."""

    states: States
    trigger: str
    target: Any
    guard: Guard = always
    effect: Effect = unchanged
    tells: str | None = None  # the word for what happened; none where nothing does
    draws: Draw = undrawn
    recorded: str = ""  # the words for it in the books' history
    then: Callable[[Desk, Any], None] = always  # what the books themselves do once it is kept
    first: Before = at_once  # what must change before; then the record's life is asked again


@dataclass(frozen=True, eq=False)
class Refuse:
    """In one of `states`, `trigger` is refused."""

    states: States
    trigger: str
    error: type[Refused]
    message: str


Transition = Allow | Refuse
Life = tuple[Transition, ...]
