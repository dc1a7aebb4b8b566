"""The day that annual accounts are adopted."""

import sqlalchemy as sa
from alembic import op

DAY = sa.Date().with_variant(sa.Text(), "sqlite")

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("financial_years", sa.Column("adopted", DAY, nullable=True))
