"""The supplier invoice: its rows, its totals and its status."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from reskontra.domain import accounts
from reskontra.domain.currency import SEK
from reskontra.domain.errors import Invalid, by_row
from reskontra.domain.money import LARGEST, ORE, ZERO, bounded, to_ore
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.records import Record, field, replace
from reskontra.domain.vat import RATES, SupplierVatType
from reskontra.domain.voucher import VoucherKey


class SupplierStatus(StrEnum):
    DRAFT = "draft"
    BOOKED = "booked"
    PAID = "paid"
    CANCELLED = "cancelled"


class SupplierFlags(NamedTuple):
    booked: bool
    cancelled: bool


# fmt: off
SUPPLIER_FLAGS = {
    #                                        booked  cancelled
    SupplierStatus.DRAFT:      SupplierFlags(False,  False),
    SupplierStatus.BOOKED:     SupplierFlags(True,   False),
    SupplierStatus.PAID:       SupplierFlags(True,   False),
    SupplierStatus.CANCELLED:  SupplierFlags(False,  True),
}
# fmt: on

IGNORED_CODES = frozenset({"TOT", "VAT"})  # sums, which the service computes itself
NEVER_NEGATIVE = ("quantity", "price", "debit", "debit_currency")
CREDIT_ROW = "Kreditrader stöds inte: antal, pris och belopp kan inte vara negativa"
REFUSED_CODES = frozenset({"FRT", "AFE", "ROV"})  # freight, fee and rounding are plain rows here


class SupplierInvoiceRow(Record):
    """A 0 in quantity, price or an amount counts as not given."""

    account: int
    item_description: str = ""
    quantity: Decimal = ZERO
    price: Decimal = ZERO
    debit: Decimal = ZERO  # the net in kronor, however it was given
    debit_currency: Decimal = ZERO  # in the invoice's currency
    total: Decimal = ZERO
    unit: str = ""
    code: str = ""
    account_description: str = ""
    article_number: str = ""
    cost_center: str = ""
    project: str = ""
    transaction_information: str = ""
    carried: Mapping[str, Any] = field(default_factory=dict)


class SupplierInvoice(Record):
    given_number: int
    supplier_number: str
    invoice_number: str
    invoice_date: date
    due_date: date
    supplier_name: str = ""
    status: SupplierStatus = SupplierStatus.DRAFT
    final_pay_date: date | None = None
    comments: str = ""
    currency: str = SEK
    currency_rate: Decimal = Decimal(1)  # kronor per unit; 0 is not fixed yet
    total: Decimal = ZERO
    vat: Decimal = ZERO
    vat_rate: int = 0
    balance: Decimal = ZERO  # in the invoice's currency
    booked_balance: Decimal = ZERO  # what is left of the debt in the books, in kronor
    reported: Mapping[str, Decimal] = field(default_factory=dict)  # VAT return box -> so far
    vat_type: SupplierVatType = SupplierVatType.NORMAL
    sales_type: str = ""
    accounting_method: AccountingMethod = AccountingMethod.ACCRUAL
    vouchers: tuple[VoucherKey, ...] = ()
    rows: tuple[SupplierInvoiceRow, ...] = ()
    ocr: str = ""
    our_reference: str = ""
    your_reference: str = ""
    project: str = ""
    cost_center: str = ""
    external_invoice_number: str = ""
    external_invoice_series: str = ""
    disable_payment_file: bool = False
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def booked(self) -> bool:
        return SUPPLIER_FLAGS[self.status].booked

    @property
    def cancelled(self) -> bool:
        return SUPPLIER_FLAGS[self.status].cancelled

    @property
    def part_paid(self) -> bool:
        """Booked, with a payment that has to be undone before the invoice can be cancelled."""
        return self.status is SupplierStatus.BOOKED and self.balance != self.total

    @property
    def codes(self) -> tuple[str, str]:
        """Cost centre and project, as the rows of a voucher name them."""
        return self.cost_center, self.project

    @property
    def net(self) -> Decimal:
        return sum((row.total for row in self.rows), ZERO)

    def worth(self, amount: Decimal) -> Decimal:
        """An amount of it in kronor, though the books may not hold as many."""
        return to_ore(amount * self.currency_rate)

    def in_kronor(self, amount: Decimal) -> Decimal:
        return bounded(self.worth(amount))


class SupplierInvoiceSummary(Record):
    """What a list says of a supplier invoice."""

    given_number: int
    supplier_number: str
    supplier_name: str
    invoice_number: str
    invoice_date: date
    due_date: date
    status: SupplierStatus
    final_pay_date: date | None
    currency: str
    currency_rate: Decimal
    total: Decimal
    balance: Decimal
    vouchers: tuple[VoucherKey, ...]
    cost_center: str
    project: str
    external_invoice_number: str
    external_invoice_series: str
    disable_payment_file: bool

    booked, cancelled = SupplierInvoice.booked, SupplierInvoice.cancelled


def priced(invoice: SupplierInvoice) -> SupplierInvoice:
    """The draft with every amount computed anew from its rows and its sent VAT."""
    invoice = with_debits(replace(invoice, rows=_priced_rows(invoice)))
    if invoice.vat_type is not SupplierVatType.NORMAL:
        # The supplier charges no VAT: the buyer owes it.
        return replace(invoice, vat=ZERO, vat_rate=0, total=bounded(invoice.net))
    vat = to_ore(invoice.vat)
    rate = derive_rate(invoice.net, vat, sum(row.total != 0 for row in invoice.rows))
    return replace(invoice, vat=vat, vat_rate=rate, total=bounded(invoice.net + vat))


def priced_at_rate(invoice: SupplierInvoice) -> SupplierInvoice:
    """As `priced`, for new rows without a sent VAT: the stored rate holds, its amount moves."""
    net = sum((row.total for row in _priced_rows(invoice)), ZERO)
    return priced(replace(invoice, vat=to_ore(net * invoice.vat_rate / 100)))


def derive_rate(net: Decimal, vat: Decimal, rows: int) -> int:
    """The VAT rate that an amount stands for; a supplier may have rounded once per row that is on
    something, so that each is half an öre off at most.

    >>> derive_rate(Decimal("99.99"), Decimal("24.99"), 3)
    25
    """
    if vat == 0:
        return 0
    if vat < 0 or net <= 0:
        raise Invalid("Momsbeloppet stämmer inte med radernas summa")
    off, _, rate = min((abs(vat - net * rate / 100), -rate, rate) for rate in RATES)
    if off > max(ORE, ORE / 2 * rows):
        raise Invalid("Momsbeloppet motsvarar varken 25, 12 eller 6 procent av radernas summa")
    return rate


def with_debits(invoice: SupplierInvoice) -> SupplierInvoice:
    """Each row's net in kronor; 0 while there is no rate, or one that no such invoice could be
    booked at. It is asked again whenever one is shown: older versions kept what was sent."""
    worths = [invoice.worth(row.total) for row in invoice.rows]
    debits = [worth if worth <= LARGEST else ZERO for worth in worths]
    rows = map(lambda row, debit: replace(row, debit=debit), invoice.rows, debits)
    return replace(invoice, rows=tuple(rows))


def _priced_rows(invoice: SupplierInvoice) -> tuple[SupplierInvoiceRow, ...]:
    return tuple(by_row(partial(_priced_row, invoice), invoice.rows))


def _priced_row(invoice: SupplierInvoice, row: SupplierInvoiceRow) -> SupplierInvoiceRow:
    for name in NEVER_NEGATIVE:
        if getattr(row, name) < 0:
            raise Invalid(CREDIT_ROW)
    if row.account == accounts.SUPPLIER_DEBT:
        raise Invalid(f"Konto {row.account} är skulden själv och kan inte vara kostnadskonto")
    if row.code in REFUSED_CODES:
        raise Invalid(f"Radkoden {row.code} stöds inte; ange beloppet som en egen rad")
    return replace(row, total=bounded(to_ore(_row_net(invoice.currency, row))))


def _row_net(currency: str, row: SupplierInvoiceRow) -> Decimal:
    if row.quantity and row.price:
        return row.quantity * row.price
    if row.debit_currency:
        return row.debit_currency
    if currency == SEK:
        return row.debit
    raise Invalid("DebitCurrency krävs på rader i utländsk valuta")
