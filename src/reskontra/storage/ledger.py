"""The ledger read and fenced: vouchers with their rows, balances, locks and closed years."""

from collections.abc import Iterator
from datetime import date
from itertools import count, takewhile
from typing import Any

from sqlalchemy import bindparam, case, insert, select

from reskontra.domain.errors import NotFound
from reskontra.domain.records import replace
from reskontra.domain.voucher import Posting, VatEntry, Voucher, VoucherKey
from reskontra.engine.columns import ORE
from reskontra.storage import chain, tables
from reskontra.storage.books import LOCK_LEDGER, Books
from reskontra.storage.shelves import POSTINGS, VOUCHERS

accounts, postings, vouchers = tables.accounts, tables.postings, tables.vouchers
entries, years, series = tables.vat_entries, tables.financial_years, tables.voucher_series

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
ADD_LEDGER = insert(tables.ledgers)
ADD_EVENT_HEAD = insert(tables.event_heads)


def begin(books: Books) -> None:
    """An empty ledger, of which nothing has been told."""
    books.put(ADD_LEDGER, sequence=None, hash=chain.FIRST, locked_through=None)
    books.put(ADD_EVENT_HEAD, latest=0, earliest=1, kept_since=books.now.isoformat())


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


def unused(books: Books, source: str) -> str:
    """What can happen again is known by how many times it did."""
    return next(each for each in _turns(source) if not is_posted(books, each))


def newest(books: Books, source: str) -> VoucherKey | None:
    """The voucher of the latest time."""
    *_, last = [None, *takewhile(bool, (posted_of(books, each) for each in _turns(source)))]
    return last


def _turns(source: str) -> Iterator[str]:
    yield source
    yield from (f"{source}, time {turn}" for turn in count(2))


def posted_of(books: Books, source: str) -> VoucherKey | None:
    row = books.first(OF_SOURCE, source=source)
    return VoucherKey(*row) if row else None


def lock(books: Books) -> None:
    """Waits for postings under way, and holds off new ones until the books are closed."""
    books.first(LOCK_LEDGER)
