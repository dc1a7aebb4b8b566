"""Tokens: access tokens are signed and say what they allow; all else is random and kept hashed."""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import jwt

from reskontra.domain.errors import Unauthorised

ALGORITHM = "HS256"
ACCESS_SECONDS = 3600
REFRESH_SECONDS = 45 * 24 * 3600
LEAST_KEY = 32


@dataclass(frozen=True)
class Claims:
    """What a verified access token says."""

    grant_id: int
    organisation_id: int
    scope: frozenset[str]
    expires_at: int
    issued_at: int


def access_token(
    key: str,
    *,
    grant_id: int,
    organisation_id: int,
    client_id: str,
    user_id: int | None,
    scope: str,
    now: int,
) -> str:
    claims = {
        "tenantId": organisation_id,
        "clientId": client_id,
        "grantId": grant_id,
        "scope": scope,
        "sub": f"{user_id or 0}@{organisation_id}",
        "aud": client_id,
        "jti": secrets.token_urlsafe(16),
        "iat": now,
        "exp": now + ACCESS_SECONDS,
        "token_type": "bearer",
    }
    return jwt.encode(claims, key, ALGORITHM)


def verified(token: str, key: str, now: float) -> Claims:
    """What the token says, if it is ours and still good; raises Unauthorised."""
    try:
        claims = _signed_claims(token, key)
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        raise Unauthorised from None
    if not claims.issued_at - 60 <= now < claims.expires_at:
        raise Unauthorised
    return claims


@lru_cache(maxsize=4096)
def _signed_claims(token: str, key: str) -> Claims:
    """A signature once found good stays good, so it is checked once; time is checked each call."""
    options = {"verify_exp": False, "verify_iat": False, "verify_aud": False}
    said = jwt.decode(token, key, algorithms=[ALGORITHM], options=options)  # type: ignore[arg-type]
    return Claims(
        grant_id=int(said["grantId"]),
        organisation_id=int(said["tenantId"]),
        scope=frozenset(said["scope"].split()),
        expires_at=int(said["exp"]),
        issued_at=int(said["iat"]),
    )


def new_secret() -> str:
    """256 random bits: too many to guess, so a plain hash of it is safe to keep."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def grant_of(token: str, key: str) -> int | None:
    """The grant that an access token of ours names, whether or not it has expired."""
    try:
        return _signed_claims(token, key).grant_id
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        return None
