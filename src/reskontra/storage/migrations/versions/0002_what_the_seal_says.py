"""On PostgreSQL, references that follow from the seal's rules are not asked again."""

from alembic import op

revision = "0002"
down_revision = "0001"

SEALED = (
    ("postings", "postings_to_vouchers"),
    ("vat_entries", "vat_entries_to_vouchers"),
    ("vouchers", "vouchers_to_voucher_series"),
    ("ledgers", "ledgers_to_vouchers"),
)


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        for table, name in SEALED:
            op.drop_constraint(name, table, type_="foreignkey")
