"""What Skatteverket has decided on a claim, held against what was asked."""

from typing import NamedTuple

from reskontra.domain.claims import Case, TaxReductionClaim
from reskontra.domain.errors import Invalid
from reskontra.domain.identity import masked_text


class Approval(NamedTuple):
    """What is approved for one person, and for which invoice where that is told."""

    personal_number: str
    document_number: str
    amount: int


class Decision(NamedTuple):
    name: str  # of the claim
    reference: str
    approvals: tuple[Approval, ...]


def approved(claim: TaxReductionClaim, decision: Decision) -> tuple[int, ...]:
    """What is approved of each case; the decision must be of each of them, and of no other."""
    left, amounts = [*enumerate(claim.cases)], dict[int, int]()
    # Those that name an invoice come first: a person alone may be meant in several.
    for each in sorted(decision.approvals, key=lambda approval: not approval.document_number):
        meant = [(at, case) for at, case in left if _is_of(each, case)]
        if len(meant) != 1:
            raise Invalid(_unmatched(claim, each, len(meant)))
        [(at, case)] = meant
        if each.amount > case.asked_amount:
            raise Invalid(
                f"{claim.name}: faktura {case.document_number} har fått mer än det begärda"
            )
        amounts[at] = each.amount
        left.remove((at, case))
    if left:
        numbers = ", ".join(str(case.document_number) for _, case in left)
        raise Invalid(f"{claim.name}: beslutet säger inget om faktura {numbers}")
    return tuple(amounts[at] for at in range(len(claim.cases)))


def _is_of(approval: Approval, case: Case) -> bool:
    if approval.document_number not in ("", str(case.document_number)):
        return False
    return case.personal_number.endswith(approval.personal_number)


def _unmatched(claim: TaxReductionClaim, approval: Approval, count: int) -> str:
    """Whose it is stays untold."""
    document = masked_text(approval.document_number[:20])
    of = f"faktura {document}" if document else "en person utan fakturanummer"
    why = "passar flera ärenden" if count else "finns inte i begäran"
    return f"{claim.name}: beslutet om {of} {why}"
