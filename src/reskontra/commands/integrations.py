"""Integrations and their tokens."""

import secrets
from argparse import Namespace

from reskontra.actions.granting import issued_tokens
from reskontra.commands.beside import secret_key
from reskontra.commands.office import Answer, Failed, Office, in_office
from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.storage import access
from reskontra.web.scopes import SCOPES

EVERY_SCOPE = " ".join(SCOPES)


@in_office
def create(office: Office, asked: Namespace) -> Answer:
    secret = tokens.new_secret()
    new = access.Integration(
        client_id=secrets.token_hex(12),
        name=asked.name,
        secret_hash=tokens.hashed(secret),
        redirect_uris=tuple(dict.fromkeys(asked.redirect_uri)),
        scope=asked.scope or EVERY_SCOPE,
        require_pkce=asked.require_pkce,
    )
    office.write(lambda tx: access.add_integration(tx, new, office.now.isoformat()))
    return {"client_id": new.client_id, "client_secret": secret}


@in_office
def everyone(office: Office, asked: Namespace) -> Answer:
    return {
        "integrations": [
            {
                "client_id": each.client_id,
                "name": each.name,
                "redirect_uris": each.redirect_uris,
                "scope": each.scope,
                "require_pkce": each.require_pkce,
            }
            for each in office.read(access.all_integrations)
        ]
    }


@in_office
def rotate_secret(office: Office, asked: Namespace) -> Answer:
    client_id = asked.client_id or asked.client
    if not client_id:
        raise Failed("whose secret? give the client id")
    secret = tokens.new_secret()
    if not office.write(lambda tx: access.set_secret(tx, client_id, tokens.hashed(secret))):
        raise Failed("there is no integration with that client id")
    return {"client_id": client_id, "client_secret": secret}


@in_office
def issue_token(office: Office, asked: Namespace) -> Answer:
    key = secret_key(office.settings)
    return office.write(
        lambda tx: issued(office, tx, key, asked.organisation, asked.client, asked.scope)
    )


def issued(
    office: Office,
    tx: Transaction,
    key: str,
    organisation_id: int,
    client_id: str,
    scope: str | None = None,
    user_id: int | None = None,
) -> Answer:
    """Tokens for an integration as if the organisation had approved it just now."""
    organisation = access.organisation(tx, organisation_id)
    integration = access.integration(tx, client_id)
    if integration is None:
        raise Failed("there is no integration with that client id")
    granted = scope or integration.scope
    if beyond := set(granted.split()) - set(integration.scope.split()):
        raise Failed(f"the integration does not have the scope {' '.join(sorted(beyond))}")
    now = int(office.now.timestamp())
    return issued_tokens(tx, key, organisation.id, client_id, granted, now, user_id)
