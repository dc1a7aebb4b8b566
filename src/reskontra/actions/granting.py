"""What an approved integration is handed: tokens."""

from typing import Any

from reskontra.domain.organisation import Plan
from reskontra.outside import tokens
from reskontra.storage import access
from reskontra.storage.database import Transaction

LEAST_PLAN = Plan.AI_PRO

Answer = dict[str, Any]


def issued_tokens(
    tx: Transaction,
    key: str,
    organisation_id: int,
    client_id: str,
    scope: str,
    now: int,
    user_id: int | None = None,
    service_account: bool = False,
) -> Answer:
    """Tokens of a new approval, given on the spot; the keys are in the contract's order."""
    grant_id = access.add_grant(
        tx, organisation_id, client_id, scope, now, user_id, service_account
    )
    renewal = tokens.new_secret()
    until = now + tokens.REFRESH_SECONDS
    access.add_refresh_token(tx, tokens.hashed(renewal), grant_id, scope, now, until)
    return {
        "access_token": tokens.access_token(
            key,
            grant_id=grant_id,
            organisation_id=organisation_id,
            client_id=client_id,
            user_id=user_id,
            scope=scope,
            now=now,
        ),
        "expires_in": tokens.ACCESS_SECONDS,
        "token_type": "bearer",
        "scope": scope,
        "refresh_token": renewal,
    }
