"""Supplier invoices that bear the same number of the same supplier."""

from datetime import date

from sqlalchemy import bindparam, select

from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.storage.books import Books
from reskontra.storage.tables import supplier_invoices as table

SAME = (
    select(table.c.given_number)
    .where(
        table.c.organisation_id == bindparam("organisation_id"),
        table.c.supplier_number == bindparam("supplier_number"),
        table.c.invoice_number == bindparam("invoice_number"),
        table.c.invoice_date >= bindparam("first"),
        table.c.invoice_date <= bindparam("last"),
        table.c.given_number != bindparam("given_number"),
        table.c.status != "cancelled",
    )
    .limit(1)
)


def same_invoice(books: Books, invoice: SupplierInvoice, first: date, last: date) -> bool:
    """Whether another one, not cancelled, is dated within those days."""
    twin = books.first(
        SAME,
        supplier_number=invoice.supplier_number,
        invoice_number=invoice.invoice_number,
        given_number=invoice.given_number,
        first=first.isoformat(),
        last=last.isoformat(),
    )
    return twin is not None
