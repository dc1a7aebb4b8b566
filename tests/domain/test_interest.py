"""Interest on late claims: the worked examples to the öre, and what holds of any claim."""

import itertools
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.interest import (
    SHIPPED,
    Movement,
    half_year,
    interest,
    percent_on,
    refuse_rate,
    shares,
    stretches,
)

ONE_DAY = timedelta(days=1)
FIRST, LAST = min(SHIPPED), date(2026, 6, 30)


def d(text: str) -> date:
    return date.fromisoformat(text)


# claimed, due, through, movements, (days, balance, per cent) of each stretch, interest
CASES = {
    "across a new year": (
        "10000", "2024-12-16", "2025-01-31", [],
        [(15, "10000", "12"), (31, "10000", "11")], "142.74",
    ),
    "within a half-year": (
        "1250", "2026-01-31", "2026-03-02", [],
        [(30, "1250", "10")], "10.27",
    ),
    "across a first of July": (
        "10000", "2025-06-20", "2025-07-10", [],
        [(10, "10000", "11"), (10, "10000", "10")], "57.53",
    ),
    "a part payment lowers the balance from the day after": (
        "10000", "2026-01-31", "2026-03-02", [("2026-02-10", "-4000")],
        [(10, "10000", "10"), (20, "6000", "10")], "60.27",
    ),
    "paid on the due date, it never bore any": (
        "10000", "2026-01-31", "2026-03-02", [("2026-01-31", "-4000")],
        [(30, "6000", "10")], "49.32",
    ),
    "paid on the first late day, which still bears": (
        "10000", "2026-01-31", "2026-02-02", [("2026-02-01", "-4000")],
        [(1, "10000", "10"), (1, "6000", "10")], "4.38",
    ),
    "paid in full, it bears none any more": (
        "1000", "2026-01-31", "2026-03-02", [("2026-02-05", "-1000")],
        [(5, "1000", "10")], "1.37",
    ),
    "leap day counts, and a year has 365 days": (
        "36500", "2024-02-27", "2024-03-01", [],
        [(3, "36500", "12")], "36.00",
    ),
    "a negative reference rate": (
        "10000", "2017-01-31", "2017-03-02", [],
        [(30, "10000", "7.5")], "61.64",
    ),
    "three half-years, the middle one whole": (
        "1000", "2022-06-29", "2023-01-01", [],
        [(1, "1000", "8"), (184, "1000", "8.5"), (1, "1000", "10.5")], "43.36",
    ),
    "not late yet": ("1000", "2026-03-02", "2026-03-02", [], [], "0.00"),
    "owed back": ("-1000", "2026-01-31", "2026-03-02", [], [], "0.00"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_a_late_claim_bears(case: tuple[str, ...]) -> None:
    claimed, due, through, moved, expected, total = case
    movements = [Movement(d(day), Decimal(amount)) for day, amount in moved]
    parts = stretches(Decimal(claimed), d(due), d(through), movements)
    assert [(each.days, each.balance, each.percent) for each in parts] == [
        (int(days), Decimal(balance), Decimal(percent)) for days, balance, percent in expected
    ]
    assert interest(parts) == Decimal(total)
    assert sum(shares(parts), Decimal(0)) == Decimal(total)


def test_the_parts_of_the_worked_example() -> None:
    parts = stretches(Decimal(10_000), d("2024-12-16"), d("2025-01-31"))
    assert shares(parts) == [Decimal("49.32"), Decimal("93.42")]


def test_an_agreed_rate_is_the_same_at_all_times_and_needs_no_other() -> None:
    parts = stretches(Decimal(10_000), d("2029-12-16"), d("2030-01-31"), agreed=Decimal(18))
    assert {each.percent for each in parts} == {Decimal(18)}
    assert interest(parts) == Decimal("226.85")


@pytest.mark.parametrize("through", ["2026-07-01", "2030-01-01"])
def test_nobody_guesses_a_rate(through: str) -> None:
    assert stretches(Decimal(1), d("2026-06-01"), LAST)
    with pytest.raises(Conflict, match="Referensräntan från och med 2026-07-01 är inte känd"):
        stretches(Decimal(1), d("2026-06-01"), d(through))


def test_a_half_year_that_is_left_out_is_not_guessed_either() -> None:
    rates = {**SHIPPED, d("2027-01-01"): Decimal(2)}
    assert percent_on(d("2027-06-30"), rates) == 10
    with pytest.raises(Conflict):
        percent_on(d("2026-12-31"), rates)


@pytest.mark.parametrize(
    ("day", "percent"),
    [
        ("2012-01-01", "10"), ("2012-07-01", "9.5"), ("2014-12-31", "9"), ("2015-06-30", "8"),
        ("2016-06-30", "8"), ("2016-07-01", "7.5"), ("2019-06-30", "7.5"), ("2019-07-01", "8"),
        ("2022-12-31", "8.5"), ("2023-01-01", "10.5"), ("2023-07-01", "11.5"),
        ("2024-12-31", "12"), ("2025-01-01", "11"), ("2025-07-01", "10"), ("2026-06-30", "10"),
    ],
)  # fmt: skip
def test_what_the_law_says(day: str, percent: str) -> None:
    assert percent_on(d(day), SHIPPED) == Decimal(percent)


def test_the_shipped_rates_have_no_gap() -> None:
    firsts = sorted(SHIPPED)
    assert len(firsts) == 29
    assert all(half_year(each) == each for each in firsts)
    assert all((b - a).days in range(181, 185) for a, b in itertools.pairwise(firsts))


@pytest.mark.parametrize(
    ("first", "percent"),
    [("2026-07-02", "2"), ("2026-06-30", "2"), ("2026-07-01", "4.25"), ("2026-07-01", "51")],
)
def test_what_is_no_reference_rate(first: str, percent: str) -> None:
    with pytest.raises(Invalid):
        refuse_rate(d(first), Decimal(percent))


# Of any claim

days = st.dates(FIRST, LAST)
amounts = st.decimals(Decimal("0.01"), Decimal("999999.99"), places=2)
movements = st.lists(st.builds(Movement, days, amounts.map(lambda amount: -amount)), max_size=5)


@given(amounts, days, days, movements)
def test_the_days_are_counted_once_each(
    claimed: Decimal, due: date, through: date, moved: list[Movement]
) -> None:
    """As the definition has it: a sum over the days, of the balance and the rate of each."""
    whole = stretches(claimed, due, through, moved)
    late = [due + timedelta(n) for n in range(1, (through - due).days + 1)]
    weights = Decimal(0)
    for day in late:
        balance = claimed + sum(each.amount for each in moved if each.day < day)
        weights += max(balance, Decimal(0)) * percent_on(day, SHIPPED)
    assert sum(each.weight for each in whole) == weights
    assert all(half_year(each.first) == half_year(each.last) for each in whole)


@given(amounts, days, days, movements)
def test_the_shares_are_the_interest(
    claimed: Decimal, due: date, through: date, moved: list[Movement]
) -> None:
    parts = stretches(claimed, due, through, moved)
    assert sum(shares(parts), Decimal(0)) == interest(parts)
    assert all(share >= 0 for share in shares(parts))


@given(amounts, days, days, days)
def test_a_claim_split_at_any_day_bears_the_same(
    claimed: Decimal, due: date, middle: date, through: date
) -> None:
    due, middle, through = sorted((due, middle, through))
    whole = stretches(claimed, due, through)
    parts = (*stretches(claimed, due, middle), *stretches(claimed, middle, through))
    assert sum(each.weight for each in whole) == sum(each.weight for each in parts)
