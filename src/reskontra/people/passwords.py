"""People's passwords, kept as argon2 hashes. Slow on purpose: keep it off the event loop."""

from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


class Lock(NamedTuple):
    """How hard a password is hashed, and a hash as hard as that which is nobody's."""

    hasher: PasswordHasher
    nobodys: str


# Nobody's stands here and is not made at the start, which would take as long as a person's.
STRONG = Lock(
    PasswordHasher(),
    "$argon2id$v=19$m=65536,t=3,p=4"
    "$mQ9abZi7tWfI4MONPpVGSQ$hGhGHl3AF45za6NfWOpgYczcC2aUShldgGOsgQsHt/g",
)
lock = STRONG  # tests that log in hundreds of times put a light one in its place


def nobodys() -> str:
    """Checked for unknown people, so that they take as long as known ones."""
    return lock.nobodys


def hashed_password(password: str) -> str:
    return lock.hasher.hash(password)


def password_fits(password: str, digest: str) -> bool:
    try:
        return lock.hasher.verify(digest, password)
    except (VerificationError, InvalidHashError):
        return False
