"""What the accounts stand at: when a year begins, when it ends, and by what vouchers."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, bindparam, cast, func, select, union_all, update

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import CLOSED_TO
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account
from reskontra.domain.voucher import MANUAL, VoucherKey
from reskontra.engine.columns import ORE
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE, ON_ACCOUNT, voucher_at
from reskontra.storage.shelves import ACCOUNTS
from reskontra.storage.tables import accounts, postings, vouchers
from reskontra.storage.tables import financial_years as years
from reskontra.storage.tables import monthly_balances as months

_kronor = ORE.out

MY_MONTHS = months.c.organisation_id == bindparam("organisation_id")

CHANGE = select(
    cast(func.coalesce(func.sum(months.c.debit - months.c.credit), 0), BigInteger)
).where(MY_MONTHS, months.c.year == bindparam("year"), months.c.account == bindparam("account"))
IN_THOSE_YEARS = (years.c.from_date >= bindparam("since")) & (years.c.from_date < bindparam("day"))
OPENING = union_all(
    select(
        accounts.c.number.label("number"), accounts.c.balance_brought_forward.label("amount")
    ).where(MINE["accounts"], accounts.c.year == bindparam("first")),
    select(months.c.account, months.c.debit - months.c.credit)
    .join(
        years,
        (years.c.organisation_id == months.c.organisation_id) & (years.c.id == months.c.year),
    )
    .where(MY_MONTHS, IN_THOSE_YEARS),
).subquery()
OPENING_BALANCE = cast(func.sum(OPENING.c.amount), BigInteger)
ONE_OPENING = select(func.coalesce(OPENING_BALANCE, 0)).where(
    OPENING.c.number == bindparam("account")
)
OPENINGS = select(OPENING.c.number, OPENING_BALANCE).group_by(OPENING.c.number)
CHANGES = (
    select(months.c.account, cast(func.sum(months.c.debit - months.c.credit), BigInteger))
    .where(MY_MONTHS, months.c.year == bindparam("year"))
    .group_by(months.c.account)
)
ITS_VOUCHERS = select(postings.c.series, postings.c.number).where(*ON_ACCOUNT)
BY_HAND_SINCE = (
    select(cast(func.coalesce(func.sum(postings.c.debit - postings.c.credit), 0), BigInteger))
    .join(
        vouchers,
        (vouchers.c.organisation_id == postings.c.organisation_id)
        & (vouchers.c.year == postings.c.year)
        & (vouchers.c.series == postings.c.series)
        & (vouchers.c.number == postings.c.number),
    )
    .where(
        MINE["postings"],
        postings.c.account == bindparam("account"),
        vouchers.c.reference_type == MANUAL,
        vouchers.c.date > bindparam("day"),
    )
)
BRING_FORWARD = (
    update(accounts)
    .where(
        MINE["accounts"],
        accounts.c.year == bindparam("key_year"),
        accounts.c.number == bindparam("key_number"),
    )
    .values(balance_brought_forward=bindparam("balance"))
)
CHART = select(accounts.c.number).where(MINE["accounts"], accounts.c.year == bindparam("year"))


def change(books: Books, year: int, account: int) -> Decimal:
    """What a year's postings add to an account."""
    row = books.first(CHANGE, year=year, account=account)
    return _kronor(int(row[0])) if row else ZERO


def opening_balance(books: Books, year: FinancialYear, account: int) -> Decimal:
    """What an account stands at when a year begins, also while the year before it is open."""
    if not books.goes_on(account):
        return ZERO
    row = books.first(ONE_OPENING, account=account, **_reckoned(books, year))
    return _kronor(int(row[0])) if row else ZERO


def opening_balances(books: Books, year: FinancialYear) -> dict[int, Decimal]:
    rows = books.all(OPENINGS, **_reckoned(books, year))
    return {
        number: _kronor(int(balance))
        for number, balance in rows
        if balance and books.goes_on(number)
    }


def moved_beside(books: Books, year: FinancialYear, results: Iterable[int]) -> dict[int, Decimal]:
    """What a year's vouchers that move last year's result come to, by account."""
    touching = {
        VoucherKey(year.id, *row)
        for account in results
        for row in books.all(ITS_VOUCHERS, year=year.id, account=account)
    }
    moved: dict[int, Decimal] = {}
    for rows in (voucher_at(books, key).postings for key in touching):
        if not any(row.account in CLOSED_TO for row in rows):  # that is this year's
            for row in rows:
                moved[row.account] = moved.get(row.account, ZERO) + row.amount
    return moved


def by_hand_since(books: Books, day: date, account: int) -> Decimal:
    """What vouchers made by hand, dated after that day, add to an account."""
    row = books.first(BY_HAND_SINCE, account=account, day=day.isoformat())
    return _kronor(int(row[0])) if row else ZERO


def written(books: Books, account: Account) -> Decimal:
    """What its own row says that it began with; that counts where all years before are closed."""
    row = books.shelf(ACCOUNTS).find(account.year, account.number)
    return row.balance_brought_forward if row else ZERO


def closing_balances(books: Books, year: FinancialYear) -> dict[int, Decimal]:
    """What every account stands at when a year ends, those of its result too."""
    balances = opening_balances(books, year)
    for number, change in books.all(CHANGES, year=year.id):
        balances[number] = balances.get(number, ZERO) + _kronor(int(change))
    return balances


def _reckoned(books: Books, year: FinancialYear) -> dict[str, Any]:
    """From which year on: what a closed year ended with is written down in the one after it."""
    until = [each for each in books.years() if each.from_date <= year.from_date]
    first = next((each for each in until if not each.closed), year)
    return {
        "first": first.id,
        "since": first.from_date.isoformat(),
        "day": year.from_date.isoformat(),
    }


def carry_balances(books: Books, year: FinancialYear, following: FinancialYear) -> None:
    """What a closed year ended with is written down as what the next begins with."""
    closing = closing_balances(books, year)
    standing = [number for number, each in closing.items() if each and books.goes_on(number)]
    for later in books.years():
        if later.from_date > year.from_date:
            _complete_chart(books, year, later, standing)
    for [number] in books.all(CHART, year=following.id):
        if books.goes_on(number):
            brought = {"key_year": following.id, "key_number": number}
            books.put(BRING_FORWARD, balance=ORE.into(closing.get(number, ZERO)), **brought)


def _complete_chart(
    books: Books, year: FinancialYear, later: FinancialYear, numbers: list[int]
) -> None:
    """An account that something stands on comes back where it was taken out of the chart."""
    there, shelf = {number for [number] in books.all(CHART, year=later.id)}, books.shelf(ACCOUNTS)
    for number in {*numbers} - there:
        known = shelf.get(year.id, number)
        shelf.add(replace(known, year=later.id, balance_brought_forward=ZERO))
