"""What must hold in sound books: one row a rule, in SQL that both engines read alike.

A statement gives the organisation first, then what `told` says of each breach of the rule. `OF(v)`
narrows it to the organisation that is audited. A rule whose `needs` the schema lacks is left out.
"""

from typing import NamedTuple


class Check(NamedTuple):
    name: str
    meaning: str
    sql: str
    needs: tuple[str, ...] = ()
    until: tuple[str, ...] = ()  # where the schema has these, another rule says more


def key(one: str, other: str = "v") -> str:
    """The same voucher on both sides."""
    names = ("organisation_id", "year", "series", "number")
    return " AND ".join(f"{one}.{name} = {other}.{name}" for name in names)


def without_gaps(
    name: str, meaning: str, table: str, number: str, *within: str, until: tuple[str, ...] = ()
) -> Check:
    """Numbers 1, 2, 3 ... without a hole or a repetition."""
    of = ", ".join(("organisation_id", *within))
    return Check(
        name,
        meaning,
        f"""SELECT {of}, n, previous FROM (
            SELECT {of}, {number} AS n,
                lag({number}, 1, 0) OVER (PARTITION BY {of} ORDER BY {number}) AS previous
            FROM {table} t WHERE OF(t)) numbered WHERE n <> previous + 1""",
        until=until,
    )


VOUCHER = "voucher {1}{2} of year {0}"
OF_VOUCHER = "v.organisation_id, v.year, v.series, v.number"

FROM_A_FILE = "SIE"  # the reference type of a voucher that is as a SIE file has it
FILE_UNDONE = "SIEUNDO"  # and of one that takes it back
SKIPPED = ("skipped_numbers.to_number",)

