"""The profile in which an integration is answered."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.add_column("integrations", sa.Column("answers", TEXT, nullable=True))
