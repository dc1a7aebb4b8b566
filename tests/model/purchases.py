"""Supplier invoices, in the model's own simple arithmetic."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from tests.model.books import (
    ZERO,
    Document,
    Supplier,
    Voucher,
    as_text,
    day_of,
)
from tests.model.tables import BOOKED, CANCELLED, DRAFT, PAID, PART_PAID, REMOVED
from tests.service import TODAY


@dataclass(eq=False, kw_only=True, repr=False)
class SupplierInvoice(Document):
    name, path, envelope = "supplier invoice", "/supplierinvoices", "SupplierInvoice"

    supplier: Supplier
    invoice_number: str
    day: date
    due: date
    net: Decimal
    vat: Decimal
    currency: str = "SEK"
    stage: str = DRAFT
    balance: Decimal = ZERO
    final_pay_date: date | None = None
    vouchers: list[Voucher] = field(default_factory=list)

    @property
    def total(self) -> Decimal:
        return self.net + self.vat

    @property
    def state(self) -> str:
        part = self.stage == BOOKED and self.balance != self.total
        return PART_PAID if part else self.stage

    @property
    def identity(self) -> tuple[Any, ...]:
        """What no two of a financial year have in common, unless cancelled."""
        return self.supplier, self.invoice_number, self.day.year

    def hindrance(self, trigger: str, asked: dict[str, Any]) -> int:
        if trigger == "update":
            number = asked.get("InvoiceNumber", self.invoice_number)
            day = day_of(asked, "InvoiceDate", self.day)
            return 409 if self.is_taken((self.supplier, number, day.year)) else 0
        posts = trigger == "bookkeep" and self.stage == DRAFT
        return 409 if posts and self.books.is_locked(self.day) else 0

    def is_taken(self, identity: tuple[Any, ...]) -> bool:
        others = (each for each in self.books.all(self.name) if each is not self)
        return any(
            each.identity == identity and each.stage not in (CANCELLED, REMOVED) for each in others
        )

    def happens(self, trigger: str, asked: dict[str, Any]) -> None:
        if trigger == "update":
            self._revised(asked)
        elif trigger == "bookkeep" and self.stage == DRAFT:
            self.vouchers.append(self.books.posted("L", self.day))
            self.balance = self.total
        elif trigger == "cancel" and self.stage == BOOKED:
            self.vouchers.append(self.books.posted("M", TODAY))
            self.balance = ZERO

    def _revised(self, asked: dict[str, Any]) -> None:
        self.invoice_number = asked.get("InvoiceNumber", self.invoice_number)
        self.day = day_of(asked, "InvoiceDate", self.day)
        self.due = day_of(asked, "DueDate", self.due)
        if "SupplierInvoiceRows" in asked:
            self.net, self.vat = net_of(asked), asked["VAT"]

    def shown(self) -> dict[str, Any]:
        return {
            "GivenNumber": self.key,
            "SupplierNumber": self.supplier.key,
            "InvoiceNumber": self.invoice_number,
            "InvoiceDate": self.day.isoformat(),
            "DueDate": self.due.isoformat(),
            "FinalPayDate": self.final_pay_date.isoformat() if self.final_pay_date else "",
            "Currency": self.currency,
            "Total": as_text(self.total),
            "VAT": as_text(self.vat),
            "Balance": as_text(self.balance),
            "Booked": self.stage in (BOOKED, PAID),
            "Cancelled": self.stage in (CANCELLED, REMOVED),
            **dict.fromkeys(("Credit", "PaymentPending"), False),
            "CreditReference": 0,
            "Vouchers": [
                {"Number": number, "Year": year, "Series": series,
                 "ReferenceType": "SUPPLIERINVOICE"}
                for series, number, year in self.vouchers
            ],
        }  # fmt: skip


def net_of(asked: dict[str, Any]) -> Decimal:
    amounts = (row["DebitCurrency"] for row in asked["SupplierInvoiceRows"])
    return sum(amounts, ZERO)
