"""Answers that are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    for table in ("customer_invoices", "supplier_invoices"):
        op.add_column(table, sa.Column("answer", sa.LargeBinary(), nullable=True))
        op.add_column(table, sa.Column("list_row", TEXT, nullable=True))
        op.add_column(table, sa.Column("answers_by", WHOLE, nullable=True))
