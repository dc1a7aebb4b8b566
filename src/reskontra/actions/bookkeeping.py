"""Bookkeeping a supplier invoice, and taking a booked one back."""

from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.exchange import rate_in_register
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice, priced
from reskontra.domain.supplier_postings import (
    due_at_year_end,
    supplier_cancel,
    supplier_invoice,
    told_so_far,
    vat_release,
)
from reskontra.domain.supplier_settlement import booked, cancelled, told
from reskontra.domain.voucher import opposite
from reskontra.storage import ledger


def bookkeep(desk: Desk, invoice: SupplierInvoice, _: Any) -> Outcome:
    """The draft is judged as if it were sent now: an older version may have let more pass. A rate
    that is not fixed is the register's; without one the posting rule refuses."""
    rate = invoice.currency_rate or rate_in_register(desk, invoice.currency)
    method = desk.organisation.accounting_method
    invoice = priced(replace(invoice, currency_rate=rate, accounting_method=method))
    refuse_unknown_accounts(desk, invoice.invoice_date, (row.account for row in invoice.rows))
    voucher = supplier_invoice(invoice)
    return Outcome(booked(invoice, voucher), voucher)


def take_back(desk: Desk, invoice: SupplierInvoice, _: Any) -> Outcome:
    """The correction is dated today: a finished period stays as it is."""
    original = ledger.voucher_at(desk.books, invoice.vouchers[0])
    voucher = supplier_cancel(invoice, original, desk.today)
    return Outcome(cancelled(invoice, voucher), voucher)


def release(desk: Desk, invoice: SupplierInvoice, cause: Cause) -> Outcome:
    """Cash method: the VAT of what is unpaid is told of when the year ends."""
    text = "Moms vid bokslut, obetald leverantörsfaktura"
    return telling(desk, invoice, cause.record.to_date, due_at_year_end(invoice), text)


def retell(desk: Desk, invoice: SupplierInvoice, cause: Cause) -> Outcome:
    """What a payment told in a year that is over stays told, though the payment is undone."""
    boxes, text = opposite(cause.voucher.vat_entries), "Moms redovisad tidigare år"
    return telling(desk, invoice, cause.voucher.date, boxes, f"{text}, leverantörsfaktura")


def unrelease(desk: Desk, invoice: SupplierInvoice, _: Any) -> Outcome:
    """What was told of at a year-end is taken back, today."""
    back = {box: -amount for box, amount in told_so_far(invoice).items()}
    text = "Moms vid bokslut tas tillbaka, leverantörsfaktura"
    return telling(desk, invoice, desk.today, back, text)


def telling(
    desk: Desk, invoice: SupplierInvoice, day: date, boxes: dict[str, Decimal], text: str
) -> Outcome:
    source = ledger.unused(desk.books, f"year-end VAT of supplier invoice {invoice.given_number}")
    voucher = vat_release(invoice, day, boxes, text, source)
    return Outcome(told(invoice, voucher), voucher)
