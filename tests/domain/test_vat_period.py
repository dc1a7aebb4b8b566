"""VAT periods: of the calendar or of the financial year, what each is called, when it is due."""

from datetime import date

import pytest

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.vat_period import (
    Period,
    VatPeriod,
    due_date,
    periods,
    summary_period,
    unfiled,
)

NONE, MONTH, QUARTER, YEAR = VatPeriod


def year(number: int, since: str, until: str) -> FinancialYear:
    return FinancialYear(number, date.fromisoformat(since), date.fromisoformat(until))


def period(since: str, until: str) -> Period:
    return Period(date.fromisoformat(since), date.fromisoformat(until))


PLAIN = [year(1, "2026-01-01", "2026-12-31")]
BROKEN = [year(1, "2025-05-01", "2026-04-30"), year(2, "2026-05-01", "2027-04-30")]
SHORT = [year(1, "2026-08-15", "2026-12-31")]
LONG = [year(1, "2025-08-15", "2026-12-31")]

# fmt: off
NAMES = [
    (YEAR,    PLAIN,  "202612"),
    (YEAR,    BROKEN, "202604 202704"),
    (YEAR,    LONG,   "202612"),
    (QUARTER, PLAIN,  "202603 202606 202609 202612"),
    (QUARTER, BROKEN, "202506 202509 202512 202603 202606 202609 202612 202703 202706"),
    (MONTH,   SHORT,  "202608 202609 202610 202611 202612"),
    (MONTH,   [],     ""),
    (NONE,    PLAIN,  ""),
]
# fmt: on


@pytest.mark.parametrize(("kind", "years", "names"), NAMES)
def test_each_period_is_called_by_its_last_month(
    kind: VatPeriod, years: list[FinancialYear], names: str
) -> None:
    assert [each.name for each in periods(kind, years)] == names.split()
    assert list(periods(kind, years[::-1])) == list(periods(kind, years))


def test_quarters_are_those_of_the_calendar_also_in_a_broken_year() -> None:
    first, *_, last = periods(QUARTER, BROKEN)
    assert first == period("2025-04-01", "2025-06-30")
    assert last == period("2027-04-01", "2027-06-30"), "it contains the last day of the year"


def test_what_is_filed_is_not_filed_again() -> None:
    filed = [period("2026-01-01", "2026-03-31")]
    assert [each.name for each in unfiled(QUARTER, PLAIN, filed)] == ["202606", "202609", "202612"]


def test_who_changes_to_longer_periods_goes_on_where_the_last_one_ended() -> None:
    filed = [period("2026-01-01", "2026-02-28")]
    assert next(unfiled(QUARTER, PLAIN, filed)) == period("2026-03-01", "2026-03-31")
    assert [*unfiled(YEAR, PLAIN, filed)] == [period("2026-03-01", "2026-12-31")]


# fmt: off
DUE = [
    (MONTH,   "2026-03-31", "2026-05-12"),
    (MONTH,   "2026-11-30", "2027-01-17"),
    (MONTH,   "2026-12-31", "2027-02-12"),
    (MONTH,   "2026-06-30", "2026-08-17"),
    (QUARTER, "2026-09-30", "2026-11-12"),
    (YEAR,    "2026-12-31", "2027-02-26"),
    (YEAR,    "2026-06-30", "2026-08-26"),
]
# fmt: on


@pytest.mark.parametrize(("kind", "last", "due"), DUE)
def test_a_return_is_due(kind: VatPeriod, last: str, due: str) -> None:
    assert due_date(kind, period("2026-01-01", last)) == date.fromisoformat(due)


CODES = {
    "2606": period("2026-06-01", "2026-06-30"),
    "2802": period("2028-02-01", "2028-02-29"),
    "26-1": period("2026-01-01", "2026-03-31"),
    "26-4": period("2026-10-01", "2026-12-31"),
    **dict.fromkeys(["2600", "2613", "26-0", "26-5", "26-", "26", "260", "26060", "2-61", "x606"]),
    **dict.fromkeys(["", "26-٢", "-606", "2²06"]),
}


@pytest.mark.parametrize(("code", "expected"), CODES.items())
def test_a_summary_is_of_a_month_or_a_quarter(code: str, expected: Period | None) -> None:
    assert summary_period(code) == expected
