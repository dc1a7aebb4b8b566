"""Client secrets overlap when one takes the other's place."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.add_column("integrations", sa.Column("secret_at", WHOLE, nullable=True))
    op.add_column("integrations", sa.Column("former_hash", TEXT, nullable=True))
    op.add_column("integrations", sa.Column("former_until", WHOLE, nullable=True))
    op.create_table(
        "probes",
        sa.Column("name", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("probes_key")),
        sqlite_strict=True,
    )
