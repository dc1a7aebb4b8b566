"""Events, read and swept; they are written with what has happened (`Books.tell`)."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import bindparam, delete, func, select, update

from reskontra.codec import restored
from reskontra.domain.happening import Event, Stretch
from reskontra.engine.database import Transaction
from reskontra.storage.books import Books
from reskontra.storage.tables import event_heads as heads
from reskontra.storage.tables import events

MOST_ASKED = 512  # organisations in one question
MINE = events.c.organisation_id == bindparam("organisation_id")
MY_HEAD = heads.c.organisation_id == bindparam("organisation_id")
SHOWN = tuple(events.c[name] for name in ("number", "at", "topic", "type", "entity", "detail"))
# One statement, so that the head is of the same moment as the events.
AFTER = (
    select(heads.c.earliest, heads.c.latest, *SHOWN)
    .select_from(
        heads.outerjoin(
            events,
            (events.c.organisation_id == heads.c.organisation_id)
            & (events.c.number > bindparam("after")),
        )
    )
    .where(MY_HEAD)
    .order_by(events.c.number)
    .limit(bindparam("most"))
)
NEWEST = select(*SHOWN).where(MINE).order_by(events.c.number.desc()).limit(bindparam("most"))
# Those of before a moment that no later one comes before: what is kept has no gap.
FIRST_KEPT = select(func.min(events.c.number)).where(MINE, events.c.at >= bindparam("before"))
LATEST = select(heads.c.latest).where(MY_HEAD).with_for_update()
MOVE_EARLIEST = (
    update(heads)
    .where(MY_HEAD, heads.c.kept_since < bindparam("before"))
    .values(earliest=bindparam("first"), kept_since=bindparam("before"))
)
FORGET = delete(events).where(MINE, events.c.number < bindparam("first"))


def after(books: Books, place: int, most: int) -> Stretch:
    """So many that follow on a place."""
    rows = books.all(AFTER, after=place, most=most)
    earliest, latest = rows[0][:2]
    found = tuple(_event(row[2:]) for row in rows if row[2] is not None)
    return Stretch(found, found[-1].number if found else latest, earliest, latest)


def newest(books: Books, most: int) -> list[Event]:
    return [_event(row) for row in books.all(NEWEST, most=most)]


def _event(row: tuple[Any, ...]) -> Event:
    number, at, topic, kind, entity, detail = row
    return Event(number, at, topic, kind, entity, restored(detail))


def forget(books: Books, before: str) -> None:
    """What happened before that moment; a head is held so that nothing comes in between."""
    row = books.first(LATEST)
    assert row, "the organisation has no head of events"
    kept = books.first(FIRST_KEPT, before=before)
    first = kept[0] if kept and kept[0] is not None else row[0] + 1
    if books.run(MOVE_EARLIEST, first=first, before=before):
        books.run(FORGET, first=first)


def latest(tx: Transaction, organisations: Sequence[int]) -> dict[int, int]:
    """The latest number of each: in one question, whoever they are."""
    rows: list[tuple[Any, ...]] = []
    for start in range(0, len(organisations), MOST_ASKED):
        some = organisations[start : start + MOST_ASKED]
        size = 1 << (len(some) - 1).bit_length()
        asked = [*some, *[some[0]] * (size - len(some))]
        rows += tx.all(_latest_of(size), {f"of_{place}": it for place, it in enumerate(asked)})
    return dict(rows)


@cache
def _latest_of(size: int) -> Any:
    """A list of values must be written into the statement, so there is one for some sizes."""
    places: list[Any] = [bindparam(f"of_{place}") for place in range(size)]
    return select(heads.c.organisation_id, heads.c.latest).where(
        heads.c.organisation_id.in_(places)
    )
