"""Swedish order, and references to search by."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")

FOLDED = {
    "customers": (
        "customer_number", "name", "zip_code", "city", "email", "phone1",
        "organisation_number", "gln", "gln_delivery",
    ),
    "suppliers": (
        "supplier_number", "name", "zip_code", "city", "email", "phone1", "phone2",
        "organisation_number",
    ),
    "articles": (
        "article_number", "description", "ean", "supplier_number", "manufacturer",
        "manufacturer_article_number",
    ),
    "projects": ("description",),
    "customer_invoices": ("customer_name",),
}  # fmt: skip
REFERENCES = {"our_reference": "OurReference", "your_reference": "YourReference"}
LARGEST = 2_600  # bytes in one place of an index


def upgrade() -> None:
    for table, names in FOLDED.items():
        columns = [f"{name}_folded" for name in names]
        changed = " OR ".join(f"{name} <> {_folded(name)}" for name in columns)
        values = ", ".join(f"{name} = {_folded(name)}" for name in columns)
        op.execute(f"UPDATE {table} SET {values} WHERE {changed}")
    op.add_column(
        "customer_invoices",
        sa.Column("customer_number_folded", TEXT, nullable=False, server_default=""),
    )
    op.execute(
        "UPDATE customer_invoices SET customer_number_folded = (SELECT c.customer_number_folded"
        " FROM customers c WHERE c.organisation_id = customer_invoices.organisation_id"
        " AND c.customer_number = customer_invoices.customer_number)"
    )
    for name, member in REFERENCES.items():
        op.add_column("customer_invoices", sa.Column(name, TEXT, nullable=True))
        text = _text_of(member)
        op.execute(
            f"UPDATE customer_invoices SET {name} = {text}"
            f" WHERE carried LIKE '%\"{member}\"%' AND {text} <> ''"
            f" AND octet_length({text}) <= {LARGEST}"
        )
        op.create_index(
            op.f(f"customer_invoices_by_organisation_id_{name}_document_number"),
            "customer_invoices",
            ["organisation_id", name, "document_number"],
            unique=False,
            sqlite_where=sa.text(f"{name} IS NOT NULL"),
            postgresql_where=sa.text(f"{name} IS NOT NULL"),
        )
    op.drop_index(
        op.f("customer_invoices_by_organisation_id_customer_number_document_number"),
        table_name="customer_invoices",
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_customer_number_folded_document_number"),
        "customer_invoices",
        ["organisation_id", "customer_number_folded", "document_number"],
        unique=False,
    )


def _folded(name: str) -> str:
    """Å for ä and ä for å, as letters in one piece; without other accents. SQLite has our own."""
    if op.get_context().dialect.name == "sqlite":
        return f"folded({name})"
    letters = f"normalize({name}, NFD)"
    for two, one in (("a\u030a", "ä"), ("a\u0308", "å"), ("o\u0308", "ö")):
        letters = f"replace({letters}, '{two}', '{one}')"
    return f"normalize(regexp_replace({letters}, '[\u0300-\u036f]', '', 'g'), NFC)"


def _text_of(member: str) -> str:
    """A text as it is, any other value as it is written."""
    if op.get_context().dialect.name == "sqlite":
        text, written = f"carried ->> '$.{member}'", f"carried -> '$.{member}'"
        kind = f"json_type(carried, '$.{member}') = 'text'"
    else:
        text, written = f"carried::json ->> '{member}'", f"(carried::json -> '{member}')::text"
        kind = f"json_typeof(carried::json -> '{member}') = 'string'"
    return f"(CASE WHEN {kind} THEN {text} ELSE {written} END)"
