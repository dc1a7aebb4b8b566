"""A reminder as a letter: what stands on it, and whom it goes to."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.mailing import Mailing, mailing_of
from reskontra.actions.printing import language_of, receiver_of, sender_of
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.identity import masked_text
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import text_in
from reskontra.domain.reminders import InterestRow, Reminder
from reskontra.outside import wording
from reskontra.outside.document import Document, DocumentRow, Language, Paper
from reskontra.storage.shelves import CUSTOMER_INVOICES


class ReminderLetter(NamedTuple):
    reminder: Reminder
    document: Document
    mailing: Mailing
    owner: Organisation


def letter_of(desk: Desk, reminder: Reminder) -> ReminderLetter:
    """The paper, whom it is for and whom it is from; subject and text are the invoice's own."""
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(reminder.document_number)
    mailing = mailing_of(desk, invoice)._replace(subject="", body="")
    return ReminderLetter(
        reminder, reminder_document(desk, invoice, reminder), mailing, desk.organisation
    )


def reminder_document(desk: Desk, invoice: CustomerInvoice, reminder: Reminder) -> Document:
    language = language_of(invoice)
    return Document(
        sender=sender_of(desk, invoice, reminder.letterhead),
        receiver=receiver_of(invoice),
        number=str(reminder.number),
        kind=Paper.REMINDER,
        level=reminder.level,
        invoice_date=reminder.reminder_date,
        due_date=reminder.due_date,
        claim_date=invoice.invoice_date,
        claim_due_date=invoice.due_date,
        credited_number=str(invoice.document_number),
        language=language,
        ocr=invoice.ocr,
        our_reference=masked_text(text_in(invoice.our_reference)),
        your_reference=masked_text(text_in(invoice.your_reference)),
        intro=_said(
            language,
            "reminded",
            number=str(invoice.document_number),
            due=str(invoice.due_date),
            by=str(reminder.due_date),
        ),
        rows=tuple(_rows(reminder, language)),
        to_pay=reminder.total,
    )


def _rows(reminder: Reminder, language: Language) -> Iterator[DocumentRow]:
    number = str(reminder.document_number)
    text = _said(language, "left of invoice", number=number)
    yield DocumentRow(text, total=reminder.balance)
    yield from (_interest(row, language) for row in reminder.interest_rows)
    if reminder.fee:
        yield DocumentRow(_said(language, str(reminder.charge)), total=reminder.fee)
    if reminder.settled:
        yield DocumentRow(_said(language, "settled"), total=-reminder.settled)


def _interest(row: InterestRow, language: Language) -> DocumentRow:
    return DocumentRow(
        _said(language, "late interest", first=row.from_date, last=row.to_date),
        quantity=Decimal(row.days),
        price=row.balance,
        vat_rate=row.percent,
        total=row.amount,
    )


def _said(language: Language, key: str, **values: str) -> str:
    return wording.sentence(key, language).format(**values)
