"""A company's reminders: whom to remind, what is made, and what was sent once somebody said so."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from starlette.responses import Response

from reskontra.actions import charging, reminder_runs
from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.reminder_letters import letter_of
from reskontra.actions.reminder_overview import in_state, overview
from reskontra.actions.reminders import REMINDERS
from reskontra.domain.errors import NotFound, Refused
from reskontra.domain.reminders import Reminder, ReminderStatus
from reskontra.people.roles import Right
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.visit import Visit
from reskontra.web.delivering import paper
from reskontra.web.forms import Parameters
from reskontra.web.reminders import printed, sent

ALL = "all"
# What a button that concerns one reminder fires, and what is said then.
MARKS = {
    "externalprint": "Påminnelse {} är noterad som skickad.",
    "confirm": "Påminnelse {} är noterad som skickad.",
    "release": "Påminnelse {} kan skickas igen.",
    "withdraw": "Påminnelse {} är tillbakadragen.",
}


async def reminders(
    visit: Visit, message: str = "", problem: str = "", status: int = 200
) -> Response:
    company = await visit.company()
    now = await visit.house.read(await visit.clerk(company), overview)
    return visit.page(
        "reminders.html",
        status=status,
        company=company,
        now=now,
        message=message,
        problem=problem or now.problem,
    )


async def print_it(visit: Visit) -> Response:
    clerk = await visit.clerk(await visit.company())
    number = number_of(visit.request.path_params["number"])
    letter = await visit.house.read(
        clerk, lambda desk: letter_of(desk, REMINDERS.find(desk, number))
    )
    return paper(await printed(visit.house, clerk, letter), f"paminnelse-{number}.pdf")


async def change(visit: Visit) -> Response:
    """What its buttons do; a letter leaves only once that was asked about."""
    clerk = await visit.clerk(await visit.company(Right.WORK))
    try:
        if "send" in visit.entries:
            return await _send(visit, clerk)
        return await reminders(visit, await _done(visit, clerk))
    except Refused as refused:
        response = await reminders(visit, problem=refused.message, status=refused.status)
        response.headers.update(refused.headers)
        return response


async def _done(visit: Visit, clerk: Clerk) -> str:
    if "make" in visit.entries:
        return await _make(visit, clerk, visit.entries("make"))
    if "invoice" in visit.entries:
        number = number_of(visit.entries("invoice"))
        work = partial(charging.invoice_interest, number=number)
        draft = await visit.house.write(clerk, work)
        return f"Utkast {draft.document_number} har ränta och avgift."
    for trigger, said in MARKS.items():
        if trigger in visit.entries:
            number = number_of(visit.entries(trigger))
            mark = partial(reminder_runs.fired, number=number, trigger=trigger)
            await visit.house.write(clerk, mark)
            return said.format(number)
    return ""


async def _make(visit: Visit, clerk: Clerk, which: str) -> str:
    number = 0 if which == ALL else number_of(which)
    work = partial(reminder_runs.run_of, document_number=number)
    made = (await visit.house.write(clerk, work)).reminders
    return (
        f"{_called(made)} gjord{_plural(made, 'a')}, men inte skickad{_plural(made, 'e')}."
        if made
        else ""
    )


async def _send(visit: Visit, clerk: Clerk) -> Response:
    """One after the other, until all have left or one could not."""
    which = visit.entries("send")
    waiting = await visit.house.read(clerk, partial(_waiting, which=which))
    if not waiting:
        return await reminders(visit, problem="Det finns inget att skicka.", status=409)
    if not is_confirmed(visit):
        return asked(_naming(visit, waiting), _question(clerk.organisation.id, waiting))
    for count, each in enumerate(waiting):
        try:
            await sent(visit.house, clerk, each.number)
        except Refused as refused:
            told = f"{count} av {len(waiting)} skickades. Påminnelse {each.number}: "
            response = await reminders(visit, problem=told + refused.message, status=refused.status)
            response.headers.update(refused.headers)
            return response
    return await reminders(visit, f"{_called(waiting)} skickad{_plural(waiting, 'e')}.")


def _called(several: Sequence[Reminder]) -> str:
    return f"{len(several)} påminnelser är" if len(several) > 1 else "En påminnelse är"


def _plural(several: Sequence[Reminder], ending: str) -> str:
    return ending if len(several) > 1 else ""


def _waiting(desk: Desk, which: str) -> list[Reminder]:
    if which == ALL:
        return in_state(desk, ReminderStatus.MADE)
    return [REMINDERS.find(desk, number_of(number)) for number in which.split(",")]


def _naming(visit: Visit, waiting: list[Reminder]) -> Visit:
    """What is agreed to is what was shown: one that is made meanwhile is not among them."""
    numbers = ",".join(str(each.number) for each in waiting)
    return replace(visit, entries=Parameters({**visit.entries.last, "send": numbers}))


def _question(company: int, waiting: list[Reminder]) -> Question:
    invoices = ", ".join(str(each.document_number) for each in waiting)
    what = f"påminnelse {waiting[0].number}" if len(waiting) == 1 else f"{len(waiting)} påminnelser"
    return Question(
        f"Skicka {what}?",
        (
            f"Kunderna får ett mejl med påminnelsen som PDF. Det gäller faktura {invoices}.",
            "Ett mejl som har skickats kan inte tas tillbaka.",
        ),
        f"Skicka {what}",
        f"/console/companies/{company}/reminders",
    )


def number_of(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        raise NotFound(REMINDERS.layout.missing)
    return int(text)
