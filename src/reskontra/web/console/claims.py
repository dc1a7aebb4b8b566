"""A company's claims of tax reductions: made, sent in, decided and paid."""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.responses import Response

from reskontra.actions import claiming
from reskontra.actions.claims import CLAIMS, Outcomes, looked_at
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.contract.claims import DECISION, PAYOUT
from reskontra.contract.parsing import parsed
from reskontra.domain.claim_decision import Approval, Decision
from reskontra.domain.claims import (
    UNDECIDED,
    Case,
    ClaimStatus,
    DecidedClaim,
    DecisionFile,
    Payout,
    TaxReductionClaim,
)
from reskontra.domain.errors import Invalid, NotFound, Refused
from reskontra.domain.identity import masked_identity
from reskontra.domain.search import Search
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.web.claims import file_of
from reskontra.web.console.claim_details import BUYERS, Asked, Cases, fields_of, plainly, stated
from reskontra.web.console.confirming import Question, done, is_confirmed, rightly
from reskontra.web.console.days import swedish_day
from reskontra.web.console.visit import Visit
from reskontra.web.wording import kronor

MOST = 200
STATES = {
    ClaimStatus.MADE: "Gjord, inte skickad",
    ClaimStatus.UPLOADED: "Skickad till Skatteverket",
    ClaimStatus.DECIDED: "Beslutad, väntar på utbetalning",
    ClaimStatus.PAID: "Avslutad",
    ClaimStatus.WITHDRAWN: "Återkallad",
}


def place(company: Company, below: str = "") -> str:
    return f"/console/companies/{company.id}/claims{below}"


# Looked at


async def claims(visit: Visit, message: str = "") -> Response:
    company = await visit.company()
    known = await visit.house.read(await visit.clerk(company), latest)
    return visit.page("claims.html", company=company, claims=known, states=STATES, message=message)


def latest(desk: Desk) -> list[TaxReductionClaim]:
    search = Search((), "number", True, MOST, 0)
    return desk.books.shelf(CLAIMS.layout).page(search)[0]


