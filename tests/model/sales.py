"""Customer invoices, in the model's own simple arithmetic."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from tests.model.books import (
    NO_VOUCHER,
    ZERO,
    Customer,
    Document,
    Voucher,
    day_of,
    in_kronor,
    in_ore,
)
from tests.model.tables import (
    BOOKED,
    CANCELLED,
    DRAFT,
    OVERDUE,
    PAID,
    PART_PAID,
    REMOVED,
    SENT,
    UNDONE,
    WRITTEN_OFF,
)
from tests.service import TODAY

TERMS = timedelta(30)
USUAL_RATE = 25
ISSUES = ("bookkeep", "externalprint", "email", "print")


class Line(NamedTuple):
    price: Decimal
    quantity: Decimal
    rate: int
    by_hand: bool = False  # house work, of which Skatteverket pays a part


class Totals(NamedTuple):
    net: Decimal
    vat: Decimal
    total: Decimal
    basis: Decimal
    reduction: Decimal

    @property
    def to_pay(self) -> Decimal:
        return self.total - self.reduction


def totals(lines: list[Line]) -> Totals:
    """VAT once per rate; the sum in whole kronor, and so is Skatteverket's half of house work."""
    net: dict[int, Decimal] = defaultdict(lambda: ZERO)
    work: dict[int, Decimal] = defaultdict(lambda: ZERO)
    for line in lines:
        amount = in_ore(line.price * line.quantity)
        net[line.rate] += amount
        work[line.rate] += amount if line.by_hand else ZERO
    vat = sum((in_ore(amount * rate / 100) for rate, amount in net.items()), ZERO)
    whole = sum(net.values(), ZERO)
    basis = sum((in_ore(amount * (100 + rate) / 100) for rate, amount in work.items()), ZERO)
    return Totals(whole, vat, in_kronor(whole + vat), basis, basis // 2)


@dataclass(eq=False, kw_only=True, repr=False)
class CustomerInvoice(Document):
    name, path, envelope = "customer invoice", "/invoices", "Invoice"

    customer: Customer
    day: date
    due: date
    lines: list[Line]
    is_house_work: bool = False
    stage: str = DRAFT
    balance: Decimal = ZERO
    reduction_balance: Decimal = ZERO
    overpaid: Decimal = ZERO
    lost: Decimal = ZERO
    recovered: Decimal = ZERO
    final_pay_date: date | None = None
    voucher: Voucher = NO_VOUCHER
    payments: list[Any] = field(default_factory=list)

    @property
    def state(self) -> str:
        if self.stage != SENT:
            return self.stage
        if self.balance != totals(self.lines).to_pay:
            return PART_PAID
        return OVERDUE if self.due < TODAY and self.balance else SENT

    def hindrance(self, trigger: str, asked: dict[str, Any]) -> int:
        address = self.customer.fields.get("Email")
        if trigger == "email" and not (address and self.lines):
            return 400
        if trigger in ("print", "preview") and not self.lines:
            return 400
        if trigger in ISSUES and self.stage == DRAFT and self.books.is_locked(self.day):
            return 409
        if trigger == "credit" and self.recovered:
            return 409
        return self._unfit(asked) if trigger == "update" else 0

    def _unfit(self, asked: dict[str, Any]) -> int:
        known = self.books.documents["customer"]
        if "CustomerNumber" in asked and known[asked["CustomerNumber"]].is_absent:
            return 404
        return 400 if "VATIncluded" in asked else 0

    def happens(self, trigger: str, asked: dict[str, Any]) -> None:
        if trigger == "update":
            self._revised(asked)
        elif trigger in ISSUES and self.stage == DRAFT:
            self.voucher = self.books.posted("B", self.day)
            self.balance = totals(self.lines).to_pay
            self.reduction_balance = totals(self.lines).reduction
        elif trigger == "credit":
            self._credited()

    def _revised(self, asked: dict[str, Any]) -> None:
        self.day = day_of(asked, "InvoiceDate", self.day)
        self.due = day_of(asked, "DueDate", self.due)
        if "CustomerNumber" in asked:
            self.customer = self.books.documents["customer"][asked["CustomerNumber"]]
        if "InvoiceRows" in asked:
            self.lines = lines_of(self.books.documents["article"], asked["InvoiceRows"])

    def _credited(self) -> None:
        """A write-off is taken back first; what was paid is owed to the customer."""
        for payment in self.payments:
            if payment.is_loss and payment.stage == BOOKED:
                payment.stage = UNDONE
                self.books.posted("M", TODAY)
        self.books.posted("K", TODAY)
        self.balance = ZERO

    def shown(self) -> dict[str, Any]:
        net, vat, total, basis, reduction = totals(self.lines)
        left = total - reduction if self.voucher == NO_VOUCHER else self.balance
        issued = self.stage in (SENT, PAID, WRITTEN_OFF)
        shown = {
            "DocumentNumber": self.key,
            "CustomerNumber": self.customer.key,
            "InvoiceDate": self.day.isoformat(),
            "DueDate": self.due.isoformat(),
            "Net": net,
            "TotalVAT": vat,
            "RoundOff": total - net - vat,
            **dict.fromkeys(("Total", "Gross"), total),
            "BasisTaxReduction": basis,
            "TaxReduction": reduction,
            "HouseWork": self.is_house_work,
            **dict.fromkeys(("Balance", "TotalToPay"), left),
            **dict.fromkeys(("Booked", "Sent"), issued),
            "Cancelled": self.stage in (CANCELLED, REMOVED),
            "OCR": reference(self.key) if self.voucher.number else "",
            "Credit": "false",
            "CreditInvoiceReference": "0",
            "VoucherNumber": self.voucher.number,
            "VoucherSeries": self.voucher.series,
            "VoucherYear": self.voucher.year,
        }
        if issued and total:
            shown["FinalPayDate"] = self.final_pay_date.isoformat() if self.final_pay_date else ""
        return shown


def lines_of(articles: dict[str, Any], rows: list[dict[str, Any]]) -> list[Line]:
    def rate(row: dict[str, Any]) -> int:
        article = articles.get(row.get("ArticleNumber", ""))
        usual = USUAL_RATE if article is None else article.fields.get("VAT", USUAL_RATE)
        return int(row.get("VAT", usual))

    return [
        Line(row["Price"], row["DeliveredQuantity"], rate(row), "HouseWork" in row) for row in rows
    ]


def reference(number: str) -> str:
    """The number, the reference's length, and a check digit by Luhn."""
    body = number + str((len(number) + 2) % 10)
    doubled = [int(digit) * (2 - place % 2) for place, digit in enumerate(reversed(body))]
    return body + str(-sum(value // 10 + value % 10 for value in doubled) % 10)
