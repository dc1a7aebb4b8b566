"""Where the result of a year goes, by form of company: the vouchers to the öre."""

from datetime import date
from decimal import Decimal

import pytest
from tests.domain.voucher_blocks import block, written

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import (
    CompanyForm,
    equity_voucher,
    is_balance_account,
    refuse_close,
    result_of,
    result_voucher,
)
from reskontra.domain.errors import Conflict

YEAR = FinancialYear(1, date(2026, 1, 1), date(2026, 12, 31))
AFTER = FinancialYear(2, date(2027, 1, 1), date(2027, 12, 31))


def balances(text: str) -> dict[int, Decimal]:
    """`3001 -10000` says what stands there, debit positive."""
    lines = (line.split() for line in block(text).splitlines())
    return {int(account): Decimal(amount) for account, amount in lines}


# fmt: off
RESULTS = [
    ("AB", (1,), "3001 -10000\n5410 4000", """
        D 8999 6000.00
        K 2099 6000.00
    """),
    ("AB", (1,), "5410 4000", """
        D 2099 4000.00
        K 8999 4000.00
    """),
    ("AB", (1,), "3001 -1000\n8999 600\n2099 -600", """
        D 8999 400.00
        K 2099 400.00
    """),
    ("EK", (1,), "8910 100\n3001 -300", """
        D 8999 200.00
        K 2099 200.00
    """),
    ("E", (1,), "3001 -10000", """
        D 8999 10000.00
        K 2019 10000.00
    """),
    ("HB", (60, 40), "3001 -100.01", """
        D 8999 100.01
        K 2019 60.01
        K 2029 40.00
    """),
    ("HB", (1, 1), "3001 -1000\n8999 600\n2019 -600", """
        D 8999 400.00
        D 2019 100.00
        K 2029 500.00
    """),
    ("KB", (1, 1, 1), "5410 100", """
        D 2019 33.33
        D 2029 33.33
        D 2039 33.34
        K 8999 100.00
    """),
    ("BRF", (1,), "3001 -5", """
        D 8999 5.00
        K 2069 5.00
    """),
]
# fmt: on


@pytest.mark.parametrize(("form", "shares", "standing", "expected"), RESULTS)
def test_the_result_goes_to_equity(
    form: str, shares: tuple[int, ...], standing: str, expected: str
) -> None:
    made = result_voucher(YEAR, CompanyForm(form), shares, balances(standing), "result")
    assert made is not None
    assert written(made) == block(expected)
    assert (made.series, made.date, made.reference_type) == ("A", YEAR.to_date, "YEAREND")


@pytest.mark.parametrize("standing", ["1930 100\n2091 -100", "3001 -100\n8999 100\n2099 -100"])
def test_no_result_has_no_voucher(standing: str) -> None:
    assert result_voucher(YEAR, CompanyForm.AB, (1,), balances(standing), "result") is None


@pytest.mark.parametrize("standing", ["8999 100", "2099 -100\n3001 -50", "8999 100\n2099 -99"])
def test_a_result_that_equity_does_not_show_is_refused(standing: str) -> None:
    with pytest.raises(Conflict, match="8999"):
        result_voucher(YEAR, CompanyForm.AB, (1,), balances(standing), "result")


# fmt: off
EQUITIES = [
    ("AB", (1,), "2099 -6000\n2091 -500", """
        D 2099 6000.00
        K 2098 6000.00
    """),
    ("AB", (1,), "2099 4000", """
        D 2098 4000.00
        K 2099 4000.00
    """),
    ("S", (1,), "2069 -5", """
        D 2069 5.00
        K 2068 5.00
    """),
    ("E", (1,), "2010 -20000\n2013 3000\n2018 -500\n2019 -10000", """
        D 2018 500.00
        D 2019 10000.00
        K 2013 3000.00
        K 2010 7500.00
    """),
    ("HB", (60, 40), "2019 -60\n2029 -40\n2023 10", """
        D 2019 60.00
        D 2029 40.00
        K 2010 60.00
        K 2023 10.00
        K 2020 30.00
    """),
]
# fmt: on


@pytest.mark.parametrize(("form", "shares", "standing", "expected"), EQUITIES)
def test_the_new_year_begins_with_equity_gathered(
    form: str, shares: tuple[int, ...], standing: str, expected: str
) -> None:
    made = equity_voucher(AFTER, CompanyForm(form), shares, balances(standing), "equity")
    assert made is not None
    assert written(made) == block(expected)
    assert made.date == AFTER.from_date


def test_where_nothing_is_to_be_gathered_there_is_no_voucher() -> None:
    opening = balances("1930 100\n2091 -100")
    assert equity_voucher(AFTER, CompanyForm.AB, (1,), opening, "x") is None


def test_the_result_is_what_income_and_costs_leave() -> None:
    assert result_of(balances("1930 70\n3001 -100\n5410 30\n8999 5")) == 70
    assert [is_balance_account(number) for number in (1930, 2999, 3000, 8999)] == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("today", "opening", "said"),
    [
        (date(2026, 12, 31), {}, "inte slut"),
        (date(2027, 1, 1), {1930: Decimal("0.01")}, "0.01"),
    ],
)
def test_a_year_that_is_not_ready_stays_open(
    today: date, opening: dict[int, Decimal], said: str
) -> None:
    with pytest.raises(Conflict, match=said):
        refuse_close([YEAR], YEAR, today, opening)
