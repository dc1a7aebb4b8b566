"""The life of a claim of tax reductions, from the file that asks to the money that comes."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    NOTHING,
    SAME,
    Allow,
    Change,
    Outcome,
    Refuse,
    Request,
    always,
)
from reskontra.actions.mending import mended_by
from reskontra.actions.numbers import next_number
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract import claims as contract
from reskontra.domain.claim_decision import Decision, approved
from reskontra.domain.claim_file import claim_file
from reskontra.domain.claiming import Candidate, Judged, judged, rest_of
from reskontra.domain.claims import (
    MOST_CASES,
    UNDECIDED,
    Case,
    ClaimStatus,
    TaxReductionClaim,
    name_of,
    over_ceilings,
)
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.records import replace
from reskontra.storage import claims as storage
from reskontra.storage import ledger, shelves
from reskontra.storage.sealed import document_digest

Outcomes = list[tuple[CustomerInvoice, Judged]]

# Made


def make(desk: Desk, _: None, request: Request) -> Outcome:
    """All that was paid in the period, and can be claimed, as far as a file holds it."""
    claim, outcomes = looked_at(desk, request)
    cases, told = within_a_file(outcomes)
    if not cases:
        raise Conflict(nothing_of(told))
    ledger.lock(desk.books)
    warnings = tuple(warnings_of(desk, claim, cases, outcomes))
    asked = Decimal(sum(case.asked_amount for case in cases))
    return Outcome(
        replace(claim, cases=cases, asked_amount=asked, warnings=warnings, left_out=tuple(told))
    )


def looked_at(desk: Desk, request: Request) -> tuple[TaxReductionClaim, Outcomes]:
    """What is asked for, and what each invoice that it may be of would come to, or lacks."""
    changes = contract.CLAIMS.accept(request.fields, creating=True)
    contract.CLAIMS.require(changes)
    stated = tuple(contract.CASES.made(each) for each in changes.pop("cases", ()))
    claim: TaxReductionClaim = contract.CLAIMS.made(changes, number=0, created_date=desk.today)
    refuse_period(claim)
    found = [*candidates(desk, claim, stated)]
    refuse_unknown(stated, found)
    return claim, [(each.invoice, judged(each, desk.today)) for each in found]


def nothing_of(told: list[str]) -> str:
    return "Det finns inget att begära: " + ("; ".join(told) or "inga betalda fakturor")


def refuse_period(claim: TaxReductionClaim) -> None:
    if claim.from_date > claim.to_date:
        raise Invalid("FromDate ligger efter ToDate")
    if claim.from_date.year != claim.to_date.year:
        raise Invalid("En begäran gäller betalningar under ett och samma kalenderår")


def candidates(
    desk: Desk, claim: TaxReductionClaim, stated: tuple[Case, ...]
) -> Iterator[Candidate]:
    """Locked in the order of their numbers, and looked at again: another claim may have them now."""
    there = storage.to_claim(desk.books, claim.type, claim.from_date, claim.to_date)
    taken = {number: CUSTOMER_INVOICES.take(desk, number) for number in sorted(there)}
    still = storage.to_claim(desk.books, claim.type, claim.from_date, claim.to_date)
    for number in still:
        if number in taken:
            own = tuple(each for each in stated if each.document_number == number)
            yield Candidate(taken[number], customers_number(desk, taken[number]), own)


def customers_number(desk: Desk, invoice: CustomerInvoice) -> str:
    customer = desk.books.shelf(shelves.CUSTOMERS).find(invoice.customer_number)
    return customer.organisation_number if customer else ""


def refuse_unknown(stated: tuple[Case, ...], found: list[Candidate]) -> None:
    known = {each.invoice.document_number for each in found}
    for each in stated:
        if each.document_number not in known:
            raise Invalid(f"Faktura {each.document_number} hör inte till dem som kan begäras nu")


def within_a_file(outcomes: Outcomes) -> tuple[tuple[Case, ...], list[str]]:
    """The cases of one file, those of an invoice together; and what is said of all others."""
    cases: list[Case] = []
    told = []
    for invoice, outcome in outcomes:
        if len(cases) + len(outcome.cases) > MOST_CASES:
            outcome = Judged(why=f"filen rymmer {MOST_CASES} ärenden; gör en begäran till")
        cases += outcome.cases
        lacking = [f"{gap.missing} saknas ({mended_by(gap)})" for gap in outcome.gaps]
        if why := "; ".join([outcome.why] if outcome.why else lacking):
            told.append(f"faktura {invoice.document_number}: {why}")
    return tuple(cases), told


def warnings_of(
    desk: Desk,
    claim: TaxReductionClaim,
    cases: tuple[Case, ...],
    outcomes: Outcomes,
) -> Iterator[str]:
    """What may come to less money than one thinks."""
    last = date(claim.from_date.year + 1, 1, 31)
    if desk.today > last:
        yield f"begäran skulle ha kommit in till Skatteverket senast {last}"
    claimed = {case.document_number for case in cases}
    for invoice, outcome in outcomes:
        rest = rest_of(invoice, outcome.cases)
        if rest and invoice.document_number in claimed:
            asked = invoice.tax_reduction - rest
            yield f"faktura {invoice.document_number}: {asked:f} begärs av {invoice.tax_reduction}"
    earlier = storage.asked_in(desk.books, claim.from_date.year)
    for number in dict.fromkeys(over_ceilings(claim.type, cases, earlier)):
        yield f"faktura {number}: köparen kommer över årets tak för skattereduktion"


def numbered(register: Register, desk: Desk, before: None, after: TaxReductionClaim) -> Any:
    """With its number it has its name, and with that the file, as it is from now on."""
    claim = next_number(register, desk, before, after)
    name = name_of(claim.type, claim.from_date.year, claim.number)
    return replace(claim, name=name, file=claim_file(name, claim.type, claim.cases))


def held(desk: Desk, claim: TaxReductionClaim) -> None:
    """Its invoices are in no other claim, and the history's chain seals what it asks."""
    storage.hold(desk.books, claim)
    digest = document_digest(CLAIMS.layout, claim)
    desk.books.record_history("claim made", claim=claim.number, digest=digest)


