"""Claims of tax reductions, held against the history, their invoices and the vouchers."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from reskontra.audit.chain import HEADS
from reskontra.audit.checks import key
from reskontra.audit.documents import of_event
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

NEEDS = "tax_reduction_claims.number"
STATE = "claim is not where the history says"
HELD = "claim does not hold its invoices"
REFUSED = "refused reduction is not the claim's"
PAID = "paid reduction is not the claim's"
TWICE = "claims decided by one reference"

SAID = """SELECT h.what, h.detail FROM history h WHERE h.organisation_id = {organisation}
    AND h.what LIKE 'claim %' ORDER BY h.number"""
CLAIMS = """SELECT c.number, c.status, c.reference_number, c.approvals, c.approved_amount,
        coalesce(CAST(c.uploaded_date AS text), ''), coalesce(CAST(c.decision_date AS text), ''),
        coalesce(CAST(c.payment_date AS text), ''), c.cases
    FROM tax_reduction_claims c WHERE c.organisation_id = {organisation} ORDER BY c.number"""
CLAIMED = """SELECT d.document_number, d.claim FROM claimed_invoices d
    WHERE d.organisation_id = {organisation}"""
REDUCTIONS = """SELECT i.document_number, i.tax_reduction FROM customer_invoices i
    JOIN claimed_invoices d ON d.organisation_id = i.organisation_id
    AND d.document_number = i.document_number WHERE i.organisation_id = {organisation}"""
REFUSALS = f"""SELECT v.reference_number, sum(p.credit - p.debit) FROM vouchers v
    JOIN postings p ON {key("p")} WHERE v.organisation_id = {{organisation}} AND p.account = 1513
    AND {of_event("refused reduction of")} GROUP BY v.reference_number"""
PAYMENTS = """SELECT p.invoice_number, sum(p.amount) FROM customer_payments p
    JOIN claimed_invoices d ON d.organisation_id = p.organisation_id
    AND d.document_number = p.invoice_number
    WHERE p.organisation_id = {organisation} AND p.status = 'booked'
    AND upper(p.mode_of_payment) = 'SKV' GROUP BY p.invoice_number"""

# What an entry says of a claim's state, and of the columns that it moves.
STATES = {
    "claim made": "made",
    "claim uploaded": "uploaded",
    "claim withdrawn": "withdrawn",
    "claim decided": "decided",
    "claim paid": "paid",
    "claim payout undone": "decided",
}


class State(NamedTuple):
    status: str = ""
    reference: str = ""
    approvals: tuple[int, ...] = ()
    uploaded: str = ""
    decided: str = ""
    paid: str = ""

    def after(self, what: str, detail: dict[str, Any]) -> "State":
        state = self._replace(status=STATES[what])
        if what == "claim uploaded":
            return state._replace(uploaded=detail["day"])
        if what == "claim decided":
            approvals = tuple(detail["approvals"])
            status = "decided" if any(approvals) else "paid"
            return State(status, detail["reference"], approvals, self.uploaded, detail["day"])
        if what in ("claim paid", "claim payout undone"):
            return state._replace(paid=detail.get("day", ""))
        return state


class Claim(NamedTuple):
    number: int
    state: State
    approved: int  # öre
    cases: list[dict[str, Any]]

    @property
    def is_live(self) -> bool:
        return self.state.status != "withdrawn"

    @property
    def documents(self) -> set[int]:
        return {case["document_number"] for case in self.cases}

    def approved_of(self, document: int) -> int:
        """In öre; nothing is told of what is not decided."""
        amounts = zip(self.cases, self.state.approvals, strict=True)
        return 100 * sum(amount for case, amount in amounts if case["document_number"] == document)


def claims_astray(books: Snapshot) -> Iterator[Violation]:
    if NEEDS not in books.columns:
        return
    for organisation, _ in books.rows(HEADS):
        part = {"organisation": int(organisation)}
        said = _said(books, part)
        claims = [_claim(*row) for row in books.rows(CLAIMS.format(**part))]
        for name, place in _differences(books, part, said, claims):
            yield Violation(name, organisation, place)


def _said(books: Snapshot, part: dict[str, int]) -> dict[int, State]:
    said: dict[int, State] = {}
    for what, detail in books.rows(SAID.format(**part)):
        told = json.loads(detail)
        said[told["claim"]] = said.get(told["claim"], State()).after(what, told)
    return said


def _claim(
    number: int, status: str, reference: str, approvals: str, approved: int, *rest: str
) -> Claim:
    *days, cases = rest
    state = State(status, reference, tuple(json.loads(approvals)), *days)
    return Claim(number, state, approved, json.loads(cases))


def _differences(
    books: Snapshot, part: dict[str, int], said: dict[int, State], claims: list[Claim]
) -> Iterator[tuple[str, str]]:
    for claim in claims:
        total = 100 * sum(claim.state.approvals)
        if said.get(claim.number) != claim.state or claim.approved != total:
            yield STATE, f"claim {claim.number}"
    for number in sorted(said.keys() - {claim.number for claim in claims}):
        yield STATE, f"claim {number} is gone"
    held = {(document, claim) for document, claim in books.rows(CLAIMED.format(**part))}
    due = {(document, c.number) for c in claims if c.is_live for document in c.documents}
    for document, number in sorted(held ^ due):
        yield HELD, f"invoice {document}, claim {number}"
    references = Counter(claim.state.reference for claim in claims if claim.state.reference)
    for reference, count in references.items():
        if count > 1:
            yield TWICE, reference
    yield from _amounts(books, part, [claim for claim in claims if claim.is_live])


def _amounts(
    books: Snapshot, part: dict[str, int], claims: list[Claim]
) -> Iterator[tuple[str, str]]:
    """What was posted of each claimed invoice, and what its claim says should be."""
    reductions = {number: int(ore) for number, ore in books.rows(REDUCTIONS.format(**part))}
    refused = {int(number): int(ore) for number, ore in books.rows(REFUSALS.format(**part))}
    paid = {number: int(ore) for number, ore in books.rows(PAYMENTS.format(**part))}
    for claim in claims:
        for document in sorted(claim.documents):
            decided = bool(claim.state.approvals)
            approved = claim.approved_of(document) if decided else 0
            left = reductions.get(document, 0) - approved if decided else 0
            if refused.pop(document, 0) != left:
                yield REFUSED, f"invoice {document}, claim {claim.number}"
            if paid.get(document, 0) != (approved if claim.state.status == "paid" else 0):
                yield PAID, f"invoice {document}, claim {claim.number}"
    for document in sorted(refused):
        yield REFUSED, f"invoice {document} is in no claim"
