"""Counters of which no two can be mistaken for each other, where calls are written down."""

from bench.fill import Fill

DISTINCT_NUMBERS = {
    "customer invoice": 910_000_000,
    "supplier invoice": 920_000_000,
    "credit invoice": 930_000_000,
}
DISTINCT_VOUCHERS = {"B": 710_000_000, "K": 720_000_000, "L": 730_000_000}
DISTINCT_SEQUENCE = 610_000_000
FIRST_GRANT = 810_000_000  # of those whose tokens are renewed
FIRST_BILL = 940_000_000  # of the numbers that suppliers give their invoices
DISTINCT = range(600_000_000, 1_000_000_000)  # no other figure of a call is as large


def give_distinct_numbers(fill: Fill, organisation: int) -> None:
    """Each counter goes on from its own, and finds the voucher before the next where it looks."""
    mine = f"organisation_id = {organisation}"
    for name, latest in DISTINCT_NUMBERS.items():
        fill.count(organisation, name, latest)
    for sequence, (series, number) in enumerate(DISTINCT_VOUCHERS.items(), DISTINCT_SEQUENCE):
        like = f"t.{mine} AND t.series = 'B' AND t.number = 1"
        changed = {
            "series": f"'{series}'",
            "number": "g.n",
            "sequence": str(sequence),
            "source": "NULL",
        }
        fill.copy("vouchers", like, number, number, changed)
        counter = f"{mine} AND code = '{series}' AND year = (SELECT max(v.year) FROM vouchers v"
        fill.run(
            f"UPDATE voucher_series SET last_number = {number} WHERE {counter}"
            f" WHERE v.{mine} AND v.series = '{series}')"
        )
        fill.run(f"UPDATE ledgers SET sequence = {sequence} WHERE {mine}")
