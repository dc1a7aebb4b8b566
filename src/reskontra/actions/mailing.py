"""The letter that carries a document to its customer: whom it goes to, and what it says."""

import re
from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.domain.address import is_address
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Invalid
from reskontra.domain.identity import masked_text
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import text_in
from reskontra.outside.document import Document
from reskontra.outside.letters import letter_for
from reskontra.outside.mail import Letter
from reskontra.storage.shelves import CUSTOMERS

NUMBER = "{no}"  # in a subject or a text: the invoice's own


class Mailing(NamedTuple):
    """Whom a document goes to, and the client's own words where there are any."""

    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str = ""
    body: str = ""


def mailing_of(desk: Desk, invoice: CustomerInvoice) -> Mailing:
    """As the invoice's `EmailInformation` has it, else as its customer has it."""
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    sent = invoice.email_information
    asked = {name: text_in(value) for name, value in sent.items()} if isinstance(sent, dict) else {}

    def said(name: str) -> str:
        return masked_text(asked.get(name, "")).replace(NUMBER, str(invoice.document_number))

    return Mailing(
        to=_addresses(asked.get("EmailAddressTo"), customer.email_invoice, customer.email),
        cc=_addresses(asked.get("EmailAddressCC"), customer.email_invoice_cc),
        bcc=_addresses(asked.get("EmailAddressBCC"), customer.email_invoice_bcc),
        subject=said("EmailSubject"),
        body=said("EmailBody"),
    )


def _addresses(*places: str | None) -> tuple[str, ...]:
    """The first that holds addresses and nothing else: one, or several with , or ; between."""
    for place in filter(None, places):
        addresses = tuple(filter(None, re.split(r"[\s,;]+", place)))
        if addresses and all(map(is_address, addresses)):
            return addresses
    return ()


def refuse_unreachable(mailing: Mailing) -> None:
    if not mailing.to:
        raise Invalid("Kunden saknar e-postadress")


def letter_to(
    mailing: Mailing, owner: Organisation, document: Document, pdf: bytes, mail_from: str
) -> Letter:
    """From the owner's address of today: the letterhead's may be one that nobody reads any more."""
    return letter_for(document, pdf, sender=owner.email or mail_from, **mailing._asdict())
