"""What each event of a customer invoice debits and credits, and tells the VAT return."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO, part_of, to_ore
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import (
    TAX_AGENCY,
    CustomerPayment,
    WriteOff,
    money_account,
    refuse_odd,
)
from reskontra.domain.records import replace
from reskontra.domain.vat import NEVER_WAIT, OUTSIDE, RATES, REVENUE_BOXES, TAXED_SALES
from reskontra.domain.voucher import CREDIT, DEBIT, Line, Side, Voucher, vat_entries, voucher

Entry = Line | tuple[Side, int, Decimal]
Boxes = dict[str, Decimal]


def customer_invoice(invoice: CustomerInvoice) -> Voucher:
    """The invoice at issue."""
    waiting = _waiting(invoice)
    at_once = {box: amount - waiting.get(box, ZERO) for box, amount in vat_boxes(invoice).items()}
    return voucher(
        "B",
        invoice.invoice_date,
        f"Kundfaktura {invoice.document_number}",
        _issue_lines(invoice, waiting),
        vat_entries(invoice.invoice_date, at_once),
        nothing=(accounts.CUSTOMER_RECEIVABLES, accounts.SALES_25),
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=f"customer invoice {invoice.document_number}",
    )


def customer_credit(invoice: CustomerInvoice, today: date) -> Voucher:
    """The whole invoice taken back; what the customer has paid becomes a debt to the customer."""
    if invoice.recovered:
        raise Conflict("En återvunnen kundförlust kan inte krediteras")
    taken_back = {box: -amount for box, amount in invoice.reported.items()}
    return voucher(
        "K",
        today,
        f"Kreditfaktura avseende faktura {invoice.document_number}",
        _credit_lines(invoice),
        vat_entries(today, taken_back),
        nothing=(accounts.SALES_25, accounts.CUSTOMER_RECEIVABLES),
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=f"credit of {invoice.document_number}",
    )


def customer_payment(invoice: CustomerInvoice, payment: CustomerPayment) -> Voucher:
    """Money from the customer or from Skatteverket; also a refund, and a recovered loss."""
    refuse_odd(payment)
    if invoice.status is Status.WRITTEN_OFF:
        lines, boxes = _recovery(invoice, payment)
    else:
        lines, boxes = _settlement(invoice, payment)
    return voucher(
        "C",
        payment.payment_date,
        f"Inbetalning faktura {invoice.document_number}",
        [*_money_lines(payment), *lines],
        vat_entries(payment.payment_date, boxes),
        nothing=(money_account(payment), accounts.CUSTOMER_RECEIVABLES),
        reference_type="INVOICEPAYMENT",
        reference_number=str(invoice.document_number),
        source=f"customer payment {payment.number}",
    )


def customer_write_off(invoice: CustomerInvoice, day: date, by: WriteOff | None = None) -> Voucher:
    """An established loss: the VAT of what is open is taken back. What it is counted under is told
    by the write-off, else by the invoice."""
    lost, waiting = _lost(invoice, _open_amount(invoice)), _waiting(invoice)
    taken_back = {box: waiting.get(box, ZERO) - amount for box, amount in lost.items()}
    return voucher(
        "C",
        day,
        f"Konstaterad kundförlust faktura {invoice.document_number}",
        _loss_lines(invoice, lost, waiting, by or WriteOff(invoice.open_amount)),
        vat_entries(day, taken_back),
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=f"write-off of {invoice.document_number}",
    )


def feared_loss(invoice: CustomerInvoice, day: date) -> Voucher:
    """The net of what is open may be lost; VAT waits until the loss is established."""
    taxes = _taxes(_lost(invoice, _open_amount(invoice)))
    net = invoice.open_amount - sum(taxes.values(), ZERO)
    return voucher(
        "A",
        day,
        f"Befarad kundförlust faktura {invoice.document_number}",
        [
            Line(DEBIT, accounts.FEARED_LOSSES, net, "", *invoice.codes),
            (CREDIT, accounts.DOUBTFUL_RECEIVABLES, net),
        ],
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=feared(invoice),
    )


def feared(invoice: CustomerInvoice) -> str:
    """What the voucher of a feared loss is known by: there is one for an invoice."""
    return f"feared loss of {invoice.document_number}"


def vat_release(
    invoice: CustomerInvoice, day: date, released: Boxes, text: str, source: str
) -> Voucher:
    """Cash method: VAT that is told of though it is not paid, because a year has ended."""
    return voucher(
        "A",
        day,
        f"{text} {invoice.document_number}",
        [*_release_debits(released), *_release_credits(released)],
        vat_entries(day, released),
        nothing=(accounts.DORMANT_VAT_25, accounts.OUTPUT_VAT_25),
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=source,
    )


def due_at_year_end(invoice: CustomerInvoice) -> Boxes:
    """Cash method: what the VAT return is still to be told of the year that the invoice is of."""
    if not _may_wait(invoice):
        return {}
    told, due = invoice.reported, _due(invoice)
    left = {box: due.get(box, ZERO) - told.get(box, ZERO) for box in {**due, **told}}
    return {box: amount for box, amount in left.items() if amount and box not in NEVER_WAIT}


def told_at_year_end(invoice: CustomerInvoice) -> CustomerInvoice:
    """Once its year is over all that waits is as good as told: what follows builds on that."""
    whole = vat_boxes(invoice)
    told = {box: whole[box] for box in _waiting(invoice)}
    return replace(invoice, reported={**invoice.reported, **told})


def _due(invoice: CustomerInvoice) -> Boxes:
    """What the VAT return is told of it in the end, by its state."""
    if invoice.status is Status.CANCELLED:
        return {}
    whole = vat_boxes(invoice)
    if invoice.status is not Status.WRITTEN_OFF:
        return whole
    lost = invoice.written_off + invoice.reduction_written_off
    again = _recovered_part(invoice, lost, invoice.recovered)
    kept = {box: amount - _lost_of(invoice, amount, lost) for box, amount in whole.items()}
    return {box: amount + again.get(box, ZERO) for box, amount in kept.items()}


def vat_boxes(invoice: CustomerInvoice) -> Boxes:
    """What the whole invoice means to the VAT return, per box."""
    boxes: Boxes = {}
    for account, net in invoice.net_per_account().items():
        if account in OUTSIDE.values():
            continue
        box = REVENUE_BOXES[account]
        boxes[box] = boxes.get(box, ZERO) + net
    taxes = {RATES[rate].box: vat for rate, vat in invoice.vat_per_rate().items()}
    return boxes | taxes


def _waiting(invoice: CustomerInvoice) -> Boxes:
    """What the VAT return has not been told of yet; an invoice on nothing waits for nothing."""
    if not _may_wait(invoice):
        return {}
    return {
        box: amount - invoice.reported.get(box, ZERO)
        for box, amount in vat_boxes(invoice).items()
        if box not in NEVER_WAIT
    }


def _may_wait(invoice: CustomerInvoice) -> bool:
    return invoice.accounting_method is AccountingMethod.CASH and bool(invoice.total)


def _issue_lines(invoice: CustomerInvoice, waiting: Boxes) -> Iterator[Entry]:
    yield DEBIT, accounts.CUSTOMER_RECEIVABLES, invoice.total - invoice.tax_reduction
    yield DEBIT, accounts.TAX_REDUCTION_RECEIVABLES, invoice.tax_reduction
    yield from _sale_lines(CREDIT, invoice, waiting)


def _credit_lines(invoice: CustomerInvoice) -> Iterator[Entry]:
    yield from _sale_lines(DEBIT, invoice, _waiting(invoice))
    claimed = invoice.reduction_balance + invoice.reduction_paid
    yield CREDIT, accounts.CUSTOMER_RECEIVABLES, invoice.balance
    yield CREDIT, accounts.TAX_REDUCTION_RECEIVABLES, claimed
    yield CREDIT, accounts.CUSTOMER_ADVANCES, invoice.total - invoice.balance - claimed


def _sale_lines(side: Side, invoice: CustomerInvoice, waiting: Boxes) -> Iterator[Entry]:
    for row in sorted(invoice.rows, key=lambda row: row.account_number):
        yield Line(side, row.account_number, row.total, "", *invoice.codes_of(row))
    for rate, vat in invoice.vat_per_rate().items():
        dormant = waiting.get(RATES[rate].box, ZERO)
        yield side, RATES[rate].output_vat, vat - dormant
        yield side, RATES[rate].dormant_vat, dormant
    yield Line(side, accounts.ROUNDING, invoice.round_off, "", *invoice.codes)


def _money_lines(payment: CustomerPayment) -> Iterator[Entry]:
    yield DEBIT, money_account(payment), payment.amount
    for w in payment.write_offs:
        yield Line(
            DEBIT, w.account_number, w.amount, w.transaction_information, w.cost_center, w.project
        )


def _settlement(invoice: CustomerInvoice, payment: CustomerPayment) -> tuple[list[Entry], Boxes]:
    refuse_payout(invoice, payment)
    receivable = accounts.CUSTOMER_RECEIVABLES
    applied = part_of(invoice.balance, payment.cleared)
    if payment.from_tax_agency:
        receivable = accounts.TAX_REDUCTION_RECEIVABLES
        applied = payment.cleared
        if not applied or applied != part_of(invoice.reduction_balance, applied):
            raise Invalid("Beloppet överstiger det som återstår av skattereduktionen")
    excess = _excess(invoice, payment, applied)
    # What Skatteverket did not approve is claimed from the customer, so it is not yet paid.
    claimed = sum(
        (w.amount for w in payment.write_offs if w.account_number == accounts.CUSTOMER_RECEIVABLES),
        ZERO,
    )
    released = _released(invoice, invoice.total - invoice.open_amount + applied - claimed)
    return [
        *_release_debits(released),
        (CREDIT, receivable, applied),
        (CREDIT, accounts.CUSTOMER_ADVANCES, excess),
        *_release_credits(released),
    ], released


def _excess(invoice: CustomerInvoice, payment: CustomerPayment, applied: Decimal) -> Decimal:
    """What is paid beyond the invoice; below zero it is paid back, out of what is there."""
    excess = payment.cleared - applied
    if excess < 0 and invoice.overpaid + excess < 0:
        raise Invalid("Kunden har inte så mycket till godo")
    return excess


def refuse_payout(invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """What Skatteverket pays is another receivable than the customer's: the payment says so."""
    applied = part_of(invoice.balance, payment.cleared)
    excess = payment.cleared - applied
    left = invoice.reduction_balance
    if payment.from_tax_agency or not excess or excess != part_of(left, excess):
        return
    if not applied or excess == left:
        raise Invalid(
            f"Skatteverkets del betalas med ModeOfPayment {TAX_AGENCY}; en överbetalning från"
            f" kunden anges som WriteOff på konto {accounts.CUSTOMER_ADVANCES} med omvänt tecken"
        )


