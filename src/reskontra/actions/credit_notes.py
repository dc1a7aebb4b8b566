"""Credit notes on their way to the customer, who by law is to receive them."""

from typing import NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.printing import credit_document
from reskontra.domain.errors import Invalid
from reskontra.domain.organisation import Organisation
from reskontra.domain.registers import Customer
from reskontra.outside.document import Document
from reskontra.storage import credit_invoices
from reskontra.storage.shelves import CUSTOMER_INVOICES, CUSTOMERS


def latest(desk: Desk) -> list[credit_invoices.CreditNote]:
    return credit_invoices.latest(desk.books)


class CreditLetter(NamedTuple):
    document: Document
    customer: Customer
    owner: Organisation


def credit_note(desk: Desk, document_number: int) -> CreditLetter:
    """The note that took an invoice back, whom it is for and whom it is from."""
    invoice = desk.books.shelf(CUSTOMER_INVOICES).get(document_number)
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    return CreditLetter(credit_document(desk, invoice), customer, desk.organisation)


def refuse_unreachable(customer: Customer) -> None:
    if not (customer.email_invoice or customer.email):
        raise Invalid("Kunden saknar e-postadress")
