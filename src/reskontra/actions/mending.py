"""What mends an invoice that lacks something: a command of operators, or a call of clients."""

from urllib.parse import quote

from reskontra.contract.claims import CASES, CLAIMS
from reskontra.contract.customer_invoices import INVOICE_ROWS, INVOICES
from reskontra.contract.customers import CUSTOMERS
from reskontra.contract.resource import Resource
from reskontra.domain.completeness import Gap, Whose
from reskontra.domain.identity import masked_text

CALLS = {Whose.BUYER: CUSTOMERS, Whose.INVOICE: INVOICES}


def names_of(*resources: Resource) -> dict[str, str]:
    """What clients call an attribute."""
    every = (each for resource in resources for each in resource.fields.values())
    return {each.attribute: each.name for each in every}


NAMES = {
    Whose.BUYER: names_of(CUSTOMERS),
    Whose.INVOICE: {**names_of(INVOICE_ROWS, INVOICES), INVOICES.rows_in: INVOICE_ROWS.plural},
    Whose.CLAIM: names_of(CASES),
}


def mended_by(gap: Gap) -> str:
    """Some number their customers by personal numbers, which no log may have."""
    if gap.whose is Whose.SELLER:
        options = " or ".join(f"--{field.replace('_', '-')}" for field in gap.fields)
        return f"reskontra organisation set {gap.number} {options}"
    if gap.whose is Whose.CLAIM:
        fields = " or ".join(NAMES[gap.whose][field] for field in gap.fields)
        return f"POST /{CLAIMS.path} {CASES.plural} {fields}"
    number = quote(masked_text(gap.number), safe="*")
    fields = " or ".join(NAMES[gap.whose][field] for field in gap.fields)
    return f"PUT /3/{CALLS[gap.whose].path}/{number} {fields}"
