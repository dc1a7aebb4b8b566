"""A place in the books: someone who may be there, the company's desk, and the page around it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from reskontra import chance
from reskontra.actions import access, overview, repeating
from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.repeating import Name
from reskontra.codec import as_shown
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.clock import swedish_date
from reskontra.domain.errors import Invalid, Refused
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.web import repeats
from reskontra.web.books import menu
from reskontra.web.console.visit import BOOKS, Fresh, Visit, for_person, never
from reskontra.web.forms import Parameters, form, parameters
from reskontra.web.pages import BOOKS as POLICY
from reskontra.web.pages import page
from reskontra.web.pipeline import View
from reskontra.web.wording import refusal

T = TypeVar("T")
NO_PART = ("csrf_token", "form_key")  # of what a form says


class Step(NamedTuple):
    """Of the path above a heading."""

    name: str
    address: str


class Problem(NamedTuple):
    """What is to be put right, and at which field of the page, if at one."""

    words: str
    field: str = ""

    @classmethod
    def of(cls, refused: Refused, field: str = "") -> "Problem":
        return cls(refusal(refused.message), field)


@dataclass(frozen=True)
class Place:
    visit: Visit
    company: Company
    clerk: Clerk

    @property
    def entries(self) -> Parameters:
        """What was sent in the form."""
        return self.visit.entries

    @property
    def query(self) -> Parameters:
        """What stands in the address: it is the state of the page."""
        return parameters(self.visit.request.scope["query_string"])

    @property
    def named(self) -> dict[str, str]:
        """The words of the address itself."""
        return self.visit.request.path_params

    @property
    def today(self) -> date:
        return swedish_date(self.clerk.now)

    def at(self, path: str = "") -> str:
        """The address of a place of this company."""
        return f"{BOOKS}/{self.company.id}{path}"

    async def read(self, work: Callable[[Desk], T]) -> T:
        return await self.visit.house.read(self.clerk, work)

    async def tried(self, work: Callable[[Desk], T], right: Right = Right.WORK) -> T:
        """What it would come to; nothing of it stays."""
        return await self.visit.house.tried(self.clerk, self._asking(right, work))

    async def write(self, work: Callable[[Desk], T], right: Right = Right.WORK) -> T:
        """In one transaction, in which the role is asked for once more."""
        return await self.visit.house.write(self.clerk, self._asking(right, work))

    async def once(
        self, work: Callable[[Desk], str], right: Right = Right.WORK
    ) -> tuple[str, bool]:
        """Where to go when it is done, and whether it was done now: the same form, sent again,
        comes to the same place and does nothing. Raises OtherCall where another is sent by its key.
        """
        entries = self.entries
        sent = sorted((k, v) for k, v in entries.last.items() if k not in NO_PART)
        path = self.visit.request.url.path
        fingerprint = sha256(as_shown([path, [list(pair) for pair in sent]])).hexdigest()
        name = Name(f"user {self.visit.person.id}", entries("form_key")[:255], fingerprint)

        def unit(desk: Desk) -> tuple[str, bool]:
            if before := repeating.claim(desk, name):
                return before.body.decode(), False
            target = work(desk)
            repeating.keep(desk, name, 303, target.encode())
            return target, True

        return await repeats.with_patience(lambda: self.write(unit, right))

    def _asking(self, right: Right, work: Callable[[Desk], T]) -> Callable[[Desk], T]:
        actor = self.visit.actor

        def asked(desk: Desk) -> T:
            access.refuse_without(desk.books.tx, actor, desk.organisation.id, right)
            return work(desk)

        return asked

    async def page(
        self,
        template: str,
        here: str = "",
        path: Sequence[Step] = (),
        status: int = 200,
        **values: Any,
    ) -> Response:
        """`here` is the place of the menu that the page belongs to."""
        year, late = await self.read(_around)
        return page(
            self.visit.house,
            self.visit.request,
            f"books/{template}",
            self.visit.visitor,
            status,
            policy=POLICY,
            **{"message": "", "problems": ()} | values,
            company=self.company,
            at=self.at,
            may=self.company.may,
            right=Right,
            groups=menu.shown(self.company.id, self.at(here)),
            path=path,
            year=year,
            late=late,
            today=self.today,
            form_key=chance.url_text("form key", 16),
        )

    def part(self, template: str, **values: Any) -> Response:
        """A piece of a page, without what is around it."""
        house, request = self.visit.house, self.visit.request
        return page(house, request, f"books/{template}", self.visit.visitor, at=self.at, **values)


def _around(desk: Desk) -> tuple[FinancialYear, int]:
    """What every page says beside its own."""
    return overview.year_of_today(desk), overview.late(desk)


PlaceView: TypeAlias = Callable[[Place], Awaitable[Response]]


def in_books(
    show: PlaceView,
    take: PlaceView | None = None,
    right: Right = Right.SEE,
    fresh: Fresh = never,
    reads: Callable[[Request], Awaitable[Parameters]] = form,
) -> View:
    """A place for those whose role has the right; what is sent to it goes to `take`."""

    def entered(step: PlaceView) -> Callable[[Visit], Awaitable[Response]]:
        async def view(visit: Visit) -> Response:
            company = await visit.company(right)
            query = parameters(visit.request.scope["query_string"])
            if not (visit.entries.is_clean and query.is_clean):
                raise Invalid("Det som skickades är inte text")
            return await step(Place(visit, company, await visit.clerk(company)))

        return view

    return for_person(entered(show), entered(take) if take else None, fresh, reads=reads)
