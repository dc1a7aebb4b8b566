"""What a SIE file brings beside its vouchers: accounts, series, objects, opening balances."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, func, select

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account, CostCenter, Project, VoucherSeries
from reskontra.domain.sie_import import SIE, SieImport
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.ledger import voucher_at
from reskontra.storage.shelves import ACCOUNTS, COST_CENTERS, PROJECTS, SIE_IMPORTS, VOUCHER_SERIES

imports, vouchers, series = tables.sie_imports, tables.vouchers, tables.voucher_series
MINE = imports.c.organisation_id == bindparam("organisation_id")
ANY_VOUCHER = (
    select(vouchers.c.number).where(vouchers.c.organisation_id == bindparam("organisation_id"))
).limit(1)
LATEST_ID = select(func.coalesce(func.max(imports.c.id), 0)).where(MINE)
BY_DIGEST = select(imports.c.id).where(MINE, imports.c.digest == bindparam("digest")).limit(1)
OF_YEAR = select(*SIE_IMPORTS.columns).where(MINE, imports.c.year == bindparam("year"))
SEQUENCE = select(func.coalesce(tables.ledgers.c.sequence, 0)).where(
    tables.ledgers.c.organisation_id == bindparam("organisation_id")
)
LATER = (
    select(vouchers.c.number)
    .where(vouchers.c.organisation_id == bindparam("organisation_id"))
    .where(vouchers.c.year == bindparam("year"), vouchers.c.sequence > bindparam("last"))
    .limit(1)
)
ITS_VOUCHERS = (
    select(vouchers.c.year, vouchers.c.series, vouchers.c.number)
    .where(vouchers.c.organisation_id == bindparam("organisation_id"))
    .where(vouchers.c.reference_type == bindparam("kind"))
    .where(vouchers.c.reference_number == bindparam("reference"))
    .order_by(vouchers.c.sequence)
)
BEGUN_WITH = select(tables.accounts.c.number).where(
    tables.accounts.c.organisation_id == bindparam("organisation_id"),
    tables.accounts.c.year == bindparam("year"),
    tables.accounts.c.balance_brought_forward != 0,
)
COUNTERS = select(series.c.code, func.coalesce(series.c.last_number, 0)).where(
    series.c.organisation_id == bindparam("organisation_id"), series.c.year == bindparam("year")
)


def is_untouched(books: Books) -> bool:
    """Nothing was ever posted."""
    return books.first(ANY_VOUCHER) is None


def next_id(books: Books) -> int:
    row = books.first(LATEST_ID)
    return int(row[0]) + 1 if row else 1


def next_sequence(books: Books) -> int:
    row = books.first(SEQUENCE)
    return int(row[0]) + 1 if row else 1


def with_digest(books: Books, digest: str) -> int | None:
    """The import of the very same file."""
    row = books.first(BY_DIGEST, digest=digest)
    return row[0] if row else None


def of_year(books: Books, year: int) -> list[SieImport]:
    return [SIE_IMPORTS.made(row) for row in books.all(OF_YEAR, year=year)]


def followed(books: Books, kept: SieImport) -> bool:
    """Was anything else posted in its year since?"""
    last = kept.first_sequence + kept.vouchers - 1
    return books.first(LATER, year=kept.year, last=last) is not None


def vouchers_of(books: Books, kept: SieImport) -> list[Voucher]:
    rows = books.all(ITS_VOUCHERS, reference=str(kept.id), kind=SIE)
    return [voucher_at(books, VoucherKey(*row)) for row in rows]


def begin_with_nothing(books: Books) -> None:
    first = books.years()[0]
    rows = books.all(BEGUN_WITH, year=first.id)
    begin_with(books, first, {number: ZERO for [number] in rows})


def counters(books: Books, year: int) -> dict[str, int]:
    """The last number of each series."""
    return {code: int(last) for code, last in books.all(COUNTERS, year=year)}


def complete(books: Books, accounts: list[Account], codes: list[str], named: bool) -> None:
    """Accounts and series that some year lacks; with `named`, theirs are the file's names."""
    for year in books.years():
        if not year.closed:
            for account in accounts:
                _complete_account(books, replace(account, year=year.id), named)
            for code in codes:
                _complete_series(books, year, code)


def _complete_account(books: Books, told: Account, named: bool) -> None:
    shelf = books.shelf(ACCOUNTS)
    there = shelf.find(told.year, told.number)
    if told.type:
        books.account_types[told.number] = told.type
    if there is None:
        shelf.add(told)
        _record(books, told)
    elif named and (after := _named(there, told)) != there:
        shelf.save(there, after)
        _record(books, after)


def _named(there: Account, told: Account) -> Account:
    return replace(there, description=told.description, sru=told.sru, type=told.type)


def begin_with(books: Books, year: FinancialYear, openings: Mapping[int, Decimal]) -> None:
    """What the books begin with, in their first year."""
    shelf = books.shelf(ACCOUNTS)
    for number, amount in openings.items():
        there = shelf.get(year.id, number)
        if there.balance_brought_forward != amount:
            after = replace(there, balance_brought_forward=amount)
            shelf.save(there, after)
            _record(books, after)


def _record(books: Books, account: Account) -> None:
    facts: dict[str, Any] = {name: getattr(account, name) for name in ("year", "number")}
    facts |= {"description": account.description, "active": account.active}
    facts |= {"vat_code": account.vat_code}
    facts |= {"balance_brought_forward": str(account.balance_brought_forward or ZERO)}
    if account.type:
        facts |= {"type": account.type}
    books.record_history("account set", **facts)


def _complete_series(books: Books, year: FinancialYear, code: str) -> None:
    shelf = books.shelf(VOUCHER_SERIES)
    if shelf.find(year.id, code) is None:
        shelf.add(VoucherSeries(year.id, code, f"Serie {code}".strip(), manual=True))


def complete_objects(books: Books, centers: Mapping[str, str], projects: Mapping[str, str]) -> None:
    for code, name in centers.items():
        if books.shelf(COST_CENTERS).find(code) is None:
            books.shelf(COST_CENTERS).add(CostCenter(code, name))
    for code, name in projects.items():
        if books.shelf(PROJECTS).find(code) is None:
            books.shelf(PROJECTS).add(Project(code, name))
