"""Second factors: apps and passkeys beside the password, and codes for who has lost them."""

import secrets
from base64 import b32encode
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update

from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.organisation import SecondFactor
from reskontra.domain.records import Record, fields
from reskontra.engine.database import Transaction
from reskontra.people import organisations, passkeys, rules, tokens, totp
from reskontra.people.passkeys import Made, NotSigned
from reskontra.people.tables import adding, factors, recovery_codes

MOST = 10
LONGEST_NAME = 60
RECOVERY_CODES = 10
PENDING_SECONDS = 3600  # an app that nobody has shown a code of is forgotten


class Kind(StrEnum):
    APP = "app"
    PASSKEY = "passkey"
    RECOVERY = "recovery code"


class Factor(Record):
    id: int
    kind: Kind
    name: str
    material: str
    counter: int
    created_at: int
    used_at: int | None
    credential: str | None


class Proof(NamedTuple):
    """What someone has sent to show who they are: a code, or what a passkey has signed."""

    code: str = ""
    signature: str = ""


class Proven(NamedTuple):
    kind: Kind
    name: str = ""


class WrongCode(Invalid):
    """Koden stämmer inte, eller är redan använd."""


class TooMany(Conflict):
    __doc__ = f"Du har redan {MOST}. Ta bort någon först."


COLUMNS = tuple(factors.c[each.name] for each in fields(Factor))
_OWN = factors.c.user_id == bindparam("user_id")
_THIS = (factors.c.id == bindparam("own_id"), factors.c.user_id == bindparam("of_user"))
ADD = adding(factors)
ACTIVE = select(*COLUMNS).where(_OWN, factors.c.active).order_by(factors.c.id)
PENDING = (
    select(*COLUMNS)
    .where(_OWN, factors.c.active.is_(False), factors.c.created_at > bindparam("since"))
    .order_by(factors.c.id.desc())
    .limit(1)
)
ACTIVATE = update(factors).where(*_THIS).values(active=True, name=bindparam("new_name"))
# One statement decides whether a code, or a passkey's count, is newer than the latest.
USE_STEP = (
    update(factors)
    .where(*_THIS, factors.c.counter < bindparam("reached"))
    .values(counter=bindparam("reached"), used_at=bindparam("at"))
)
USE_PASSKEY = (
    update(factors)
    .where(
        *_THIS,
        or_(
            factors.c.counter < bindparam("reached"),
            and_(factors.c.counter == 0, bindparam("reached") == 0),  # it does not count
        ),
    )
    .values(counter=bindparam("reached"), used_at=bindparam("at"))
)
APPS = select(factors.c.id, factors.c.user_id, factors.c.material).where(factors.c.kind == Kind.APP)
LOCK_ANEW = update(factors).where(*_THIS).values(material=bindparam("new_material"))
REMOVE = delete(factors).where(*_THIS)
REMOVE_ALL = delete(factors).where(factors.c.user_id == bindparam("of_user"))
DROP_PENDING = delete(factors).where(
    factors.c.active.is_(False), factors.c.created_at <= bindparam("before")
)
FORGET_PENDING = delete(factors).where(
    factors.c.active.is_(False), factors.c.user_id == bindparam("of_user")
)
ADD_CODE = insert(recovery_codes)
USE_CODE = delete(recovery_codes).where(
    recovery_codes.c.hash == bindparam("of_hash"), recovery_codes.c.user_id == bindparam("of_user")
)
DROP_CODES = delete(recovery_codes).where(recovery_codes.c.user_id == bindparam("of_user"))
CODES_LEFT = select(func.count()).where(recovery_codes.c.user_id == bindparam("user_id"))


def active(tx: Transaction, user_id: int) -> list[Factor]:
    return [*map(_factor, tx.all(ACTIVE, {"user_id": user_id}))]


def lacking(tx: Transaction, organisation_id: int, user_id: int) -> bool:
    """Does the organisation ask for a factor that this person has not set up?"""
    asked = organisations.one(tx, organisation_id).second_factor is SecondFactor.REQUIRED
    return asked and not active(tx, user_id)


# An app


def begin_app(tx: Transaction, keys: Sequence[bytes], user_id: int, now: int) -> None:
    """One at a time, until a code has shown that the app has it."""
    tx.run(FORGET_PENDING, {"of_user": user_id})
    _add(tx, user_id, Kind.APP, "", None, totp.locked(keys, totp.new_secret(), user_id), now, False)


def pending_app(
    tx: Transaction, keys: Sequence[bytes], user_id: int, now: int
) -> tuple[Factor, str] | None:
    row = tx.first(PENDING, {"user_id": user_id, "since": now - PENDING_SECONDS})
    known = totp.unlocked(keys, row[3], user_id) if row else None
    return (_factor(row), known.secret) if row and known else None


def confirm_app(
    tx: Transaction, keys: Sequence[bytes], user_id: int, name: str, code: str, now: int
) -> str | None:
    """Its name once it is one; none where nobody has begun it."""
    pending = pending_app(tx, keys, user_id, now)
    if pending is None:
        return None
    factor, secret = pending
    called = rules.name(name or "App", LONGEST_NAME)
    _refuse_many(tx, user_id)
    step = totp.step_of(secret, _plain(code), now)
    if step is None or not _use(tx, USE_STEP, factor, user_id, step, now):
        raise WrongCode
    tx.run(ACTIVATE, {"own_id": factor.id, "of_user": user_id, "new_name": called})
    return called


