"""A company's financial years, and the last closed one opened again."""

from functools import partial

from starlette.responses import Response

from reskontra.actions import access, closing
from reskontra.actions.desk import Desk
from reskontra.actions.trail import Actor
from reskontra.contract.closing import REOPENING
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.errors import Refused
from reskontra.domain.voucher import Voucher
from reskontra.people.roles import Right
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.visit import Visit


async def years(visit: Visit, message: str = "", problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    known = await visit.house.read(await visit.clerk(company), closing.years_to_reopen)
    return visit.page(
        "years.html",
        status=status,
        company=company,
        years=known,
        reason=visit.entries("reason"),
        longest=REOPENING.fields["Reason"].upto,
        message=message,
        problem=problem,
    )


async def reopen(visit: Visit) -> Response:
    """Asked for with a reason; shown with its vouchers; then done."""
    company = await visit.company(Right.REOPEN)
    clerk, house = await visit.clerk(company), visit.house
    number, reason = visit.entries("reopen"), visit.entries("reason")
    known = await house.read(clerk, closing.years_to_reopen)
    year = next((each for each, _ in known if str(each.id) == number), None)
    if year is None:
        return await years(visit)
    work = partial(_reopened, actor=visit.actor, year=year, reason=reason)
    try:
        if not is_confirmed(visit):
            return asked(visit, _question(company.id, year, await house.tried(clerk, work)))
        await house.write(clerk, work)
    except Refused as refused:
        return await years(visit, problem=refused.message, status=refused.status)
    return await years(visit, f"Räkenskapsåret {_called(year)} är öppet igen.")


def _reopened(desk: Desk, actor: Actor, year: FinancialYear, reason: str) -> tuple[Voucher, ...]:
    access.refuse_without(desk.books.tx, actor, desk.organisation.id, Right.REOPEN)
    first = len(desk.books.happenings)
    sent = REOPENING.accept({"Reason": reason}, creating=True)
    closing.reopen(desk, year.id, sent.get("reason") or "")
    return closing.posted_since(desk, first)


def _question(company: int, year: FinancialYear, vouchers: tuple[Voucher, ...]) -> Question:
    posted = [
        f"Verifikation {each.series} {each.number} bokförs {each.date}: {each.description}."
        for each in vouchers
    ]
    return Question(
        f"Öppna räkenskapsåret {_called(year)} igen?",
        (*posted, "Skälet skrivs i historiken, med ditt namn."),
        "Öppna året igen",
        f"/console/companies/{company}/years",
    )


def _called(year: FinancialYear) -> str:
    return f"{year.from_date} – {year.to_date}"
