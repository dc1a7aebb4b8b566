"""The payment of a reminder: what came in is the invoice's, then interest, then the fee."""

from decimal import Decimal
from functools import partial

from starlette.responses import Response

from reskontra.actions import charging
from reskontra.actions.charging import Unpaid
from reskontra.actions.desk import Desk
from reskontra.domain.errors import Refused
from reskontra.domain.money import ZERO
from reskontra.domain.reminders import ReminderPayment
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.web.console.confirming import Question, done
from reskontra.web.console.days import swedish_day
from reskontra.web.console.reminders import number_of, reminders
from reskontra.web.console.visit import Visit
from reskontra.web.wording import FIELDS, money


async def shown(visit: Visit, problem: str = "", status: int = 200) -> Response:
    company = await visit.company(Right.WORK)
    number = number_of(visit.request.path_params["number"])
    try:
        left = await _left(visit, company, number)
    except Refused as refused:
        return await reminders(visit, problem=refused.message, status=refused.status)
    entries = visit.entries
    return visit.page(
        "reminder_payment.html",
        status=status,
        company=company,
        number=number,
        left=left,
        fields=FIELDS,
        amount=entries("amount") or f"{left.total:.2f}".replace(".", ","),
        day=entries("day") or swedish_day(visit.now),
        mode=entries("mode"),
        problem=problem,
    )


async def _left(visit: Visit, company: Company, number: int) -> Unpaid:
    work = partial(charging.unpaid, number=number)
    return await visit.house.tried(await visit.clerk(company), work)


async def take(visit: Visit) -> Response:
    company = await visit.company(Right.WORK)
    number = number_of(visit.request.path_params["number"])
    entered = visit.entries
    amount = "".join(entered("amount").split()).replace(",", ".")
    sent = {"Amount": amount, "PaymentDate": entered("day"), "ModeOfPayment": entered("mode")}

    def work(desk: Desk) -> tuple[Unpaid, ReminderPayment]:
        left = charging.unpaid(desk, number)
        return left, charging.receive(desk, number, sent)

    try:
        _, question = await done(visit, company, work, partial(_question, company, number))
    except Refused as refused:
        return await shown(visit, refused.message, refused.status)
    return question or await reminders(visit, f"Betalningen av påminnelse {number} är bokförd.")


def _question(company: Company, number: int, outcome: tuple[Unpaid, ReminderPayment]) -> Question:
    left, paid = outcome
    invoice = min(paid.amount - paid.interest - paid.fee, max(left.late.balance, ZERO))
    beyond = paid.amount - invoice - paid.interest - paid.fee
    parts = {
        f"Faktura {left.late.document_number}": invoice,
        "Ränta": paid.interest,
        "Avgift": paid.fee,
        "Överbetalning": beyond,
    }
    return Question(
        f"Bokför {money(paid.amount)} kr för påminnelse {number}?",
        (f"Betalt {paid.payment_date}.", *(_part(*each) for each in parts.items() if each[1])),
        "Bokför betalningen",
        f"/console/companies/{company.id}/reminders/{number}/payment",
    )


def _part(name: str, amount: Decimal) -> str:
    return f"{name}: {money(amount)} kr."
