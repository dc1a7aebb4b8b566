"""Credit invoices, for those who send them: newest first."""

from datetime import date
from decimal import Decimal

from sqlalchemy import bindparam, select

from reskontra.domain.records import Record
from reskontra.engine.columns import ORE
from reskontra.storage.books import Books
from reskontra.storage.tables import credit_invoices as notes
from reskontra.storage.tables import customer_invoices as invoices

MOST = 100


class CreditNote(Record):
    credit_number: str
    document_number: int
    credit_date: date
    customer_name: str
    total: Decimal


LATEST = (
    select(
        notes.c.credit_number,
        notes.c.document_number,
        notes.c.credit_date,
        invoices.c.customer_name,
        invoices.c.total,
    )
    .join(
        invoices,
        (invoices.c.organisation_id == notes.c.organisation_id)
        & (invoices.c.document_number == notes.c.document_number),
    )
    .where(notes.c.organisation_id == bindparam("organisation_id"))
    .order_by(notes.c.credit_date.desc(), notes.c.voucher_number.desc())
    .limit(bindparam("most"))
)


def latest(books: Books) -> list[CreditNote]:
    return [
        CreditNote(number, original, date.fromisoformat(day), name, ORE.out(ore))
        for number, original, day, name, ore in books.all(LATEST, most=MOST)
    ]
