"""Answers to calls with an Idempotency-Key, kept in the transaction of what the call has done."""

from dataclasses import dataclass

from sqlalchemy import bindparam, cast, delete, insert, select, true, update

from reskontra.domain.errors import Unavailable, UnderWay
from reskontra.engine.sqlstates import HELD
from reskontra.storage.books import Books
from reskontra.storage.tables import replies

UNDER_WAY = 0  # a status that no answer has


@dataclass(frozen=True, slots=True)
class Name:
    """Whose key it is, and what was asked for under it."""

    client_id: str
    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Reply:
    fingerprint: str
    status: int
    at: int
    body: bytes = b""
    record: str = ""  # what the answer showed, where the body was too long to be kept


MINE = (
    replies.c.organisation_id == bindparam("organisation_id"),
    replies.c.client_id == bindparam("of_client"),
    replies.c.repeat_key == bindparam("of_key"),
)
ONE = select(
    replies.c.fingerprint, replies.c.status, replies.c.at, replies.c.body, replies.c.record
).where(*MINE)
# On PostgreSQL it waits for whoever has the same key in hand, and then finds that it is taken.
BEGIN = insert(replies).from_select(
    [column.name for column in replies.c],
    select(*[cast(bindparam(column.name), column.type) for column in replies.c])
    .where(true())  # else SQLite takes what follows for a join
    .suffix_with("ON CONFLICT DO NOTHING"),
)
# Whoever had it in hand has been gone for so long that they will not come back.
TAKE_OVER = (
    update(replies)
    .where(*MINE, replies.c.status == UNDER_WAY, replies.c.at < bindparam("before"))
    .values(at=bindparam("at"), fingerprint=bindparam("fingerprint"))
)
KEEP = (
    update(replies)
    .where(*MINE)
    .values({name: bindparam(name) for name in ("status", "at", "body", "record")})
)
DROP = delete(replies).where(*MINE, replies.c.status == UNDER_WAY)
FORGET = delete(replies).where(
    replies.c.organisation_id == bindparam("organisation_id"), replies.c.at < bindparam("before")
)


def find(books: Books, name: Name) -> Reply | None:
    row = books.first(ONE, **_of(name))
    return Reply(*row) if row else None


def begin(books: Books, name: Name) -> bool:
    """True for the one call that has the key in hand from now on; raises UnderWay."""
    own = {"client_id": name.client_id, "repeat_key": name.key, "fingerprint": name.fingerprint}
    nothing = {"status": UNDER_WAY, "body": b"", "record": ""}
    try:
        return books.run(BEGIN, **own, **nothing, at=moment(books)) == 1
    except Unavailable as refused:
        if refused.reason == HELD:
            raise UnderWay from None
        raise


def take_over(books: Books, name: Name, before: int) -> bool:
    fresh = {"at": moment(books), "fingerprint": name.fingerprint}
    return books.run(TAKE_OVER, **_of(name), **fresh, before=before) == 1


def keep(books: Books, name: Name, status: int, body: bytes, record: str) -> None:
    books.put(KEEP, **_of(name), status=status, at=moment(books), body=body, record=record)


def drop(books: Books, name: Name) -> None:
    """A call that came to nothing: the key may be used again."""
    books.put(DROP, **_of(name))


def forget(books: Books, before: int) -> None:
    books.run(FORGET, before=before)


def moment(books: Books) -> int:
    return int(books.now.timestamp())


def _of(name: Name) -> dict[str, str]:
    return {"of_client": name.client_id, "of_key": name.key}
