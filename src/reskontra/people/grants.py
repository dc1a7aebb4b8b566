"""Grants: an organisation lets an integration in; every token names its grant and dies with it."""

from typing import Any

from sqlalchemy import and_, bindparam, case, not_, null, select, update

from reskontra.domain.errors import Forbidden
from reskontra.domain.organisation import Organisation, Plan
from reskontra.domain.records import Record
from reskontra.engine.database import Transaction
from reskontra.people import integrations as registered
from reskontra.people import organisations as owners
from reskontra.people import roles
from reskontra.people.integrations import Integration, Profile
from reskontra.people.roles import Right
from reskontra.people.tables import (
    adding,
    grants,
    integrations,
    memberships,
    organisations,
    users,
)


class Grant(Record):
    """One approval, as it stands at this moment."""

    id: int
    organisation_id: int
    client_id: str
    user_id: int | None
    scope: str
    plan: Plan
    revoked: bool = False


class Admission(Record):
    """What the gate asks of a token's grant, at this moment."""

    client_id: str
    client_name: str
    user_id: int | None
    role: str | None  # of the person, where it acts for one
    answers: Profile
    revoked: bool
    organisation: Organisation


class Approval(Record):
    """An integration that a company has let in, as a person sees it."""

    client_id: str
    name: str
    scope: str
    service_account: bool
    created_at: int
    user_id: int | None
    user_name: str


class BeyondRole(Forbidden):
    """Din roll i företaget räcker inte för att godkänna det"""


class WiderScope(Forbidden):
    def __init__(self, names: str) -> None:
        super().__init__(f"Integrationen har inte behörigheten {names}")
        self.names = names


# A person's approval ends when that person leaves the organisation; a service account's does not.
OF_THE_APPROVER = and_(
    memberships.c.organisation_id == grants.c.organisation_id,
    memberships.c.user_id == grants.c.user_id,
)
HAS_LEFT = and_(
    grants.c.user_id.is_not(None),
    not_(grants.c.service_account),
    memberships.c.user_id.is_(None),
).label("has_left")
# A service account acts in its own name; the grant remembers who approved it.
ACTING_FOR = case((grants.c.service_account, null()), else_=grants.c.user_id).label("acting_for")

ADMISSION = (
    select(
        grants.c.client_id,
        integrations.c.name,
        ACTING_FOR,
        memberships.c.role,
        integrations.c.answers,
        grants.c.revoked_at,
        HAS_LEFT,
        *owners.COLUMNS,
    )
    .join(organisations, organisations.c.id == grants.c.organisation_id)
    .join(integrations, integrations.c.client_id == grants.c.client_id)
    .outerjoin(memberships, OF_THE_APPROVER)
    .where(grants.c.id == bindparam("grant_id"))
)
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
    .outerjoin(memberships, OF_THE_APPROVER)
)
ONE = GRANT.where(grants.c.id == bindparam("id"))
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
        users.c.name,
        users.c.email,
    )
    .join(integrations, integrations.c.client_id == grants.c.client_id)
    .outerjoin(users, users.c.id == grants.c.user_id)
    .outerjoin(memberships, OF_THE_APPROVER)
    .where(
        grants.c.organisation_id == bindparam("organisation_id"),
        grants.c.revoked_at.is_(None),
        HAS_LEFT.is_not(True),
    )
    .order_by(integrations.c.name, grants.c.client_id, grants.c.created_at.desc())
)
# The role stays as it is until the grant is there, or is gone before it.
HOLD_ROLE = (
    select(memberships.c.role)
    .where(
        memberships.c.organisation_id == bindparam("organisation_id"),
        memberships.c.user_id == bindparam("user_id"),
    )
    .with_for_update(read=True)
)
OF_A_MEMBER = (
    select(grants.c.id, grants.c.client_id, grants.c.scope)
    .where(
        grants.c.organisation_id == bindparam("organisation_id"),
        grants.c.user_id == bindparam("user_id"),
        grants.c.revoked_at.is_(None),
        not_(grants.c.service_account),
    )
    .order_by(grants.c.id)
)
OWNERS = (
    select(grants.c.organisation_id)
    .where(grants.c.client_id == bindparam("client_id"), grants.c.revoked_at.is_(None))
    .distinct()
    .order_by(grants.c.organisation_id)
)
ADD = adding(grants)
_LIVE = update(grants).where(grants.c.revoked_at.is_(None)).values(revoked_at=bindparam("now"))
REVOKE = _LIVE.where(grants.c.id == bindparam("grant_id"))
REVOKE_INTEGRATION = _LIVE.where(
    grants.c.organisation_id == bindparam("of_organisation"),
    grants.c.client_id == bindparam("of_client"),
)
REVOKE_SERVICE_ACCOUNTS = REVOKE_INTEGRATION.where(grants.c.service_account)
REVOKE_OWN = REVOKE_INTEGRATION.where(grants.c.user_id == bindparam("of_user"))