LEDGER = (
    Check(
        "voucher unbalanced",
        VOUCHER + ": {3} rows, debit {4}, credit {5}",
        f"""SELECT {OF_VOUCHER}, count(p.line), sum(p.debit), sum(p.credit)
        FROM vouchers v LEFT JOIN postings p ON {key("p")} WHERE OF(v)
        GROUP BY {OF_VOUCHER}, v.reference_type
        HAVING sum(p.debit) <> sum(p.credit)
        OR (count(p.line) < 2 AND v.reference_type <> '{FROM_A_FILE}')""",
    ),
    Check(
        "row without one side",
        VOUCHER + ", row {3}: debit {4}, credit {5}",
        """SELECT p.organisation_id, p.year, p.series, p.number, p.line, p.debit, p.credit
        FROM postings p
        WHERE OF(p) AND (p.debit < 0 OR p.credit < 0 OR (p.debit <> 0 AND p.credit <> 0))""",
    ),
    Check(
        "empty row among amounts",
        VOUCHER + ", row {3}",
        f"""SELECT p.organisation_id, p.year, p.series, p.number, p.line FROM postings p
        WHERE OF(p) AND p.debit = 0 AND p.credit = 0
        AND EXISTS (SELECT 1 FROM postings q WHERE {key("q", "p")} AND q.debit + q.credit <> 0)
        AND NOT EXISTS (SELECT 1 FROM vouchers v
            WHERE {key("v", "p")} AND v.reference_type = '{FROM_A_FILE}')""",
    ),
    without_gaps(
        "gap in voucher numbers",
        VOUCHER + " follows {3}",
        "vouchers",
        "number",
        "year",
        "series",
        until=SKIPPED,
    ),
    Check(
        "gap in voucher numbers",
        VOUCHER + " follows {3}",
        """SELECT organisation_id, year, series, begins, previous FROM (
            SELECT organisation_id, year, series, begins,
                lag(ends, 1, 0) OVER (PARTITION BY organisation_id, year, series ORDER BY begins)
                    AS previous
            FROM (
                SELECT v.organisation_id, v.year, v.series, v.number AS begins, v.number AS ends
                FROM vouchers v WHERE OF(v)
                UNION ALL SELECT k.organisation_id, k.year, k.series, k.from_number, k.to_number
                FROM skipped_numbers k WHERE OF(k)) stretches) numbered
        WHERE begins <> previous + 1""",
        SKIPPED,
    ),
    Check(
        "voucher of no file",
        VOUCHER + ": import {3}",
        f"""SELECT {OF_VOUCHER}, v.reference_number FROM vouchers v
        WHERE OF(v) AND v.reference_type = '{FROM_A_FILE}' AND NOT EXISTS (
            SELECT 1 FROM sie_imports i WHERE i.organisation_id = v.organisation_id
            AND i.year = v.year AND CAST(i.id AS text) = v.reference_number
            AND v.sequence >= i.first_sequence AND v.sequence < i.first_sequence + i.vouchers)""",
        SKIPPED,
    ),
    Check(
        "file without its vouchers",
        "import {0}: {1} vouchers, {2} posted",
        f"""SELECT i.organisation_id, i.id, i.vouchers, (SELECT count(*) FROM vouchers v
            WHERE v.organisation_id = i.organisation_id AND v.reference_type = '{FROM_A_FILE}'
            AND v.reference_number = CAST(i.id AS text)) AS posted
        FROM sie_imports i WHERE OF(i) AND i.vouchers <> (SELECT count(*) FROM vouchers v
            WHERE v.organisation_id = i.organisation_id AND v.reference_type = '{FROM_A_FILE}'
            AND v.reference_number = CAST(i.id AS text))""",
        SKIPPED,
    ),
    Check(
        "voucher counter astray",
        "series {1} of year {0}: counter {2}, last voucher {3}",
        """SELECT * FROM (
            SELECT s.organisation_id, s.year, s.code, coalesce(s.last_number, 0) AS counter,
                coalesce((SELECT max(v.number) FROM vouchers v
                    WHERE v.organisation_id = s.organisation_id
                    AND v.year = s.year AND v.series = s.code), 0) AS newest
            FROM voucher_series s WHERE OF(s)) counted WHERE counter <> newest""",
    ),
    without_gaps("gap in the sequence", "posting {0} follows {1}", "vouchers", "sequence"),
    Check(
        "ledger head astray",
        "head {0}, last posting {1}",
        """SELECT * FROM (
            SELECT o.id, CASE WHEN l.hash IS NULL THEN -1 ELSE coalesce(l.sequence, 0) END AS head,
                coalesce((SELECT max(v.sequence) FROM vouchers v
                    WHERE v.organisation_id = o.id), 0) AS newest
            FROM organisations o LEFT JOIN ledgers l ON l.organisation_id = o.id
            WHERE OF(o.id)) counted WHERE head <> newest""",
    ),
    Check(
        "posted outside its year",
        VOUCHER + ": {3}",
        f"""SELECT {OF_VOUCHER}, v.date FROM vouchers v
        LEFT JOIN financial_years y ON y.organisation_id = v.organisation_id AND y.id = v.year
        WHERE OF(v) AND (y.id IS NULL OR v.date < y.from_date OR v.date > y.to_date)""",
    ),
    Check(
        "account not in the year's chart",
        VOUCHER + ": account {3}",
        """SELECT p.organisation_id, p.year, p.series, p.number, p.account FROM postings p
        LEFT JOIN accounts a
        ON a.organisation_id = p.organisation_id AND a.year = p.year AND a.number = p.account
        WHERE OF(p) AND a.number IS NULL""",
    ),
    Check(
        "monthly balance astray",
        "account {1} in {2} of year {0}: debit {3}, credit {4} against postings",
        f"""SELECT organisation_id, year, account, month, sum(debit), sum(credit) FROM (
            SELECT m.organisation_id, m.year, m.account,
                substr(CAST(m.month AS text), 1, 7) AS month, m.debit, m.credit
            FROM monthly_balances m WHERE OF(m)
            UNION ALL
            SELECT p.organisation_id, p.year, p.account,
                substr(CAST(v.date AS text), 1, 7), -p.debit, -p.credit
            FROM postings p JOIN vouchers v ON {key("p")} WHERE OF(p)) compared
        GROUP BY organisation_id, year, account, month
        HAVING sum(debit) <> 0 OR sum(credit) <> 0""",
        ("monthly_balances.month",),
    ),
    Check(
        "row without voucher",
        VOUCHER + ", row {3}",
        f"""SELECT p.organisation_id, p.year, p.series, p.number, p.line FROM postings p
        WHERE OF(p) AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE {key("v", "p")})""",
    ),
    Check(
        "VAT entry without voucher",
        VOUCHER + ", entry {3}",
        f"""SELECT e.organisation_id, e.year, e.series, e.number, e.line FROM vat_entries e
        WHERE OF(e) AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE {key("v", "e")})""",
    ),
    *(
        without_gaps(
            f"gap in {what}",
            VOUCHER + ": {3} follows {4}",
            table,
            "line",
            "year",
            "series",
            "number",
        )
        for what, table in (("a voucher's rows", "postings"), ("VAT entries", "vat_entries"))
    ),
    Check(
        "event posted twice",
        "{0}: {1} vouchers",
        """SELECT v.organisation_id, v.source, count(*) FROM vouchers v
        WHERE OF(v) AND v.source IS NOT NULL
        GROUP BY v.organisation_id, v.source HAVING count(*) > 1""",
    ),
    Check(
        "correction of nothing earlier",
        VOUCHER + " corrects {4}{5} of year {3}",
        f"""SELECT {OF_VOUCHER}, v.corrects_year, v.corrects_series, v.corrects_number
        FROM vouchers v LEFT JOIN vouchers w ON w.organisation_id = v.organisation_id
        AND w.year = v.corrects_year AND w.series = v.corrects_series
        AND w.number = v.corrects_number
        WHERE OF(v) AND coalesce(v.corrects_series, CAST(v.corrects_number AS text)) IS NOT NULL
        AND (w.number IS NULL OR w.sequence >= v.sequence
            OR (w.reference_type <> v.reference_type AND (w.reference_type <> '{FROM_A_FILE}'
                OR v.reference_type <> '{FILE_UNDONE}'))
            OR w.reference_number <> v.reference_number)""",
    ),
    Check(
        "correction is not the opposite",
        VOUCHER + ": {4} öre left on account {3}",
        f"""SELECT organisation_id, year, series, number, account, sum(amount) FROM (
            SELECT {OF_VOUCHER}, p.account, p.debit - p.credit AS amount
            FROM vouchers v JOIN postings p ON {key("p")}
            WHERE OF(v) AND v.corrects_number IS NOT NULL
            UNION ALL SELECT {OF_VOUCHER}, p.account, p.debit - p.credit
            FROM vouchers v JOIN postings p ON p.organisation_id = v.organisation_id
            AND p.year = v.corrects_year AND p.series = v.corrects_series
            AND p.number = v.corrects_number
            WHERE OF(v) AND v.corrects_number IS NOT NULL) both_vouchers
        GROUP BY organisation_id, year, series, number, account HAVING sum(amount) <> 0""",
    ),
    without_gaps("gap in the history", "entry {0} follows {1}", "history", "number"),
)
