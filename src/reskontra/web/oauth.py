"""The token addresses: an integration proves who it is, and gets, renews or gives up tokens."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions import access
from reskontra.actions.trail import Actor
from reskontra.codec import Json
from reskontra.domain.errors import Refused, TooManyCalls
from reskontra.engine.database import Transaction
from reskontra.people import granting, integrations
from reskontra.people.granting import Denied
from reskontra.people.integrations import Integration
from reskontra.people.logging_in import network_of
from reskontra.web.call import json_response
from reskontra.web.forms import FORM, Parameters, form
from reskontra.web.house import House
from reskontra.web.limits import GUESS_LIMIT, TOKEN_LIMIT, Window
from reskontra.web.login import address_of
from reskontra.web.pipeline import Manner

NEVER_KEPT = {"Cache-Control": "no-store", "Pragma": "no-cache"}
WRONG_CLIENT = Denied("invalid_client", "The client credentials are invalid", 401)
TOO_MANY = Denied("invalid_request", "Too many requests; wait a minute", 429)
NO_GRANT_TYPE = Denied("invalid_request", "The grant type was not specified in the request")
REPEATED = Denied("invalid_request", "A parameter was sent more than once")
NOT_TEXT = Denied("invalid_request", "A parameter holds characters that are not text")
NO_TENANT = Denied("invalid_request", "The header TenantId must hold the organisation's number")
LARGEST_NUMBER = 2**63 - 1
LONGEST_ID = 64  # of a client; ours have half of that


@dataclass(frozen=True)
class Credentials:
    client_id: str
    secret: str
    by_header: bool


def missing(name: str) -> Denied:
    return Denied("invalid_request", f'Missing parameter: "{name}" is required')


def answer(given: Json | Denied, headers: dict[str, str] | None = None) -> Response:
    if isinstance(given, Denied):
        error = {"error": given.error, "error_description": given.description}
        return json_response(error, given.status, NEVER_KEPT | (headers or {}))
    return json_response(given, 200, NEVER_KEPT)


# The standard allows no Swedish letters in a description.
REFUSED = {
    405: Denied("invalid_request", "Only POST is allowed", 405),
    408: Denied("invalid_request", "The request took too long to arrive", 408),
    413: Denied("invalid_request", "The request is too large", 413),
    429: TOO_MANY,
    503: Denied("temporarily_unavailable", "The service is unavailable for the moment", 503),
}
MALFORMED = Denied("invalid_request", f"The request must be {FORM} with few parameters")
FAULT = Denied("server_error", "An internal error has occurred", 500)


def refused(house: House, request: Request, refusal: Refused) -> Response:
    """Any refusal of the house, in the form of these addresses."""
    headers = dict(refusal.headers)
    if isinstance(refusal, TooManyCalls):  # also when nobody can tell
        headers["Retry-After"] = "60"
    otherwise = MALFORMED if refusal.status < 500 else FAULT
    return answer(REFUSED.get(refusal.status, otherwise), headers)


TOKENS = Manner(refused)


async def token(house: House, request: Request) -> Response:
    async def given(client: Integration, entries: Parameters) -> Json | Denied:
        work = _wanted(house, request, client, entries)
        if isinstance(work, Denied):
            return work
        actor = _actor(house, request, client)
        return await house.database.write(lambda tx: access.hand_out(tx, actor, work))

    return await _for_client(house, request, "token", given)


async def revoke(house: House, request: Request) -> Response:
    """True also for an unknown token: it is of no use to anyone, which is what was wanted."""

    async def given(client: Integration, entries: Parameters) -> Json | Denied:
        if "token" not in entries:
            return missing("token")
        actor, keys, gone = _actor(house, request, client), house.keys, entries("token")
        await house.database.write(
            lambda tx: access.give_up(tx, actor, keys, client.client_id, gone)
        )
        return {"revoked": True}

    return await _for_client(house, request, "revoke", given)


def _actor(house: House, request: Request, client: Integration) -> Actor:
    return Actor(f"integration {client.client_id}", address_of(request), house.clock())


async def _for_client(
    house: House, request: Request, name: str, given: Callable[..., Any]
) -> Response:
    """Ask who it is, then count, then do what is wanted."""
    entries = await form(request)
    shown = _credentials(request, entries)
    client = await _known(house, shown, entries)
    if await house.wait(*counted(name, client, shown.client_id, address_of(request))):
        raise TooManyCalls
    if entries.repeated:
        return answer(REPEATED)
    if not entries.is_clean:
        return answer(NOT_TEXT)
    if client is None:
        challenge = {"WWW-Authenticate": 'Basic realm="reskontra"'} if shown.by_header else None
        return answer(WRONG_CLIENT, challenge)
    return answer(await given(client, entries))


def _wanted(
    house: House, request: Request, client: Integration, entries: Parameters
) -> Callable[[Transaction], Json | Denied] | Denied:
    """The unit of work that a grant type asks for."""
    now, keys, client_id = int(house.clock().timestamp()), house.keys, client.client_id
    grant_type, scope = entries("grant_type"), entries("scope")
    if grant_type == "authorization_code":
        code, back, verifier = entries("code"), entries("redirect_uri"), entries("code_verifier")
        if not code:
            return missing("code")
        return lambda tx: granting.redeem(tx, keys, client_id, code, back, verifier, now)
    if grant_type == "refresh_token":
        old = entries("refresh_token")
        if not old:
            return missing("refresh_token")
        return lambda tx: granting.renew(tx, keys, client_id, old, scope, now)
    if grant_type == "client_credentials":
        tenant = request.headers.get("tenantid", "").strip()
        known = tenant.isascii() and tenant.isdecimal() and len(tenant) < 20
        if not known or int(tenant) > LARGEST_NUMBER:
            return NO_TENANT
        return lambda tx: granting.serve(tx, keys, client_id, int(tenant), scope, now)
    if not grant_type:
        return NO_GRANT_TYPE
    return Denied("unsupported_grant_type", f'Grant type "{grant_type[:50]}" not supported')


def _credentials(request: Request, entries: Parameters) -> Credentials:
    """From the header, else from the form: some clients send both."""
    scheme, _, encoded = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return Credentials(entries("client_id"), entries("client_secret"), by_header=False)
    try:
        client_id, _, secret = b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (NotBase64, ValueError):
        return Credentials("", "", by_header=True)
    return Credentials(unquote_plus(client_id), secret, by_header=True)


def counted(
    name: str, client: Integration | None, client_id: str, address: str
) -> tuple[Window, ...]:
    """Who has proved who they are is counted as that: nobody who guesses can lock them out.

    Those who guess make no more windows than an address has guesses, however many names they try.
    """
    if client:
        return (Window(f"{name} client {client.client_id}", TOKEN_LIMIT),)
    network = network_of(address)
    if not _is_plausible(client_id):
        return (Window(f"{name} from {network}", TOKEN_LIMIT),)
    guess = Window(f"{name} guess at {client_id} from {network}", TOKEN_LIMIT)
    return guess, Window(f"guesses from {network}", GUESS_LIMIT)


def _is_plausible(client_id: str) -> bool:
    """No other is looked for, or remembered: it would cost what its length costs."""
    return 0 < len(client_id) <= LONGEST_ID and client_id.isascii() and client_id.isprintable()


async def _known(house: House, shown: Credentials, entries: Parameters) -> Integration | None:
    """The integration whose secret this is."""
    client_id = shown.client_id
    if not _is_plausible(client_id):
        return None
    # The standard wants the secret form-encoded in the header; most clients send it as it is.
    guesses = shown.secret, unquote_plus(shown.secret)
    now = int(house.clock().timestamp())
    client = await house.database.read(
        lambda tx: integrations.with_secret(tx, client_id, now, *guesses)
    )
    return client if entries("client_id") in {"", client_id} else None
