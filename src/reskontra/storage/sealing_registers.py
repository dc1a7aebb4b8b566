"""What the entry that seals older books says of opening balances, methods and voided numbers."""

from collections.abc import Callable
from typing import Any

from reskontra.codec import digest_of

YEARS = """SELECT id, accounting_method FROM financial_years
    WHERE organisation_id = ? ORDER BY from_date"""
OPENINGS = """SELECT number, balance_brought_forward FROM accounts
    WHERE organisation_id = ? AND year = ? AND balance_brought_forward <> 0 ORDER BY number"""
VOIDINGS = """SELECT series, number, at, by, why FROM voided_numbers
    WHERE organisation_id = ? ORDER BY series, number"""


def seals_of_registers(
    ask: Callable[..., list[tuple[Any, ...]]], organisation: int
) -> dict[str, Any]:
    """What the first year began with: from there on the vouchers tell."""
    years = ask(YEARS, organisation)
    return {
        "methods": {str(year): method for year, method in years},
        "openings": {
            str(year): {
                str(number): opening for number, opening in ask(OPENINGS, organisation, year)
            }
            for year, _ in years[:1]
        },
        "voidings": digest_of([list(row) for row in ask(VOIDINGS, organisation)]),
    }
