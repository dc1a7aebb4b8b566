"""Every table of the books. A column bears its attribute's name; each key begins with its owner."""

from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Index,
    Table,
    UniqueConstraint,
)

from reskontra.domain.claims import Case, ClaimStatus
from reskontra.domain.customer_invoice import InvoiceRow, Status
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import PaymentStatus, WriteOff
from reskontra.domain.reminders import Charge, InterestRow, ReminderStatus
from reskontra.domain.supplier_invoice import SupplierInvoiceRow, SupplierStatus
from reskontra.domain.tax_reduction import TaxReductionType
from reskontra.domain.vat import SupplierVatType, VatType
from reskontra.domain.vat_period import VatPeriod
from reskontra.domain.vat_return import BoxSum, ReturnStatus
from reskontra.domain.voucher import VoucherKey
from reskontra.engine import schema
from reskontra.engine.columns import (
    amounts,
    blob,
    brief_rows,
    choice,
    chosen,
    computed_money,
    counted,
    day,
    flag,
    folded,
    found_by,
    json,
    kept_answers,
    keys,
    money,
    optional_text,
    quantity,
    rate,
    repeated,
    repeated_flag,
    rows,
    text,
    typed,
    whole,
)
from reskontra.engine.schema import ORGANISED, only, shared, to
from reskontra.storage.filters import FILTERS

LARGEST = 10**15  # öre; beyond it the two engines would sum differently
LATER: dict[str, Any] = {"deferrable": True, "initially": "DEFERRED"}
IN_A_CIRCLE: dict[str, Any] = LATER | {"use_alter": True}


def owned(name: str, *parts: Any, key: tuple[str, ...], **how: Any) -> Table:
    """A table whose rows each belong to one organisation, with the indexes of its named filters."""
    indexed = [each for each in FILTERS if each.table == name and each.indexed_by]
    own = [Index(f"{name}_{it.word}", *it.indexed_by, **only(it.condition)) for it in indexed]
    return schema.owned(name, *parts, *own, key=key, **how)


def register(name: str, *parts: Any, key: tuple[str, ...]) -> Table:
    """A register: its searched columns, what it merely carries, and when it was last changed."""
    return owned(name, *parts, json("carried"), text("modified"), ORGANISED(), key=key)


# The ledger: append-only, sealed by the triggers of seal.py

# One row an organisation. Posting locks it, so that vouchers form one chain, and so that moving
# the lock date waits for postings under way and the other way round.
ledgers = owned(
    "ledgers",
    whole("sequence", nullable=True),
    text("hash"),
    day("locked_through", nullable=True),
    ORGANISED(),
    to("vouchers", "sequence", **IN_A_CIRCLE),
    key=(),
)

financial_years = owned(
    "financial_years",
    whole("id"),
    day("from_date", "to_date"),
    flag("closed"),
    choice("accounting_method", AccountingMethod),
    day("adopted", nullable=True),
    json("carried"),
    ORGANISED(),
    CheckConstraint("from_date <= to_date", "from_before_to"),
    Index(None, "organisation_id", "from_date", unique=True),
    key=("id",),
)

accounts = owned(
    "accounts",
    whole("year"),
    whole("number"),
    text("description"),
    flag("active"),
    text("vat_code"),
    whole("sru"),
    optional_text("type"),
    money("balance_brought_forward"),
    json("carried"),
    text("modified"),
    to("financial_years", "year", of=("id",)),
    Index(None, "organisation_id", "number", **only("type IS NOT NULL")),
    key=("year", "number"),
)

voucher_series = owned(
    "voucher_series",
    whole("year"),
    chosen("code"),
    text("description"),
    flag("manual"),
    whole("last_number", nullable=True),
    json("carried"),
    text("modified"),
    to("financial_years", "year", of=("id",)),
    # The counter points at its newest voucher, so that a number cannot be taken and left unused.
    to("vouchers", "year", "code", "last_number", of=("year", "series", "number"), **IN_A_CIRCLE),
    key=("year", "code"),
)

