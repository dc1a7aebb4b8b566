"""Answers that may be repeated."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "replies",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("client_id", TEXT, nullable=False),
        sa.Column("repeat_key", TEXT, nullable=False),
        sa.Column("fingerprint", TEXT, nullable=False),
        sa.Column("status", WHOLE, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("record", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("replies_to_organisations"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "client_id", "repeat_key", name=op.f("replies_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(op.f("replies_by_organisation_id_at"), "replies", ["organisation_id", "at"])
