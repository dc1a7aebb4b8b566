"""A unit of work: what it is given, and how it may fail."""

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from sqlalchemy import Table
from sqlalchemy.sql.elements import CompilerElement

from reskontra.engine.statements import Compiled, Statements, Values, chunks

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
UnitOfWork: TypeAlias = Callable[["Transaction"], T]
# A glance is how every read begins: one statement, which is a snapshot by itself.
Mode: TypeAlias = Literal["write", "read", "glance"]
Bound: TypeAlias = tuple[Compiled, Sequence[Any]]

NONE: Values = {}


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """A unit, and how it is to be run."""

    mode: Mode
    unit: UnitOfWork[T]
    organisation: int | None
    deadline: float  # of the monotonic clock


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """What a unit came to; of a write, before it is committed."""

    answer: T | None = None
    error: BaseException | None = None

    def result(self) -> T:
        if self.error:
            raise self.error
        return self.answer  # type: ignore[return-value]  # None only where T allows it

    def tell(self, future: Future[T]) -> None:
        if self.error:
            future.set_exception(self.error)
        else:
            future.set_result(self.result())


class Violated(Exception):
    """The database refused the data: a constraint, or a trigger in its own words."""

    def __init__(self, message: str, *, unique: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.unique = unique


class Longer(Exception):
    """A read that is more than a glance: a second statement, one that takes long, or a lock."""


class Transaction(ABC):
    """One open unit of work. A unit in which a statement failed is never committed."""

    statements: ClassVar[Statements]
    glance_seconds: ClassVar[float]  # that one may take
    mode: Mode = "write"
    failed: Exception | None = None
    _last: tuple[Callable[[], None], ...] = ()
    _first: Compiled | None = None
    _count = 0

    def all(self, statement: CompilerElement, values: Values = NONE) -> list[Row]:
        return self._rows(*self._bound(statement, values))

    def first(self, statement: CompilerElement, values: Values = NONE) -> Row | None:
        rows = self.all(statement, values)
        return rows[0] if rows else None

    def firsts(self, *questions: tuple[CompilerElement, Values]) -> list[Row | None]:
        """Of several statements that do not need each other's answers: one way for all."""
        answers = self._all_rows([self._bound(*each) for each in questions])
        return [rows[0] if rows else None for rows in answers]

    def run(self, statement: CompilerElement, values: Values = NONE) -> int:
        """The number of rows changed."""
        return self._changed(*self._bound(statement, values))

    def put(self, statement: CompilerElement, values: Values = NONE) -> None:
        """A change of which nobody asks how many rows it met.

        It may travel with the next statement, or with the commit; so may what is wrong with it.
        """
        self._put(*self._bound(statement, values))

    def settle(self) -> None:  # noqa: B027 (SQLite does it at once)
        """What has been put so far is done now, or refused now."""

    def insert_many(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """All rows name the same columns."""
        if not rows:
            return
        columns = tuple(column.name for column in table.c if column.name in rows[0])
        if any(len(row) != len(columns) for row in rows):
            raise ValueError(f"The rows for {table.name} do not name the same columns of it")
        self.insert_rows(table, columns, [[row[column] for column in columns] for row in rows])

    def insert_rows(
        self, table: Table, columns: tuple[str, ...], rows: Sequence[Sequence[Any]]
    ) -> None:
        """The same by position; the columns stand in the table's order."""
        for chunk in chunks(rows, columns):
            compiled = self.statements.insert(table, columns, len(chunk))
            self._put(compiled, [*itertools.chain.from_iterable(chunk)])

    def stand_for(self, organisation_id: int) -> None:  # noqa: B027 (SQLite has nothing to do)
        """From here on the unit sees and writes this organisation's rows.

        Where the organisation is known beforehand, it is named along with the unit instead.
        """

    def at_end(self, work: Callable[[], None]) -> None:
        """Done once the unit has come to its answer: what it puts travels with the commit."""
        self._last = (*self._last, work)

    def answer_to(self, unit: UnitOfWork[T]) -> T:
        """A unit that has passed over a failed statement has failed all the same."""
        began = time.monotonic()
        answer = unit(self)
        for work in self._last if self.failed is None else ():
            work()
        if self.failed is not None:
            raise self.failed
        if self.mode == "read" and self._first and self._count == 1:
            self._first.begins_long_reads = time.monotonic() - began > self.glance_seconds
        return answer

    def _bound(self, statement: CompilerElement, values: Values) -> Bound:
        compiled = self.statements.compiled(statement)
        self._count += 1
        if self._count == 1:
            self._first = compiled
        if self.mode == "glance" and (self._count > 1 or compiled.begins_long_reads):
            raise self._fails(Longer())
        return compiled, compiled.bound(values)

    def _fails(self, error: Exception) -> Exception:
        """What follows the first failure says nothing new."""
        self.failed = self.failed or error
        if isinstance(error, Longer) and self._first:
            self._first.begins_long_reads = True
        return error

    @abstractmethod
    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int: ...

    def _all_rows(self, questions: Sequence[Bound]) -> list[list[Row]]:
        return [self._rows(*each) for each in questions]

    def _put(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        self._changed(compiled, bound)
