"""Pages that a link in a letter leads to, and the one where a forgotten password is told of.

A link's secret stands in the address alone: no answer repeats it to another site, as pages send no
referrer, and lines in the log have the route's name for it.
"""

from functools import partial
from typing import Any

import structlog
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions import access
from reskontra.actions.access import Newcomer
from reskontra.actions.trail import Actor
from reskontra.domain.address import is_address
from reskontra.domain.errors import Invalid, MailFailed
from reskontra.engine.database import Transaction
from reskontra.outside.link_letters import password_letter
from reskontra.people import invitations, logging_in, organisations, resets, rules, users
from reskontra.people.invitations import Invitation
from reskontra.people.links import DeadLink
from reskontra.people.roles import of
from reskontra.people.users import Person
from reskontra.web.console.days import swedish_day
from reskontra.web.console.visit import LOG_IN
from reskontra.web.delivering import posted
from reskontra.web.forms import Parameters, form
from reskontra.web.house import House
from reskontra.web.login import address_of, hashed, in_words
from reskontra.web.pages import page, see_other
from reskontra.web.sessions import Visitor, is_own_form, visitor

INVITED = "/console/invitations"
FORGOTTEN = "/console/forgotten"
CHOOSE = "/console/passwords"
DEAD_INVITATION = (
    "Inbjudan är redan besvarad, tillbakadragen eller ersatt av en nyare. Leta efter ett senare "
    "brev, eller be den som bjöd in dig att göra det igen."
)
OLD_INVITATION = "Den gällde till och med {}. Be den som bjöd in dig att göra det igen."
DEAD_RESET = "Länken är redan använd, eller så har lösenordet bytts sedan du bad om den."
OLD_RESET = "En länk gäller i en timme. Be om en ny, och öppna den genast."
SENT = (
    "Om adressen hör till ett konto har vi skickat ett brev dit, med en länk som gäller i en "
    "timme. Titta i skräpposten om det inte kommer."
)
_log = structlog.get_logger()


# An invitation


async def invitation(house: House, request: Request) -> Response:
    """Looked at as often as one likes; accepted once."""
    link, someone = request.path_params["link"], await visitor(house, request)
    entries = await form(request) if request.method == "POST" else Parameters()
    if request.method == "POST" and not is_own_form(request, someone, entries):
        return page(house, request, "stale.html", status=403, start=f"{INVITED}/{link}")
    try:
        found, company, known = await _found(house, link)
    except DeadLink:
        return _told(house, request, 404, "Inbjudan gäller inte", DEAD_INVITATION)
    if found.is_over(_now(house)):
        day = swedish_day(found.expires_at)
        return _told(house, request, 410, "Inbjudan har gått ut", OLD_INVITATION.format(day))
    show = partial(_invited, house, request, someone, found, company, known)
    if request.method != "POST":
        return show()
    try:
        return await _accepted(house, request, someone.person, link, entries, known)
    except Invalid as refused:
        return show(name=entries("name"), problem=refused.message, status=400)


async def _found(house: House, link: str) -> tuple[Invitation, str, Person | None]:
    """The invitation, the company's name, and who has the address, if anybody has."""

    def unit(tx: Transaction) -> tuple[Invitation, str, Person | None]:
        found = invitations.find(tx, link)
        if found is None:
            raise DeadLink
        company = organisations.one(tx, found.organisation_id)
        return found, company.name, users.by_email(tx, found.email)

    return await house.database.read(unit, invitations.organisation_of(link))


def _invited(
    house: House,
    request: Request,
    someone: Visitor,
    found: Invitation,
    company: str,
    known: Person | None,
    name: str = "",
    problem: str = "",
    status: int = 200,
) -> Response:
    person = someone.person
    return page(
        house,
        request,
        "invitation.html",
        someone,
        status,
        invitation=found,
        company=company,
        role=of(found.role),
        is_known=known is not None,
        is_theirs=bool(known and person and known.id == person.id),
        person=person,
        log_in=f"{LOG_IN}?next={request.url.path}",
        least=rules.LEAST_PASSWORD,
        name=name,
        problem=problem,
    )


