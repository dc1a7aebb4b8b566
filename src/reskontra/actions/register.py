"""A register: things of one sort, how clients see them, where they are kept, and their life."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import KEPT, Allow, Life, Transition
from reskontra.codec import Made, restored
from reskontra.contract.answers import Answers
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource, View
from reskontra.domain.errors import Invalid
from reskontra.domain.happening import VOUCHERS, Topic
from reskontra.domain.records import replace
from reskontra.domain.search import Search
from reskontra.domain.voucher import Voucher
from reskontra.storage.layout import Layout


def as_it_is(desk: Desk, record: Any) -> Any:
    return record


def nothing(desk: Desk, record: Any) -> None:
    """There is nothing to lock."""


def no_voucher(record: Any, voucher: Voucher) -> Any:
    return record


def first_voucher(record: Any, voucher: Voucher) -> Any:
    """Its own is the first; those that correct it say so themselves."""
    if record.voucher_number:
        return record
    return replace(
        record,
        voucher_year=voucher.year,
        voucher_series=voucher.series,
        voucher_number=voucher.number,
    )


def every_voucher(record: Any, voucher: Voucher) -> Any:
    return replace(record, vouchers=(*record.vouchers, voucher.key))


# By name: those of every register that there is.
TOPICS: dict[str, Topic] = {VOUCHERS.name: VOUCHERS}


@dataclass(frozen=True, eq=False, repr=False)
class Register:
    resource: Resource
    layout: Layout[Any]
    listing: Listing
    life: Life
    numbers: str = ""  # the series that its numbers are drawn from
    called: str = ""  # what its key is called, where clients choose it
    status: str = "status"  # the attribute that holds the state; none where there is but one
    bears: Callable[[Any, Voucher], Any] = no_voucher  # what it keeps of a voucher that is posted
    shown: Callable[[Desk, Any], Any] = as_it_is  # what the books add before a client sees it
    listed: Callable[[Desk, list[Any]], list[Any]] = as_it_is  # the same of a whole list
    locks: Callable[[Desk, Any], None] = nothing  # what must be locked before it
    summary: Resource | None = None  # a list's rows, where they are not the records themselves
    summaries: Layout[Any] | None = None  # and where those are read
    answers: Answers | None = None  # how rows keep what clients see of them, if they do
    heard_in: Topic | None = None  # where its changes are told, if not under its path

    def __post_init__(self) -> None:
        if any(isinstance(row, Allow) and row.tells for row in self.life):
            TOPICS.setdefault(self.topic.name, self.topic)

    def __repr__(self) -> str:
        return f"Register({self.resource.plural})"

    @property
    def topic(self) -> Topic:
        return self.heard_in or Topic(self.resource.path, self.resource.scope)

    @property
    def in_year(self) -> bool:
        return self.resource.in_year

    @cached_property
    def key(self) -> str:
        """The attribute that holds the number or the code it is known by."""
        return self.resource.key_attributes[-1]

    def entity(self, record: Any) -> str:
        """The key as clients know it."""
        return "/".join(str(getattr(record, name)) for name in self.resource.key_attributes)

    def in_use(self, record: Any) -> Invalid:
        return Invalid(f"{self.called} {getattr(record, self.key)} används redan")

    @cached_property
    def _rows(self) -> dict[tuple[Any, str], Transition]:
        return {(state, row.trigger): row for row in self.life for state in row.states}

    def row(self, record: Any, trigger: str) -> Transition:
        """The one that decides; a life has exactly one for each state and trigger."""
        state = None if record is None else getattr(record, self.status) if self.status else KEPT[0]
        return self._rows[state, trigger]

    def differ(self, before: Any, after: Any) -> bool:
        """As they are kept: to Python 1 is true, to a client it is not."""
        if before is after:
            return False
        return before != after or bool(self.layout.row(before) != self.layout.row(after))

    def _kept_for(self, view: View) -> Answers | None:
        """Rows keep answers in the contract's profile alone."""
        return None if view.is_mirrored else self.answers

    def kept_answer(self, desk: Desk, view: View, *key: Any) -> Made | None:
        """What clients see of it, where its row keeps that."""
        if not (answers := self._kept_for(view)):
            return None
        return answers.given(desk.books.shelf(self.layout).answer(*key), view.base)

    def outcome(self, desk: Desk, view: View, record: Any) -> Any:
        """What clients see of a record that was written: as it is kept, else the record itself."""
        answers = self._kept_for(view)
        if answers and (answer := desk.books.shelf(self.layout).written(record)):
            return answers.given(answer, view.base)
        return self.shown(desk, record)

    def key_of(self, outcome: Any) -> list[Any]:
        """Of what `outcome` gave."""
        if not isinstance(outcome, Made):
            return [*self.layout.key_of(outcome)]
        shown = restored(bytes(outcome).decode())
        names = self.resource.key.split("/")
        return [int(shown[it]) if self.resource.is_whole(it) else shown[it] for it in names]

    def kept_page(self, desk: Desk, view: View, search: Search) -> tuple[Made, int] | None:
        """The same of one page of a list, and how many there are in all."""
        if not (answers := self._kept_for(view)):
            return None
        rows, total = desk.books.shelf(self.layout).list_rows(search)
        given = answers.given_rows(rows, view.base)
        return None if given is None else (given, total)

    def find(self, desk: Desk, *key: Any) -> Any:
        return desk.books.shelf(self.layout).get(*key)

    def take(self, desk: Desk, *key: Any) -> Any:
        """The record, and no one else changes it until the books are closed."""
        shelf = desk.books.shelf(self.layout)
        if self.locks is not nothing:
            self.locks(desk, shelf.get(*key))
        return shelf.get(*key, lock=True)
