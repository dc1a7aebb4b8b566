"""What must hold between the ledger and its documents: invoices, credits, payments."""

from typing import NamedTuple

from reskontra.audit.checks import Check, key
from reskontra.audit.numbers import CREDIT_NUMBERS, number_checks


class Bookable(NamedTuple):
    """A kind of document, and the event by which its voucher names it."""

    what: str
    event: str  # what the voucher's source begins with; the document's number follows
    table: str
    number: str
    posted: str  # when it must have its voucher
    postable: str  # when it may have one
    keyed: bool = True  # the document has its voucher's key in columns
    in_turn: bool = True  # its numbers are drawn one by one, by the series of its own name


# fmt: off
DOCUMENTS = (
    #         what                event               table                number             must have its voucher            may have one             keyed  in turn
    Bookable("customer invoice", "customer invoice", "customer_invoices", "document_number", "d.status <> 'draft'",            "d.status <> 'draft'"),
    Bookable("credit invoice",   "credit of",        "credit_invoices",   "document_number", "1 = 1",                          "1 = 1",                 True,  False),
    Bookable("customer payment", "customer payment", "customer_payments", "number",          "d.status <> 'unbooked'",         "d.status <> 'unbooked'"),
    Bookable("supplier invoice", "supplier invoice", "supplier_invoices", "given_number",    "d.status IN ('booked', 'paid')", "d.status <> 'draft'", False, False),
    Bookable("supplier payment", "supplier payment", "supplier_payments", "number",          "d.status <> 'unbooked'",         "d.status <> 'unbooked'"),
)
# fmt: on


def of_event(event: str) -> str:
    """By range, for the index; `!` is the sign that follows the blank."""
    return f"v.source >= '{event} ' AND v.source < '{event}!'"


def voucher_checks(document: Bookable) -> list[Check]:
    """Every document has its voucher, and every such voucher its document."""
    what, event, table, number, posted, postable, keyed, _ = document
    said = f"d.organisation_id, '{event} ' || d.{number} AS source"
    posting = "v.organisation_id, v.source"
    if keyed:
        said += ", d.voucher_year, d.voucher_series, d.voucher_number"
        posting += ", v.year, v.series, v.number"
    documents = f"SELECT {said} FROM {table} d WHERE OF(d)"
    vouchers = f"SELECT {posting} FROM vouchers v WHERE OF(v) AND {of_event(event)}"
    needs = (f"{table}.{number}",)
    return [
        Check(
            f"{what} without its voucher",
            "{0}",
            f"{documents} AND {posted} EXCEPT {vouchers}",
            needs,
        ),
        Check(
            f"voucher without its {what}",
            "{0}",
            f"{vouchers} EXCEPT {documents} AND {postable}",
            needs,
        ),
    ]


def corrected(payment: str) -> str:
    """Whether a voucher takes back the payment's own."""
    return f"""EXISTS (SELECT 1 FROM vouchers v WHERE v.organisation_id = {payment}.organisation_id
        AND v.corrects_year = {payment}.voucher_year
        AND v.corrects_series = {payment}.voucher_series
        AND v.corrects_number = {payment}.voucher_number)"""


def payment_checks(what: str, table: str) -> list[Check]:
    needs = (f"{table}.voucher_number",)
    return [
        Check(
            f"{what} names another invoice than its voucher",
            "payment {0} of invoice {1}, voucher of {2}",
            f"""SELECT p.organisation_id, p.number, p.invoice_number, v.reference_number
            FROM {table} p JOIN vouchers v ON v.organisation_id = p.organisation_id
            AND v.source = '{what} ' || p.number
            WHERE OF(p) AND v.reference_number <> CAST(p.invoice_number AS text)""",
            needs,
        ),
        Check(
            f"{what} undone without correction",
            "payment {0}",
            f"""SELECT p.organisation_id, p.number FROM {table} p
            WHERE OF(p) AND (p.status = 'undone') <> {corrected("p")}""",
            needs,
        ),
        Check(
            f"{what} in no state",
            "payment {0}: {1}",
            f"""SELECT p.organisation_id, p.number, p.status FROM {table} p
            WHERE OF(p) AND p.status NOT IN ('unbooked', 'booked', 'undone')""",
            needs,
        ),
        Check(
            f"unbooked {what} with voucher",
            "payment {0}",
            f"""SELECT p.organisation_id, p.number FROM {table} p
            WHERE OF(p) AND p.status = 'unbooked' AND p.voucher_number <> 0""",
            needs,
        ),
    ]


