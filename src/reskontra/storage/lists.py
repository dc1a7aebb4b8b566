"""Lists: what a search asks for, as SQL that is composed once per shape."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Table,
    bindparam,
    cast,
    exists,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
    text,
    tuple_,
    union_all,
)
from sqlalchemy.sql.expression import ColumnElement

from reskontra.domain.records import folded
from reskontra.domain.search import Condition, Match, Search
from reskontra.engine.database import Transaction
from reskontra.storage.filters import NAMED, tallies_of
from reskontra.storage.layout import Layout
from reskontra.storage.tables import tallies

Clause = ColumnElement[bool]
LOOKED_THROUGH = (Match.ANYWHERE, Match.WITHIN)

LIMIT: BindParameter[int] = bindparam("limit")
OFFSET: BindParameter[int] = bindparam("offset")

UNUSED = "\ue000"  # a private character, in no code that anyone has chosen
CHANGED_ABOUT = (
    *((normalize("NFD", letter), letter) for letter in "åäöÅÄÖ"),
    *(("å", UNUSED), ("ä", "å"), (UNUSED, "ä"), ("Å", UNUSED), ("Ä", "Å"), (UNUSED, "Ä")),
)
ROWS_OF = {"vouchers": "postings"}  # where the rows of a record have a table of their own
DEEP = 1_000  # rows; it pays to pass over so many in the index alone, at the price of a statement


class OpenBooks(Protocol):
    """What a list or a shelf has to know of the books it belongs to."""

    @property
    def tx(self) -> Transaction: ...
    @property
    def organisation_id(self) -> int: ...
    @property
    def today(self) -> date: ...
    @property
    def modified(self) -> str: ...
    @property
    def answers(self) -> dict[tuple[Any, ...], bytes]: ...


Shape = tuple[tuple[Match, str, str], ...]


def page(
    books: OpenBooks,
    layout: Layout[Any],
    search: Search,
    fixed: Mapping[str, Any],
    kept: bool = False,
) -> tuple[list[tuple[Any, ...]], int]:
    """The rows of one page, which may end in the total, and the number of rows in all.

    Each is a record's columns, or what its row keeps of its place in a list.
    """
    shape = shape_of(search)
    statement = statements(layout, shape, tuple(fixed), search.sort, search.descending, kept)
    values = _asked(books, search, fixed)
    rows = _rows(books, statement, values)
    if len(rows) < search.limit and (rows or not search.offset):
        total = search.offset + len(rows)
    elif rows and statement.tallied:
        total = rows[0][-1]
    else:
        counted = books.tx.first(statement.count, values)
        assert counted
        total = counted[0]
    return rows, total


def _asked(books: OpenBooks, search: Search, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a statement of this shape may name."""
    conditions = list(enumerate(search.conditions))
    return {
        "organisation_id": books.organisation_id,
        "today": books.today.isoformat(),
        "true": True,
        "false": False,
        "limit": search.limit,
        "offset": search.offset,
        **{f"fixed_{name}": value for name, value in fixed.items()},
        **{f"value_{place}": _value(each) for place, each in conditions},
        **{f"folded_{place}": folded(str(each.value)) for place, each in conditions},
        **{key: value for each in conditions for key, value in _looked_for(*each)},
    }


def _looked_for(place: int, condition: Condition) -> Iterator[tuple[str, Any]]:
    """The words as they are, as a number, and as a part of a text in small letters."""
    if condition.match in LOOKED_THROUGH:
        yield f"words_{place}", str(condition.value)
        yield f"number_{place}", _number(condition)
        yield f"lowered_{place}", _part(str(condition.value).lower())


def _rows(
    books: OpenBooks, statement: "PageStatements", values: dict[str, Any]
) -> list[tuple[Any, ...]]:
    if values["offset"] < DEEP:
        return books.tx.all(statement.near, values)
    start = books.tx.first(statement.start, values)
    if start is None:
        return []
    return books.tx.all(statement.onward, values | {f"start_{n}": at for n, at in enumerate(start)})


