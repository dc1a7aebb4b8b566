"""The office that a command works in: the settings, the database, and the clock on the wall."""

import functools
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import reskontra.commands.wings  # noqa: F401 (every table is declared)
from reskontra.actions.desk import Desk, desk_for
from reskontra.actions.trail import Actor
from reskontra.commands import beside
from reskontra.commands.answers import Answer, Work
from reskontra.engine.database import Database, Transaction, connect
from reskontra.outside.clock import Clock
from reskontra.settings import Settings
from reskontra.storage.migrate import prepare
from reskontra.storage.seal import SEALED
from reskontra.storage.trouble import reachable

T = TypeVar("T")

BY = "command line"  # how the books say who did it


@dataclass(frozen=True)
class Office:
    settings: Settings
    database: Database
    clock: Clock

    def write(self, work: Callable[[Transaction], T]) -> T:
        return self.database.write_now(work)

    def tried(self, work: Callable[[Transaction], T]) -> T:
        """What writing it would come to: nothing of it stays."""
        return self.database.tried_now(work)

    def read(self, work: Callable[[Transaction], T]) -> T:
        return self.database.read_now(work)

    @property
    def now(self) -> datetime:
        return self.clock()

    @property
    def actor(self) -> Actor:
        """The operator, for the trail of access."""
        return Actor(BY, "", self.now)

    def desk(self, tx: Transaction, organisation_id: int) -> Desk:
        """The books of an organisation; raises NotFound."""
        return desk_for(tx, organisation_id, self.now, BY)


@contextmanager
def opened(settings: Settings) -> Iterator[Office]:
    prepare(settings.database_url)
    with reachable():
        database = connect(settings.database_url, threads=1, guarded=True, sealed=SEALED)
    try:
        yield Office(settings, database, beside.clock(settings.database_url))
    finally:
        database.close()


def in_office(work: Callable[[Office, Namespace], Answer | None]) -> Work:
    """A command whose work needs the database."""

    @functools.wraps(work)
    def command(settings: Settings, options: Namespace) -> Answer | None:
        with opened(settings) as office:
            return work(office, options)

    return command
