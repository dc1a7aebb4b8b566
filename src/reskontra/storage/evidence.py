"""What the ledger knows of a voucher beside what it says: its seal, and corrections both ways."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import BigInteger, and_, bindparam, cast, func, or_, select

from reskontra.domain.voucher import VoucherKey
from reskontra.engine.columns import ORE
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE
from reskontra.storage.tables import postings, vouchers

MOST = 50  # vouchers of a list, of which the sums are asked for at once
NO_NUMBER = -1

SEAL = select(
    *(vouchers.c[name] for name in ("registered_at", "registered_by", "hash", "sequence")),
    *(vouchers.c[f"corrects_{name}"] for name in VoucherKey._fields),
).where(MINE["vouchers"], *(vouchers.c[name] == bindparam(name) for name in VoucherKey._fields))
CORRECTED_BY = select(*(vouchers.c[name] for name in VoucherKey._fields)).where(
    MINE["vouchers"],
    *(vouchers.c[f"corrects_{name}"] == bindparam(name) for name in VoucherKey._fields),
)
SUMS = (
    select(postings.c.series, postings.c.number, cast(func.sum(postings.c.debit), BigInteger))
    .where(MINE["postings"], postings.c.year == bindparam("year"))
    .where(
        or_(
            *(
                and_(
                    postings.c.series == bindparam(f"series_{place}"),
                    postings.c.number == bindparam(f"number_{place}"),
                )
                for place in range(MOST)
            )
        )
    )
    .group_by(postings.c.series, postings.c.number)
)


class Seal(NamedTuple):
    at: datetime
    by: str
    hash: str
    sequence: int  # its place in the chain
    corrects: VoucherKey | None
    corrected_by: VoucherKey | None


def seal(books: Books, key: VoucherKey) -> Seal:
    """Of a voucher that is there."""
    row = books.first(SEAL, **key._asdict())
    assert row
    at, by, digest, sequence, *corrects = row
    return Seal(
        datetime.fromisoformat(at),
        by,
        digest,
        sequence,
        VoucherKey(*corrects) if corrects[2] else None,
        corrected_by(books, key),
    )


def corrected_by(books: Books, key: VoucherKey) -> VoucherKey | None:
    row = books.first(CORRECTED_BY, **key._asdict())
    return VoucherKey(*row) if row else None


def sums(
    books: Books, year: int, keys: Sequence[tuple[str, int]]
) -> dict[tuple[str, int], Decimal]:
    """What each of a page's vouchers debits in all."""
    asked: dict[str, str | int] = {}
    for place in range(MOST):
        series, number = keys[place] if place < len(keys) else ("", NO_NUMBER)
        asked |= {f"series_{place}": series, f"number_{place}": number}
    rows = books.all(SUMS, year=year, **asked)
    return {(series, number): ORE.out(debit) for series, number, debit in rows}
