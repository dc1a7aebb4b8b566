"""VAT returns as they were filed."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "vat_returns",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("period", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("from_date", DAY, nullable=False),
        sa.Column("to_date", DAY, nullable=False),
        sa.Column("filed", DAY, nullable=False),
        sa.Column("boxes", TEXT, nullable=False),
        sa.Column("entries", WHOLE, nullable=False),
        sa.Column("file", TEXT, nullable=False),
        sa.Column("corrects", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("voucher_series", TEXT, nullable=False),
        sa.Column("voucher_number", WHOLE, nullable=False),
        sa.Column("voucher_year", WHOLE, nullable=False),
        sa.CheckConstraint("from_date <= to_date", name=op.f("vat_returns_from_before_to")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("vat_returns_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("vat_returns_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("vat_returns_by_organisation_id_to_date"),
        "vat_returns",
        ["organisation_id", "to_date"],
        unique=False,
    )
