"""Tokens: access tokens are signed and say what they allow; all else is random and kept hashed."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import jwt

from reskontra import chance
from reskontra.domain.errors import Unauthorised
from reskontra.people.keys import Keys, Use, name_of

ALGORITHM = "HS256"
ACCESS_SECONDS = 3600
REFRESH_SECONDS = 45 * 24 * 3600


@dataclass(frozen=True)
class Claims:
    """What a verified access token says."""

    grant_id: int
    organisation_id: int
    scope: frozenset[str]
    expires_at: int
    issued_at: int


def access_token(
    keys: Keys,
    *,
    grant_id: int,
    organisation_id: int,
    client_id: str,
    user_id: int | None,
    scope: str,
    now: int,
    seconds: int = ACCESS_SECONDS,
) -> str:
    claims = {
        "tenantId": organisation_id,
        "clientId": client_id,
        "grantId": grant_id,
        "scope": scope,
        "sub": f"{user_id or 0}@{organisation_id}",
        "aud": client_id,
        "jti": chance.url_text("jti", 16),
        "iat": now,
        "exp": now + seconds,
        "token_type": "bearer",
    }
    key = keys.newest(Use.TOKENS)
    return jwt.encode(claims, key, ALGORITHM, {"kid": name_of(key)})


def verified(token: str, keys: Keys, now: float) -> Claims:
    """What the token says, if it is ours and still good; raises Unauthorised."""
    try:
        claims = _signed_claims(token, keys)
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        raise Unauthorised from None
    if not claims.issued_at - 60 <= now < claims.expires_at:
        raise Unauthorised
    return claims


@lru_cache(maxsize=4096)
def _signed_claims(token: str, keys: Keys) -> Claims:
    """A signature once found good stays good while the keys are the same, so it is checked once;
    time is checked each call."""
    said = _said(token, keys)
    return Claims(
        grant_id=int(said["grantId"]),
        organisation_id=int(said["tenantId"]),
        scope=frozenset(said["scope"].split()),
        expires_at=int(said["exp"]),
        issued_at=int(said["iat"]),
    )


def _said(token: str, keys: Keys) -> dict[str, Any]:
    options = {"verify_exp": False, "verify_iat": False, "verify_aud": False}
    for key in _signers(token, keys):
        with suppress(jwt.InvalidSignatureError):
            return jwt.decode(token, key, algorithms=[ALGORITHM], options=options)  # type: ignore[arg-type]
    raise jwt.InvalidTokenError("signed by nobody here")


def _signers(token: str, keys: Keys) -> Sequence[bytes]:
    """The key that it names; a token of before keys had names was signed with the secret itself."""
    name = jwt.get_unverified_header(token).get("kid")
    if name is None:
        return [secret.encode() for secret in keys.secrets]
    return [key for key in keys.believed(Use.TOKENS) if name_of(key) == name]


def new_secret(what: str = "secret") -> str:
    """256 random bits: too many to guess, so a plain hash of it is safe to keep."""
    return chance.url_text(what)


def hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def grant_of(token: str, keys: Keys) -> int | None:
    """The grant that an access token of ours names, whether or not it has expired."""
    try:
        return _signed_claims(token, keys).grant_id
    except (jwt.InvalidTokenError, KeyError, TypeError, ValueError):
        return None
