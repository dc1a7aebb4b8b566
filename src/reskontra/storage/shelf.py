"""Shelves: the records of one sort in one organisation's books."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from reskontra.domain.errors import NotFound
from reskontra.domain.records import Record
from reskontra.domain.search import Search
from reskontra.storage import lists
from reskontra.storage.layout import Layout, update_of
from reskontra.storage.lists import OpenBooks

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Shelf(Generic[R]):
    """The records of one sort, within the open books."""

    layout: Layout[R]
    books: OpenBooks

    def find(self, *key: Any, lock: bool = False) -> R | None:
        """The record, or None; with `lock`, no one else changes it until the books are closed."""
        statement = self.layout.lock_one if lock else self.layout.select_one
        row = self.books.tx.first(statement, self._key(key))
        return self.layout.made(row) if row else None

    def get(self, *key: Any, lock: bool = False) -> R:
        record = self.find(*key, lock=lock)
        if record is None:
            raise NotFound(self.layout.missing)
        return record

    def answer(self, *key: Any) -> bytes | None:
        """What the row keeps of how clients see the record, if it does."""
        row = self.books.tx.first(self.layout.select_answer, self._key(key))
        if row is None:
            raise NotFound(self.layout.missing)
        answer: bytes | None = row[0]
        return answer

    def written(self, record: R) -> bytes | None:
        """The same of one that was written while the books were open."""
        return self.books.answers.get(self._place(self.layout.key_of(record)))

    def list_rows(self, search: Search, **fixed: Any) -> tuple[list[str | None], int]:
        """The same of one page of a list."""
        rows, total = lists.page(self.books, self.layout, search, fixed, kept=True)
        return [row[0] for row in rows], total

    def add(self, record: R) -> R:
        values = self._stamped(self.layout.named_row(record))
        self.books.tx.put(self.layout.insert_one, values)
        self._remember(record, values)
        return record

    def add_all(self, records: list[R]) -> None:
        rows = [self._stamped(self.layout.named_row(record)) for record in records]
        self.books.tx.insert_many(self.layout.table, rows)

    def save(self, before: R, after: R, sealed: bool = False) -> R:
        """What is sealed with it is as it was sealed, also where an older version wrote it."""
        changes = self.layout.changes(before, after)
        if sealed:
            changes = self.layout.documents(after) | changes
        if self.layout.stamped:
            changes["modified"] = self.books.modified
        if changes:
            statement = update_of(self.layout, (*changes,))
            self.books.tx.put(statement, changes | self._key(self.layout.key_of(after)))
        self._remember(after, changes)
        return after

    def _remember(self, record: R, written: dict[str, Any]) -> None:
        if answer := written.get("answer"):
            self.books.answers[self._place(self.layout.key_of(record))] = answer

    def _place(self, key: Sequence[Any]) -> tuple[Any, ...]:
        return self.layout.table.name, *key

    def remove(self, *key: Any) -> None:
        self.books.answers.pop(self._place(key), None)
        self.books.tx.put(self.layout.delete_one, self._key(key))

    def page(self, search: Search, **fixed: Any) -> tuple[list[R], int]:
        """One page of the records that the search asks for, and how many there are in all."""
        rows, total = lists.page(self.books, self.layout, search, fixed)
        return self.layout.all_made(rows), total

    def summed(self, search: Search, column: str) -> int:
        """What a column of all of them comes to, as it is kept."""
        return lists.summed(self.books, self.layout, search, column)

    def _key(self, key: tuple[Any, ...]) -> dict[str, Any]:
        named = {f"key_{name}": value for name, value in zip(self.layout.key, key, strict=True)}
        return named | {"organisation_id": self.books.organisation_id}

    def _stamped(self, values: dict[str, Any]) -> dict[str, Any]:
        values["organisation_id"] = self.books.organisation_id
        if self.layout.stamped:
            values["modified"] = self.books.modified
        return values
