"""A person's own account: the password, and where they are logged in."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from starlette.responses import Response

from reskontra.actions import entry
from reskontra.domain.clock import SWEDEN
from reskontra.people import factors, rules, sessions
from reskontra.people.rules import LEAST_PASSWORD
from reskontra.people.sessions import Session
from reskontra.web.console.visit import Visit
from reskontra.web.login import WRONG, NotLoggedIn, hashed, user_by_password
from reskontra.web.sessions import Visitor, form_tokens, set_cookies

SECTION = "/console/account"
OTHER = "Det nuvarande lösenordet stämmer inte."


@dataclass(frozen=True)
class Shown:
    """A session, in words."""

    name: str
    device: str
    address: str
    began: str
    used: str
    is_this: bool


def shown(session: Session, this: Session) -> Shown:
    began, used = swedish_time(session.began_at), swedish_time(session.used_at)
    is_this = session.hash == this.hash
    return Shown(session.hash, session.device, session.address, began, used, is_this)


async def account(visit: Visit, status: int = 200, **texts: str) -> Response:
    open_ones = await visit.read(lambda tx: sessions.of_person(tx, visit.person.id, visit.now))
    count = len(await visit.read(lambda tx: factors.active(tx, visit.person.id)))
    return visit.page(
        "account.html",
        SECTION,
        status,
        least=LEAST_PASSWORD,
        sessions=[shown(each, visit.session) for each in open_ones],
        factor_count=count,
        **texts,
    )


async def change(visit: Visit) -> Response:
    if "end" in visit.entries:
        return await end_session(visit)
    if visit.entries("do") == "end-others":
        return await end_others(visit)
    return await change_password(visit)


async def end_session(visit: Visit) -> Response:
    named = visit.entries("end")
    if named == visit.session.hash:
        return await account(visit, problem="Det är här du är. Logga ut i stället.", status=400)
    was_there = await visit.write(lambda tx: entry.end_session(tx, visit.oneself, named))
    return await account(visit, message="Den är utloggad." if was_there else "")


async def end_others(visit: Visit) -> Response:
    await visit.write(lambda tx: entry.end_other_sessions(tx, visit.oneself, visit.session))
    return await account(visit, message="Du är utloggad överallt utom här.")


async def change_password(visit: Visit) -> Response:
    """The old password is asked for as at log-in, so that guessing is slowed here too."""
    try:
        new = rules.password(visit.entries("new"))
    except rules.BadPassword as refused:
        return await account(visit, 400, problem=refused.message)
    given = visit.entries("current")
    user = await user_by_password(visit.house, visit.request, visit.person.email, given)
    if isinstance(user, NotLoggedIn):
        message = OTHER if user.message == WRONG else user.message
        return await account(visit, 400 if user.status == 401 else user.status, problem=message)
    fitted, password_hash = user.password_hash, await hashed(new)
    entered = await visit.write(
        lambda tx: entry.change_password(tx, visit.oneself, visit.session, fitted, password_hash)
    )
    if entered is None:
        return await account(visit, 400, problem=OTHER)
    anew = await visit.read(lambda tx: sessions.find(tx, entered.secret, visit.now))
    assert anew
    token = form_tokens(visit.house, entered.secret)
    someone = Visitor(entered.secret, token, visit.person, anew[0])
    here = replace(visit, visitor=someone, session=anew[0])
    response = await account(here, message="Lösenordet är bytt.")
    set_cookies(visit.house, visit.request, response, entered)
    return response


def swedish_time(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone(SWEDEN):%Y-%m-%d %H:%M}"
