"""Turns: work that comes in many pieces from many callers is let through a piece at a time."""

import asyncio
from collections import deque
from weakref import WeakKeyDictionary

Line = deque[asyncio.Future[None]]


class Turns:
    """One at a time in the order they came, after a pause each.

    Whoever has many pieces waits anew for each, behind all others' next. The pause is for those who
    need no turn: however many wait here, between two pieces the event loop is theirs.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, Line] = WeakKeyDictionary()

    async def mine(self) -> None:
        loop = asyncio.get_running_loop()
        line = self._lines.setdefault(loop, deque())
        turn = loop.create_future()
        line.append(turn)
        if len(line) == 1:
            loop.call_later(self._pause, self._next, loop)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        line = self._lines[loop]
        turn = line.popleft()
        if not turn.done():  # else its caller has gone
            turn.set_result(None)
        if line:
            loop.call_later(self._pause, self._next, loop)
