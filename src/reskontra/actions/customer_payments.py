"""What is particular to payments of customer invoices, and to losses that are written off."""

from reskontra.actions import payments
from reskontra.actions.desk import Desk
from reskontra.actions.payments import Payments
from reskontra.contract.payments import INVOICE_PAYMENTS
from reskontra.contract.resource import Changes
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import customer_payment, customer_write_off
from reskontra.domain.customer_settlement import paid, restored, written_off
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.payment import TAX_AGENCY, CustomerPayment
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher
from reskontra.storage.payments import booked_payments_of
from reskontra.storage.shelves import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS


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
        by_agency = changes["mode_of_payment"].upper() == TAX_AGENCY
        paid = invoice.reduction_balance if by_agency else invoice.balance
    return {"amount": paid, "amount_currency": paid}


def told(invoice: CustomerInvoice) -> Changes:
    return {
        "invoice_customer_name": invoice.customer_name,
        "invoice_customer_number": invoice.customer_number,
        "invoice_due_date": invoice.due_date,
        "invoice_ocr": invoice.ocr,
        "invoice_total": invoice.total,
    }


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
    if invoice.status is Status.WRITTEN_OFF:
        raise Conflict("Fakturan är redan avskriven")
    refuse_partial_loss(invoice, payment)
    loss = customer_write_off(invoice, payment.payment_date)
    return replace(
        loss, source=f"customer payment {payment.number}", reference_type="INVOICEPAYMENT"
    )


def after_payment(
    invoice: CustomerInvoice, payment: CustomerPayment, voucher: Voucher
) -> CustomerInvoice:
    return written_off(invoice, voucher) if is_loss(payment) else paid(invoice, payment, voucher)


def after_undoing(
    invoice: CustomerInvoice, payment: CustomerPayment, voucher: Voucher
) -> CustomerInvoice:
    if not is_loss(payment):
        after = paid(invoice, payment, voucher)
        if after.status is Status.WRITTEN_OFF and (after.balance or after.reduction_balance):
            raise Conflict("Fakturan är avskriven; ångra avskrivningen först")
        return after
    if invoice.recovered:
        raise Conflict("En återvunnen kundförlust kan inte ångras")
    return restored(invoice, voucher)


CUSTOMER = Payments(
    resource=INVOICE_PAYMENTS,
    kind=CUSTOMER_PAYMENTS,
    invoices=CUSTOMER_INVOICES,
    numbers="customer payment",
    invoice="faktura",
    unpayable={
        Status.DRAFT: "Fakturan är inte bokförd och kan inte betalas",
        Status.CANCELLED: "Fakturan är krediterad och kan inte betalas",
    },
    amounts=amounts,
    refuse=refuse_partial_loss,
    voucher=voucher_of,
    paid=after_payment,
    unpaid=after_undoing,
    told=told,
)


def undo_write_offs(desk: Desk, invoice: CustomerInvoice) -> CustomerInvoice:
    """An invoice that is to be credited is restored first, if it was written off."""
    for payment in booked_payments_of(desk.books, invoice.document_number):
        if is_loss(payment):
            _, invoice = payments.undone_on(CUSTOMER, desk, invoice, payment)
    return invoice
