"""Payments of customer invoices: registered, booked, undone; and losses that are written off."""

from dataclasses import replace
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import GONE, NOTHING, SAME, Allow, Refuse, always
from reskontra.actions.years import current
from reskontra.contract.payments import INVOICE_PAYMENTS, WRITE_OFFS
from reskontra.contract.resource import Changes, Json
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import customer_payment, customer_write_off
from reskontra.domain.customer_settlement import paid, restored, written_off
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.payment import TAX_AGENCY, CustomerPayment, PaymentStatus, refuse_odd
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import ledger, voided
from reskontra.storage.payments import booked_payments_of
from reskontra.storage.shelves import (
    ACCOUNTS,
    CUSTOMER_INVOICES,
    CUSTOMER_PAYMENTS,
    MODES_OF_PAYMENT,
)

NUMBERS = "customer payment"
DEFAULT_MODE = "BG"


def register(desk: Desk, _: None, sent: Json) -> CustomerPayment:
    """An unbooked payment: it changes nothing on its invoice yet."""
    changes = INVOICE_PAYMENTS.accept(sent, creating=True)
    INVOICE_PAYMENTS.require(changes)
    invoice = payable(desk, changes["invoice_number"])
    write_offs = changes.pop("write_offs", [])
    mode = changes.get("mode_of_payment") or DEFAULT_MODE
    share = invoice.reduction_balance if mode.upper() == TAX_AGENCY else invoice.balance
    blank: CustomerPayment = INVOICE_PAYMENTS.made(
        {"amount": amount_sent(changes, share), "payment_date": None, **changes},
        number=0,
        mode_of_payment=mode,
        write_offs=tuple(WRITE_OFFS.made(each) for each in write_offs),
    )
    payment = settled(desk, invoice, blank)
    number = desk.books.next_number(NUMBERS)
    return desk.books.shelf(CUSTOMER_PAYMENTS).add(replace(payment, number=number))


def revise(desk: Desk, payment: CustomerPayment, sent: Json) -> CustomerPayment:
    changes = INVOICE_PAYMENTS.accept(sent)
    invoice = payable(desk, payment.invoice_number)
    if "write_offs" in changes:
        changes["write_offs"] = tuple(WRITE_OFFS.made(each) for each in changes["write_offs"])
    if "mode_of_payment" in changes and "mode_of_payment_account" not in changes:
        changes["mode_of_payment_account"] = 0
    if "amount_currency" in changes and "amount" not in changes:
        changes["amount"] = changes["amount_currency"]
    changed: CustomerPayment = INVOICE_PAYMENTS.changed(payment, changes)
    return desk.books.shelf(CUSTOMER_PAYMENTS).save(settled(desk, invoice, changed))


def amount_sent(changes: Changes, share: Any) -> Any:
    """What is paid: as sent, else what is left to pay; in kronor the two amounts are one."""
    if "amount" in changes or "amount_currency" in changes:
        return changes.get("amount", changes.get("amount_currency"))
    return 0 if changes.get("write_offs") else share


def settled(desk: Desk, invoice: CustomerInvoice, payment: CustomerPayment) -> CustomerPayment:
    """The payment with its account and date; raises what the books would not take."""
    account = payment.mode_of_payment_account or mode_account(desk, payment.mode_of_payment)
    settled = replace(
        payment,
        amount_currency=payment.amount,
        mode_of_payment_account=account,
        payment_date=payment.payment_date or desk.today,
    )
    year = current(desk.books.years(), desk.today).id
    for number in (account, *(each.account_number for each in payment.write_offs)):
        if not desk.books.shelf(ACCOUNTS).find(year, number):
            raise Invalid(f"Kan inte hitta kontot {number}")
    refuse_odd(settled)
    if is_loss(settled):
        refuse_partial_loss(invoice, settled)
    return settled


def mode_account(desk: Desk, code: str) -> int:
    mode = desk.books.shelf(MODES_OF_PAYMENT).find(code)
    if mode is None:
        raise Invalid(f"Kan inte hitta betalningssättet {code}")
    return mode.account_number


def payable(desk: Desk, number: int, *, lock: bool = False) -> CustomerInvoice:
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(number, lock=lock)
    if invoice.status is Status.DRAFT:
        raise Conflict("Fakturan är inte bokförd och kan inte betalas")
    if invoice.status is Status.CANCELLED:
        raise Conflict("Fakturan är krediterad och kan inte betalas")
    return invoice


# Losses: a write-off of all that is left, on the account of established losses


def is_loss(payment: CustomerPayment) -> bool:
    return any(each.account_number == accounts.ESTABLISHED_LOSSES for each in payment.write_offs)