# Uploaded, or withdrawn


def upload(desk: Desk, claim: TaxReductionClaim, _: Any) -> Outcome:
    facts = {"claim": claim.number, "day": desk.today.isoformat()}
    return Outcome(replace(claim, uploaded_date=desk.today), facts=facts)


def withdraw(desk: Desk, claim: TaxReductionClaim, _: Any) -> Outcome:
    return Outcome(claim, facts={"claim": claim.number})


def released(desk: Desk, claim: TaxReductionClaim) -> None:
    storage.release(desk.books, claim)


# Decided, and paid


def decide(desk: Desk, claim: TaxReductionClaim, decision: Decision) -> Outcome:
    """What is refused is demanded of the customers."""
    amounts = approved(claim, decision)
    after = replace(
        claim,
        reference_number=decision.reference,
        decision_date=desk.today,
        approvals=amounts,
        approved_amount=Decimal(sum(amounts)),
    )
    invoices = [CUSTOMER_INVOICES.take(desk, number) for number in sorted(claim.documents)]
    ledger.lock(desk.books)
    if storage.numbers_referred(desk.books, decision.reference):
        raise Conflict(f"Ett annat beslut har redan referensnummer {decision.reference}")
    demanded = tuple(
        Change(CUSTOMER_INVOICES, invoice, "refuse-reduction")
        for invoice in invoices
        if after.approved_of(invoice.document_number) < invoice.reduction_balance
    )
    return Outcome(after, with_it=demanded, facts=facts_of(after))


def facts_of(claim: TaxReductionClaim) -> dict[str, Any]:
    return {
        "claim": claim.number,
        "reference": claim.reference_number,
        "day": claim.decision_date.isoformat() if claim.decision_date else "",
        "approvals": [*claim.approvals],
    }


