"""Payments of either kind of invoice, and losses: what they take, and give back when undone."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from tests.model.books import NO_VOUCHER, ZERO, Document, Voucher, day_of
from tests.model.purchases import SupplierInvoice
from tests.model.sales import CustomerInvoice
from tests.model.tables import (
    BOOKED,
    BOOKED_TOO_LATE,
    CANCELLED,
    PAID,
    REMOVED,
    SENT,
    UNBOOKED,
    UNBOOKED_TOO_LATE,
    UNDONE,
    UNDONE_TOO_LATE,
    WRITTEN_OFF,
)
from tests.service import TODAY

TOO_LATE = {UNBOOKED: UNBOOKED_TOO_LATE, BOOKED: BOOKED_TOO_LATE, UNDONE: UNDONE_TOO_LATE}


@dataclass(eq=False, kw_only=True, repr=False)
class Payment(Document):
    """What both kinds have in common."""

    is_loss: ClassVar[bool] = False

    series: str
    amount_field: str
    invoice: Any
    amount: Decimal
    day: date
    fee: Decimal = ZERO  # kept by a bank on the way, and written off
    stage: str = UNBOOKED
    voucher: Voucher = NO_VOUCHER

    @property
    def state(self) -> str:
        late = self.invoice.stage == CANCELLED and self.stage != REMOVED
        return TOO_LATE[self.stage] if late else self.stage

    @property
    def cleared(self) -> Decimal:
        return self.amount + self.fee

    def hindrance(self, trigger: str, asked: dict[str, Any]) -> int:
        if trigger == "update":
            return self.unfit(asked)
        if trigger == "bookkeep" and self.stage == UNBOOKED:
            return self.unbookable() or (409 if self.books.is_locked(self.day) else 0)
        return self.final() if trigger == "cancel" and self.stage == BOOKED else 0

    def unfit(self, asked: dict[str, Any]) -> int:
        """A payment is on something."""
        return 0 if asked.get(self.amount_field, self.amount) or self.fee else 400

    def unbookable(self) -> int:
        raise NotImplementedError

    def final(self) -> int:
        """Why it cannot be undone."""
        return 0

    def happens(self, trigger: str, asked: dict[str, Any]) -> None:
        if trigger == "update":
            self.amount = asked.get(self.amount_field, self.amount)
            self.day = day_of(asked, "PaymentDate", self.day)
        elif trigger == "bookkeep" and self.stage == UNBOOKED:
            self.voucher = self.books.posted(self.series, self.day)
            self.take()
        elif trigger == "cancel" and self.stage == BOOKED:
            self.books.posted("M", TODAY)
            self.give_back()

    def take(self) -> None:
        raise NotImplementedError

    def give_back(self) -> None:
        raise NotImplementedError

    def shown(self) -> dict[str, Any]:
        return {
            self.amount_field: self.amount,
            "PaymentDate": self.day.isoformat(),
            "Booked": self.stage == BOOKED,
            "VoucherNumber": self.voucher.number,
            "VoucherSeries": self.voucher.series,
            "VoucherYear": self.voucher.year,
        }


@dataclass(eq=False, kw_only=True, repr=False)
class SupplierPayment(Payment):
    name, path = "supplier payment", "/supplierinvoicepayments"
    envelope = "SupplierInvoicePayment"

    invoice: SupplierInvoice
    series: str = "E"
    amount_field: str = "AmountCurrency"

    def unbookable(self) -> int:
        return 0 if 0 < self.cleared <= self.invoice.balance else 400

    def take(self) -> None:
        self._moved(-self.cleared)

    def give_back(self) -> None:
        self._moved(self.cleared)

    def _moved(self, change: Decimal) -> None:
        invoice = self.invoice
        invoice.balance += change
        invoice.stage = BOOKED if invoice.balance else PAID
        invoice.final_pay_date = None if invoice.balance else self.day

    def shown(self) -> dict[str, Any]:
        of_invoice = {"InvoiceNumber": self.invoice.key, "Currency": self.invoice.currency}
        return {"Number": self.number, **of_invoice, **super().shown()}


@dataclass(eq=False, kw_only=True, repr=False)
class CustomerPayment(Payment):
    """From the customer, or from Skatteverket for its share."""

    name, path, envelope = "customer payment", "/invoicepayments", "InvoicePayment"

    invoice: CustomerInvoice
    series: str = "C"
    amount_field: str = "Amount"
    by_agency: bool = False
    from_balance: Decimal = ZERO
    from_reduction: Decimal = ZERO
    from_lost: Decimal = ZERO
    excess: Decimal = ZERO

    def unbookable(self) -> int:
        """The agency pays no more than its share, and nobody is paid back what was not paid."""
        if self.by_agency and self.invoice.stage != WRITTEN_OFF:
            return 0 if 0 < self.cleared <= self.invoice.reduction_balance else 400
        excess = self.cleared - self._reached()
        return 400 if excess < 0 and self.invoice.overpaid + excess < 0 else 0

    def final(self) -> int:
        """A written-off invoice stays at 0."""
        kept = self.invoice.stage == WRITTEN_OFF and (self.from_balance or self.from_reduction)
        return 409 if kept else 0

    def _reached(self) -> Decimal:
        """How much of what is open the payment covers, whichever way the invoice goes."""
        invoice = self.invoice
        lost = invoice.stage == WRITTEN_OFF
        left = invoice.lost - invoice.recovered if lost else invoice.balance
        return min(max(self.cleared, min(left, ZERO)), max(left, ZERO))

    def take(self) -> None:
        reached = self._reached()
        if self.invoice.stage == WRITTEN_OFF:
            self.from_lost = reached
        elif self.by_agency:
            self.from_reduction = reached = self.cleared
        else:
            self.from_balance = reached
        self.excess = self.cleared - reached
        self.move(1)
        self._settle(self.day)

    def give_back(self) -> None:
        self.move(-1)
        self._settle(TODAY)

    def move(self, sign: int) -> None:
        self.invoice.balance -= sign * self.from_balance
        self.invoice.reduction_balance -= sign * self.from_reduction
        self.invoice.recovered += sign * self.from_lost
        self.invoice.overpaid += sign * self.excess

    def _settle(self, day: date) -> None:
        invoice = self.invoice
        if invoice.stage != WRITTEN_OFF:
            invoice.stage = SENT if invoice.balance else PAID
            invoice.final_pay_date = None if invoice.balance else invoice.final_pay_date or day

    def shown(self) -> dict[str, Any]:
        return {"Number": self.key, "InvoiceNumber": self.invoice.number, **super().shown()}


@dataclass(eq=False, kw_only=True, repr=False)
class Loss(CustomerPayment):
    """All that is left, written off; `fee` is what that was when it was registered."""

    is_loss = True

    def unfit(self, asked: dict[str, Any]) -> int:
        paid = asked.get("Amount", ZERO)
        return 400 if paid or not self.fee or self.fee != self.invoice.balance else 0

    def unbookable(self) -> int:
        if self.invoice.stage == WRITTEN_OFF:
            return 409
        if self.fee != self.invoice.balance:
            return 400
        return 409 if self.invoice.balance + self.invoice.reduction_balance <= 0 else 0

    def final(self) -> int:
        return 409 if self.invoice.recovered else 0

    def take(self) -> None:
        invoice = self.invoice
        self.from_balance, self.from_reduction = invoice.balance, invoice.reduction_balance
        invoice.lost = self.from_balance + self.from_reduction
        invoice.stage = WRITTEN_OFF
        self.move(1)

    def give_back(self) -> None:
        self.move(-1)
        self.invoice.lost, self.invoice.stage = ZERO, SENT
