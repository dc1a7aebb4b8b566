"""People are invited, in one of three roles, and what was revoked stays so."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
NOW = {"sqlite": "unixepoch()", "postgresql": "extract(epoch FROM now())::bigint"}


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("email", TEXT, nullable=False),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("invited_by", WHOLE, nullable=True),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["invited_by"], ["users.id"], name=op.f("invitations_to_users")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("invitations_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "email", name=op.f("invitations_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "password_resets",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("password_hash", TEXT, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("password_resets_to_users")),
        sa.PrimaryKeyConstraint("hash", name=op.f("password_resets_key")),
        sqlite_strict=True,
    )
    for name in ("user_id", "expires_at"):
        op.create_index(op.f(f"password_resets_by_{name}"), "password_resets", [name], unique=False)
    op.add_column("integrations", sa.Column("removed_at", WHOLE, nullable=True))
    op.execute("UPDATE memberships SET role = 'bookkeeper' WHERE role = 'member'")
    # Who has left may come back, but what they had approved may not.
    op.execute(
        f"UPDATE grants SET revoked_at = {NOW[op.get_context().dialect.name]}"
        " WHERE revoked_at IS NULL AND user_id IS NOT NULL AND NOT service_account"
        " AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = grants.user_id"
        " AND m.organisation_id = grants.organisation_id)"
    )
