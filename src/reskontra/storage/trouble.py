"""A driver's complaints about the database, in one plain line each."""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw
import psycopg

from reskontra.engine.sqlite import TROUBLE, reason_of


class Trouble(Exception):
    """One line that says why the database cannot be used."""


class Unreadable(Trouble):
    """It is damaged, or no database at all."""


@contextmanager
def reachable() -> Iterator[None]:
    """Only the kinds that are quoted never quote a password."""
    try:
        yield
    except (*TROUBLE, apsw.ReadOnlyError, psycopg.OperationalError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        if isinstance(error, apsw.FullError | apsw.IOError | apsw.ReadOnlyError):
            reason = reason_of(error)
        damaged = isinstance(error, apsw.CorruptError | apsw.NotADBError)
        kind = Unreadable if damaged else Trouble
        raise kind(f"the database cannot be reached: {reason}") from None
    except psycopg.Error as error:
        raise Trouble(f"the database refuses: {type(error).__name__}") from None
