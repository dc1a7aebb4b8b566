"""Approvals and what hangs on them: authorization codes and refresh tokens, kept hashed."""

from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from reskontra.domain.organisation import Plan
from reskontra.domain.records import Record, fields
from reskontra.engine.database import Transaction
from reskontra.storage import tables
from reskontra.storage.access import ACTING_FOR, HAS_LEFT, OF_THE_APPROVER

grants, codes, refresh_tokens = tables.grants, tables.authorization_codes, tables.refresh_tokens
organisations, integrations = tables.organisations, tables.integrations


class Grant(Record):
    """One approval, as it stands at this moment."""

    id: int
    organisation_id: int
    client_id: str
    user_id: int | None
    scope: str
    plan: Plan
    revoked: bool = False


class Code(Record):
    """What an authorization code was given for."""

    grant_id: int
    redirect_uri: str
    redirect_sent: bool
    challenge: str
    expires_at: int
    used_at: int | None = None


class Approval(Record):
    """An integration that a company has let in, as a person sees it."""

    client_id: str
    name: str
    scope: str
    service_account: bool
    created_at: int
    user_id: int | None
    user_name: str


GRANT = (
    select(
        grants.c.id,
        grants.c.organisation_id,
        grants.c.client_id,
        ACTING_FOR,
        grants.c.scope,
        organisations.c.plan,
        grants.c.revoked_at,
        HAS_LEFT,
    )
    .join(organisations, organisations.c.id == grants.c.organisation_id)
    .outerjoin(tables.memberships, OF_THE_APPROVER)
)
ONE_GRANT = GRANT.where(grants.c.id == bindparam("id"))
SERVICE_ACCOUNT = (
    GRANT.where(
        grants.c.organisation_id == bindparam("organisation_id"),
        grants.c.client_id == bindparam("client_id"),
        grants.c.service_account,
        grants.c.revoked_at.is_(None),
    )
    .order_by(grants.c.id.desc())
    .limit(1)
)
APPROVALS = (
    select(
        grants.c.client_id,
        integrations.c.name,
        grants.c.scope,
        grants.c.service_account,
        grants.c.created_at,
        grants.c.user_id,
        tables.users.c.name,
        tables.users.c.email,
    )
    .join(integrations, integrations.c.client_id == grants.c.client_id)
    .outerjoin(tables.users, tables.users.c.id == grants.c.user_id)
    .outerjoin(tables.memberships, OF_THE_APPROVER)
    .where(
        grants.c.organisation_id == bindparam("organisation_id"),
        grants.c.revoked_at.is_(None),
        HAS_LEFT.is_not(True),
    )
    .order_by(integrations.c.name, grants.c.client_id, grants.c.created_at.desc())
)
_REVOKED: dict[str, Any] = {"revoked_at": bindparam("now")}
REVOKE_SERVICE_ACCOUNTS = (
    update(grants)
    .where(
        grants.c.organisation_id == bindparam("of_organisation"),
        grants.c.client_id == bindparam("of_client"),
        grants.c.service_account,
        grants.c.revoked_at.is_(None),
    )
    .values(_REVOKED)
)
REVOKE_INTEGRATION = (
    update(grants)
    .where(
        grants.c.organisation_id == bindparam("of_organisation"),
        grants.c.client_id == bindparam("of_client"),
        grants.c.revoked_at.is_(None),
    )
    .values(_REVOKED)
)
REVOKE_OWN = REVOKE_INTEGRATION.where(grants.c.user_id == bindparam("of_user"))