async def _accepted(
    house: House,
    request: Request,
    person: Person | None,
    link: str,
    entries: Parameters,
    known: Person | None,
) -> Response:
    newcomer = None if known else await _newcomer(entries)
    actor = _someone(house, request)
    accepted = await house.database.write(
        lambda tx: access.accept(tx, actor, link, person, newcomer)
    )
    if known:
        return see_other(f"/console/companies/{accepted.organisation_id}")
    done = "Ditt konto är klart. Logga in med lösenordet som du valde."
    return _told(house, request, 200, "Välkommen", done, (LOG_IN, "Logga in"))


async def _newcomer(entries: Parameters) -> Newcomer:
    name = rules.name(entries("name"), rules.LONGEST_USER_NAME)
    return Newcomer(name, await hashed(rules.password(entries("password"))))


# A forgotten password


async def forgotten(house: House, request: Request) -> Response:
    """The same answer at the same cost, whoever has the address: a letter goes after it."""
    someone = await visitor(house, request)
    show = partial(page, house, request, "forgotten.html", someone, message="")
    if request.method != "POST":
        return show(email="")
    entries = await form(request)
    if not is_own_form(request, someone, entries):
        return page(house, request, "stale.html", status=403, start=FORGOTTEN)
    email = rules.one_case(entries("email"))
    if not is_address(email):
        return show(status=400, email=email, message=rules.BadEmail().message)
    wait, secret = await _begun(house, request, email)
    if wait:
        message = f"För många försök. Vänta {in_words(wait)} och försök igen."
        refused = show(status=429, email=email, message=message)
        refused.headers["Retry-After"] = str(wait)
        return refused
    told = _told(house, request, 200, "Titta i din inkorg", SENT)
    told.background = BackgroundTask(_write_afterwards, house, request, email, secret)
    return told


async def _begun(house: House, request: Request, email: str) -> tuple[int, str | None]:
    """How long to wait, or the secret of a link; counted like an attempt to log in."""
    now, address = _now(house), address_of(request)

    def unit(tx: Transaction) -> tuple[int, str | None]:
        attempt = logging_in.attempt(tx, email, address, now)
        return attempt.wait, None if attempt.wait else resets.new_link(tx, email, now)

    return await house.database.write(unit)


async def _write_afterwards(house: House, request: Request, email: str, secret: str | None) -> None:
    """Nobody waits for it: how long it takes would tell that there is someone to write to."""
    if secret is None:
        return
    link = f"{house.site(request)}{CHOOSE}/{secret}"
    try:
        await posted(house, password_letter(house.mail_from, email, link), house.clock())
    except MailFailed as failed:
        _log.warning("letter not sent", about="forgotten password", reason=failed.message)


async def choose(house: House, request: Request) -> Response:
    """A new password, by a link that is good once."""
    link, someone = request.path_params["link"], await visitor(house, request)
    entries = await form(request) if request.method == "POST" else Parameters()
    if request.method == "POST" and not is_own_form(request, someone, entries):
        return page(house, request, "stale.html", status=403, start=f"{CHOOSE}/{link}")
    found = await house.database.read(lambda tx: resets.find(tx, link))
    again = (FORGOTTEN, "Be om en ny länk")
    if found is None:
        return _told(house, request, 404, "Länken gäller inte", DEAD_RESET, again)
    if found.is_over(_now(house)):
        return _told(house, request, 410, "Länken har gått ut", OLD_RESET, again)
    words: dict[str, Any] = {"email": found.email, "least": rules.LEAST_PASSWORD}
    show = partial(page, house, request, "new_password.html", someone, **words)
    if request.method != "POST":
        return show(problem="")
    try:
        new = rules.password(entries("password"))
    except Invalid as refused:
        return show(problem=refused.message, status=400)
    password_hash, actor = await hashed(new), _someone(house, request)
    await house.database.write(lambda tx: access.reset_password(tx, actor, link, password_hash))
    done = "Du är utloggad överallt. Logga in med det nya lösenordet."
    return _told(house, request, 200, "Lösenordet är bytt", done, (LOG_IN, "Logga in"))


def _told(
    house: House,
    request: Request,
    status: int,
    heading: str,
    message: str,
    further: tuple[str, str] | None = None,
) -> Response:
    words: dict[str, Any] = {"heading": heading, "message": message, "further": further}
    return page(house, request, "told.html", status=status, **words)


def _someone(house: House, request: Request) -> Actor:
    """Not known yet."""
    return Actor("", address_of(request), house.clock())


def _now(house: House) -> int:
    return int(house.clock().timestamp())
