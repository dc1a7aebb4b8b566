"""Cutting the power at every file operation of a recorded history, and what was found then."""

import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import apsw

from reskontra.audit.auditor import audited
from reskontra.storage.migrate import NotMigrated, refuse_unmigrated
from tests.crash.history import IN_TWO_COMMITS, Step
from tests.crash.power_cut import RANDOM, Disk, Operation, recorded, surviving
from tests.service import founded, running

BOOKS = "books.db"
STEPS_BETWEEN_CHECKPOINTS = 3


@dataclass(frozen=True)
class Acknowledged:
    """By the time of so many operations, the client had been told that it was done."""

    what: str
    operations: int


@dataclass(frozen=True)
class History:
    record: list[Operation]
    moments: list[Acknowledged]


def lived(folder: Path, steps: Sequence[Step]) -> History:
    """The steps, one after the other, in a real service; checkpoints come between them."""
    with recorded(folder) as record:
        with running(f"sqlite:///{folder / BOOKS}") as service:
            company = founded(service)
            moments = [Acknowledged("company founded", len(record))]
            for number, (what, step) in enumerate(steps, 1):
                step(company)
                moments.append(Acknowledged(what, len(record)))
                if number % STEPS_BETWEEN_CHECKPOINTS == 0:
                    checkpoint(folder / BOOKS)
                    moments.append(Acknowledged(f"checkpoint after {what}", len(record)))
        moments.append(Acknowledged("service stopped", len(record)))
    return History(record, moments)


def checkpoint(books: Path) -> None:
    with closing(apsw.Connection(str(books))) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


@dataclass
class Cutter:
    """Looks at each different set of files once, and audits each different state once."""

    folder: Path
    seed: int
    cuts: int = 0
    faults: list[str] = field(default_factory=list)
    _seen: dict[tuple[int, tuple[Operation, ...]], str] = field(default_factory=dict)
    _read: dict[str, str] = field(default_factory=dict)
    _audited: set[str] = field(default_factory=set)

    @property
    def images(self) -> int:
        return len(self._seen)

    def cut_everywhere(self, history: History, tries: int) -> None:
        """At each moment the books are those acknowledged last, or those of the call under way."""
        chance = random.Random(self.seed)
        disk, done = Disk(), 0
        for operation in history.record[: history.moments[0].operations]:
            disk.take(operation)
        for before, moment in pairwise(history.moments):
            stretch = history.record[before.operations : moment.operations]
            wanted = self._committed(replace(disk, pending=list(disk.pending)), stretch)
            if len(wanted) > 2 and moment.what not in IN_TWO_COMMITS:
                self.faults.append(f"{moment.what!r} took {len(wanted) - 1} commits")
            for done, operation in enumerate(stretch, before.operations + 1):
                disk.take(operation)
                if done == moment.operations:
                    wanted = wanted[-1:]  # by now it is acknowledged
                for policy in ("none", *chance.choices(RANDOM, k=tries)):
                    self.cuts += 1
                    found = self._state(disk, surviving(disk.pending, policy, chance))
                    if found not in wanted:
                        self.faults.append(
                            f"seed {self.seed}: cut after operation {done}, {operation.kind}"
                            f" {operation.file}, {policy} of the unsynced kept; during or right"
                            f" after {moment.what!r} the books are {found}"
                        )

    def _committed(self, disk: Disk, stretch: list[Operation]) -> list[str]:
        """What the books were before the stretch and after each of its commits."""
        states = [self._state(disk, disk.pending)]
        for operation in stretch:
            disk.take(operation)
            if operation.kind == "sync":
                states.append(self._state(disk, disk.pending))
        states.append(self._state(disk, disk.pending))
        return list(dict.fromkeys(states))

    def _state(self, disk: Disk, surviving: list[Operation]) -> str:
        image = (disk.syncs, tuple(surviving))
        if image not in self._seen:
            for name, content in disk.found(surviving).items():
                (self.folder / name).write_bytes(content)
            try:
                self._seen[image] = self._opened(self.folder / BOOKS)
            finally:
                for left in self.folder.iterdir():
                    left.unlink()
        return self._seen[image]

    def _opened(self, books: Path) -> str:
        """The content by its digest, or what is wrong with it."""
        try:
            recover(books)
            recovered = sha256(books.read_bytes()).hexdigest()
            if recovered not in self._read:
                self._read[recovered] = self._content(books)
        except (apsw.Error, NotMigrated) as error:
            return f"damaged: {error!r}"
        return self._read[recovered]

    def _content(self, books: Path) -> str:
        state = content(books)
        if state not in self._audited:
            self._audited.add(state)
            refuse_unmigrated(f"sqlite:///{books}")
            if violations := audited(f"sqlite:///{books}").violations:
                return f"unsound: {violations}"
        return state


def recover(books: Path) -> None:
    """What SQLite does when it next opens the file: all that was committed is then in it."""
    with closing(apsw.Connection(str(books), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def content(books: Path) -> str:
    """A digest of every row of every table."""
    parts: list[object] = []
    with closing(apsw.Connection(str(books), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        [(found,)] = connection.execute("PRAGMA integrity_check(1)")
        if found != "ok":
            return f"damaged: {found}"
        schema = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        parts.append(schema)
        for name, text in schema:
            if str(text).startswith("CREATE TABLE"):
                rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
                parts.append(sorted(map(repr, rows)))
    return sha256(repr(parts).encode()).hexdigest()
