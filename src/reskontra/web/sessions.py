"""Who is at the page: a cookie that scripts cannot read, and forms that only its holder can send.

Before log-in the cookie is a mere random text that nothing is kept about. Log-in gives a new one.
"""

import hmac
import re
from dataclasses import dataclass, field
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from reskontra import chance
from reskontra.actions.entry import Entered
from reskontra.people import devices, sessions, tokens
from reskontra.people.keys import Use
from reskontra.people.sessions import Session
from reskontra.people.users import Person
from reskontra.web.forms import Parameters
from reskontra.web.house import House

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_MASKED = re.compile(r"(?:[0-9a-f]{4}){1,64}")
SESSION, DEVICE = "reskontra", "reskontra-device"
LONGEST_COOKIES = 8192  # what browsers keep for a host; longer ones are no browser's
FROM_ELSEWHERE = frozenset({"cross-site", "same-site"})


@dataclass(frozen=True)
class Visitor:
    secret: str = field(repr=False)
    form_tokens: tuple[str, ...] = field(repr=False)  # of the keys that are believed
    person: Person | None = None
    session: Session | None = None
    halfway: Person | None = None  # owes the second factor, and is nobody until then
    is_new: bool = False

    @property
    def form_token(self) -> str:
        """Another text each time: the length of a page that is packed must not tell it."""
        return masked(self.form_tokens[0])


async def visitor(house: House, request: Request) -> Visitor:
    secret = cookie(request, cookie_name(house, request))
    if not _SECRET.fullmatch(secret):
        return newcomer(house)
    now = int(house.clock().timestamp())
    row = await house.database.read(lambda tx: sessions.find(tx, secret, now))
    if row is None:
        return Visitor(secret, form_tokens(house, secret))
    session, person = row
    if not session.is_noted(now):
        await house.database.write(lambda tx: sessions.note_use(tx, session, now))
    if session.halfway:
        return Visitor(secret, form_tokens(house, secret), session=session, halfway=person)
    return Visitor(secret, form_tokens(house, secret), person, session)


def cookie(request: Request, name: str) -> str:
    """Read by ourselves: the interpreter's own parser takes quadratic time over what is quoted."""
    sent = ";".join(request.headers.getlist("cookie"))
    if len(sent) > LONGEST_COOKIES:
        return ""
    pairs = (pair.partition("=") for pair in sent.split(";"))
    return next((value.strip() for key, _, value in pairs if key.strip() == name), "")


def newcomer(house: House) -> Visitor:
    secret = tokens.new_secret()
    return Visitor(secret, form_tokens(house, secret), is_new=True)


def form_tokens(house: House, secret: str) -> tuple[str, ...]:
    """Made from the cookie's secret, so a form works in the session it was shown in, only there."""
    keys = house.keys.believed(Use.FORMS)
    return tuple(hmac.new(key, secret.encode(), sha256).hexdigest() for key in keys)


def is_own_form(request: Request, visitor: Visitor, entries: Parameters) -> bool:
    """A form that this visitor was shown, sent from it and whole."""
    if request.headers.get("sec-fetch-site", "") in FROM_ELSEWHERE or not entries.is_clean:
        return False
    sent = unmasked(entries("csrf_token"))
    fits = [hmac.compare_digest(sent, bytes.fromhex(each)) for each in visitor.form_tokens]
    return any(fits)


def masked(token: str) -> str:
    """
    >>> unmasked(masked("c0ffee")).hex(), masked("c0ffee") == masked("c0ffee")
    ('c0ffee', False)
    """
    mask = bytes.fromhex(chance.hex_text("form", len(token) // 2))
    return (mask + _mixed(mask, bytes.fromhex(token))).hex()


def unmasked(sent: str) -> bytes:
    """Nothing of what is none of ours."""
    if not _MASKED.fullmatch(sent):
        return b""
    both = bytes.fromhex(sent)
    return _mixed(both[: len(both) // 2], both[len(both) // 2 :])


def _mixed(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def set_cookie(house: House, request: Request, response: Response, secret: str) -> None:
    response.set_cookie(
        cookie_name(house, request),
        secret,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_https(house, request),
    )


def set_cookies(house: House, request: Request, response: Response, entered: Entered) -> None:
    """The session's, and the one by which this browser is known when it comes again."""
    set_cookie(house, request, response, entered.secret)
    if not entered.device:
        return
    response.set_cookie(
        cookie_name(house, request, DEVICE),
        entered.device,
        max_age=devices.LASTING_SECONDS,
        path="/",
        httponly=True,
        samesite="strict",
        secure=is_https(house, request),
    )


def device_cookie(house: House, request: Request) -> str:
    secret = cookie(request, cookie_name(house, request, DEVICE))
    return secret if _SECRET.fullmatch(secret) else ""


def cookie_name(house: House, request: Request, name: str = SESSION) -> str:
    """The prefix makes browsers refuse one that a neighbouring host has planted."""
    return f"__Host-{name}" if is_https(house, request) else name


def is_https(house: House, request: Request) -> bool:
    return house.base_url.startswith("https:") or request.url.scheme == "https"
