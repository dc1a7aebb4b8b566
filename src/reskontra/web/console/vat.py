"""A company's VAT periods: their state and boxes, filed once their voucher was shown, reopened."""

from functools import partial

from starlette.responses import Response

from reskontra.actions import access, vat_periods, vat_returns
from reskontra.actions.desk import Desk
from reskontra.actions.trail import Actor
from reskontra.contract.vat_returns import REOPENING
from reskontra.domain.errors import Refused
from reskontra.domain.eskd import in_bytes
from reskontra.domain.vat_return import Declaration
from reskontra.domain.voucher import Posting, Voucher
from reskontra.people.roles import Right
from reskontra.reports.vat import BOX_NAMES
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.visit import Visit
from reskontra.web.vat_returns import XML, attached, eskd_name
from reskontra.web.wording import money

STATES = {"open": "Inte deklarerad", "filed": "Deklarerad"}


async def periods(visit: Visit) -> Response:
    company = await visit.company()
    known = await visit.house.read(await visit.clerk(company), vat_periods.declarations)
    return visit.page("vat.html", company=company, periods=known, states=STATES)


async def period(visit: Visit, message: str = "", problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    name = visit.request.path_params["period"]
    clerk = await visit.clerk(company)
    found = await visit.house.tried(clerk, partial(vat_returns.declaration, name=name))
    return visit.page(
        "vat_period.html",
        status=status,
        company=company,
        period=found,
        states=STATES,
        boxes=[(each, BOX_NAMES.get(each.box, "")) for each in found.boxes],
        vouchers=[*map(told, found.vouchers)],
        reason=visit.entries("reason"),
        longest=REOPENING.fields["Reason"].upto,
        message=message,
        problem=problem,
    )


async def act(visit: Visit) -> Response:
    """Asked for; shown with its vouchers; then done."""
    name, reopening = visit.request.path_params["period"], visit.entries("do") == "reopen"
    right = Right.REOPEN if reopening else Right.WORK
    company = await visit.company(right)
    work = partial(_done, actor=visit.actor, right=right, name=name, reason=visit.entries("reason"))
    clerk, house = await visit.clerk(company), visit.house
    try:
        if not is_confirmed(visit):
            shown = await house.tried(clerk, work)
            question = _reopening if reopening else _filing
            return asked(visit, question(company.id, shown))
        await house.write(clerk, work)
    except Refused as refused:
        return await period(visit, problem=refused.message, status=refused.status)
    done = "öppen igen" if reopening else "deklarerad"
    return await period(visit, f"Momsperioden {name} är {done}.")


def _done(desk: Desk, actor: Actor, right: Right, name: str, reason: str) -> Declaration:
    access.refuse_without(desk.books.tx, actor, desk.organisation.id, right)
    if right is Right.WORK:
        return vat_returns.file(desk, name, confirmed=True)
    sent = REOPENING.accept({"Reason": reason}, creating=True)
    return vat_returns.reopen(desk, name, sent.get("reason") or "")


async def eskd(visit: Visit) -> Response:
    company = await visit.company()
    name = visit.request.path_params["period"]
    clerk = await visit.clerk(company)
    file = await visit.house.read(clerk, partial(vat_returns.file_of, name=name))
    return attached(in_bytes(file), eskd_name(name), XML)


def _filing(company: int, shown: Declaration) -> Question:
    return Question(
        f"Deklarera momsen för {shown.from_date} – {shown.to_date}?",
        (
            *(f"Att se på först: {each}." for each in shown.unfinished),
            *map(told, shown.vouchers),
            f"Bokföringen låses till och med {shown.to_date}.",
            "Filen laddas sedan ner, lämnas i Skatteverkets e-tjänst och skrivs under där.",
        ),
        "Deklarera momsperioden",
        _place(company, shown.period),
    )


def _reopening(company: int, shown: Declaration) -> Question:
    return Question(
        f"Öppna momsperioden {shown.period} igen?",
        (
            *map(told, shown.vouchers),
            "Perioden ska deklareras på nytt, som en helhet.",
            "Skälet skrivs i historiken, med ditt namn.",
        ),
        "Öppna momsperioden igen",
        _place(company, shown.period),
    )


def _place(company: int, name: str) -> str:
    return f"/console/companies/{company}/vat/{name}"


def told(voucher: Voucher) -> str:
    rows = "; ".join(map(_row, voucher.postings))
    return (
        f"Verifikation {voucher.series} {voucher.number}, {voucher.date}, {voucher.description}:"
        f" {rows}."
    )


def _row(posting: Posting) -> str:
    side, value = ("kredit", posting.credit) if posting.credit else ("debet", posting.debit)
    return f"{posting.account} {side} {money(value)}"