# A passkey


def add_passkey(tx: Transaction, user_id: int, name: str, made: Made, now: int) -> str:
    called = rules.name(name or "Passkey", LONGEST_NAME)
    _refuse_many(tx, user_id)
    _add(tx, user_id, Kind.PASSKEY, called, made, made.material, now, True)
    return called


def passkeys_of(known: Iterable[Factor]) -> list[str]:
    return [each.material for each in known if each.kind is Kind.PASSKEY]


# Any of them


def proven(
    tx: Transaction,
    keys: Sequence[bytes],
    user_id: int,
    origin: str,
    challenge: str,
    proof: Proof,
    now: int,
) -> Proven | None:
    """By which it is shown who someone is, used up by it; none where it is not."""
    known = active(tx, user_id)
    if proof.signature:
        return _signed(tx, known, user_id, origin, challenge, proof.signature, now)
    code = _plain(proof.code)
    for app in (each for each in known if each.kind is Kind.APP):
        known_secret = totp.unlocked(keys, app.material, user_id)
        step = totp.step_of(known_secret.secret, code, now) if known_secret else None
        if known_secret and step is not None and _use(tx, USE_STEP, app, user_id, step, now):
            return Proven(app.kind, app.name)
    used = tx.run(USE_CODE, {"of_hash": tokens.hashed(code), "of_user": user_id})
    return Proven(Kind.RECOVERY) if known and used == 1 else None


def lock_all_anew(tx: Transaction, keys: Sequence[bytes]) -> None:
    """With the newest key: then those before it are needed no more, whoever uses their app."""
    for factor_id, user_id, material in tx.all(APPS):
        known = totp.unlocked(keys, material, user_id)
        if known and not known.is_newest:
            _lock_anew(tx, keys, factor_id, user_id, known.secret)


def _lock_anew(
    tx: Transaction, keys: Sequence[bytes], factor_id: int, user_id: int, secret: str
) -> None:
    material = totp.locked(keys, secret, user_id)
    tx.run(LOCK_ANEW, {"own_id": factor_id, "of_user": user_id, "new_material": material})


def _signed(
    tx: Transaction,
    known: list[Factor],
    user_id: int,
    origin: str,
    challenge: str,
    signature: str,
    now: int,
) -> Proven | None:
    try:
        by = passkeys.signed(origin, passkeys_of(known), challenge, signature)
    except NotSigned:
        return None
    passkey = next(each for each in known if each.credential == by.credential)
    is_newer = _use(tx, USE_PASSKEY, passkey, user_id, by.counter, now)
    return Proven(passkey.kind, passkey.name) if is_newer else None


def remove(tx: Transaction, user_id: int, factor_id: int) -> Factor | None:
    """The codes for who has lost them go with the last one."""
    known = active(tx, user_id)
    gone = next((each for each in known if each.id == factor_id), None)
    if gone:
        tx.run(REMOVE, {"own_id": factor_id, "of_user": user_id})
    if gone and len(known) == 1:
        tx.run(DROP_CODES, {"of_user": user_id})
    return gone


def remove_all(tx: Transaction, user_id: int) -> list[Factor]:
    known = active(tx, user_id)
    tx.run(REMOVE_ALL, {"of_user": user_id})
    tx.run(DROP_CODES, {"of_user": user_id})
    return known


def new_recovery_codes(tx: Transaction, user_id: int) -> list[str]:
    """80 random bits each, so that a plain hash is safe to keep; those of before are worth nothing.

    They are shown once, now.
    """
    tx.run(DROP_CODES, {"of_user": user_id})
    codes = [b32encode(secrets.token_bytes(10)).decode().lower() for _ in range(RECOVERY_CODES)]
    for code in codes:
        tx.run(ADD_CODE, {"hash": tokens.hashed(code), "user_id": user_id})
    return ["-".join(code[place : place + 4] for place in range(0, 16, 4)) for code in codes]


def recovery_codes_left(tx: Transaction, user_id: int) -> int:
    row = tx.first(CODES_LEFT, {"user_id": user_id})
    assert row
    left: int = row[0]
    return left


def forget_expired(tx: Transaction, now: int) -> None:
    tx.run(DROP_PENDING, {"before": now - PENDING_SECONDS})


def _refuse_many(tx: Transaction, user_id: int) -> None:
    if len(active(tx, user_id)) >= MOST:
        raise TooMany


def _use(tx: Transaction, use: Any, factor: Factor, user_id: int, reached: int, now: int) -> bool:
    values = {"own_id": factor.id, "of_user": user_id, "reached": reached, "at": now}
    return tx.run(use, values) == 1


def _add(
    tx: Transaction,
    user_id: int,
    kind: Kind,
    name: str,
    made: Made | None,
    material: str,
    now: int,
    is_active: bool,
) -> None:
    values = {
        "user_id": user_id,
        "kind": str(kind),
        "name": name,
        "credential": made.credential if made else None,
        "material": material,
        "counter": made.counter if made else 0,
        "created_at": now,
        "used_at": None,
        "active": is_active,
    }
    tx.first(ADD, values)


def _plain(code: str) -> str:
    """As people write them: with spaces, hyphens and capitals."""
    return code.replace(" ", "").replace("-", "").lower()[:64]


def _factor(row: tuple[Any, ...]) -> Factor:
    number, kind, *rest = row
    return Factor(number, Kind(kind), *rest)
