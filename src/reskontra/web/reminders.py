"""Reminders over HTTP: whom to remind, a run, the letter, and what comes of it."""

from functools import partial
from typing import Any

from starlette.responses import Response

from reskontra.actions import charging, reminder_runs, reminding
from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.mailing import letter_to
from reskontra.actions.reminder_letters import ReminderLetter, letter_of
from reskontra.actions.reminders import REMINDERS
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract import reminders as contract
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Conflict, MailFailed, MailUncertain
from reskontra.domain.reminders import Candidate, Reminder, ReminderRun
from reskontra.domain.search import Search
from reskontra.web.call import Call, many, one
from reskontra.web.delivering import compared, paper, posted, pressed
from reskontra.web.described import Described, Gives
from reskontra.web.endpoints import ShowOutcome, key
from reskontra.web.house import House
from reskontra.web.letters import admit_letter
from reskontra.web.resources import Endpoint

SCOPE = contract.REMINDERS.scope
IN_TURN = Listing()
UNCERTAIN = (
    "Det är osäkert om påminnelsen kom iväg; se efter om den kom fram, och säg det"
    " (/confirm, eller /release om den inte gjorde det)"
)


def shows(resource: Resource) -> ShowOutcome:
    def show(call: Call, record: Any) -> Response:
        return one(resource.singular, call.view.present(resource, record))

    return show


def number_of(desk: Desk, call: Call) -> int:
    [number] = key(REMINDERS, desk, call)
    return int(number)


# Settings, candidates and a run


def reads_settings() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return reminding.settings_of(desk)

    described = Described("Reads", contract.SETTINGS)
    return Endpoint(SCOPE, work, shows(contract.SETTINGS), describes=described)


def changes_settings() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return reminder_runs.change_settings(desk, call.opened(contract.SETTINGS.singular))

    described = Described("Changes", contract.SETTINGS)
    return Endpoint(
        SCOPE, work, shows(contract.SETTINGS), writes=True, takes_body=True, describes=described
    )


def candidates() -> Endpoint:
    def work(desk: Desk, call: Call) -> tuple[list[Candidate], Search]:
        return reminding.candidates(desk), call.search(IN_TURN, {})

    def show(call: Call, outcome: tuple[list[Candidate], Search]) -> Response:
        found, search = outcome
        page = found[search.offset : search.offset + search.limit]
        resource = contract.CANDIDATES
        return many(resource.plural, call.view.listed(resource, page), len(found), search)

    described = Described(
        "Lists", contract.CANDIDATES, Gives.MANY, listing=IN_TURN, refusals=(Conflict,)
    )
    return Endpoint(SCOPE, work, show, describes=described)


def runs() -> Endpoint:
    def work(desk: Desk, call: Call) -> ReminderRun:
        changes = contract.RUN.accept(call.opened(contract.RUN.singular))
        return reminder_runs.run_of(desk, changes.get("document_number", 0))

    described = Described("Makes", contract.RUN)
    return Endpoint(
        SCOPE, work, shows(contract.RUN), writes=True, takes_body=True, describes=described
    )


# The letter


def prints() -> Endpoint:
    def work(desk: Desk, call: Call) -> ReminderLetter:
        return letter_of(desk, REMINDERS.find(desk, number_of(desk, call)))

    async def then(house: House, call: Call, letter: ReminderLetter) -> Response:
        pdf = await printed(house, call.caller.clerk(house.clock()), letter)
        return paper(pdf, f"paminnelse-{letter.reminder.number}.pdf")

    described = Described("Prints", contract.REMINDERS, Gives.PDF)
    return Endpoint(SCOPE, work, then=then, describes=described)


def sends() -> Endpoint:
    async def then(house: House, call: Call, number: int) -> Response:
        reminder = await sent(house, call.caller.clerk(house.clock()), number)
        return shows(contract.REMINDERS)(call, reminder)

    described = Described("Mails", contract.REMINDERS, refusals=(MailFailed,))
    return Endpoint(SCOPE, number_of, writes=True, then=then, describes=described)


async def printed(house: House, clerk: Clerk, letter: ReminderLetter) -> bytes:
    """The paper, the same each time it is printed."""
    pdf = await pressed(house, clerk.organisation.id, letter.document)
    await compared(house, clerk, letter.document, pdf)
    return pdf


async def sent(house: House, clerk: Clerk, number: int) -> Reminder:
    """Taken, mailed, told of: between the steps others see that it is on its way, and let it be."""
    letter = await house.read(clerk, partial(reminder_runs.to_send, number=number))
    await admit_letter(house, letter.mailing.recipients, clerk.organisation.id)
    pdf = await printed(house, clerk, letter)
    mail = letter_to(letter.mailing, letter.owner, letter.document, pdf, house.mail_from)

    async def step(trigger: str) -> Reminder:
        return await house.write(clerk, lambda desk: reminder_runs.fired(desk, number, trigger))

    await step("send")
    try:
        await posted(house, mail, clerk.now)
    except MailUncertain as fault:
        raise MailUncertain(UNCERTAIN) from fault
    except MailFailed:
        await step("fail")
        raise
    return await step("confirm")


# What it asks for beside the invoice


def invoices() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return charging.invoice_interest(desk, number_of(desk, call))

    resource = CUSTOMER_INVOICES.resource
    described = Described("Invoices interest and fee of", contract.REMINDERS, answered=resource)
    return Endpoint(SCOPE, work, shows(resource), writes=True, describes=described)


def receives() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        reminder = REMINDERS.find(desk, number_of(desk, call))
        return charging.receive(desk, reminder.number, call.opened(contract.PAYMENT.singular))

    resource = contract.PAYMENT
    described = Described("Books", resource)
    return Endpoint(
        resource.scope, work, shows(resource), writes=True, takes_body=True, describes=described
    )
