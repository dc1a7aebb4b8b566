"""Integrations: programs that ask to be let in, each with a secret and known addresses."""

from datetime import datetime
from enum import StrEnum
from hmac import compare_digest
from typing import Any

from sqlalchemy import Update, bindparam, insert, select, update

from reskontra import chance
from reskontra.domain.errors import NotFound
from reskontra.domain.records import Record, asdict, fields, replace
from reskontra.engine.database import Transaction
from reskontra.people import rules, tokens
from reskontra.people.tables import integrations


class Profile(StrEnum):
    """How answers are shown: as the contract says, or as the mirrored API itself shows them."""

    CONTRACT = "contract"
    MIRRORED = "mirrored"

    @staticmethod
    def of(kept: str | None) -> "Profile":
        """None in a row from before there were two."""
        return Profile(kept or Profile.CONTRACT)


class Integration(Record):
    client_id: str = ""
    name: str = ""
    secret_hash: str = ""
    redirect_uris: tuple[str, ...] = ()
    scope: str = ""
    require_pkce: bool = False
    allows_service_account: bool = True
    answers: Profile = Profile.CONTRACT
    secret_at: int | None = None  # when the secret took the place of another
    former_hash: str | None = None
    former_until: int | None = None


class UnknownIntegration(NotFound):
    """Kan inte hitta integrationen"""


COLUMNS = [integrations.c[each.name] for each in fields(Integration)]
CHANGEABLE = (
    "name", "redirect_uris", "scope", "require_pkce", "allows_service_account", "answers"
)  # fmt: skip
_redirects = integrations.c.redirect_uris.info["conversion"]
OVERLAP_SECONDS = 24 * 3600  # in which a secret and the one before it both work
# What an unknown client is compared with, so that it takes as long as a known one.
_NOBODYS = tokens.hashed(tokens.new_secret())

_THERE = integrations.c.removed_at.is_(None)
ONE = select(*COLUMNS).where(integrations.c.client_id == bindparam("client_id"), _THERE)
# It is not removed until a grant to it is there, or is removed before that.
HOLD = ONE.with_for_update(read=True)
ALL = select(*COLUMNS).where(_THERE).order_by(integrations.c.created_at, integrations.c.client_id)
OWNED = (
    select(*COLUMNS)
    .where(integrations.c.owner_id == bindparam("owner_id"), _THERE)
    .order_by(integrations.c.name, integrations.c.client_id)
)
ADD = insert(integrations)
_OF_CLIENT = update(integrations).where(integrations.c.client_id == bindparam("of_client"), _THERE)
_OF_OWNER = _OF_CLIENT.where(integrations.c.owner_id == bindparam("of_owner"))
ROTATED = {
    "former_hash": integrations.c.secret_hash,
    "former_until": bindparam("until"),
    "secret_hash": bindparam("new_hash"),
    "secret_at": bindparam("now"),
}
FORGOTTEN = {"former_hash": None, "former_until": None}
SET_SECRET, SET_OWN_SECRET = (each.values(ROTATED) for each in (_OF_CLIENT, _OF_OWNER))
FORGET_SECRET, FORGET_OWN_SECRET = (each.values(FORGOTTEN) for each in (_OF_CLIENT, _OF_OWNER))
REMOVE, REMOVE_OWN = (each.values(removed_at=bindparam("now")) for each in (_OF_CLIENT, _OF_OWNER))
PUT_BACK = (
    update(integrations)
    .where(integrations.c.client_id == bindparam("of_client"))
    .values(removed_at=None)
)
CHANGE = _OF_OWNER.values({name: bindparam(name) for name in CHANGEABLE})


def _from_row(row: tuple[Any, ...]) -> Integration:
    client_id, name, secret_hash, uris, scope, require_pkce, service, answers, *secrets = row
    redirects = tuple(_redirects.out(uris))
    how = bool(require_pkce), bool(service), Profile.of(answers)
    return Integration(client_id, name, secret_hash, redirects, scope, *how, *secrets)


def _row(value: Integration) -> dict[str, Any]:
    return asdict(value) | {"redirect_uris": _redirects.into(value.redirect_uris)}


def find(tx: Transaction, client_id: str) -> Integration | None:
    row = tx.first(ONE, {"client_id": client_id})
    return _from_row(row) if row else None


