"""Integrations and their tokens."""

from argparse import Namespace

from reskontra.actions import access
from reskontra.commands import beside
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.office import Office, in_office
from reskontra.people import integrations
from reskontra.people.integrations import Integration, Profile
from reskontra.people.scopes import EVERY_SCOPE


@in_office
def create(office: Office, options: Namespace) -> Answer:
    wanted = Integration(
        name=options.name,
        redirect_uris=tuple(options.redirect_uri),
        scope=options.scope or EVERY_SCOPE,
        require_pkce=options.require_pkce,
        answers=Profile(options.answers),
    )
    new, secret = office.write(lambda tx: integrations.register(tx, wanted, office.now))
    return {"client_id": new.client_id, "client_secret": secret}


@in_office
def everyone(office: Office, options: Namespace) -> Answer:
    return {
        "integrations": [
            {
                "client_id": each.client_id,
                "name": each.name,
                "redirect_uris": each.redirect_uris,
                "scope": each.scope,
                "require_pkce": each.require_pkce,
                "answers": each.answers,
            }
            for each in office.read(integrations.every)
        ]
    }


@in_office
def rotate_secret(office: Office, options: Namespace) -> Answer:
    client_id = _client_id(options)
    secret = office.write(lambda tx: access.rotate_secret(tx, office.actor, client_id))
    return {"client_id": client_id, "client_secret": secret}


@in_office
def forget_secret(office: Office, options: Namespace) -> Answer:
    client_id = _client_id(options)
    office.write(lambda tx: access.forget_secret(tx, office.actor, client_id))
    return {"client_id": client_id}


def _client_id(options: Namespace) -> str:
    client_id: str = options.client_id or options.client or ""
    if not client_id:
        raise Failed("whose secret? give the client id")
    return client_id


@in_office
def remove(office: Office, options: Namespace) -> Answer:
    client_id = options.client_id
    count = office.write(lambda tx: access.remove_integration(tx, office.actor, client_id))
    return {"client_id": client_id, "revoked_in": count}


@in_office
def issue_token(office: Office, options: Namespace) -> Answer:
    keys, actor = beside.keys(office.settings), office.actor
    organisation_id, client_id, scope = options.organisation, options.client, options.scope or ""
    return office.write(lambda tx: access.issue(tx, actor, keys, organisation_id, client_id, scope))