def tally_check(what: str, table: str, unpaid: str = "", to_pay_back: bool = False) -> Check:
    """Documents as triggers have counted them, and as they are; `unpaid` ones of 0 are apart, and
    where there are such, those that are `to_pay_back`."""
    alone = (
        f"WHEN i.status = '{unpaid}' AND i.balance = 0 THEN '{unpaid} in full'" if unpaid else ""
    )
    if to_pay_back:
        alone += f" WHEN i.status = '{unpaid}' AND i.balance < 0 THEN '{unpaid} to pay back'"
    tallied = f"""SELECT t.organisation_id, t.status, t.count FROM tallies t
        WHERE OF(t) AND t.kind = '{table}' AND t.count <> 0"""
    counted = f"""SELECT i.organisation_id, CASE {alone} WHEN 1 = 1 THEN i.status END AS status,
            count(*) AS count FROM {table} i WHERE OF(i) GROUP BY 1, 2"""
    return Check(
        f"{what}tally astray",
        "{1} invoices counted as {0}",
        f"""SELECT organisation_id, status, count FROM ({tallied} EXCEPT {counted}) too_many
        UNION ALL SELECT organisation_id, status, count FROM ({counted} EXCEPT {tallied}) missing""",
        ("tallies.count", f"{table}.status"),
    )


