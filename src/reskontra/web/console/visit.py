"""A visit to the console: someone who is logged in, and a form that was shown to them."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions.desk import Clerk
from reskontra.actions.trail import Actor
from reskontra.domain.errors import Forbidden, NotFound
from reskontra.engine.database import Transaction
from reskontra.people import memberships, organisations, sessions
from reskontra.people.memberships import Company
from reskontra.people.roles import Right, who_may
from reskontra.people.users import Person
from reskontra.web.forms import Parameters, form, parameters
from reskontra.web.house import House
from reskontra.web.login import NotLoggedIn, address_of, log_in
from reskontra.web.pages import page, see_other
from reskontra.web.pipeline import View
from reskontra.web.sessions import Visitor, is_own_form, newcomer, set_cookie, visitor

HOME = "/console"
LOG_IN = "/console/log-in"
_OUR_PAGES = re.compile(r"/console(/[a-z0-9-]+)*")

T = TypeVar("T")


@dataclass(frozen=True)
class Visit:
    house: House
    request: Request
    visitor: Visitor
    person: Person
    entries: Parameters

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
        return company

    async def clerk(self, company: Company) -> Clerk:
        """This person at the company's desk."""
        owner = await self.read(lambda tx: organisations.one(tx, company.id))
        return Clerk(owner, f"user {self.person.id}", self.house.clock())

    def page(
        self, template: str, section: str = HOME, status: int = 200, **values: Any
    ) -> Response:
        texts = {"message": "", "problem": ""} | values
        return page(
            self.house, self.request, template, self.visitor, status, section=section, **texts
        )


ConsoleView: TypeAlias = Callable[[Visit], Awaitable[Response]]


def for_person(show: ConsoleView, take: ConsoleView | None = None) -> View:
    """A page for whoever is logged in; others log in first and come back to it."""

    async def view(house: House, request: Request) -> Response:
        someone = await visitor(house, request)
        if someone.person is None:
            return see_other(f"{LOG_IN}?next={request.url.path}")
        if request.method != "POST":
            return await show(Visit(house, request, someone, someone.person, Parameters()))
        entries = await form(request)
        if not is_own_form(request, someone, entries):
            return page(house, request, "stale.html", status=403, start=HOME)
        visit = Visit(house, request, someone, someone.person, entries)
        if entries("do") == "log-out":
            return await _log_out(visit)
        return await (take or show)(visit)

    return view


async def enter(house: House, request: Request) -> Response:
    """Log-in to the console."""
    someone = await visitor(house, request)
    entries = parameters(request.scope["query_string"])
    target = entries("next") if _OUR_PAGES.fullmatch(entries("next")) else HOME
    if request.method != "POST":
        if someone.person:
            return see_other(target)
        return _log_in_page(house, request, someone, target)
    shown = await form(request)
    if not is_own_form(request, someone, shown):
        return page(house, request, "stale.html", status=403, start=LOG_IN)
    outcome = await log_in(house, request, shown("email"), shown("password"))
    if isinstance(outcome, NotLoggedIn):
        return _log_in_page(house, request, someone, target, outcome, shown("email"))
    response = see_other(target)
    set_cookie(house, request, response, outcome.secret)
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
        action=f"{LOG_IN}?next={target}",
        message=failed.message if failed else "",
        email=email,
    )
    if failed and failed.wait:
        response.headers["Retry-After"] = str(failed.wait)
    return response


async def _log_out(visit: Visit) -> Response:
    await visit.write(lambda tx: sessions.end(tx, visit.visitor.secret))
    response = see_other(LOG_IN)
    set_cookie(visit.house, visit.request, response, newcomer(visit.house).secret)
    return response
