"""Asking first: what cannot be undone is told on a page of its own, and done by its button."""

from dataclasses import dataclass

from starlette.responses import Response

from reskontra.web.console.visit import Visit

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