CUSTOMER_INVOICES = (
    Check(
        "draft with voucher",
        "invoice {0}",
        """SELECT i.organisation_id, i.document_number FROM customer_invoices i
        WHERE OF(i) AND i.status = 'draft' AND (i.voucher_number <> 0 OR i.voucher_year <> 0
            OR i.voucher_series <> '' OR i.credit_number <> '')""",
    ),
    Check(
        "invoice total does not add up",
        "invoice {0}: {1} + {2} + {3} is not {4}",
        """SELECT i.organisation_id, i.document_number, i.net, i.total_vat, i.round_off, i.total
        FROM customer_invoices i
        WHERE OF(i) AND (i.net + i.total_vat + i.round_off <> i.total OR i.total % 100 <> 0
            OR abs(i.round_off) > 50)""",
    ),
    Check(
        "tax reduction that there cannot be",
        "invoice {0} to a customer under {1}: {2} of {3}",
        """SELECT i.organisation_id, i.document_number, i.vat_type, i.tax_reduction, i.total
        FROM customer_invoices i WHERE OF(i) AND i.status <> 'cancelled' AND i.tax_reduction <> 0
        AND (i.vat_type IN ('SEREVERSEDVAT', 'EUREVERSEDVAT', 'EXPORT')
            OR abs(i.tax_reduction) > abs(i.total) OR (i.tax_reduction > 0) <> (i.total > 0))""",
    ),
    Check(
        "receivable is not the total",
        "invoice {0}: total {1}, of it tax reduction {2}; posted {3} and {4}",
        """SELECT i.organisation_id, i.document_number, i.total, i.tax_reduction,
            coalesce(sum(p.debit - p.credit), 0), coalesce(sum(
                CASE WHEN p.account = 1513 THEN p.debit - p.credit ELSE 0 END), 0)
        FROM customer_invoices i LEFT JOIN postings p ON p.organisation_id = i.organisation_id
        AND p.year = i.voucher_year AND p.series = i.voucher_series
        AND p.number = i.voucher_number AND p.account IN (1510, 1513)
        WHERE OF(i) AND i.status <> 'draft'
        GROUP BY i.organisation_id, i.document_number, i.total, i.tax_reduction
        HAVING coalesce(sum(p.debit - p.credit), 0) <> i.total OR coalesce(sum(
            CASE WHEN p.account = 1513 THEN p.debit - p.credit ELSE 0 END), 0) <> i.tax_reduction""",
    ),
    Check(
        "invoice balance is not the ledger's",
        "invoice {0}: {1}, {2} and {3}; its vouchers say {4}, {5} and {6}",
        f"""WITH moved AS (
            SELECT v.organisation_id, v.reference_number AS document,
                sum(CASE WHEN p.account = 1510 THEN p.debit - p.credit ELSE 0 END) AS receivable,
                sum(CASE WHEN p.account = 1513 THEN p.debit - p.credit ELSE 0 END) AS reduction,
                sum(CASE WHEN p.account = 2420 THEN p.credit - p.debit ELSE 0 END) AS advance
            FROM vouchers v JOIN postings p ON {key("p")}
            WHERE OF(v) AND v.reference_type IN ('INVOICE', 'INVOICEPAYMENT')
            AND p.account IN (1510, 1513, 2420)
            GROUP BY v.organisation_id, v.reference_number)
        SELECT i.organisation_id, i.document_number, i.balance, i.reduction_balance, i.overpaid,
            coalesce(m.receivable, 0), coalesce(m.reduction, 0), coalesce(m.advance, 0)
        FROM customer_invoices i LEFT JOIN moved m ON m.organisation_id = i.organisation_id
        AND m.document = CAST(i.document_number AS text)
        WHERE OF(i) AND i.status <> 'draft' AND (i.balance <> coalesce(m.receivable, 0)
            OR i.reduction_balance <> coalesce(m.reduction, 0)
            OR i.overpaid <> coalesce(m.advance, 0))""",
    ),
    Check(
        "paid invoice with balance",
        "invoice {0}: {1} öre",
        """SELECT i.organisation_id, i.document_number, i.balance FROM customer_invoices i
        WHERE OF(i) AND i.status IN ('paid', 'cancelled', 'written off') AND i.balance <> 0""",
    ),
    Check(
        "credited invoice without its credit invoice",
        "invoice {0}, {1}: {2}",
        """SELECT i.organisation_id, i.document_number, i.status, i.credit_number
        FROM customer_invoices i LEFT JOIN credit_invoices c
        ON c.organisation_id = i.organisation_id AND c.document_number = i.document_number
        WHERE OF(i) AND ((i.status = 'cancelled') <> (c.credit_number IS NOT NULL)
            OR i.credit_number <> coalesce(c.credit_number, ''))""",
    ),
    tally_check("", "customer_invoices", "sent", to_pay_back=True),
    Check(
        "invoice credited twice",
        "invoice {0}",
        """SELECT c.organisation_id, c.document_number FROM credit_invoices c WHERE OF(c)
        GROUP BY c.organisation_id, c.document_number HAVING count(*) > 1""",
    ),
)

# The tax boxes that follow from an account, and what posts to these accounts by rule alone: a
# client may put a payment's write-off or a supplier's row on any account, so those are left out.
TAXES = (("10", 2611), ("11", 2621), ("12", 2631))
BY_RULE = ("customer invoice", "credit of", "write-off of", "year-end VAT of")
RULED = " OR ".join(f"({of_event(event)}) OR ({of_event('undo ' + event)})" for event in BY_RULE)

VAT = (
    Check(
        "VAT entry with base and tax",
        "voucher {1}{2} of year {0}, entry {3}",
        """SELECT e.organisation_id, e.year, e.series, e.number, e.line FROM vat_entries e
        WHERE OF(e) AND e.base <> 0 AND e.tax <> 0""",
    ),
    *(
        Check(
            f"VAT box {box} is not account {account}",
            "voucher {1}{2} of year {0}: {3} in the box, {4} on the account",
            f"""SELECT * FROM (SELECT v.organisation_id, v.year, v.series, v.number,
                coalesce((SELECT sum(e.tax) FROM vat_entries e
                    WHERE {key("e")} AND e.box = '{box}'), 0) AS told,
                coalesce((SELECT sum(p.credit - p.debit) FROM postings p
                    WHERE {key("p")} AND p.account = {account}), 0) AS posted
            FROM vouchers v WHERE OF(v) AND ({RULED})) compared WHERE told <> posted""",
        )
        for box, account in TAXES
    ),
)