def _released(invoice: CustomerInvoice, paid: Decimal) -> Boxes:
    """Cash method: what the VAT return is to be told now that so much of the total is paid."""
    whole = vat_boxes(invoice)
    released: Boxes = {}
    for box, left in _waiting(invoice).items():
        due = to_ore(whole[box] * paid / invoice.total) - (whole[box] - left)
        if due * whole[box] > 0:  # at a year-end it may have been told of more than is paid
            released[box] = due
    return released


def _release_debits(released: Boxes) -> Iterator[Entry]:
    for rate in RATES.values():
        yield DEBIT, rate.dormant_vat, released.get(rate.box, ZERO)


def _release_credits(released: Boxes) -> Iterator[Entry]:
    for rate in RATES.values():
        yield CREDIT, rate.output_vat, released.get(rate.box, ZERO)


def _open_amount(invoice: CustomerInvoice) -> Decimal:
    if invoice.open_amount <= 0:
        raise Conflict("Det finns inget kvar att skriva av")
    return invoice.open_amount


def _loss_lines(
    invoice: CustomerInvoice, lost: Boxes, waiting: Boxes, by: WriteOff
) -> Iterator[Entry]:
    taxes = _taxes(lost)
    net, codes = invoice.open_amount - sum(taxes.values(), ZERO), invoice.codes_of(by)
    yield Line(DEBIT, accounts.ESTABLISHED_LOSSES, net, by.transaction_information, *codes)
    for rate in RATES.values():
        dormant = waiting.get(rate.box, ZERO)
        yield DEBIT, rate.dormant_vat, dormant
        yield DEBIT, rate.output_vat, taxes.get(rate.box, ZERO) - dormant
    yield CREDIT, accounts.CUSTOMER_RECEIVABLES, invoice.balance
    yield CREDIT, accounts.TAX_REDUCTION_RECEIVABLES, invoice.reduction_balance


