"""A visit to the console: someone who is logged in, and a form that was shown to them."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions import entry
from reskontra.actions.desk import Clerk
from reskontra.actions.entry import Oneself
from reskontra.actions.trail import Actor
from reskontra.domain.errors import Forbidden, NotFound
from reskontra.engine.database import Transaction
from reskontra.people import factors, memberships, organisations
from reskontra.people.memberships import Company
from reskontra.people.roles import Right, who_may
from reskontra.people.sessions import Session
from reskontra.people.users import Person
from reskontra.web.forms import Parameters, form, parameters
from reskontra.web.house import House
from reskontra.web.login import NotLoggedIn, address_of, complete, log_in, who_is
from reskontra.web.pages import page, see_other
from reskontra.web.pipeline import Arrival, View
from reskontra.web.proving import asked_again, proof_in, proof_page, without_proof
from reskontra.web.sessions import (
    Visitor,
    is_own_form,
    newcomer,
    set_cookie,
    set_cookies,
    visitor,
)

HOME = "/console"
LOG_IN = "/console/log-in"
FACTORS = "/console/account/factors"
SHOW = "show"  # what a proof was for, where a page was to be shown
TO_SHOW = Parameters({"do": SHOW}, {"do": (SHOW,)})
BOOKS = "/books"
# A path and a query as we write them ourselves; none of it can lead to another host.
_OUR_PAGES = re.compile(r"/(?:console|books)(?:/[A-Za-z0-9-]+)*(?:\?[A-Za-z0-9=&%+.,_-]{0,1000})?")

T = TypeVar("T")


@dataclass(frozen=True)
class Visit:
    house: House
    request: Arrival
    visitor: Visitor
    person: Person
    session: Session
    entries: Parameters

    @property
    def oneself(self) -> Oneself:
        """Who acts on their own access."""
        return who_is(self.house, self.request, self.person)

    @property
    def now(self) -> int:
        return int(self.house.clock().timestamp())

    @property
    def actor(self) -> Actor:
        """This person, for the trail of access."""
        nobody = Actor("", address_of(self.request), self.house.clock())
        return nobody.of(self.person.id)

    async def read(self, unit: Callable[[Transaction], T], company: int | None = None) -> T:
        return await self.house.database.read(unit, company)

    async def tried(self, unit: Callable[[Transaction], T]) -> T:
        """What writing it would come to; nothing of it stays."""
        return await self.house.database.tried(unit)

    async def write(self, unit: Callable[[Transaction], T]) -> T:
        return await self.house.database.write(unit)

    async def company(self, right: Right = Right.SEE) -> Company:
        """The one in the address, if it is this person's: others' are as good as unknown."""
        number = self.request.path_params["company"]
        mine = await self.read(lambda tx: memberships.companies_of(tx, self.person.id))
        company = next((company for company in mine if str(company.id) == number), None)
        if company is None:
            raise NotFound("Företaget finns inte, eller så hör du inte till det.")
        if not company.may(right):
            raise Forbidden(f"Det kräver rollen {who_may(right)} i företaget.")
        own_id = company.id
        if await self.read(lambda tx: factors.lacking(tx, own_id, self.person.id)):
            raise SetUpFirst
        return company

    async def clerk(self, company: Company) -> Clerk:
        """This person at the company's desk."""
        owner = await self.read(lambda tx: organisations.one(tx, company.id))
        signature = f"user {self.person.id}"
        return Clerk(owner, signature, self.house.clock(), self.request.request_id)

    def page(
        self, template: str, section: str = HOME, status: int = 200, **values: Any
    ) -> Response:
        texts = {"message": "", "problem": ""} | values
        return page(
            self.house, self.request, template, self.visitor, status, section=section, **texts
        )


class SetUpFirst(Exception):
    """The company asks for a second factor, and the person has none yet."""


ConsoleView: TypeAlias = Callable[[Visit], Awaitable[Response]]
Fresh: TypeAlias = Callable[[Parameters], bool]


def never(entries: Parameters) -> bool:
    return False


def always(entries: Parameters) -> bool:
    return True


def sending(name: str, *values: str) -> Fresh:
    """Whether this is sent, with one of these values where any are named."""
    return lambda entries: name in entries and (not values or entries(name) in values)


