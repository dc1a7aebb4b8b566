"""The heads of the books' chains: as they are, and each as it was signed."""

from sqlalchemy import bindparam, func, insert, select

from reskontra.codec import as_shown
from reskontra.domain.head import Head
from reskontra.domain.records import replace
from reskontra.storage import chain
from reskontra.storage.books import LATEST_ENTRY, TAKE_SEQUENCE, Books
from reskontra.storage.tables import heads, ledgers

FORM = "reskontra head 1"
MINE = heads.c.organisation_id == bindparam("organisation_id")
NAMES = ("at", "vouchers", "hash", "entries", "history_hash", "key", "signature")
SIGNED = select(*[heads.c[name] for name in NAMES]).where(MINE).order_by(heads.c.number.desc())
NEXT = select(func.coalesce(func.max(heads.c.number), 0) + 1).where(MINE)
ADD = insert(heads)
NEWEST = select(func.coalesce(ledgers.c.sequence, 0), ledgers.c.hash).where(
    ledgers.c.organisation_id == bindparam("organisation_id")
)


def message(head: Head) -> bytes:
    """What is signed, as docs/ledger.md has it."""
    names = ("organisation", "at", "vouchers", "hash", "entries", "history_hash")
    return as_shown([FORM, *(getattr(head, name) for name in names)])


def current(books: Books) -> Head:
    """Nobody posts or writes history until the books are closed."""
    taken = books.first(TAKE_SEQUENCE)
    assert taken, "the organisation has no ledger"
    following, newest, _ = taken
    entries, history_hash = books.first(LATEST_ENTRY) or (0, chain.FIRST)
    at = books.now.isoformat()
    return Head(books.organisation_id, at, following - 1, newest, entries, history_hash)


def newest(books: Books) -> tuple[int, str]:
    """How many vouchers the chain has, and the hash of the last; others may post meanwhile."""
    count, digest = books.first(NEWEST) or (0, chain.FIRST)
    return int(count), str(digest)


def signed(books: Books, most: int = 1) -> list[Head]:
    """The newest ones, newest first."""
    rows = books.all(SIGNED.limit(bindparam("most")), most=most)
    return [Head(books.organisation_id, *row) for row in rows]


def add(books: Books, head: Head) -> None:
    number = books.first(NEXT)
    assert number
    values = {name: getattr(head, name) for name in NAMES}
    books.put(ADD, number=number[0], **values)


def is_news(head: Head, before: Head | None) -> bool:
    """Whether anything was written since the other was signed."""
    return before is None or replace(before, at=head.at, key="", signature="") != head
