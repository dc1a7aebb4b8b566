"""What the seal asks of a SIE file has an index of its own."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_index(
        "sie_imports_asked",
        "sie_imports",
        ["organisation_id", "year", "id", "first_sequence", "vouchers"],
        unique=False,
    )
