"""Which columns of an issued document the database holds fast."""

from sqlalchemy import Table

from reskontra.storage.tables import customer_invoices

# What may still move once an invoice is issued; all else of it is as it was sent.
MOVING = {
    "customer_invoices": {
        "status", "balance", "reduction_balance", "reduction_paid", "overpaid", "written_off",
        "reduction_written_off", "recovered", "reported", "credit_number", "final_pay_date",
        "modified",
    },
}  # fmt: skip

Refusal = tuple[str, str, str, str]


def _changed(table: Table) -> str:
    held = [column.name for column in table.c if column.name not in MOVING[table.name]]
    return " OR ".join(f"NEW.{name} <> OLD.{name}" for name in held)


FROZEN: tuple[Refusal, ...] = (
    (
        "customer_invoices",
        "UPDATE",
        f"OLD.status <> 'draft' AND ({_changed(customer_invoices)})",
        "an issued invoice is never altered",
    ),
    (
        "customer_invoices",
        "UPDATE",
        "OLD.status <> 'draft' AND NEW.status = 'draft'",
        "an issued invoice is never altered",
    ),
    (
        "customer_invoices",
        "DELETE",
        "OLD.status <> 'draft'",
        "an issued invoice is never removed",
    ),
    ("printed_documents", "UPDATE", "", "what was printed stays"),
    ("printed_documents", "DELETE", "", "what was printed stays"),
    ("letterheads", "UPDATE", "", "a letterhead stays"),
    ("letterheads", "DELETE", "", "a letterhead stays"),
    ("voided_numbers", "UPDATE", "", "a voided number stays"),
    ("voided_numbers", "DELETE", "", "a voided number stays"),
    ("credit_invoices", "UPDATE", "", "a credit invoice is never altered"),
    ("credit_invoices", "DELETE", "", "a credit invoice is never removed"),
    (
        "customer_payments",
        "DELETE",
        "OLD.status <> 'unbooked'",
        "a booked payment is undone, not removed",
    ),
)
