"""Recorded statements, made ready to be sent again about something else.

Values are given to the driver as the service's own code makes them. What differs is a hole: the
organisation, what the call is about, a hash, or a number that an earlier statement gave. Such
numbers are told by their value: in the organisation where calls are written down, no two figures
of that magnitude are alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle
from secrets import token_hex
from typing import Any

from bench.admission import grant_of
from bench.distinct import DISTINCT
from bench.operations import Item
from bench.recording import Recorded, Step
from reskontra.engine.units import Mode
from reskontra.people import tokens

State = dict[str, Any]


@dataclass(frozen=True)
class Hole:
    """A value that differs from call to call; it may stand in the middle of a text."""

    place: int
    key: str
    around: list[str] | None = None


@dataclass(frozen=True)
class Sent:
    """A statement to be sent again, and what must come of it."""

    text: str
    values: list[Any]
    types: tuple[type, ...]
    holes: list[Hole]
    gives: list[tuple[int, str]] = field(default_factory=list)  # columns that others need
    fetches: bool = False
    count: int = 0  # of rows given or changed
    later: bool = False

    def bound(self, state: State) -> list[Any]:
        values = self.values.copy()
        for hole in self.holes:
            value = state[hole.key]
            values[hole.place] = value if hole.around is None else str(value).join(hole.around)
        return values

    def expect(self, count: int) -> None:
        """A statement that finds or changes nothing is cheap, and no measure of anything."""
        if count != self.count:
            raise RuntimeError(f"{count} rows instead of {self.count}: {self.text[:300]}")


@dataclass(frozen=True)
class Work:
    """A unit of work: its statements, in groups of those that travel together."""

    mode: Mode
    has_organisation: bool
    groups: list[list[Sent]]


def sendable(record: Recorded) -> list[Work]:
    known = {value: key for key, value in about(record.item).items()}
    parts: list[list[Sent]] = []
    for part in record.parts:
        parts.append([])
        for step in part.steps:
            holes = [
                found
                for place, (name, value) in enumerate(
                    zip(step.compiled.names, step.bound, strict=True)
                )
                if (found := hole(place, name, value, known))
            ]
            parts[-1].append(sent(step, holes, learned(step, known)))
    needed = {hole.key for part in parts for each in part for hole in each.holes}
    return [
        Work(part.mode, part.organisation is not None, grouped(ready, needed))
        for part, ready in zip(record.parts, parts, strict=True)
    ]


def about(item: Item) -> State:
    """What is known of a call before its first statement."""
    if isinstance(item, list):
        client_id, secret = item
        return {"client_id": client_id, "hash": tokens.hashed(secret)}
    return {} if item is None else {"number": item}


def hole(place: int, name: str, value: Any, known: dict[Any, str]) -> Hole | None:
    plain = name.rstrip("0123456789").rstrip("_")  # `number_3` is `number` of the fourth row
    if plain == "organisation_id" or (plain == "grant_id" and value < 0):
        return Hole(place, plain)
    if value in known:
        return Hole(place, known[value])
    if plain == "hash":
        return Hole(place, "fresh hash")
    for number, key in known.items():
        if isinstance(value, str) and isinstance(number, int) and str(number) in value:
            return Hole(place, key, value.split(str(number)))
    return None


def learned(step: Step, known: dict[Any, str]) -> list[tuple[int, str]]:
    """The figures of the first row that are told by their value, and where they stand."""
    found = []
    for column, value in enumerate(step.rows[0] if step.rows else ()):
        if type(value) is int and value in DISTINCT and value not in known:
            known[value] = f"number {len(known)}"
            found.append((column, known[value]))
    return found


def sent(step: Step, holes: list[Hole], gives: list[tuple[int, str]]) -> Sent:
    return Sent(
        text=step.compiled.text,
        values=[*step.bound],
        types=tuple(type(value) for value in step.bound),
        holes=holes,
        gives=gives,
        fetches=not step.writes,
        count=step.count,
        later=step.later,
    )


def grouped(ready: list[Sent], needed: set[str]) -> list[list[Sent]]:
    groups: list[list[Sent]] = [[]]
    for each in ready:
        gives = [(column, key) for column, key in each.gives if key in needed]
        groups[-1].append(replace(each, gives=gives))
        if not each.later:
            groups.append([])
    return [group for group in groups if group]


# What a run is about


@dataclass
class Place:
    """One client's seat in a run, its calls made ready."""

    states: Iterator[State]
    used: int = 0

    def next(self) -> State | None:
        state = next(self.states, None)
        self.used += state is not None
        return state


def place(seat: dict[str, Any]) -> Place:
    """As told by the campaign: whose seat, what calls are about, each once or round and round."""
    own = {
        "organisation_id": seat["organisation"],
        "grant_id": grant_of(seat["organisation"]),
    }
    states = [own | about(item) | {"fresh hash": token_hex(32)} for item in seat["items"]]
    return Place(iter(states) if seat["once"] else cycle(states))
