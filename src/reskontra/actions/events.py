"""What has happened, told to whoever asks: a stretch of events, as far as they may see them."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.register import TOPICS
from reskontra.domain.errors import Invalid, NoLongerKept
from reskontra.domain.happening import Event, Stretch
from reskontra.engine.database import Transaction
from reskontra.storage import events

AT_ONCE = 500  # rows looked through with one statement
MOST_STATEMENTS = 8  # for one who may see few of them; the next call goes on from there


class Place(NamedTuple):
    """From where on: after a number, from the earliest that is kept, or at the end."""

    number: int | None = None
    at_end: bool = False


def topics_for(scopes: Collection[str], wanted: Sequence[str]) -> frozenset[str]:
    """Those that are asked for, else all that the scopes open; raises Invalid."""
    open_to = {topic.name for topic in TOPICS.values() if topic.scope in scopes}
    for name in wanted:
        if name not in open_to:
            raise Invalid(f"Ämnet {name} finns inte, eller så saknas behörighet till det")
    return frozenset(wanted or open_to)


def after(desk: Desk, place: Place, topics: Collection[str], most: int) -> Stretch:
    """The events in those topics, oldest first; raises NoLongerKept and Invalid."""
    found: list[Event] = []
    begin, portion = place.number or 0, most if len(topics) == len(TOPICS) else AT_ONCE
    for _ in range(MOST_STATEMENTS):
        stretch = events.after(desk.books, begin, portion)
        if place.at_end:
            return stretch._replace(events=(), reached=stretch.latest)
        _refuse_unknown(place, stretch)
        for each in stretch.events:
            if each.topic in topics:
                found.append(each)
            begin = each.number
            if len(found) == most:
                return stretch._replace(events=tuple(found), reached=begin)
        if stretch.reached >= stretch.latest:
            break
    return stretch._replace(events=tuple(found), reached=stretch.reached)


def newest(desk: Desk, most: int) -> list[Event]:
    """The latest first, whatever their topic."""
    return events.newest(desk.books, most)


def _refuse_unknown(place: Place, stretch: Stretch) -> None:
    if place.number is None:
        return
    if place.number < stretch.earliest - 1:
        kept = f"de som finns följer på {stretch.earliest - 1}"
        raise NoLongerKept(f"Händelserna finns inte kvar; {kept}")
    if place.number > stretch.latest:
        raise Invalid("Ogiltigt värde för after: så många händelser har det inte varit")


def latest(tx: Transaction, organisations: Sequence[int]) -> dict[int, int]:
    return events.latest(tx, organisations)


def forget(desk: Desk, days: int) -> None:
    """What has been kept for long enough."""
    events.forget(desk.books, (desk.books.now - timedelta(days=days)).isoformat())
