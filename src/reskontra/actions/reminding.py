"""Who is to be reminded and what a reminder asks for, from the books as they are."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.mailing import mailing_of
from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.errors import Conflict
from reskontra.domain.interest import Movement, Rates
from reskontra.domain.reminders import (
    Candidate,
    Reminder,
    ReminderSettings,
    Settled,
    charge_of,
    invoiced_by,
    left_to_ask,
    paid_beside,
    reminder_of,
    why_not,
)
from reskontra.domain.voucher import VoucherKey
from reskontra.storage import ledger, reminders
from reskontra.storage.payments import booked_payments_of
from reskontra.storage.shelves import CUSTOMER_INVOICES, CUSTOMERS, REMINDER_SETTINGS

MOST_AT_ONCE = 500  # candidates of one run


def settings_of(desk: Desk) -> ReminderSettings:
    return desk.books.shelf(REMINDER_SETTINGS).find() or ReminderSettings()


def settings_in_words(settings: ReminderSettings) -> dict[str, Any]:
    return {
        "first_after": settings.first_after,
        "second_after": settings.second_after,
        "charge": str(settings.charge),
        "interest": settings.interest,
        "agreed_rate": str(settings.agreed_rate),
    }


# Who


def refuse_not_due(desk: Desk, invoice: CustomerInvoice) -> None:
    standing = reminders.standing_of(desk.books, invoice.document_number)
    assert standing
    if reason := why_not(standing, settings_of(desk), desk.today):
        raise Conflict(reason)


def due_numbers(desk: Desk) -> list[int]:
    """The invoices to be reminded of today, the oldest first; as many as one run takes."""
    settings = settings_of(desk)
    late = reminders.overdue(desk.books, desk.today)
    due = [each.document_number for each in late if not why_not(each, settings, desk.today)]
    return due[:MOST_AT_ONCE]


def candidates(desk: Desk) -> list[Candidate]:
    invoices = desk.books.shelf(CUSTOMER_INVOICES)
    return [candidate(desk, invoices.get(number)) for number in due_numbers(desk)]


def candidate(desk: Desk, invoice: CustomerInvoice) -> Candidate:
    asks = proposed(desk, invoice)
    return Candidate(
        document_number=invoice.document_number,
        customer_number=invoice.customer_number,
        customer_name=invoice.customer_name,
        due_date=invoice.due_date,
        days_late=(desk.today - invoice.due_date).days,
        level=asks.level,
        balance=asks.balance,
        interest=asks.interest,
        charge=asks.charge,
        fee=asks.fee,
        settled=asks.settled,
        total=asks.total,
        has_address=bool(mailing_of(desk, invoice).to),
    )


# What for


def proposed(desk: Desk, invoice: CustomerInvoice) -> Reminder:
    """The next reminder of an invoice, as it would be today."""
    settings = settings_of(desk)
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    before = reminders.live_reminders(desk.books, invoice.document_number)
    return reminder_of(
        invoice,
        len(before) + 1,
        desk.today,
        settings,
        charge_of(settings, invoice, customer.type),
        movements(desk, invoice),
        rates(desk),
        settled(desk, invoice.document_number, before),
    )


def rates(desk: Desk) -> Rates:
    return reminders.known_rates(desk.books.tx)


def movements(desk: Desk, invoice: CustomerInvoice) -> tuple[Movement, ...]:
    """What booked payments did to the customer's share; those that were undone did nothing."""
    if invoice.balance == invoice.total - invoice.tax_reduction:
        return ()
    paid = booked_payments_of(desk.books, invoice.document_number)
    keys = [
        VoucherKey(each.voucher_year, each.voucher_series, each.voucher_number) for each in paid
    ]
    vouchers = [ledger.voucher_at(desk.books, key) for key in keys]
    changes = [Movement(each.date, each.change(accounts.CUSTOMER_RECEIVABLES)) for each in vouchers]
    return tuple(each for each in changes if each.amount)


def settled(desk: Desk, document_number: int, before: list[Reminder]) -> Settled:
    """What is paid of interest and fee, and what is asked for by an invoice of its own."""
    paid = paid_beside(booked_payments_of(desk.books, document_number))
    return paid.plus(invoiced_by(each for each in before if is_invoiced(desk, each)))


def is_invoiced(desk: Desk, reminder: Reminder) -> bool:
    """A draft that was discarded, and an invoice that was credited, ask for nothing."""
    if not reminder.interest_invoice:
        return False
    invoice = desk.books.shelf(CUSTOMER_INVOICES).find(reminder.interest_invoice)
    return invoice is not None and invoice.status is not Status.CANCELLED


def left_by(desk: Desk, reminder: Reminder) -> Settled:
    """What is left of the interest and the fee that it asked for."""
    before = reminders.live_reminders(desk.books, reminder.document_number)
    done = settled(desk, reminder.document_number, before)
    return left_to_ask(reminder, done)
