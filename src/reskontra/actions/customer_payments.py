"""What is particular to payments of customer invoices, and to losses that are written off."""

from reskontra.actions.claimed import refuse_beneath_claim, refuse_beside_claim
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.contract.resource import Changes
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import (
    customer_payment,
    customer_write_off,
    refuse_payout,
)
from reskontra.domain.customer_settlement import paid, recovered, restored, written_off
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.payment import CustomerPayment, is_tax_agency
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher


def amounts(
    desk: Desk, invoice: CustomerInvoice, changes: Changes, before: CustomerPayment | None
) -> Changes:
    """As sent, else what is left to pay; in kronor the two amounts are one."""
    paid = changes.get("amount", changes.get("amount_currency"))
    if paid is None and before:
        paid = before.amount
    elif paid is None and changes.get("write_offs"):
        paid = ZERO
    elif paid is None:
        by_agency = is_tax_agency(changes["mode_of_payment"])
        paid = invoice.reduction_balance if by_agency else invoice.balance
    return {"amount": paid, "amount_currency": paid}


def about_invoice(invoice: CustomerInvoice) -> Changes:
    return {
        "invoice_customer_name": invoice.customer_name,
        "invoice_customer_number": invoice.customer_number,
        "invoice_due_date": invoice.due_date,
        "invoice_ocr": invoice.ocr,
        "invoice_total": invoice.total,
    }


# What a payment does to its invoice, and what its undoing does


def pays(payment: CustomerPayment) -> str:
    return "write-off" if is_loss(payment) else "pay"


def unpays(payment: CustomerPayment) -> str:
    return "restore" if is_loss(payment) else "unpay"


def pay(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    refuse_beside_claim(desk, invoice, cause.record)
    return Outcome(paid(invoice, cause.record, cause.voucher))


def unpay(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """By the opposite voucher."""
    refuse_beneath_claim(desk, invoice, cause.record)
    return Outcome(paid(invoice, cause.record, cause.voucher))


def recover(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    return Outcome(recovered(invoice, cause.voucher))


def unrecover(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """A payment from before the loss was written off is not undone beneath it."""
    after = recovered(invoice, cause.voucher)
    if after.balance or after.reduction_balance:
        raise Conflict("Fakturan är avskriven; ångra avskrivningen först")
    return Outcome(after)


def write_off(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    return Outcome(written_off(invoice, cause.voucher))


def not_recovered(desk: Desk, invoice: CustomerInvoice) -> None:
    if invoice.recovered:
        raise Conflict("En återvunnen kundförlust kan inte ångras")


def restore(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    return Outcome(restored(invoice, cause.voucher))


def refuse_unfit(invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """What the books would not take, told when the payment is registered."""
    refuse_partial_loss(invoice, payment)
    refuse_payout(invoice, payment)


# Losses: a write-off of all that is left, on the account of established losses


def is_loss(payment: CustomerPayment) -> bool:
    return any(each.account_number == accounts.ESTABLISHED_LOSSES for each in payment.write_offs)


def refuse_partial_loss(invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """The VAT of a loss is taken back, so it is a voucher of its own for all that is open."""
    if not is_loss(payment):
        return
    if len(payment.write_offs) > 1 or payment.amount:
        raise Invalid("En kundförlust skrivs av för sig, utan inbetalt belopp")
    if payment.cleared != invoice.balance:
        raise Invalid(f"En kundförlust skrivs av i sin helhet: {invoice.balance}")


def voucher_of(invoice: CustomerInvoice, payment: CustomerPayment) -> Voucher:
    if not is_loss(payment):
        return customer_payment(invoice, payment)
    refuse_partial_loss(invoice, payment)
    loss = customer_write_off(invoice, payment.payment_date, payment.write_offs[0])
    return replace(
        loss, source=f"customer payment {payment.number}", reference_type="INVOICEPAYMENT"
    )
