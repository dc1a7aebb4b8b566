"""What PostgreSQL's errors mean, in the words that both engines share."""

import psycopg

from reskontra.domain.errors import Unavailable
from reskontra.engine.units import Longer, Mode, Violated

AGAIN = {"40001", "40P01"}
REFUSED_DATA = ("22", "23", "P0")  # bad data, constraints, RAISE in a trigger
UNIQUE = "23505"
TOO_LONG = {"57014", "55P03"}  # the statement, or the wait for a lock
NO_RIGHT = "42501"
READ_ONLY = "25006"


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
        return Unavailable()
    return error
