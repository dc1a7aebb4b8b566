"""Which documents, and which of their columns, the database holds fast."""

from sqlalchemy import Table

from reskontra.engine.columns import KEPT_ANSWERS
from reskontra.storage import tables
from reskontra.storage.questions import Given, When

Refusal = tuple[str, str, When, str]

# What may still move once a document is in the ledger; all else of it is as it was then.
MOVING = {
    "customer_invoices": {
        "status", "balance", "reduction_balance", "reduction_paid", "overpaid", "written_off",
        "reduction_written_off", "recovered", "reported", "credit_number", "final_pay_date",
        "reminders", "last_remind_date", "modified", *KEPT_ANSWERS,
    },
    "supplier_invoices": {
        "status", "balance", "booked_balance", "reported", "vouchers", "final_pay_date",
        "modified", *KEPT_ANSWERS,
    },
    "customer_payments": {"status", "modified"},
    "supplier_payments": {"status", "modified"},
    "tax_reduction_claims": {
        "status", "approved_amount", "reference_number", "uploaded_date", "decision_date",
        "payment_date", "approvals", "modified",
    },
    "vat_returns": {"status"},
    "reminders": {
        "status", "withdrawn", "begun_at", "sent_at", "interest_invoice", "invoiced_interest",
        "invoiced_fee", "modified",
    },
}  # fmt: skip


def _changed(table: Table) -> str:
    held = [column.name for column in table.c if column.name not in MOVING[table.name]]
    return " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in held)


def _key_changed(table: Table) -> str:
    return " OR ".join(f"NEW.{column.name} <> OLD.{column.name}" for column in table.primary_key)


def there(table: Table, and_so: str = "") -> str:
    """There is such a row already."""
    same = " AND ".join(f"t.{column.name} = NEW.{column.name}" for column in table.primary_key)
    return f"EXISTS (SELECT 1 FROM {table.name} t WHERE {same}{and_so and f' AND {and_so}'})"


def _posted(event: str, number: str) -> str:
    return (
        "EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
        " AND v.year = NEW.voucher_year AND v.series = NEW.voucher_series"
        f" AND v.number = NEW.voucher_number AND v.source = '{event} ' || NEW.{number})"
    )


