"""Asking first: what cannot be undone is told on a page of its own, and done by its button."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.responses import Response

from reskontra.actions import access
from reskontra.actions.desk import Desk
from reskontra.actions.trail import Actor
from reskontra.people.memberships import Company
from reskontra.people.roles import Right
from reskontra.web.console.visit import Visit

Work = Callable[[Desk], Any]

OURS = frozenset({"csrf_token", "confirmed"})


@dataclass(frozen=True)
class Question:
    heading: str
    happens: tuple[str, ...]  # what will happen, a sentence each
    button: str  # the act, named in full
    back: str  # where one goes who thinks better of it
    section: str = "/console"


def is_confirmed(visit: Visit) -> bool:
    return visit.entries("confirmed") == "yes"


def asked(visit: Visit, question: Question) -> Response:
    """The page's form sends what was sent here once more, and that it is meant."""
    again = {name: text for name, text in visit.entries.last.items() if name not in OURS}
    return visit.page("confirm.html", question.section, question=question, again=again)


async def done(
    visit: Visit, company: Company, work: Work, question: Callable[[Any], Question] | None = None
) -> tuple[Any, Response | None]:
    """What came of it; or the question that comes first."""
    clerk, unit = await visit.clerk(company), partial(rightly, work, visit.actor)
    if question and not is_confirmed(visit):
        return None, asked(visit, question(await visit.house.tried(clerk, unit)))
    return await visit.house.write(clerk, unit), None


def rightly(work: Work, actor: Actor, desk: Desk) -> Any:
    """In the same transaction: a right that was just taken away is gone."""
    access.refuse_without(desk.books.tx, actor, desk.organisation.id, Right.WORK)
    return work(desk)