def _recovery(invoice: CustomerInvoice, payment: CustomerPayment) -> tuple[list[Entry], Boxes]:
    lost = invoice.written_off + invoice.reduction_written_off
    applied = part_of(lost - invoice.recovered, payment.cleared)
    before = _recovered_part(invoice, lost, invoice.recovered)
    after = _recovered_part(invoice, lost, invoice.recovered + applied)
    boxes = {box: amount - before[box] for box, amount in after.items()}
    taxes = _taxes(boxes)
    net = applied - sum(taxes.values(), ZERO)
    return [
        Line(CREDIT, accounts.RECOVERED_LOSSES, net, "", *invoice.codes),
        *_release_credits(taxes),
        (CREDIT, accounts.CUSTOMER_ADVANCES, _excess(invoice, payment, applied)),
    ], boxes


def _recovered_part(invoice: CustomerInvoice, lost: Decimal, recovered: Decimal) -> Boxes:
    part = _lost(invoice, lost)
    return {box: to_ore(amount * recovered / lost) for box, amount in part.items()}


def _lost(invoice: CustomerInvoice, amount: Decimal) -> Boxes:
    """The taxed sales, and their VAT, that are lost with an amount."""
    whole = vat_boxes(invoice)
    return {box: _lost_of(invoice, whole[box], amount) for box in TAXED_SALES if box in whole}


def _lost_of(invoice: CustomerInvoice, whole: Decimal, amount: Decimal) -> Decimal:
    """By the cash method it is what the payments have not told of, to the öre."""
    if _may_wait(invoice):
        return whole - to_ore(whole * (invoice.total - amount) / invoice.total)
    return to_ore(whole * amount / invoice.total)


def _taxes(boxes: Mapping[str, Decimal]) -> Boxes:
    return {rate.box: boxes[rate.box] for rate in RATES.values() if rate.box in boxes}
