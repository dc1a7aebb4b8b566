"""Crediting an issued invoice in full, and the credit note that comes of it."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import KEPT, NOTHING, UNTOLD, Allow, Cause, Change, Outcome, always
from reskontra.actions.register import Register
from reskontra.actions.years import seen_from
from reskontra.contract.customer_invoices import CREDIT_INVOICES as CONTRACT
from reskontra.contract.listing import Listing
from reskontra.domain.customer_invoice import CreditInvoice, CustomerInvoice
from reskontra.domain.customer_postings import customer_credit, told_at_year_end
from reskontra.domain.customer_settlement import moved
from reskontra.storage import shelves


def credit(desk: Desk, invoice: CustomerInvoice, _: Any) -> Outcome:
    """The whole invoice taken back today."""
    voucher = customer_credit(seen_from(desk, desk.today, invoice, told_at_year_end), desk.today)
    return Outcome(moved(invoice, voucher), voucher, (Change(CREDIT_INVOICES, None, "create"),))


def note(desk: Desk, _: None, cause: Cause) -> Outcome:
    """Under the number that the invoice keeps of it."""
    invoice, voucher = cause.record, cause.voucher
    return Outcome(
        CreditInvoice(
            invoice.credit_number,
            invoice.document_number,
            voucher.date,
            voucher.series,
            voucher.number,
            voucher.year,
        )
    )


CREDIT_INVOICES = Register(
    CONTRACT,
    shelves.CREDIT_INVOICES,
    Listing(),
    (Allow(NOTHING, "create", KEPT, always, note, UNTOLD),),
    status="",
)
