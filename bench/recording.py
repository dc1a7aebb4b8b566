"""A real call, written down: its units of work, and every statement with its values and rows."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from bench.admission import KEYS
from bench.operations import Item, Operation
from reskontra.commands.serving import limiter
from reskontra.engine.database import Database, Transaction, connect
from reskontra.engine.statements import Compiled
from reskontra.engine.units import Bound, Mode, Row, UnitOfWork
from reskontra.web.app import application
from reskontra.web.house import House

T = TypeVar("T")


@dataclass(frozen=True)
class Step:
    """One statement as it was run."""

    compiled: Compiled
    bound: Sequence[Any]
    rows: list[Any]  # that it gave
    count: int  # of rows given, or changed
    writes: bool  # asked only how many rows it changed
    later: bool = False  # not waited for: it travels together with the next


@dataclass
class Part:
    """One unit of work: a transaction, or for a glance a statement without one."""

    mode: Mode
    organisation: int | None  # that the connection stood for
    steps: list[Step] = field(default_factory=list)


@dataclass
class Recorded:
    """A call, and what it did in the database: the gate's look first, then the work."""

    operation: Operation
    item: Item
    wire: str
    now: datetime
    parts: list[Part]
    answer: bytes

    @property
    def statements(self) -> int:
        """Those after the gate's."""
        return sum(len(part.steps) for part in self.parts[1:])


class Recording(Transaction):
    """Runs every statement in a real transaction, and writes it down."""

    def __init__(self, inner: Transaction, part: Part) -> None:
        self._inner, self._part, self.mode = inner, part, inner.mode
        self.statements = inner.statements  # type: ignore[misc]
        self.stand_for = inner.stand_for  # type: ignore[method-assign]

    def settle(self) -> None:
        self._inner.settle()
        if self._part.steps:
            self._part.steps[-1] = replace(self._part.steps[-1], later=False)

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> Any:
        [rows] = self._all_rows([(compiled, bound)])
        return rows

    def _all_rows(self, asked: Sequence[Bound]) -> list[list[Row]]:
        found = self._inner._all_rows(asked)
        for place, (each, rows) in enumerate(zip(asked, found, strict=True), 1):
            later = place < len(asked)
            self._part.steps.append(Step(*each, rows, len(rows), writes=False, later=later))
        return found

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        return self._counted(compiled, bound, later=False)

    def _put(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        """Waited for, this once, to learn how many rows it changes."""
        self._counted(compiled, bound, later=True)

    def _counted(self, compiled: Compiled, bound: Sequence[Any], later: bool) -> int:
        changed = self._inner._changed(compiled, bound)
        self._part.steps.append(Step(compiled, bound, [], changed, writes=True, later=later))
        return changed


class RecordingDatabase(Database):
    """The service's own database, which remembers what its units did."""

    def __init__(self, url: str) -> None:
        super().__init__(connect(url, threads=1)._engine)
        self.parts: list[Part] = []

    async def write(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        return await super().write(self._noted(unit, organisation), organisation)

    async def read(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        return await super().read(self._noted(unit, organisation), organisation)

    def _noted(self, unit: UnitOfWork[T], organisation: int | None) -> UnitOfWork[T]:
        def noted(tx: Transaction) -> T:
            part = Part(tx.mode, organisation)
            answer = unit(Recording(tx, part))
            self.parts.append(part)
            return answer

        return noted


class Recorder:
    """The whole application, called without a socket."""

    def __init__(self, url: str) -> None:
        self.database = RecordingDatabase(url)
        self.app: Callable[..., Any] = application(
            House(self.database, limiter(None), lambda: KEYS)
        )

    def recorded(self, operation: Operation, token: str, item: Item) -> Recorded:
        now = datetime.now(UTC)
        wire = operation.call(token, item)
        if operation.again:  # the first time is unlike all others
            asyncio.run(answered(self.app, wire))
        self.database.parts = []
        status, answer = asyncio.run(answered(self.app, wire))
        if status >= 300:
            raise RuntimeError(f"{operation.name} was answered {status}: {answer!r}")
        return Recorded(operation, item, wire, now, self.database.parts, answer)

    def close(self) -> None:
        self.database.close()


async def answered(app: Callable[..., Any], wire: str) -> tuple[int, bytes]:
    """What the application answers to a call as it would have come over the wire."""
    head, _, body = wire.partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    method, target, _ = first.split(" ")
    path, _, query = target.partition("?")
    pairs = (line.split(": ", 1) for line in lines)
    scope = {
        "type": "http",
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in pairs],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
    }
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body.encode(), "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    await app(scope, receive, send)
    return told[0]["status"], b"".join(each.get("body", b"") for each in told[1:])
