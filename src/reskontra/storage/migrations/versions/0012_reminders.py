"""Reminders."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "reference_rates",
        sa.Column("from_date", DAY, nullable=False),
        sa.Column("percent", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("from_date", name=op.f("reference_rates_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "reminder_settings",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("first_after", WHOLE, nullable=False),
        sa.Column("second_after", WHOLE, nullable=False),
        sa.Column("days_between", WHOLE, nullable=False),
        sa.Column("days_to_pay", WHOLE, nullable=False),
        sa.Column("charge", TEXT, nullable=False),
        sa.Column("interest", BOOLEAN, nullable=False),
        sa.Column("agreed_rate", WHOLE, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("reminder_settings_to_organisations"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("reminder_settings_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "unreminded_customers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("customer_number", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "customer_number"],
            ["customers.organisation_id", "customers.customer_number"],
            name=op.f("unreminded_customers_to_customers"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("unreminded_customers_to_organisations"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "customer_number", name=op.f("unreminded_customers_key")
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "disputed_invoices",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("document_number", WHOLE, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "document_number"],
            ["customer_invoices.organisation_id", "customer_invoices.document_number"],
            name=op.f("disputed_invoices_to_customer_invoices"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("disputed_invoices_to_organisations"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "document_number", name=op.f("disputed_invoices_key")
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "reminders",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("document_number", WHOLE, nullable=False),
        sa.Column("level", WHOLE, nullable=False),
        sa.Column("reminder_date", DAY, nullable=False),
        sa.Column("due_date", DAY, nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("interest", WHOLE, nullable=False),
        sa.Column("charge", TEXT, nullable=False),
        sa.Column("fee", WHOLE, nullable=False),
        sa.Column("settled", WHOLE, nullable=False),
        sa.Column("total", WHOLE, nullable=False),
        sa.Column("interest_rows", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("withdrawn", WHOLE, nullable=False),
        sa.Column("begun_at", TEXT, nullable=False),
        sa.Column("sent_at", TEXT, nullable=False),
        sa.Column("letterhead", WHOLE, nullable=False),
        sa.Column("interest_invoice", WHOLE, nullable=False),
        sa.Column("invoiced_interest", WHOLE, nullable=False),
        sa.Column("invoiced_fee", WHOLE, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.CheckConstraint(
            "(status = 'withdrawn') = (withdrawn <> 0)", name=op.f("reminders_withdrawn_is_told")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "document_number"],
            ["customer_invoices.organisation_id", "customer_invoices.document_number"],
            name=op.f("reminders_to_customer_invoices"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("reminders_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("reminders_key")),
        sa.UniqueConstraint(
            "organisation_id",
            "document_number",
            "level",
            "withdrawn",
            name="reminders_one_of_a_level",
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("reminders_by_organisation_id_status_number"),
        "reminders",
        ["organisation_id", "status", "number"],
        unique=False,
    )
    op.add_column("customer_invoices", sa.Column("reminders", WHOLE, nullable=True))
    op.add_column("customer_invoices", sa.Column("last_remind_date", DAY, nullable=True))
