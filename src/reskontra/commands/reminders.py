"""Reminders from the command line: the rates, whom to remind, a run, and the letters."""

import sys
from argparse import Namespace
from decimal import Decimal
from pathlib import Path

import uvloop

from reskontra.actions import charging, rates, reminder_runs, reminding
from reskontra.actions.desk import Desk
from reskontra.actions.mailing import letter_to
from reskontra.actions.printing import digest_of, keep_printed
from reskontra.actions.reminder_letters import ReminderLetter, letter_of
from reskontra.actions.reminders import REMINDERS
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.domain.errors import MailFailed, MailUncertain
from reskontra.domain.reminders import Reminder, ReminderRun
from reskontra.domain.search import Search
from reskontra.engine.database import Transaction
from reskontra.outside.mail import post, transport_of
from reskontra.outside.pdf import rendered

SETTINGS = {
    "first_after": "FirstAfter",
    "second_after": "SecondAfter",
    "days_between": "DaysBetween",
    "days_to_pay": "DaysToPay",
    "charge": "Charge",
    "interest": "Interest",
    "agreed_rate": "AgreedRate",
}


# The reference rates, which are every organisation's


@in_office
def add_rate(office: Office, options: Namespace) -> Answer:
    office.write(lambda tx: rates.set_rate(tx, options.first, options.percent, options.correct))
    return {"from": options.first.isoformat(), "percent": str(options.percent)}


@in_office
def all_rates(office: Office, options: Namespace) -> Answer:
    known = office.read(rates.known)
    return {"rates": {first.isoformat(): _plain(known[first]) for first in sorted(known)}}


def _plain(percent: Decimal) -> str:
    return f"{percent:.2f}"


# One organisation's reminders


@in_office
def settings(office: Office, options: Namespace) -> Answer:
    sent = {
        field: getattr(options, name)
        for name, field in SETTINGS.items()
        if getattr(options, name) is not None
    }

    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        after = reminder_runs.change_settings(desk, sent) if sent else reminding.settings_of(desk)
        return {name: str(getattr(after, name)) for name in SETTINGS}

    return office.write(work)


@in_office
def candidates(office: Office, options: Namespace) -> Answer:
    found = office.read(lambda tx: reminding.candidates(office.desk(tx, options.organisation)))
    return {
        "candidates": [
            {
                "invoice": each.document_number,
                "customer": each.customer_number,
                "due": each.due_date.isoformat(),
                "level": each.level,
                "balance": str(each.balance),
                "interest": str(each.interest),
                "fee": str(each.fee),
                "total": str(each.total),
                "has_address": each.has_address,
            }
            for each in found
        ]
    }


@in_office
def run(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> ReminderRun:
        desk = office.desk(tx, options.organisation)
        return reminder_runs.run_of(desk, options.invoice or 0)

    return {"reminders": [in_short(each) for each in office.write(work).reminders]}


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> list[Reminder]:
        shelf = office.desk(tx, options.organisation).books.shelf(REMINDERS.layout)
        newest = Search((), "number", True, options.most, 0)
        return shelf.page(newest)[0]

    return {"reminders": [in_short(each) for each in office.read(work)]}


def in_short(reminder: Reminder) -> Answer:
    return {
        "number": reminder.number,
        "invoice": reminder.document_number,
        "level": reminder.level,
        "date": reminder.reminder_date.isoformat(),
        "status": str(reminder.status),
        "total": str(reminder.total),
    }


def _fires(trigger: str, office: Office, options: Namespace) -> Reminder:
    def work(tx: Transaction) -> Reminder:
        desk = office.desk(tx, options.organisation)
        return reminder_runs.fired(desk, options.number, trigger)

    return office.write(work)


@in_office
def mark(office: Office, options: Namespace) -> Answer:
    """What a person knows of it: posted by hand, it did leave, it did not, it is not to."""
    return in_short(_fires(options.as_, office, options))


@in_office
def invoice(office: Office, options: Namespace) -> Answer:
    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        draft = charging.invoice_interest(desk, options.number)
        return {"invoice": draft.document_number, "total": str(draft.total)}

    return office.write(work)


@in_office
def receive(office: Office, options: Namespace) -> Answer:
    """What is beyond the invoice is interest, then the fee."""
    told = {
        "Amount": options.amount,
        "PaymentDate": options.day and options.day.isoformat(),
        "ModeOfPayment": options.mode,
    }
    sent = {name: value for name, value in told.items() if value is not None}

    def work(tx: Transaction) -> Answer:
        desk = office.desk(tx, options.organisation)
        paid = charging.receive(desk, options.number, sent)
        return {
            "reminder": options.number,
            "payment": paid.payment_number,
            "date": str(paid.payment_date),
            "amount": str(paid.amount),
            "interest": str(paid.interest),
            "fee": str(paid.fee),
        }

    return office.tried(work) if options.preview else office.write(work)


@in_office
def print_it(office: Office, options: Namespace) -> Answer:
    def look(desk: Desk) -> ReminderLetter:
        return letter_of(desk, REMINDERS.find(desk, options.number))

    letter = office.read(lambda tx: look(office.desk(tx, options.organisation)))
    place: Path = options.file or Path(f"paminnelse-{options.number}.pdf")
    try:
        place.write_bytes(_paper(office, options, letter))
    except OSError as error:
        raise Failed(f"cannot write {place}: {error.strerror}") from None
    return {"number": options.number, "file": str(place)}


@in_office
def send(office: Office, options: Namespace) -> Answer:
    """As the service does it: taken, mailed, told of."""

    def look(tx: Transaction) -> ReminderLetter:
        return reminder_runs.to_send(office.desk(tx, options.organisation), options.number)

    letter = office.read(look)
    pdf, sender = _paper(office, options, letter), office.settings.mail_from
    mail = letter_to(letter.mailing, letter.owner, letter.document, pdf, sender)
    transport = transport_of(office.settings.smtp_url, office.settings.outbox)
    _fires("send", office, options)
    try:
        uvloop.run(post(mail, transport, office.now))
    except MailUncertain:
        raise Failed("it is uncertain whether the reminder left: look, and then mark it") from None
    except MailFailed:
        _fires("fail", office, options)
        raise
    return {**in_short(_fires("confirm", office, options)), "to": list(mail.to)}


def _paper(office: Office, options: Namespace, letter: ReminderLetter) -> bytes:
    pdf = rendered(letter.document)
    digest = digest_of(pdf)

    def first_printed(tx: Transaction) -> str:
        books = office.desk(tx, options.organisation).books
        return keep_printed(books, letter.document, digest)

    if office.write(first_printed) != digest:
        sys.stderr.write(f"Reminder {options.number} is printed differently.\n")
    return pdf
