"""What is done with reminders, whoever asks: the settings, a run, and a letter step by step."""

from reskontra.actions import reminding
from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.lifecycle import Request, Sent
from reskontra.actions.mailing import refuse_unreachable
from reskontra.actions.reminder_letters import ReminderLetter, letter_of
from reskontra.actions.reminders import REMINDER_SETTINGS, REMINDERS
from reskontra.domain.reminders import Reminder, ReminderRun, ReminderSettings
from reskontra.storage import ledger
from reskontra.storage.shelves import REMINDER_SETTINGS as KEPT_SETTINGS


def change_settings(desk: Desk, sent: Sent) -> ReminderSettings:
    ledger.lock(desk.books)  # of two who set them first, one comes after the other
    before = desk.books.shelf(KEPT_SETTINGS).find()
    after: ReminderSettings = fire(REMINDER_SETTINGS, desk, before, "update", Request(sent))
    return after


def run_of(desk: Desk, document_number: int = 0) -> ReminderRun:
    """Of one invoice, else of each that is to have a reminder today; none is sent yet."""
    numbers = [document_number] if document_number else sorted(reminding.due_numbers(desk))
    made = tuple(remind_of(desk, number) for number in numbers)
    return ReminderRun(document_number, made)


def remind_of(desk: Desk, document_number: int) -> Reminder:
    sent = {"DocumentNumber": document_number}
    made: Reminder = fire(REMINDERS, desk, None, "create", Request(sent))
    return made


def to_send(desk: Desk, number: int) -> ReminderLetter:
    """The letter, where it may be sent and there is someone to send it to."""
    reminder = REMINDERS.find(desk, number)
    allowed(REMINDERS, desk, reminder, "send")
    letter = letter_of(desk, reminder)
    refuse_unreachable(letter.mailing)
    return letter


def fired(desk: Desk, number: int, trigger: str) -> Reminder:
    after: Reminder = fire(REMINDERS, desk, REMINDERS.take(desk, number), trigger)
    return after
