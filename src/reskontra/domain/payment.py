"""Payments from customers and to suppliers."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

from reskontra.domain import accounts
from reskontra.domain.currency import SEK
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.records import Record, field

TAX_AGENCY = "SKV"  # the mode of payment by which Skatteverket pays its share

MODES = {
    "": accounts.BANK,
    "AG": accounts.BANK,
    "BG": accounts.BANK,
    TAX_AGENCY: accounts.BANK,
    "PG": accounts.PLUSGIRO,
    "CASH": accounts.CASH,
    "CASHBYCARD": accounts.CARD_RECEIVABLES,
}


def is_tax_agency(mode: str) -> bool:
    return mode.upper() == TAX_AGENCY


class PaymentStatus(StrEnum):
    UNBOOKED = "unbooked"
    BOOKED = "booked"
    UNDONE = "undone"  # by a correction voucher; it counts no more


LARGEST_ROUNDING = Decimal("1.00")


class WriteOff(Record):
    """A part of the invoice that is closed to another account instead of being paid."""

    amount: Decimal
    account_number: int = accounts.ROUNDING
    description: str = ""
    currency: str = SEK
    cost_center: str = ""
    project: str = ""
    transaction_information: str = ""
    carried: Mapping[str, Any] = field(default_factory=dict)


class Payment(Record):
    """What both sorts have."""

    number: int
    invoice_number: int  # a supplier invoice's given number
    amount: Decimal  # in kronor
    payment_date: date
    amount_currency: Decimal = ZERO
    currency: str = SEK
    currency_rate: Decimal = Decimal(1)
    mode_of_payment: str = ""
    mode_of_payment_account: int = 0
    status: PaymentStatus = PaymentStatus.UNBOOKED
    voucher_series: str = ""
    voucher_number: int = 0
    voucher_year: int = 0
    write_offs: tuple[WriteOff, ...] = ()
    source: str = "manual"
    # What a client wants to know of the invoice, filled in before the payment is shown.
    invoice_due_date: date | None = None
    invoice_ocr: str = ""
    invoice_total: Decimal = ZERO
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def booked(self) -> bool:
        return self.status is PaymentStatus.BOOKED


class CustomerPayment(Payment):
    external_invoice_reference1: str = ""
    external_invoice_reference2: str = ""
    invoice_customer_name: str = ""
    invoice_customer_number: str = ""

    @property
    def from_tax_agency(self) -> bool:
        return is_tax_agency(self.mode_of_payment)

    @property
    def cleared(self) -> Decimal:
        """What the payment takes off the invoice, write-offs included."""
        return self.amount + _written_off(self.write_offs)


class SupplierPayment(Payment):
    information: str = ""
    invoice_supplier_name: str = ""
    invoice_supplier_number: str = ""

    @property
    def cleared(self) -> Decimal:
        """What the payment takes off the invoice, in the invoice's currency."""
        paid = self.amount if self.currency == SEK else self.amount_currency
        return paid + _written_off(self.write_offs)


def money_account(payment: CustomerPayment | SupplierPayment) -> int:
    """Where the money comes in or goes out: the account sent, else that of the mode."""
    return payment.mode_of_payment_account or MODES.get(
        payment.mode_of_payment.upper(), accounts.BANK
    )


def refuse_odd(payment: CustomerPayment | SupplierPayment) -> None:
    """Refuse a payment of nothing, and rounding that is no rounding."""
    if not payment.cleared and not payment.amount:
        raise Invalid("Betalningen har inget belopp")
    roundings = (w for w in payment.write_offs if w.account_number == accounts.ROUNDING)
    if any(abs(rounding.amount) > LARGEST_ROUNDING for rounding in roundings):
        raise Invalid("Högst en krona kan avskrivas som öresutjämning")


def _written_off(write_offs: tuple[WriteOff, ...]) -> Decimal:
    return sum((write_off.amount for write_off in write_offs), ZERO)
