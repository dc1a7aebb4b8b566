"""Accounts that a file has said the type of."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("accounts", sa.Column("type", TEXT, nullable=True))
    op.create_index(
        op.f("accounts_by_organisation_id_number"),
        "accounts",
        ["organisation_id", "number"],
        unique=False,
        sqlite_where=sa.text("type IS NOT NULL"),
        postgresql_where=sa.text("type IS NOT NULL"),
    )
