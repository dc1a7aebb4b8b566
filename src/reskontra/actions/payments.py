"""Payments of either kind: registered, booked and undone, the same for both."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import GONE, NOTHING, SAME, Allow, Refuse, Table, always
from reskontra.contract.payments import WRITE_OFFS
from reskontra.contract.resource import Changes, Json, Resource
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.payment import PaymentStatus, refuse_odd
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import ledger, voided
from reskontra.storage.shelf import Kind
from reskontra.storage.shelves import MODES_OF_PAYMENT

DEFAULT_MODE = "BG"


@dataclass(frozen=True)
class Payments:
    """What differs between payments from customers and payments to suppliers."""

    resource: Resource
    kind: Kind[Any]
    invoices: Kind[Any]
    numbers: str
    invoice: str  # what a voucher's text calls it
    unpayable: Mapping[Any, str]  # why an invoice of that status takes no payment
    amounts: Callable[[Desk, Any, Changes, Any], Changes]  # what is paid, from what was sent
    refuse: Callable[[Any, Any], None]  # raises what only this kind refuses
    voucher: Callable[[Any, Any], Voucher]
    paid: Callable[[Any, Any, Voucher], Any]  # the invoice afterwards
    unpaid: Callable[[Any, Any, Voucher], Any]  # the invoice after the undoing
    told: Callable[[Any], Changes]  # what a client wants to know of the invoice


def register(payments: Payments, desk: Desk, _: None, sent: Json) -> Any:
    """An unbooked payment: it changes nothing on its invoice yet."""
    resource = payments.resource
    changes = with_write_offs(resource.accept(sent, creating=True))
    resource.require(changes)
    invoice = payable(payments, desk, changes["invoice_number"])
    changes["mode_of_payment"] = changes.get("mode_of_payment") or DEFAULT_MODE
    changes["payment_date"] = changes.get("payment_date") or desk.today
    amounts = payments.amounts(desk, invoice, changes, None)
    payment = settled(payments, desk, invoice, resource.made({**changes, **amounts}, number=0))
    number = desk.books.next_number(payments.numbers)
    return desk.books.shelf(payments.kind).add(replace(payment, number=number))


def revise(payments: Payments, desk: Desk, payment: Any, sent: Json) -> Any:
    changes = with_write_offs(payments.resource.accept(sent))
    invoice = payable(payments, desk, payment.invoice_number)
    if "mode_of_payment" in changes and "mode_of_payment_account" not in changes:
        changes["mode_of_payment_account"] = 0
    if "payment_date" in changes:
        changes["payment_date"] = changes["payment_date"] or desk.today
    changes |= payments.amounts(desk, invoice, changes, payment)
    changed = payments.resource.changed(payment, changes)
    return desk.books.shelf(payments.kind).save(settled(payments, desk, invoice, changed))


def with_write_offs(changes: Changes) -> Changes:
    if "write_offs" in changes:
        changes["write_offs"] = tuple(WRITE_OFFS.made(each) for each in changes["write_offs"])
    return changes


def settled(payments: Payments, desk: Desk, invoice: Any, payment: Any) -> Any:
    """The payment with its account; raises what the books would not take."""
    account = payment.mode_of_payment_account or mode_account(desk, payment.mode_of_payment)
    settled = replace(payment, mode_of_payment_account=account)
    refuse_unknown_accounts(desk, payment.payment_date, accounts_of(settled))
    refuse_odd(settled)
    payments.refuse(invoice, settled)
    return settled


def accounts_of(payment: Any) -> Iterator[int]:
    """Those that a client chose."""
    yield payment.mode_of_payment_account
    yield from (each.account_number for each in payment.write_offs)


def mode_account(desk: Desk, code: str) -> int:
    mode = desk.books.shelf(MODES_OF_PAYMENT).find(code)
    if mode is None:
        raise Invalid(f"Kan inte hitta betalningssättet {code}")
    return mode.account_number


def payable(payments: Payments, desk: Desk, number: int, *, lock: bool = False) -> Any:
    invoice = desk.books.shelf(payments.invoices).get(number, lock=lock)
    if why := payments.unpayable.get(invoice.status):
        raise Conflict(why)
    return invoice


def lock_invoice(payments: Payments, desk: Desk, payment: Any) -> None:
    """An invoice is locked before its payments, always: crediting it goes that way too."""
    desk.books.shelf(payments.invoices).get(payment.invoice_number, lock=True)


# Booking and undoing


def book(payments: Payments, desk: Desk, payment: Any) -> Any:
    invoice = payable(payments, desk, payment.invoice_number, lock=True)
    refuse_unknown_accounts(desk, payment.payment_date, accounts_of(payment))
    posted = desk.books.post(payments.voucher(invoice, payment))
    desk.books.shelf(payments.invoices).save(payments.paid(invoice, payment, posted))
    booked = replace(
        payment,
        voucher_series=posted.series,
        voucher_number=posted.number,
        voucher_year=posted.year,
    )
    return desk.books.shelf(payments.kind).save(booked)


def undo(payments: Payments, desk: Desk, payment: Any) -> Any:
    """A correction voucher today; the invoice is as if it had not been paid."""
    invoice = payable(payments, desk, payment.invoice_number, lock=True)
    undone, after = undone_on(payments, desk, invoice, payment)
    desk.books.shelf(payments.invoices).save(after)
    return undone


def undone_on(payments: Payments, desk: Desk, invoice: Any, payment: Any) -> tuple[Any, Any]:
    """The undone payment, and its invoice as it is then."""
    key = VoucherKey(payment.voucher_year, payment.voucher_series, payment.voucher_number)
    number = payment.invoice_number
    text = f"Rättelse av {key.series} {key.number}, betalning av {payments.invoice} {number}"
    correction = ledger.voucher_at(desk.books, key).reversed("M", desk.today, text)
    posted = desk.books.post(correction)
    undone = replace(payment, status=PaymentStatus.UNDONE)
    after = payments.unpaid(invoice, payment, posted)
    return desk.books.shelf(payments.kind).save(undone), after


def remove(payments: Payments, desk: Desk, payment: Any) -> Any:
    """Nothing was booked; the number stays unused, with the reason why."""
    desk.books.shelf(payments.kind).remove(payment.number)
    voided.add(desk.books, payments.numbers, payment.number, "betalningen togs bort")
    return payment


def shown(payments: Payments, desk: Desk, payment: Any) -> Any:
    """With what a client wants to know of its invoice."""
    invoice = desk.books.shelf(payments.invoices).get(payment.invoice_number)
    return replace(payment, **payments.told(invoice))


UNBOOKED = (PaymentStatus.UNBOOKED,)
BOOKED = (PaymentStatus.BOOKED,)
UNDONE = (PaymentStatus.UNDONE,)
UNDO_IT = "Betalningen är bokförd; ångra den med /cancel"
REMOVE_IT = "Betalningen är inte bokförd; ta bort den med DELETE"
IS_UNDONE = "Betalningen är ångrad"


# fmt: off
def transitions(payments: Payments) -> Table:
    """The life of a payment, of that kind."""
    return (
        #      from       trigger     to                      only if  also
        Allow (NOTHING,   "create",   PaymentStatus.UNBOOKED, always,  partial(register, payments)),
        Allow (UNBOOKED,  "update",   SAME,                   always,  partial(revise, payments)),
        Allow (UNBOOKED,  "bookkeep", PaymentStatus.BOOKED,   always,  partial(book, payments)),
        Allow (UNBOOKED,  "delete",   GONE,                   always,  partial(remove, payments)),
        Refuse(UNBOOKED,  "cancel",   Conflict,               REMOVE_IT),
        Allow (BOOKED,    "bookkeep", SAME),
        Allow (BOOKED,    "cancel",   PaymentStatus.UNDONE,   always,  partial(undo, payments)),
        Refuse(BOOKED,    "update",   Conflict,               UNDO_IT),
        Refuse(BOOKED,    "delete",   Conflict,               UNDO_IT),
        Allow (UNDONE,    "cancel",   SAME),
        Refuse(UNDONE,    "update",   Conflict,               IS_UNDONE),
        Refuse(UNDONE,    "bookkeep", Conflict,               IS_UNDONE),
        Refuse(UNDONE,    "delete",   Conflict,               IS_UNDONE),
    )
# fmt: on
