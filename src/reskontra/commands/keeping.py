"""Answers that rows keep, of every organisation: held to what would be shown, and made anew."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial

from reskontra.actions.kept_answers import KEEPING, keep_anew, shown_otherwise
from reskontra.actions.register import Register
from reskontra.engine.database import Database, Transaction, connect
from reskontra.people import organisations
from reskontra.storage.books import Books
from reskontra.storage.migrate import is_newest


def kept_otherwise(url: str) -> list[tuple[int, str]]:
    """In books of an older schema nothing is kept."""
    if not is_newest(url):
        return []
    with opened(url) as database:
        return [
            (number, each)
            for number in numbers(database)
            for each in database.read_now(partial(_otherwise, number), number)
        ]


def _otherwise(organisation: int, tx: Transaction) -> list[str]:
    return [*shown_otherwise(_books(tx, organisation))]


def kept_anew(url: str) -> int:
    """What another version has kept; a few hundred rows in a transaction."""
    with opened(url) as database:
        every = ((number, register) for number in numbers(database) for register in KEEPING)
        return sum(_all_anew(database, *each) for each in every)


def _all_anew(database: Database, organisation: int, register: Register) -> int:
    def some(tx: Transaction) -> tuple[int, int]:
        return keep_anew(_books(tx, organisation), register, last)

    count, last = 0, 0
    while True:
        more, last = database.write_now(some, organisation)
        count += more
        if not last:
            return count


def _books(tx: Transaction, organisation: int) -> Books:
    return Books(tx, organisation, datetime.now(UTC), "upkeep")


def numbers(database: Database) -> list[int]:
    return [each.id for each in database.read_now(organisations.every)]


@contextmanager
def opened(url: str) -> Iterator[Database]:
    database = connect(url, threads=1)
    try:
        yield database
    finally:
        database.close()
