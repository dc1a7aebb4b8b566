"""Payments of either sort: registered, booked and undone, the same for both."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed
from reskontra.actions.lifecycle import (
    NOTHING,
    SAME,
    Allow,
    Change,
    Gone,
    Life,
    Outcome,
    Refuse,
    Request,
    always,
    unchanged,
)
from reskontra.actions.numbers import next_number
from reskontra.actions.register import Register, first_voucher
from reskontra.actions.years import seen_from
from reskontra.contract.payments import LISTING, WRITE_OFFS
from reskontra.contract.resource import Changes, Resource
from reskontra.domain.calendar import year_of
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.payment import PaymentStatus, refuse_odd
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import ledger
from reskontra.storage.layout import Layout
from reskontra.storage.shelves import MODES_OF_PAYMENT

DEFAULT_MODE = "BG"


@dataclass(frozen=True)
class PaymentRules:
    """What differs between payments from customers and payments to suppliers."""

    resource: Resource
    invoices: Register
    invoice: str  # what a voucher's text calls it
    amounts: Callable[[Desk, Any, Changes, Any], Changes]  # what is paid, from what was sent
    refuse: Callable[[Any, Any], None]  # raises what only they refuse
    voucher: Callable[[Any, Any], Voucher]
    pays: Callable[[Any], str]  # the trigger that it is to its invoice
    unpays: Callable[[Any], str]  # and that its undoing is
    about_invoice: Callable[[Any], Changes]  # what a client wants to know of it
    told_at_year_end: Callable[[Any], Any]  # the invoice once its VAT waits for nothing


def register(rules: PaymentRules, desk: Desk, _: None, request: Request) -> Outcome:
    """An unbooked payment: it changes nothing on its invoice yet."""
    resource = rules.resource
    changes = with_write_offs(resource.accept(request.fields, creating=True))
    resource.require(changes)
    invoice = payable(rules, desk, changes["invoice_number"])
    changes["mode_of_payment"] = changes.get("mode_of_payment") or DEFAULT_MODE
    changes["payment_date"] = changes.get("payment_date") or desk.today
    amounts = rules.amounts(desk, invoice, changes, None)
    return Outcome(settled(rules, desk, invoice, resource.made({**changes, **amounts}, number=0)))


def revise(rules: PaymentRules, desk: Desk, payment: Any, request: Request) -> Outcome:
    changes = with_write_offs(rules.resource.accept(request.fields))
    invoice = payable(rules, desk, payment.invoice_number)
    if "mode_of_payment" in changes and "mode_of_payment_account" not in changes:
        changes["mode_of_payment_account"] = 0
    if "payment_date" in changes:
        changes["payment_date"] = changes["payment_date"] or desk.today
    changes |= rules.amounts(desk, invoice, changes, payment)
    return Outcome(settled(rules, desk, invoice, rules.resource.changed(payment, changes)))


def with_write_offs(changes: Changes) -> Changes:
    if "write_offs" in changes:
        changes["write_offs"] = tuple(WRITE_OFFS.made(each) for each in changes["write_offs"])
    return changes


def settled(rules: PaymentRules, desk: Desk, invoice: Any, payment: Any) -> Any:
    """The payment with its account; raises what the books would not take."""
    settled = with_mode(desk, payment)
    refuse_unknown_accounts(desk, payment.payment_date, accounts_of(settled))
    refuse_odd(settled)
    rules.refuse(invoice, settled)
    return settled


def accounts_of(payment: Any) -> Iterator[int]:
    """Those that a client chose."""
    yield payment.mode_of_payment_account
    yield from (each.account_number for each in payment.write_offs)


def with_mode(desk: Desk, payment: Any) -> Any:
    """The mode as the register has it, in capitals where not as sent; an account may do without."""
    modes = desk.books.shelf(MODES_OF_PAYMENT)
    code, account = payment.mode_of_payment, payment.mode_of_payment_account
    mode = modes.find(code) or modes.find(code.upper())
    if mode is None and not account:
        raise Invalid(f"Kan inte hitta betalningssättet {code}")
    if mode is None:
        return payment
    return replace(
        payment,
        mode_of_payment=mode.code,
        mode_of_payment_account=account or mode.account_number,
    )


def payable(rules: PaymentRules, desk: Desk, number: int) -> Any:
    """The invoice, if its life lets it be paid."""
    invoice = rules.invoices.find(desk, number)
    allowed(rules.invoices, desk, invoice, "pay")
    return invoice


def lock_invoice(rules: PaymentRules, desk: Desk, payment: Any) -> None:
    """An invoice is locked before its payments, always: crediting it goes that way too."""
    rules.invoices.take(desk, payment.invoice_number)


# Booking and undoing


def book(rules: PaymentRules, desk: Desk, payment: Any, _: Any) -> Outcome:
    change = on_its_invoice(rules, desk, payment, rules.pays(payment))
    refuse_unknown_accounts(desk, payment.payment_date, accounts_of(payment))
    invoice = seen_from(desk, payment.payment_date, change.record, rules.told_at_year_end)
    return Outcome(payment, rules.voucher(invoice, payment), (change,))


def undo(rules: PaymentRules, desk: Desk, payment: Any, _: Any) -> Outcome:
    """A correction voucher today; the invoice is as if it had not been paid."""
    change = on_its_invoice(rules, desk, payment, rules.unpays(payment))
    key = VoucherKey(payment.voucher_year, payment.voucher_series, payment.voucher_number)
    number = payment.invoice_number
    text = f"Rättelse av {key.series} {key.number}, betalning av {rules.invoice} {number}"
    original = ledger.voucher_at(desk.books, key)
    correction = original.reversed("M", desk.today, text)
    again = Change(rules.invoices, lambda desk: rules.invoices.take(desk, number), "retell-vat")
    stays = change.trigger == "unpay" and told_in_a_past_year(desk, original)
    return Outcome(payment, correction, (change,), (again,) if stays else ())


def told_in_a_past_year(desk: Desk, voucher: Voucher) -> bool:
    """Had it been unpaid then, the year's end would have told of its VAT."""
    if not voucher.vat_entries:
        return False
    year = year_of(desk.books.years(), voucher.date)
    return year is not None and year.to_date < desk.today


