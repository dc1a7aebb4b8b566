"""The customer invoice: its rows, its totals and its status."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from reskontra.domain.country import HOME, country_in
from reskontra.domain.errors import by_row
from reskontra.domain.money import ZERO, bounded, part_of, to_krona, to_ore
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import WriteOff
from reskontra.domain.records import ClientValue, Record, code_in, field, replace, text_in
from reskontra.domain.tax_reduction import (
    EMPTY,
    HouseWork,
    TaxReductionType,
    fitting_type,
    reduction,
)
from reskontra.domain.vat import ABROAD, NO_VAT, RATES, REVENUE, VatBasis, VatType


class Status(StrEnum):
    """Overdue is no status: it follows from due date, balance and today."""

    DRAFT = "draft"
    SENT = "sent"
    PAID = "paid"
    WRITTEN_OFF = "written off"
    CANCELLED = "cancelled"


class Flags(NamedTuple):
    booked: bool
    sent: bool
    cancelled: bool


# fmt: off
FLAGS = {
    #                         booked  sent   cancelled
    Status.DRAFT:       Flags(False,  False, False),
    Status.SENT:        Flags(True,   True,  False),
    Status.PAID:        Flags(True,   True,  False),
    Status.WRITTEN_OFF: Flags(True,   True,  False),
    Status.CANCELLED:   Flags(False,  False, True),
}
# fmt: on


class InvoiceRow(Record):
    row_id: int = 0
    article_number: str = ""
    description: str = ""
    delivered_quantity: Decimal = ZERO
    price: Decimal = ZERO
    vat: int = 0
    vat_code: str = NO_VAT
    account_number: int = 0
    unit: str = ""
    total: Decimal = ZERO
    house_work: bool = False
    house_work_type: str = ""
    cost_center: ClientValue = None
    project: ClientValue = None
    own_vat: int | None = None  # these three are its `vat_basis`; none on rows from before it was
    own_code: str = ""
    own_kind: str = ""
    unit_in_english: str = ""  # as the register had it when an invoice in English was issued
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def vat_basis(self) -> VatBasis | None:
        """What its VAT follows from, whatever the customer's treatment makes of it."""
        if self.own_vat is None:
            return None
        return VatBasis(self.own_vat, self.own_code, self.own_kind)

    @property
    def is_text(self) -> bool:
        return not self.delivered_quantity and not self.price

    @property
    def price_excluding_vat(self) -> Decimal:
        return self.price

    @property
    def total_excluding_vat(self) -> Decimal:
        return self.total


