"""A person's own account."""

from starlette.responses import Response

from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.outside.passwords import GREATEST_LENGTH, LEAST_LENGTH
from reskontra.storage import access, people
from reskontra.web.console.visit import Visit
from reskontra.web.login import WRONG, NotLoggedIn, hashed, log_in
from reskontra.web.pages import page
from reskontra.web.sessions import set_cookie, visitor_with

SECTION = "/console/account"
OTHER = "Det nuvarande lösenordet stämmer inte."


async def account(visit: Visit) -> Response:
    return visit.page("account.html", SECTION, least=LEAST_LENGTH)


async def change_password(visit: Visit) -> Response:
    """The old password logs in once more, so that guessing is slowed here too."""
    email, new = visit.person.email, visit.sent("new")
    if not LEAST_LENGTH <= len(new) <= GREATEST_LENGTH or len(set(new)) == 1:
        return _refused(visit, f"Välj ett lösenord med {LEAST_LENGTH}–{GREATEST_LENGTH} tecken.")
    outcome = await log_in(visit.house, visit.request, email, visit.sent("current"))
    if isinstance(outcome, NotLoggedIn):
        told = OTHER if outcome.message == WRONG else outcome.message
        return _refused(visit, told, 400 if outcome.status == 401 else outcome.status)
    kept = await hashed(new)

    def change(tx: Transaction) -> None:
        """Whoever else is logged in as this person is no longer."""
        access.set_password(tx, email, kept)
        people.end_other_sessions(tx, visit.person.id, tokens.hashed(outcome.secret))

    await visit.write(change)
    response = page(
        visit.house,
        visit.request,
        "account.html",
        visitor_with(visit.house, outcome.secret, visit.person),
        section=SECTION,
        least=LEAST_LENGTH,
        message="Lösenordet är bytt.",
        problem="",
    )
    set_cookie(visit.house, visit.request, response, outcome.secret)
    return response


def _refused(visit: Visit, problem: str, status: int = 400) -> Response:
    return visit.page("account.html", SECTION, status, least=LEAST_LENGTH, problem=problem)
