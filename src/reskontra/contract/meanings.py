"""What each resource and each field means: a sentence for whoever writes a client.

A name means the same wherever it stands, unless it has a line with its owner before it: a
resource, or the field that it is a part of.
"""

from reskontra.contract.meanings_of_books import MEANINGS as OF_BOOKS
from reskontra.contract.meanings_of_documents import MEANINGS as OF_DOCUMENTS
from reskontra.contract.meanings_of_registers import MEANINGS as OF_REGISTERS
from reskontra.contract.meanings_of_resources import MEANINGS as OF_RESOURCES

MEANINGS = OF_REGISTERS | OF_DOCUMENTS | OF_BOOKS


def meaning_of(owner: str, name: str) -> str:
    """What a field means, in the resource or the field that it belongs to.

    >>> meaning_of("Customer", "City"), meaning_of("InvoiceRow", "VAT")
    ("Town of the address.", "Rate of VAT in percent: 25, 12, 6 or 0.")
    """
    return MEANINGS.get(f"{owner}.{name}") or MEANINGS[name]


def about(resource: str) -> str:
    """What a resource is.

    >>> about("Unit")
    'A unit in which something is sold, such as hours.'
    """
    return OF_RESOURCES[resource]
