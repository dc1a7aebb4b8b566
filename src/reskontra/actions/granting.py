"""What an approved integration is handed: a code, and for it tokens; and how they are lost."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from reskontra.domain.organisation import Plan
from reskontra.engine.database import Transaction
from reskontra.outside import tokens
from reskontra.storage import access, grants
from reskontra.storage.grants import Code, Grant

LEAST_PLAN = Plan.AI_PRO
CODE_SECONDS = 600
# Two workers that refresh at once are the most common real fault: refused, but not thieves.
GRACE_SECONDS = 10
# A code used again is noticed for so long after it has expired; then it is simply unknown.
REMEMBERED_SECONDS = 3600

Answer = dict[str, Any]


@dataclass(frozen=True)
class Denied:
    """Why there are no tokens. No exception, because what it revoked must be committed."""

    error: str
    description: str
    status: int = 400


UNKNOWN_CODE = Denied(
    "invalid_grant", "Authorization code doesn't exist or is invalid for the client"
)
EXPIRED_CODE = Denied("invalid_grant", "The authorization code has expired")
OTHER_REDIRECT = Denied("redirect_uri_mismatch", "The redirect URI is missing or do not match")
WRONG_VERIFIER = Denied("invalid_grant", "The code verifier is missing or does not match")
UNKNOWN_REFRESH = Denied("invalid_grant", "Invalid refresh token")
WIDER_SCOPE = Denied("invalid_scope", "The scope requested is wider than the one approved")
LOW_PLAN = Denied("error_missing_license", f"The organisation's plan must be at least {LEAST_PLAN}")
NO_SERVICE_ACCOUNT = Denied(
    "unauthorized_client", "The organisation has not approved a service account for the client"
)


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
    """Tokens of a new approval, given on the spot."""
    grant_id = access.add_grant(
        tx, organisation_id, client_id, scope, now, user_id, service_account
    )
    grant = grants.grant(tx, grant_id)
    assert grant
    return tokens_of(tx, key, grant, now)


def tokens_of(
    tx: Transaction, key: str, grant: Grant, now: int, scope: str = "", renewable: bool = True
) -> Answer:
    """The answer of the token address, its keys in the contract's order."""
    allowed = scope or grant.scope
    answer = {
        "access_token": tokens.access_token(
            key,
            grant_id=grant.id,
            organisation_id=grant.organisation_id,
            client_id=grant.client_id,
            user_id=grant.user_id,
            scope=allowed,
            now=now,
        ),
        "expires_in": tokens.ACCESS_SECONDS,
        "token_type": "bearer",
        "scope": allowed,
    }
    if renewable:
        # A narrower access token leaves what can be renewed as wide as it was approved.
        answer["refresh_token"] = renewal = tokens.new_secret()
        until = now + tokens.REFRESH_SECONDS
        access.add_refresh_token(tx, tokens.hashed(renewal), grant.id, grant.scope, now, until)
    return answer


@dataclass(frozen=True)
class Asked:
    """What an integration asks a person to approve, found good."""

    client_id: str
    redirect_uri: str
    redirect_sent: bool
    scope: str
    challenge: str
    service_account: bool


def approve(tx: Transaction, asked: Asked, organisation_id: int, user_id: int, now: int) -> str:
    """The code that the integration can change for tokens."""
    if asked.service_account:  # one for each client and organisation
        grants.revoke_service_accounts(tx, organisation_id, asked.client_id, now)
    grant_id = access.add_grant(
        tx, organisation_id, asked.client_id, asked.scope, now, user_id, asked.service_account
    )
    code = tokens.new_secret()
    kept = Code(
        grant_id, asked.redirect_uri, asked.redirect_sent, asked.challenge, now + CODE_SECONDS
    )
    grants.add_code(tx, tokens.hashed(code), kept)
    return code


