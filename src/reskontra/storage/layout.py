"""Layouts: how the records of one sort lie in their table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import (
    Column,
    Table,
    bindparam,
    case,
    delete,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.sql.expression import ColumnElement

from reskontra.domain.records import Record, fields, values_of
from reskontra.engine.columns import KEPT_ANSWERS, Conversion, same
from reskontra.engine.schema import OWNER
from reskontra.storage.remainder import NAME, Remainder, remainder_of

R = TypeVar("R", bound=Record)
Take = Callable[[Any], Any]

UPDATES_KEPT = 1_000  # statements: clients change what they like together


class Answers(Protocol):
    """Makes what a row keeps of how clients see it."""

    @property
    def version(self) -> int: ...

    def answer(self, record: Any) -> bytes: ...

    def list_row(self, summary: Any) -> str: ...


@dataclass(frozen=True, eq=False)
class Layout(Generic[R]):
    """A table, the class of its records, and what is said when there is none."""

    table: Table
    record: type[R]
    missing: str = "Kan inte hitta resursen"
    elsewhere: tuple[str, ...] = ()  # attributes that are not in the row: others fill them in
    answers: Answers | None = None  # how they are made, where rows keep them
    summaries: "Layout[Any] | None" = None  # what of a row its place in a list is made of

    def keeping(self, answers: Answers, summaries: "Layout[Any]") -> "Layout[R]":
        """The same records, whose rows keep their answers."""
        own = (self.table, self.record, self.missing, self.elsewhere)
        return Layout(*own, answers, summaries)

    @cached_property
    def key(self) -> tuple[str, ...]:
        """The table's own, but for whose row it is."""
        return tuple(column.name for column in self.table.primary_key if column.name != OWNER)

    @cached_property
    def remainder(self) -> Remainder:
        """What the record has besides columns."""
        return remainder_of(self.table, self.record, *self.elsewhere)

    @cached_property
    def columns(self) -> list[Column[Any]]:
        """The columns that make up the record, in its own order: the remainder's is the last."""
        parts = {part.attribute for part in self.remainder.parts}
        names = [each.name for each in fields(self.record) if each.name not in parts]
        return [
            self.table.c[name] for name in sorted(names, key=NAME.__eq__) if name in self.table.c
        ]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def _forms(self) -> list[Conversion]:
        """How the value in each place of a row is kept; the remainder is several."""
        several = {NAME: Conversion(same, self.remainder.attributes)}
        return [several.get(column.name) or column.info["conversion"] for column in self.columns]

    @cached_property
    def _outs(self) -> list[tuple[int, Take]]:
        """The places in a row that do not hold what the record has, and how it is had."""
        return [(place, form.out) for place, form in enumerate(self._forms) if form.out is not same]

    @cached_property
    def _ins(self) -> list[tuple[int, Take]]:
        """The same on the way in."""
        forms = enumerate(self._forms)
        return [(place, form.into) for place, form in forms if form.into is not same]

    @cached_property
    def _values(self) -> Take:
        return values_of(self.names)

    @cached_property
    def _taken(self) -> list[tuple[str, Take]]:
        """Columns that are no part of the record: each follows from an attribute."""
        return [(column.name, column.info["taken"]) for column in self._following]

    @cached_property
    def _sources(self) -> Take:
        return values_of([column.info["of"] for column in self._following])

    @cached_property
    def _following(self) -> list[Column[Any]]:
        return [
            column
            for column in self.table.c
            if "taken" in column.info and column.name not in self.names
        ]

    def made(self, row: tuple[Any, ...]) -> R:
        """The record that a row of `columns` holds."""
        values = list(row)
        for place, out in self._outs:
            values[place] = out(values[place])
        return self._record(values)

    def all_made(self, rows: Sequence[tuple[Any, ...]]) -> list[R]:
        """The same of many, column by column; what a row has beyond its columns is left out."""
        columns: list[Any] = [*zip(*rows, strict=True)][: len(self.names)]
        for place, out in self._outs if rows else ():
            columns[place] = map(out, columns[place])
        return [*map(self._record, zip(*columns, strict=True))]

    def _record(self, values: Sequence[Any]) -> R:
        """By place, as far as columns are the first attributes: naming one costs more than it."""
        if self.names[-1] != NAME:
            return self.record(*values)
        front, named = self._front, values[-1]
        if self.names[front] != NAME:
            named.update(zip(self.names[front:-1], values[front:-1], strict=True))
        return self.record(*values[:front], **named)

    @cached_property
    def _front(self) -> int:
        own = [each.name for each in fields(self.record)]
        places = enumerate(self.names)
        return next(place for place, name in places if name == NAME or name != own[place])

    def row(self, record: R) -> list[Any]:
        """What the columns keep of it."""
        values = [*self._values(record)]
        for place, into in self._ins:
            values[place] = into(values[place])
        if self.names[-1] == NAME:
            values[-1] = self.remainder.text(record)
        return values

    def named_row(self, record: R) -> dict[str, Any]:
        """The same by name, with the columns that follow from it."""
        values = dict(zip(self.names, self.row(record), strict=True))
        for (name, take), value in zip(self._taken, self._sources(record), strict=True):
            values[name] = take(value)
        return values | self.kept(record)

    def kept(self, record: R) -> dict[str, Any]:
        """What its row keeps of its answers: none, where nobody says how they are made."""
        if not self._keeps:
            return {}
        if not (self.answers and self.summaries):
            return dict.fromkeys(KEPT_ANSWERS)
        made, summary = self.answers, self.summaries.summary(record)
        kept = made.answer(record), made.list_row(summary), made.version
        return dict(zip(KEPT_ANSWERS, kept, strict=True))

    @cached_property
    def _keeps(self) -> bool:
        return KEPT_ANSWERS[0] in self.table.c

    def summary(self, record: Record) -> R:
        """What this layout has of a record that lies in the same table, without asking for it."""
        values = [*self._whole(record)]
        for place, take in self._repeated:
            values[place] = take(values[place])
        return self.record(*values)

    @cached_property
    def _whole(self) -> Take:
        return values_of([column.info.get("of", column.name) for column in self.columns])

    @cached_property
    def _repeated(self) -> list[tuple[int, Take]]:
        """The places that hold what follows from an attribute."""
        places = enumerate(self.columns)
        return [(place, each.info["taken"]) for place, each in places if "taken" in each.info]

    def changes(self, before: R, after: R) -> dict[str, Any]:
        """What is to be written of a record that has become another.

        A value is never altered in place, so the same object has not changed. Every column written
        that has an index is another page for SQLite to write: a tenth of an issue.
        """
        values = zip(
            self.names, self._forms, self._values(before), self._values(after), strict=True
        )
        changes = {name: form.into(now) for name, form, was, now in values if now is not was}
        if self.names[-1] == NAME and self.remainder.differs(before, after):
            changes[NAME] = self.remainder.text(after)
        sources = zip(self._taken, self._sources(before), self._sources(after), strict=True)
        changes |= {name: take(now) for (name, take), was, now in sources if now is not was}
        return changes | self.kept(after) if changes else changes

    def documents(self, record: R) -> dict[str, Any]:
        """The columns that hold a JSON text: one that stands for the same may be another text."""
        values = zip(self.names, self._forms, self._values(record), strict=True)
        texts = {name: form.into(value) for name, form, value in values if name in self._in_json}
        return texts | ({NAME: self.remainder.text(record)} if self.names[-1] == NAME else {})

    @cached_property
    def _in_json(self) -> frozenset[str]:
        """But for the remainder, which is several attributes."""
        return frozenset(each.name for each in self.columns if "json" in each.info) - {NAME}

    @cached_property
    def key_of(self) -> Take:
        return values_of(self.key)

    @cached_property
    def stamped(self) -> bool:
        """Does a row tell when it was last changed?"""
        return "modified" in self.table.c

    @cached_property
    def mine(self) -> ColumnElement[bool]:
        condition = self.table.c.organisation_id == bindparam("organisation_id")
        for name in self.key:
            condition = condition & (self.table.c[name] == bindparam(f"key_{name}"))
        return condition

    @cached_property
    def select_one(self) -> Any:
        return select(*self.columns).where(self.mine)

    @cached_property
    def select_answer(self) -> Any:
        return select(self.kept_now("answer")).where(self.mine)

    def kept_now(self, name: str) -> ColumnElement[Any]:
        """What rows keep of an answer, where it is as it would be made now."""
        assert self.answers
        is_now = self.table.c.answers_by == literal_column(str(self.answers.version))
        return case((is_now, self.table.c[name]))

    @cached_property
    def lock_one(self) -> Any:
        return self.select_one.with_for_update()

    @cached_property
    def insert_one(self) -> Any:
        return insert(self.table)

    @cached_property
    def delete_one(self) -> Any:
        return delete(self.table).where(self.mine)


@lru_cache(UPDATES_KEPT)
def update_of(layout: Layout[Any], names: tuple[str, ...]) -> Any:
    """The statement that writes these columns of one record."""
    return update(layout.table).where(layout.mine).values({name: bindparam(name) for name in names})
