"""Documents and history in the chain."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.add_column("vouchers", sa.Column("document", TEXT, nullable=False, server_default=""))
    op.add_column("history", sa.Column("hash", TEXT, nullable=False, server_default=""))
    op.create_table(
        "heads",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("vouchers", WHOLE, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("entries", WHOLE, nullable=False),
        sa.Column("history_hash", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("signature", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("heads_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("heads_key")),
        sqlite_strict=True,
    )