def one(tx: Transaction, client_id: str) -> Integration:
    integration = find(tx, client_id)
    if integration is None:
        raise UnknownIntegration
    return integration


def hold(tx: Transaction, client_id: str) -> None:
    """Nobody removes it before the unit is done."""
    if tx.first(HOLD, {"client_id": client_id}) is None:
        raise UnknownIntegration


def every(tx: Transaction) -> list[Integration]:
    return [_from_row(row) for row in tx.all(ALL)]


def owned_by(tx: Transaction, owner_id: int) -> list[Integration]:
    return [_from_row(row) for row in tx.all(OWNED, {"owner_id": owner_id})]


def with_secret(tx: Transaction, client_id: str, now: int, *guesses: str) -> Integration | None:
    """The integration that has one of these secrets, or had until now.

    The time tells neither whether it exists nor whether it has one secret or two.
    """
    integration = find(tx, client_id)
    hashes = _hashes(integration, now) if integration else (_NOBODYS, _NOBODYS)
    fits = [
        compare_digest(tokens.hashed(guess), secret_hash)
        for guess in guesses
        for secret_hash in hashes
    ]
    return integration if any(fits) else None


def _hashes(integration: Integration, now: int) -> tuple[str, str]:
    former = integration.former_hash if now < (integration.former_until or 0) else None
    return integration.secret_hash, former or _NOBODYS


def register(
    tx: Transaction,
    wanted: Integration,
    now: datetime,
    owner_id: int | None = None,
    secret: str = "",
) -> tuple[Integration, str]:
    """The integration, and its secret: this is the only time that anyone sees it."""
    secret = secret or tokens.new_secret()
    new = replace(
        _by_the_rules(wanted),
        client_id=wanted.client_id or chance.hex_text("client id", 12),
        secret_hash=tokens.hashed(secret),
    )
    beside = {"created_at": now.isoformat(), "owner_id": owner_id, "removed_at": None}
    tx.run(ADD, _row(new) | beside)
    return new, secret


def change(tx: Transaction, changed: Integration, owner_id: int) -> None:
    """All but its secret, which is rotated."""
    row = _row(_by_the_rules(changed))
    values = {name: row[name] for name in CHANGEABLE}
    if not tx.run(CHANGE, values | {"of_client": changed.client_id, "of_owner": owner_id}):
        raise UnknownIntegration


def rotate_secret(
    tx: Transaction, client_id: str, now: int, owner_id: int | None = None, secret: str = ""
) -> str:
    """A new secret; the one before works for a day more, one before that no longer.

    An operator need not own it.
    """
    secret = secret or tokens.new_secret()
    values = {"new_hash": tokens.hashed(secret), "now": now, "until": now + OVERLAP_SECONDS}
    _change(tx, SET_SECRET, SET_OWN_SECRET, client_id, owner_id, values)
    return secret


def forget_secret(tx: Transaction, client_id: str, owner_id: int | None = None) -> None:
    """The secret before the present one is worth nothing from now on."""
    _change(tx, FORGET_SECRET, FORGET_OWN_SECRET, client_id, owner_id, {})


def _change(
    tx: Transaction,
    statement: Update,
    for_owner: Update,
    client_id: str,
    owner_id: int | None,
    values: dict[str, Any],
) -> None:
    own = {"of_client": client_id, **values}
    if owner_id is not None:
        statement, own = for_owner, own | {"of_owner": owner_id}
    if not tx.run(statement, own):
        raise UnknownIntegration


def remove(tx: Transaction, client_id: str, now: int, owner_id: int | None = None) -> None:
    """Its name and number stay, for whoever looks at what it did; nothing lets it in again."""
    _change(tx, REMOVE, REMOVE_OWN, client_id, owner_id, {"now": now})


def put_back(tx: Transaction, client_id: str) -> bool:
    """Is it there, if need be again? Whoever had let it in has to do so anew."""
    return tx.run(PUT_BACK, {"of_client": client_id}) == 1


def _by_the_rules(wanted: Integration) -> Integration:
    """By the rules, and as they leave it."""
    return replace(
        wanted,
        name=rules.name(wanted.name, rules.LONGEST_INTEGRATION_NAME),
        redirect_uris=rules.redirects(wanted.redirect_uris),
        scope=rules.scope(wanted.scope),
    )