vouchers = owned(
    "vouchers",
    whole("year"),
    text("series"),
    whole("number"),
    day("date"),
    text("description", "comments", "cost_center", "project"),
    text("reference_type", "reference_number"),
    json("carried"),
    optional_text("source"),
    whole("corrects_year", nullable=True),
    optional_text("corrects_series"),
    whole("corrects_number", nullable=True),
    whole("sequence"),
    text("registered_at", "registered_by"),
    text("document"),  # the digest of the document that it is the voucher of, as it was then
    text("hash"),
    to("financial_years", "year", of=("id",)),
    to("voucher_series", "year", "series", of=("year", "code")),
    to(
        "vouchers",
        "corrects_year",
        "corrects_series",
        "corrects_number",
        of=("year", "series", "number"),
    ),
    UniqueConstraint("organisation_id", "source"),
    UniqueConstraint("organisation_id", "sequence"),
    Index(
        None, "organisation_id", "corrects_year", "corrects_series", "corrects_number", unique=True
    ),
    Index(None, "organisation_id", "date"),
    CheckConstraint("number > 0", "numbers_from_one"),
    key=("year", "series", "number"),
)

postings = owned(
    "postings",
    whole("year"),
    text("series"),
    whole("number"),
    whole("line"),
    whole("account"),
    money("debit", "credit"),
    text("transaction_information", "cost_center", "project"),
    json("carried"),
    to("vouchers", "year", "series", "number", **LATER),
    to("accounts", "year", "account", of=("year", "number")),
    CheckConstraint(
        f"debit >= 0 AND credit >= 0 AND (debit = 0 OR credit = 0)"
        f" AND debit <= {LARGEST} AND credit <= {LARGEST}",
        "one_side",
    ),
    Index(None, "organisation_id", "year", "account"),
    *(
        Index(None, "organisation_id", "year", name, **only(f"{name} <> ''"))
        for name in ("cost_center", "project")
    ),
    key=("year", "series", "number", "line"),
)

# What each account was debited and credited in each month of a year. Triggers keep it, so that a
# balance costs no summing of postings.
monthly_balances = owned(
    "monthly_balances",
    whole("year"),
    whole("account"),
    day("month"),  # its first day
    money("debit", "credit"),
    to("accounts", "year", "account", of=("year", "number")),
    key=("year", "account", "month"),
)

vat_entries = owned(
    "vat_entries",
    whole("year"),
    text("series"),
    whole("number"),
    whole("line"),
    day("tax_date"),
    text("box"),
    money("base", "tax"),
    to("vouchers", "year", "series", "number", **LATER),
    Index(None, "organisation_id", "tax_date"),
    key=("year", "series", "number", "line"),
)

# SIE files that were posted, as they came: a voucher that refers to one may be as the file has it.
sie_imports = owned(
    "sie_imports",
    whole("id", "year"),
    text("digest", "name", "at", "by"),
    blob("content"),
    whole("first_sequence", "vouchers"),
    json("plan", "kept"),
    to("financial_years", "year", of=("id",)),
    # What the seal asks of a file for each of its vouchers, without a look past the file itself.
    Index("sie_imports_asked", "organisation_id", "year", "id", "first_sequence", "vouchers"),
    key=("id",),
)

# Numbers of vouchers that nobody bears, because a file passed over them.
skipped_numbers = owned(
    "skipped_numbers",
    whole("year"),
    text("series"),
    whole("from_number", "to_number", "import_id"),
    to("voucher_series", "year", "series", of=("year", "code")),
    to("sie_imports", "import_id", of=("id",)),
    CheckConstraint("from_number <= to_number", "from_before_to"),
    key=("year", "series", "from_number"),
)

# What was done to the books' surroundings: locks, years, settings, access. Append-only, and a chain
# of hashes as the vouchers are.
history = owned(
    "history",
    whole("number"),
    text("at", "by", "what"),
    json("detail"),
    text("hash"),
    ORGANISED(),
    key=("number",),
)

# The heads of both chains as they were signed: whoever keeps a copy elsewhere can tell later
# whether the books are still those.
heads = owned(
    "heads",
    whole("number"),
    text("at"),
    whole("vouchers"),
    text("hash"),
    whole("entries"),
    text("history_hash", "key", "signature"),
    ORGANISED(),
    key=("number",),
)

# The latest number of each series, and how many were taken in the month of that number.
number_series = owned(
    "number_series",
    text("name"),
    whole("latest"),
    text("month"),
    whole("taken"),
    ORGANISED(),
    key=("name",),
)

# How many documents there are of each kind and status. Triggers keep it, so that an exact total
# costs no counting.
tallies = owned("tallies", text("kind", "status"), whole("count"), key=("kind", "status"))

# The registers

