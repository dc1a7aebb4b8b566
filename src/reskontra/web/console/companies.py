"""A person's companies, and the integrations that have been let in."""

from dataclasses import dataclass

from starlette.responses import Response

from reskontra.actions import access
from reskontra.actions.mending import mended_by
from reskontra.domain.completeness import gaps
from reskontra.people import grants, memberships
from reskontra.people.grants import Approval
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.people.scopes import OPENS
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.days import swedish_day
from reskontra.web.console.visit import Visit


async def companies(visit: Visit) -> Response:
    mine = await visit.read(lambda tx: memberships.companies_of(tx, visit.person.id))
    return visit.page("companies.html", companies=mine)


async def company(visit: Visit, message: str = "") -> Response:
    chosen = await visit.company()
    approved = await _approved(visit, chosen)
    gaps_of_it = gaps((await visit.clerk(chosen)).organisation)
    missing = [(gap.missing, mended_by(gap)) for gap in gaps_of_it]
    return visit.page(
        "company.html", company=chosen, approved=approved, missing=missing, message=message
    )


async def _approved(visit: Visit, company: Company) -> "list[Shown]":
    """What this person may revoke."""
    approvals = await visit.read(lambda tx: grants.approvals(tx, company.id))
    return shown([each for each in approvals if may_revoke(visit, company, each)])


async def revoke(visit: Visit) -> Response:
    """Who has the right revokes for the whole company, others what they approved themselves."""
    chosen, client_id = await visit.company(), visit.entries("revoke")
    approved = {each.client_id: each for each in await _approved(visit, chosen)}
    if client_id not in approved:
        return await company(visit)
    if not is_confirmed(visit):
        return asked(visit, _question(chosen, approved[client_id]))
    by = None if chosen.may(Right.REVOKE) else visit.person.id
    await visit.write(lambda tx: access.revoke(tx, visit.actor, chosen.id, client_id, by))
    return await company(visit, "Integrationen är återkallad.")


def _question(company: Company, approved: "Shown") -> Question:
    return Question(
        f"Återkalla {approved.name}?",
        (
            f"Programmet kommer inte längre åt {company.name}, från och med nu.",
            "Dess nycklar fungerar aldrig mer. Den som vill använda programmet igen får godkänna "
            "det på nytt.",
        ),
        f"Återkalla {approved.name}",
        f"/console/companies/{company.id}",
    )


def may_revoke(visit: Visit, company: Company, approval: Approval) -> bool:
    return company.may(Right.REVOKE) or approval.user_id == visit.person.id


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