def refuse_partial_loss(invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """The VAT of a loss is taken back, so it is a voucher of its own for all that is open."""
    if len(payment.write_offs) > 1 or payment.amount:
        raise Invalid("En kundförlust skrivs av för sig, utan inbetalt belopp")
    if payment.cleared != invoice.balance:
        raise Invalid(f"En kundförlust skrivs av i sin helhet: {invoice.balance}")


# Booking and undoing


def book(desk: Desk, payment: CustomerPayment) -> CustomerPayment:
    invoice = payable(desk, payment.invoice_number, lock=True)
    voucher = voucher_of(invoice, payment)
    posted = desk.books.post(voucher)
    loss = is_loss(payment)
    after = written_off(invoice, posted) if loss else paid(invoice, payment, posted)
    desk.books.shelf(CUSTOMER_INVOICES).save(after)
    booked = replace(
        payment,
        voucher_series=posted.series,
        voucher_number=posted.number,
        voucher_year=posted.year,
    )
    return desk.books.shelf(CUSTOMER_PAYMENTS).save(booked)


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


def undo(desk: Desk, payment: CustomerPayment) -> CustomerPayment:
    """A correction voucher today; the invoice is as if it had not been paid."""
    invoice = payable(desk, payment.invoice_number, lock=True)
    undone, after = undone_on(desk, invoice, payment)
    desk.books.shelf(CUSTOMER_INVOICES).save(after)
    return undone


def undone_on(
    desk: Desk, invoice: CustomerInvoice, payment: CustomerPayment
) -> tuple[CustomerPayment, CustomerInvoice]:
    loss = is_loss(payment)
    if loss and invoice.recovered:
        raise Conflict("En återvunnen kundförlust kan inte ångras")
    key = VoucherKey(payment.voucher_year, payment.voucher_series, payment.voucher_number)
    text = f"Rättelse av {key.series} {key.number}, betalning av faktura {payment.invoice_number}"
    correction = ledger.voucher_at(desk.books, key).reversed("M", desk.today, text)
    posted = desk.books.post(correction)
    after = restored(invoice, posted) if loss else paid(invoice, payment, posted)
    undone = replace(payment, status=PaymentStatus.UNDONE)
    return desk.books.shelf(CUSTOMER_PAYMENTS).save(undone), after


def undo_write_offs(desk: Desk, invoice: CustomerInvoice) -> CustomerInvoice:
    """An invoice that is to be credited is restored first, if it was written off."""
    for payment in booked_payments_of(desk.books, invoice.document_number):
        if is_loss(payment):
            _, invoice = undone_on(desk, invoice, payment)
    return invoice


def remove(desk: Desk, payment: CustomerPayment) -> CustomerPayment:
    """Nothing was booked; the number stays unused, with the reason why."""
    desk.books.shelf(CUSTOMER_PAYMENTS).remove(payment.number)
    voided.add(desk.books, NUMBERS, payment.number, "betalningen togs bort")
    return payment


UNBOOKED = (PaymentStatus.UNBOOKED,)
BOOKED = (PaymentStatus.BOOKED,)
UNDONE = (PaymentStatus.UNDONE,)
UNDO_IT = "Betalningen är bokförd; ångra den med /cancel"
REMOVE_IT = "Betalningen är inte bokförd; ta bort den med DELETE"
IS_UNDONE = "Betalningen är ångrad"

# fmt: off
TRANSITIONS = (
    #      from       trigger     to                      only if  also
    Allow (NOTHING,   "create",   PaymentStatus.UNBOOKED, always,  register),
    Allow (UNBOOKED,  "update",   SAME,                   always,  revise),
    Allow (UNBOOKED,  "bookkeep", PaymentStatus.BOOKED,   always,  book),
    Allow (UNBOOKED,  "delete",   GONE,                   always,  remove),
    Refuse(UNBOOKED,  "cancel",   Conflict,               REMOVE_IT),
    Allow (BOOKED,    "bookkeep", SAME),
    Allow (BOOKED,    "cancel",   PaymentStatus.UNDONE,   always,  undo),
    Refuse(BOOKED,    "update",   Conflict,               UNDO_IT),
    Refuse(BOOKED,    "delete",   Conflict,               UNDO_IT),
    Allow (UNDONE,    "cancel",   SAME),
    Refuse(UNDONE,    "update",   Conflict,               IS_UNDONE),
    Refuse(UNDONE,    "bookkeep", Conflict,               IS_UNDONE),
    Refuse(UNDONE,    "delete",   Conflict,               IS_UNDONE),
)
# fmt: on


def shown(desk: Desk, payment: CustomerPayment) -> CustomerPayment:
    """With what a client wants to know of its invoice."""
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(payment.invoice_number)
    told = {
        "InvoiceCustomerName": invoice.customer_name,
        "InvoiceCustomerNumber": invoice.customer_number,
        "InvoiceDueDate": invoice.due_date.isoformat(),
        "InvoiceOCR": invoice.ocr,
        "InvoiceTotal": f"{invoice.total.normalize():f}",
    }
    return replace(payment, carried={**payment.carried, **told})
