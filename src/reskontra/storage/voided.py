"""The register of voided numbers: every gap in a number series has its explanation here."""

from sqlalchemy import bindparam, insert, select

from reskontra.storage.books import Books
from reskontra.storage.tables import voided_numbers

ADD = insert(voided_numbers)
ALL = (
    select(*[voided_numbers.c[name] for name in ("series", "number", "at", "by", "why")])
    .where(voided_numbers.c.organisation_id == bindparam("organisation_id"))
    .order_by(voided_numbers.c.series, voided_numbers.c.number)
)


def add(books: Books, series: str, number: int, why: str) -> None:
    """In the history too, which is a chain."""
    books.record_history("number voided", series=series, number=number, why=why)
    books.put(ADD, series=series, number=number, at=books.now.isoformat(), by=books.by, why=why)


def listed(books: Books) -> list[dict[str, object]]:
    names = ("series", "number", "at", "by", "why")
    return [dict(zip(names, row, strict=True)) for row in books.all(ALL)]
