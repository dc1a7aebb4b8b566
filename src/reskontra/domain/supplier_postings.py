"""What each event of a supplier invoice debits and credits, and tells the VAT return."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from reskontra.domain import accounts
from reskontra.domain.currency import SEK
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO, to_ore
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import SupplierPayment, money_account, refuse_odd
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierStatus
from reskontra.domain.vat import INPUT_BOX, STANDARD_RATE, purchase
from reskontra.domain.voucher import CREDIT, DEBIT, Line, Side, Voucher, vat_entries, voucher

Entry = Line | tuple[Side, int, Decimal]
Boxes = dict[str, Decimal]


def supplier_invoice(invoice: SupplierInvoice) -> Voucher:
    """The invoice at bookkeeping."""
    if not invoice.currency_rate:
        raise Invalid(f"Valutakurs saknas för {invoice.currency}")
    boxes = {} if _waits(invoice) else vat_boxes(invoice)
    return voucher(
        "L",
        invoice.invoice_date,
        f"Leverantörsfaktura {invoice.given_number}",
        _invoice_lines(invoice, boxes),
        vat_entries(invoice.invoice_date, boxes),
        summed=False,  # a debit per row, as the contract says
        nothing=(invoice.rows[0].account, accounts.SUPPLIER_DEBT),
        reference_type="SUPPLIERINVOICE",
        reference_number=str(invoice.given_number),
        source=f"supplier invoice {invoice.given_number}",
    )


def supplier_cancel(invoice: SupplierInvoice, posted: Voucher, today: date) -> Voucher:
    """The booked invoice taken back."""
    return posted.reversed(
        "M",
        today,
        f"Rättelse av {posted.series} {posted.number}, leverantörsfaktura {invoice.given_number}",
        f"cancel supplier invoice {invoice.given_number}",
    )


def supplier_payment(invoice: SupplierInvoice, payment: SupplierPayment) -> Voucher:
    """Money to the supplier; the debt leaves the books at the value it came in with."""
    refuse_odd(payment)
    if payment.currency != invoice.currency:
        raise Invalid(f"Fakturan betalas i {invoice.currency}")
    cleared, balance = payment.cleared, invoice.balance
    if not (0 < cleared <= balance or balance <= cleared < 0):
        raise Invalid("Beloppet överstiger det som återstår att betala")
    released = _released(invoice, invoice.total - balance + cleared)
    return voucher(
        "E",
        payment.payment_date,
        f"Utbetalning leverantörsfaktura {invoice.given_number}",
        _payment_lines(invoice, payment, released),
        vat_entries(payment.payment_date, released),
        reference_type="SUPPLIERPAYMENT",
        reference_number=str(invoice.given_number),
        source=f"supplier payment {payment.number}",
    )


def vat_release(
    invoice: SupplierInvoice, day: date, released: Boxes, text: str, source: str
) -> Voucher:
    """Cash method: VAT that is told of though it is not paid, because a year has ended.

    Input VAT has been on its account since bookkeeping; two rows on it show what is told of now.
    """
    lines: list[Entry] = [*_reverse_charge_lines(invoice, released)]
    if not purchase(invoice.vat_type, invoice.sales_type).output_vat:
        lines = [(side, accounts.INPUT_VAT, released[INPUT_BOX]) for side in (DEBIT, CREDIT)]
    return voucher(
        "A",
        day,
        f"{text} {invoice.given_number}",
        lines,
        vat_entries(day, released),
        summed=False,
        reference_type="SUPPLIERINVOICE",
        reference_number=str(invoice.given_number),
        source=source,
    )


def due_at_year_end(invoice: SupplierInvoice) -> Boxes:
    """Cash method: what the VAT return is still to be told of it; of a cancelled one nothing."""
    if not _waits(invoice) or invoice.status is SupplierStatus.CANCELLED:
        return {}
    whole = vat_boxes(invoice)
    left = {box: amount - invoice.reported.get(box, ZERO) for box, amount in whole.items()}
    return {box: amount for box, amount in left.items() if amount}


def told_so_far(invoice: SupplierInvoice) -> Boxes:
    """Cash method: what the VAT return has been told of it, by payments and at a year-end."""
    return {**invoice.reported} if _waits(invoice) else {}


def told_at_year_end(invoice: SupplierInvoice) -> SupplierInvoice:
    """Once its year is over all that waits is as good as told: what follows builds on that."""
    return replace(invoice, reported=vat_boxes(invoice)) if _waits(invoice) else invoice


def waits_on_its_account(invoice: SupplierInvoice, source: str, told: Decimal) -> Decimal:
    """Cash method: input VAT that a voucher of the invoice posts, and the return is not told of.

    It is on its account from the start, so what is told of later has been posted already.
    """
    if not _waits(invoice) or purchase(invoice.vat_type, invoice.sales_type).output_vat:
        return ZERO
    vat, number = invoice.in_kronor(invoice.vat), invoice.given_number
    posted = {f"supplier invoice {number}": vat, f"cancel supplier invoice {number}": -vat}
    return posted.get(source, ZERO) - told


def vat_boxes(invoice: SupplierInvoice) -> Boxes:
    """What the whole invoice means to the VAT return, per box, in kronor."""
    treatment = purchase(invoice.vat_type, invoice.sales_type)
    if not treatment.output_vat:
        return {INPUT_BOX: invoice.in_kronor(invoice.vat)}
    base = invoice.in_kronor(invoice.total)
    tax = to_ore(base * STANDARD_RATE / 100)
    return {treatment.base_box: base, treatment.output_box: tax, INPUT_BOX: tax}


def _waits(invoice: SupplierInvoice) -> bool:
    """The cash method tells the VAT return when the invoice is paid, if it is on anything."""
    if invoice.accounting_method is AccountingMethod.ACCRUAL or not invoice.total:
        return False
    return purchase(invoice.vat_type, invoice.sales_type).waits


def _invoice_lines(invoice: SupplierInvoice, boxes: Boxes) -> Iterator[Entry]:
    treatment = purchase(invoice.vat_type, invoice.sales_type)
    debt, vat = invoice.in_kronor(invoice.total), invoice.in_kronor(invoice.vat)
    remainder = debt - vat
    for row in invoice.rows:
        amount = invoice.in_kronor(row.total)
        remainder -= amount
        codes = row.cost_center or invoice.cost_center, row.project or invoice.project
        yield Line(DEBIT, row.account, amount, row.transaction_information, *codes)
    yield DEBIT, accounts.INPUT_VAT, vat
    yield CREDIT, accounts.SUPPLIER_DEBT, debt
    if treatment.output_vat:
        yield from _reverse_charge_lines(invoice, boxes)
    # Each line is its own amount times the rate, so they may miss the debt by some öre.
    yield Line(DEBIT, accounts.ROUNDING, remainder, "", *invoice.codes)


def _reverse_charge_lines(invoice: SupplierInvoice, boxes: Boxes) -> Iterator[Entry]:
    treatment = purchase(invoice.vat_type, invoice.sales_type)
    yield DEBIT, treatment.input_vat, boxes.get(INPUT_BOX, ZERO)
    yield CREDIT, treatment.output_vat, boxes.get(treatment.output_box, ZERO)


def _payment_lines(
    invoice: SupplierInvoice, payment: SupplierPayment, released: Boxes
) -> Iterator[Entry]:
    debt = invoice.booked_balance
    if payment.cleared != invoice.balance:
        debt = to_ore(invoice.in_kronor(invoice.total) * payment.cleared / invoice.total)
    rate = Decimal(1) if invoice.currency == SEK else payment.currency_rate
    gain = debt - payment.amount
    yield DEBIT, accounts.SUPPLIER_DEBT, debt
    yield CREDIT, money_account(payment), payment.amount
    for w in payment.write_offs:
        amount = to_ore(w.amount * rate)
        gain -= amount
        yield Line(
            CREDIT, w.account_number, amount, w.transaction_information, w.cost_center, w.project
        )
    yield Line(CREDIT, accounts.EXCHANGE_GAINS, max(gain, ZERO), "", *invoice.codes)
    yield Line(DEBIT, accounts.EXCHANGE_LOSSES, max(-gain, ZERO), "", *invoice.codes)
    if purchase(invoice.vat_type, invoice.sales_type).output_vat:
        yield from _reverse_charge_lines(invoice, released)


def _released(invoice: SupplierInvoice, paid: Decimal) -> Boxes:
    """Cash method: what the VAT return is to be told now that so much of the total is paid."""
    whole = vat_boxes(invoice)
    released: Boxes = {}
    for box, left in due_at_year_end(invoice).items():
        due = to_ore(whole[box] * paid / invoice.total) - (whole[box] - left)
        if due * whole[box] > 0:  # at a year-end it may have been told of more than is paid
            released[box] = due
    return released
