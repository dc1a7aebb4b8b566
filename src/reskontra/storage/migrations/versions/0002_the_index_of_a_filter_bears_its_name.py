"""The index of a filter bears its name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

FULLY_PAID = "(status = 'paid' OR (status = 'sent' AND balance = 0))"


def upgrade() -> None:
    op.drop_index(
        op.f("customer_invoices_by_organisation_id_document_number"),
        table_name="customer_invoices",
    )
    op.create_index(
        "customer_invoices_fullypaid",
        "customer_invoices",
        ["organisation_id", "document_number"],
        unique=False,
        sqlite_where=sa.text(FULLY_PAID),
        postgresql_where=sa.text(FULLY_PAID),
    )
