"""The pages where a person logs in, chooses a company and approves what an integration asks."""

from dataclasses import dataclass
from string import punctuation
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from reskontra.actions import access
from reskontra.actions.trail import Actor
from reskontra.contract.closing import REOPENING
from reskontra.domain.errors import TooManyCalls
from reskontra.people import factors, granting, integrations, memberships
from reskontra.people.granting import Denied, Proposal
from reskontra.people.logging_in import network_of
from reskontra.people.memberships import Company
from reskontra.people.scopes import OPENS
from reskontra.people.users import Person
from reskontra.web.forms import Parameters, form, parameters
from reskontra.web.house import House
from reskontra.web.limits import AUTH_LIMIT
from reskontra.web.login import NotLoggedIn, address_of, complete, log_in
from reskontra.web.oauth_request import Rejected, Return, Untrusted, judged, way_back
from reskontra.web.pages import page, root_of, see_other
from reskontra.web.proving import asked_again, is_proof, proof_in, proof_page
from reskontra.web.sessions import Visitor, is_own_form, set_cookies, visitor

OUR_OWN = ("company", "prompt")  # parameters that the pages themselves add
DENIED_BY_USER = Denied("access_denied", "The user denied the request")


@dataclass(frozen=True)
class ConsentVisit:
    """One page of the way to an approval: what is asked, by whom, and who is looking."""

    house: House
    request: Request
    back: Return
    proposal: Proposal
    company: str
    visitor: Visitor

    def address(self, name: str, **more: str) -> str:
        """Another page of the same way."""
        pairs = quote(self.request.scope["query_string"], safe=punctuation).split("&")
        others = [each for each in pairs if each.partition("=")[0] not in OUR_OWN]
        query = "&".join([*others, *(f"{key}={value}" for key, value in more.items())])
        return f"{root_of(self.house, self.request)}/{name}?{query}"

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        return page(
            self.house,
            self.request,
            template,
            self.visitor,
            status,
            self.back.origin,
            integration=self.proposal.integration,
            action=self.address("consent"),
            another=self.address("auth", prompt="login"),
            **values,
        )

    def rejected(self, why: Denied) -> Rejected:
        return Rejected(self.back, why.error, why.description)


async def auth(house: House, request: Request) -> Response:
    """Where an integration sends people. Counted by address; the pages after it are not."""
    if request.method != "POST":
        try:
            await house.admit(f"auth {network_of(address_of(request))}", AUTH_LIMIT)
        except TooManyCalls:
            text = "För många anrop. Vänta en minut och försök igen.\n"
            return PlainTextResponse(text, 429, {"Retry-After": "60"})
    return await consent(house, request)


async def consent(house: House, request: Request) -> Response:
    try:
        entries = parameters(request.scope["query_string"])
        visit = await _visit(house, request, entries)
        if request.method == "POST":
            return await _take(visit)
        return await _show(visit, again=entries("prompt") == "login")
    except Untrusted as untrusted:
        return page(
            house,
            request,
            "refusal.html",
            status=400,
            heading="Länken fungerar inte",
            message="Programmet som skickade dig hit är inte rätt inställt. Gå tillbaka till det "
            "och försök igen, eller kontakta dem som gör programmet.",
            detail=str(untrusted),
        )
    except Rejected as rejected:
        return see_other(rejected.location)


async def _visit(house: House, request: Request, entries: Parameters) -> ConsentVisit:
    client_id = entries("client_id") if entries.is_clean else ""
    client = await house.database.read(lambda tx: integrations.find(tx, client_id))
    # Who we are (RFC 9207), so that no one can pass off another's answer as ours.
    back = way_back(entries, client, issuer=house.address(request))
    assert client
    proposal = judged(entries, client, back)
    return ConsentVisit(
        house, request, back, proposal, entries("company"), await visitor(house, request)
    )


async def _show(visit: ConsentVisit, again: bool = False) -> Response:
    """The page that comes next: log-in, the choice of a company, or consent."""
    person, halfway = visit.visitor.person, visit.visitor.halfway
    if halfway and not again:
        return await _factor_page(visit, halfway)
    if person is None or again:
        return _log_in_page(visit)
    companies = await _companies(visit, person)
    if not companies:
        return visit.page("no_company.html", 403, person=person)
    refusals = [granting.unfit(visit.proposal, company) for company in companies]
    if all(refusals):
        raise visit.rejected(next(filter(None, refusals)))
    usable = [each.id for each, why in zip(companies, refusals, strict=True) if why is None]
    chosen = _chosen(companies, visit.company)
    if chosen is None:
        return visit.page("choose_company.html", person=person, companies=companies, usable=usable)
    _refuse_unsuitable(visit, chosen)
    if await _lacks_factor(visit, chosen, person):
        return _factor_needed(visit, chosen, person)
    names = visit.proposal.scope.split()
    scopes = [OPENS[name] for name in names if name in OPENS]
    empty = [name for name in names if name not in OPENS]
    host = urlsplit(visit.back.redirect_uri).netloc or visit.back.redirect_uri
    return visit.page(
        "consent.html",
        person=person,
        company=chosen,
        scopes=scopes,
        empty=empty,
        proposal=visit.proposal,
        host=host,
    )


