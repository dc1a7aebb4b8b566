"""Windows: how the event loop looks into PostgreSQL, without a thread and without waiting in line.

A window is a connection through which many look at once: a question is sent as soon as it is asked,
and answers come in the order of the questions. The way to a thread and back would cost three times
as much CPU as the look itself.
"""

import asyncio
import math
from collections import deque
from collections.abc import Sequence
from typing import Any, TypeVar

import psycopg

from reskontra.domain.errors import Unavailable
from reskontra.engine.line import (
    ADAPTERS,
    Batch,
    Line,
    Lost,
    Message,
    Silent,
    message,
    standing_for,
)
from reskontra.engine.sqlstates import Again, translated
from reskontra.engine.statements import POSTGRESQL, Compiled
from reskontra.engine.units import Row, Transaction, Unit

T = TypeVar("T")

WINDOWS = 2  # for each event loop: a slow answer holds up only those behind it
CROWD = 4  # so many at the first window, and a second is opened
TRIES = 3
PATIENCE = 5.0  # seconds, for a glance and all that it asks
PAUSE = 1.0  # seconds, after a window could not be opened beside the others
PREPARED_BY_NOBODY = "26000"  # it was to be prepared for someone before us, and was refused


class Question(BaseException):
    """What a unit wants to know before it can go on: not an error, and nobody's to catch."""

    def __init__(self, compiled: Compiled, bound: Sequence[Any]) -> None:
        self.messages = [message(compiled, bound)]
        self.crosses_walls = compiled.crosses_walls


class Look(Transaction):
    """Runs a unit as far as what is known reaches; the unit is called again with the answer."""

    engine = "postgresql"
    statements = POSTGRESQL

    def __init__(self, known: list[list[Row]], organisation: int | None) -> None:
        self.organisation = organisation
        self._known = iter(known)

    def stand_for(self, organisation_id: int) -> None:
        self.organisation = organisation_id

    def _rows(self, compiled: Compiled, bound: Sequence[Any]) -> list[Row]:
        rows = next(self._known, None)
        if rows is None:
            raise Question(compiled, bound)
        return rows

    def _changed(self, compiled: Compiled, bound: Sequence[Any]) -> int:
        raise PermissionError("a glance may not write")


class Windows:
    """Those of each event loop; there is one in the service, and one for each of its tests."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        self._parameters = parameters
        self._windows: dict[asyncio.AbstractEventLoop, list[Window]] = {}

    async def glance(self, unit: Unit[T], organisation: int | None) -> T:
        until = asyncio.get_running_loop().time() + PATIENCE
        known: list[list[Row]] = []
        while True:
            look = Look(known, organisation)
            try:
                return unit(look)
            except Question as asked:
                question = asked
            if question.crosses_walls and look.organisation is not None:
                question.messages.insert(0, standing_for(look.organisation))
            known.append(await self._answer(question, until))

    async def _answer(self, question: Question, until: float) -> list[Row]:
        for _ in range(TRIES):
            window = self._best()
            was_open = window.is_open
            try:
                return await window.ask(question.messages, until)
            except Silent:
                break
            except Lost:
                if not was_open:
                    break
            except psycopg.Error as error:
                found = translated(error, writes=False)
                if not isinstance(found, Again) and error.sqlstate != PREPARED_BY_NOBODY:
                    raise found from error
        raise Unavailable

    def _best(self) -> "Window":
        """The open one with the fewest before it; another is opened beside, in nobody's way."""
        mine = self._mine()
        best = min(mine, key=Window.queue)
        if not best.is_open:
            return mine[0]
        if best.queue() >= CROWD:
            for window in mine:
                window.open_beside()
        return best

    def _mine(self) -> "list[Window]":
        loop = asyncio.get_running_loop()
        mine = self._windows.get(loop)
        if mine is None:
            self._forget_closed_loops()
            mine = self._windows[loop] = [Window(self._parameters, loop) for _ in range(WINDOWS)]
        return mine

    def _forget_closed_loops(self) -> None:
        for loop in [each for each in self._windows if each.is_closed()]:
            for window in self._windows.pop(loop):
                window.shut()

    def close(self) -> None:
        """Whoever still looks is told that there is nobody any more."""
        for loop in list(self._windows):
            for window in self._windows.pop(loop):
                window.shut()


