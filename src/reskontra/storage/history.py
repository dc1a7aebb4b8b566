"""The history of the books, read: what was done to their surroundings, by whom, and when."""

from typing import Any

from sqlalchemy import bindparam, select

from reskontra.codec import restored
from reskontra.storage.books import Books
from reskontra.storage.tables import history

NAMES = ("number", "at", "by", "what", "detail", "hash")
MINE = history.c.organisation_id == bindparam("organisation_id")
COLUMNS = [history.c[name] for name in NAMES]
AFTER = (
    select(*COLUMNS)
    .where(MINE, history.c.number > bindparam("after"))
    .order_by(history.c.number)
    .limit(bindparam("most"))
)
BEFORE = (
    select(*COLUMNS)
    .where(MINE, history.c.number < bindparam("before"))
    .order_by(history.c.number.desc())
    .limit(bindparam("most"))
)


def entries(books: Books, after: int, most: int) -> list[dict[str, Any]]:
    """So many that follow on an entry, oldest first."""
    return [_shown(row) for row in books.all(AFTER, after=after, most=most)]


def newest(books: Books, before: int, most: int) -> list[dict[str, Any]]:
    """So many before an entry, newest first."""
    return [_shown(row) for row in books.all(BEFORE, before=before, most=most)]


def _shown(row: tuple[Any, ...]) -> dict[str, Any]:
    entry = dict(zip(NAMES, row, strict=True))
    return entry | {"detail": restored(entry["detail"])}
