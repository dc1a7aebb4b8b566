"""Calls go through by the side of each other; whoever puts a company back goes through alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turnstile:
    def __init__(self) -> None:
        self._inside = 0
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Once those inside have left; those who come meanwhile wait."""
        async with self._alone:
            self._open.clear()
            try:
                await self._empty.wait()
                yield
            finally:
                self._open.set()
