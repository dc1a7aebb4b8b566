"""The lives of reminders, of their settings, and of whom and what they are not sent for."""

from datetime import datetime, timedelta
from typing import Any

from reskontra.actions import reminding
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    KEPT,
    NOTHING,
    SAME,
    Allow,
    Change,
    Outcome,
    Refuse,
    Request,
    always,
    unchanged,
)
from reskontra.actions.numbers import next_number
from reskontra.actions.register import Register
from reskontra.actions.registers import Rules, register
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract import reminders as contract
from reskontra.contract.listing import Listing
from reskontra.domain import happening
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.errors import Conflict
from reskontra.domain.records import replace
from reskontra.domain.reminders import (
    DisputedInvoice,
    Reminder,
    ReminderSettings,
    ReminderStatus,
    Settled,
    UnremindedCustomer,
)
from reskontra.storage import shelves

MADE, SENDING, SENT, WITHDRAWN = ((each,) for each in ReminderStatus)
UNDER_WAY = timedelta(minutes=5)  # longer than any letter takes


def make(desk: Desk, _: None, request: Request) -> Outcome:
    """Of an invoice that is a candidate now; else it is refused, with the reason."""
    changes = contract.REMINDERS.accept(request.fields, creating=True)
    contract.REMINDERS.require(changes)
    invoice = CUSTOMER_INVOICES.take(desk, changes["document_number"])
    reminding.refuse_not_due(desk, invoice)
    made = reminding.proposed(desk, invoice)
    carried = changes["carried"]
    return Outcome(replace(made, letterhead=desk.organisation.letterhead, carried=carried))


def as_it_was(desk: Desk, reminder: Reminder) -> None:
    """What it says is still so: nobody is asked for what they have paid meanwhile."""
    invoice = CUSTOMER_INVOICES.find(desk, reminder.document_number)
    if invoice.status is not Status.SENT or invoice.balance != reminder.balance:
        raise Conflict("Fakturan är inte längre som påminnelsen säger; dra tillbaka den")


def begin(desk: Desk, reminder: Reminder, _: Any) -> Outcome:
    """Taken to be sent: from now on nobody else takes it."""
    return Outcome(replace(reminder, begun_at=desk.books.now.isoformat()))


def arrive(desk: Desk, reminder: Reminder, _: Any) -> Outcome:
    """It has left the house; its invoice knows."""
    number, invoice = reminder.number, reminder.document_number
    facts = {"number": number, "invoice": invoice, "total": str(reminder.total)}
    told = Change(CUSTOMER_INVOICES, lambda desk: CUSTOMER_INVOICES.take(desk, invoice), "remind")
    sent = replace(reminder, sent_at=desk.books.now.isoformat())
    return Outcome(sent, with_it=(told,), facts=facts)


def not_under_way(desk: Desk, reminder: Reminder) -> None:
    """A letter may be on the line at this very moment."""
    if desk.books.now - datetime.fromisoformat(reminder.begun_at) < UNDER_WAY:
        raise Conflict("Påminnelsen skickas just nu; vänta några minuter")


def withdraw(desk: Desk, reminder: Reminder, _: Any) -> Outcome:
    return Outcome(replace(reminder, withdrawn=reminder.number))


def invoiced(desk: Desk, reminder: Reminder, charge: tuple[int, Settled]) -> Outcome:
    """What it asked for beside the invoice is asked for by an invoice of its own."""
    number, part = charge
    return Outcome(
        replace(
            reminder,
            interest_invoice=number,
            invoiced_interest=part.interest,
            invoiced_fee=part.fee,
        )
    )


def lock_invoice(desk: Desk, reminder: Reminder) -> None:
    """Before its reminders, as before its payments."""
    CUSTOMER_INVOICES.take(desk, reminder.document_number)


PERHAPS = (
    "Påminnelsen skickas, eller så avbröts det; se efter om den kom fram, och säg det"
    " (/confirm, eller /release om den inte gjorde det)"
)
UNSENT = "Påminnelsen är inte skickad"
IS_SENT = "Påminnelsen är redan skickad"
IS_WITHDRAWN = "Påminnelsen är tillbakadragen"

