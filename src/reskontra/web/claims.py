"""Claims of tax reductions: their file, the decisions on them, and their payouts."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import claiming
from reskontra.actions.claims import CLAIMS
from reskontra.actions.desk import Desk
from reskontra.contract.claims import APPROVALS, DECISION, DECISION_FILE, PAYOUT
from reskontra.contract.resource import Resource
from reskontra.domain.claim_decision import Approval, Decision
from reskontra.domain.claims import TaxReductionClaim
from reskontra.domain.errors import Conflict, Invalid
from reskontra.web.call import Call, one
from reskontra.web.described import Described, Gives
from reskontra.web.endpoints import ShowOutcome, key, shows, writing
from reskontra.web.resources import Endpoint

XML = "application/xml"


def shows_of(resource: Resource) -> ShowOutcome:
    def show(call: Call, record: Any) -> Response:
        return one(resource.singular, call.view.present(resource, record))

    return show


def sends_file() -> Endpoint:
    def work(desk: Desk, call: Call) -> TaxReductionClaim:
        claim: TaxReductionClaim = CLAIMS.find(desk, *key(CLAIMS, desk, call))
        return claim

    def show(call: Call, claim: TaxReductionClaim) -> Response:
        return file_of(claim)

    described = Described(
        "Gives the file of", CLAIMS.resource, Gives.FILE, media_type="application/xml"
    )
    return Endpoint(CLAIMS.resource.scope, work, show, describes=described)


def file_of(claim: TaxReductionClaim) -> Response:
    """To be uploaded as it is."""
    name = f"{claim.name.lower().replace(' ', '-')}.xml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(claim.file.encode(), 200, headers, XML)


def takes_decisions() -> Endpoint:
    """Skatteverket's file, in its envelope."""

    def work(desk: Desk, call: Call) -> Any:
        return claiming.take_in(desk, call.opened(DECISION_FILE.singular))

    described = Described("Takes in", DECISION_FILE, refusals=(Conflict,))
    return writing(CLAIMS, work, shows_of(DECISION_FILE), described, takes_body=True)


def decides() -> Endpoint:
    """One decision, told by hand."""

    def work(desk: Desk, call: Call) -> Any:
        claim: TaxReductionClaim = CLAIMS.take(desk, *key(CLAIMS, desk, call))
        sent = DECISION.accept(call.opened(DECISION.singular), creating=True)
        DECISION.require(sent)
        rows = sent.get(DECISION.rows_in, [])
        for each in rows:
            APPROVALS.require(each)
        decision = Decision(claim.name, sent["reference_number"], tuple(map(approval, rows)))
        return claiming.decided_by(desk, claim.number, decision)

    described = Described("Takes in", DECISION, refusals=(Conflict,))
    return writing(CLAIMS, work, shows_of(DECISION), described, takes_body=True)


def approval(row: dict[str, Any]) -> Approval:
    person = "".join(filter(str.isdecimal, row.get("personal_number", "")))
    return Approval(person, str(row["document_number"]), row["approved_amount"])


def pays_out() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        sent = PAYOUT.accept(call.opened(PAYOUT.singular), creating=True)
        PAYOUT.require(sent)
        assert PAYOUT.rows
        for each in sent.get(PAYOUT.rows_in, []):
            PAYOUT.rows.require(each)
        numbers = [each["number"] for each in sent.get(PAYOUT.rows_in, [])]
        if not numbers:
            raise Invalid(f"{PAYOUT.rows.plural} saknas")
        return claiming.pay_out(desk, numbers, sent.get("payment_date"), sent["amount"])

    described = Described("Books", PAYOUT, refusals=(Conflict,))
    rest = {"scope": PAYOUT.scope, "takes_body": True}
    return writing(CLAIMS, work, shows_of(PAYOUT), described, **rest)


def undoes_payout() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        number = key(CLAIMS, desk, call)
        return CLAIMS.shown(desk, claiming.undo_payout(desk, *number))

    described = Described("Undoes the payout of", CLAIMS.resource)
    return writing(CLAIMS, work, shows(CLAIMS), described)
