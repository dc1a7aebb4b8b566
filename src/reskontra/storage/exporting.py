"""A year's vouchers in portions, and what its accounts come to by the month: for exports."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, bindparam, cast, func, literal_column, select

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import CLOSED_TO, YEAR_END
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account
from reskontra.domain.voucher import Posting, Voucher, VoucherKey
from reskontra.engine.columns import ORE, TEXT
from reskontra.storage.balances import MY_MONTHS
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE
from reskontra.storage.shelves import ACCOUNTS, POSTINGS, VOUCHERS
from reskontra.storage.tables import (
    accounts,
    cost_centers,
    postings,
    projects,
    voucher_series,
    vouchers,
)
from reskontra.storage.tables import financial_years as years
from reskontra.storage.tables import monthly_balances as months

PORTION = 500  # vouchers
LAST = 2**62
COST_CENTER, PROJECT = 1, 6  # the dimensions of SIE

Pair = tuple[int, str]  # a dimension and a code

IN_STRETCH = (
    MINE["vouchers"],
    vouchers.c.year == bindparam("year"),
    vouchers.c.series == bindparam("series"),
)
HEADERS = (
    select(vouchers.c.registered_at, vouchers.c.registered_by, *VOUCHERS.columns)
    .where(*IN_STRETCH)
    .where(vouchers.c.number > bindparam("after"), vouchers.c.number <= bindparam("last"))
    .where(vouchers.c.date >= bindparam("from_day"), vouchers.c.date <= bindparam("to_day"))
    .order_by(vouchers.c.number)
    .limit(bindparam("portion"))
)
ROWS = (
    select(postings.c.number, *POSTINGS.columns)
    .where(MINE["postings"], postings.c.year == bindparam("year"))
    .where(postings.c.series == bindparam("series"))
    .where(postings.c.number >= bindparam("first"), postings.c.number <= bindparam("last"))
    .order_by(postings.c.number, postings.c.line)
)
MONTH = func.substr(cast(vouchers.c.date, TEXT), literal_column("1"), literal_column("7"))
CHANGE = cast(func.sum(postings.c.debit - postings.c.credit), BigInteger)
OF_VOUCHER = (
    (vouchers.c.organisation_id == postings.c.organisation_id)
    & (vouchers.c.year == postings.c.year)
    & (vouchers.c.series == postings.c.series)
    & (vouchers.c.number == postings.c.number)
)
IN_YEAR = (MINE["postings"], MINE["vouchers"], postings.c.year == bindparam("year"))
MONTHLY = select(months.c.account, months.c.month, months.c.debit - months.c.credit).where(
    MY_MONTHS, months.c.year == bindparam("year")
)
OBJECT = (postings.c.cost_center, postings.c.project)
MONTHLY_BY_OBJECT = (
    select(postings.c.account, MONTH, *OBJECT, CHANGE)
    .join(vouchers, OF_VOUCHER)
    .where(*IN_YEAR, (postings.c.cost_center != "") | (postings.c.project != ""))
    .group_by(postings.c.account, MONTH, *OBJECT)
)
BEFORE_BY_OBJECT = (
    select(postings.c.account, *OBJECT, CHANGE)
    .join(
        years,
        (years.c.organisation_id == postings.c.organisation_id) & (years.c.id == postings.c.year),
    )
    .where(MINE["postings"], years.c.from_date < bindparam("day"))
    .where((postings.c.cost_center != "") | (postings.c.project != ""))
    .group_by(postings.c.account, *OBJECT)
)
RESULT_VOUCHERS = (
    select(vouchers.c.year, vouchers.c.series, vouchers.c.number)
    .distinct()
    .join(postings, OF_VOUCHER)
    .where(*IN_YEAR, vouchers.c.reference_type == bindparam("kind"))
    .where(postings.c.account.between(CLOSED_TO[0], CLOSED_TO[-1]))
)
CHART = (
    select(*ACCOUNTS.columns)
    .where(MINE["accounts"], accounts.c.year == bindparam("year"))
    .order_by(accounts.c.number)
)
ANY_VOUCHER = (
    select(vouchers.c.number).where(MINE["vouchers"], vouchers.c.year == bindparam("year")).limit(1)
)
SERIES = (
    select(voucher_series.c.code)
    .where(MINE["voucher_series"], voucher_series.c.year == bindparam("year"))
    .order_by(voucher_series.c.code)
)


def _used(column: Any) -> Any:
    """In the words of the index that has only the rows which are for one."""
    of_year = (MINE["postings"], postings.c.year == bindparam("year"))
    return select(column).distinct().where(*of_year, column != literal_column("''"))


USED_CENTERS, USED_PROJECTS = map(_used, OBJECT)
CENTERS = select(cost_centers.c.code, cost_centers.c.description).where(
    cost_centers.c.organisation_id == bindparam("organisation_id")
)
PROJECTS = select(projects.c.project_number, projects.c.description).where(
    projects.c.organisation_id == bindparam("organisation_id")
)


class Registered(NamedTuple):
    """A voucher, and when and by whom it was posted."""

    voucher: Voucher
    at: str
    by: str


class Stretch(NamedTuple):
    """Some numbers of a series."""

    series: str
    first: int = 1
    last: int = LAST


class Days(NamedTuple):
    first: str
    last: str


def chart(books: Books, year: int) -> list[Account]:
    return ACCOUNTS.all_made(books.all(CHART, year=year))


def has_vouchers(books: Books, year: int) -> bool:
    return books.first(ANY_VOUCHER, year=year) is not None


def series_of(books: Books, year: int) -> list[str]:
    """Sorted as every engine sorts them."""
    return sorted(code for [code] in books.all(SERIES, year=year))


def monthly_changes(books: Books, year: FinancialYear) -> dict[tuple[int, str], Decimal]:
    """By account and month, as 202601."""
    return {
        (account, day[:7].replace("-", "")): ORE.out(int(change))
        for account, day, change in books.all(MONTHLY, year=year.id)
    }


def object_changes(books: Books, year: FinancialYear) -> dict[tuple[int, str, Pair], Decimal]:
    """By account, month and object: a row with a cost centre and a project counts for both."""
    changes: dict[tuple[int, str, Pair], Decimal] = {}
    for account, month, center, project, change in books.all(MONTHLY_BY_OBJECT, year=year.id):
        for pair in _pairs(center, project):
            key = (account, month.replace("-", ""), pair)
            changes[key] = changes.get(key, ZERO) + ORE.out(int(change))
    return changes


def object_changes_before(books: Books, year: FinancialYear) -> dict[tuple[int, Pair], Decimal]:
    """Of all years before."""
    changes: dict[tuple[int, Pair], Decimal] = {}
    day = year.from_date.isoformat()
    for account, center, project, change in books.all(BEFORE_BY_OBJECT, day=day):
        for pair in _pairs(center, project):
            changes[account, pair] = changes.get((account, pair), ZERO) + ORE.out(int(change))
    return changes


def _pairs(center: str, project: str) -> Iterator[Pair]:
    if center:
        yield COST_CENTER, center
    if project:
        yield PROJECT, project


def result_vouchers(books: Books, year: int) -> list[VoucherKey]:
    """Those by which the year's end booked its result."""
    return [VoucherKey(*row) for row in books.all(RESULT_VOUCHERS, year=year, kind=YEAR_END)]