# fmt: off
REMINDERS = Register(
    contract.REMINDERS, shelves.REMINDERS, contract.LISTING, numbers="reminder", locks=lock_invoice, life=(
    #      from       trigger          to                        only if        does      tells               draws / in the history
    Allow (NOTHING,   "create",        ReminderStatus.MADE,      always,        make,     "reminder-created", next_number),
    Allow (MADE,      "send",          ReminderStatus.SENDING,   as_it_was,     begin,    "reminder-updated"),
    Allow (MADE,      "externalprint", ReminderStatus.SENT,      as_it_was,     arrive,   "reminder-updated", recorded="reminder sent"),
    Allow (MADE,      "withdraw",      ReminderStatus.WITHDRAWN, always,        withdraw, "reminder-updated"),
    Refuse(MADE,      "confirm",       Conflict,                 UNSENT),
    Refuse(MADE,      "release",       Conflict,                 UNSENT),
    Refuse(MADE,      "fail",          Conflict,                 UNSENT),
    Refuse(MADE,      "invoice",       Conflict,                 UNSENT),
    # Between these two steps the letter leaves. Where the service stops there, nobody knows whether
    # it did: it is not sent again until a person has said so.
    Allow (SENDING,   "confirm",       ReminderStatus.SENT,      always,        arrive,   "reminder-updated", recorded="reminder sent"),
    Allow (SENDING,   "fail",          ReminderStatus.MADE,      always,        unchanged, "reminder-updated"),
    Allow (SENDING,   "release",       ReminderStatus.MADE,      not_under_way, unchanged, "reminder-updated"),
    Refuse(SENDING,   "send",          Conflict,                 PERHAPS),
    Refuse(SENDING,   "externalprint", Conflict,                 PERHAPS),
    Refuse(SENDING,   "withdraw",      Conflict,                 PERHAPS),
    Refuse(SENDING,   "invoice",       Conflict,                 UNSENT),
    Allow (SENT,      "confirm",       SAME),
    Allow (SENT,      "externalprint", SAME),
    Allow (SENT,      "invoice",       SAME,                     always,        invoiced, "reminder-updated"),
    Refuse(SENT,      "send",          Conflict,                 IS_SENT),
    Refuse(SENT,      "fail",          Conflict,                 IS_SENT),
    Refuse(SENT,      "release",       Conflict,                 IS_SENT),
    Refuse(SENT,      "withdraw",      Conflict,                 IS_SENT),
    Allow (WITHDRAWN, "withdraw",      SAME),
    Refuse(WITHDRAWN, "send",          Conflict,                 IS_WITHDRAWN),
    Refuse(WITHDRAWN, "externalprint", Conflict,                 IS_WITHDRAWN),
    Refuse(WITHDRAWN, "confirm",       Conflict,                 IS_WITHDRAWN),
    Refuse(WITHDRAWN, "fail",          Conflict,                 IS_WITHDRAWN),
    Refuse(WITHDRAWN, "release",       Conflict,                 IS_WITHDRAWN),
    Refuse(WITHDRAWN, "invoice",       Conflict,                 IS_WITHDRAWN),
))
# fmt: on


# The settings, and those who are left alone


def set_up(desk: Desk, before: ReminderSettings | None, request: Request) -> Outcome:
    changes = contract.SETTINGS.accept(request.fields)
    after: ReminderSettings = contract.SETTINGS.changed(before or ReminderSettings(), changes)
    if after.second_after <= after.first_after:
        raise Conflict("Den andra påminnelsen kommer efter den första")
    return Outcome(after, facts=reminding.settings_in_words(after))


def of_known_customer(desk: Desk, exempt: UnremindedCustomer) -> UnremindedCustomer:
    desk.books.shelf(shelves.CUSTOMERS).get(exempt.customer_number)
    return exempt


def of_issued_invoice(desk: Desk, dispute: DisputedInvoice) -> DisputedInvoice:
    invoice: CustomerInvoice = CUSTOMER_INVOICES.find(desk, dispute.document_number)
    if invoice.status is Status.DRAFT:
        raise Conflict("Fakturan är inte bokförd")
    return dispute


# fmt: off
REMINDER_SETTINGS = Register(
    contract.SETTINGS, shelves.REMINDER_SETTINGS, Listing(), status="", heard_in=happening.REMINDERS, life=(
    #     from     trigger   to    only if  does    tells                      in the history
    Allow(NOTHING, "update", KEPT, always,  set_up, "remindersettings-updated", recorded="reminder settings changed"),
    Allow(KEPT,    "update", SAME, always,  set_up, "remindersettings-updated", recorded="reminder settings changed"),
))
UNREMINDED = register("unremindedcustomer", contract.UNREMINDED, shelves.UNREMINDED, contract.UNREMINDED_LISTING, "Kundnummer", rules=Rules(of_known_customer), heard_in=happening.REMINDERS)
DISPUTED   = register("disputedinvoice",    contract.DISPUTED,   shelves.DISPUTED,   contract.DISPUTED_LISTING,   "Fakturanummer", rules=Rules(of_issued_invoice), heard_in=happening.REMINDERS)
# fmt: on
OWN_REGISTERS = (REMINDERS, UNREMINDED, DISPUTED)
