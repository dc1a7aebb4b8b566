"""A unit of work: what it is given, how it may fail, how it travels to a thread and back."""

import itertools
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from sqlalchemy import Table
from sqlalchemy.sql.elements import CompilerElement

from reskontra.engine.statements import Compiled, Statements, Values, chunks

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
Unit: TypeAlias = Callable[["Transaction"], T]
Kind: TypeAlias = Literal["write", "read", "glance"]
Asked: TypeAlias = tuple[Compiled, Sequence[Any]]

NONE: Values = {}


class Violated(Exception):
    """The database refused the data: a constraint, or a trigger in its own words."""

    def __init__(self, message: str, *, unique: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.unique = unique


class Transaction(ABC):
    """One open unit of work. A unit in which a statement failed is never committed."""

    engine: ClassVar[str]
    statements: ClassVar[Statements]
    failed: Exception | None = None

    def all(self, statement: CompilerElement, values: Values = NONE) -> list[Row]:
        return self._rows(*self._asked(statement, values))

    def first(self, statement: CompilerElement, values: Values = NONE) -> Row | None:
        rows = self.all(statement, values)
        return rows[0] if rows else None

    def firsts(self, *asked: tuple[CompilerElement, Values]) -> list[Row | None]:
        """Of several statements that do not need each other's answers: one way for all."""
        found = self._all_rows([self._asked(*each) for each in asked])
        return [rows[0] if rows else None for rows in found]

    def run(self, statement: CompilerElement, values: Values = NONE) -> int:
        """The number of rows changed."""
        return self._changed(*self._asked(statement, values))

    def put(self, statement: CompilerElement, values: Values = NONE) -> None:
        """A change of which nobody asks how many rows it met.

        It may travel with the next statement, or with the commit; so may what is wrong with it.
        """
        self._put(*self._asked(statement, values))

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

        Where the organisation is known beforehand, the job carries it instead.
        """

    def _asked(self, statement: CompilerElement, values: Values) -> Asked:
        compiled = self.statements.compiled(statement)
        return compiled, compiled.bound(values)

    @abstractmethod
    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int: ...

    def _all_rows(self, asked: Sequence[Asked]) -> list[list[Row]]:
        return [self._rows(*each) for each in asked]

    def _put(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        self._changed(compiled, bound)


class Job(Generic[T]):
    """One unit on its way: asked for here, run in a thread, its outcome delivered back."""

    __slots__ = ("_deliver", "_free", "answer", "deadline", "error", "kind", "organisation", "unit")

    def __init__(
        self,
        kind: Kind,
        unit: Unit[T],
        organisation: int | None,
        deliver: Callable[[], object],
        seconds: float,
    ) -> None:
        self.kind = kind
        self.unit = unit
        self.organisation = organisation
        self.deadline = time.monotonic() + seconds
        self.answer: T | None = None
        self.error: BaseException | None = None
        self._deliver = deliver
        self._free = threading.Lock()

    def taken(self) -> bool:
        """True once, for the first who asks: the thread that runs it or the caller who gives up."""
        return self._free.acquire(blocking=False)

    def attempt(self, transaction: Transaction) -> bool:
        """Run the unit, perhaps not for the first time; True when it may be committed."""
        self.answer, self.error = None, None
        try:
            self.answer = self.unit(transaction)
        except BaseException as error:  # whatever it is, it belongs to the caller, not the thread
            self.error = error
        else:
            self.error = transaction.failed
        return self.error is None

    def fail(self, error: BaseException) -> None:
        self.answer, self.error = None, error

    def deliver(self) -> None:
        with suppress(RuntimeError):  # the event loop of a caller that has gone away
            self._deliver()

    def outcome(self) -> T:
        error, self.error = self.error, None
        if error is None:
            return self.answer  # type: ignore[return-value]  # None only where T allows it
        try:
            raise error
        finally:
            del error  # else the traceback and this frame keep each other alive


class Engine(Protocol):
    """What the two databases have in common."""

    name: str
    probe: str  # a statement that reaches the database itself
    glances_may_wait: bool  # in a thread, when the event loop may not

    def submit(self, job: Job[Any]) -> None: ...

    async def glance(self, unit: Unit[T], organisation: int | None) -> T: ...

    def close(self) -> None: ...