def vouchers_in(
    books: Books, year: int, stretches: Iterable[Stretch], days: Days
) -> Iterator[Registered]:
    """One portion at a time is in memory."""
    for stretch in stretches:
        after = stretch.first - 1
        while portion := _portion(books, year, stretch, after, days):
            yield from portion
            after = portion[-1].voucher.number


def _portion(books: Books, year: int, stretch: Stretch, after: int, days: Days) -> list[Registered]:
    of_series = {"year": year, "series": stretch.series}
    bounds = {"after": after, "last": stretch.last, "portion": PORTION}
    within = {"from_day": days.first, "to_day": days.last}
    headers = books.all(HEADERS, **of_series, **bounds, **within)
    if not headers:
        return []
    made = [(VOUCHERS.made(row[2:]), row[0], row[1]) for row in headers]
    first, last = made[0][0].number, made[-1][0].number
    rows: dict[int, list[Posting]] = {}
    for number, *row in books.all(ROWS, **of_series, first=first, last=last):
        rows.setdefault(number, []).append(POSTINGS.made(tuple(row)))
    return [
        Registered(_with_rows(voucher, rows.get(voucher.number, [])), at, by)
        for voucher, at, by in made
    ]


def _with_rows(voucher: Voucher, rows: list[Posting]) -> Voucher:
    return replace(voucher, postings=tuple(rows))


def names_of_centers(books: Books) -> dict[str, str]:
    return dict(books.all(CENTERS))


def names_of_projects(books: Books) -> dict[str, str]:
    return dict(books.all(PROJECTS))


def used_objects(books: Books, year: int) -> tuple[list[str], list[str]]:
    """The cost centres and the projects of a year's postings."""
    both = (books.all(each, year=year) for each in (USED_CENTERS, USED_PROJECTS))
    centers, projects = (sorted(code for [code] in rows) for rows in both)
    return centers, projects
