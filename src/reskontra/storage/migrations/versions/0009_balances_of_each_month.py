"""Balances of each month."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "monthly_balances",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("account", WHOLE, nullable=False),
        sa.Column("month", DAY, nullable=False),
        sa.Column("debit", WHOLE, nullable=False),
        sa.Column("credit", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "account"],
            ["accounts.organisation_id", "accounts.year", "accounts.number"],
            name=op.f("monthly_balances_to_accounts"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "year", "account", "month", name=op.f("monthly_balances_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("postings_by_organisation_id_year_cost_center"),
        "postings",
        ["organisation_id", "year", "cost_center"],
        unique=False,
        sqlite_where=sa.text("cost_center <> ''"),
        postgresql_where=sa.text("cost_center <> ''"),
    )
    op.create_index(
        op.f("postings_by_organisation_id_year_project"),
        "postings",
        ["organisation_id", "year", "project"],
        unique=False,
        sqlite_where=sa.text("project <> ''"),
        postgresql_where=sa.text("project <> ''"),
    )
