"""Crediting an issued invoice in full."""

from sqlalchemy import insert

from reskontra.actions.customer_payments import undo_write_offs
from reskontra.actions.desk import Desk
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import customer_credit
from reskontra.domain.customer_settlement import credited
from reskontra.storage import tables
from reskontra.storage.shelves import CUSTOMER_INVOICES

NUMBERS = "credit invoice"
ADD_CREDIT = insert(tables.credit_invoices)


def credit(desk: Desk, invoice: CustomerInvoice) -> CustomerInvoice:
    """The whole invoice taken back today; a loss that was written off is restored first."""
    books = desk.books
    invoice = undo_write_offs(desk, invoice)
    posted = books.post(customer_credit(invoice, desk.today))
    number = f"K{books.next_number(NUMBERS)}"
    books.put(
        ADD_CREDIT,
        credit_number=number,
        document_number=invoice.document_number,
        credit_date=desk.today.isoformat(),
        voucher_series=posted.series,
        voucher_number=posted.number,
        voucher_year=posted.year,
    )
    return books.shelf(CUSTOMER_INVOICES).save(credited(invoice, posted, number))
