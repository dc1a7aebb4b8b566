"""Checking an e-mail address and a password, in a few threads of its own."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from starlette.requests import Request

from reskontra.people import logging_in
from reskontra.people.passwords import hashed_password, password_fits
from reskontra.people.rules import LONGEST_PASSWORD
from reskontra.web.house import House

# Hashing takes much memory and a whole core: few at once, and the rest wait in line.
_HASHING = ThreadPoolExecutor(max_workers=2, thread_name_prefix="hashing")

WRONG = "Fel e-postadress eller lösenord."


@dataclass(frozen=True)
class LoggedIn:
    secret: str


@dataclass(frozen=True)
class NotLoggedIn:
    message: str
    status: int
    wait: int = 0


async def log_in(
    house: House, request: Request, email: str, password: str
) -> LoggedIn | NotLoggedIn:
    """Unknown people and wrong passwords get the same answer after the same time."""
    now = int(house.clock().timestamp())
    address = address_of(request)
    attempt = await house.database.write(lambda tx: logging_in.attempt(tx, email, address, now))
    if attempt.wait:
        message = f"För många försök. Vänta {in_words(attempt.wait)} och försök igen."
        return NotLoggedIn(message, 429, attempt.wait)
    fits = await checked(password, attempt.password_hash)
    user_id = attempt.user_id
    if not fits or user_id is None:
        return NotLoggedIn(WRONG, 401)
    return LoggedIn(
        await house.database.write(lambda tx: logging_in.log_in(tx, user_id, email, address, now))
    )


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
