"""Credit notes: the law wants the customer to receive them, though the API does not name them."""

import sys
from argparse import Namespace
from pathlib import Path

import uvloop

from reskontra.actions.credit_notes import CreditLetter, credit_note
from reskontra.actions.mailing import letter_to, refuse_unreachable
from reskontra.actions.printing import digest_of, keep_printed
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.engine.database import Transaction
from reskontra.outside.mail import post, transport_of
from reskontra.outside.pdf import rendered


@in_office
def print_it(office: Office, options: Namespace) -> Answer:
    note, pdf = _paper(office, options)
    document = note.document
    place: Path = options.file or Path(f"kreditfaktura-{document.number}.pdf")
    try:
        place.write_bytes(pdf)
    except OSError as error:
        raise Failed(f"cannot write {place}: {error.strerror}") from None
    return {"credit_number": document.number, "file": str(place)}


@in_office
def mail_it(office: Office, options: Namespace) -> Answer:
    note, pdf = _paper(office, options)
    refuse_unreachable(note.mailing)
    letter = letter_to(note.mailing, note.owner, note.document, pdf, office.settings.mail_from)
    transport = transport_of(office.settings.smtp_url, office.settings.outbox)
    uvloop.run(post(letter, transport, office.now))
    return {"credit_number": note.document.number, "to": list(letter.to)}


def _paper(office: Office, options: Namespace) -> tuple[CreditLetter, bytes]:
    """The credit note as it was made; it is said if it was printed otherwise before."""
    note = office.read(
        lambda tx: credit_note(office.desk(tx, options.organisation), options.invoice)
    )
    pdf = rendered(note.document)
    digest = digest_of(pdf)

    def first_printed(tx: Transaction) -> str:
        books = office.desk(tx, options.organisation).books
        return keep_printed(books, note.document, digest)

    if office.write(first_printed) != digest:
        sys.stderr.write(f"Credit note {note.document.number} is printed differently.\n")
    return note, pdf
