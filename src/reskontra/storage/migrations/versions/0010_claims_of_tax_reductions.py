"""Claims of tax reductions."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tax_reduction_claims",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("from_date", DAY, nullable=False),
        sa.Column("to_date", DAY, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("asked_amount", WHOLE, nullable=False),
        sa.Column("approved_amount", WHOLE, nullable=False),
        sa.Column("reference_number", TEXT, nullable=False),
        sa.Column("created_date", DAY, nullable=True),
        sa.Column("uploaded_date", DAY, nullable=True),
        sa.Column("decision_date", DAY, nullable=True),
        sa.Column("payment_date", DAY, nullable=True),
        sa.Column("cases", TEXT, nullable=False),
        sa.Column("approvals", TEXT, nullable=False),
        sa.Column("file", TEXT, nullable=False),
        sa.Column("warnings", TEXT, nullable=False),
        sa.Column("left_out", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("tax_reduction_claims_to_organisations"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("tax_reduction_claims_key")),
        sa.UniqueConstraint(
            "organisation_id", "name", name=op.f("tax_reduction_claims_unique_organisation_id_name")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("tax_reduction_claims_by_organisation_id_from_date_number"),
        "tax_reduction_claims",
        ["organisation_id", "from_date", "number"],
        unique=False,
    )
    op.create_index(
        op.f("tax_reduction_claims_by_organisation_id_status_number"),
        "tax_reduction_claims",
        ["organisation_id", "status", "number"],
        unique=False,
    )
    op.create_table(
        "claimed_invoices",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("document_number", WHOLE, nullable=False),
        sa.Column("claim", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "claim"],
            ["tax_reduction_claims.organisation_id", "tax_reduction_claims.number"],
            name=op.f("claimed_invoices_to_tax_reduction_claims"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "document_number"],
            ["customer_invoices.organisation_id", "customer_invoices.document_number"],
            name=op.f("claimed_invoices_to_customer_invoices"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "document_number", name=op.f("claimed_invoices_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("claimed_invoices_by_organisation_id_claim"),
        "claimed_invoices",
        ["organisation_id", "claim"],
        unique=False,
    )
    op.create_index(
        "customer_invoices_to_claim",
        "customer_invoices",
        ["organisation_id", "final_pay_date"],
        unique=False,
        sqlite_where=sa.text("status = 'paid' AND reduction_balance > 0"),
        postgresql_where=sa.text("status = 'paid' AND reduction_balance > 0"),
    )
