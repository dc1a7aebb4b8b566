"""Who may come in: organisations, users, integrations and their grants, outside anyone's books."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Table, and_, bindparam, case, insert, not_, null, select, update

from reskontra.domain.errors import NotFound
from reskontra.domain.organisation import AccountingMethod, Organisation, Plan
from reskontra.domain.records import Record, asdict, fields, replace
from reskontra.domain.vat import Kind
from reskontra.engine.database import Transaction
from reskontra.storage import tables

organisations, integrations = tables.organisations, tables.integrations
grants, refresh_tokens, users = tables.grants, tables.refresh_tokens, tables.users
memberships = tables.memberships

OWN_COLUMNS = ("id", "name", "plan", "accounting_method", "invoice_quota", "letterhead")
DETAILS = tuple(each.name for each in fields(Organisation) if each.name not in OWN_COLUMNS)
ORGANISATION = [organisations.c[name] for name in (*OWN_COLUMNS, "details")]
_details = organisations.c.details.info["kept"]


class Integration(Record):
    client_id: str
    name: str
    secret_hash: str
    redirect_uris: tuple[str, ...]
    scope: str
    require_pkce: bool
    allows_service_account: bool = True


class Admission(Record):
    """What the database knows of a token's grant at this moment."""

    client_id: str
    client_name: str
    user_id: int | None
    revoked: bool
    organisation: Organisation


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
        grants.c.revoked_at,
        HAS_LEFT,
        *ORGANISATION,
    )
    .join(organisations, organisations.c.id == grants.c.organisation_id)
    .join(integrations, integrations.c.client_id == grants.c.client_id)
    .outerjoin(memberships, OF_THE_APPROVER)
    .where(grants.c.id == bindparam("grant_id"))
)


def _adding(table: Table) -> Any:
    """A new row, whose number the database hands out."""
    sent: dict[str, Any] = {
        column.name: bindparam(column.name) for column in table.c if column.name != "id"
    }
    return insert(table).values(sent).returning(table.c.id)


ADD_ORGANISATION = _adding(organisations)
ONE_ORGANISATION = select(*ORGANISATION).where(organisations.c.id == bindparam("id"))
ALL_ORGANISATIONS = select(*ORGANISATION).order_by(organisations.c.id)
SAVE_ORGANISATION = (
    update(organisations)
    .where(organisations.c.id == bindparam("own_id"))
    .values({name: bindparam(name) for name in (*OWN_COLUMNS[1:], "details")})
)
ADD_LETTERHEAD = insert(tables.letterheads)
ONE_LETTERHEAD = select(
    tables.letterheads.c.name, tables.letterheads.c.details, tables.letterheads.c.logo
).where(
    tables.letterheads.c.organisation_id == bindparam("organisation_id"),
    tables.letterheads.c.version == bindparam("version"),
)
INTEGRATION = [integrations.c[each.name] for each in fields(Integration)]
ONE_INTEGRATION = select(*INTEGRATION).where(integrations.c.client_id == bindparam("client_id"))
ALL_INTEGRATIONS = select(*INTEGRATION).order_by(
    integrations.c.created_at, integrations.c.client_id
)
ADD_INTEGRATION = insert(integrations)
SET_SECRET = (
    update(integrations)
    .where(integrations.c.client_id == bindparam("own_id"))
    .values(secret_hash=bindparam("secret_hash"))
)
ADD_GRANT = _adding(grants)
ADD_REFRESH = insert(refresh_tokens)
REVOKE_GRANT = (
    update(grants)
    .where(grants.c.id == bindparam("grant_id"), grants.c.revoked_at.is_(None))
    .values(revoked_at=bindparam("now"))
)
ADD_USER = _adding(users)
ADD_MEMBER = insert(tables.memberships)
USER_BY_EMAIL = select(users.c.id, users.c.name, users.c.password_hash).where(
    users.c.email == bindparam("email")
)
USER_BY_ID = select(users.c.id, users.c.email, users.c.name).where(users.c.id == bindparam("id"))
ROLE = select(tables.memberships.c.role).where(
    tables.memberships.c.organisation_id == bindparam("organisation_id"),
    tables.memberships.c.user_id == bindparam("user_id"),
)
SET_PASSWORD = (
    update(users)
    .where(users.c.email == bindparam("own_email"))
    .values(password_hash=bindparam("password_hash"))
)


@lru_cache(maxsize=4096)
def _organisation(row: tuple[Any, ...]) -> Organisation:
    """What a row says, kept by the row itself: another row is another organisation."""
    number, name, plan, method, quota, letterhead, details = row
    known = _told(details) | {"letterhead": letterhead}
    return Organisation(number, name, Plan(plan), AccountingMethod(method), quota, **known)


def _told(details: str) -> dict[str, Any]:
    known: dict[str, Any] = _details.out(details)
    return known | {"default_kind": Kind(known.get("default_kind", Kind.SERVICES))}


def admission(tx: Transaction, grant_id: int) -> Admission | None:
    row = tx.first(ADMISSION, {"grant_id": grant_id})
    if row is None:
        return None
    client_id, client_name, user_id, revoked_at, has_left, *rest = row
    revoked = revoked_at is not None or bool(has_left)
    return Admission(client_id, client_name, user_id, revoked, _organisation(tuple(rest)))


def organisation(tx: Transaction, number: int) -> Organisation:
    row = tx.first(ONE_ORGANISATION, {"id": number})
    if row is None:
        raise NotFound("Kan inte hitta organisationen")
    return _organisation(row)


def all_organisations(tx: Transaction) -> list[Organisation]:
    return [_organisation(row) for row in tx.all(ALL_ORGANISATIONS, {})]


