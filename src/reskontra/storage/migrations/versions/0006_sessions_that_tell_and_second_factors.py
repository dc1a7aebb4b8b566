"""Sessions that tell where they are, second factors, known devices and sums of failed log-ins."""

import sqlalchemy as sa
from alembic import op

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    # Nobody has told where the sessions of before are: everyone logs in once more.
    op.drop_table("sessions")
    op.create_table(
        "sessions",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("began_at", WHOLE, nullable=False),
        sa.Column("used_at", WHOLE, nullable=False),
        sa.Column("proved_at", WHOLE, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.Column("address", TEXT, nullable=False),
        sa.Column("device", TEXT, nullable=False),
        sa.Column("challenge", TEXT, nullable=False),
        sa.Column("halfway", BOOLEAN, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("sessions_to_users")),
        sa.PrimaryKeyConstraint("hash", name=op.f("sessions_key")),
        sqlite_strict=True,
    )
    op.create_index(op.f("sessions_by_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("sessions_by_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "failed_log_ins",
        sa.Column("id", WHOLE, sa.Identity(always=False), nullable=False),
        sa.Column("account", TEXT, nullable=False),
        sa.Column("hour", WHOLE, nullable=False),
        sa.Column("user_id", WHOLE, nullable=True),
        sa.Column("passwords", WHOLE, nullable=False),
        sa.Column("codes", WHOLE, nullable=False),
        sa.Column("addresses", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("failed_log_ins_to_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("failed_log_ins_key")),
        sa.UniqueConstraint("account", "hour", name=op.f("failed_log_ins_unique_account_hour")),
        sqlite_strict=True,
    )
    op.create_index(op.f("failed_log_ins_by_hour"), "failed_log_ins", ["hour"], unique=False)
    op.create_index(op.f("failed_log_ins_by_user_id"), "failed_log_ins", ["user_id"], unique=False)
    op.create_table(
        "known_devices",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("known_devices_to_users")),
        sa.PrimaryKeyConstraint("hash", name=op.f("known_devices_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("known_devices_by_expires_at"), "known_devices", ["expires_at"], unique=False
    )
    op.create_index(op.f("known_devices_by_user_id"), "known_devices", ["user_id"], unique=False)
    op.create_table(
        "factors",
        sa.Column("id", WHOLE, sa.Identity(always=False), nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("credential", TEXT, nullable=True),
        sa.Column("material", TEXT, nullable=False),
        sa.Column("counter", WHOLE, nullable=False),
        sa.Column("created_at", WHOLE, nullable=False),
        sa.Column("used_at", WHOLE, nullable=True),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("factors_to_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("factors_key")),
        sa.UniqueConstraint("credential", name=op.f("factors_unique_credential")),
        sqlite_strict=True,
    )
    op.create_index(op.f("factors_by_user_id"), "factors", ["user_id"], unique=False)
    op.create_table(
        "recovery_codes",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("recovery_codes_to_users")),
        sa.PrimaryKeyConstraint("hash", name=op.f("recovery_codes_key")),
        sqlite_strict=True,
    )
    op.create_index(op.f("recovery_codes_by_user_id"), "recovery_codes", ["user_id"], unique=False)
