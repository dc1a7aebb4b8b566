"""Unpaid customer invoices: what is left of each, and when it is due."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

UNPAID = sa.text("status = 'sent' AND balance + 0 > 0")


def upgrade() -> None:
    op.create_index(
        "customer_invoices_unpaid",
        "customer_invoices",
        ["organisation_id", "due_date", "balance"],
        unique=False,
        sqlite_where=UNPAID,
        postgresql_where=UNPAID,
    )