customers = register(
    "customers",
    text("customer_number", "name"),
    flag("active"),
    text("organisation_number", "address1", "zip_code", "city", "email", "email_invoice"),
    text("phone1", "gln", "gln_delivery", "vat_type", "vat_number", "terms_of_payment"),
    folded("customer_number", "name", "zip_code", "city", "email", "phone1"),
    folded("organisation_number", "gln", "gln_delivery"),
    Index(None, "organisation_id", "name_folded"),
    key=("customer_number",),
)

suppliers = register(
    "suppliers",
    text("supplier_number", "name"),
    flag("active"),
    text("organisation_number", "zip_code", "city", "email", "phone1", "phone2", "currency"),
    text("pre_defined_account"),
    folded("supplier_number", "name", "zip_code", "city", "email", "phone1", "phone2"),
    folded("organisation_number"),
    Index(None, "organisation_id", "name_folded"),
    key=("supplier_number",),
)

articles = register(
    "articles",
    text("article_number", "description"),
    flag("active"),
    text("type"),
    whole("vat"),
    text("unit"),
    money("sales_price", "purchase_price"),
    text("ean", "supplier_number", "manufacturer", "manufacturer_article_number"),
    flag("webshop_article"),
    quantity("quantity_in_stock"),
    computed_money("stock_value"),
    folded("article_number", "description", "ean", "supplier_number", "manufacturer"),
    folded("manufacturer_article_number"),
    key=("article_number",),
)

terms_of_payment = register("terms_of_payment", chosen("code"), text("description"), key=("code",))
units = register("units", chosen("code"), text("description"), key=("code",))
cost_centers = register(
    "cost_centers", chosen("code"), text("description"), flag("active"), key=("code",)
)
currencies = register(
    "currencies",
    text("code", "description"),
    rate("buy_rate", "sell_rate", "unit"),
    day("date", nullable=True),
    key=("code",),
)
projects = register(
    "projects",
    chosen("project_number"),
    text("description"),
    folded("description"),
    key=("project_number",),
)
modes_of_payment = register(
    "modes_of_payment",
    chosen("code"),
    text("description"),
    whole("account_number"),
    key=("code",),
)
predefined_accounts = register("predefined_accounts", text("name"), whole("account"), key=("name",))

# Customer invoices and what happens to them. Each index ends in the number, which every list is
# ordered by in the end: so a page is read off it without sorting.


customer_invoices = owned(
    "customer_invoices",
    whole("document_number"),
    text("customer_number", "customer_name", "address1", "address2", "zip_code", "city"),
    text("country_code", "organisation_number"),
    choice("vat_type", VatType),
    text("vat_number"),
    day("invoice_date", "due_date"),
    choice("status", Status),
    money("net", "total_vat", "round_off", "total"),
    choice("tax_reduction_type", TaxReductionType),
    money("basis_tax_reduction", "tax_reduction"),
    choice("accounting_method", AccountingMethod),
    money("balance", "reduction_balance", "reduction_paid", "overpaid"),
    money("written_off", "reduction_written_off", "recovered"),
    amounts("reported"),
    text("ocr", "comments"),
    text("voucher_series"),
    whole("voucher_number", "voucher_year"),
    text("credit_number"),
    whole("letterhead"),
    day("final_pay_date", nullable=True),
    brief_rows("rows", InvoiceRow),
    counted("reminders"),
    day("last_remind_date", nullable=True),
    json("carried"),
    text("modified"),
    folded("customer_name", "customer_number"),
    found_by("our_reference", "your_reference"),
    repeated("project", "cost_center", "external_invoice_reference1"),
    repeated("external_invoice_reference2", "way_of_delivery", "invoice_type"),
    kept_answers(),
    to("customers", "customer_number"),
    CheckConstraint("(status = 'draft') = (voucher_number = 0)", "issued_has_voucher"),
    Index(None, "organisation_id", "customer_name_folded", "document_number"),
    Index(None, "organisation_id", "customer_number_folded", "document_number"),
    Index(None, "organisation_id", "invoice_date", "document_number"),
    Index(None, "organisation_id", "ocr", "document_number"),
    Index(None, "organisation_id", "total", "document_number"),
    Index(None, "organisation_id", "status", "document_number"),
    Index(None, "organisation_id", "external_invoice_reference1", "document_number"),
    Index(None, "organisation_id", "external_invoice_reference2", "document_number"),
    Index(None, "organisation_id", "project", "document_number"),
    Index(None, "organisation_id", "cost_center", "document_number"),
    *(
        Index(None, "organisation_id", name, "document_number", **only(f"{name} IS NOT NULL"))
        for name in ("our_reference", "your_reference")
    ),
    Index(
        "customer_invoices_to_claim",
        "organisation_id",
        "final_pay_date",
        **only("status = 'paid' AND reduction_balance > 0"),
    ),
    Index(
        "customer_invoices_unpaid",
        "organisation_id",
        "due_date",
        "balance",
        **only("status = 'sent' AND balance + 0 > 0"),  # as no list says it
    ),
    key=("document_number",),
)

