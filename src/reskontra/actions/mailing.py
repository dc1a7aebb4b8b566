"""The letter that carries a document to its customer."""

from reskontra.domain.organisation import Organisation
from reskontra.domain.registers import Customer
from reskontra.outside.document import Document
from reskontra.outside.letters import letter_for
from reskontra.outside.mail import Letter


def letter_to(
    customer: Customer, owner: Organisation, document: Document, pdf: bytes, mail_from: str
) -> Letter:
    """To the customer's address for invoices, else to the customer's address.

    From the owner's address of today: the letterhead's may be one that nobody reads any more.
    """
    return letter_for(
        document,
        pdf,
        sender=owner.email or mail_from,
        to=(customer.email_invoice or customer.email,),
        cc=_addresses(customer.email_invoice_cc),
        bcc=_addresses(customer.email_invoice_bcc),
    )


def _addresses(one: str) -> tuple[str, ...]:
    return (one,) if one else ()
