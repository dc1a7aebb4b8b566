"""The office that a command works in: the settings, the database, and the clock on the wall."""

import functools
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import apsw
import psycopg

from reskontra.actions.desk import Desk, desk_for
from reskontra.commands import beside
from reskontra.engine.database import Database, Transaction, connect
from reskontra.engine.sqlite import TROUBLE
from reskontra.settings import Settings
from reskontra.storage.migrate import NotMigrated, migrate, refuse_unmigrated
from reskontra.storage.seal import SEALED
from reskontra.web.house import Clock

T = TypeVar("T")
Answer = dict[str, Any]
Work = Callable[[Settings, Namespace], Answer | None]

BY = "command line"  # how the books say who did it


class Failed(Exception):
    """One line that says why the command could not be carried out."""


@dataclass(frozen=True)
class Office:
    settings: Settings
    database: Database
    clock: Clock

    def write(self, work: Callable[[Transaction], T]) -> T:
        return self.database.write_now(work)

    def read(self, work: Callable[[Transaction], T]) -> T:
        return self.database.read_now(work)

    @property
    def now(self) -> datetime:
        return self.clock()

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


def in_office(work: Callable[[Office, Namespace], Answer]) -> Work:
    """A command whose work needs the database."""

    @functools.wraps(work)
    def command(settings: Settings, asked: Namespace) -> Answer:
        with opened(settings) as office:
            return work(office, asked)

    return command


def prepare(url: str) -> None:
    """SQLite is brought to the newest schema; PostgreSQL must be there already."""
    with reachable():
        try:
            refuse_unmigrated(url)
        except (NotMigrated, apsw.BusyError):  # busy: another process is making it right now
            if not url.startswith("sqlite:"):
                raise
            migrate(url)


@contextmanager
def reachable() -> Iterator[None]:
    """Turns a driver's complaint into one line; only these kinds never quote a password."""
    try:
        yield
    except (*TROUBLE, apsw.ReadOnlyError, psycopg.OperationalError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise Failed(f"the database cannot be reached: {reason}") from None
    except psycopg.Error as error:
        raise Failed(f"the database refuses: {type(error).__name__}") from None


def tell(answer: Answer) -> None:
    """The one JSON object of a command."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    sys.stdout.flush()
