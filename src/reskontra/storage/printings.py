"""The digest of each document as it was first printed: it is the same to the byte each time."""

from sqlalchemy import bindparam, insert, select

from reskontra.storage.books import Books
from reskontra.storage.tables import printed_documents as printed

ADD = insert(printed)
ONE = select(printed.c.digest).where(
    printed.c.organisation_id == bindparam("organisation_id"),
    printed.c.document == bindparam("document"),
    printed.c.mark == bindparam("mark"),
)


def first(books: Books, document: str, mark: str) -> str | None:
    row = books.first(ONE, document=document, mark=mark)
    return row[0] if row else None


def add(books: Books, document: str, mark: str, digest: str) -> None:
    books.put(ADD, document=document, mark=mark, digest=digest, at=books.now.isoformat())
