"""What must hold of the years: their order, what goes on from one to the next, what they tell."""

from reskontra.audit.checks import Check, key


def of_result(number: str, organisation: str) -> str:
    """By what a file has said, else by the first digit; what stands on any other goes on."""
    return f"""coalesce((SELECT max(t.type) FROM accounts t WHERE t.type IS NOT NULL
        AND t.organisation_id = {organisation}.organisation_id AND t.number = {number}),
        CASE WHEN substr(CAST({number} AS text), 1, 1) BETWEEN '3' AND '8'
        THEN 'K' ELSE 'T' END) IN ('K', 'I')"""


# What an invoice charges beside a sale, late interest and reminder fees, is told in no box.
BESIDE = """coalesce((SELECT sum(p.credit - p.debit) FROM postings p
    WHERE p.organisation_id = i.organisation_id AND p.year = i.voucher_year
    AND p.series = i.voucher_series AND p.number = i.voucher_number
    AND p.account IN (8313, 3990)), 0)"""


def waiting_vat(
    what: str, table: str, number: str, references: str, statuses: str, whole: str, part: str
) -> Check:
    """By the cash method VAT waits for payments, until the year is over: then all is told."""
    return Check(
        f"VAT of a {what} waits in a closed year",
        "{0}: {1} of {2}",
        f"""WITH told AS (
            SELECT v.organisation_id, v.reference_number AS document,
                sum(e.base) AS base, sum(e.tax) AS tax
            FROM vouchers v JOIN vat_entries e ON {key("e")}
            JOIN financial_years y ON y.organisation_id = v.organisation_id AND y.id = v.year
            WHERE OF(v) AND y.closed AND v.reference_type IN ({references})
            GROUP BY v.organisation_id, v.reference_number)
        SELECT * FROM (
            SELECT i.organisation_id, i.{number}, {part} AS part, {whole} AS whole
            FROM {table} i JOIN financial_years y ON y.organisation_id = i.organisation_id
            AND i.invoice_date BETWEEN y.from_date AND y.to_date
            LEFT JOIN told t ON t.organisation_id = i.organisation_id
            AND t.document = CAST(i.{number} AS text)
            WHERE OF(i) AND y.closed AND i.status IN ({statuses})) compared
        WHERE abs(part - whole) >= 1""",
        (f"{table}.{number}",),
    )


YEARS = (
    Check(
        "years overlap",
        "years {0} and {1}",
        """SELECT a.organisation_id, a.id, b.id FROM financial_years a
        JOIN financial_years b ON b.organisation_id = a.organisation_id AND b.id > a.id
        WHERE OF(a) AND a.from_date <= b.to_date AND b.from_date <= a.to_date""",
    ),
    Check(
        "years closed out of order",
        "year {1} is closed, year {0} before it is open",
        """SELECT a.organisation_id, a.id, b.id FROM financial_years a
        JOIN financial_years b ON b.organisation_id = a.organisation_id
        AND b.from_date > a.from_date WHERE OF(a) AND b.closed AND NOT a.closed""",
    ),
    Check(
        "result left in a closed year",
        "year {0}: {1} öre",
        f"""SELECT s.organisation_id, s.year, sum(s.change) FROM (
            SELECT p.organisation_id, p.year, p.account, sum(p.debit - p.credit) AS change
            FROM financial_years y
            JOIN postings p ON p.organisation_id = y.organisation_id AND p.year = y.id
            WHERE OF(y) AND y.closed GROUP BY p.organisation_id, p.year, p.account) s
        WHERE {of_result("s.account", "s")}
        GROUP BY s.organisation_id, s.year HAVING sum(s.change) <> 0""",
    ),
    Check(
        "opening balance is not the closing one",
        "account {1} begins year {0} with {2} öre, and ended the one before with {3}",
        f"""SELECT * FROM (
            SELECT y.organisation_id, y.id, n.number,
                coalesce((SELECT a.balance_brought_forward FROM accounts a
                    WHERE a.organisation_id = y.organisation_id
                    AND a.year = y.id AND a.number = n.number), 0) AS opening,
                coalesce((SELECT a.balance_brought_forward FROM accounts a
                    WHERE a.organisation_id = y.organisation_id
                    AND a.year = p.id AND a.number = n.number), 0)
                + coalesce((SELECT sum(r.debit - r.credit) FROM postings r
                    WHERE r.organisation_id = y.organisation_id
                    AND r.year = p.id AND r.account = n.number), 0) AS closing
            FROM financial_years y
            JOIN financial_years p ON p.organisation_id = y.organisation_id AND p.closed
            AND p.from_date = (SELECT max(q.from_date) FROM financial_years q
                WHERE q.organisation_id = y.organisation_id AND q.from_date < y.from_date)
            JOIN (SELECT DISTINCT organisation_id, number FROM accounts) n
            ON n.organisation_id = y.organisation_id AND NOT {of_result("n.number", "n")}
            WHERE OF(y)) begun WHERE opening <> closing""",
    ),
    Check(
        "opening balances do not balance",
        "year {0}: {1} öre",
        # The first year's are imported one by one: they are held to it once it is closed.
        """SELECT y.organisation_id, y.id, sum(a.balance_brought_forward) FROM financial_years y
        JOIN accounts a ON a.organisation_id = y.organisation_id AND a.year = y.id
        WHERE OF(y) AND coalesce((SELECT p.closed FROM financial_years p
            WHERE p.organisation_id = y.organisation_id AND p.from_date < y.from_date
            ORDER BY p.from_date DESC LIMIT 1), y.closed)
        GROUP BY y.organisation_id, y.id HAVING sum(a.balance_brought_forward) <> 0""",
    ),
    Check(
        "result account begins with a balance",
        "account {1} of year {0}: {2} öre",
        f"""SELECT a.organisation_id, a.year, a.number, a.balance_brought_forward FROM accounts a
        WHERE OF(a) AND {of_result("a.number", "a")} AND a.balance_brought_forward <> 0""",
    ),
    waiting_vat(
        "customer invoice",
        "customer_invoices",
        "document_number",
        "'INVOICE', 'INVOICEPAYMENT'",
        "'sent', 'paid'",
        f"i.net + i.total_vat - {BESIDE}",
        "coalesce(t.base + t.tax, 0)",
    ),
    # Where the buyer owes the VAT, what was bought is told, too.
    waiting_vat(
        "supplier invoice",
        "supplier_invoices",
        "given_number",
        "'SUPPLIERINVOICE', 'SUPPLIERPAYMENT'",
        "'booked', 'paid'",
        "i.currency_rate / 1000000.0 * CASE i.vat_type WHEN 'NORMAL' THEN i.vat ELSE i.total END",
        "coalesce(CASE i.vat_type WHEN 'NORMAL' THEN t.tax ELSE t.base END, 0)",
    ),
)
