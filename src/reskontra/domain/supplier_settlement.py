"""What a supplier invoice looks like after each event, told from the event's voucher.

Its status is not theirs to set: it follows from the life of an invoice.
"""

from decimal import Decimal

from reskontra.domain import accounts
from reskontra.domain.money import ZERO
from reskontra.domain.payment import SupplierPayment
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.domain.voucher import Voucher, reported


def booked(invoice: SupplierInvoice, voucher: Voucher) -> SupplierInvoice:
    return replace(
        invoice,
        balance=invoice.total,
        booked_balance=-voucher.change(accounts.SUPPLIER_DEBT),
        reported=reported(invoice.reported, voucher.vat_entries),
    )


def cancelled(invoice: SupplierInvoice, voucher: Voucher) -> SupplierInvoice:
    return replace(
        invoice,
        balance=ZERO,
        booked_balance=ZERO,
        reported=reported(invoice.reported, voucher.vat_entries),
    )


def told(invoice: SupplierInvoice, voucher: Voucher) -> SupplierInvoice:
    """After a year-end release of its VAT, or the undoing of one."""
    return replace(invoice, reported=reported(invoice.reported, voucher.vat_entries))


def paid(invoice: SupplierInvoice, payment: SupplierPayment, voucher: Voucher) -> SupplierInvoice:
    return _moved(invoice, -payment.cleared, voucher)


def unpaid(invoice: SupplierInvoice, payment: SupplierPayment, voucher: Voucher) -> SupplierInvoice:
    """After the undoing of a payment; the voucher is the undoing one."""
    return _moved(invoice, payment.cleared, voucher)


def _moved(invoice: SupplierInvoice, change: Decimal, voucher: Voucher) -> SupplierInvoice:
    balance = invoice.balance + change
    return replace(
        invoice,
        final_pay_date=None if balance else voucher.date,
        balance=balance,
        booked_balance=invoice.booked_balance - voucher.change(accounts.SUPPLIER_DEBT),
        reported=reported(invoice.reported, voucher.vat_entries),
    )
