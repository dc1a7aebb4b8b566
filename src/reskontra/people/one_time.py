"""Codes and refresh tokens: each names a grant, is kept hashed, and can be used once."""

from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from reskontra.domain.records import Record, asdict, fields
from reskontra.engine.database import Transaction
from reskontra.people import tokens
from reskontra.people.tables import authorization_codes as codes
from reskontra.people.tables import refresh_tokens


class OneTimeCode(Record):
    """What an authorization code was given for."""

    grant_id: int
    redirect_uri: str
    redirect_sent: bool
    challenge: str
    expires_at: int
    used_at: int | None = None


class Refresh(Record):
    """What a refresh token renews, and how long."""

    grant_id: int
    expires_at: int
    used_at: int | None = None


CODE = select(*(codes.c[each.name] for each in fields(OneTimeCode))).where(
    codes.c.hash == bindparam("hash")
)
REFRESH = select(*(refresh_tokens.c[each.name] for each in fields(Refresh))).where(
    refresh_tokens.c.hash == bindparam("hash")
)
ADD_CODE = insert(codes)
ADD_REFRESH = insert(refresh_tokens)
# One statement decides who was first: whoever changes the row.
USE_CODE = (
    update(codes)
    .where(codes.c.hash == bindparam("of_hash"), codes.c.used_at.is_(None))
    .values(used_at=bindparam("now"))
)
USE_REFRESH = (
    update(refresh_tokens)
    .where(refresh_tokens.c.hash == bindparam("of_hash"), refresh_tokens.c.used_at.is_(None))
    .values(used_at=bindparam("now"))
)
COUNT = select(func.count()).select_from(refresh_tokens)
EXPIRED = (
    select(func.count())
    .select_from(refresh_tokens)
    .where(refresh_tokens.c.used_at.is_(None))
    .where(refresh_tokens.c.expires_at > bindparam("after"))
    .where(refresh_tokens.c.expires_at <= bindparam("until"))
)
DROP_CODES = delete(codes).where(codes.c.expires_at <= bindparam("before"))
DROP_REFRESH = delete(refresh_tokens).where(refresh_tokens.c.expires_at <= bindparam("before"))


def new_code(tx: Transaction, given_for: OneTimeCode) -> str:
    secret = tokens.new_secret("code")
    tx.run(ADD_CODE, asdict(given_for) | {"hash": tokens.hashed(secret)})
    return secret


def new_refresh_token(tx: Transaction, grant_id: int, scope: str, now: int) -> str:
    secret = tokens.new_secret("refresh token")
    values = {
        "hash": tokens.hashed(secret),
        "grant_id": grant_id,
        "scope": scope,
        "issued_at": now,
        "expires_at": now + tokens.REFRESH_SECONDS,
        "used_at": None,
    }
    tx.put(ADD_REFRESH, values)
    return secret


def code(tx: Transaction, secret: str) -> OneTimeCode | None:
    row = tx.first(CODE, {"hash": tokens.hashed(secret)})
    if row is None:
        return None
    grant_id, redirect_uri, redirect_sent, *rest = row
    return OneTimeCode(grant_id, redirect_uri, bool(redirect_sent), *rest)


def refresh_token(tx: Transaction, secret: str) -> Refresh | None:
    row = tx.first(REFRESH, {"hash": tokens.hashed(secret)})
    return Refresh(*row) if row else None


def count(tx: Transaction) -> int:
    """Of refresh tokens, used ones too."""
    row = tx.first(COUNT)
    return int(row[0]) if row else 0


def expired(tx: Transaction, after: int, until: int) -> int:
    """How many refresh tokens that nobody had used ended between the two moments."""
    row = tx.first(EXPIRED, {"after": after, "until": until})
    return int(row[0]) if row else 0


def use_code(tx: Transaction, secret: str, now: int) -> bool:
    return _is_first(tx, USE_CODE, secret, now)


def use_refresh_token(tx: Transaction, secret: str, now: int) -> bool:
    return _is_first(tx, USE_REFRESH, secret, now)


def _is_first(tx: Transaction, use: Any, secret: str, now: int) -> bool:
    """True for the first who asks, however many ask at once."""
    count = tx.run(use, {"of_hash": tokens.hashed(secret), "now": now})
    return count == 1


def drop_expired(tx: Transaction, codes_before: int, tokens_before: int) -> None:
    tx.run(DROP_CODES, {"before": codes_before})
    tx.run(DROP_REFRESH, {"before": tokens_before})
