"""Events."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("topic", TEXT, nullable=False),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("entity", TEXT, nullable=False),
        sa.Column("detail", TEXT, nullable=False),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("request_id", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("events_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("events_key")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event_heads",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("latest", WHOLE, nullable=False),
        sa.Column("earliest", WHOLE, nullable=False),
        sa.Column("kept_since", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("event_heads_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("event_heads_key")),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    # All that is posted after what is there already, which nobody was told of.
    op.execute(
        "INSERT INTO event_heads (organisation_id, latest, earliest, kept_since)"
        " SELECT l.organisation_id, 0, 1, coalesce((SELECT v.registered_at || '~' FROM vouchers v"
        " WHERE v.organisation_id = l.organisation_id AND v.sequence = l.sequence), '')"
        " FROM ledgers l"
    )