async def _take(visit: ConsentVisit) -> Response:
    entries = await form(visit.request)
    if not is_own_form(visit.request, visit.visitor, entries):
        return visit.page("stale.html", 403, start=visit.address("auth"))
    if "email" in entries or "password" in entries:
        return await _log_in(visit, entries)
    if visit.visitor.halfway and is_proof(entries):
        return await _prove(visit, visit.visitor.halfway, entries)
    if visit.visitor.person is None:
        return see_other(visit.address("auth"))
    if "decision" in entries:
        return await _decide(visit, visit.visitor.person, entries)
    if entries("company").isdecimal():
        return see_other(visit.address("consent", company=entries("company")))
    return see_other(visit.address("consent"))


async def _log_in(visit: ConsentVisit, entries: Parameters) -> Response:
    outcome = await log_in(visit.house, visit.request, entries("email"), entries("password"))
    if isinstance(outcome, NotLoggedIn):
        return _log_in_page(visit, outcome, entries("email"))
    response = see_other(visit.address("consent"))
    set_cookies(visit.house, visit.request, response, outcome)
    return response


async def _prove(visit: ConsentVisit, person: Person, entries: Parameters) -> Response:
    session = visit.visitor.session
    assert session
    outcome = await complete(visit.house, visit.request, person, session, proof_in(entries))
    if isinstance(outcome, NotLoggedIn):
        return await _factor_page(visit, person, outcome)
    response = see_other(visit.address("consent"))
    set_cookies(visit.house, visit.request, response, outcome)
    return response


async def _factor_page(
    visit: ConsentVisit, person: Person, failed: NotLoggedIn | None = None
) -> Response:
    return await proof_page(
        visit.house, visit.request, visit.visitor, person, failed, **_surroundings(visit)
    )


async def _lacks_factor(visit: ConsentVisit, company: Company, person: Person) -> bool:
    return await visit.house.database.read(lambda tx: factors.lacking(tx, company.id, person.id))


def _factor_needed(visit: ConsentVisit, company: Company, person: Person) -> Response:
    """Set up in the console; then one comes back here."""
    return visit.page("factor_needed.html", 403, person=person, company=company)


def _log_in_page(
    visit: ConsentVisit, failed: NotLoggedIn | None = None, email: str = ""
) -> Response:
    if failed is None:
        return visit.page("log_in.html", message="", email=email)
    response = visit.page("log_in.html", failed.status, message=failed.message, email=email)
    if failed.wait:
        response.headers["Retry-After"] = str(failed.wait)
    return response


async def _decide(visit: ConsentVisit, person: Person, entries: Parameters) -> Response:
    """A company that was not this person's, or no longer is, is asked for again."""
    companies = await _companies(visit, person)
    chosen = _chosen(companies, entries("company"))
    if chosen is None:
        return see_other(visit.address("consent"))
    if entries("decision") != "approve":
        raise visit.rejected(DENIED_BY_USER)
    _refuse_unsuitable(visit, chosen)
    if await _lacks_factor(visit, chosen, person):
        return _factor_needed(visit, chosen, person)
    if _is_weighty(visit.proposal) and (asked := await _asked_again(visit, person, entries)):
        return asked
    nobody = Actor("", address_of(visit.request), visit.house.clock())
    actor = nobody.of(person.id)
    code = await visit.house.database.write(
        lambda tx: access.approve(tx, actor, visit.proposal, chosen.id)
    )
    return see_other(visit.back.with_code(code))


def _is_weighty(proposal: Proposal) -> bool:
    """Could the program do what an administrator proves anew before doing it on a page?

    Whatever one's role is now: who becomes an administrator later has approved it then, too.
    """
    return REOPENING.scope in proposal.scope.split() or proposal.service_account


async def _asked_again(visit: ConsentVisit, person: Person, entries: Parameters) -> Response | None:
    return await asked_again(
        visit.house, visit.request, visit.visitor, person, entries, **_surroundings(visit)
    )


def _surroundings(visit: ConsentVisit) -> dict[str, Any]:
    """Of the page that asks for a proof, on this way."""
    return {
        "form_may_reach": visit.back.origin,
        "integration": visit.proposal.integration,
        "action": visit.address("consent"),
        "another": visit.address("auth", prompt="login"),
    }


def _refuse_unsuitable(visit: ConsentVisit, company: Company) -> None:
    if why := granting.unfit(visit.proposal, company):
        raise visit.rejected(why)


async def _companies(visit: ConsentVisit, person: Person) -> list[Company]:
    return await visit.house.database.read(lambda tx: memberships.companies_of(tx, person.id))


def _chosen(companies: list[Company], number: str) -> Company | None:
    if len(companies) == 1 and not number:
        return companies[0]
    return next((company for company in companies if str(company.id) == number), None)
