"""The ledger read and fenced: vouchers with their rows, balances, locks and closed years."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, bindparam, case, cast, func, insert, select, union_all, update

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.equity import is_balance_account
from reskontra.domain.errors import NotFound
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account
from reskontra.domain.voucher import Posting, VatEntry, Voucher, VoucherKey
from reskontra.engine.columns import ORE
from reskontra.storage import chain, tables
from reskontra.storage.books import LOCK_LEDGER, Books
from reskontra.storage.shelves import ACCOUNTS, POSTINGS, VOUCHERS

accounts, postings, vouchers = tables.accounts, tables.postings, tables.vouchers
entries, years, series = tables.vat_entries, tables.financial_years, tables.voucher_series

LARGEST_BALANCE_ACCOUNT = 2999
_kronor = ORE.out

MINE = {
    table.name: (table.c.organisation_id == bindparam("organisation_id"))
    for table in (accounts, postings, vouchers, entries, years, series)
}


def _of_voucher(table: Any) -> list[Any]:
    names = ("year", "series", "number")
    return [MINE[table.name], *[table.c[name] == bindparam(f"key_{name}") for name in names]]


ROWS = (
    select(*POSTINGS.columns, accounts.c.description)
    .join(
        accounts,
        (accounts.c.organisation_id == postings.c.organisation_id)
        & (accounts.c.year == postings.c.year)
        & (accounts.c.number == postings.c.account),
    )
    .where(*_of_voucher(postings))
    .order_by(postings.c.line)
)
ENTRIES = (
    select(entries.c.tax_date, entries.c.box, entries.c.base, entries.c.tax)
    .where(*_of_voucher(entries))
    .order_by(entries.c.line)
)
ON_ACCOUNT = (
    MINE["postings"],
    postings.c.year == bindparam("year"),
    postings.c.account == bindparam("account"),
)
CHANGE = select(func.coalesce(func.sum(postings.c.debit - postings.c.credit), 0)).where(*ON_ACCOUNT)
IN_USE = select(postings.c.line).where(*ON_ACCOUNT).limit(1)
COVERING = (years.c.from_date <= bindparam("day")) & (years.c.to_date >= bindparam("day"))
CHART_YEAR = (
    select(years.c.id)
    .where(MINE["financial_years"])
    .order_by(case((COVERING, 0), else_=1), years.c.from_date.desc())
    .limit(1)
)
IN_CHART = select(accounts.c.number).where(
    MINE["accounts"],
    accounts.c.year == CHART_YEAR.scalar_subquery(),
    accounts.c.number == bindparam("account"),
    accounts.c.active == bindparam("true"),
)
IS_MANUAL = select(series.c.manual).where(
    MINE["voucher_series"],
    series.c.year == CHART_YEAR.scalar_subquery(),
    series.c.code == bindparam("series"),
)
OF_SOURCE = select(vouchers.c.year, vouchers.c.series, vouchers.c.number).where(
    MINE["vouchers"], vouchers.c.source == bindparam("source")
)
IN_THOSE_YEARS = (years.c.from_date >= bindparam("since")) & (years.c.from_date < bindparam("day"))
OPENING = union_all(
    select(
        accounts.c.number.label("number"), accounts.c.balance_brought_forward.label("amount")
    ).where(MINE["accounts"], accounts.c.year == bindparam("first")),
    select(postings.c.account, postings.c.debit - postings.c.credit)
    .join(
        years,
        (years.c.organisation_id == postings.c.organisation_id) & (years.c.id == postings.c.year),
    )
    .where(MINE["postings"], IN_THOSE_YEARS),
).subquery()
OPENING_BALANCE = cast(func.sum(OPENING.c.amount), BigInteger)
ONE_OPENING = select(func.coalesce(OPENING_BALANCE, 0)).where(
    OPENING.c.number == bindparam("account")
)
OPENINGS = (
    select(OPENING.c.number, OPENING_BALANCE)
    .where(OPENING.c.number <= bindparam("largest"))
    .group_by(OPENING.c.number)
)
CHANGES = (
    select(postings.c.account, cast(func.sum(postings.c.debit - postings.c.credit), BigInteger))
    .where(MINE["postings"], postings.c.year == bindparam("year"))
    .group_by(postings.c.account)
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

ADD_LEDGER = insert(tables.ledgers)


def begin(books: Books) -> None:
    """An empty ledger."""
    books.put(ADD_LEDGER, sequence=None, hash=chain.FIRST, locked_through=None)


def voucher(books: Books, year: int, series: str, number: int) -> Voucher:
    """A posted voucher, with its rows and its VAT entries."""
    header = books.shelf(VOUCHERS).find(year, series, number)
    if header is None:
        raise NotFound(VOUCHERS.missing)
    key = {"key_year": year, "key_series": series, "key_number": number}
    rows = tuple(_posting(row) for row in books.all(ROWS, **key))
    taxed = tuple(_entry(row) for row in books.all(ENTRIES, **key))
    return replace(header, postings=rows, vat_entries=taxed)


def _posting(row: tuple[Any, ...]) -> Posting:
    """With the name that its account has today, unless it has one of its own."""
    posting = POSTINGS.made(row[:-1])
    return posting if posting.description else replace(posting, description=row[-1])


def _entry(row: tuple[Any, ...]) -> VatEntry:
    tax_date, box, base, tax = row
    return VatEntry(date.fromisoformat(tax_date), box, _kronor(base), _kronor(tax))


def voucher_at(books: Books, key: VoucherKey) -> Voucher:
    return voucher(books, key.year, key.series, key.number)


def change(books: Books, year: int, account: int) -> Decimal:
    """What a year's postings add to an account."""
    row = books.first(CHANGE, year=year, account=account)
    return _kronor(int(row[0])) if row else ZERO