# Numbers that no document bears, each with its reason: every gap in a series is explained here.
voided_numbers = owned(
    "voided_numbers",
    text("series"),
    whole("number"),
    text("at", "by", "why"),
    ORGANISED(),
    key=("series", "number"),
)

credit_invoices = owned(
    "credit_invoices",
    text("credit_number"),
    whole("document_number"),
    day("credit_date"),
    text("voucher_series"),
    whole("voucher_number", "voucher_year"),
    to("customer_invoices", "document_number"),
    to(
        "vouchers",
        "voucher_year",
        "voucher_series",
        "voucher_number",
        of=("year", "series", "number"),
    ),
    UniqueConstraint("organisation_id", "document_number"),
    key=("credit_number",),
)

# The digest of each document when it was first printed: printed again, it is the same to the byte.
printed_documents = owned(
    "printed_documents",
    text("document", "mark"),
    text("digest", "at"),
    ORGANISED(),
    key=("document", "mark"),
)

# Supplier invoices

supplier_invoices = owned(
    "supplier_invoices",
    whole("given_number"),
    text("supplier_number", "supplier_name", "invoice_number"),
    day("invoice_date", "due_date"),
    choice("status", SupplierStatus),
    day("final_pay_date", nullable=True),
    text("comments", "currency"),
    rate("currency_rate"),
    money("total", "vat"),
    whole("vat_rate"),
    money("balance", "booked_balance"),
    amounts("reported"),
    choice("vat_type", SupplierVatType),
    text("sales_type"),
    choice("accounting_method", AccountingMethod),
    keys("vouchers", VoucherKey),
    brief_rows("rows", SupplierInvoiceRow),
    json("carried"),
    text("modified"),
    repeated("project", "cost_center", "external_invoice_number", "external_invoice_series"),
    repeated_flag("disable_payment_file"),
    kept_answers(),
    to("suppliers", "supplier_number"),
    CheckConstraint("given_number > 0", "numbers_from_one"),
    CheckConstraint("(status = 'draft') = (vouchers = '[]')", "booked_has_voucher"),
    Index(None, "organisation_id", "supplier_number", "given_number"),
    Index(
        "supplier_invoices_by_supplier_and_invoice_number",
        "organisation_id",
        "supplier_number",
        "invoice_number",
        "invoice_date",
    ),
    Index(None, "organisation_id", "invoice_number", "given_number"),
    Index(None, "organisation_id", "invoice_date", "given_number"),
    Index(None, "organisation_id", "status", "given_number"),
    Index(None, "organisation_id", "status", "due_date"),
    key=("given_number",),
)

# Payments of both kinds of invoice


def payments(name: str, *own: Any, of: tuple[str, str]) -> Table:
    """The payments of the invoices in one table, which have their number in one column."""
    invoices, number = of
    return owned(
        name,
        whole("number", "invoice_number"),
        money("amount"),
        day("payment_date"),
        money("amount_currency"),
        text("currency"),
        rate("currency_rate"),
        text("mode_of_payment"),
        whole("mode_of_payment_account"),
        choice("status", PaymentStatus),
        text("voucher_series"),
        whole("voucher_number", "voucher_year"),
        rows("write_offs", WriteOff),
        *own,
        text("source"),
        json("carried"),
        text("modified"),
        to(invoices, "invoice_number", of=(number,)),
        Index(None, "organisation_id", "invoice_number"),
        Index(None, "organisation_id", "payment_date", "number"),
        Index(None, "organisation_id", "modified"),
        key=("number",),
    )


customer_payments = payments("customer_payments", of=("customer_invoices", "document_number"))
supplier_payments = payments(
    "supplier_payments", text("information"), of=("supplier_invoices", "given_number")
)

# Claims of tax reductions

