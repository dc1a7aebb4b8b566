"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text(collation="C").with_variant(sa.Text(), "sqlite")
DAY = sa.Date().with_variant(sa.Text(), "sqlite")
BOOLEAN = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "login_attempts",
        sa.Column("about", TEXT, nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("latest_at", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("about", name=op.f("login_attempts_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("login_attempts_by_latest_at"), "login_attempts", ["latest_at"], unique=False
    )
    op.create_table(
        "organisations",
        sa.Column("id", WHOLE, sa.Identity(always=False), nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("plan", TEXT, nullable=False),
        sa.Column("accounting_method", TEXT, nullable=False),
        sa.Column("invoice_quota", WHOLE, nullable=True),
        sa.Column("letterhead", WHOLE, nullable=False),
        sa.Column("details", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("organisations_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "tallies",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("count", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", "kind", "status", name=op.f("tallies_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "users",
        sa.Column("id", WHOLE, sa.Identity(always=False), nullable=False),
        sa.Column("email", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("password_hash", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("users_key")),
        sa.UniqueConstraint("email", name=op.f("users_unique_email")),
        sqlite_strict=True,
    )
    op.create_table(
        "articles",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("article_number", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("vat", WHOLE, nullable=False),
        sa.Column("unit", TEXT, nullable=False),
        sa.Column("sales_price", WHOLE, nullable=False),
        sa.Column("purchase_price", WHOLE, nullable=False),
        sa.Column("ean", TEXT, nullable=False),
        sa.Column("supplier_number", TEXT, nullable=False),
        sa.Column("manufacturer", TEXT, nullable=False),
        sa.Column("manufacturer_article_number", TEXT, nullable=False),
        sa.Column("webshop_article", BOOLEAN, nullable=False),
        sa.Column("quantity_in_stock", WHOLE, nullable=False),
        sa.Column("stock_value", WHOLE, nullable=False),
        sa.Column("article_number_folded", TEXT, nullable=False),
        sa.Column("description_folded", TEXT, nullable=False),
        sa.Column("ean_folded", TEXT, nullable=False),
        sa.Column("supplier_number_folded", TEXT, nullable=False),
        sa.Column("manufacturer_folded", TEXT, nullable=False),
        sa.Column("manufacturer_article_number_folded", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("articles_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "article_number", name=op.f("articles_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "cost_centers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("cost_centers_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "code", name=op.f("cost_centers_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "currencies",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("buy_rate", WHOLE, nullable=False),
        sa.Column("sell_rate", WHOLE, nullable=False),
        sa.Column("unit", WHOLE, nullable=False),
        sa.Column("date", DAY, nullable=True),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("currencies_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "code", name=op.f("currencies_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "customers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("customer_number", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.Column("organisation_number", TEXT, nullable=False),
        sa.Column("address1", TEXT, nullable=False),
        sa.Column("zip_code", TEXT, nullable=False),
        sa.Column("city", TEXT, nullable=False),
        sa.Column("email", TEXT, nullable=False),
        sa.Column("email_invoice", TEXT, nullable=False),
        sa.Column("phone1", TEXT, nullable=False),
        sa.Column("gln", TEXT, nullable=False),
        sa.Column("gln_delivery", TEXT, nullable=False),
        sa.Column("vat_type", TEXT, nullable=False),
        sa.Column("vat_number", TEXT, nullable=False),
        sa.Column("terms_of_payment", TEXT, nullable=False),
        sa.Column("customer_number_folded", TEXT, nullable=False),
        sa.Column("name_folded", TEXT, nullable=False),
        sa.Column("zip_code_folded", TEXT, nullable=False),
        sa.Column("city_folded", TEXT, nullable=False),
        sa.Column("email_folded", TEXT, nullable=False),
        sa.Column("phone1_folded", TEXT, nullable=False),
        sa.Column("organisation_number_folded", TEXT, nullable=False),
        sa.Column("gln_folded", TEXT, nullable=False),
        sa.Column("gln_delivery_folded", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("customers_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "customer_number", name=op.f("customers_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("customers_by_organisation_id_name_folded"),
        "customers",
        ["organisation_id", "name_folded"],
        unique=False,
    )
    op.create_table(
        "financial_years",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("from_date", DAY, nullable=False),
        sa.Column("to_date", DAY, nullable=False),
        sa.Column("closed", BOOLEAN, nullable=False),
        sa.Column("accounting_method", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.CheckConstraint("from_date <= to_date", name=op.f("financial_years_from_before_to")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("financial_years_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "id", name=op.f("financial_years_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("financial_years_by_organisation_id_from_date"),
        "financial_years",
        ["organisation_id", "from_date"],
        unique=True,
    )
    op.create_table(
        "history",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("what", TEXT, nullable=False),
        sa.Column("detail", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("history_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("history_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "integrations",
        sa.Column("client_id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("redirect_uris", TEXT, nullable=False),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("require_pkce", BOOLEAN, nullable=False),
        sa.Column("allows_service_account", BOOLEAN, nullable=False),
        sa.Column("owner_id", WHOLE, nullable=True),
        sa.Column("created_at", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("integrations_to_users")),
        sa.PrimaryKeyConstraint("client_id", name=op.f("integrations_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "ledgers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("sequence", WHOLE, nullable=True),
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("locked_through", DAY, nullable=True),
        sa.ForeignKeyConstraint(
            ["organisation_id", "sequence"],
            ["vouchers.organisation_id", "vouchers.sequence"],
            name=op.f("ledgers_to_vouchers"),
            initially="DEFERRED",
            deferrable=True,
            use_alter=True,
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("ledgers_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("ledgers_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "letterheads",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("details", TEXT, nullable=False),
        sa.Column("logo", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("letterheads_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "version", name=op.f("letterheads_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "memberships",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("role", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("memberships_to_organisations")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("memberships_to_users")),
        sa.PrimaryKeyConstraint("organisation_id", "user_id", name=op.f("memberships_key")),
        sqlite_strict=True,
    )
    op.create_index(op.f("memberships_by_user_id"), "memberships", ["user_id"], unique=False)
    op.create_table(
        "modes_of_payment",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("account_number", WHOLE, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("modes_of_payment_to_organisations"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "code", name=op.f("modes_of_payment_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "number_series",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("latest", WHOLE, nullable=False),
        sa.Column("month", TEXT, nullable=False),
        sa.Column("taken", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("number_series_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "name", name=op.f("number_series_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "predefined_accounts",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("account", WHOLE, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("predefined_accounts_to_organisations"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "name", name=op.f("predefined_accounts_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "printed_documents",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("document", TEXT, nullable=False),
        sa.Column("mark", TEXT, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("printed_documents_to_organisations"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "document", "mark", name=op.f("printed_documents_key")
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "projects",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("project_number", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("description_folded", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("projects_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "project_number", name=op.f("projects_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "sessions",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("sessions_to_users")),
        sa.PrimaryKeyConstraint("hash", name=op.f("sessions_key")),
        sqlite_strict=True,
    )
    op.create_index(op.f("sessions_by_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("sessions_by_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "suppliers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("supplier_number", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.Column("organisation_number", TEXT, nullable=False),
        sa.Column("zip_code", TEXT, nullable=False),
        sa.Column("city", TEXT, nullable=False),
        sa.Column("email", TEXT, nullable=False),
        sa.Column("phone1", TEXT, nullable=False),
        sa.Column("phone2", TEXT, nullable=False),
        sa.Column("currency", TEXT, nullable=False),
        sa.Column("pre_defined_account", TEXT, nullable=False),
        sa.Column("supplier_number_folded", TEXT, nullable=False),
        sa.Column("name_folded", TEXT, nullable=False),
        sa.Column("zip_code_folded", TEXT, nullable=False),
        sa.Column("city_folded", TEXT, nullable=False),
        sa.Column("email_folded", TEXT, nullable=False),
        sa.Column("phone1_folded", TEXT, nullable=False),
        sa.Column("phone2_folded", TEXT, nullable=False),
        sa.Column("organisation_number_folded", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("suppliers_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "supplier_number", name=op.f("suppliers_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("suppliers_by_organisation_id_name_folded"),
        "suppliers",
        ["organisation_id", "name_folded"],
        unique=False,
    )
    op.create_table(
        "terms_of_payment",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"],
            ["organisations.id"],
            name=op.f("terms_of_payment_to_organisations"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "code", name=op.f("terms_of_payment_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "units",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("units_to_organisations")
        ),
        sa.PrimaryKeyConstraint("organisation_id", "code", name=op.f("units_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "voided_numbers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("by", TEXT, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("voided_numbers_to_organisations")
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "series", "number", name=op.f("voided_numbers_key")
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "accounts",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("active", BOOLEAN, nullable=False),
        sa.Column("vat_code", TEXT, nullable=False),
        sa.Column("sru", WHOLE, nullable=False),
        sa.Column("balance_brought_forward", WHOLE, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year"],
            ["financial_years.organisation_id", "financial_years.id"],
            name=op.f("accounts_to_financial_years"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "year", "number", name=op.f("accounts_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "customer_invoices",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("document_number", WHOLE, nullable=False),
        sa.Column("customer_number", TEXT, nullable=False),
        sa.Column("customer_name", TEXT, nullable=False),
        sa.Column("address1", TEXT, nullable=False),
        sa.Column("address2", TEXT, nullable=False),
        sa.Column("zip_code", TEXT, nullable=False),
        sa.Column("city", TEXT, nullable=False),
        sa.Column("country_code", TEXT, nullable=False),
        sa.Column("organisation_number", TEXT, nullable=False),
        sa.Column("vat_type", TEXT, nullable=False),
        sa.Column("vat_number", TEXT, nullable=False),
        sa.Column("invoice_date", DAY, nullable=False),
        sa.Column("due_date", DAY, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("net", WHOLE, nullable=False),
        sa.Column("total_vat", WHOLE, nullable=False),
        sa.Column("round_off", WHOLE, nullable=False),
        sa.Column("total", WHOLE, nullable=False),
        sa.Column("tax_reduction_type", TEXT, nullable=False),
        sa.Column("basis_tax_reduction", WHOLE, nullable=False),
        sa.Column("tax_reduction", WHOLE, nullable=False),
        sa.Column("accounting_method", TEXT, nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("reduction_balance", WHOLE, nullable=False),
        sa.Column("reduction_paid", WHOLE, nullable=False),
        sa.Column("overpaid", WHOLE, nullable=False),
        sa.Column("written_off", WHOLE, nullable=False),
        sa.Column("reduction_written_off", WHOLE, nullable=False),
        sa.Column("recovered", WHOLE, nullable=False),
        sa.Column("reported", TEXT, nullable=False),
        sa.Column("ocr", TEXT, nullable=False),
        sa.Column("comments", TEXT, nullable=False),
        sa.Column("voucher_series", TEXT, nullable=False),
        sa.Column("voucher_number", WHOLE, nullable=False),
        sa.Column("voucher_year", WHOLE, nullable=False),
        sa.Column("credit_number", TEXT, nullable=False),
        sa.Column("letterhead", WHOLE, nullable=False),
        sa.Column("final_pay_date", DAY, nullable=True),
        sa.Column("rows", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.Column("customer_name_folded", TEXT, nullable=False),
        sa.Column("project", TEXT, nullable=False),
        sa.Column("cost_center", TEXT, nullable=False),
        sa.Column("external_invoice_reference1", TEXT, nullable=False),
        sa.Column("external_invoice_reference2", TEXT, nullable=False),
        sa.Column("way_of_delivery", TEXT, nullable=False),
        sa.Column("invoice_type", TEXT, nullable=False),
        sa.CheckConstraint(
            "(status = 'draft') = (voucher_number = 0)",
            name=op.f("customer_invoices_issued_has_voucher"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "customer_number"],
            ["customers.organisation_id", "customers.customer_number"],
            name=op.f("customer_invoices_to_customers"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "document_number", name=op.f("customer_invoices_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_cost_center_document_number"),
        "customer_invoices",
        ["organisation_id", "cost_center", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_customer_name_folded_document_number"),
        "customer_invoices",
        ["organisation_id", "customer_name_folded", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_customer_number_document_number"),
        "customer_invoices",
        ["organisation_id", "customer_number", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_document_number"),
        "customer_invoices",
        ["organisation_id", "document_number"],
        unique=False,
        sqlite_where=sa.text("(status = 'paid' OR (status = 'sent' AND balance = 0))"),
        postgresql_where=sa.text("(status = 'paid' OR (status = 'sent' AND balance = 0))"),
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_external_invoice_reference1_document_number"),
        "customer_invoices",
        ["organisation_id", "external_invoice_reference1", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_external_invoice_reference2_document_number"),
        "customer_invoices",
        ["organisation_id", "external_invoice_reference2", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_invoice_date_document_number"),
        "customer_invoices",
        ["organisation_id", "invoice_date", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_ocr_document_number"),
        "customer_invoices",
        ["organisation_id", "ocr", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_project_document_number"),
        "customer_invoices",
        ["organisation_id", "project", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_status_document_number"),
        "customer_invoices",
        ["organisation_id", "status", "document_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_invoices_by_organisation_id_total_document_number"),
        "customer_invoices",
        ["organisation_id", "total", "document_number"],
        unique=False,
    )
    op.create_table(
        "grants",
        sa.Column("id", WHOLE, sa.Identity(always=False), nullable=False),
        sa.Column("organisation_id", WHOLE, nullable=False),
        sa.Column("client_id", TEXT, nullable=False),
        sa.Column("user_id", WHOLE, nullable=True),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("service_account", BOOLEAN, nullable=False),
        sa.Column("created_at", WHOLE, nullable=False),
        sa.Column("revoked_at", WHOLE, nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["integrations.client_id"], name=op.f("grants_to_integrations")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisations.id"], name=op.f("grants_to_organisations")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("grants_to_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("grants_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("grants_by_organisation_id_client_id"),
        "grants",
        ["organisation_id", "client_id"],
        unique=False,
    )
    op.create_table(
        "supplier_invoices",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("given_number", WHOLE, nullable=False),
        sa.Column("supplier_number", TEXT, nullable=False),
        sa.Column("supplier_name", TEXT, nullable=False),
        sa.Column("invoice_number", TEXT, nullable=False),
        sa.Column("invoice_date", DAY, nullable=False),
        sa.Column("due_date", DAY, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("final_pay_date", DAY, nullable=True),
        sa.Column("comments", TEXT, nullable=False),
        sa.Column("currency", TEXT, nullable=False),
        sa.Column("currency_rate", WHOLE, nullable=False),
        sa.Column("total", WHOLE, nullable=False),
        sa.Column("vat", WHOLE, nullable=False),
        sa.Column("vat_rate", WHOLE, nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("booked_balance", WHOLE, nullable=False),
        sa.Column("reported", TEXT, nullable=False),
        sa.Column("vat_type", TEXT, nullable=False),
        sa.Column("sales_type", TEXT, nullable=False),
        sa.Column("accounting_method", TEXT, nullable=False),
        sa.Column("vouchers", TEXT, nullable=False),
        sa.Column("rows", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.Column("project", TEXT, nullable=False),
        sa.Column("cost_center", TEXT, nullable=False),
        sa.Column("external_invoice_number", TEXT, nullable=False),
        sa.Column("external_invoice_series", TEXT, nullable=False),
        sa.Column("disable_payment_file", BOOLEAN, nullable=False),
        sa.CheckConstraint(
            "(status = 'draft') = (vouchers = '[]')",
            name=op.f("supplier_invoices_booked_has_voucher"),
        ),
        sa.CheckConstraint("given_number > 0", name=op.f("supplier_invoices_numbers_from_one")),
        sa.ForeignKeyConstraint(
            ["organisation_id", "supplier_number"],
            ["suppliers.organisation_id", "suppliers.supplier_number"],
            name=op.f("supplier_invoices_to_suppliers"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "given_number", name=op.f("supplier_invoices_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("supplier_invoices_by_organisation_id_invoice_date_given_number"),
        "supplier_invoices",
        ["organisation_id", "invoice_date", "given_number"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_invoices_by_organisation_id_invoice_number_given_number"),
        "supplier_invoices",
        ["organisation_id", "invoice_number", "given_number"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_invoices_by_organisation_id_status_due_date"),
        "supplier_invoices",
        ["organisation_id", "status", "due_date"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_invoices_by_organisation_id_status_given_number"),
        "supplier_invoices",
        ["organisation_id", "status", "given_number"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_invoices_by_organisation_id_supplier_number_given_number"),
        "supplier_invoices",
        ["organisation_id", "supplier_number", "given_number"],
        unique=False,
    )
    op.create_index(
        "supplier_invoices_by_supplier_and_invoice_number",
        "supplier_invoices",
        ["organisation_id", "supplier_number", "invoice_number", "invoice_date"],
        unique=False,
    )
    op.create_table(
        "voucher_series",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("manual", BOOLEAN, nullable=False),
        sa.Column("last_number", WHOLE, nullable=True),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "code", "last_number"],
            ["vouchers.organisation_id", "vouchers.year", "vouchers.series", "vouchers.number"],
            name=op.f("voucher_series_to_vouchers"),
            initially="DEFERRED",
            deferrable=True,
            use_alter=True,
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year"],
            ["financial_years.organisation_id", "financial_years.id"],
            name=op.f("voucher_series_to_financial_years"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "year", "code", name=op.f("voucher_series_key")),
        sqlite_strict=True,
    )
    op.create_table(
        "authorization_codes",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("grant_id", WHOLE, nullable=False),
        sa.Column("redirect_uri", TEXT, nullable=False),
        sa.Column("redirect_sent", BOOLEAN, nullable=False),
        sa.Column("challenge", TEXT, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.Column("used_at", WHOLE, nullable=True),
        sa.ForeignKeyConstraint(
            ["grant_id"], ["grants.id"], name=op.f("authorization_codes_to_grants")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("authorization_codes_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("authorization_codes_by_expires_at"),
        "authorization_codes",
        ["expires_at"],
        unique=False,
    )
    op.create_index(
        op.f("authorization_codes_by_grant_id"), "authorization_codes", ["grant_id"], unique=False
    )
    op.create_table(
        "customer_payments",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("invoice_number", WHOLE, nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("payment_date", DAY, nullable=False),
        sa.Column("amount_currency", WHOLE, nullable=False),
        sa.Column("currency", TEXT, nullable=False),
        sa.Column("currency_rate", WHOLE, nullable=False),
        sa.Column("mode_of_payment", TEXT, nullable=False),
        sa.Column("mode_of_payment_account", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("voucher_series", TEXT, nullable=False),
        sa.Column("voucher_number", WHOLE, nullable=False),
        sa.Column("voucher_year", WHOLE, nullable=False),
        sa.Column("write_offs", TEXT, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "invoice_number"],
            ["customer_invoices.organisation_id", "customer_invoices.document_number"],
            name=op.f("customer_payments_to_customer_invoices"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("customer_payments_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("customer_payments_by_organisation_id_invoice_number"),
        "customer_payments",
        ["organisation_id", "invoice_number"],
        unique=False,
    )
    op.create_index(
        op.f("customer_payments_by_organisation_id_modified"),
        "customer_payments",
        ["organisation_id", "modified"],
        unique=False,
    )
    op.create_index(
        op.f("customer_payments_by_organisation_id_payment_date_number"),
        "customer_payments",
        ["organisation_id", "payment_date", "number"],
        unique=False,
    )
    op.create_table(
        "refresh_tokens",
        sa.Column("hash", TEXT, nullable=False),
        sa.Column("grant_id", WHOLE, nullable=False),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("issued_at", WHOLE, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=False),
        sa.Column("used_at", WHOLE, nullable=True),
        sa.ForeignKeyConstraint(["grant_id"], ["grants.id"], name=op.f("refresh_tokens_to_grants")),
        sa.PrimaryKeyConstraint("hash", name=op.f("refresh_tokens_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("refresh_tokens_by_expires_at"), "refresh_tokens", ["expires_at"], unique=False
    )
    op.create_index(
        op.f("refresh_tokens_by_grant_id"), "refresh_tokens", ["grant_id"], unique=False
    )
    op.create_table(
        "supplier_payments",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("invoice_number", WHOLE, nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("payment_date", DAY, nullable=False),
        sa.Column("amount_currency", WHOLE, nullable=False),
        sa.Column("currency", TEXT, nullable=False),
        sa.Column("currency_rate", WHOLE, nullable=False),
        sa.Column("mode_of_payment", TEXT, nullable=False),
        sa.Column("mode_of_payment_account", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("voucher_series", TEXT, nullable=False),
        sa.Column("voucher_number", WHOLE, nullable=False),
        sa.Column("voucher_year", WHOLE, nullable=False),
        sa.Column("write_offs", TEXT, nullable=False),
        sa.Column("information", TEXT, nullable=False),
        sa.Column("source", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("modified", TEXT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "invoice_number"],
            ["supplier_invoices.organisation_id", "supplier_invoices.given_number"],
            name=op.f("supplier_payments_to_supplier_invoices"),
        ),
        sa.PrimaryKeyConstraint("organisation_id", "number", name=op.f("supplier_payments_key")),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("supplier_payments_by_organisation_id_invoice_number"),
        "supplier_payments",
        ["organisation_id", "invoice_number"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_payments_by_organisation_id_modified"),
        "supplier_payments",
        ["organisation_id", "modified"],
        unique=False,
    )
    op.create_index(
        op.f("supplier_payments_by_organisation_id_payment_date_number"),
        "supplier_payments",
        ["organisation_id", "payment_date", "number"],
        unique=False,
    )
    op.create_table(
        "vouchers",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("date", DAY, nullable=False),
        sa.Column("description", TEXT, nullable=False),
        sa.Column("comments", TEXT, nullable=False),
        sa.Column("cost_center", TEXT, nullable=False),
        sa.Column("project", TEXT, nullable=False),
        sa.Column("reference_type", TEXT, nullable=False),
        sa.Column("reference_number", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.Column("source", TEXT, nullable=True),
        sa.Column("corrects_year", WHOLE, nullable=True),
        sa.Column("corrects_series", TEXT, nullable=True),
        sa.Column("corrects_number", WHOLE, nullable=True),
        sa.Column("sequence", WHOLE, nullable=False),
        sa.Column("registered_at", TEXT, nullable=False),
        sa.Column("registered_by", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("vouchers_numbers_from_one")),
        sa.ForeignKeyConstraint(
            ["organisation_id", "corrects_year", "corrects_series", "corrects_number"],
            ["vouchers.organisation_id", "vouchers.year", "vouchers.series", "vouchers.number"],
            name=op.f("vouchers_to_vouchers"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "series"],
            ["voucher_series.organisation_id", "voucher_series.year", "voucher_series.code"],
            name=op.f("vouchers_to_voucher_series"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year"],
            ["financial_years.organisation_id", "financial_years.id"],
            name=op.f("vouchers_to_financial_years"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "year", "series", "number", name=op.f("vouchers_key")
        ),
        sa.UniqueConstraint(
            "organisation_id", "sequence", name=op.f("vouchers_unique_organisation_id_sequence")
        ),
        sa.UniqueConstraint(
            "organisation_id", "source", name=op.f("vouchers_unique_organisation_id_source")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("vouchers_by_organisation_id_corrects_year_corrects_series_corrects_number"),
        "vouchers",
        ["organisation_id", "corrects_year", "corrects_series", "corrects_number"],
        unique=True,
    )
    op.create_index(
        op.f("vouchers_by_organisation_id_date"),
        "vouchers",
        ["organisation_id", "date"],
        unique=False,
    )
    op.create_table(
        "credit_invoices",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("credit_number", TEXT, nullable=False),
        sa.Column("document_number", WHOLE, nullable=False),
        sa.Column("credit_date", DAY, nullable=False),
        sa.Column("voucher_series", TEXT, nullable=False),
        sa.Column("voucher_number", WHOLE, nullable=False),
        sa.Column("voucher_year", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "document_number"],
            ["customer_invoices.organisation_id", "customer_invoices.document_number"],
            name=op.f("credit_invoices_to_customer_invoices"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "voucher_year", "voucher_series", "voucher_number"],
            ["vouchers.organisation_id", "vouchers.year", "vouchers.series", "vouchers.number"],
            name=op.f("credit_invoices_to_vouchers"),
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "credit_number", name=op.f("credit_invoices_key")
        ),
        sa.UniqueConstraint(
            "organisation_id",
            "document_number",
            name=op.f("credit_invoices_unique_organisation_id_document_number"),
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "postings",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("line", WHOLE, nullable=False),
        sa.Column("account", WHOLE, nullable=False),
        sa.Column("debit", WHOLE, nullable=False),
        sa.Column("credit", WHOLE, nullable=False),
        sa.Column("transaction_information", TEXT, nullable=False),
        sa.Column("cost_center", TEXT, nullable=False),
        sa.Column("project", TEXT, nullable=False),
        sa.Column("carried", TEXT, nullable=False),
        sa.CheckConstraint(
            "debit >= 0 AND credit >= 0 AND (debit = 0 OR credit = 0) AND debit <= 1000000000000000 AND credit <= 1000000000000000",
            name=op.f("postings_one_side"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "account"],
            ["accounts.organisation_id", "accounts.year", "accounts.number"],
            name=op.f("postings_to_accounts"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "series", "number"],
            ["vouchers.organisation_id", "vouchers.year", "vouchers.series", "vouchers.number"],
            name=op.f("postings_to_vouchers"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "year", "series", "number", "line", name=op.f("postings_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("postings_by_organisation_id_year_account"),
        "postings",
        ["organisation_id", "year", "account"],
        unique=False,
    )
    op.create_table(
        "vat_entries",
        sa.Column("organisation_id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("line", WHOLE, nullable=False),
        sa.Column("tax_date", DAY, nullable=False),
        sa.Column("box", TEXT, nullable=False),
        sa.Column("base", WHOLE, nullable=False),
        sa.Column("tax", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id", "year", "series", "number"],
            ["vouchers.organisation_id", "vouchers.year", "vouchers.series", "vouchers.number"],
            name=op.f("vat_entries_to_vouchers"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint(
            "organisation_id", "year", "series", "number", "line", name=op.f("vat_entries_key")
        ),
        sqlite_strict=True,
    )
    op.create_index(
        op.f("vat_entries_by_organisation_id_tax_date"),
        "vat_entries",
        ["organisation_id", "tax_date"],
        unique=False,
    )
    if op.get_context().dialect.name == "postgresql":
        op.create_foreign_key(
            "ledgers_to_vouchers",
            "ledgers",
            "vouchers",
            ["organisation_id", "sequence"],
            ["organisation_id", "sequence"],
            deferrable=True,
            initially="DEFERRED",
        )
        op.create_foreign_key(
            "voucher_series_to_vouchers",
            "voucher_series",
            "vouchers",
            ["organisation_id", "year", "code", "last_number"],
            ["organisation_id", "year", "series", "number"],
            deferrable=True,
            initially="DEFERRED",
        )
