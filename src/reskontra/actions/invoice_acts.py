"""What a person does with an invoice that cannot be undone: foreseen with its voucher, then done.

Each is the same function for both: tried, it tells what would be posted; told what was shown, it is
done only if it comes to just that.
"""

from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256
from typing import Any, NamedTuple

from reskontra.actions.composing import with_names
from reskontra.actions.customer_drafts import Because
from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.mailing import mailing_of
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.codec import as_shown
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import ledger
from reskontra.storage.payments import booked_payments_of
from reskontra.storage.shelves import CREDIT_INVOICES

MOST_ROUNDING = Decimal("0.99")
LONGEST_REASON = 200


class ShownOtherwise(Conflict):
    """Något har ändrats sedan sidan visades; se efter igen"""


class Act(NamedTuple):
    """What was done, or would be: the invoice as it is then, and what is posted."""

    invoice: CustomerInvoice
    voucher: Voucher
    before: CustomerInvoice

    @property
    def paid_before(self) -> Decimal:
        return self.before.total - self.before.open_amount

    @property
    def digest(self) -> str:
        """Of all that a page shows of it, but for the voucher's number: others may post first."""
        voucher, invoice = self.voucher, self.invoice
        rows = [[it.account, str(it.debit), str(it.credit)] for it in voucher.postings]
        about = [invoice.document_number, invoice.customer_number, invoice.customer_name]
        days = [str(invoice.due_date), str(invoice.total), str(invoice.balance)]
        shown = as_shown([voucher.series, str(voucher.date), *about, *days, rows])
        return sha256(shown).hexdigest()[:32]


def issue(desk: Desk, number: int, shown: str | None = None) -> Act:
    before = CUSTOMER_INVOICES.take(desk, number)
    if not before.rows:
        raise Invalid("Fakturan saknar rader")
    after = fire(CUSTOMER_INVOICES, desk, before, "bookkeep")
    return _as_shown(desk, before, after, key_of(after), shown)


def credit(desk: Desk, number: int, shown: str | None = None) -> Act:
    before = CUSTOMER_INVOICES.take(desk, number)
    after = fire(CUSTOMER_INVOICES, desk, before, "credit")
    note = desk.books.shelf(CREDIT_INVOICES).get(after.credit_number)
    key = VoucherKey(note.voucher_year, note.voucher_series, note.voucher_number)
    return _as_shown(desk, before, after, key, shown)


def pay(desk: Desk, number: int, fields: Mapping[str, Any], shown: str | None = None) -> Act:
    """Registered and booked; what is left may be taken as rounding."""
    before = CUSTOMER_INVOICES.take(desk, number)
    sent = {name: value for name, value in fields.items() if name != "Rest" and value}
    request = Request({**sent, "InvoiceNumber": number})
    payment = fire(CUSTOMER_PAYMENTS, desk, None, "create", request)
    if fields.get("Rest") == "rounding" and payment.amount != before.balance:
        payment = _rounded(desk, payment, before)
    booked = fire(CUSTOMER_PAYMENTS, desk, taken(desk, payment), "bookkeep")
    after = CUSTOMER_INVOICES.find(desk, number)
    return _as_shown(desk, before, after, key_of(booked), shown)


def _rounded(desk: Desk, payment: CustomerPayment, invoice: CustomerInvoice) -> CustomerPayment:
    rest = invoice.balance - payment.amount
    if abs(rest) > MOST_ROUNDING:
        raise Invalid(f"Som öresavrundning bokförs högst {MOST_ROUNDING} kr").about("Rest")
    off = [{"AccountNumber": accounts.ROUNDING, "Amount": str(rest)}]
    sent = Request({"WriteOffs": off})
    revised: CustomerPayment = fire(CUSTOMER_PAYMENTS, desk, taken(desk, payment), "update", sent)
    return revised


def taken(desk: Desk, payment: CustomerPayment) -> CustomerPayment:
    found: CustomerPayment = CUSTOMER_PAYMENTS.take(desk, payment.number)
    return found


def discard(desk: Desk, number: int, why: str) -> CustomerInvoice:
    """Whose number is explained by the reason given."""
    reason = why.strip()
    if not reason:
        raise Invalid("Skriv varför utkastet tas bort").about("Reason")
    if len(reason) > LONGEST_REASON:
        raise Invalid(f"Skriv högst {LONGEST_REASON} tecken").about("Reason")
    before: CustomerInvoice = CUSTOMER_INVOICES.take(desk, number)
    fire(CUSTOMER_INVOICES, desk, before, "cancel", Because(reason))
    return before


def key_of(record: Any) -> VoucherKey:
    return VoucherKey(record.voucher_year, record.voucher_series, record.voucher_number)


def _as_shown(
    desk: Desk, before: CustomerInvoice, after: CustomerInvoice, key: VoucherKey, shown: str | None
) -> Act:
    act = Act(after, with_names(desk, ledger.voucher_at(desk.books, key)), before)
    if shown is not None and act.digest != shown:
        raise ShownOtherwise
    return act


# What a page says of an invoice


class Life(NamedTuple):
    """An invoice, and all that was posted of it."""

    invoice: CustomerInvoice
    payments: list[CustomerPayment]
    credited: VoucherKey | None
    may: frozenset[str]  # what its life lets be done with it now
    mailed_to: tuple[str, ...]


ASKED = ("update", "bookkeep", "email", "cancel", "credit", "pay")


def life_of(desk: Desk, number: int) -> Life:
    invoice = CUSTOMER_INVOICES.find(desk, number)
    note = desk.books.shelf(CREDIT_INVOICES).find(invoice.credit_number)
    return Life(
        invoice,
        booked_payments_of(desk.books, number),
        VoucherKey(note.voucher_year, note.voucher_series, note.voucher_number) if note else None,
        frozenset(each for each in ASKED if _may(desk, invoice, each)),
        mailing_of(desk, invoice).to,
    )


def _may(desk: Desk, invoice: CustomerInvoice, trigger: str) -> bool:
    if trigger == "pay" and invoice.balance <= ZERO:
        return False
    try:
        allowed(CUSTOMER_INVOICES, desk, invoice, trigger)
    except (Conflict, Invalid):
        return False
    return True