def admission(tx: Transaction, grant_id: int) -> Admission | None:
    row = tx.first(ADMISSION, {"grant_id": grant_id})
    if row is None:
        return None
    client_id, client_name, user_id, role, answers, revoked_at, has_left, *rest = row
    revoked = revoked_at is not None or bool(has_left)
    organisation = owners.from_row(tuple(rest))
    role = None if user_id is None else role
    who = (client_id, client_name, user_id, role)
    return Admission(*who, Profile.of(answers), revoked, organisation)


def find(tx: Transaction, grant_id: int) -> Grant | None:
    return _from_row(tx.first(ONE, {"id": grant_id}))


def service_account(tx: Transaction, organisation_id: int, client_id: str) -> Grant | None:
    values = {"organisation_id": organisation_id, "client_id": client_id}
    return _from_row(tx.first(SERVICE_ACCOUNT, values))


def _from_row(row: tuple[Any, ...] | None) -> Grant | None:
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


def add(
    tx: Transaction,
    organisation_id: int,
    integration: Integration,
    scope: str,
    now: int,
    user_id: int | None = None,
    service_account: bool = False,
) -> int:
    """The number of a new grant, no wider than the integration is registered for.

    One who approves has no more to give than their role; operators approve in nobody's name.
    """
    registered.hold(tx, integration.client_id)
    if wider := set(scope.split()) - set(integration.scope.split()):
        raise WiderScope(" ".join(sorted(wider)))
    if user_id is not None:
        _refuse_beyond_role(tx, organisation_id, user_id, scope, service_account)
    values = {
        "organisation_id": organisation_id,
        "client_id": integration.client_id,
        "user_id": user_id,
        "scope": scope,
        "service_account": service_account,
        "created_at": now,
        "revoked_at": None,
    }
    returned = tx.first(ADD, values)
    assert returned
    number: int = returned[0]
    return number


def _refuse_beyond_role(
    tx: Transaction, organisation_id: int, user_id: int, scope: str, service_account: bool
) -> None:
    row = tx.first(HOLD_ROLE, {"organisation_id": organisation_id, "user_id": user_id})
    role = row[0] if row else ""
    if roles.beyond(role, scope) or (service_account and not roles.may(role, Right.SERVICE)):
        raise BeyondRole


def end_beyond(
    tx: Transaction, organisation_id: int, user_id: int, role: str, now: int
) -> tuple[str, ...]:
    """The programs whose approvals by this person end, because the role could not give them.

    A service account is the company's own: it stays until someone revokes it.
    """
    theirs = tx.all(OF_A_MEMBER, {"organisation_id": organisation_id, "user_id": user_id})
    ended = [(number, client) for number, client, scope in theirs if roles.beyond(role, scope)]
    for number, _ in ended:
        revoke(tx, number, now)
    return tuple(dict.fromkeys(client for _, client in ended))


def organisations_with(tx: Transaction, client_id: str) -> list[int]:
    """Those that have let the integration in, in order."""
    return [number for (number,) in tx.all(OWNERS, {"client_id": client_id})]


def revoke(tx: Transaction, grant_id: int, now: int) -> bool:
    """Whether it was still there."""
    return tx.run(REVOKE, {"grant_id": grant_id, "now": now}) > 0


def revoke_service_accounts(
    tx: Transaction, organisation_id: int, client_id: str, now: int
) -> None:
    values = {"of_organisation": organisation_id, "of_client": client_id, "now": now}
    tx.run(REVOKE_SERVICE_ACCOUNTS, values)


def revoke_integration(
    tx: Transaction, organisation_id: int, client_id: str, now: int, user_id: int | None = None
) -> int:
    """Every approval of it by the organisation, or by one person for the organisation."""
    values = {"of_organisation": organisation_id, "of_client": client_id, "now": now}
    if user_id is None:
        return tx.run(REVOKE_INTEGRATION, values)
    return tx.run(REVOKE_OWN, values | {"of_user": user_id})
