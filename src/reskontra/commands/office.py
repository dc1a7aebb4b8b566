"""The office that a command works in: the settings, the database, and the clock on the wall."""

import functools
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TextIO, TypeVar

from reskontra.actions.desk import Desk, desk_for
from reskontra.actions.trail import Actor
from reskontra.commands import beside
from reskontra.engine.database import Database, Transaction, connect
from reskontra.settings import Settings
from reskontra.storage.migrate import prepare
from reskontra.storage.seal import SEALED
from reskontra.storage.trouble import reachable
from reskontra.web.house import Clock

T = TypeVar("T")
Answer = dict[str, Any]
Work = Callable[[Settings, Namespace], Answer | None]

BY = "command line"  # how the books say who did it


class Failed(Exception):
    """One line that says why the command could not be carried out."""


class Unheard(Exception):
    """Whoever read the answer has stopped reading: there is nobody to tell."""


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


def in_office(work: Callable[[Office, Namespace], Answer]) -> Work:
    """A command whose work needs the database."""

    @functools.wraps(work)
    def command(settings: Settings, options: Namespace) -> Answer:
        with opened(settings) as office:
            return work(office, options)

    return command


def tell(answer: Answer) -> None:
    """The one JSON object of a command."""
    out: TextIO | None = sys.stdout
    if out is None:
        raise Failed("there is no standard output to answer on")
    try:
        out.write(f"{_line(answer, out.encoding or 'utf-8')}\n")
        out.flush()
    except OSError as error:
        with suppress(OSError):
            out.close()  # or Python would try once more at its end, and complain
        if isinstance(error, BrokenPipeError):
            raise Unheard from None
        raise Failed(f"cannot write the answer: {error.strerror}") from None


def _line(answer: Answer, encoding: str) -> str:
    """As people read it, or escaped where that cannot be written: half a character, for one."""
    line = json.dumps(answer, ensure_ascii=False)
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(answer)
    return line
