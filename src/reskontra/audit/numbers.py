"""What must hold of document numbers: none is missing without a reason, none is used twice."""

from reskontra.audit.checks import Check


def astray(what: str, due: str) -> str:
    """Where a counter is not what is due, though it be missing altogether."""
    return f"""SELECT organisation_id, sum(latest), sum(due) FROM (
            SELECT s.organisation_id, s.latest, 0 AS due FROM number_series s
            WHERE OF(s) AND s.name = '{what}'
            UNION ALL {due}) beside GROUP BY organisation_id HAVING sum(latest) <> sum(due)"""


def number_checks(what: str, table: str, number: str) -> list[Check]:
    """Every number that was drawn is a document's, or is voided, and none is both."""
    drawn = f"""(SELECT i.organisation_id, i.{number} AS number FROM {table} i WHERE OF(i)
        UNION ALL SELECT d.organisation_id, d.number FROM voided_numbers d
        WHERE OF(d) AND d.series = '{what}') drawn"""
    needs = (f"{table}.{number}",)
    return [
        Check(
            f"{what} number neither used nor voided",
            "number {0} follows {1}",
            f"""SELECT organisation_id, number, previous FROM (SELECT organisation_id, number,
                lag(number, 1, 0) OVER (PARTITION BY organisation_id ORDER BY number) AS previous
            FROM {drawn}) numbered WHERE number > previous + 1 OR number < 1""",
            needs,
        ),
        Check(
            f"{what} number both used and voided",
            "number {0}",
            f"""SELECT organisation_id, number FROM {drawn}
            GROUP BY organisation_id, number HAVING count(*) > 1""",
            needs,
        ),
        Check(
            f"{what} counter astray",
            "counter {0}, last number {1}",
            astray(what, f"SELECT organisation_id, 0, max(number) FROM {drawn} GROUP BY 1"),
            needs,
        ),
    ]


CREDIT_NUMBERS = (
    Check(
        "gap in credit numbers",
        "{0} where {1} was due",
        """SELECT organisation_id, credit_number, 'K' || due FROM (
            SELECT c.organisation_id, c.credit_number, row_number() OVER (
                PARTITION BY c.organisation_id ORDER BY length(c.credit_number), c.credit_number
            ) AS due FROM credit_invoices c WHERE OF(c)) numbered
        WHERE credit_number <> 'K' || due""",
    ),
    Check(
        "credit note is not as its voucher",
        "{0} of invoice {1}",
        """SELECT organisation_id, credit_number, document_number FROM (
            SELECT c.organisation_id, c.credit_number, c.document_number, c.credit_date, v.date,
                row_number() OVER (PARTITION BY c.organisation_id ORDER BY v.sequence) AS due
            FROM credit_invoices c JOIN vouchers v ON v.organisation_id = c.organisation_id
            AND v.source = 'credit of ' || c.document_number WHERE OF(c)) posted
        WHERE credit_number <> 'K' || due OR credit_date <> date""",
    ),
    Check(
        "credit counter astray",
        "counter {0}, {1} credit invoices",
        astray(
            "credit invoice",
            "SELECT c.organisation_id, 0, count(*) FROM credit_invoices c WHERE OF(c) GROUP BY 1",
        ),
    ),
)
