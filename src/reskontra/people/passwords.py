"""People's passwords, kept as argon2 hashes. Slow on purpose: keep it off the event loop."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()
NOBODYS = _hasher.hash("")  # checked for unknown people, so that they take as long as known ones


def hashed_password(password: str) -> str:
    return _hasher.hash(password)


def password_fits(password: str, digest: str) -> bool:
    try:
        return _hasher.verify(digest, password)
    except (VerificationError, InvalidHashError):
        return False
