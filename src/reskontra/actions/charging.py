"""Interest and fees that a reminder asked for: invoiced by themselves, or paid with the invoice."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from reskontra.actions.customer_drafts import Claim, Part
from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.lifecycle import Request, Sent
from reskontra.actions.reminders import REMINDERS
from reskontra.actions.reminding import left_by
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.contract.reminders import PAYMENT
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict
from reskontra.domain.money import ZERO
from reskontra.domain.reminders import Reminder, ReminderPayment, Settled, split
from reskontra.domain.vat import Beside
from reskontra.outside.document import Language
from reskontra.outside.wording import sentence

NOTHING_LEFT = "Det som påminnelsen begär är redan betalt eller fakturerat"


def invoice_interest(desk: Desk, number: int) -> CustomerInvoice:
    """A draft of what a reminder asked for beside its invoice and nobody has paid or invoiced."""
    reminder, left = _asked_for(desk, number)
    if not any(left):
        raise Conflict("Det finns ingen obetald ränta eller avgift att fakturera")
    late = CUSTOMER_INVOICES.find(desk, reminder.document_number)
    fields = {"CustomerNumber": late.customer_number, "Language": late.language}
    claim = Claim(fields, tuple(_parts(late, reminder, left)))
    draft: CustomerInvoice = fire(CUSTOMER_INVOICES, desk, None, "charge", claim)
    fire(REMINDERS, desk, reminder, "invoice", (draft.document_number, left))
    return draft


def _asked_for(desk: Desk, number: int) -> tuple[Reminder, Settled]:
    """A reminder that was sent, and what is left of its interest and its fee."""
    reminder: Reminder = REMINDERS.take(desk, number)
    allowed(REMINDERS, desk, reminder, "invoice")
    return reminder, left_by(desk, reminder)


def _parts(late: CustomerInvoice, reminder: Reminder, left: Settled) -> Iterator[Part]:
    language = Language.ENGLISH if late.in_english else Language.SWEDISH
    of = (
        f"faktura {late.document_number}"
        if not late.in_english
        else f"invoice {late.document_number}"
    )
    if left.interest:
        days = {
            "first": str(reminder.interest_rows[0].from_date),
            "last": str(reminder.reminder_date),
        }
        text = sentence("late interest", language).format(**days)
        yield Part(Beside.INTEREST, f"{text}, {of}", left.interest)
    if left.fee:
        text = sentence(str(reminder.charge), language)
        yield Part(Beside.FEE, f"{text}, {of}", left.fee)


class Unpaid(NamedTuple):
    """What is left to pay of a reminder: of its invoice, and of what it asks for beside it."""

    late: CustomerInvoice
    beside: Settled

    @property
    def total(self) -> Decimal:
        return self.late.balance + self.beside.interest + self.beside.fee


def unpaid(desk: Desk, number: int) -> Unpaid:
    """Of one that was sent and is not paid yet."""
    reminder, left = _asked_for(desk, number)
    found = Unpaid(CUSTOMER_INVOICES.find(desk, reminder.document_number), left)
    if found.total <= ZERO:
        raise Conflict(NOTHING_LEFT)
    return found


def receive(desk: Desk, number: int, sent: Sent) -> ReminderPayment:
    """A payment of a reminder, booked: what is beyond the invoice is interest, then the fee."""
    changes = PAYMENT.accept(sent, creating=True)
    left = unpaid(desk, number)
    late = left.late
    amount = changes.get("amount") or left.total
    part = split(max(amount - late.balance, ZERO), left.beside)
    fields = {
        "InvoiceNumber": late.document_number,
        "Amount": str(amount),
        "WriteOffs": [*_beyond(part)],
        "PaymentDate": str(changes.get("payment_date") or desk.today),
        "ModeOfPayment": changes.get("mode_of_payment", ""),
    }
    payment = fire(CUSTOMER_PAYMENTS, desk, None, "create", Request(fields))
    booked = fire(CUSTOMER_PAYMENTS, desk, payment, "bookkeep")
    return ReminderPayment(
        booked.amount, booked.payment_date, booked.mode_of_payment, booked.number, *part
    )


def _beyond(part: Settled) -> Iterator[dict[str, Any]]:
    """Rows of the payment that are not the invoice's: below zero, for they are income."""
    for account, amount in (
        (accounts.INTEREST_INCOME, part.interest),
        (accounts.REMINDER_FEES, part.fee),
    ):
        if amount:
            yield {"Amount": str(-amount), "AccountNumber": account}