def on_its_invoice(rules: PaymentRules, desk: Desk, payment: Any, trigger: str) -> Change:
    """What it means to its invoice, if the invoice's life lets it happen."""
    invoice = rules.invoices.take(desk, payment.invoice_number)
    allowed(rules.invoices, desk, invoice, trigger)
    return Change(rules.invoices, invoice, trigger)


def shown(rules: PaymentRules, desk: Desk, payment: Any) -> Any:
    """With what a client wants to know of its invoice."""
    invoice = rules.invoices.find(desk, payment.invoice_number)
    return replace(payment, **rules.about_invoice(invoice))


UNBOOKED = (PaymentStatus.UNBOOKED,)
BOOKED = (PaymentStatus.BOOKED,)
UNDONE = (PaymentStatus.UNDONE,)
REMOVED = Gone(why="betalningen togs bort")  # nothing was booked; its number stays unused
UNDO_IT = "Betalningen är bokförd; ångra den med /cancel"
REMOVE_IT = "Betalningen är inte bokförd; ta bort den med DELETE"
IS_UNDONE = "Betalningen är ångrad"


# fmt: off
def life(word: str, rules: PaymentRules) -> Life:
    """The life of a payment, by those rules."""
    registers, revises = partial(register, rules), partial(revise, rules)
    books, undoes = partial(book, rules), partial(undo, rules)
    return (
        #      from       trigger     to                      only if  does       tells                draws
        Allow (NOTHING,   "create",   PaymentStatus.UNBOOKED, always,  registers, f"{word}-created",   next_number),
        Allow (UNBOOKED,  "update",   SAME,                   always,  revises,   f"{word}-updated"),
        Allow (UNBOOKED,  "bookkeep", PaymentStatus.BOOKED,   always,  books,     f"{word}-bookkeep"),
        Allow (UNBOOKED,  "delete",   REMOVED,                always,  unchanged, f"{word}-deleted"),
        Refuse(UNBOOKED,  "cancel",   Conflict,               REMOVE_IT),
        Allow (BOOKED,    "bookkeep", SAME),
        Allow (BOOKED,    "cancel",   PaymentStatus.UNDONE,   always,  undoes,    f"{word}-cancelled"),
        Refuse(BOOKED,    "update",   Conflict,               UNDO_IT),
        Refuse(BOOKED,    "delete",   Conflict,               UNDO_IT),
        Allow (UNDONE,    "cancel",   SAME),
        Refuse(UNDONE,    "update",   Conflict,               IS_UNDONE),
        Refuse(UNDONE,    "bookkeep", Conflict,               IS_UNDONE),
        Refuse(UNDONE,    "delete",   Conflict,               IS_UNDONE),
    )
# fmt: on


def payments(word: str, numbers: str, layout: Layout[Any], rules: PaymentRules) -> Register:
    return Register(
        rules.resource,
        layout,
        LISTING,
        life(word, rules),
        numbers,
        bears=first_voucher,
        shown=partial(shown, rules),
        locks=partial(lock_invoice, rules),
        heard_in=rules.invoices.topic,
    )
