"""The invoices that the bookkeeping rules are worked out on."""

from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.domain import (
    customer_postings,
    customer_settlement,
    supplier_postings,
    supplier_settlement,
)
from reskontra.domain import supplier_invoice as suppliers
from reskontra.domain.currency import rate_per_unit
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow, Status, priced
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import CustomerPayment, SupplierPayment, WriteOff
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceRow, SupplierStatus
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.vat import Supply, VatType, supplier_vat_type, treated, vat_basis
from reskontra.domain.voucher import Voucher

DAY = date(2026, 3, 2)
PAY_DAY = date(2026, 3, 30)
TODAY = date(2026, 4, 15)
CASH = AccountingMethod.CASH


def row(
    quantity: str,
    price: str,
    vat: int | None = None,
    work: str | None = None,
    *,
    vat_type: VatType = VatType.SEVAT,
    kind: Supply = Supply.SERVICES,
) -> InvoiceRow:
    settled = treated(vat_basis(vat, ""), vat_type, kind)
    return InvoiceRow(
        delivered_quantity=Decimal(quantity),
        price=Decimal(price),
        house_work=work is not None,
        house_work_type=work or "",
        **settled._asdict(),
    )


def draft(*rows: InvoiceRow, reduction: str = "none", **fields: Any) -> CustomerInvoice:
    fields = {"document_number": 17, "invoice_date": DAY, "due_date": PAY_DAY} | fields
    return priced(
        CustomerInvoice(
            customer_number="1",
            tax_reduction_type=TaxReductionType(reduction),
            rows=rows,
            **fields,
        )
    )


def posted(voucher: Voucher, number: int = 1) -> Voucher:
    """As the books give it back."""
    return replace(voucher, number=number, year=3)


def issued(invoice: CustomerInvoice) -> CustomerInvoice:
    """As the life of an invoice has it then: sent, with its voucher's key."""
    voucher = posted(customer_postings.customer_invoice(invoice))
    after = customer_settlement.issued(invoice, voucher)
    key = {"voucher_series": "B", "voucher_number": voucher.number, "voucher_year": voucher.year}
    return replace(after, status=Status.SENT, **key)


def payment(
    amount: str, *write_offs: tuple[str, int], mode: str = "BG", number: int = 1
) -> CustomerPayment:
    return CustomerPayment(
        number,
        17,
        Decimal(amount),
        PAY_DAY,
        mode_of_payment=mode,
        write_offs=tuple(WriteOff(Decimal(amount), account) for amount, account in write_offs),
    )


def paid(invoice: CustomerInvoice, *payments: CustomerPayment) -> CustomerInvoice:
    for each in payments:
        voucher = customer_postings.customer_payment(invoice, each)
        if invoice.status is Status.WRITTEN_OFF:
            invoice = customer_settlement.recovered(invoice, voucher)
        else:
            after = customer_settlement.paid(invoice, each, voucher)
            invoice = replace(after, status=Status.SENT if after.balance else Status.PAID)
    return invoice


def written_off(invoice: CustomerInvoice) -> CustomerInvoice:
    voucher = customer_postings.customer_write_off(invoice, TODAY)
    return replace(customer_settlement.written_off(invoice, voucher), status=Status.WRITTEN_OFF)


def four_rates(**fields: Any) -> CustomerInvoice:
    return draft(
        row("10", "100.00", 25),
        row("3", "33.33", 25),
        row("2", "49.50", 12),
        row("1", "200.00", 6),
        row("1", "150.00", 0),
        **fields,
    )


def plain(**fields: Any) -> CustomerInvoice:
    """1000 kronor and 250 in VAT."""
    return draft(row("1", "1000.00", 25), **fields)


def rot(**fields: Any) -> CustomerInvoice:
    rows = row("20", "500.00", 25, "CONSTRUCTION"), row("1", "4000.00", 25)
    return draft(*rows, reduction="rot", **fields)


def purchase(
    *rows: tuple[int, str],
    vat: str = "0",
    vat_type: str = "NORMAL",
    currency: str = "SEK",
    rate: str = "1",
    unit: str = "1",
    **fields: Any,
) -> SupplierInvoice:
    return suppliers.priced(
        SupplierInvoice(
            57,
            "1",
            "F-1",
            DAY,
            PAY_DAY,
            currency=currency,
            currency_rate=rate_per_unit(currency, Decimal(rate), Decimal(unit)),
            vat=Decimal(vat),
            vat_type=supplier_vat_type(vat_type),
            rows=tuple(
                SupplierInvoiceRow(account, debit_currency=Decimal(net)) for account, net in rows
            ),
            **fields,
        )
    )


def booked(invoice: SupplierInvoice) -> SupplierInvoice:
    voucher = posted(supplier_postings.supplier_invoice(invoice), 12)
    after = supplier_settlement.booked(invoice, voucher)
    return replace(after, status=SupplierStatus.BOOKED, vouchers=(voucher.key,))


def year_end_release(invoice: CustomerInvoice, day: date) -> Voucher:
    due = customer_postings.due_at_year_end(invoice)
    return customer_postings.vat_release(invoice, day, due, "Moms vid bokslut, faktura", "year-end")


def transfer(
    amount: str, currency: str = "SEK", rate: str = "1", *write_offs: tuple[str, int]
) -> SupplierPayment:
    return SupplierPayment(
        1,
        57,
        (Decimal(amount) * Decimal(rate)).quantize(Decimal("0.01")),
        PAY_DAY,
        amount_currency=Decimal(amount),
        currency=currency,
        currency_rate=Decimal(rate),
        write_offs=tuple(WriteOff(Decimal(amount), account) for amount, account in write_offs),
    )
