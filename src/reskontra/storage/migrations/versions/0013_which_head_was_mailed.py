"""Which head was mailed to the auditor."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.add_column("organisations", sa.Column("head_mailed", TEXT, nullable=True))
    op.add_column("organisations", sa.Column("head_letter_after", WHOLE, nullable=True))