# How many vouchers an invoice's list of them has.
NAMED = "(length(i.vouchers) - length(replace(i.vouchers, '[', '')) - 1)"

SUPPLIER_INVOICES = (
    Check(
        "supplier balance is not the ledger's",
        "supplier invoice {0}: {1}; its vouchers say {2}",
        f"""WITH moved AS (
            SELECT v.organisation_id, v.reference_number AS document,
                sum(p.credit - p.debit) AS debt
            FROM vouchers v JOIN postings p ON {key("p")}
            WHERE OF(v) AND v.reference_type IN ('SUPPLIERINVOICE', 'SUPPLIERPAYMENT')
            AND p.account = 2440 GROUP BY v.organisation_id, v.reference_number)
        SELECT i.organisation_id, i.given_number, i.booked_balance, coalesce(m.debt, 0)
        FROM supplier_invoices i LEFT JOIN moved m ON m.organisation_id = i.organisation_id
        AND m.document = CAST(i.given_number AS text)
        WHERE OF(i) AND i.status <> 'draft' AND i.booked_balance <> coalesce(m.debt, 0)""",
        ("supplier_invoices.given_number", "supplier_invoices.booked_balance"),
    ),
    Check(
        "supplier invoice with balance when it has none",
        "supplier invoice {0}, {1}: {2} öre",
        """SELECT i.organisation_id, i.given_number, i.status, i.balance FROM supplier_invoices i
        WHERE OF(i) AND i.status <> 'booked' AND (i.balance <> 0 OR i.booked_balance <> 0)""",
    ),
    Check(
        "supplier invoice cancelled without correction",
        "supplier invoice {0}, {1}",
        """SELECT i.organisation_id, i.given_number, i.status FROM supplier_invoices i
        LEFT JOIN vouchers v ON v.organisation_id = i.organisation_id
        AND v.source = 'cancel supplier invoice ' || i.given_number
        WHERE OF(i) AND (i.status = 'cancelled') <> (v.number IS NOT NULL)""",
    ),
    Check(
        "supplier invoice names other vouchers",
        "supplier invoice {0}: {1}, and {2} are made of it",
        f"""SELECT i.organisation_id, i.given_number, i.vouchers, count(v.number)
        FROM supplier_invoices i LEFT JOIN vouchers v ON v.organisation_id = i.organisation_id
        AND v.reference_type = 'SUPPLIERINVOICE'
        AND v.reference_number = CAST(i.given_number AS TEXT)
        WHERE OF(i) GROUP BY i.organisation_id, i.given_number, i.vouchers
        HAVING count(v.number) <> {NAMED} OR {NAMED} <> coalesce(sum(CASE WHEN i.vouchers LIKE
            '%[' || v.year || ',"' || v.series || '",' || v.number || ']%' THEN 1 END), 0)""",
    ),
    tally_check("supplier ", "supplier_invoices", "booked"),
)

DOCUMENT_CHECKS = (
    *(check for document in DOCUMENTS for check in voucher_checks(document)),
    *payment_checks("customer payment", "customer_payments"),
    *payment_checks("supplier payment", "supplier_payments"),
    *(
        check
        for each in DOCUMENTS
        if each.in_turn
        for check in number_checks(each.what, each.table, each.number)
    ),
    *number_checks("tax reduction claim", "tax_reduction_claims", "number"),
    *CREDIT_NUMBERS,
    *CUSTOMER_INVOICES,
    *VAT,
    *SUPPLIER_INVOICES,
)
