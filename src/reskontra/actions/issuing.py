"""Issuing a customer invoice: OCR, voucher and status, all in one step."""

from reskontra.actions.desk import Desk
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import customer_invoice
from reskontra.domain.customer_settlement import issued
from reskontra.domain.records import replace
from reskontra.storage.shelves import CUSTOMER_INVOICES


def issue(desk: Desk, invoice: CustomerInvoice) -> CustomerInvoice:
    invoice = replace(
        invoice,
        accounting_method=desk.organisation.accounting_method,
        letterhead=desk.organisation.letterhead,
    )
    posted = desk.books.post(customer_invoice(invoice))
    return desk.books.shelf(CUSTOMER_INVOICES).save(issued(invoice, posted))
