"""People's passwords, kept as argon2 hashes. Slow on purpose: keep it off the event loop."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher()
# Checked for unknown people, so that they take as long as known ones. A text that stands here, not
# made at the start: that would take as long as a person's. Its costs are those of the hasher.
NOBODYS = (
    "$argon2id$v=19$m=65536,t=3,p=4"
    "$mQ9abZi7tWfI4MONPpVGSQ$hGhGHl3AF45za6NfWOpgYczcC2aUShldgGOsgQsHt/g"
)


def hashed_password(password: str) -> str:
    return _hasher.hash(password)


def password_fits(password: str, digest: str) -> bool:
    try:
        return _hasher.verify(digest, password)
    except (VerificationError, InvalidHashError):
        return False