class CustomerInvoice(Record):
    document_number: int
    customer_number: str
    invoice_date: date
    due_date: date
    customer_name: str = ""
    address1: str = ""
    address2: str = ""  # the customer's; printed, unless another was sent
    zip_code: str = ""
    city: str = ""
    country_code: str = ""
    organisation_number: str = ""
    vat_type: VatType = VatType.SEVAT
    vat_number: str = ""
    status: Status = Status.DRAFT
    net: Decimal = ZERO
    total_vat: Decimal = ZERO
    round_off: Decimal = ZERO
    total: Decimal = ZERO
    tax_reduction_type: TaxReductionType = TaxReductionType.NONE
    basis_tax_reduction: Decimal = ZERO
    tax_reduction: Decimal = ZERO
    accounting_method: AccountingMethod = AccountingMethod.ACCRUAL
    balance: Decimal = ZERO  # what the customer has left to pay
    reduction_balance: Decimal = ZERO  # what Skatteverket has left to pay
    reduction_paid: Decimal = ZERO
    overpaid: Decimal = ZERO  # owed back to the customer
    written_off: Decimal = ZERO
    reduction_written_off: Decimal = ZERO
    recovered: Decimal = ZERO  # paid after all, of what was written off
    reported: Mapping[str, Decimal] = field(default_factory=dict)  # VAT return box -> so far
    ocr: str = ""
    comments: str = ""
    voucher_series: str = ""
    voucher_number: int = 0
    voucher_year: int = 0
    credit_number: str = ""
    letterhead: int = 0  # what the sender was like when the invoice was issued
    final_pay_date: date | None = None
    rows: tuple[InvoiceRow, ...] = ()
    reminders: int = 0  # how many were sent
    last_remind_date: date | None = None
    country: str | None = None  # none was sent: the country code's is printed
    currency_rate: Decimal = Decimal(1)  # another is what was sent before all were read as one
    invoice_type: str = "INVOICE"
    payment_way: str = "AG"
    language: str = "SV"
    nox_finans: bool | None = None  # it was sent; it is never so
    sent_address2: ClientValue = None
    our_reference: ClientValue = None
    your_reference: ClientValue = None
    your_order_number: ClientValue = None
    delivery_date: ClientValue = None
    property_designation: ClientValue = None
    residence_association_organisation_number: ClientValue = None
    email_information: ClientValue = None
    project: ClientValue = None
    cost_center: ClientValue = None
    external_invoice_reference1: ClientValue = None
    external_invoice_reference2: ClientValue = None
    way_of_delivery: ClientValue = None
    carried: Mapping[str, Any] = field(default_factory=dict)

    @property
    def booked(self) -> bool:
        return FLAGS[self.status].booked

    @property
    def sent(self) -> bool:
        return FLAGS[self.status].sent

    @property
    def cancelled(self) -> bool:
        return FLAGS[self.status].cancelled

    @property
    def house_work(self) -> bool:
        return self.tax_reduction_type is not TaxReductionType.NONE

    @property
    def reduced_by(self) -> TaxReductionType:
        """Whatever was asked for, a buyer who is charged no VAT has no tax reduction."""
        taxed = REVENUE[self.vat_type].at
        return self.tax_reduction_type if taxed else TaxReductionType.NONE

    @property
    def in_english(self) -> bool:
        return self.language.upper() == "EN"

    @property
    def buyers_country(self) -> str:
        """Its code, or as it was sent where that names none; "" where nobody says which.

        What reads `Sverige` when nothing was sent comes back as if it had been: the code says more.
        """
        sent = country_in(self.country or "")
        return sent if sent not in ("", HOME) else self.country_code.upper()

    @property
    def is_abroad(self) -> bool:
        """Is the buyer? By their country, else by how they are taxed."""
        country = self.buyers_country
        return country != HOME if country else self.vat_type in ABROAD

    @property
    def second_address(self) -> str:
        return text_in(self.sent_address2) or self.address2

    @property
    def supply_date(self) -> date | None:
        """When it was delivered, where that was sent as a date."""
        try:
            return date.fromisoformat(text_in(self.delivery_date))
        except ValueError:
            return None

    @property
    def terms_of_payment(self) -> int:
        return (self.due_date - self.invoice_date).days

    @property
    def gross(self) -> Decimal:
        return self.total

    @property
    def total_to_pay(self) -> Decimal:
        return self.balance

    @property
    def open_amount(self) -> Decimal:
        """What is unpaid by anyone."""
        return self.balance + self.reduction_balance

    @property
    def codes(self) -> tuple[str, str]:
        """Cost centre and project, as the rows of a voucher name them."""
        return code_in(self.cost_center), code_in(self.project)

    def codes_of(self, row: InvoiceRow | WriteOff) -> tuple[str, str]:
        """The row's own, else the invoice's."""
        cost_center, project = self.codes
        return code_in(row.cost_center) or cost_center, code_in(row.project) or project

    def net_per_rate(self) -> dict[int, Decimal]:
        """In falling order of rate."""
        nets: dict[int, Decimal] = {}
        for row in sorted(self.rows, key=lambda row: -row.vat):
            nets[row.vat] = nets.get(row.vat, ZERO) + row.total
        return nets

    def net_per_account(self) -> dict[int, Decimal]:
        """In rising order of account."""
        nets: dict[int, Decimal] = {}
        for row in sorted(self.rows, key=lambda row: row.account_number):
            nets[row.account_number] = nets.get(row.account_number, ZERO) + row.total
        return nets

    def vat_per_rate(self) -> dict[int, Decimal]:
        """Once per rate on the sum of its rows, never per row: the law wants it so."""
        nets = self.net_per_rate()
        return {rate: to_ore(nets[rate] * rate / 100) for rate in RATES if rate in nets}


class CreditInvoice(Record):
    """The note that took an invoice back."""

    credit_number: str
    document_number: int
    credit_date: date
    voucher_series: str
    voucher_number: int
    voucher_year: int


class InvoiceSummary(Record):
    """What a list says of an invoice."""

    document_number: int
    customer_number: str
    customer_name: str
    invoice_date: date
    due_date: date
    status: Status
    total: Decimal
    balance: Decimal
    ocr: str
    voucher_series: str
    voucher_number: int
    voucher_year: int
    final_pay_date: date | None
    project: str
    cost_center: str
    external_invoice_reference1: str
    external_invoice_reference2: str
    way_of_delivery: str
    invoice_type: str
    tax_reduction: Decimal

    booked, sent = CustomerInvoice.booked, CustomerInvoice.sent
    cancelled, terms_of_payment = CustomerInvoice.cancelled, CustomerInvoice.terms_of_payment


def priced(invoice: CustomerInvoice) -> CustomerInvoice:
    """The draft with every amount computed anew from its rows; nothing else computes totals."""
    rows = tuple(by_row(partial(_priced_row, invoice), invoice.rows))
    if rows != invoice.rows:  # else they are not written again
        invoice = replace(invoice, rows=rows)
    net = sum(map(bounded, invoice.net_per_account().values()), ZERO)
    vat = sum(invoice.vat_per_rate().values(), ZERO)
    total = bounded(to_krona(net + vat))
    basis, asked = reduction(invoice.reduced_by, invoice.invoice_date, _house_work(invoice.rows))
    asked = part_of(total, asked)  # Skatteverket pays no more than there is to pay
    return replace(
        invoice,
        net=net,
        total_vat=vat,
        round_off=total - net - vat,
        total=total,
        basis_tax_reduction=basis,
        tax_reduction=asked,
        balance=total - asked,
        reduction_balance=asked,
    )


def _priced_row(invoice: CustomerInvoice, row: InvoiceRow) -> InvoiceRow:
    price = to_ore(row.price)
    return replace(
        row,
        price=price,
        total=bounded(to_ore(row.delivered_quantity * price)),
        house_work_type=fitting_type(
            invoice.tax_reduction_type, row.house_work, row.house_work_type
        ),
    )


def _house_work(rows: tuple[InvoiceRow, ...]) -> list[HouseWork]:
    return [
        HouseWork(row.house_work_type, row.vat, row.total)
        for row in rows
        if row.house_work and row.house_work_type != EMPTY
    ]