ADD_CODE = insert(codes)
ONE_CODE = select(*(codes.c[each.name] for each in fields(Code))).where(
    codes.c.hash == bindparam("hash")
)
# One statement decides who was first: whoever changes the row.
USE_CODE = (
    update(codes)
    .where(codes.c.hash == bindparam("of_hash"), codes.c.used_at.is_(None))
    .values(used_at=bindparam("now"))
)
ONE_REFRESH = select(
    refresh_tokens.c.grant_id, refresh_tokens.c.expires_at, refresh_tokens.c.used_at
).where(refresh_tokens.c.hash == bindparam("hash"))
USE_REFRESH = (
    update(refresh_tokens)
    .where(refresh_tokens.c.hash == bindparam("of_hash"), refresh_tokens.c.used_at.is_(None))
    .values(used_at=bindparam("now"))
)

DROP_CODES = delete(codes).where(codes.c.expires_at <= bindparam("before"))
DROP_REFRESH = delete(refresh_tokens).where(refresh_tokens.c.expires_at <= bindparam("before"))


def grant(tx: Transaction, grant_id: int) -> Grant | None:
    return _grant(tx.first(ONE_GRANT, {"id": grant_id}))


def service_account(tx: Transaction, organisation_id: int, client_id: str) -> Grant | None:
    asked = {"organisation_id": organisation_id, "client_id": client_id}
    return _grant(tx.first(SERVICE_ACCOUNT, asked))


def _grant(row: tuple[Any, ...] | None) -> Grant | None:
    if row is None:
        return None
    number, organisation_id, client_id, user_id, scope, plan, revoked_at, has_left = row
    revoked = revoked_at is not None or bool(has_left)
    return Grant(number, organisation_id, client_id, user_id, scope, Plan(plan), revoked)


def approvals(tx: Transaction, organisation_id: int) -> list[Approval]:
    """The newest of each integration and person first."""
    return [
        Approval(client_id, name, scope, bool(service), since, user_id, user or email or "")
        for client_id, name, scope, service, since, user_id, user, email in tx.all(
            APPROVALS, {"organisation_id": organisation_id}
        )
    ]


def revoke_service_accounts(
    tx: Transaction, organisation_id: int, client_id: str, now: int
) -> None:
    asked = {"of_organisation": organisation_id, "of_client": client_id, "now": now}
    tx.run(REVOKE_SERVICE_ACCOUNTS, asked)


def revoke_integration(
    tx: Transaction, organisation_id: int, client_id: str, now: int, user_id: int | None = None
) -> int:
    """Every approval of it by the organisation, or by one person for the organisation."""
    asked = {"of_organisation": organisation_id, "of_client": client_id, "now": now}
    if user_id is None:
        return tx.run(REVOKE_INTEGRATION, asked)
    return tx.run(REVOKE_OWN, asked | {"of_user": user_id})


def add_code(tx: Transaction, code_hash: str, new: Code) -> None:
    values = {each.name: getattr(new, each.name) for each in fields(new)}
    tx.run(ADD_CODE, values | {"hash": code_hash, "used_at": None})


def code(tx: Transaction, code_hash: str) -> Code | None:
    row = tx.first(ONE_CODE, {"hash": code_hash})
    if row is None:
        return None
    grant_id, redirect_uri, redirect_sent, *rest = row
    return Code(grant_id, redirect_uri, bool(redirect_sent), *rest)


def use_code(tx: Transaction, code_hash: str, now: int) -> bool:
    """True for the first who asks, however many ask at once."""
    return tx.run(USE_CODE, {"of_hash": code_hash, "now": now}) == 1


def refresh_token(tx: Transaction, token_hash: str) -> tuple[int, int, int | None] | None:
    """Its grant, when it expires and when it was used."""
    row = tx.first(ONE_REFRESH, {"hash": token_hash})
    return None if row is None else (row[0], row[1], row[2])


def use_refresh_token(tx: Transaction, token_hash: str, now: int) -> bool:
    """True for the first who asks, however many ask at once."""
    return tx.run(USE_REFRESH, {"of_hash": token_hash, "now": now}) == 1


def drop_expired(tx: Transaction, codes_before: int, tokens_before: int) -> None:
    tx.run(DROP_CODES, {"before": codes_before})
    tx.run(DROP_REFRESH, {"before": tokens_before})
