"""Financial years, locked periods and Swedish time."""

from datetime import date, datetime

import pytest

from reskontra.domain.calendar import (
    FinancialYear,
    coming_year,
    is_to_come,
    refuse_closed,
    refuse_irregular,
    year_of,
)
from reskontra.domain.clock import swedish_date
from reskontra.domain.errors import Conflict, Invalid


def year(start: str, end: str, id: int = 1, closed: bool = False) -> FinancialYear:  # noqa: A002
    return FinancialYear(id, date.fromisoformat(start), date.fromisoformat(end), closed)


YEAR_2026 = year("2026-01-01", "2026-12-31")
TODAY = date(2026, 11, 15)


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        ("2026-03-31T22:30Z", "2026-04-01"),
        ("2026-12-31T23:15Z", "2027-01-01"),
        ("2026-12-31T22:30Z", "2026-12-31"),
        ("2026-07-01T00:30+03:00", "2026-06-30"),
    ],
)
def test_today_is_the_date_in_sweden(instant: str, day: str) -> None:
    assert swedish_date(datetime.fromisoformat(instant)) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-01-01", "2026-12-31"),
        ("2026-05-01", "2027-04-30"),
        ("2026-03-10", "2026-12-31"),
        ("2026-03-10", "2027-08-31"),
        ("2026-01-01", "2027-06-30"),
    ],
)
def test_a_first_year_may_begin_any_day_and_be_up_to_eighteen_months(start: str, end: str) -> None:
    refuse_irregular([], year(start, end))


@pytest.mark.parametrize(
    ("start", "end", "years"),
    [
        pytest.param("2026-03-10", "2027-09-30", [], id="over 18 months"),
        pytest.param("2026-01-31", "2027-07-31", [], id="18 months and a day"),
        pytest.param("2026-01-01", "2026-12-30", [], id="not the last of a month"),
        pytest.param("2026-12-31", "2026-11-30", [], id="backwards"),
        pytest.param("2027-02-01", "2027-12-31", [YEAR_2026], id="a gap"),
        pytest.param("2026-12-01", "2027-11-30", [YEAR_2026], id="an overlap"),
        pytest.param("2025-06-15", "2025-12-31", [YEAR_2026], id="not the first of a month"),
    ],
)
def test_an_irregular_year_is_refused(start: str, end: str, years: list[FinancialYear]) -> None:
    with pytest.raises(Invalid):
        refuse_irregular(years, year(start, end))


@pytest.mark.parametrize(
    ("start", "end"),
    [("2027-01-01", "2027-12-31"), ("2027-01-01", "2027-08-31"), ("2025-01-01", "2025-12-31")],
)
def test_a_year_may_follow_or_precede_the_others(start: str, end: str) -> None:
    refuse_irregular([YEAR_2026], year(start, end))


def test_a_day_has_its_year() -> None:
    years = [YEAR_2026, coming_year([YEAR_2026])]
    assert year_of(years, date(2026, 12, 31)) == YEAR_2026
    assert year_of(years, date(2027, 1, 1)) == year("2027-01-01", "2027-12-31", 2)
    assert year_of(years, date(2028, 1, 1)) is None


@pytest.mark.parametrize(
    ("day", "opened"),
    [("2027-01-01", True), ("2027-12-31", True), ("2028-01-01", False), ("2025-12-31", False)],
)
def test_the_next_year_opens_when_it_is_needed(day: str, opened: bool) -> None:
    assert is_to_come([YEAR_2026], date.fromisoformat(day), TODAY) == opened


def test_no_year_opens_by_itself_where_there_is_none() -> None:
    assert not is_to_come([], date(2026, 1, 1), TODAY)


@pytest.mark.parametrize(
    ("covering", "locked", "day", "message"),
    [
        (YEAR_2026, None, "2026-04-01", None),
        (YEAR_2026, "2026-03-31", "2026-04-01", None),
        (YEAR_2026, "2026-03-31", "2026-03-31", "2026-03-31"),
        (year("2025-01-01", "2025-12-31", closed=True), None, "2025-06-01", "2025-12-31"),
        (None, None, "2030-01-01", "2030-01-01"),
    ],
)
def test_nothing_is_posted_in_a_closed_year_or_locked_period(
    covering: FinancialYear | None, locked: str | None, day: str, message: str | None
) -> None:
    through = date.fromisoformat(locked) if locked else None
    if message is None:
        refuse_closed(covering, through, date.fromisoformat(day))
    else:
        with pytest.raises(Conflict, match=message):
            refuse_closed(covering, through, date.fromisoformat(day))