tax_reduction_claims = owned(
    "tax_reduction_claims",
    whole("number"),
    choice("type", TaxReductionType),
    day("from_date", "to_date"),
    text("name"),
    choice("status", ClaimStatus),
    money("asked_amount", "approved_amount"),
    text("reference_number"),
    day("created_date", "uploaded_date", "decision_date", "payment_date", nullable=True),
    typed("cases", tuple[Case, ...]),
    typed("approvals", tuple[int, ...]),
    text("file"),
    typed("warnings", tuple[str, ...]),
    typed("left_out", tuple[str, ...]),
    json("carried"),
    text("modified"),
    ORGANISED(),
    UniqueConstraint("organisation_id", "name"),
    Index(None, "organisation_id", "from_date", "number"),
    Index(None, "organisation_id", "status", "number"),
    key=("number",),
)

# The invoices of the claims that are not withdrawn: none is in two of them.
claimed_invoices = owned(
    "claimed_invoices",
    whole("document_number", "claim"),
    to("customer_invoices", "document_number"),
    to("tax_reduction_claims", "claim", of=("number",)),
    Index(None, "organisation_id", "claim"),
    key=("document_number",),
)

# VAT returns as they were filed

vat_returns = owned(
    "vat_returns",
    whole("number"),
    text("period"),
    choice("kind", VatPeriod),
    day("from_date", "to_date", "filed"),
    rows("boxes", BoxSum),
    whole("entries"),
    text("file"),
    whole("corrects"),
    choice("status", ReturnStatus),
    text("voucher_series"),
    whole("voucher_number", "voucher_year"),
    ORGANISED(),
    CheckConstraint("from_date <= to_date", "from_before_to"),
    Index(None, "organisation_id", "to_date"),
    key=("number",),
)

# Reminders of customer invoices

reminder_settings = register(
    "reminder_settings",
    whole("first_after", "second_after", "days_between", "days_to_pay"),
    choice("charge", Charge),
    flag("interest"),
    rate("agreed_rate"),
    key=(),
)
unreminded_customers = register(
    "unreminded_customers",
    text("customer_number", "reason"),
    to("customers", "customer_number"),
    key=("customer_number",),
)
disputed_invoices = register(
    "disputed_invoices",
    whole("document_number"),
    text("reason"),
    to("customer_invoices", "document_number"),
    key=("document_number",),
)
# Of an invoice there is one reminder of each level, but for those that were withdrawn: two runs at
# once cannot make the same one.
reminders = register(
    "reminders",
    whole("number", "document_number", "level"),
    day("reminder_date", "due_date"),
    money("balance", "interest"),
    choice("charge", Charge),
    money("fee", "settled", "total"),
    rows("interest_rows", InterestRow),
    choice("status", ReminderStatus),
    whole("withdrawn"),
    text("begun_at", "sent_at"),
    whole("letterhead", "interest_invoice"),
    money("invoiced_interest", "invoiced_fee"),
    to("customer_invoices", "document_number"),
    UniqueConstraint(
        "organisation_id",
        "document_number",
        "level",
        "withdrawn",
        name="reminders_one_of_a_level",
    ),
    CheckConstraint("(status = 'withdrawn') = (withdrawn <> 0)", "withdrawn_is_told"),
    Index(None, "organisation_id", "status", "number"),
    key=("number",),
)
# What the law's interest follows from, by the first day of a half-year; the earlier ones come with
# the program.
reference_rates = shared("reference_rates", day("from_date"), rate("percent"), key="from_date")

# What calls with an Idempotency-Key were answered, for as long as they may be repeated. A status of
# 0: the call is under way. A long answer is not kept; the record that it showed is named instead.

replies = owned(
    "replies",
    text("client_id", "repeat_key", "fingerprint"),
    whole("status", "at"),
    blob("body"),
    text("record"),
    ORGANISED(),
    Index(None, "organisation_id", "at"),
    key=("client_id", "repeat_key"),
)

# What has happened in the books, for whoever listens: numbered 1, 2, 3 … in the order of commits,
# and kept for some weeks. A head has the latest number, the earliest that is kept, and the moment
# since when all are. Whoever waits asks for the heads of many at once.

events = owned(
    "events",
    whole("number"),
    text("at", "topic", "type", "entity"),
    json("detail"),
    text("by", "request_id"),
    ORGANISED(),
    key=("number",),
    in_key_order=True,
)
event_heads = owned(
    "event_heads",
    whole("latest", "earliest"),
    text("kept_since"),
    ORGANISED(),
    key=(),
    in_key_order=True,
    read_by_all="they show only how many events there have been",
)
