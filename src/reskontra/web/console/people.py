"""Who works in a company: invited, given another role, removed."""

from functools import partial

from starlette.responses import Response

from reskontra.actions import access
from reskontra.domain.errors import Conflict, Invalid, MailFailed, NotFound
from reskontra.outside.link_letters import invitation_letter
from reskontra.people import grants, invitations, memberships
from reskontra.people.memberships import Changed
from reskontra.people.roles import ROLES, Right, Role
from reskontra.settings import RateLimit
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.days import swedish_day
from reskontra.web.console.visit import Visit
from reskontra.web.delivering import posted
from reskontra.web.forms import Parameters
from reskontra.web.letters import mailbox

LARGEST_NUMBER = 2**63 - 1
OF_A_COMPANY = RateLimit(calls=20, seconds=3600)  # letters, whoever they go to
TO_AN_ADDRESS = RateLimit(calls=3, seconds=3600)  # from one company
INVITED = "En inbjudan är skickad till {}. Länken i brevet gäller i 7 dagar."
STAYS = "Servicekontot {} är företagets eget och finns kvar; återkalla det på företagets sida."
NOT_SENT = "Brevet till {} gick inte att skicka. Bjud in på nytt om en stund."


async def members(
    visit: Visit, message: str = "", problem: str = "", status: int = 200
) -> Response:
    chosen = await visit.company(Right.PEOPLE)
    everyone = await visit.read(lambda tx: memberships.members(tx, chosen.id))
    invited = await visit.read(lambda tx: invitations.listed(tx, chosen.id), chosen.id)
    return visit.page(
        "people.html",
        status=status,
        company=chosen,
        members=everyone,
        invited=[(each, swedish_day(each.expires_at)) for each in invited],
        now=visit.now,
        roles=ROLES,
        message=message,
        problem=problem,
    )


async def change(visit: Visit) -> Response:
    """Whichever button was pressed."""
    await visit.company(Right.PEOPLE)
    for name, take in BUTTONS.items():
        if name in visit.entries:
            try:
                return await take(visit)
            except (Invalid, NotFound, Conflict) as refused:
                return await members(visit, problem=refused.message, status=refused.status)
    return await members(visit)


def makes_admin(entries: Parameters) -> bool:
    """Is an administrator about to be made?"""
    return entries(f"role-{_number(entries('give'))}") == Role.ADMIN


async def _give_role(visit: Visit) -> Response:
    user_id = _number(visit.entries("give"))
    role = _role(visit.entries(f"role-{user_id}"))
    company_id = (await visit.company(Right.PEOPLE)).id
    unit = partial(access.give_role, actor=visit.actor, organisation_id=company_id)
    changed = await visit.write(lambda tx: unit(tx, user_id=user_id, role=role))
    lost = f" {_lost(changed)}" if changed.ended else ""
    return await members(visit, f"{changed.member.email} är nu {ROLES[role].called}.{lost}")


async def _remove(visit: Visit) -> Response:
    company = await visit.company(Right.PEOPLE)
    user_id = _number(visit.entries("remove"))
    unit = partial(
        access.remove_person, actor=visit.actor, organisation_id=company.id, user_id=user_id
    )
    if not is_confirmed(visit):
        leaving = await visit.tried(unit)
        approved = await visit.read(lambda tx: grants.approvals(tx, company.id))
        stay = [each.name for each in approved if each.service_account and each.user_id == user_id]
        return asked(visit, _question(company.id, company.name, leaving, stay))
    changed = await visit.write(unit)
    return await members(visit, f"{changed.member.email} är borttagen.")


def _question(company_id: int, company: str, leaving: Changed, stay: list[str]) -> Question:
    happens = [f"{leaving.member.called} kommer inte längre åt {company}, från och med nu."]
    happens += [_lost(leaving)] if leaving.ended else []
    happens += [STAYS.format(name) for name in stay]
    return Question(
        f"Ta bort {leaving.member.email}?",
        (*happens, "Du kan bjuda in personen igen, men program måste då godkännas på nytt."),
        f"Ta bort {leaving.member.email}",
        f"/console/companies/{company_id}/people",
    )


def _lost(changed: Changed) -> str:
    count = len(changed.ended)
    programs = "Ett program" if count == 1 else f"{count} program"
    return f"{programs} som personen hade godkänt har inte längre åtkomst."


async def _withdraw(visit: Visit) -> Response:
    company, email = await visit.company(Right.PEOPLE), visit.entries("withdraw")
    await visit.write(lambda tx: access.withdraw(tx, visit.actor, company.id, email))
    return await members(visit, f"Inbjudan till {email} är tillbakadragen.")


BUTTONS = {"give": _give_role, "remove": _remove, "withdraw": _withdraw}


async def new(visit: Visit, problem: str = "", status: int = 200) -> Response:
    return visit.page(
        "invite.html",
        status=status,
        company=await visit.company(Right.PEOPLE),
        problem=problem,
        roles=ROLES,
        role=visit.entries("role") or Role.BOOKKEEPER,
        email=visit.entries("email"),
    )


async def invite(visit: Visit) -> Response:
    """The same to the byte, and the same work, whether or not the address is known to us."""
    company, house, email = await visit.company(Right.PEOPLE), visit.house, visit.entries("email")
    await house.admit(f"invitations {company.id} {mailbox(email)}", TO_AN_ADDRESS)
    await house.admit(f"invitations {company.id}", OF_A_COMPANY)
    try:
        role = _role(visit.entries("role"))
        invitation, link = await visit.write(
            lambda tx: access.invite(tx, visit.actor, company.id, email, role)
        )
    except (Invalid, Conflict) as refused:
        return await new(visit, refused.message, refused.status)
    letter = invitation_letter(
        house.mail_from,
        invitation.email,
        company.name,
        ROLES[role].called,
        f"{house.site(visit.request)}/console/invitations/{link}",
        swedish_day(invitation.expires_at),
    )
    try:
        await posted(house, letter, house.clock())
    except MailFailed as failed:
        problem = NOT_SENT.format(invitation.email)
        return await members(visit, problem=problem, status=failed.status)
    return await members(visit, INVITED.format(invitation.email))


def _number(text: str) -> int:
    """Of a person, as our pages write it; 0 is nobody's."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else 0
    return number if number <= LARGEST_NUMBER and str(number) == text else 0


def _role(text: str) -> Role:
    if text not in ROLES:
        raise Invalid("Välj en av rollerna")
    return Role(text)