def _told_of(event: str, number: str) -> str:
    return (
        "EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = NEW.organisation_id"
        f" AND v.source = '{event} ' || NEW.{number})"
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


IN_USE = " OR ".join(
    (
        _in_use("customer invoice", "customer_invoices", "document_number", "draft"),
        _in_use("customer payment", "customer_payments", "number", "unbooked"),
        _in_use("supplier payment", "supplier_payments", "number", "unbooked"),
    )
)
POSTED_ON = (
    "EXISTS (SELECT 1 FROM monthly_balances m WHERE m.organisation_id = NEW.organisation_id"
    " AND m.account = NEW.number)"
)
CREDITED = (
    "EXISTS (SELECT 1 FROM credit_invoices c WHERE c.organisation_id = NEW.organisation_id"
    " AND c.document_number = NEW.document_number)"
)
REMINDED = (
    "EXISTS (SELECT 1 FROM reminders r WHERE r.organisation_id = NEW.organisation_id"
    " AND r.document_number = NEW.document_number AND r.level = NEW.level"
    " AND r.withdrawn = NEW.withdrawn)"
)
UNPAID = (
    "EXISTS (SELECT 1 FROM customer_invoices i WHERE i.organisation_id = NEW.organisation_id"
    " AND i.document_number = NEW.document_number AND i.status = 'sent' AND i.balance > 0)"
)
TAKEN_BACK = _told_of("cancel supplier invoice", "given_number")
ANOTHER_RETURN = (
    "EXISTS (SELECT 1 FROM vat_returns r WHERE r.organisation_id = NEW.organisation_id"
    " AND r.status = 'filed' AND r.from_date <= NEW.to_date AND NEW.from_date <= r.to_date)"
)
LAST_RETURN = (
    "(SELECT max(r.number) FROM vat_returns r WHERE r.organisation_id = NEW.organisation_id)"
)
# A return tells of its period once: what comes later has another day, or the return is reopened.
TOLD_ALREADY = (
    "EXISTS (SELECT 1 FROM vat_returns r WHERE r.organisation_id = NEW.organisation_id"
    " AND r.status = 'filed' AND NEW.tax_date BETWEEN r.from_date AND r.to_date)"
)


CLAIM = (
    "EXISTS (SELECT 1 FROM tax_reduction_claims c WHERE c.organisation_id = {row}.organisation_id"
    " AND c.number = {row}.claim AND c.status {status})"
)
DECISION_CHANGED = (
    "NEW.reference_number <> OLD.reference_number OR NEW.approvals <> OLD.approvals"
    " OR NEW.approved_amount <> OLD.approved_amount"
    " OR NEW.decision_date IS DISTINCT FROM OLD.decision_date"
)


# fmt: off
def _invoices(table: Table, posted: str, ended: str) -> tuple[Refusal, ...]:
    """What holds of both kinds of invoice: when it is a draft no more, its voucher is `posted`."""
    issued = "OLD.status <> 'draft'"
    return (
        (table.name, "REPLACE", there(table),                                                        "the number is taken"),
        (table.name, "INSERT", Given("NEW.status <> 'draft'", f"NOT {posted}"),                      "an issued invoice has its voucher"),
        (table.name, "UPDATE", Given(issued, _changed(table)),                                       "an issued invoice is never altered"),
        (table.name, "UPDATE", Given(issued, "NEW.status = 'draft'"),                                "an issued invoice is never altered"),
        (table.name, "UPDATE", Given(issued, "OLD.status = 'cancelled' AND NEW.status <> 'cancelled'"), ended),
        (table.name, "UPDATE", Given("OLD.status = 'draft' AND NEW.status <> 'draft'", f"NOT {posted}"), "an issued invoice has its voucher"),
        (table.name, "UPDATE", _key_changed(table),                                                  "an invoice keeps its number"),
        (table.name, "DELETE", issued,                                                               "an issued invoice is never removed"),
    )


def _payments(table: Table, series: str) -> tuple[Refusal, ...]:
    """What holds of both kinds of payment."""
    posted, booked = _posted(series, "number"), "OLD.status <> 'unbooked'"
    return (
        (table.name, "REPLACE", there(table),                                                        "the number is taken"),
        (table.name, "INSERT", _voided(series, "number"),                                            "the number is voided"),
        (table.name, "INSERT", Given("NEW.status <> 'unbooked'", f"NOT {posted}"),                   "a booked payment has its voucher"),
        (table.name, "INSERT", Given("NEW.status = 'undone'", f"NOT {UNDOING}"),                     "a payment is undone by a voucher"),
        (table.name, "UPDATE", Given(booked, _changed(table)),                                       "a booked payment is never altered"),
        (table.name, "UPDATE", Given(booked, "OLD.status = 'undone' AND NEW.status <> 'undone'"),    "an undone payment stays undone"),
        (table.name, "UPDATE", Given(booked, "NEW.status = 'unbooked'"),                             "a booked payment is never altered"),
        (table.name, "UPDATE", Given("OLD.status = 'unbooked' AND NEW.status <> 'unbooked'", f"NOT {posted}"), "a booked payment has its voucher"),
        (table.name, "UPDATE", Given("OLD.status <> 'undone' AND NEW.status = 'undone'", f"NOT {UNDOING}"), "a payment is undone by a voucher"),
        (table.name, "UPDATE", _key_changed(table),                                                  "a payment keeps its number"),
        (table.name, "DELETE", booked,                                                               "a booked payment is undone, not removed"),
    )


# Table, event, when it is refused ("" means always), and the reason given. A REPLACE is an INSERT
# of what is there already: seal.py says whom that concerns.
FROZEN: tuple[Refusal, ...] = (
    *_invoices(tables.customer_invoices, _posted("customer invoice", "document_number"), "a credited invoice stays credited"),
    *_invoices(tables.supplier_invoices, _told_of("supplier invoice", "given_number"), "a cancelled invoice stays cancelled"),
    ("customer_invoices", "INSERT", _voided("customer invoice", "document_number"),                "the number is voided"),
    ("customer_invoices", "UPDATE", "OLD.credit_number <> '' AND NEW.credit_number <> OLD.credit_number", "a credited invoice stays credited"),
    ("supplier_invoices", "INSERT", Given("NEW.status = 'cancelled'", f"NOT {TAKEN_BACK}"),       "an invoice is cancelled by a voucher"),
    ("supplier_invoices", "UPDATE", Given("OLD.status <> 'cancelled' AND NEW.status = 'cancelled'", f"NOT {TAKEN_BACK}"), "an invoice is cancelled by a voucher"),
    ("accounts",          "UPDATE", Given("NEW.type IS DISTINCT FROM OLD.type", POSTED_ON),         "an account that is posted on keeps its type"),
    ("voided_numbers",    "REPLACE", there(tables.voided_numbers),                                "a voided number stays"),
    ("voided_numbers",    "INSERT", IN_USE,                                                       "the number is in use"),
    ("voided_numbers",    "UPDATE", "",                                                           "a voided number stays"),
    ("voided_numbers",    "DELETE", "",                                                           "a voided number stays"),
    ("credit_invoices",   "REPLACE", f"{there(tables.credit_invoices)} OR {CREDITED}",            "already credited"),
    ("credit_invoices",   "INSERT", f"NOT {_posted('credit of', 'document_number')}",             "a credit invoice has its voucher"),
    ("credit_invoices",   "UPDATE", "",                                                           "a credit invoice is never altered"),
    ("credit_invoices",   "DELETE", "",                                                           "a credit invoice is never removed"),
    *_payments(tables.customer_payments, "customer payment"),
    *_payments(tables.supplier_payments, "supplier payment"),
    ("tax_reduction_claims", "REPLACE", there(tables.tax_reduction_claims),                       "the number is taken"),
    ("tax_reduction_claims", "INSERT", "NEW.status <> 'made'",                                    "a claim begins as made"),
    ("tax_reduction_claims", "UPDATE", _changed(tables.tax_reduction_claims),                     "a claim is never altered"),
    ("tax_reduction_claims", "UPDATE", "OLD.status = 'withdrawn' AND NEW.status <> 'withdrawn'",  "a withdrawn claim stays withdrawn"),
    ("tax_reduction_claims", "UPDATE", "OLD.status IN ('decided', 'paid') AND NEW.status NOT IN ('decided', 'paid')", "a decision stays"),
    ("tax_reduction_claims", "UPDATE", Given("OLD.status IN ('decided', 'paid')", DECISION_CHANGED), "a decision stays"),
    ("tax_reduction_claims", "DELETE", "OLD.number > 0",                                          "a claim is withdrawn, not removed"),
    ("claimed_invoices",  "REPLACE", there(tables.claimed_invoices),                              "the invoice is in another claim"),
    ("claimed_invoices",  "INSERT", "NOT " + CLAIM.format(row="NEW", status="= 'made'"),           "an invoice is claimed when its claim is made"),
    ("claimed_invoices",  "UPDATE", "OLD.document_number > 0",                                    "a claimed invoice stays in its claim"),
    ("claimed_invoices",  "DELETE", "NOT " + CLAIM.format(row="OLD", status="= 'withdrawn'"),      "a claimed invoice stays in its claim"),
    ("vat_returns",       "REPLACE", there(tables.vat_returns),                                   "the number is taken"),
    ("vat_returns",       "INSERT", f"NEW.number <> coalesce({LAST_RETURN}, 0) + 1",              "returns are numbered in order"),
    ("vat_returns",       "INSERT", "NEW.status <> 'filed'",                                      "a return is filed first"),
    ("vat_returns",       "INSERT", ANOTHER_RETURN,                                               "the period is filed already"),
    ("vat_returns",       "INSERT", f"NOT {_posted('VAT return', 'number')}",                     "a filed return has its voucher"),
    ("vat_returns",       "UPDATE", _changed(tables.vat_returns),                                 "a filed return is never altered"),
    ("vat_returns",       "UPDATE", "OLD.status = 'reopened' AND NEW.status <> 'reopened'",       "a reopened return is filed anew"),
    ("vat_returns",       "UPDATE", Given("OLD.status <> 'reopened'", f"NEW.status <> OLD.status AND NOT {UNDOING}"), "a return is reopened by a voucher"),
    ("vat_returns",       "DELETE", "",                                                           "a filed return is never removed"),
    ("vat_entries",       "INSERT", TOLD_ALREADY,                                                 "the VAT of that period is filed"),
    ("reminders",         "REPLACE", f"{there(tables.reminders)} OR {REMINDED}",                  "the invoice is reminded of already"),
    ("reminders",         "INSERT", "NEW.status <> 'made'",                                       "a reminder is made before it is sent"),
    ("reminders",         "INSERT", f"NOT {UNPAID}",                                              "a reminder is of an unpaid invoice"),
    ("reminders",         "UPDATE", _changed(tables.reminders),                                   "a reminder is never altered"),
    ("reminders",         "UPDATE", "OLD.status IN ('sent', 'withdrawn') AND NEW.status <> OLD.status", "a reminder that was sent stays sent"),
    ("reminders",         "DELETE", "",                                                           "a reminder is never removed"),
    ("printed_documents", "UPDATE", "",                                                           "what was printed stays"),
    ("printed_documents", "DELETE", "",                                                           "what was printed stays"),
    ("letterheads",       "UPDATE", "",                                                           "a letterhead stays"),
    ("letterheads",       "DELETE", "",                                                           "a letterhead stays"),
    ("number_series",     "REPLACE", there(tables.number_series),                                 "the series is there already"),
    ("number_series",     "UPDATE", f"NEW.latest < OLD.latest OR {_key_changed(tables.number_series)}",  "numbers never go back"),
    ("number_series",     "DELETE", "OLD.latest > 0",                                             "numbers never go back"),
)
# fmt: on