def shape_of(search: Search) -> Shape:
    """What is asked, without the values: one statement serves them all."""
    return tuple(
        (each.match, each.attribute, str(each.value) if each.match is Match.NAMED else "")
        for each in search.conditions
    )


def _tallied(table: Table, shape: Shape, fixed: tuple[str, ...]) -> tuple[str, ...] | None:
    """The tallies that a list's total is the sum of, if it is one; none are all of them."""
    if fixed or len(shape) > 1 or (shape and shape[0][0] is not Match.NAMED):
        return None
    return tallies_of(table.name, shape[0][2] if shape else "")


class PageStatements(NamedTuple):
    """One list, in one order."""

    near: Any  # a page not far from the beginning
    start: Any  # where a deep page begins: all that it passes over is in the index
    onward: Any  # the page from there
    count: Any
    tallied: bool  # each row of a page ends in the total


@lru_cache(maxsize=1024)
def statements(
    layout: Layout[Any],
    shape: Shape,
    fixed: tuple[str, ...],
    sort: str,
    descending: bool,
    kept: bool = False,
) -> PageStatements:
    """The organisation's own rows that meet the search, as pages and as a number."""
    table = layout.table
    where = _where(table, shape, fixed)
    named = [_sorted_by(table, sort)] if sort else []
    named += [table.c[name] for name in layout.key if name not in fixed]
    columns = [*dict.fromkeys(named)]
    order = [column.desc() if descending else column.asc() for column in columns]
    here = tuple_(*(bindparam(f"start_{n}", type_=c.type) for n, c in enumerate(columns)))
    beyond = tuple_(*columns) <= here if descending else tuple_(*columns) >= here
    statuses = _tallied(table, shape, fixed)
    counted = select(func.count()).select_from(table).where(*where)
    tallied = statuses is not None
    count = counted if statuses is None else _tally(table, statuses)
    total = [count.scalar_subquery()] if tallied else []
    shown = [layout.kept_now("list_row")] if kept else layout.columns
    rows = select(*shown, *total).where(*where).order_by(*order).limit(LIMIT)
    start = select(*columns).where(*where).order_by(*order).limit(literal_column("1"))
    return PageStatements(
        rows.offset(OFFSET), start.offset(OFFSET), rows.where(beyond), count, tallied
    )


def _tally(table: Table, statuses: tuple[str, ...]) -> Any:
    counted = cast(func.coalesce(func.sum(tallies.c.count), 0), BigInteger)
    every = select(counted).where(
        tallies.c.organisation_id == bindparam("organisation_id"),
        tallies.c.kind == literal(table.name),
    )
    words = [literal(status) for status in statuses]
    return every.where(tallies.c.status.in_(words)) if words else every


def meets(condition: str) -> Any:
    return text(condition)


def _sorted_by(table: Table, attribute: str) -> Any:
    column = table.c[attribute]
    if column.info.get("swedish"):
        return by_swedish_letters(column)
    return table.c.get(f"{attribute}_folded", column)


def by_swedish_letters(column: Any) -> Any:
    """A text whose bytes sort as the Swedish alphabet does, in either case, a letter in one piece
    or in two."""
    for old, new in CHANGED_ABOUT:
        column = func.replace(column, literal_column(f"'{old}'"), literal_column(f"'{new}'"))
    return column


