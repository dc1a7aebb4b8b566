"""What cannot be undone: shown with its voucher on a page of its own, and then done as shown."""

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.responses import Response

from reskontra.actions import composing, invoice_acts
from reskontra.actions.desk import Desk
from reskontra.actions.invoice_acts import Act
from reskontra.actions.mailing import mailing_of, refuse_unreachable
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.errors import Conflict, OtherCall, Refused
from reskontra.web.books import sheet as sheets
from reskontra.web.books import typed
from reskontra.web.books.editor import HERE, number_in
from reskontra.web.books.place import Place, Problem, Step
from reskontra.web.delivering import dispatched, mailed
from reskontra.web.letters import admit_letter
from reskontra.web.pages import see_other
from reskontra.web.wording import money

Doing = Callable[..., Act]
PAYING = ("Amount", "PaymentDate", "ModeOfPayment", "Rest")


async def _page(
    place: Place,
    template: str,
    act: Act | None,
    problems: list[Problem],
    status: int = 200,
    **values: Any,
) -> Response:
    number = number_in(place)
    life = await place.read(lambda desk: invoice_acts.life_of(desk, number))
    address = place.at(f"{HERE}/{number}")
    return await place.page(
        template,
        HERE,
        [Step("Kundfakturor", place.at(HERE)), Step(f"Faktura {number}", address)],
        status,
        problems=problems,
        act=act,
        digest=act.digest if act else "",
        invoice=life.invoice,
        life=life,
        back=address,
        **values,
    )


async def _foreseen(place: Place, template: str, doing: Doing, **values: Any) -> Response:
    """What it would come to, or why it cannot be done."""
    refused = values.pop("refused", None)
    problems = [sheets.problem(refused, sheets.blank())] if refused else []
    status = refused.status if refused else 200
    try:
        act: Act | None = await place.tried(doing)
    except Refused as refusal:
        act = None
        if not problems:
            problems, status = [sheets.problem(refusal, sheets.blank())], refusal.status
    return await _page(place, template, act, problems, status, **values)


async def _done(place: Place, doing: Doing, word: str) -> tuple[str, bool] | Refused:
    """Done as it was shown; else what stands in its way."""
    digest = place.entries("shown")

    def work(desk: Desk) -> str:
        act = doing(desk, shown=digest)
        return place.at(f"{HERE}/{act.invoice.document_number}?done={word}")

    try:
        return await place.once(work)
    except OtherCall:
        return Conflict("Det här är redan gjort en gång från samma sida; se efter igen")
    except Refused as refused:
        return refused


# Issuing


async def show_issue(place: Place, refused: Refused | None = None) -> Response:
    doing = partial(_issue, number_in(place))
    return await _foreseen(place, "issue.html", doing, refused=refused)


def _issue(number: int, desk: Desk, shown: str | None = None) -> Act:
    return invoice_acts.issue(desk, number, shown)


async def issue(place: Place) -> Response:
    outcome = await _done(place, partial(_issue, number_in(place)), "issued")
    if isinstance(outcome, Refused):
        return await show_issue(place, outcome)
    target, is_first = outcome
    if not (is_first and place.entries("mail")):
        return see_other(target)
    try:
        await _mail(place)
    except Refused:
        return see_other(target.replace("=issued", "=issued-unmailed"))
    return see_other(target.replace("=issued", "=issued-mailed"))


# Mailing


async def show_mail(place: Place, refused: Refused | None = None) -> Response:
    problems = [Problem.of(refused)] if refused else []
    return await _page(place, "mail.html", None, problems, refused.status if refused else 200)


async def mail(place: Place) -> Response:
    address = place.at(f"{HERE}/{number_in(place)}?done=mailed")
    try:
        _, is_first = await place.once(lambda desk: address)
        if is_first:
            await _mail(place)
    except Refused as refused:
        return await show_mail(place, refused)
    return see_other(address)


async def _mail(place: Place) -> None:
    """As the API does: counted first, then printed and sent."""
    house, number = place.visit.house, number_in(place)
    house.press.refuse_full(place.company.id)

    def look(desk: Desk) -> tuple[str, ...]:
        mailing = mailing_of(desk, composing.invoice_at(desk, number))
        refuse_unreachable(mailing)
        return mailing.recipients

    recipients = await place.read(look)
    await admit_letter(house, recipients, place.company.id)

    def work(desk: Desk) -> Any:
        dispatch = dispatched(desk, (number,), "email")
        return dispatch, mailing_of(desk, dispatch.invoice)

    dispatch, mailing = await place.write(work)
    if mailing.recipients != recipients:
        raise Conflict("Fakturans mottagare ändrades samtidigt; försök igen")
    await mailed(house, place.clerk, dispatch, mailing)


# Paying


async def show_pay(place: Place, refused: Refused | None = None) -> Response:
    number = number_in(place)
    invoice = await place.read(lambda desk: composing.invoice_at(desk, number))
    typed_now = _paid(place, invoice)
    modes = await place.read(composing.modes)
    doing = partial(_pay, number, _fields(place, typed_now))
    values = {"typed": typed_now, "modes": modes, "is_counted": place.entries("do") != ""}
    return await _foreseen(place, "pay.html", doing, refused=refused, **values)


def _paid(place: Place, invoice: CustomerInvoice) -> dict[str, str]:
    """As typed; before that, all that is left, today."""
    if place.entries("do"):
        return {name: place.entries(name) for name in PAYING}
    usual = {"Amount": money(invoice.balance), "PaymentDate": str(place.today)}
    return dict.fromkeys(PAYING, "") | usual | {"ModeOfPayment": "BG"}


def _fields(place: Place, sent: dict[str, str]) -> dict[str, str]:
    days = {"PaymentDate": typed.day(sent["PaymentDate"], place.today)}
    return {**sent, "Amount": typed.amount(sent["Amount"]), **days}


def _pay(number: int, fields: dict[str, str], desk: Desk, shown: str | None = None) -> Act:
    return invoice_acts.pay(desk, number, fields, shown)


async def pay(place: Place) -> Response:
    if place.entries("do") != "pay":
        return await show_pay(place)
    number = number_in(place)
    sent = {name: place.entries(name) for name in PAYING}
    outcome = await _done(place, partial(_pay, number, _fields(place, sent)), "paid")
    if isinstance(outcome, Refused):
        return await show_pay(place, outcome)
    return see_other(outcome[0])


# Crediting


async def show_credit(place: Place, refused: Refused | None = None) -> Response:
    doing = partial(_credit, number_in(place))
    return await _foreseen(place, "credit.html", doing, refused=refused)


def _credit(number: int, desk: Desk, shown: str | None = None) -> Act:
    return invoice_acts.credit(desk, number, shown)


async def credit(place: Place) -> Response:
    outcome = await _done(place, partial(_credit, number_in(place)), "credited")
    if isinstance(outcome, Refused):
        return await show_credit(place, outcome)
    return see_other(outcome[0])


# Discarding a draft


async def show_discard(place: Place, refused: Refused | None = None) -> Response:
    problems = [sheets.problem(refused, sheets.blank())] if refused else []
    status = refused.status if refused else 200
    reason = place.entries("Reason")
    return await _page(place, "discard.html", None, problems, status, reason=reason)


async def discard(place: Place) -> Response:
    number, why = number_in(place), place.entries("Reason")

    def work(desk: Desk) -> str:
        invoice_acts.discard(desk, number, why)
        return place.at(f"{HERE}?done=discarded")

    try:
        target, _ = await place.once(work)
    except Refused as refused:
        return await show_discard(place, refused)
    return see_other(target)
