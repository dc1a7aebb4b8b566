"""The payments of one invoice."""

from sqlalchemy import bindparam, select

from reskontra.domain.payment import CustomerPayment
from reskontra.storage.books import Books
from reskontra.storage.shelves import CUSTOMER_PAYMENTS

table = CUSTOMER_PAYMENTS.table
BOOKED = (
    select(*CUSTOMER_PAYMENTS.columns)
    .where(
        table.c.organisation_id == bindparam("organisation_id"),
        table.c.invoice_number == bindparam("invoice_number"),
        table.c.status == "booked",
    )
    .order_by(table.c.number)
)


def booked_payments_of(books: Books, invoice_number: int) -> list[CustomerPayment]:
    rows = books.all(BOOKED, invoice_number=invoice_number)
    return [CUSTOMER_PAYMENTS.made(row) for row in rows]
