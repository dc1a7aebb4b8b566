"""Issuing a customer invoice, and what may happen to it at a year-end."""

from datetime import date
from typing import Any

from reskontra.actions.customer_drafts import up_to_date
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import customer_invoice, feared_loss, year_end_release
from reskontra.domain.customer_settlement import issued, moved
from reskontra.domain.records import replace


def issue(desk: Desk, invoice: CustomerInvoice, _: Any) -> Outcome:
    """OCR, letterhead and voucher, all in one step, to the customer as they are now."""
    invoice = replace(up_to_date(desk, invoice), letterhead=desk.organisation.letterhead)
    voucher = customer_invoice(invoice)
    return Outcome(issued(invoice, voucher), voucher)


def fear(desk: Desk, invoice: CustomerInvoice, day: date) -> Outcome:
    """The net of what is open may be lost."""
    return Outcome(invoice, feared_loss(invoice, day))


def release(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """Cash method: the VAT of what is unpaid falls due at the year's end."""
    voucher = year_end_release(invoice, cause.record.to_date)
    return Outcome(moved(invoice, voucher), voucher)