def to_be_paid(claim: TaxReductionClaim) -> ClaimStatus:
    """Where nothing was approved there is nothing to wait for."""
    return ClaimStatus.DECIDED if claim.approved_amount else ClaimStatus.PAID


def pay(desk: Desk, claim: TaxReductionClaim, day: date) -> Outcome:
    facts = {"claim": claim.number, "day": day.isoformat()}
    return Outcome(replace(claim, payment_date=day), facts=facts)


def was_paid(desk: Desk, claim: TaxReductionClaim) -> None:
    if not claim.payment_date:
        raise Conflict("Det finns ingen utbetalning att ångra")


def unpay(desk: Desk, claim: TaxReductionClaim, _: Any) -> Outcome:
    return Outcome(replace(claim, payment_date=None), facts={"claim": claim.number})


def shown(desk: Desk, claim: TaxReductionClaim) -> TaxReductionClaim:
    """With what was approved of each case."""
    if not claim.approvals:
        return claim
    pairs = zip(claim.cases, claim.approvals, strict=True)
    return replace(claim, cases=tuple(replace(c, approved_amount=a) for c, a in pairs))


MADE, UPLOADED, DECIDED, PAID, WITHDRAWN = ((each,) for each in ClaimStatus)
CLOSED = DECIDED + PAID
IS_DECIDED = "Skatteverket har beslutat om begäran"
IS_WITHDRAWN = "Begäran är återkallad"
IS_UNDECIDED = "Skatteverket har inte beslutat om begäran"
IS_PAID = "Begäran är redan utbetald"
IS_UNPAID = "Begäran är inte utbetald"

# fmt: off
CLAIMS = Register(
    contract.CLAIMS, shelves.CLAIMS, contract.LISTING, numbers="tax reduction claim", shown=shown, life=(
    #      from              trigger     to                     only if   does      tells                        draws, and in the history
    Allow (NOTHING,          "create",   ClaimStatus.MADE,      always,   make,     "taxreductionclaim-created", numbered, then=held),
    Allow (MADE,             "upload",   ClaimStatus.UPLOADED,  always,   upload,   "taxreductionclaim-updated", recorded="claim uploaded"),
    Allow (UPLOADED,         "upload",   SAME),
    Refuse(CLOSED,           "upload",   Conflict,              IS_DECIDED),
    Refuse(WITHDRAWN,        "upload",   Conflict,              IS_WITHDRAWN),
    Allow (UNDECIDED,        "withdraw", ClaimStatus.WITHDRAWN, always,   withdraw, "taxreductionclaim-updated", recorded="claim withdrawn", then=released),
    Refuse(CLOSED,           "withdraw", Conflict,              IS_DECIDED),
    Allow (WITHDRAWN,        "withdraw", SAME),
    Allow (UNDECIDED,        "decide",   to_be_paid,            always,   decide,   "taxreductionclaim-updated", recorded="claim decided"),
    Refuse(CLOSED,           "decide",   Conflict,              IS_DECIDED),
    Refuse(WITHDRAWN,        "decide",   Conflict,              IS_WITHDRAWN),
    Refuse(UNDECIDED,        "pay",      Conflict,              IS_UNDECIDED),
    Allow (DECIDED,          "pay",      ClaimStatus.PAID,      always,   pay,      "taxreductionclaim-updated", recorded="claim paid"),
    Refuse(PAID,             "pay",      Conflict,              IS_PAID),
    Refuse(WITHDRAWN,        "pay",      Conflict,              IS_WITHDRAWN),
    Refuse(UNDECIDED + DECIDED, "unpay", Conflict,              IS_UNPAID),
    Allow (PAID,             "unpay",    ClaimStatus.DECIDED,   was_paid, unpay,    "taxreductionclaim-updated", recorded="claim payout undone"),
    Refuse(WITHDRAWN,        "unpay",    Conflict,              IS_WITHDRAWN),
))
# fmt: on