async def claim(visit: Visit, message: str = "", problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    found = await _found(visit, company)
    return visit.page(
        "claim.html",
        status=status,
        company=company,
        claim=found,
        left_out=[*map(plainly, found.left_out)],
        state=STATES[found.status],
        undecided=found.status in UNDECIDED,
        masked=masked_identity,
        entered=visit.entries,
        message=message,
        problem=problem,
    )


async def claim_file(visit: Visit) -> Response:
    """It holds identity numbers: whoever only sees the books has no use for it."""
    return file_of(await _found(visit, await visit.company(Right.WORK)))


async def _found(visit: Visit, company: Company) -> TaxReductionClaim:
    number = visit.request.path_params["number"]
    if not (number.isascii() and number.isdecimal() and len(number) <= 15):
        raise NotFound(CLAIMS.layout.missing)

    def look(desk: Desk) -> TaxReductionClaim:
        return CLAIMS.shown(desk, CLAIMS.find(desk, int(number)))  # type: ignore[no-any-return]

    return await visit.house.read(await visit.clerk(company), look)


# Done, once it has been shown what it comes to


async def new(
    visit: Visit, problem: str = "", status: int = 200, details: list[Asked] | None = None
) -> Response:
    company = await visit.company(Right.WORK)
    today = swedish_day(visit.now)
    return visit.page(
        "claim_new.html",
        status=status,
        company=company,
        kind=visit.entries("type") or "rot",
        first=visit.entries("from") or f"{today[:4]}-01-01",
        last=visit.entries("to") or today,
        details=details or [],
        buyers=BUYERS,
        entered=visit.entries,
        problem=problem,
    )


async def make(visit: Visit) -> Response:
    """What some invoice lacks is asked for first; who wants to goes on without it."""
    company = await visit.company(Right.WORK)
    do, every = visit.entries("do"), []
    try:
        every = fields_of(await _looked_at(visit, company, []), every=True)
        told = stated(visit.entries)
        lacking = fields_of(await _looked_at(visit, company, told), every=do == "details")
        if lacking and do != "anyway" and not is_confirmed(visit):
            return await new(visit, details=lacking)
        work = partial(_made, _sent(visit, told))
        made, question = await done(visit, company, work, partial(_of_making, company))
    except Refused as refused:
        return await new(visit, plainly(refused.message), refused.status, every)
    return question or await claims(visit, f"Begäran {made.name} är gjord.")


async def _looked_at(visit: Visit, company: Company, told: Cases) -> Outcomes:
    look = partial(rightly, partial(looked_at, request=_sent(visit, told)), visit.actor)
    _, outcomes = await visit.house.tried(await visit.clerk(company), look)
    return outcomes  # type: ignore[no-any-return]


def _sent(visit: Visit, told: Cases) -> Request:
    entries = visit.entries
    period = {"Type": entries("type"), "FromDate": entries("from"), "ToDate": entries("to")}
    return Request({**period, "TaxReductionCases": told})


def _made(sent: Request, desk: Desk) -> TaxReductionClaim:
    return fire(CLAIMS, desk, None, "create", sent)  # type: ignore[no-any-return]


def _of_making(company: Company, claim: TaxReductionClaim) -> Question:
    told = (f"{plainly(each)}." for each in (*claim.warnings, *claim.left_out))
    return Question(
        f"Begär {kronor(claim.asked_amount)} av Skatteverket?",
        (
            f"Filen får {len(claim.cases)} ärenden från {len(claim.documents)} fakturor.",
            *told,
            "Fakturorna kan inte krediteras förrän begäran är betald eller återkallad.",
        ),
        "Gör begäran",
        place(company),
    )


async def change(visit: Visit) -> Response:
    """Uploaded, withdrawn, decided by hand, or its payout undone."""
    company = await visit.company(Right.WORK)
    found, do = await _found(visit, company), visit.entries("do")
    if do not in ACTS:
        return await claim(visit)
    act, question, message = ACTS[do]
    ask = partial(question, company) if question else None
    try:
        _, first = await done(visit, company, partial(act, visit, found), ask)
    except Refused as refused:
        return await claim(visit, problem=refused.message, status=refused.status)
    return first or await claim(visit, message)


def _upload(visit: Visit, claim: TaxReductionClaim, desk: Desk) -> Any:
    return fire(CLAIMS, desk, CLAIMS.take(desk, claim.number), "upload")


def _withdraw(visit: Visit, claim: TaxReductionClaim, desk: Desk) -> Any:
    return fire(CLAIMS, desk, CLAIMS.take(desk, claim.number), "withdraw")


def _undo(visit: Visit, claim: TaxReductionClaim, desk: Desk) -> Any:
    return claiming.undo_payout(desk, claim.number)


def _decide(visit: Visit, claim: TaxReductionClaim, desk: Desk) -> DecidedClaim:
    sent = DECISION.accept({"ReferenceNumber": visit.entries("reference")}, creating=True)
    DECISION.require(sent)
    told = tuple(_approval(visit, place, case) for place, case in enumerate(claim.cases))
    decision = Decision(claim.name, sent["reference_number"], told)
    return claiming.decided_by(desk, claim.number, decision)


def _approval(visit: Visit, place: int, case: Case) -> Approval:
    entered = visit.entries(f"approved-{place}").replace(" ", "")
    if not (entered.isascii() and entered.isdecimal() and len(entered) <= 9):
        raise Invalid(f"Ange godkänt belopp i hela kronor för faktura {case.document_number}")
    return Approval(case.personal_number, str(case.document_number), int(entered))


def _of_withdrawal(company: Company, claim: TaxReductionClaim) -> Question:
    return Question(
        f"Återkalla begäran {claim.name}?",
        (
            "Är filen redan skickad ska begäran återkallas hos Skatteverket också.",
            "Fakturorna kan begäras på nytt.",
        ),
        "Återkalla begäran",
        place(company, f"/{claim.number}"),
    )


def _of_decision(company: Company, claim: DecidedClaim) -> Question:
    return Question(
        f"Bokför beslutet om {claim.name}?",
        (*_told(claim),),
        "Bokför beslutet",
        place(company, f"/{claim.number}"),
    )


def _told(claim: DecidedClaim) -> list[str]:
    refused = claim.asked_amount - claim.approved_amount
    approved, asked_for = kronor(claim.approved_amount), kronor(claim.asked_amount)
    told = [f"{claim.name}: {approved} av {asked_for} godkända."]
    return told + ([f"{kronor(refused)} blir kundernas att betala."] if refused else [])


def _of_undoing(company: Company, claim: TaxReductionClaim) -> Question:
    return Question(
        f"Ångra utbetalningen av {claim.name}?",
        ("Varje betalning rättas med en egen verifikation, i dag.",),
        "Ångra utbetalningen",
        place(company, f"/{claim.number}"),
    )


# What a button does, what is asked first, and what is said afterwards.
ACTS: dict[str, tuple[Callable[..., Any], Callable[..., Question] | None, str]] = {
    "upload": (_upload, None, "Begäran är skickad."),
    "withdraw": (_withdraw, _of_withdrawal, "Begäran är återkallad."),
    "decide": (_decide, _of_decision, "Beslutet är bokfört."),
    "undo": (_undo, _of_undoing, "Utbetalningen är ångrad."),
}


async def decision(visit: Visit, problem: str = "", status: int = 200) -> Response:
    company = await visit.company(Right.WORK)
    return visit.page(
        "claim_decision.html",
        status=status,
        company=company,
        file=visit.entries("file"),
        problem=problem,
    )


async def take_in(visit: Visit) -> Response:
    """The text of Skatteverket's file."""
    company = await visit.company(Right.WORK)

    def work(desk: Desk) -> DecisionFile:
        return claiming.take_in(desk, parsed(visit.entries("file").encode()))

    try:
        _, question = await done(visit, company, work, partial(_of_file, company))
    except Refused as refused:
        return await decision(visit, refused.message, refused.status)
    return question or await claims(visit, "Besluten är bokförda.")


def _of_file(company: Company, file: DecisionFile) -> Question:
    told = tuple(line for each in file.claims for line in _told(each))
    return Question("Bokför besluten?", told, "Bokför besluten", place(company, "/decision"))


async def payout(visit: Visit, problem: str = "", status: int = 200) -> Response:
    company = await visit.company(Right.WORK)
    known = await visit.house.read(await visit.clerk(company), latest)
    return visit.page(
        "claim_payout.html",
        status=status,
        company=company,
        waiting=[each for each in known if each.status is ClaimStatus.DECIDED],
        entered=visit.entries,
        today=swedish_day(visit.now),
        problem=problem,
    )


async def pay_out(visit: Visit) -> Response:
    company = await visit.company(Right.WORK)

    def work(desk: Desk) -> Payout:
        entries = visit.entries
        sent = PAYOUT.accept(
            {"Amount": entries("amount").replace(",", "."), "PaymentDate": entries("day")},
            creating=True,
        )
        PAYOUT.require(sent)
        chosen = [name.partition("-")[2] for name in entries.last if name.startswith("claim-")]
        numbers = [int(each) for each in chosen if each.isascii() and each.isdecimal()]
        if not numbers:
            raise Invalid("Välj vilka begäranden som är utbetalda")
        return claiming.pay_out(desk, numbers, sent.get("payment_date"), sent["amount"])

    try:
        _, question = await done(visit, company, work, partial(_of_payout, company))
    except Refused as refused:
        return await payout(visit, refused.message, refused.status)
    return question or await claims(visit, "Utbetalningen är bokförd.")


def _of_payout(company: Company, paid: Payout) -> Question:
    names = ", ".join(each.name for each in paid.claims)
    return Question(
        f"Bokför {kronor(paid.amount)} från Skatteverket?",
        (f"Utbetald {paid.payment_date}, för {names}.", "Varje faktura får sin betalning."),
        "Bokför utbetalningen",
        place(company, "/payout"),
    )
