"""The letter that carries a document to its customer: whom it goes to, and what it says."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

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
TO, CC, BCC = "EmailAddressTo", "EmailAddressCC", "EmailAddressBCC"
QUOTED = re.compile('"[^"]*"')  # a name that may hold anything
BRACKETED = re.compile("<([^<>]*)>")


class Mailing(NamedTuple):
    """Whom a document goes to, and the client's own words where there are any."""

    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str = ""
    body: str = ""

    @property
    def recipients(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.to, *self.cc, *self.bcc)))


def mailing_of(desk: Desk, invoice: CustomerInvoice) -> Mailing:
    """As the invoice's `EmailInformation` has it, else as its customer has it."""
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    wanted = email_information(invoice)

    def said(name: str) -> str:
        text = masked_text(text_in(wanted.get(name)))
        return text.replace(NUMBER, str(invoice.document_number)) if text.strip() else ""

    def sent_to(name: str, *own: str) -> tuple[str, ...]:
        """The first that holds addresses and nothing else."""
        return next(filter(None, map(addresses_in, (text_in(wanted.get(name)), *own))), ())

    return Mailing(
        to=sent_to(TO, customer.email_invoice, customer.email),
        cc=sent_to(CC, customer.email_invoice_cc),
        bcc=sent_to(BCC, customer.email_invoice_bcc),
        subject=said("EmailSubject"),
        body=said("EmailBody"),
    )


def email_information(invoice: CustomerInvoice) -> Mapping[str, Any]:
    """What was sent of it, where that is an object."""
    sent = invoice.email_information
    return sent if isinstance(sent, dict) else {}


def addresses_in(text: str) -> tuple[str, ...]:
    """One, or several with , or ; between, each with a name before it or not.

    >>> addresses_in('kalle@ek.se; "Ek, Eva" <eva@ek.se>'), addresses_in("kalle@ek.se och Eva")
    (('kalle@ek.se', 'eva@ek.se'), ())
    """
    places = re.split("[,;]", QUOTED.sub(" ", text))
    found = [address for place in places for address in BRACKETED.findall(place) or place.split()]
    return tuple(found) if all(map(is_address, found)) else ()


def refuse_no_address(invoice: CustomerInvoice) -> None:
    """While it can be changed, where it is to go must be told in a way that can be read."""
    wanted = email_information(invoice)
    for name in (TO, CC, BCC):
        value = wanted.get(name, "")
        if str(value).strip() and not addresses_in(text_in(value)):
            raise Invalid(f"{name} i EmailInformation är ingen e-postadress")


def refuse_unreachable(mailing: Mailing) -> None:
    if not mailing.to:
        raise Invalid("Kunden saknar e-postadress")


def letter_to(
    mailing: Mailing, owner: Organisation, document: Document, pdf: bytes, mail_from: str
) -> Letter:
    """From the owner's address of today: the letterhead's may be one that nobody reads any more."""
    return letter_for(document, pdf, sender=owner.email or mail_from, **mailing._asdict())
