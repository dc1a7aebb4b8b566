"""A person's own account."""

from starlette.responses import Response

from reskontra.people import rules, sessions
from reskontra.people.rules import LEAST_PASSWORD
from reskontra.web.console.visit import Visit
from reskontra.web.login import WRONG, NotLoggedIn, hashed, log_in
from reskontra.web.pages import page
from reskontra.web.sessions import set_cookie, visitor_with

SECTION = "/console/account"
OTHER = "Det nuvarande lösenordet stämmer inte."


async def account(visit: Visit) -> Response:
    return visit.page("account.html", SECTION, least=LEAST_PASSWORD)


async def change_password(visit: Visit) -> Response:
    """The old password logs in once more, so that guessing is slowed here too."""
    person = visit.person
    try:
        new = rules.password(visit.entries("new"))
    except rules.BadPassword as refused:
        return _refused(visit, refused.message)
    outcome = await log_in(visit.house, visit.request, person.email, visit.entries("current"))
    if isinstance(outcome, NotLoggedIn):
        message = OTHER if outcome.message == WRONG else outcome.message
        return _refused(visit, message, 400 if outcome.status == 401 else outcome.status)
    password_hash = await hashed(new)
    await visit.write(
        lambda tx: sessions.change_password(tx, person.id, password_hash, outcome.secret)
    )
    response = page(
        visit.house,
        visit.request,
        "account.html",
        visitor_with(visit.house, outcome.secret, person),
        section=SECTION,
        least=LEAST_PASSWORD,
        message="Lösenordet är bytt.",
        problem="",
    )
    set_cookie(visit.house, visit.request, response, outcome.secret)
    return response


def _refused(visit: Visit, problem: str, status: int = 400) -> Response:
    return visit.page("account.html", SECTION, status, least=LEAST_PASSWORD, problem=problem)
