"""Which documents, and which of their columns, the database holds fast."""

from sqlalchemy import Table

from reskontra.storage.tables import (
    credit_invoices,
    customer_invoices,
    customer_payments,
    number_series,
    voided_numbers,
)

Refusal = tuple[str, str, str, str]

# What may still move once a document is in the ledger; all else of it is as it was then.
MOVING = {
    "customer_invoices": {
        "status", "balance", "reduction_balance", "reduction_paid", "overpaid", "written_off",
        "reduction_written_off", "recovered", "reported", "credit_number", "final_pay_date",
        "modified",
    },
    "customer_payments": {"status", "modified"},
}  # fmt: skip


def _changed(table: Table) -> str:
    held = [column.name for column in table.c if column.name not in MOVING[table.name]]
    return " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in held)


def _key_changed(table: Table) -> str:
    return " OR ".join(f"NEW.{column.name} <> OLD.{column.name}" for column in table.primary_key)


def there(table: Table, and_so: str = "") -> str:
    """Refuses what would replace a row: REPLACE in SQLite can pass by the trigger on DELETE."""
    same = " AND ".join(f"t.{column.name} = NEW.{column.name}" for column in table.primary_key)
    return f"EXISTS (SELECT 1 FROM {table.name} t WHERE {same}{and_so and f' AND {and_so}'})"


def _posted(event: str, number: str) -> str:
    return (
        "EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
        " AND v.year = NEW.voucher_year AND v.series = NEW.voucher_series"
        f" AND v.number = NEW.voucher_number AND v.source = '{event} ' || NEW.{number})"
    )


UNDOING = (
    "EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
    " AND v.corrects_year = NEW.voucher_year AND v.corrects_series = NEW.voucher_series"
    " AND v.corrects_number = NEW.voucher_number)"
)


def _voided(series: str, number: str) -> str:
    return (
        "EXISTS (SELECT 1 FROM voided_numbers d WHERE d.organisation_id = NEW.organisation_id"
        f" AND d.series = '{series}' AND d.number = NEW.{number})"
    )


def _in_use(series: str, table: str, number: str, unposted: str) -> str:
    return (
        f"NEW.series = '{series}' AND EXISTS (SELECT 1 FROM {table} t WHERE t.organisation_id"
        f" = NEW.organisation_id AND t.{number} = NEW.number AND t.status <> '{unposted}')"
    )


INVOICE_IN_USE = _in_use("customer invoice", "customer_invoices", "document_number", "draft")
PAYMENT_IN_USE = _in_use("customer payment", "customer_payments", "number", "unbooked")
CREDITED = (
    "EXISTS (SELECT 1 FROM credit_invoices c WHERE c.organisation_id = NEW.organisation_id"
    " AND c.document_number = NEW.document_number)"
)
UNPOSTED_INVOICE = f"NEW.status <> 'draft' AND NOT {_posted('customer invoice', 'document_number')}"
UNPOSTED_PAYMENT = f"NEW.status <> 'unbooked' AND NOT {_posted('customer payment', 'number')}"

# Table, event, when it is refused ("" means always), and the reason given.
# fmt: off
FROZEN: tuple[Refusal, ...] = (
    ("customer_invoices", "INSERT", there(customer_invoices),                                     "the number is taken"),
    ("customer_invoices", "INSERT", _voided("customer invoice", "document_number"),                "the number is voided"),
    ("customer_invoices", "INSERT", UNPOSTED_INVOICE,                                             "an issued invoice has its voucher"),
    ("customer_invoices", "UPDATE", f"OLD.status <> 'draft' AND ({_changed(customer_invoices)})", "an issued invoice is never altered"),
    ("customer_invoices", "UPDATE", "OLD.status <> 'draft' AND NEW.status = 'draft'",             "an issued invoice is never altered"),
    ("customer_invoices", "UPDATE", f"OLD.status = 'draft' AND {UNPOSTED_INVOICE}",               "an issued invoice has its voucher"),
    ("customer_invoices", "UPDATE", _key_changed(customer_invoices),                              "an invoice keeps its number"),
    ("customer_invoices", "UPDATE", "OLD.status = 'cancelled' AND NEW.status <> 'cancelled'",     "a credited invoice stays credited"),
    ("customer_invoices", "UPDATE", "OLD.credit_number <> '' AND NEW.credit_number <> OLD.credit_number", "a credited invoice stays credited"),
    ("customer_invoices", "DELETE", "OLD.status <> 'draft'",                                      "an issued invoice is never removed"),
    ("voided_numbers",    "INSERT", there(voided_numbers),                                        "a voided number stays"),
    ("voided_numbers",    "INSERT", f"{INVOICE_IN_USE} OR {PAYMENT_IN_USE}",                      "the number is in use"),
    ("voided_numbers",    "UPDATE", "",                                                           "a voided number stays"),
    ("voided_numbers",    "DELETE", "",                                                           "a voided number stays"),
    ("credit_invoices",   "INSERT", f"{there(credit_invoices)} OR {CREDITED}",                    "already credited"),
    ("credit_invoices",   "INSERT", f"NOT {_posted('credit of', 'document_number')}",             "a credit invoice has its voucher"),
    ("credit_invoices",   "UPDATE", "",                                                           "a credit invoice is never altered"),
    ("credit_invoices",   "DELETE", "",                                                           "a credit invoice is never removed"),
    ("customer_payments", "INSERT", there(customer_payments),                                     "the number is taken"),
    ("customer_payments", "INSERT", _voided("customer payment", "number"),                        "the number is voided"),
    ("customer_payments", "INSERT", UNPOSTED_PAYMENT,                                             "a booked payment has its voucher"),
    ("customer_payments", "INSERT", f"NEW.status = 'undone' AND NOT {UNDOING}",                   "a payment is undone by a voucher"),
    ("customer_payments", "UPDATE", f"OLD.status <> 'unbooked' AND ({_changed(customer_payments)})", "a booked payment is never altered"),
    ("customer_payments", "UPDATE", "OLD.status = 'undone' AND NEW.status <> 'undone'",           "an undone payment stays undone"),
    ("customer_payments", "UPDATE", "OLD.status <> 'unbooked' AND NEW.status = 'unbooked'",       "a booked payment is never altered"),
    ("customer_payments", "UPDATE", f"OLD.status = 'unbooked' AND {UNPOSTED_PAYMENT}",            "a booked payment has its voucher"),
    ("customer_payments", "UPDATE", f"OLD.status <> 'undone' AND NEW.status = 'undone' AND NOT {UNDOING}", "a payment is undone by a voucher"),
    ("customer_payments", "UPDATE", _key_changed(customer_payments),                              "a payment keeps its number"),
    ("customer_payments", "DELETE", "OLD.status <> 'unbooked'",                                   "a booked payment is undone, not removed"),
    ("printed_documents", "UPDATE", "",                                                           "what was printed stays"),
    ("printed_documents", "DELETE", "",                                                           "what was printed stays"),
    ("letterheads",       "UPDATE", "",                                                           "a letterhead stays"),
    ("letterheads",       "DELETE", "",                                                           "a letterhead stays"),
    ("number_series",     "INSERT", there(number_series),                                         "the series is there already"),
    ("number_series",     "UPDATE", f"NEW.latest < OLD.latest OR {_key_changed(number_series)}",  "numbers never go back"),
    ("number_series",     "DELETE", "OLD.latest > 0",                                             "numbers never go back"),
)
# fmt: on
