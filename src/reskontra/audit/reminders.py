"""What must hold of reminders: their numbers, their sums, and what their invoices know of them."""

from reskontra.audit.checks import Check
from reskontra.audit.numbers import number_checks

NEEDS = ("reminders.number", "customer_invoices.reminders")

REMINDER_CHECKS = (
    *number_checks("reminder", "reminders", "number"),
    Check(
        "reminder in no state",
        "reminder {0}: {1}",
        """SELECT r.organisation_id, r.number, r.status FROM reminders r
        WHERE OF(r) AND r.status NOT IN ('made', 'sending', 'sent', 'withdrawn')""",
        NEEDS,
    ),
    Check(
        "reminder does not add up",
        "reminder {0}: {1} öre",
        """SELECT r.organisation_id, r.number, r.total FROM reminders r
        WHERE OF(r) AND (r.total <> r.balance + r.interest + r.fee - r.settled
            OR r.settled > r.interest + r.fee)""",
        NEEDS,
    ),
    Check(
        "reminder out of turn",
        "invoice {0}: {1} reminders, the last of them of level {2}",
        """SELECT r.organisation_id, r.document_number, count(*), max(r.level) FROM reminders r
        WHERE OF(r) AND r.status <> 'withdrawn' GROUP BY r.organisation_id, r.document_number
        HAVING count(*) <> max(r.level) OR count(DISTINCT r.level) <> count(*)""",
        NEEDS,
    ),
    Check(
        "invoice does not know its reminders",
        "invoice {0}: {1}, the last of {2}; {3} were sent, the last of {4}",
        """SELECT * FROM (SELECT i.organisation_id, i.document_number,
            coalesce(i.reminders, 0) AS known, i.last_remind_date AS said,
            count(r.number) AS sent, max(r.reminder_date) AS latest
        FROM customer_invoices i LEFT JOIN reminders r ON r.organisation_id = i.organisation_id
        AND r.document_number = i.document_number AND r.status = 'sent'
        WHERE OF(i) GROUP BY i.organisation_id, i.document_number, i.reminders,
            i.last_remind_date) compared
        WHERE known <> sent OR said IS DISTINCT FROM latest""",
        NEEDS,
    ),
)
