"""A company's rules for reminders: when they come, and what they ask for."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import access, reminder_runs, reminding
from reskontra.actions.desk import Desk
from reskontra.contract.reminders import SETTINGS
from reskontra.domain.errors import Refused
from reskontra.domain.reminders import AMOUNTS, Charge
from reskontra.people.roles import Right
from reskontra.web.console.reminders import reminders
from reskontra.web.console.visit import Visit
from reskontra.web.wording import FIELDS, kronor

DAYS = {name: FIELDS[name] for name in ("FirstAfter", "SecondAfter", "DaysBetween", "DaysToPay")}
CHARGES = {
    Charge.NONE: ("Ingen avgift", "Bara ränta, om den tas ut."),
    Charge.FEE: (
        f"Påminnelseavgift, {kronor(AMOUNTS[Charge.FEE])}",
        "Den måste vara avtalad med kunden senast när skulden uppstod.",
    ),
    Charge.COMPENSATION: (
        f"Förseningsersättning, {kronor(AMOUNTS[Charge.COMPENSATION])}",
        "Av företag, utan avtal. Av andra kunder tas ingen avgift.",
    ),
}


async def shown(visit: Visit, problem: str = "", status: int = 200) -> Response:
    company = await visit.company()
    now = await visit.house.read(await visit.clerk(company), reminding.settings_of)
    return visit.page(
        "reminder_settings.html",
        status=status,
        company=company,
        now=_entered(visit) if problem else SETTINGS.present(now, ""),
        days=DAYS,
        charges=CHARGES,
        problem=problem,
    )


async def change(visit: Visit) -> Response:
    clerk = await visit.clerk(await visit.company(Right.WORK))

    def work(desk: Desk) -> Any:
        access.refuse_without(desk.books.tx, visit.actor, desk.organisation.id, Right.WORK)
        return reminder_runs.change_settings(desk, _entered(visit))

    try:
        await visit.house.write(clerk, work)
    except Refused as refused:
        return await shown(visit, refused.message, refused.status)
    return await reminders(visit, "Reglerna för påminnelser är ändrade.")


def _entered(visit: Visit) -> dict[str, Any]:
    """A comma is one, and an empty rate is none: the law's."""
    entries = visit.entries
    return {
        **{name: entries(name) for name in DAYS},
        "Charge": entries("Charge"),
        "Interest": entries("Interest") == "yes",
        "AgreedRate": entries("AgreedRate").replace(",", ".") or "0",
    }