def for_person(
    show: ConsoleView,
    take: ConsoleView | None = None,
    fresh: Fresh = never,
    shows_secret: bool = False,
    reads: Callable[[Request], Awaitable[Parameters]] = form,
) -> View:
    """A page for whoever is logged in; others log in first and come back to it.

    `fresh` says of what is sent whether one must have proved who one is a short while ago; where
    the page itself `shows_secret`, one must have before it is shown. `reads` reads what is sent.
    """

    async def view(house: House, request: Arrival) -> Response:
        someone = await visitor(house, request)
        if someone.person is None or someone.session is None:
            return see_other(log_in_for(request))
        person = someone.person
        visit = Visit(house, request, someone, person, someone.session, Parameters())
        if request.method != "POST":
            asked = await _asked_again(visit, TO_SHOW) if shows_secret else None
            return asked or await led(show, visit)
        entries = await reads(request)
        if not is_own_form(request, someone, entries):
            return page(house, request, "stale.html", status=403, start=HOME)
        visit = replace(visit, entries=without_proof(entries))
        if entries("do") == "log-out":
            return await _log_out(house, request, someone, person)
        if fresh(entries) and (asked := await _asked_again(visit, entries)):
            return asked
        if shows_secret and entries("do") == SHOW:
            return see_other(request.url.path)
        return await led(take or show, visit)

    return view


async def _asked_again(visit: Visit, entries: Parameters) -> Response | None:
    return await asked_again(visit.house, visit.request, visit.visitor, visit.person, entries)


async def led(step: ConsoleView, visit: Visit) -> Response:
    """Or to where a second factor is set up, if that must come first."""
    try:
        return await step(visit)
    except SetUpFirst:
        return see_other(FACTORS)


def log_in_for(request: Request) -> str:
    """Where one logs in and comes back from, to the same view."""
    query = request.scope["query_string"].decode("ascii", "replace")
    return came_from(f"{request.url.path}?{query}" if query else request.url.path)


def came_from(target: str) -> str:
    return f"{LOG_IN}?{urlencode({'next': target})}" if target else LOG_IN


async def landing(house: House, person: Person, target: str) -> str:
    """Where one was on the way to; else the books, of whoever has those of one company."""
    if target:
        return target
    mine = await house.database.read(lambda tx: memberships.companies_of(tx, person.id))
    return f"{BOOKS}/{mine[0].id}" if len(mine) == 1 else HOME


async def enter(house: House, request: Request) -> Response:
    """Log-in to the console: the password, and then the second factor of who has one."""
    someone = await visitor(house, request)
    entries = parameters(request.scope["query_string"])
    target = entries("next") if _OUR_PAGES.fullmatch(entries("next")) else ""
    if request.method != "POST":
        if someone.person:
            return see_other(await landing(house, someone.person, target))
        if someone.halfway:
            return await proof_page(house, request, someone, someone.halfway)
        return _log_in_page(house, request, someone, target)
    shown = await form(request)
    if not is_own_form(request, someone, shown):
        return page(house, request, "stale.html", status=403, start=LOG_IN)
    if someone.halfway and "email" not in shown:
        return await _finish(house, request, someone, someone.halfway, shown, target)
    outcome = await log_in(house, request, shown("email"), shown("password"))
    if isinstance(outcome, NotLoggedIn):
        return _log_in_page(house, request, someone, target, outcome, shown("email"))
    is_whole = bool(outcome.device)
    response = see_other(target if is_whole and target else came_from(target))
    set_cookies(house, request, response, outcome)
    return response


async def _finish(
    house: House,
    request: Request,
    someone: Visitor,
    person: Person,
    entries: Parameters,
    target: str,
) -> Response:
    if entries("do") == "log-out":
        return await _log_out(house, request, someone, person)
    assert someone.session
    outcome = await complete(house, request, person, someone.session, proof_in(entries))
    if isinstance(outcome, NotLoggedIn):
        return await proof_page(house, request, someone, person, outcome)
    response = see_other(await landing(house, person, target))
    set_cookies(house, request, response, outcome)
    return response


def _log_in_page(
    house: House,
    request: Request,
    someone: Visitor,
    target: str,
    failed: NotLoggedIn | None = None,
    email: str = "",
) -> Response:
    response = page(
        house,
        request,
        "log_in.html",
        someone,
        failed.status if failed else 200,
        integration=None,
        action=came_from(target),
        message=failed.message if failed else "",
        email=email,
    )
    if failed and failed.wait:
        response.headers["Retry-After"] = str(failed.wait)
    return response


async def _log_out(house: House, request: Request, someone: Visitor, person: Person) -> Response:
    session, who = someone.session, who_is(house, request, person)
    if session:
        await house.database.write(lambda tx: entry.log_out(tx, who, session))
    response = see_other(LOG_IN)
    set_cookie(house, request, response, newcomer(house).secret)
    return response