def add_organisation(tx: Transaction, new: Organisation, created_at: str) -> int:
    kept = _kept(new)
    row = tx.first(ADD_ORGANISATION, kept | {"created_at": created_at})
    assert row
    number: int = row[0]
    tx.stand_for(number)
    own = {"organisation_id": number, "version": new.letterhead, "logo": b""}
    tx.run(ADD_LETTERHEAD, {**own, "name": kept["name"], "details": kept["details"]})
    return number


def save_organisation(
    tx: Transaction, changed: Organisation, logo: bytes | None = None
) -> Organisation:
    """What its documents say of it goes into a new letterhead; the old ones stay."""
    before = organisation(tx, changed.id)
    anew = replace(changed, letterhead=before.letterhead + 1)
    kept = _kept(anew)
    if logo is None:
        logo = letterhead(tx, before, before.letterhead)[1]
    own = {"organisation_id": changed.id, "version": anew.letterhead, "logo": logo}
    tx.run(ADD_LETTERHEAD, {**own, "name": kept["name"], "details": kept["details"]})
    tx.run(SAVE_ORGANISATION, kept | {"own_id": changed.id})
    return anew


def letterhead(tx: Transaction, owner: Organisation, version: int) -> tuple[Organisation, bytes]:
    """The organisation as its documents of that version show it, and its logo."""
    row = tx.first(ONE_LETTERHEAD, {"organisation_id": owner.id, "version": version})
    if row is None:
        return owner, b""
    name, details, logo = row
    return replace(owner, name=name, letterhead=version, **_told(details)), bytes(logo)


def _kept(value: Organisation) -> dict[str, Any]:
    known = asdict(value)
    details = {name: known[name] for name in DETAILS}
    own = {name: known[name] for name in OWN_COLUMNS if name != "id"}
    own |= {"plan": str(value.plan), "accounting_method": str(value.accounting_method)}
    return own | {"details": _details.into(details)}


def integration(tx: Transaction, client_id: str) -> Integration | None:
    row = tx.first(ONE_INTEGRATION, {"client_id": client_id})
    return None if row is None else made_integration(row)


def all_integrations(tx: Transaction) -> list[Integration]:
    return [made_integration(row) for row in tx.all(ALL_INTEGRATIONS, {})]


def made_integration(row: tuple[Any, ...]) -> Integration:
    client_id, name, secret_hash, uris, scope, require_pkce, service = row
    kept = tuple(integrations.c.redirect_uris.info["kept"].out(uris))
    return Integration(client_id, name, secret_hash, kept, scope, bool(require_pkce), bool(service))


def add_integration(
    tx: Transaction, new: Integration, created_at: str, owner_id: int | None = None
) -> None:
    values = {each.name: getattr(new, each.name) for each in fields(new)}
    values["redirect_uris"] = integrations.c.redirect_uris.info["kept"].into(new.redirect_uris)
    tx.run(ADD_INTEGRATION, values | {"created_at": created_at, "owner_id": owner_id})


def set_secret(tx: Transaction, client_id: str, secret_hash: str) -> bool:
    return tx.run(SET_SECRET, {"own_id": client_id, "secret_hash": secret_hash}) == 1


def add_grant(
    tx: Transaction,
    organisation_id: int,
    client_id: str,
    scope: str,
    now: int,
    user_id: int | None = None,
    service_account: bool = False,
) -> int:
    row = tx.first(
        ADD_GRANT,
        {
            "organisation_id": organisation_id,
            "client_id": client_id,
            "user_id": user_id,
            "scope": scope,
            "service_account": service_account,
            "created_at": now,
            "revoked_at": None,
        },
    )
    assert row
    number: int = row[0]
    return number


def revoke_grant(tx: Transaction, grant_id: int, now: int) -> bool:
    return tx.run(REVOKE_GRANT, {"grant_id": grant_id, "now": now}) == 1


def add_refresh_token(
    tx: Transaction, token_hash: str, grant_id: int, scope: str, now: int, expires_at: int
) -> None:
    tx.put(
        ADD_REFRESH,
        {
            "hash": token_hash,
            "grant_id": grant_id,
            "scope": scope,
            "issued_at": now,
            "expires_at": expires_at,
            "used_at": None,
        },
    )


def add_user(tx: Transaction, email: str, name: str, password_hash: str, created_at: str) -> int:
    values = {"email": one_case(email), "name": name, "password_hash": password_hash}
    row = tx.first(ADD_USER, values | {"created_at": created_at})
    assert row
    number: int = row[0]
    return number


def add_member(tx: Transaction, organisation_id: int, user_id: int, role: str) -> None:
    values = {"organisation_id": organisation_id, "user_id": user_id, "role": role}
    tx.run(ADD_MEMBER, values)


def user_by_email(tx: Transaction, email: str) -> tuple[Any, ...] | None:
    return tx.first(USER_BY_EMAIL, {"email": one_case(email)})


def user_and_role(tx: Transaction, user_id: int, organisation_id: int) -> tuple[str, str, str]:
    """The user's e-mail address, name and role in the organisation."""
    user = tx.first(USER_BY_ID, {"id": user_id})
    role = tx.first(ROLE, {"organisation_id": organisation_id, "user_id": user_id})
    assert user
    return user[1], user[2], role[0] if role else ""


def set_password(tx: Transaction, email: str, password_hash: str) -> bool:
    return tx.run(SET_PASSWORD, {"own_email": one_case(email), "password_hash": password_hash}) == 1


def one_case(email: str) -> str:
    """People write their own address in different ways."""
    return email.strip().lower()
