"""Reminders as a person looks at them: who is to have one, what waits to be sent, what was."""

from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.reminders import DISPUTED, REMINDERS, UNREMINDED
from reskontra.actions.reminding import candidates, left_by
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict
from reskontra.domain.money import ZERO
from reskontra.domain.registers import Customer
from reskontra.domain.reminders import (
    Candidate,
    DisputedInvoice,
    Reminder,
    ReminderStatus,
    UnremindedCustomer,
)
from reskontra.domain.search import Condition, Match, Search
from reskontra.storage.shelves import CUSTOMER_INVOICES, CUSTOMERS

NEWEST = 50
MOST = 500  # exceptions on a page
MADE, SENDING, SENT = ReminderStatus.MADE, ReminderStatus.SENDING, ReminderStatus.SENT


class Overview(NamedTuple):
    candidates: list[Candidate]
    problem: str  # why nobody can say who is to be reminded
    made: list[Reminder]
    sending: list[Reminder]
    sent: list[Reminder]
    owing: frozenset[int]  # those sent of whose interest or fee something is left to ask for
    unpaid: frozenset[int]  # the latest of each invoice, while anything is left to pay


def overview(desk: Desk) -> Overview:
    of = {status: in_state(desk, status) for status in ReminderStatus}
    made, sending, sent = (of[each] for each in (MADE, SENDING, SENT))
    owing = frozenset(each.number for each in sent if owes(desk, each))
    latest = {each.document_number: each for each in reversed(sent)}.values()
    unpaid = frozenset(each.number for each in latest if each.number in owing or late(desk, each))
    lists = (made, sending, sent, owing, unpaid)
    try:
        return Overview(candidates(desk), "", *lists)
    except Conflict as refused:
        return Overview([], refused.message, *lists)


def owes(desk: Desk, reminder: Reminder) -> bool:
    return bool(reminder.interest or reminder.fee) and any(left_by(desk, reminder))


def late(desk: Desk, reminder: Reminder) -> bool:
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(reminder.document_number)
    return invoice.balance > ZERO


class Exceptions(NamedTuple):
    """Who and what is left alone."""

    customers: list[tuple[UnremindedCustomer, Customer]]
    invoices: list[tuple[DisputedInvoice, CustomerInvoice]]


def exceptions(desk: Desk) -> Exceptions:
    """The first of them, by number."""
    shelf = desk.books.shelf
    spared = shelf(UNREMINDED.layout).page(Search((), "customer_number", False, MOST, 0))[0]
    disputed = shelf(DISPUTED.layout).page(Search((), "document_number", False, MOST, 0))[0]
    return Exceptions(
        [(each, shelf(CUSTOMERS).get(each.customer_number)) for each in spared],
        [(each, shelf(CUSTOMER_INVOICES).get(each.document_number)) for each in disputed],
    )


def in_state(desk: Desk, status: ReminderStatus) -> list[Reminder]:
    """The newest of them."""
    asked = (Condition(Match.EXACT, "status", str(status)),)
    search = Search(asked, "number", True, NEWEST, 0)
    return desk.books.shelf(REMINDERS.layout).page(search)[0]
