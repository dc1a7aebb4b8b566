"""What the accounts stand at on any day, and by how much they moved: from the months' balances.

Where only some postings count (a cost centre, a project, what was known by a moment), these are
summed themselves.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, cast, func, literal_column, select

from reskontra.domain.calendar import FinancialYear, year_of
from reskontra.domain.clock import swedish_date
from reskontra.domain.money import ZERO
from reskontra.engine.columns import ORE
from reskontra.reports.ledgers import NONE, Entry, Turnover
from reskontra.reports.report import Selection
from reskontra.storage import balances
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE
from reskontra.storage.tables import accounts, postings, vouchers
from reskontra.storage.tables import monthly_balances as months
from reskontra.storage.tables import voucher_series as series

Standing = dict[int, Decimal]  # by account, debit positive
Moved = dict[int, Turnover]
SECOND_HALF = 16  # from this day on, it is less to take off what comes after it in its month

_ore = ORE.out


def _sums(table: Any) -> list[Any]:
    return [cast(func.sum(table.c[name]), BigInteger) for name in ("debit", "credit")]


def _for(column: Any) -> Any:
    """In the words of the index, which has only the rows that are for one."""
    return and_(column == bindparam(column.name), column != literal_column("''"))


OF_VOUCHER = (
    (vouchers.c.organisation_id == postings.c.organisation_id)
    & (vouchers.c.year == postings.c.year)
    & (vouchers.c.series == postings.c.series)
    & (vouchers.c.number == postings.c.number)
)
IN_YEAR = vouchers.c.year == bindparam("year")
SINCE, UNTIL = vouchers.c.date >= bindparam("since"), vouchers.c.date <= bindparam("until")
IN_MONTHS = (
    select(months.c.account, *_sums(months))
    .where(balances.MY_MONTHS, months.c.year == bindparam("year"))
    .where(months.c.month <= bindparam("until"))
    .group_by(months.c.account)
)
BY_MONTH = (
    select(months.c.month, months.c.account, *_sums(months))
    .where(balances.MY_MONTHS, months.c.year == bindparam("year"))
    .group_by(months.c.month, months.c.account)
)
MONTHS_OF_ACCOUNT = (
    select(months.c.month, months.c.debit, months.c.credit)
    .where(balances.MY_MONTHS, months.c.year == bindparam("year"))
    .where(months.c.account == bindparam("account"))
    .order_by(months.c.month)
)
# Not by the column itself: SQLite would walk the whole year in the order of its index.
_ACCOUNT = postings.c.account + literal_column("0")
IN_DAYS = (
    select(_ACCOUNT, *_sums(postings))
    .join(vouchers, OF_VOUCHER)
    .where(MINE["vouchers"], MINE["postings"], IN_YEAR, SINCE, UNTIL)
    .group_by(_ACCOUNT)
)
# Each word of a selection that narrows it, and what it asks of a posting or its voucher.
NARROWED = {
    **{name: _for(postings.c[name]) for name in ("cost_center", "project")},
    "known_at": vouchers.c.registered_at <= bindparam("known_at"),
}
ENTRIES = (
    select(
        postings.c.account,
        postings.c.series,
        postings.c.number,
        vouchers.c.date,
        vouchers.c.registered_at,
        vouchers.c.description,
        postings.c.transaction_information,
        postings.c.debit,
        postings.c.credit,
    )
    .join(vouchers, OF_VOUCHER)
    .where(MINE["vouchers"], MINE["postings"], SINCE, UNTIL)
    .limit(bindparam("most"))
)
BY_ACCOUNT = ENTRIES.order_by(
    *(postings.c.account, vouchers.c.date, vouchers.c.sequence, postings.c.line)
)
BY_VOUCHER = ENTRIES.order_by(vouchers.c.sequence, postings.c.line)
NAMES = select(accounts.c.number, accounts.c.description).where(
    MINE["accounts"], accounts.c.year == bindparam("year")
)
LAST_NUMBERS = (
    select(series.c.code, series.c.last_number)
    .where(MINE["voucher_series"], series.c.year == bindparam("year"))
    .where(series.c.last_number.is_not(None))
    .order_by(series.c.code)
)
LAST_KNOWN = (
    select(vouchers.c.series, func.max(vouchers.c.number))
    .where(MINE["vouchers"], IN_YEAR, NARROWED["known_at"])
    .group_by(vouchers.c.series)
    .order_by(vouchers.c.series)
)

BORNE = {
    name: select(postings.c.number).where(MINE["postings"], _for(postings.c[name])).limit(1)
    for name in ("cost_center", "project")
}


def is_borne(books: Books, name: str, code: str) -> bool:
    """Whether anything was posted for a cost centre or a project."""
    return books.first(BORNE[name], **{name: code}) is not None


def standing(books: Books, day: date, what: Selection) -> Standing:
    """What every account stands at when a day ends; those of results, since their year began."""
    years = books.years()
    before = [year for year in years if year.from_date <= day]
    if not before:
        return {}
    latest = before[-1]
    stands = _begun(books, before, what)
    for account, moved in turnover(books, latest, day, what).items():
        stands[account] = stands.get(account, ZERO) + moved.change
    if not latest.covers(day):  # a year that nobody has begun yet
        return {each: stands[each] for each in stands if books.goes_on(each)}
    return stands


def opening(books: Books, what: Selection) -> Standing:
    """Before the first of its days: with a new year, results begin anew."""
    begun = [year for year in books.years() if year.from_date <= what.from_date]
    if begun and begun[-1].from_date == what.from_date:
        return _begun(books, begun, what)
    return standing(books, what.from_date - timedelta(days=1), what)


def _begun(books: Books, years: list[FinancialYear], what: Selection) -> Standing:
    """When the last of these years begins."""
    if what.is_plain:
        return balances.opening_balances(books, years[-1])
    stands: Standing = {}
    if not (what.cost_center or what.project):  # what a company began with was for neither
        stands = balances.opening_balances(books, years[0])
    for year in years[:-1]:
        for account, moved in turnover(books, year, year.to_date, what).items():
            if books.goes_on(account):
                stands[account] = stands.get(account, ZERO) + moved.change
    return stands


def movement(books: Books, what: Selection) -> Moved:
    """What was debited and credited from the first of its days through the last."""
    moved: Moved = {}
    for year in books.years():
        first, last = max(what.from_date, year.from_date), min(what.to_date, year.to_date)
        if first <= last:
            moved = _plus(moved, turnover(books, year, last, what))
            moved = _plus(moved, turnover(books, year, first - timedelta(days=1), what), -1)
    return moved


def turnover(books: Books, year: FinancialYear, through: date, what: Selection) -> Moved:
    """From the first day of a year on."""
    last = min(through, year.to_date)
    if last < year.from_date:
        return {}
    if not what.is_plain:
        return in_days(books, year, year.from_date, last, what)
    month = last.replace(day=1)
    after = _after_month(month)
    if last.day < SECOND_HALF:
        whole = _in_months(books, year, month - timedelta(days=1))
        return _plus(whole, in_days(books, year, month, last, what))
    whole = _in_months(books, year, month)
    rest = last + timedelta(days=1)
    if rest == after:
        return whole
    return _plus(whole, in_days(books, year, rest, after - timedelta(days=1), what), -1)


def by_month(books: Books, year: FinancialYear, through: date) -> dict[date, Moved]:
    """What each month of a year moved, the last of them through a day: that is today or near it, so
    that little comes after it."""
    moved: dict[date, Moved] = {}
    for month, account, debit, credit in books.all(BY_MONTH, year=year.id):
        moved.setdefault(date.fromisoformat(month), {})[account] = Turnover(
            _ore(debit), _ore(credit)
        )
    last = through.replace(day=1)
    months_until = {month: each for month, each in moved.items() if month <= last}
    if last in months_until:
        plain = Selection(through, through)
        rest = (through + timedelta(days=1), _after_month(last) - timedelta(days=1))
        later = in_days(books, year, *rest, plain)
        months_until[last] = _plus(months_until[last], later, -1)
    return months_until


def months_of(books: Books, year: FinancialYear, account: int) -> dict[date, Turnover]:
    """What each month of a year moved one account."""
    rows = books.all(MONTHS_OF_ACCOUNT, year=year.id, account=account)
    return {
        date.fromisoformat(it): Turnover(_ore(debit), _ore(credit)) for it, debit, credit in rows
    }


def _after_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _in_months(books: Books, year: FinancialYear, until: date) -> Moved:
    return _moved(books.all(IN_MONTHS, year=year.id, until=until.isoformat()))


def in_days(books: Books, year: FinancialYear, since: date, until: date, what: Selection) -> Moved:
    values = narrowing(what)
    days = {"since": since.isoformat(), "until": until.isoformat()}
    return _moved(books.all(narrowed(IN_DAYS, *values), year=year.id, **days, **values))


def narrowing(what: Selection) -> dict[str, Any]:
    """Only those postings count that it is about."""
    asked = {name: getattr(what, name) for name in NARROWED}
    return {name: _stored(value) for name, value in asked.items() if value}


@cache
def narrowed(statement: Any, *names: str) -> Any:
    return statement.where(*(NARROWED[name] for name in names)) if names else statement


@cache
def of_account(statement: Any) -> Any:
    return statement.where(postings.c.account == bindparam("account"))


def _stored(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _moved(rows: Iterable[tuple[Any, ...]]) -> Moved:
    return {account: Turnover(_ore(debit), _ore(credit)) for account, debit, credit in rows}


def _plus(one: Moved, other: Mapping[int, Turnover], sign: int = 1) -> Moved:
    result = dict(one)
    for account, (debit, credit) in other.items():
        had = one.get(account, NONE)
        result[account] = Turnover(had.debit + sign * debit, had.credit + sign * credit)
    return result


def entries(books: Books, what: Selection, most: int, *, by_account: bool) -> list[Entry]:
    """The postings themselves: by account, or voucher by voucher as they were registered."""
    statement = narrowed(BY_ACCOUNT if by_account else BY_VOUCHER, *narrowing(what))
    days = {"since": what.from_date.isoformat(), "until": what.to_date.isoformat()}
    values: dict[str, Any] = {**days, **narrowing(what)}
    if what.account:
        statement, values["account"] = of_account(statement), what.account
    return [_entry(row) for row in books.all(statement, most=most, **values)]


def _entry(row: tuple[Any, ...]) -> Entry:
    account, series, number, day, registered, voucher_text, text, debit, credit = row
    return Entry(
        account,
        series,
        number,
        date.fromisoformat(day),
        swedish_date(datetime.fromisoformat(registered)),
        voucher_text,
        text,
        _ore(debit),
        _ore(credit),
    )


def names(books: Books, day: date) -> dict[int, str]:
    """Of the accounts, as the chart of that day's year has them, or else the chart before it."""
    begun = [year for year in books.years() if year.from_date <= day]
    every: dict[int, str] = {}
    for year in begun[-2:]:
        every |= dict(books.all(NAMES, year=year.id))
    return every


def last_numbers(books: Books, what: Selection) -> dict[str, int]:
    """The last voucher of each series, in the year of the last day, as it was known."""
    year = year_of(books.years(), what.to_date)
    if not year:
        return {}
    if what.known_at:
        known = {"known_at": _stored(what.known_at)}
        return dict(books.all(LAST_KNOWN, year=year.id, **known))
    return dict(books.all(LAST_NUMBERS, year=year.id))