def redeem(
    tx: Transaction,
    key: str,
    client_id: str,
    code: str,
    redirect_uri: str,
    verifier: str,
    now: int,
) -> Answer | Denied:
    """Tokens for a code. Used again it ends the approval, but only in the hands of its owner."""
    code_hash = tokens.hashed(code)
    kept = grants.code(tx, code_hash)
    grant = grants.grant(tx, kept.grant_id) if kept else None
    if kept is None or grant is None or grant.client_id != client_id:
        return UNKNOWN_CODE
    if (redirect_uri or kept.redirect_sent) and redirect_uri != kept.redirect_uri:
        return OTHER_REDIRECT
    if not _fits(verifier, kept.challenge):
        return WRONG_VERIFIER
    if kept.used_at is None and grant.plan < LEAST_PLAN:
        return LOW_PLAN
    if not grants.use_code(tx, code_hash, now):
        access.revoke_grant(tx, grant.id, now)
        return UNKNOWN_CODE
    if now >= kept.expires_at:
        return EXPIRED_CODE
    if grant.revoked:
        return UNKNOWN_CODE
    return tokens_of(tx, key, grant, now)


def renew(
    tx: Transaction, key: str, client_id: str, token: str, scope: str, now: int
) -> Answer | Denied:
    """New tokens for a refresh token, which is used up by it."""
    token_hash = tokens.hashed(token)
    kept = grants.refresh_token(tx, token_hash)
    grant = grants.grant(tx, kept[0]) if kept else None
    if kept is None or grant is None or grant.client_id != client_id or grant.revoked:
        return UNKNOWN_REFRESH
    if now >= kept[1]:
        return UNKNOWN_REFRESH
    if kept[2] is not None:
        _refused_again(tx, token_hash, grant.id, now)
        return UNKNOWN_REFRESH
    if not set(scope.split()) <= set(grant.scope.split()):
        return WIDER_SCOPE
    if grant.plan < LEAST_PLAN:
        return LOW_PLAN
    if not grants.use_refresh_token(tx, token_hash, now):
        _refused_again(tx, token_hash, grant.id, now)
        return UNKNOWN_REFRESH
    return tokens_of(tx, key, grant, now, " ".join(scope.split()))


def _refused_again(tx: Transaction, token_hash: str, grant_id: int, now: int) -> None:
    """Someone has a copy of a token long used: nobody can tell who, so all of its kin die."""
    kept = grants.refresh_token(tx, token_hash)
    if kept and kept[2] is not None and now - kept[2] > GRACE_SECONDS:
        access.revoke_grant(tx, grant_id, now)


def serve(
    tx: Transaction, key: str, client_id: str, organisation_id: int, scope: str, now: int
) -> Answer | Denied:
    """An access token for a service account; it needs none to renew it."""
    grant = grants.service_account(tx, organisation_id, client_id)
    if grant is None:
        return NO_SERVICE_ACCOUNT
    if not set(scope.split()) <= set(grant.scope.split()):
        return WIDER_SCOPE
    if grant.plan < LEAST_PLAN:
        return LOW_PLAN
    return tokens_of(tx, key, grant, now, " ".join(scope.split()), renewable=False)


def revoke(tx: Transaction, key: str, client_id: str, token: str, now: int) -> None:
    """Ends the approval that a refresh or access token of this client belongs to, if any."""
    kept = grants.refresh_token(tx, tokens.hashed(token))
    grant_id = kept[0] if kept else tokens.grant_of(token, key)
    grant = grant_id and grants.grant(tx, grant_id)
    if grant and grant.client_id == client_id:
        access.revoke_grant(tx, grant.id, now)


def forget_expired(tx: Transaction, now: int) -> None:
    grants.drop_expired(tx, now - REMEMBERED_SECONDS, now)


def _fits(verifier: str, challenge: str) -> bool:
    """A verifier without a challenge is refused too: someone has taken the challenge away."""
    if not challenge or not verifier:
        return not challenge and not verifier
    made = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return 43 <= len(verifier) <= 128 and compare_digest(made, challenge)
