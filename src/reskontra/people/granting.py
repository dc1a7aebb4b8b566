"""What an approved integration is handed: a code, and for it tokens; and how they are lost."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest

from reskontra.codec import Json
from reskontra.engine.database import Transaction
from reskontra.people import grants, integrations, one_time, organisations, roles, tokens
from reskontra.people.grants import Grant
from reskontra.people.integrations import Integration
from reskontra.people.keys import Keys
from reskontra.people.memberships import Company
from reskontra.people.one_time import OneTimeCode
from reskontra.people.organisations import LEAST_PLAN
from reskontra.people.roles import Right

CODE_SECONDS = 600
# Two workers that refresh at once are the most common real fault: refused, but not thieves.
GRACE_SECONDS = 10
# A code used again is noticed for so long after it has expired; then it is simply unknown.
REMEMBERED_SECONDS = 3600


@dataclass(frozen=True)
class Denied:
    """Why there are no tokens. No exception, because what it revoked must be committed."""

    error: str
    description: str
    status: int = 400
    ended: Grant | None = None  # the approval that it cost


UNKNOWN_CODE = Denied(
    "invalid_grant", "Authorization code doesn't exist or is invalid for the client"
)
EXPIRED_CODE = Denied("invalid_grant", "The authorization code has expired")
OTHER_REDIRECT = Denied("redirect_uri_mismatch", "The redirect URI is missing or do not match")
WRONG_VERIFIER = Denied("invalid_grant", "The code verifier is missing or does not match")
UNKNOWN_REFRESH = Denied("invalid_grant", "Invalid refresh token")
WIDER_SCOPE = Denied("invalid_scope", "The scope requested is wider than the one approved")
LOW_PLAN = Denied("error_missing_license", f"The organisation's plan must be at least {LEAST_PLAN}")
NO_ADMINISTRATOR = Denied(
    "error_missing_system_admin_right", "Only a system administrator can approve a service account"
)
NO_SERVICE_ACCOUNT = Denied(
    "unauthorized_client", "The organisation has not approved a service account for the client"
)


def issue(
    tx: Transaction,
    keys: Keys,
    organisation_id: int,
    client_id: str,
    scope: str,
    now: int,
    user_id: int | None = None,
) -> Json:
    """Tokens as if the organisation had approved just now; without a scope all that there is."""
    organisation = organisations.one(tx, organisation_id)
    integration = integrations.one(tx, client_id)
    scope = scope or integration.scope
    grant = grants.find(tx, grants.add(tx, organisation.id, integration, scope, now, user_id))
    assert grant
    return tokens_of(tx, keys, grant, now)


def tokens_of(
    tx: Transaction, keys: Keys, grant: Grant, now: int, scope: str = "", renewable: bool = True
) -> Json:
    """The answer of the token address, its keys in the contract's order."""
    allowed = scope or grant.scope
    answer = {
        "access_token": tokens.access_token(
            keys,
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
        answer["refresh_token"] = one_time.new_refresh_token(tx, grant.id, grant.scope, now)
    return answer


@dataclass(frozen=True)
class Proposal:
    """What an integration asks a person to approve."""

    integration: Integration
    redirect_uri: str
    redirect_sent: bool
    scope: str
    challenge: str
    service_account: bool


def unfit(proposal: Proposal, company: Company) -> Denied | None:
    """Why the company cannot approve it, by its plan or by this person's role in it."""
    if not company.is_enough:
        return LOW_PLAN
    if proposal.service_account and not company.may(Right.SERVICE):
        return NO_ADMINISTRATOR
    if names := roles.beyond(company.role, proposal.scope):
        return Denied("access_denied", f"The user's role does not have the scope {names}")
    return None


def approve(
    tx: Transaction, proposal: Proposal, organisation_id: int, user_id: int, now: int
) -> str:
    """The code that the integration can change for tokens."""
    integration, is_service = proposal.integration, proposal.service_account
    if is_service:  # one for each client and organisation
        grants.revoke_service_accounts(tx, organisation_id, integration.client_id, now)
    grant_id = grants.add(
        tx, organisation_id, integration, proposal.scope, now, user_id, is_service
    )
    back, requested = proposal.redirect_uri, proposal.redirect_sent
    given_for = OneTimeCode(grant_id, back, requested, proposal.challenge, now + CODE_SECONDS)
    return one_time.new_code(tx, given_for)


def redeem(
    tx: Transaction,
    keys: Keys,
    client_id: str,
    code: str,
    redirect_uri: str,
    verifier: str,
    now: int,
) -> Json | Denied:
    """Tokens for a code. Used again it ends the approval, but only in the hands of its owner."""
    given_for = one_time.code(tx, code)
    grant = grants.find(tx, given_for.grant_id) if given_for else None
    if given_for is None or grant is None or grant.client_id != client_id:
        return UNKNOWN_CODE
    if (redirect_uri or given_for.redirect_sent) and redirect_uri != given_for.redirect_uri:
        return OTHER_REDIRECT
    if not _fits(verifier, given_for.challenge):
        return WRONG_VERIFIER
    if given_for.used_at is None and grant.plan < LEAST_PLAN:
        return LOW_PLAN
    if not one_time.use_code(tx, code, now):
        return _ended(tx, UNKNOWN_CODE, grant, now)
    if now >= given_for.expires_at:
        return EXPIRED_CODE
    if grant.revoked:
        return UNKNOWN_CODE
    return tokens_of(tx, keys, grant, now)


def renew(
    tx: Transaction, keys: Keys, client_id: str, token: str, scope: str, now: int
) -> Json | Denied:
    """New tokens for a refresh token, which is used up by it."""
    refresh = one_time.refresh_token(tx, token)
    grant = grants.find(tx, refresh.grant_id) if refresh else None
    if refresh is None or grant is None or grant.client_id != client_id or grant.revoked:
        return UNKNOWN_REFRESH
    if now >= refresh.expires_at:
        return UNKNOWN_REFRESH
    if refresh.used_at is not None:
        return _refused_again(tx, token, grant, now)
    if refusal := _beyond(grant, scope):
        return refusal
    if not one_time.use_refresh_token(tx, token, now):
        return _refused_again(tx, token, grant, now)
    return tokens_of(tx, keys, grant, now, " ".join(scope.split()))


def _refused_again(tx: Transaction, token: str, grant: Grant, now: int) -> Denied:
    """Someone has a copy of a token long used: nobody can tell who, so all of its kin die."""
    refresh = one_time.refresh_token(tx, token)
    if refresh and refresh.used_at is not None and now - refresh.used_at > GRACE_SECONDS:
        return _ended(tx, UNKNOWN_REFRESH, grant, now)
    return UNKNOWN_REFRESH


def _ended(tx: Transaction, refusal: Denied, grant: Grant, now: int) -> Denied:
    return replace(refusal, ended=grant) if grants.revoke(tx, grant.id, now) else refusal


def serve(
    tx: Transaction, keys: Keys, client_id: str, organisation_id: int, scope: str, now: int
) -> Json | Denied:
    """An access token for a service account; it needs none to renew it."""
    grant = grants.service_account(tx, organisation_id, client_id)
    if grant is None:
        return NO_SERVICE_ACCOUNT
    if refusal := _beyond(grant, scope):
        return refusal
    return tokens_of(tx, keys, grant, now, " ".join(scope.split()), renewable=False)


def _beyond(grant: Grant, scope: str) -> Denied | None:
    if not set(scope.split()) <= set(grant.scope.split()):
        return WIDER_SCOPE
    return LOW_PLAN if grant.plan < LEAST_PLAN else None


def revoke(tx: Transaction, keys: Keys, client_id: str, token: str, now: int) -> Grant | None:
    """Ends the approval that a refresh or access token of this client belongs to, if any."""
    refresh = one_time.refresh_token(tx, token)
    grant_id = refresh.grant_id if refresh else tokens.grant_of(token, keys)
    grant = grant_id and grants.find(tx, grant_id)
    if grant and grant.client_id == client_id and grants.revoke(tx, grant.id, now):
        return grant
    return None


def forget_expired(tx: Transaction, now: int) -> None:
    one_time.drop_expired(tx, now - REMEMBERED_SECONDS, now)


def _fits(verifier: str, challenge: str) -> bool:
    """A verifier without a challenge is refused too: someone has taken the challenge away."""
    if not challenge or not verifier:
        return not challenge and not verifier
    made = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return 43 <= len(verifier) <= 128 and compare_digest(made, challenge)
