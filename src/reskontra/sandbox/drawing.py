"""Foreseeable chance: what a company draws follows from seed, company, kind and count alone."""

from collections import Counter
from collections.abc import Callable
from hashlib import shake_256
from typing import TypeVar

from reskontra import chance
from reskontra.engine.database import Database, Transaction, engine_of
from reskontra.engine.units import UnitOfWork
from reskontra.sandbox.credentials import Credentials
from reskontra.storage.seal import SEALED

T = TypeVar("T")


class Drawings:
    """Each kind counts by itself: a call more does not change the tokens that follow."""

    def __init__(self, credentials: Credentials, seed: int) -> None:
        self.credentials, self.seed = credentials, seed
        self.counts: Counter[str] = Counter()
        self.salt = ""  # of books that were kept: what was drawn before is not drawn again

    def __call__(self, what: str, count: int) -> bytes | str:
        self.counts[what] += 1
        number = self.counts[what]
        if what == "refresh token":
            return self.credentials.numbered_refresh_token(number)
        if what == "request id":
            return f"{self.credentials.name}-{number}"
        words = f"{self.seed} {self.credentials.name} {what} {number}{self.salt}"
        return shake_256(words.encode()).digest(count)


class ForeseenDatabase(Database):
    """Units draw from there, in whatever thread they run; each write lets the clock tick."""

    def __init__(self, url: str, source: chance.Source, tick: Callable[[], None]) -> None:
        super().__init__(engine_of(url, 2, True, SEALED))
        self._source, self._tick = source, tick

    async def write(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        self._tick()
        return await super().write(self._drawing(unit), organisation)

    async def read(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        return await super().read(self._drawing(unit), organisation)

    def write_now(self, unit: UnitOfWork[T], organisation: int | None = None) -> T:
        return super().write_now(self._drawing(unit), organisation)

    def _drawing(self, unit: UnitOfWork[T]) -> UnitOfWork[T]:
        def drawing(tx: Transaction) -> T:
            with chance.foreseen(self._source):
                return unit(tx)

        return drawing
