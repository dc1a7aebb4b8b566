"""Reminders of overdue invoices: who is to get one, what it asks for, and what is paid of that."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import reduce
from typing import Any, NamedTuple

from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.interest import Movement, Rates, Stretch, interest, shares, stretches
from reskontra.domain.money import ZERO, part_of
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.records import Record, field
from reskontra.domain.vat import OUTSIDE

MOST = 2  # reminders of a claim; what comes after them is collection
COMPANY = "COMPANY"  # the sort of customer that delay compensation is asked of


class Charge(StrEnum):
    """What is asked for beside interest: one of them, never both."""

    NONE = "none"
    FEE = "fee"  # agreed with the customer before the debt arose
    COMPENSATION = "compensation"  # between businesses, without agreement


AMOUNTS = {Charge.NONE: ZERO, Charge.FEE: Decimal("60.00"), Charge.COMPENSATION: Decimal("450.00")}


class ReminderSettings(Record):
    first_after: int = 5  # days after the due date
    second_after: int = 20
    days_between: int = 10
    days_to_pay: int = 10
    charge: Charge = Charge.NONE
    interest: bool = True
    agreed_rate: Decimal = ZERO  # per cent a year; nothing is the law's
    carried: Mapping[str, Any] = field(default_factory=dict)

    def after(self, level: int) -> int:
        return self.first_after if level == 1 else self.second_after


class ReminderStatus(StrEnum):
    MADE = "made"
    SENDING = "sending"  # it is on its way, or was when the service stopped: nobody knows
    SENT = "sent"
    WITHDRAWN = "withdrawn"


class InterestRow(Record):
    """A stretch of days at one rate, as the letter shows it."""

    from_date: str
    to_date: str
    days: int
    balance: Decimal
    percent: Decimal
    amount: Decimal


class Reminder(Record):
    number: int
    document_number: int
    level: int  # the first or the second of its claim
    reminder_date: date
    due_date: date  # by when what it asks for is to be paid
    balance: Decimal  # what the customer had left to pay
    interest: Decimal = ZERO
    charge: Charge = Charge.NONE
    fee: Decimal = ZERO
    settled: Decimal = ZERO  # of interest and fee, paid or invoiced before
    total: Decimal = ZERO
    interest_rows: tuple[InterestRow, ...] = ()
    status: ReminderStatus = ReminderStatus.MADE
    withdrawn: int = 0  # its own number once it is: the place of its level is free again
    begun_at: str = ""  # when it was taken to be sent
    sent_at: str = ""
    letterhead: int = 0
    interest_invoice: int = 0  # by which what it asks for was invoiced
    invoiced_interest: Decimal = ZERO
    invoiced_fee: Decimal = ZERO
    carried: Mapping[str, Any] = field(default_factory=dict)


class ReminderRun(Record):
    """Reminders that were made together, of all that is due or of one invoice."""

    document_number: int = 0
    reminders: tuple[Reminder, ...] = ()
    carried: Mapping[str, Any] = field(default_factory=dict)


class UnremindedCustomer(Record):
    """One who is never reminded."""

    customer_number: str
    reason: str = ""
    carried: Mapping[str, Any] = field(default_factory=dict)


class DisputedInvoice(Record):
    """One that the customer does not accept: nobody is reminded of it."""

    document_number: int
    reason: str = ""
    carried: Mapping[str, Any] = field(default_factory=dict)


class Candidate(Record):
    """An invoice that is to be reminded of, and what that would ask for."""

    document_number: int
    customer_number: str
    customer_name: str
    due_date: date
    days_late: int
    level: int
    balance: Decimal
    interest: Decimal
    charge: Charge
    fee: Decimal
    settled: Decimal
    total: Decimal
    has_address: bool


class ReminderPayment(Record):
    """What came in for a reminder, and what of it is interest and fee."""

    amount: Decimal = ZERO
    payment_date: date | None = None
    mode_of_payment: str = ""
    payment_number: int = 0
    interest: Decimal = ZERO
    fee: Decimal = ZERO
    carried: Mapping[str, Any] = field(default_factory=dict)


class Standing(NamedTuple):
    """What decides whether an invoice is to be reminded of."""

    document_number: int
    status: Status
    balance: Decimal
    due_date: date
    is_disputed: bool
    is_exempt: bool  # its customer
    reminders: int  # those that were not withdrawn
    latest: date | None  # the last of them


def why_not(claim: Standing, settings: ReminderSettings, today: date) -> str:
    """Why it is not to be reminded of today; "" where it is."""
    level, late = claim.reminders + 1, (today - claim.due_date).days
    if claim.status is not Status.SENT or claim.balance <= 0:
        return "Fakturan har inget kvar att betala"
    if claim.is_disputed:
        return "Fakturan är bestridd"
    if claim.is_exempt:
        return "Kunden ska inte påminnas"
    if level > MOST:
        return f"Fakturan har påmints om {MOST} gånger; nästa steg är inkasso"
    if late < max(settings.after(level), 1):
        return f"Fakturan förföll {claim.due_date}: det är för tidigt att påminna"
    if claim.latest and (today - claim.latest).days < settings.days_between:
        return f"Kunden påmindes {claim.latest}: det är för tidigt att påminna igen"
    return ""


class Settled(NamedTuple):
    """What is paid or invoiced of interest and fee."""

    interest: Decimal = ZERO
    fee: Decimal = ZERO

    def plus(self, other: "Settled") -> "Settled":
        return Settled(self.interest + other.interest, self.fee + other.fee)


def paid_beside(payments: Iterable[CustomerPayment]) -> Settled:
    """What booked payments brought of interest and fee, beyond the invoice."""

    def on(account: int) -> Decimal:
        rows = (row for each in payments for row in each.write_offs)
        return -sum((row.amount for row in rows if row.account_number == account), ZERO)

    payments = [*payments]
    return Settled(on(accounts.INTEREST_INCOME), on(accounts.REMINDER_FEES))


def invoiced_by(reminders: Iterable[Reminder]) -> Settled:
    parts = (Settled(each.invoiced_interest, each.invoiced_fee) for each in reminders)
    return reduce(Settled.plus, parts, Settled())


def bears_interest(invoice: CustomerInvoice) -> bool:
    """Never on interest, nor on a fee."""
    return not any(row.account_number in OUTSIDE.values() for row in invoice.rows)


def charge_of(settings: ReminderSettings, invoice: CustomerInvoice, customer_type: str) -> Charge:
    """A consumer pays no compensation."""
    among_businesses = customer_type == COMPANY
    if not bears_interest(invoice):
        return Charge.NONE
    if settings.charge is Charge.COMPENSATION and not among_businesses:
        return Charge.NONE
    return settings.charge


def reminder_of(
    invoice: CustomerInvoice,
    level: int,
    day: date,
    settings: ReminderSettings,
    charge: Charge,
    movements: tuple[Movement, ...],
    rates: Rates,
    before: Settled,
) -> Reminder:
    """What the letter asks for, on its day."""
    parts = _parts(invoice, day, settings, movements, rates)
    bears, fee = interest(parts), AMOUNTS[charge]
    settled = part_of(bears, before.interest) + part_of(fee, before.fee)
    return Reminder(
        number=0,
        document_number=invoice.document_number,
        level=level,
        reminder_date=day,
        due_date=day + timedelta(days=settings.days_to_pay),
        balance=invoice.balance,
        interest=bears,
        charge=charge,
        fee=fee,
        settled=settled,
        total=invoice.balance + bears + fee - settled,
        interest_rows=tuple(map(_row, parts, shares(parts))),
    )


def _parts(
    invoice: CustomerInvoice,
    day: date,
    settings: ReminderSettings,
    movements: tuple[Movement, ...],
    rates: Rates,
) -> tuple[Stretch, ...]:
    if not settings.interest or not bears_interest(invoice):
        return ()
    # What came by another way than a payment, such as a reduction that was refused, bears none.
    since = invoice.balance - sum((each.amount for each in movements), ZERO)
    claimed = min(since, invoice.total - invoice.tax_reduction)
    return stretches(claimed, invoice.due_date, day, movements, rates, settings.agreed_rate or None)


def _row(part: Stretch, amount: Decimal) -> InterestRow:
    first, last = part.first.isoformat(), part.last.isoformat()
    return InterestRow(first, last, part.days, part.balance, part.percent, amount)


def left_to_ask(reminder: Reminder, before: Settled) -> Settled:
    """What a reminder asked for beside the invoice and nobody has paid or invoiced."""
    return Settled(
        max(reminder.interest - before.interest, ZERO), max(reminder.fee - before.fee, ZERO)
    )


def split(beyond: Decimal, left: Settled) -> Settled:
    """What is paid beyond an invoice: interest first, then the fee; the rest is overpaid."""
    interest_paid = part_of(left.interest, beyond)
    return Settled(interest_paid, part_of(left.fee, beyond - interest_paid))
