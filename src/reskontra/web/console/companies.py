"""A person's companies: the integrations they have let in, and who works there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from starlette.responses import Response

from reskontra.actions.mending import mended_by
from reskontra.domain.clock import swedish_date
from reskontra.domain.completeness import gaps
from reskontra.domain.errors import Conflict, Invalid, NotFound
from reskontra.engine.database import Transaction
from reskontra.people import grants, memberships
from reskontra.people.grants import Approval
from reskontra.people.memberships import ADMIN, MEMBER, Company, Member
from reskontra.people.passwords import new_password
from reskontra.people.scopes import OPENS
from reskontra.web.console.visit import Visit
from reskontra.web.login import hashed

LARGEST_NUMBER = 2**63 - 1


async def companies(visit: Visit) -> Response:
    mine = await visit.read(lambda tx: memberships.companies_of(tx, visit.person.id))
    return visit.page("companies.html", companies=mine)


async def company(visit: Visit, message: str = "") -> Response:
    chosen = await visit.company()
    approvals = await visit.read(lambda tx: grants.approvals(tx, chosen.id))
    approved = shown([each for each in approvals if may_revoke(visit, chosen, each)])
    gaps_of_it = gaps((await visit.clerk(chosen)).organisation)
    missing = [(gap.missing, mended_by(gap)) for gap in gaps_of_it]
    return visit.page(
        "company.html", company=chosen, approved=approved, missing=missing, message=message
    )


async def revoke(visit: Visit) -> Response:
    """An administrator revokes for the whole company, others what they approved themselves."""
    chosen = await visit.company()
    client_id = visit.entries("revoke")
    by = None if chosen.is_run else visit.person.id
    count = await visit.write(
        lambda tx: grants.revoke_integration(tx, chosen.id, client_id, visit.now, by)
    )
    return await company(visit, "Integrationen är återkallad." if count else "")


def may_revoke(visit: Visit, company: Company, approval: Approval) -> bool:
    return company.is_run or approval.user_id == visit.person.id


@dataclass(frozen=True)
class Shown:
    """Every approval of one integration, in words."""

    client_id: str
    name: str
    since: str
    who: str
    service_account: bool
    scopes: tuple[str, ...]


def shown(approvals: list[Approval]) -> list[Shown]:
    """An integration is approved again and again as people renew it; they see it once."""
    by_client: dict[str, list[Approval]] = {}
    for approval in approvals:
        by_client.setdefault(approval.client_id, []).append(approval)
    return [_together(each) for each in by_client.values()]


def _together(approvals: list[Approval]) -> Shown:
    names = {scope for approval in approvals for scope in approval.scope.split()}
    opened = [OPENS[name] for name in OPENS if name in names]
    people_of_it = dict.fromkeys(each.user_name for each in approvals if each.user_name)
    latest = max(each.created_at for each in approvals)
    return Shown(
        approvals[0].client_id,
        approvals[0].name,
        f"Godkänd {swedish_day(latest)}",
        ", ".join(people_of_it),
        any(each.service_account for each in approvals),
        tuple(opened),
    )


async def members(
    visit: Visit, message: str = "", problem: str = "", status: int = 200, password: str = ""
) -> Response:
    chosen = await visit.company_to_run()
    members = await visit.read(lambda tx: memberships.members(tx, chosen.id))
    return visit.page(
        "people.html",
        status=status,
        company=chosen,
        members=members,
        message=message,
        problem=problem,
        password=password,
        email=visit.entries("email"),
    )


async def change_members(visit: Visit) -> Response:
    company_id = (await visit.company_to_run()).id
    trigger = next((name for name in CHANGES if name in visit.entries), "")
    user_id = int(visit.entries(trigger)) if visit.entries(trigger).isdecimal() else 0
    if not trigger or user_id > LARGEST_NUMBER:
        return await members(visit)
    change, message = CHANGES[trigger]
    try:
        member = await visit.write(lambda tx: change(tx, company_id, user_id))
    except (NotFound, Conflict) as refused:
        return await members(visit, problem=refused.message, status=refused.status)
    return await members(visit, message.format(member.email))


# What each button does, and what is said afterwards.
CHANGES: dict[str, tuple[Callable[[Transaction, int, int], Member], str]] = {
    "promote": (partial(memberships.give_role, role=ADMIN), "{} är nu administratör."),
    "demote": (partial(memberships.give_role, role=MEMBER), "{} är nu medlem."),
    "remove": (memberships.remove, "{} är borttagen."),
}


async def new_member(visit: Visit, problem: str = "", status: int = 200) -> Response:
    return visit.page(
        "new_person.html",
        status=status,
        company=await visit.company_to_run(),
        problem=problem,
        name=visit.entries("name"),
        email=visit.entries("email"),
    )


async def add_member(visit: Visit) -> Response:
    """The password is on the answer itself: it is kept nowhere to be shown from later."""
    company_id = (await visit.company_to_run()).id
    password = new_password()
    password_hash = await hashed(password)
    email, name = visit.entries("email").strip(), visit.entries("name").strip()
    role = ADMIN if "admin" in visit.entries else MEMBER
    try:
        arrival = await visit.write(
            lambda tx: memberships.add_person(
                tx, company_id, email, name, role, password_hash, visit.house.clock()
            )
        )
    except (Invalid, Conflict) as refused:
        return await new_member(visit, refused.message, refused.status)
    return await members(visit, f"{email} är tillagd.", password=password if arrival.is_new else "")


def swedish_day(seconds: int) -> str:
    return swedish_date(datetime.fromtimestamp(seconds, UTC)).isoformat()
