"""Rows that keep their answers, looked through: what each keeps, and what it would keep now."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import bindparam, select

from reskontra.engine.columns import KEPT_ANSWERS
from reskontra.storage.books import Books
from reskontra.storage.layout import Layout, update_of

AT_ONCE = 500


@dataclass(frozen=True)
class Kept:
    layout: Layout[Any]
    number: int
    row: tuple[Any, ...]  # what is kept, and then the columns

    @property
    def there(self) -> dict[str, Any]:
        return dict(zip(KEPT_ANSWERS, self.row, strict=False))

    @property
    def now(self) -> dict[str, Any]:
        """As it would be kept."""
        return self.layout.kept(self.layout.made(self.row[len(KEPT_ANSWERS) :]))


def rows_after(
    books: Books, layout: Layout[Any], number: int, at_once: int = AT_ONCE, lock: bool = False
) -> list[Kept]:
    """The next by number, so many at once; with `lock`, nobody changes them meanwhile."""
    statement = _next_locked(layout) if lock else _next(layout)
    found = books.all(statement, after=number, most=at_once)
    return [Kept(layout, number, tuple(row)) for number, *row in found]


@cache
def _next(layout: Layout[Any]) -> Any:
    table, [key] = layout.table, layout.key
    own = table.c.organisation_id == bindparam("organisation_id")
    columns = [table.c[name] for name in (key, *KEPT_ANSWERS)]
    rows = select(*columns, *layout.columns).where(own, table.c[key] > bindparam("after"))
    return rows.order_by(table.c[key]).limit(bindparam("most"))


@cache
def _next_locked(layout: Layout[Any]) -> Any:
    return _next(layout).with_for_update()


def keep(books: Books, kept: Kept) -> None:
    [key] = kept.layout.key
    books.put(update_of(kept.layout, KEPT_ANSWERS), **{f"key_{key}": kept.number}, **kept.now)
