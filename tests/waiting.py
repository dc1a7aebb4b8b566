"""Waiting for what must come, however slow the machine is."""

import time
from collections.abc import Callable

import psycopg

from reskontra.engine.database import Deadlines

PATIENCE = 180  # seconds until what hangs is given up; never how long a thing may take
UNHURRIED = Deadlines(PATIENCE, PATIENCE)  # of a service that is slow because the machine is
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND {}"


def until(claim: Callable[[], object], otherwise: str = "") -> None:
    """Returns once it is so; asked again and again, since most things do not tell by themselves."""
    end = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < end, otherwise
        time.sleep(0.01)


def until_postgresql_shows(url: str, condition: str) -> None:
    """A session of that database of which this is true: `wait_event_type = 'Lock'`."""
    asked = WAITING.format(condition).encode()
    with psycopg.connect(url, autocommit=True) as looking:
        until(lambda: looking.execute(asked).fetchone(), f"no session with {condition}")
