"""What an invoice may not do while its reduction is claimed, and what the decision does to it."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.domain.claim_postings import refused_reduction
from reskontra.domain.claims import UNDECIDED, UNPAID, ClaimStatus, TaxReductionClaim
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_settlement import moved
from reskontra.domain.errors import Conflict
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.records import replace
from reskontra.storage.claims import claim_of


def refuse_in(desk: Desk, invoice: CustomerInvoice, states: tuple[ClaimStatus, ...]) -> None:
    """Refused while the invoice is in a claim in one of these states; most have no reduction."""
    claim = claim_of(desk.books, invoice.document_number) if invoice.tax_reduction else None
    if claim and claim[1] in states:
        raise Conflict(
            f"Fakturans skattereduktion är begärd hos Skatteverket, i begäran {claim[0]}"
        )


def unclaimed(desk: Desk, invoice: CustomerInvoice) -> None:
    """What was asked of Skatteverket, or is to be paid by it, stays until that is over."""
    refuse_in(desk, invoice, UNPAID)


def refuse_beside_claim(desk: Desk, invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """What is claimed is paid by the payout of its claim."""
    if payment.from_tax_agency:
        refuse_in(desk, invoice, UNPAID)


def refuse_beneath_claim(desk: Desk, invoice: CustomerInvoice, payment: CustomerPayment) -> None:
    """The claim says that the customer has paid; and a payout is undone as a whole."""
    refuse_in(desk, invoice, (ClaimStatus.PAID,) if payment.from_tax_agency else UNDECIDED)


def refuse_reduction(desk: Desk, invoice: CustomerInvoice, cause: Cause) -> Outcome:
    """Skatteverket pays less than the invoice says: the customer has more to pay."""
    claim: TaxReductionClaim = cause.record
    document = invoice.document_number
    voucher = refused_reduction(
        invoice, claim.asked_of(document), claim.approved_of(document), desk.today
    )
    after = moved(invoice, voucher)
    paid: Any = None if after.balance else invoice.final_pay_date
    return Outcome(replace(after, final_pay_date=paid), voucher)
