"""Registering an integration: its name, where it may send people back, and its secret."""

import secrets
from datetime import datetime

from reskontra.domain.errors import Invalid, NotFound
from reskontra.domain.records import replace
from reskontra.domain.redirect import is_redirect_address
from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.storage import access, registered
from reskontra.storage.access import Integration

MOST_REDIRECTS = 20
LONGEST_NAME = 60


def register(
    tx: Transaction, wanted: Integration, owner_id: int, now: datetime
) -> tuple[Integration, str]:
    """The integration, and its secret: this is the only time that anyone sees it."""
    secret = tokens.new_secret()
    made = replace(
        checked(wanted), client_id=secrets.token_hex(12), secret_hash=tokens.hashed(secret)
    )
    access.add_integration(tx, made, now.isoformat(), owner_id)
    return made, secret


def change(tx: Transaction, changed: Integration, owner_id: int) -> None:
    if not registered.save(tx, owner_id, checked(changed)):
        raise NotFound("Kan inte hitta integrationen")


def rotate(tx: Transaction, known: Integration, owner_id: int) -> str:
    """A new secret; the old one is worth nothing from now on."""
    secret = tokens.new_secret()
    change(tx, replace(known, secret_hash=tokens.hashed(secret)), owner_id)
    return secret


def checked(wanted: Integration) -> Integration:
    name = " ".join(wanted.name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Invalid(f"Namnet måste ha 1–{LONGEST_NAME} tecken")
    if not 1 <= len(wanted.redirect_uris) <= MOST_REDIRECTS:
        raise Invalid(f"Ange 1–{MOST_REDIRECTS} återadresser")
    for address in wanted.redirect_uris:
        if not is_redirect_address(address):
            raise Invalid(f"Återadressen {address[:200]} kan inte användas")
    if not wanted.scope:
        raise Invalid("Välj minst en behörighet")
    return replace(wanted, name=name)