def in_use(books: Books, year: int, account: int) -> bool:
    return books.first(IN_USE, year=year, account=account) is not None


def in_chart(books: Books, day: date, account: int) -> bool:
    """Whether it can be posted to on that day; a year that is not open yet will copy the latest."""
    return bool(books.first(IN_CHART, day=day.isoformat(), account=account, true=True))


def is_manual(books: Books, day: date, series: str) -> bool | None:
    """Whether the series is for vouchers made by hand; None where that year has no such series."""
    row = books.first(IS_MANUAL, day=day.isoformat(), series=series)
    return bool(row[0]) if row else None


def is_posted(books: Books, source: str) -> bool:
    """Whether some voucher was made of that business event."""
    return posted_of(books, source) is not None


def posted_of(books: Books, source: str) -> VoucherKey | None:
    row = books.first(OF_SOURCE, source=source)
    return VoucherKey(*row) if row else None


def lock(books: Books) -> None:
    """Waits for postings under way, and holds off new ones until the books are closed."""
    books.first(LOCK_LEDGER)


def opening_balance(books: Books, year: FinancialYear, account: int) -> Decimal:
    """What an account stands at when a year begins, also while the year before it is open."""
    if not is_balance_account(account):
        return ZERO
    row = books.first(ONE_OPENING, account=account, **_reckoned(books, year))
    return _kronor(int(row[0])) if row else ZERO


def opening_balances(books: Books, year: FinancialYear) -> dict[int, Decimal]:
    rows = books.all(OPENINGS, largest=LARGEST_BALANCE_ACCOUNT, **_reckoned(books, year))
    return {number: _kronor(int(balance)) for number, balance in rows if balance}


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
    shelf = books.shelf(ACCOUNTS)
    there = {number for [number] in books.all(CHART, year=following.id)}
    for number in {*there, *closing}:
        if is_balance_account(number):
            balance = closing.get(number, ZERO)
            if balance and number not in there:
                # An account that was taken out of the next year's chart comes back.
                shelf.add(replace(shelf.get(year.id, number), year=following.id))
            brought = {"key_year": following.id, "key_number": number}
            books.put(BRING_FORWARD, balance=ORE.into(balance), **brought)
