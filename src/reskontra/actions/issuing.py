"""Issuing a customer invoice, and what may happen to it at a year-end or when it is late."""

from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.actions.customer_drafts import up_to_date
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.actions.mending import mended_by
from reskontra.domain.completeness import Gap, gaps
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import (
    customer_invoice,
    due_at_year_end,
    feared_loss,
    vat_release,
)
from reskontra.domain.customer_settlement import issued, moved
from reskontra.domain.errors import Invalid
from reskontra.domain.organisation import CompleteInvoices
from reskontra.domain.records import replace
from reskontra.domain.voucher import opposite
from reskontra.storage import ledger

INCOMPLETE = "Fakturan saknar vad lagen kräver: "


def issue(desk: Desk, invoice: CustomerInvoice, _: Any) -> Outcome:
    """OCR, letterhead and voucher, all in one step, to the customer as they are now."""
    owner = desk.organisation
    invoice = replace(up_to_date(desk, invoice), letterhead=owner.letterhead)
    missing = gaps(owner, invoice)
    if missing and owner.complete_invoices is CompleteInvoices.REFUSE:
        said = (f"{gap.missing} ({mended_by(gap)})" for gap in missing)
        raise Invalid(INCOMPLETE + "; ".join(said))
    voucher = customer_invoice(invoice)
    return Outcome(issued(invoice, voucher), voucher, facts={"gaps": missing} if missing else {})


def gaps_now(desk: Desk, invoice: CustomerInvoice) -> tuple[Gap, ...]:
    """What a draft would lack if it were issued now."""
    return gaps(desk.organisation, up_to_date(desk, invoice))


def fear(desk: Desk, invoice: CustomerInvoice, day: date) -> Outcome:
    """The net of what is open may be lost."""
    return Outcome(invoice, feared_loss(invoice, day))


def release(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """Cash method: the VAT of what is unpaid falls due at the year's end."""
    text = "Moms vid bokslut, obetald faktura"
    return telling(desk, invoice, cause.record.to_date, due_at_year_end(invoice), text)


def retell(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """What a payment told in a year that is over stays told, though the payment is undone."""
    boxes = opposite(cause.voucher.vat_entries)
    return telling(desk, invoice, cause.voucher.date, boxes, "Moms redovisad tidigare år, faktura")


def remind(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """Its customer was reminded of it; nothing is posted."""
    day = max(invoice.last_remind_date or date.min, cause.record.reminder_date)
    return Outcome(replace(invoice, reminders=invoice.reminders + 1, last_remind_date=day))


def telling(
    desk: Desk, invoice: CustomerInvoice, day: date, boxes: dict[str, Decimal], text: str
) -> Outcome:
    source = ledger.unused(desk.books, f"year-end VAT of {invoice.document_number}")
    voucher = vat_release(invoice, day, boxes, text, source)
    return Outcome(moved(invoice, voucher), voucher)
