"""What a decision on a claimed reduction debits and credits."""

from datetime import date
from decimal import Decimal

from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.money import ZERO
from reskontra.domain.payment import LARGEST_ROUNDING
from reskontra.domain.voucher import CREDIT, DEBIT, Line, Voucher, voucher


def refused_reduction(
    invoice: CustomerInvoice, asked: Decimal, approved: Decimal, day: date
) -> Voucher:
    """What Skatteverket does not pay is the customer's to pay.

    So is what could not be asked, unless it is the krona at most that comes of dropped öre.
    """
    left = invoice.tax_reduction - approved
    unasked = invoice.tax_reduction - asked
    rounding = unasked if unasked <= LARGEST_ROUNDING else ZERO
    return voucher(
        "C",
        day,
        f"Skattereduktion som inte godkänts, faktura {invoice.document_number}",
        [
            (DEBIT, accounts.CUSTOMER_RECEIVABLES, left - rounding),
            Line(DEBIT, accounts.ROUNDING, rounding, "", *invoice.codes),
            (CREDIT, accounts.TAX_REDUCTION_RECEIVABLES, left),
        ],
        reference_type="INVOICE",
        reference_number=str(invoice.document_number),
        source=f"refused reduction of {invoice.document_number}",
    )