class Window:
    """One connection of one event loop."""

    def __init__(self, parameters: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        self._parameters = parameters
        self._loop = loop
        self._line: Line | None = None
        self._opening: asyncio.Task[Line] | None = None
        self._closed_until = 0.0  # of the loop's clock; as long, it is not opened beside others
        self._waiting: deque[tuple[Batch, asyncio.Future[None]]] = deque()

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def queue(self) -> float:
        return len(self._waiting) if self._line else math.inf

    async def ask(self, messages: list[Message], until: float) -> list[Row]:
        line = self._line or await self._opened(until)
        answered: asyncio.Future[None] = self._loop.create_future()
        try:
            batch = line.send(messages)
        except Lost as lost:
            self._lose(lost)
            raise
        self._waiting.append((batch, answered))
        if line.unsent:
            self._loop.add_writer(line.socket, self._send_rest)
        impatience = self._loop.call_at(until, self._give_up, line, answered)
        try:
            await answered
        finally:
            impatience.cancel()
        return line.rows(batch.done()[-1])

    async def _opened(self, until: float) -> Line:
        """All who come while it is being opened wait for the same one."""
        try:
            async with asyncio.timeout_at(until):
                return await asyncio.shield(self._open())
        except TimeoutError:
            raise Silent("no connection to the server") from None

    def open_beside(self) -> None:
        """While others are open: nobody waits for it."""
        if self._line is None and self._loop.time() >= self._closed_until:
            self._open()

    def _open(self) -> "asyncio.Task[Line]":
        if self._opening is None:
            self._opening = self._loop.create_task(self._connect())
            self._opening.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._opening

    async def _connect(self) -> Line:
        try:
            connection = await psycopg.AsyncConnection.connect(
                **self._parameters, autocommit=True, context=ADAPTERS
            )
            self._line = line = Line(connection)
        except psycopg.OperationalError as error:
            self._closed_until = self._loop.time() + PAUSE
            raise Lost from error
        finally:
            self._opening = None
        self._loop.add_reader(line.socket, self._receive)
        return line

    def _receive(self) -> None:
        assert self._line
        try:
            self._line.receive()
        except Lost as lost:
            self._lose(lost)
            return
        while self._waiting and self._waiting[0][0].whole:
            _, answered = self._waiting.popleft()
            if not answered.done():  # else nobody waits for it any more
                answered.set_result(None)

    def _send_rest(self) -> None:
        assert self._line
        try:
            self._line.flush()
        except Lost as lost:
            self._lose(lost)
            return
        if not self._line.unsent:
            self._loop.remove_writer(self._line.socket)

    def _give_up(self, line: Line, answered: "asyncio.Future[None]") -> None:
        """One has waited long enough; those behind may ask again elsewhere."""
        if not answered.done():
            answered.set_exception(Silent("no answer from the server"))
        if self._line is line:
            self._lose(Lost("a window was given up"))

    def _lose(self, why: Lost) -> None:
        self._close()
        while self._waiting:
            _, answered = self._waiting.popleft()
            if not answered.done():
                answered.set_exception(why)

    def shut(self) -> None:
        """For good."""
        if self._opening is not None and not self._loop.is_closed():
            self._opening.cancel()
        if self._loop.is_closed():
            self._waiting.clear()
        self._lose(Silent("the windows are shut"))

    def _close(self) -> None:
        line, self._line = self._line, None
        if line is None:
            return
        if not self._loop.is_closed():
            self._loop.remove_reader(line.socket)
            self._loop.remove_writer(line.socket)
        line.close()
