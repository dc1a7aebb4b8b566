"""Credit notes: the law wants the customer to receive them, though the API does not name them."""

from argparse import Namespace
from pathlib import Path

from reskontra.actions.credit_notes import credit_note, refuse_unreachable
from reskontra.actions.mailing import letter_to
from reskontra.actions.printing import keep_digest
from reskontra.commands.office import Answer, Failed, Office, in_office
from reskontra.domain.registers import Customer
from reskontra.outside.document import Document
from reskontra.outside.mail import post, transport_of
from reskontra.outside.pdf import rendered


@in_office
def print_it(office: Office, asked: Namespace) -> Answer:
    document, _, pdf = _paper(office, asked)
    place: Path = asked.file or Path(f"kreditfaktura-{document.number}.pdf")
    try:
        place.write_bytes(pdf)
    except OSError as error:
        raise Failed(f"cannot write {place}: {error.strerror}") from None
    return {"credit_number": document.number, "file": str(place)}


@in_office
def mail_it(office: Office, asked: Namespace) -> Answer:
    document, customer, pdf = _paper(office, asked)
    refuse_unreachable(customer)
    letter = letter_to(customer, document, pdf, office.settings.mail_from)
    transport = transport_of(office.settings.smtp_url, office.settings.outbox)
    post(letter, transport, office.now)
    return {"credit_number": document.number, "to": list(letter.to)}


def _paper(office: Office, asked: Namespace) -> tuple[Document, Customer, bytes]:
    """The credit note as it was made, and the digest of its first printing kept."""
    document, customer = office.read(
        lambda tx: credit_note(office.desk(tx, asked.organisation), asked.invoice)
    )
    pdf = rendered(document)
    office.write(lambda tx: keep_digest(office.desk(tx, asked.organisation).books, document, pdf))
    return document, customer, pdf
