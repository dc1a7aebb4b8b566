"""SIE files that were posted."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "sie_imports",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("first_sequence", WHOLE, nullable=False),
        sa.Column("vouchers", WHOLE, nullable=False),
        sa.Column("plan", TEXT, nullable=False),
        sa.Column("kept", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year"],
            ["financial_years.organisation_id", "financial_years.id"],
            name=op.f("sie_imports_to_financial_years"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "id", name=op.f("sie_imports_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "skipped_numbers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("from_number", WHOLE, nullable=False),
        sa.Column("to_number", WHOLE, nullable=False),
        sa.Column("import_id", WHOLE, nullable=False),
        sa.CheckConstraint("from_number <= to_number", name=op.f("skipped_numbers_from_before_to")),
        sa.ForeignKeyConstraint(
            ["organisation_id", "import_id"],
            ["sie_imports.organisation_id", "sie_imports.id"],
            name=op.f("skipped_numbers_to_sie_imports"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "series"],
            ["voucher_series.organisation_id", "voucher_series.year", "voucher_series.code"],
            name=op.f("skipped_numbers_to_voucher_series"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "year", "series", "from_number", name=op.f("skipped_numbers_key")
        ),
        sqlite_strict=True,
    )