def _clause(table: Table, place: int, match: Match, attribute: str, word: str) -> Clause:
    value: BindParameter[Any] = bindparam(f"value_{place}")
    clause: Clause
    match match:
        case Match.NAMED:
            clause = meets(NAMED[table.name, word].condition)
        case Match.NEVER:
            clause = false()
        case Match.CONTAINS:
            clause = table.c[f"{attribute}_folded"].like(value, escape="\\")
        case Match.ANYWHERE:
            clause = _anywhere(table, place, attribute.split())
        case Match.WITHIN:
            clause = or_(*(_within(table.c[name], place) for name in attribute.split()))
        case Match.EXACT:
            clause = table.c[attribute] == value
            if (companion := table.c.get(f"{attribute}_folded")) is not None:  # it has the index
                clause &= companion == bindparam(f"folded_{place}")
        case Match.ON_A_ROW:
            rows = table.metadata.tables[ROWS_OF[table.name]]
            same = (rows.c[column.name] == column for column in table.primary_key)
            mine = rows.c.organisation_id == bindparam("organisation_id")
            on_row = exists().where(mine, *same, rows.c[attribute] == value)
            clause = (table.c[attribute] == value) | on_row if attribute in table.c else on_row
        case Match.FROM:
            clause = table.c[attribute] >= value
        case Match.TO:
            clause = table.c[attribute] <= value
        case Match.AFTER:
            clause = table.c[attribute] > value
        case Match.COVERS:
            first, last = attribute.split(" to ")
            clause = (table.c[first] <= value) & (table.c[last] >= value)
    return clause


def _anywhere(table: Table, place: int, attributes: list[str]) -> Clause:
    """Each column is looked through by itself, in its own index; numbers are met as a whole."""
    mine = table.c.organisation_id == bindparam("organisation_id")
    key = [column for column in table.primary_key if column.name != "organisation_id"]
    part: BindParameter[Any] = bindparam(f"value_{place}")

    def met(name: str) -> Any:
        if (companion := table.c.get(f"{name}_folded")) is not None:
            return companion.like(part, escape="\\")
        if isinstance(table.c[name].type, BigInteger):
            return table.c[name] == bindparam(f"number_{place}")
        if not table.c[name].nullable:
            return table.c[name] == bindparam(f"words_{place}")
        is_there = table.c[name].is_not(None)  # in the words of its index
        return is_there & _lowered(table.c[name], place)

    found = (select(*key).where(mine, met(name)) for name in attributes)
    return tuple_(*key).in_(union_all(*found))


def _within(column: Any, place: int) -> Clause:
    """Row by row: for lists that are short, or of one year."""
    if isinstance(column.type, BigInteger):
        return column == bindparam(f"number_{place}")  # type: ignore[no-any-return]
    return _lowered(column, place)


def _lowered(column: Any, place: int) -> Clause:
    for large, small in ("Åå", "Ää", "Öö", "Éé"):  # SQLite knows the letters of English alone
        column = func.replace(column, literal(large), literal(small))
    return func.lower(column).like(bindparam(f"lowered_{place}"), escape="\\")


def summed(books: OpenBooks, layout: Layout[Any], search: Search, column: str) -> int:
    """What a column of all the records comes to that the search asks for, on whatever page."""
    statement = _sum(layout, shape_of(search), column)
    row = books.tx.first(statement, _asked(books, search, {}))
    return int(row[0]) if row else 0


@lru_cache(maxsize=256)
def _sum(layout: Layout[Any], shape: Shape, column: str) -> Any:
    table = layout.table
    total = cast(func.coalesce(func.sum(table.c[column]), 0), BigInteger)
    return select(total).where(*_where(table, shape, ()))


def _where(table: Table, shape: Shape, fixed: tuple[str, ...]) -> list[Clause]:
    where = [table.c.organisation_id == bindparam("organisation_id")]
    where += [table.c[name] == bindparam(f"fixed_{name}") for name in fixed]
    return where + [_clause(table, place, *each) for place, each in enumerate(shape)]


def _number(condition: Condition) -> int:
    """What no column of numbers holds, where it is none."""
    text = str(condition.value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else -1


def _value(condition: Condition) -> Any:
    if condition.match not in (Match.CONTAINS, *LOOKED_THROUGH):
        return condition.value
    return _part(folded(str(condition.value)))


def _part(text: str) -> str:
    """What a text is like that has this in it."""
    for special in "\\%_":
        text = text.replace(special, "\\" + special)
    return f"%{text}%"
