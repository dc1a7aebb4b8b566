"""The register of voided numbers: every gap in a number series has its explanation here."""

from sqlalchemy import bindparam, insert, select

from reskontra.storage.books import Books
from reskontra.storage.tables import sie_imports, skipped_numbers, voided_numbers

ADD = insert(voided_numbers)
PASSED_OVER = (
    select(
        *[skipped_numbers.c[name] for name in ("year", "series", "from_number", "to_number")],
        *[sie_imports.c[name] for name in ("at", "by", "name")],
    )
    .join(
        sie_imports,
        (sie_imports.c.organisation_id == skipped_numbers.c.organisation_id)
        & (sie_imports.c.id == skipped_numbers.c.import_id),
    )
    .where(skipped_numbers.c.organisation_id == bindparam("organisation_id"))
    .order_by(*[skipped_numbers.c[name] for name in ("year", "series", "from_number")])
)
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


def passed_over(books: Books) -> list[dict[str, object]]:
    """Numbers of vouchers that a SIE file has not, from one to another."""
    names = ("year", "series", "from", "to", "at", "by", "file")
    return [dict(zip(names, row, strict=True)) for row in books.all(PASSED_OVER)]
