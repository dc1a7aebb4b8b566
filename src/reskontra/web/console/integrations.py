"""A person's own integrations: registered, changed, and given a new secret."""

from datetime import datetime

from starlette.responses import Response

from reskontra.actions import access
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid, NotFound
from reskontra.domain.records import replace
from reskontra.people import grants
from reskontra.people import integrations as registered
from reskontra.people.integrations import Integration, Profile
from reskontra.people.scopes import OPEN_NOTHING, OPENS, SCOPES
from reskontra.web.console.confirming import Question, asked, is_confirmed
from reskontra.web.console.visit import Visit

SECTION = "/console/integrations"
NEW = Integration(require_pkce=True)


async def integrations(visit: Visit, message: str = "") -> Response:
    mine = await visit.read(lambda tx: registered.owned_by(tx, visit.person.id))
    return visit.page("integrations.html", SECTION, integrations=mine, message=message)


async def new(visit: Visit) -> Response:
    return _page(visit, NEW)


async def create(visit: Visit) -> Response:
    """The secret is on the answer itself: it is kept nowhere to be shown from later."""
    wanted = _as_sent(visit, NEW)
    try:
        made, secret = await visit.write(
            lambda tx: registered.register(tx, wanted, visit.house.clock(), visit.person.id)
        )
    except Invalid as invalid:
        return _page(visit, wanted, problem=invalid.message, status=400)
    return _page(visit, made, message="Integrationen är skapad.", secret=secret, to=made)


async def integration(visit: Visit) -> Response:
    return _page(visit, await _mine(visit))


async def change(visit: Visit) -> Response:
    integration = await _mine(visit)
    if button := ASKED_ABOUT.get(visit.entries("do")):
        question, done = button
        if is_confirmed(visit):
            return await done(visit, integration)
        client_id = integration.client_id
        letting_in = await visit.read(lambda tx: grants.organisations_with(tx, client_id))
        return asked(visit, question(integration, len(letting_in)))
    changed = _as_sent(visit, integration)
    try:
        await visit.write(
            lambda tx: access.change_integration(tx, visit.actor, changed, visit.person.id)
        )
    except Invalid as invalid:
        return _page(visit, changed, problem=invalid.message, status=400)
    return _page(visit, changed, message="Ändringarna är sparade.")


async def _rotate(visit: Visit, integration: Integration) -> Response:
    client_id, owner = integration.client_id, visit.person.id
    secret = await visit.write(lambda tx: access.rotate_secret(tx, visit.actor, client_id, owner))
    return _page(visit, await _mine(visit), message="Hemligheten är bytt.", secret=secret)


async def _forget(visit: Visit, integration: Integration) -> Response:
    client_id, owner = integration.client_id, visit.person.id
    await visit.write(lambda tx: access.forget_secret(tx, visit.actor, client_id, owner))
    return _page(visit, await _mine(visit), message="Den förra hemligheten gäller inte längre.")


async def _remove(visit: Visit, integration: Integration) -> Response:
    client_id = integration.client_id
    await visit.write(lambda tx: access.remove_integration(tx, visit.actor, client_id))
    return await integrations(visit, f"{integration.name} är borttagen.")


def _about_rotating(integration: Integration, companies: int) -> Question:
    return _question(
        integration,
        f"Byt hemlighet för {integration.name}?",
        "Byt hemlighet",
        "En ny hemlighet visas en gång, på nästa sida.",
        "Den gamla gäller ett dygn till, så att programmet hinner få den nya.",
        _in_use(companies),
    )


def _about_forgetting(integration: Integration, companies: int) -> Question:
    return _question(
        integration,
        f"Avsluta den förra hemligheten för {integration.name}?",
        "Avsluta den förra hemligheten",
        "Ett program som ännu har den kommer inte in längre, från och med nu.",
        "Den nya hemligheten gäller som förut.",
        _in_use(companies),
    )


def _about_removing(integration: Integration, companies: int) -> Question:
    return _question(
        integration,
        f"Ta bort {integration.name}?",
        f"Ta bort {integration.name}",
        "Programmet slutar fungera genast, för gott, i alla företag som har godkänt det.",
        _in_use(companies),
        "Klient-id och hemlighet kan inte användas igen.",
    )


def _question(integration: Integration, heading: str, button: str, *happens: str) -> Question:
    back = f"{SECTION}/{integration.client_id}"
    return Question(heading, happens, button, back, SECTION)


def _in_use(companies: int) -> str:
    return f"Just nu har {companies or 'inget'} företag godkänt det."


ASKED_ABOUT = {
    "rotate": (_about_rotating, _rotate),
    "forget": (_about_forgetting, _forget),
    "remove": (_about_removing, _remove),
}


async def _mine(visit: Visit) -> Integration:
    client_id = visit.request.path_params["client_id"]
    mine = await visit.read(lambda tx: registered.owned_by(tx, visit.person.id))
    integration = next((each for each in mine if each.client_id == client_id), None)
    if integration is None:
        raise NotFound("Integrationen finns inte, eller så är den någon annans.")
    return integration


def _as_sent(visit: Visit, integration: Integration) -> Integration:
    entries = visit.entries
    return replace(
        integration,
        name=entries("name"),
        redirect_uris=tuple(entries("redirects").split()),
        scope=" ".join(name for name in SCOPES if name in entries.many.get("scope", ())),
        require_pkce="require_pkce" in entries,
        allows_service_account="service_account" in entries,
        answers=Profile.MIRRORED if "mirrored" in entries else Profile.CONTRACT,
    )


def _has_former(visit: Visit, integration: Integration) -> bool:
    return visit.now < (integration.former_until or 0)


def _moment(seconds: int | None) -> str:
    """To the minute, as clocks show it in Sweden."""
    return f"{datetime.fromtimestamp(seconds, SWEDEN):%Y-%m-%d %H:%M}" if seconds else ""


def _page(
    visit: Visit,
    shown: Integration,
    message: str = "",
    problem: str = "",
    status: int = 200,
    secret: str = "",
    to: Integration | None = None,
) -> Response:
    """`to` says where the form leads when the page was answered from another address."""
    return visit.page(
        "integration.html",
        SECTION,
        status,
        integration=shown,
        opens=OPENS,
        empty=OPEN_NOTHING,
        chosen_empty=not OPENS.keys() >= set(shown.scope.split()),
        message=message,
        problem=problem,
        secret=secret,
        secret_at=_moment(shown.secret_at),
        former_until=_moment(shown.former_until if _has_former(visit, shown) else None),
        action=f"{SECTION}/{to.client_id}" if to else "",
    )
