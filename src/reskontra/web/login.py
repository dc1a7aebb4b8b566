"""Checking who someone is: a password, in a few threads of its own, and a second factor."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.requests import Request

from reskontra.actions import entry
from reskontra.actions.entry import Entered
from reskontra.people import failures, logging_in, sessions, users
from reskontra.people.factors import Proof, Proven
from reskontra.people.keys import Use
from reskontra.people.logging_in import Knock
from reskontra.people.passwords import hashed_password, password_fits
from reskontra.people.rules import LONGEST_PASSWORD
from reskontra.people.sessions import Place, Session
from reskontra.people.users import Person, User
from reskontra.web.devices import in_words as device_in_words
from reskontra.web.house import House
from reskontra.web.sessions import device_cookie

# Hashing takes much memory and a whole core: few at once, and the rest wait in line.
_HASHING = ThreadPoolExecutor(max_workers=2, thread_name_prefix="hashing")

T = TypeVar("T")

WRONG = "Fel e-postadress eller lösenord."
WRONG_CODE = "Koden stämmer inte, eller är redan använd."


@dataclass(frozen=True)
class NotLoggedIn:
    message: str
    status: int
    wait: int = 0


async def log_in(
    house: House, request: Request, email: str, password: str
) -> Entered | NotLoggedIn:
    """Unknown people and wrong passwords get the same answer after the same time."""
    user = await user_by_password(house, request, email, password)
    if isinstance(user, NotLoggedIn):
        return user
    who, fitted = who_is(house, request, user), user.password_hash
    entered = await house.database.write(lambda tx: entry.log_in(tx, who, fitted))
    return entered or NotLoggedIn(WRONG, 401)


async def user_by_password(
    house: House, request: Request, email: str, password: str
) -> User | NotLoggedIn:
    """With what the password was found to fit: whoever acts upon it sees that it still does.

    Who must wait is told so by a read alone: a flood of attempts writes nothing.
    """
    now = int(house.clock().timestamp())
    address, device = address_of(request), device_cookie(house, request)
    knock = Knock(email, address, device)
    if seconds := await house.database.read(lambda tx: logging_in.wait(tx, knock, now)):
        return too_many(seconds)
    attempt = await house.database.write(
        lambda tx: logging_in.attempt(tx, email, address, now, device)
    )
    if attempt.wait:
        return too_many(attempt.wait)
    user_id = attempt.user_id
    if await checked(password, attempt.password_hash) and user_id is not None:
        person = await house.database.read(lambda tx: users.one(tx, user_id))
        return User(person.id, person.email, person.name, attempt.password_hash)
    await house.database.write(lambda tx: failures.add(tx, email, user_id, address, now))
    return NotLoggedIn(WRONG, 401)


async def prove_password(
    house: House, request: Request, person: Person, session: Session, password: str
) -> NotLoggedIn | None:
    """Once more, of someone who is logged in and has no second factor."""
    user = await user_by_password(house, request, person.email, password)
    if isinstance(user, NotLoggedIn):
        return user
    who, fitted = who_is(house, request, person), user.password_hash
    is_proven = await house.database.write(
        lambda tx: entry.prove_by_password(tx, who, session, fitted)
    )
    return None if is_proven else NotLoggedIn(WRONG, 401)


async def prove(
    house: House, request: Request, person: Person, session: Session, proof: Proof
) -> Proven | NotLoggedIn:
    """The second factor."""
    return await _by_code(house, request, person, session, proof, entry.prove)


async def complete(
    house: House, request: Request, person: Person, half: Session, proof: Proof
) -> Entered | NotLoggedIn:
    """From half a session to a whole one."""
    return await _by_code(house, request, person, half, proof, entry.complete)


async def _by_code(
    house: House,
    request: Request,
    person: Person,
    session: Session,
    proof: Proof,
    step: Callable[..., T | int | None],
) -> T | NotLoggedIn:
    """Here too, who must wait is told so by a read alone."""
    who, origin = who_is(house, request, person), origin_of(house, request)
    seconds = await house.database.read(
        lambda tx: logging_in.wait_for_codes(tx, person.id, who.device, who.seconds)
    )
    if seconds:
        return too_many(seconds)
    outcome = await house.database.write(
        lambda tx: step(tx, app_keys(house), who, session, origin, proof)
    )
    if isinstance(outcome, int):
        return too_many(outcome)
    return outcome or NotLoggedIn(WRONG_CODE, 401)


def who_is(house: House, request: Request, person: Person) -> entry.Oneself:
    place = Place(address_of(request), device_in_words(request.headers.get("user-agent", "")))
    return entry.Oneself(person, place, house.clock(), device_cookie(house, request))


def app_keys(house: House) -> list[bytes]:
    """That the secrets of apps are encrypted with, the newest first; no token is made with them."""
    return house.keys.believed(Use.CREDENTIALS)


async def new_challenge(house: House, session: Session) -> str:
    return await house.database.write(lambda tx: sessions.new_challenge(tx, session))


def origin_of(house: House, request: Request) -> str:
    """As a browser tells it: scheme, host and port, if it is not the usual one."""
    parts = urlsplit(house.address(request))
    return f"{parts.scheme}://{parts.netloc}".lower()


def too_many(seconds: int) -> NotLoggedIn:
    message = f"För många försök. Vänta {in_words(seconds)} och försök igen."
    return NotLoggedIn(message, 429, seconds)


async def checked(password: str, digest: str) -> bool:
    tried = password[: LONGEST_PASSWORD + 1].encode("utf-8", "replace").decode()
    return await asyncio.get_running_loop().run_in_executor(_HASHING, password_fits, tried, digest)


async def hashed(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_HASHING, hashed_password, password)


def address_of(request: Request) -> str:
    """Of the one who called; a trusted proxy has been seen through already."""
    return request.client.host if request.client else "unknown"


def in_words(seconds: int) -> str:
    if seconds < 90:
        return "en sekund" if seconds == 1 else f"{seconds} sekunder"
    return f"{-(-seconds // 60)} minuter"
