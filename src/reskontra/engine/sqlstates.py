"""What PostgreSQL's errors mean, in the words that both engines share."""

import psycopg

from reskontra.domain.errors import Unavailable
from reskontra.engine.units import Longer, Mode, Violated

AGAIN = {"40001", "40P01"}
REFUSED_DATA = ("22", "23", "P0")  # bad data, constraints, RAISE in a trigger
UNIQUE = "23505"
TOO_LONG = {"57014", "55P03"}  # the statement, or the wait for a lock
HELD = "a lock was held for too long"
NO_RIGHT = "42501"
READ_ONLY = "25006"


# In the words that operators are told, by the beginning of the state; the first that fits.
REASONS = (
    ("53100", "the disk is full"),
    ("53200", "the database server is out of memory"),
    ("53300", "the database server takes no more connections"),
    ("53", "the database server lacks resources"),
    (READ_ONLY, "the database is read-only"),
    ("57P", "the database server is shutting down or starting"),
    ("58", "the database server's disk fails"),
    ("57014", "a statement took too long"),
    ("55P03", HELD),
    ("", "the database server cannot be reached"),
)


class Again(Exception):
    """The server chose this transaction as the one that must start over."""


def translated(error: psycopg.Error, mode: Mode) -> Exception:
    """A fault of ours stays as it is."""
    state = error.sqlstate or ""
    if state in AGAIN:
        return Again(str(error))
    if state in TOO_LONG and mode == "glance":
        return Longer()
    if state.startswith(REFUSED_DATA):
        return Violated(error.diag.message_primary or str(error), unique=state == UNIQUE)
    if state == NO_RIGHT or (state == READ_ONLY and mode != "write"):
        return PermissionError(str(error))
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state == READ_ONLY:
        return Unavailable(reason=reason_of(state))
    return error


def reason_of(state: str) -> str:
    return next(words for beginning, words in REASONS if state.startswith(beginning))
