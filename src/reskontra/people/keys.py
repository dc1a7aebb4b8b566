"""Keys: one secret, a key for each use of it, and two secrets while one takes the other's place."""

import hmac
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

LEAST_SECRET = 32  # characters


class Use(StrEnum):
    """What a key is for; what was made with one is worth nothing where another is asked for."""

    TOKENS = "access tokens"
    FORMS = "forms"
    CREDENTIALS = "credentials"  # what is kept of people, such as a second factor


class Keys(NamedTuple):
    """The secret that all is made with, and the former one, by which it is still believed."""

    secret: str
    former: str = ""

    def __repr__(self) -> str:
        return "Keys(***)"

    @property
    def secrets(self) -> tuple[str, ...]:
        return (self.secret, self.former) if self.former else (self.secret,)

    def newest(self, use: Use) -> bytes:
        return derived(self.secret, use)

    def believed(self, use: Use) -> list[bytes]:
        """The newest first."""
        return [derived(secret, use) for secret in self.secrets]


Keyring: TypeAlias = Callable[[], Keys]  # as they are at the moment


@lru_cache(maxsize=64)
def derived(secret: str, use: Use) -> bytes:
    """HKDF (RFC 5869) with SHA-256; its first block is all that is needed."""
    drawn = hmac.digest(b"reskontra", secret.encode(), sha256)
    return hmac.digest(drawn, use.encode() + b"\x01", sha256)


@lru_cache(maxsize=64)
def name_of(key: bytes) -> str:
    """By which a token says what it is signed with; it tells nothing of the key."""
    return sha256(b"name of " + key).hexdigest()[:16]
