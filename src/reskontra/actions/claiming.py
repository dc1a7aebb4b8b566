"""Claims of tax reductions: decisions taken in, payouts booked and undone."""

from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.actions.claims import CLAIMS
from reskontra.actions.customer_payments import is_loss
from reskontra.actions.desk import Desk
from reskontra.actions.door import allowed, fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.contract.decision_file import decisions_in
from reskontra.domain.claim_decision import Decision
from reskontra.domain.claims import (
    DecidedClaim,
    DecisionFile,
    PaidClaim,
    Payout,
    TaxReductionClaim,
)
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO
from reskontra.domain.payment import TAX_AGENCY
from reskontra.storage import claims as storage
from reskontra.storage.payments import booked_payments_of


def take_in(desk: Desk, file: Any) -> DecisionFile:
    """A file of decisions: all of them, or none."""
    decisions = decisions_in(file, desk.organisation.organisation_number)
    numbered = [(number_of(desk, each), each) for each in decisions]
    decided = [decided_by(desk, number, each) for number, each in sorted(numbered)]
    return DecisionFile(claims=tuple(decided))


def number_of(desk: Desk, decision: Decision) -> int:
    number = storage.number_named(desk.books, decision.name)
    if number is None:
        raise Invalid("Beslutsfilen gäller en begäran som inte är gjord här")
    return number


def decided_by(desk: Desk, number: int, decision: Decision) -> DecidedClaim:
    """The same decision once more is no second one."""
    claim: TaxReductionClaim = CLAIMS.take(desk, number)
    if not claim.decision_date or claim.reference_number != decision.reference:
        claim = fire(CLAIMS, desk, claim, "decide", decision)
    return DecidedClaim(
        claim.number,
        claim.name,
        claim.reference_number,
        claim.status,
        claim.asked_amount,
        claim.approved_amount,
        CLAIMS.shown(desk, claim).cases,
    )


def pay_out(desk: Desk, numbers: list[int], day: date | None, amount: Decimal) -> Payout:
    """Money from Skatteverket for all that is approved of these: a payment of each invoice."""
    day = day or desk.today
    claims: list[TaxReductionClaim] = [CLAIMS.take(desk, each) for each in sorted({*numbers})]
    for claim in claims:
        allowed(CLAIMS, desk, claim, "pay")
    due = sum((claim.approved_amount for claim in claims), ZERO)
    if amount != due:
        raise Invalid(f"Utbetalningen är {amount:f}, men det godkända är {due:f}")
    for document in sorted(number for claim in claims for number in claim.documents):
        CUSTOMER_INVOICES.take(desk, document)
    for claim in claims:
        fire(CLAIMS, desk, claim, "pay", day)
        for document in claim.documents:
            book(desk, claim, document, day)
    paid = (PaidClaim(claim.number, claim.name, claim.approved_amount) for claim in claims)
    return Payout(day, amount, tuple(paid))


def book(desk: Desk, claim: TaxReductionClaim, document: int, day: date) -> None:
    if approved := claim.approved_of(document):
        sent = {
            "InvoiceNumber": document,
            "Amount": approved,
            "ModeOfPayment": TAX_AGENCY,
            "PaymentDate": day.isoformat(),
            "ExternalInvoiceReference1": claim.name,
        }
        payment = fire(CUSTOMER_PAYMENTS, desk, None, "create", Request(sent))
        fire(CUSTOMER_PAYMENTS, desk, payment, "bookkeep")


def undo_payout(desk: Desk, number: int) -> TaxReductionClaim:
    """The claim waits for its money again; the payments of its invoices are undone."""
    claim: TaxReductionClaim = CLAIMS.take(desk, number)
    allowed(CLAIMS, desk, claim, "unpay")
    for document in sorted(claim.documents):
        CUSTOMER_INVOICES.take(desk, document)
    after: TaxReductionClaim = fire(CLAIMS, desk, claim, "unpay")
    for document in claim.documents:
        for payment in booked_payments_of(desk.books, document):
            if payment.from_tax_agency and not is_loss(payment):
                fire(CUSTOMER_PAYMENTS, desk, payment, "cancel")
    return after
