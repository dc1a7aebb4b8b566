"""Credit notes on their way to the customer, who by law is to receive them."""

from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.mailing import Mailing, mailing_of
from reskontra.actions.printing import credit_document
from reskontra.domain.organisation import Organisation
from reskontra.outside.document import Document
from reskontra.storage import credit_invoices
from reskontra.storage.shelves import CUSTOMER_INVOICES


def latest(desk: Desk) -> list[credit_invoices.CreditNote]:
    return credit_invoices.latest(desk.books)


class CreditLetter(NamedTuple):
    document: Document
    mailing: Mailing
    owner: Organisation


def credit_note(desk: Desk, document_number: int) -> CreditLetter:
    """The note that took an invoice back, whom it is for and whom it is from."""
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(document_number)
    mailing = mailing_of(desk, invoice)._replace(subject="", body="")  # those are the invoice's
    return CreditLetter(credit_document(desk, invoice), mailing, desk.organisation)
