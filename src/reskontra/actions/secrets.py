"""Secrets of integrations: replaced and forgotten, as all who let the integration in can see."""

from typing import Any

from reskontra.actions.trail import Access, Actor, record
from reskontra.engine.database import Transaction
from reskontra.people import grants, integrations


def rotate(tx: Transaction, actor: Actor, client_id: str, owner_id: int | None = None) -> str:
    """A new secret; the one before it works for a while beside it."""
    secret = integrations.rotate_secret(tx, client_id, int(actor.now.timestamp()), owner_id)
    _record(tx, actor, Access.SECRET_ROTATED, client_id)
    return secret


def forget(tx: Transaction, actor: Actor, client_id: str, owner_id: int | None = None) -> None:
    """The secret before the present one is worth nothing from now on."""
    integrations.forget_secret(tx, client_id, owner_id)
    _record(tx, actor, Access.SECRET_FORGOTTEN, client_id)


def _record(tx: Transaction, actor: Actor, what: Access, client_id: str) -> None:
    detail: dict[str, Any] = {"client_id": client_id}
    for organisation_id in grants.organisations_of(tx, client_id):
        record(tx, organisation_id, actor, what, **detail)
