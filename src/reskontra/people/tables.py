"""The tables of who there is: organisations, people, integrations and what they are let in by."""

from typing import Any

from sqlalchemy import ForeignKeyConstraint, Index, Table, UniqueConstraint, bindparam, insert

from reskontra.domain.organisation import AccountingMethod, Plan
from reskontra.engine.columns import blob, choice, flag, json, optional_text, text, whole
from reskontra.engine.schema import ORGANISED, numbered, owned, shared


def adding(table: Table) -> Any:
    """A new row, whose number the database hands out."""
    names = [column.name for column in table.c if column.name != "id"]
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    return insert(table).values(values).returning(table.c.id)


organisations = shared(
    "organisations",
    numbered("id"),
    text("name"),
    choice("plan", Plan),
    choice("accounting_method", AccountingMethod),
    whole("invoice_quota", nullable=True),
    whole("letterhead"),
    json("details"),
    text("created_at"),
    # Of letters to the auditor: the moment of the head in the latest, and when one may follow.
    optional_text("head_mailed"),
    whole("head_letter_after", nullable=True),
    key="id",
)

# What an organisation's documents say of it, version by version: an issued invoice keeps the one
# that it was issued with, so that it can be printed again as it was.
letterheads = owned(
    "letterheads",
    whole("version"),
    text("name"),
    json("details"),
    blob("logo"),
    ORGANISED(),
    key=("version",),
)

users = shared(
    "users",
    numbered("id"),
    text("email", "name", "password_hash", "created_at"),
    UniqueConstraint("email"),
    key="id",
)

memberships = owned(
    "memberships",
    whole("user_id"),
    text("role"),
    ORGANISED(),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    key=("user_id",),
    seen_by_all="a person asks which organisations they belong to",
)

# Nobody's yet: a row says nothing of whether the address is someone's that we know.
invitations = owned(
    "invitations",
    text("email", "role", "hash"),
    whole("invited_by", nullable=True),
    whole("expires_at"),
    ORGANISED(),
    ForeignKeyConstraint(["invited_by"], ["users.id"]),
    key=("email",),
)

integrations = shared(
    "integrations",
    text("client_id", "name", "secret_hash"),
    json("redirect_uris"),
    text("scope"),
    flag("require_pkce", "allows_service_account"),
    optional_text("answers"),  # the profile that it is answered in, if not the contract's
    whole("owner_id", nullable=True),
    text("created_at"),
    whole("secret_at", nullable=True),  # when the secret took the place of another
    optional_text("former_hash"),
    whole("former_until", nullable=True),
    whole("removed_at", nullable=True),
    ForeignKeyConstraint(["owner_id"], ["users.id"]),
    key="client_id",
)

# An approval of one integration by one organisation: every token of it names it, and dies with it.
grants = shared(
    "grants",
    numbered("id"),
    whole("organisation_id"),
    text("client_id"),
    whole("user_id", nullable=True),
    text("scope"),
    flag("service_account"),
    whole("created_at"),
    whole("revoked_at", nullable=True),
    ORGANISED(),
    ForeignKeyConstraint(["client_id"], ["integrations.client_id"]),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "organisation_id", "client_id"),
    key="id",
    seen_by_all="a token, a code or a refresh token names its grant, the grant the organisation",
)

refresh_tokens = shared(
    "refresh_tokens",
    text("hash"),
    whole("grant_id"),
    text("scope"),
    whole("issued_at", "expires_at"),
    whole("used_at", nullable=True),
    ForeignKeyConstraint(["grant_id"], ["grants.id"]),
    Index(None, "grant_id"),
    Index(None, "expires_at"),
    key="hash",
)

authorization_codes = shared(
    "authorization_codes",
    text("hash"),
    whole("grant_id"),
    text("redirect_uri"),
    flag("redirect_sent"),
    text("challenge"),
    whole("expires_at"),
    whole("used_at", nullable=True),
    ForeignKeyConstraint(["grant_id"], ["grants.id"]),
    Index(None, "grant_id"),
    Index(None, "expires_at"),
    key="hash",
)

# People who are logged in to the pages, or half so until their second factor; and attempts to
# become one of them.
sessions = shared(
    "sessions",
    text("hash"),
    whole("user_id", "began_at", "used_at", "proved_at", "expires_at"),
    text("address", "device", "challenge"),
    flag("halfway"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    Index(None, "expires_at"),
    key="hash",
)

# Each with the password, hashed, that it was made for: it is good while that one stands.
password_resets = shared(
    "password_resets",
    text("hash"),
    whole("user_id"),
    text("password_hash"),
    whole("expires_at"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    Index(None, "expires_at"),
    key="hash",
)

login_attempts = shared(
    "login_attempts",
    text("about"),
    whole("attempts", "latest_at"),
    Index(None, "latest_at"),
    key="about",
)

# What went wrong, by account and hour, until the history of the person's companies has it.
failed_log_ins = shared(
    "failed_log_ins",
    numbered("id"),
    text("account"),
    whole("hour"),
    whole("user_id", nullable=True),
    whole("passwords", "codes"),
    json("addresses"),
    UniqueConstraint("account", "hour"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    Index(None, "hour"),
    key="id",
)

# Browsers in which a person has logged in before: what others try does not shut these out.
known_devices = shared(
    "known_devices",
    text("hash"),
    whole("user_id", "expires_at"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    Index(None, "expires_at"),
    key="hash",
)

# What a person proves it with beside the password. An app's secret is encrypted; of a passkey there
# is the public half. The counter is the app's latest step, or what the passkey itself has counted.
factors = shared(
    "factors",
    numbered("id"),
    whole("user_id"),
    text("kind", "name"),
    optional_text("credential"),
    text("material"),
    whole("counter", "created_at"),
    whole("used_at", nullable=True),
    flag("active"),
    UniqueConstraint("credential"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    key="id",
)

recovery_codes = shared(
    "recovery_codes",
    text("hash"),
    whole("user_id"),
    ForeignKeyConstraint(["user_id"], ["users.id"]),
    Index(None, "user_id"),
    key="hash",
)
