"""One-time codes of an app (RFC 6238), half a minute each; their secret is kept encrypted."""

import hmac
import secrets
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import quote, urlencode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

STEP_SECONDS = 30
DIGITS = 6
SLACK = 1  # steps: clocks differ, and typing takes time
ISSUER = "Reskontra"


def new_secret() -> str:
    """160 bits, as the RFC asks for; in the letters that apps take."""
    return b32encode(secrets.token_bytes(20)).decode()


def code(secret: str, step: int) -> str:
    """
    >>> code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59 // STEP_SECONDS)
    '287082'
    """
    digest = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    number = int.from_bytes(digest[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: str, entered: str, now: int) -> int | None:
    """The step that has this code, of those about now; none where it is no such code."""
    if not (entered.isascii() and entered.isdecimal() and len(entered) == DIGITS):
        return None
    this = now // STEP_SECONDS
    steps = range(this - SLACK, this + SLACK + 1)
    return next((s for s in steps if hmac.compare_digest(code(secret, s), entered)), None)


def address(secret: str, email: str) -> str:
    """What the QR code says."""
    query = urlencode({"secret": secret, "issuer": ISSUER})
    return f"otpauth://totp/{quote(f'{ISSUER}:{email}')}?{query}"


class Unlocked(NamedTuple):
    secret: str
    is_newest: bool  # by the newest key, or by one that is going


def locked(keys: Sequence[bytes], secret: str, user_id: int) -> str:
    """Encrypted for this person: neither a copy of the database nor another's row gives it away."""
    nonce = secrets.token_bytes(12)
    sealed = AESGCM(keys[0]).encrypt(nonce, secret.encode(), str(user_id).encode())
    return urlsafe_b64encode(nonce + sealed).decode()


def unlocked(keys: Sequence[bytes], material: str, user_id: int) -> Unlocked | None:
    """None where none of the keys is the one: then only another factor helps."""
    raw = urlsafe_b64decode(material)
    for place, key in enumerate(keys):
        with suppress(InvalidTag):
            secret = AESGCM(key).decrypt(raw[:12], raw[12:], str(user_id).encode())
            return Unlocked(secret.decode(), place == 0)
    return None
