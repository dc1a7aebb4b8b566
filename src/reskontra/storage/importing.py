"""What a SIE file brings beside its vouchers: accounts, series, objects, opening balances."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, func, select

from reskontra.codec import restored
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Account, CostCenter, Project, VoucherSeries
from reskontra.domain.sie_import import IMPORT_UNDONE, SIE, UNDONE, ImportedFile, SieImport
from reskontra.domain.voucher import Voucher, VoucherKey
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.exporting import LAST
from reskontra.storage.ledger import voucher_at
from reskontra.storage.shelves import ACCOUNTS, COST_CENTERS, PROJECTS, VOUCHER_SERIES

imports, vouchers, series = tables.sie_imports, tables.vouchers, tables.voucher_series
MINE = imports.c.organisation_id == bindparam("organisation_id")
MY_VOUCHERS = vouchers.c.organisation_id == bindparam("organisation_id")
ANY_VOUCHER = (
    select(vouchers.c.number).where(MY_VOUCHERS, vouchers.c.sequence < bindparam("before")).limit(1)
)
REFERENCES = (
    select(vouchers.c.reference_type, vouchers.c.reference_number)
    .distinct()
    .where(MY_VOUCHERS, vouchers.c.sequence < bindparam("before"))
)
LAST_OF_EACH = (
    select(
        *(vouchers.c[name] for name in ("series", "reference_type", "reference_number")),
        func.max(vouchers.c.number),
    )
    .where(MY_VOUCHERS, vouchers.c.year == bindparam("year"))
    .group_by(vouchers.c.series, vouchers.c.reference_type, vouchers.c.reference_number)
)
TAKEN_BACK = select(tables.history.c.detail).where(
    tables.history.c.organisation_id == bindparam("organisation_id"),
    tables.history.c.what == bindparam("what"),
)
LATEST_ID = select(func.coalesce(func.max(imports.c.id), 0)).where(MINE)
BY_DIGEST = (
    select(imports.c.id)
    .where(MINE, imports.c.digest == bindparam("digest"))
    .order_by(imports.c.id.desc())
)
KEPT_OF_YEAR = (
    select(imports.c.id, imports.c.kept)
    .where(MINE, imports.c.year == bindparam("year"))
    .order_by(imports.c.id.desc())
)
LISTED = (
    select(*(imports.c[name] for name in ("id", "year", "name", "at", "by", "vouchers")))
    .where(MINE)
    .order_by(imports.c.id.desc())
)
SEQUENCE = select(func.coalesce(tables.ledgers.c.sequence, 0)).where(
    tables.ledgers.c.organisation_id == bindparam("organisation_id")
)
LATER = (
    select(vouchers.c.number)
    .where(MY_VOUCHERS)
    .where(vouchers.c.year == bindparam("year"), vouchers.c.sequence > bindparam("last"))
    .limit(1)
)
ITS_VOUCHERS = (
    select(vouchers.c.year, vouchers.c.series, vouchers.c.number)
    .where(MY_VOUCHERS)
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


def taken_back(books: Books) -> frozenset[str]:
    """The imports that were undone, as their vouchers and the mirrors of these refer to them."""
    entries = books.all(TAKEN_BACK, what=IMPORT_UNDONE)
    return frozenset(str(restored(detail)["import"]) for [detail] in entries)


def is_untouched(books: Books, before: int = LAST) -> bool:
    """Nothing was posted, up to a place in the ledger, but what was taken back as a whole."""
    if not (back := taken_back(books)):
        return books.first(ANY_VOUCHER, before=before) is None
    return all(_is_back(back, *row) for row in books.all(REFERENCES, before=before))


def _is_back(back: frozenset[str], kind: str, reference: str) -> bool:
    return kind in (SIE, UNDONE) and reference in back


def next_id(books: Books) -> int:
    row = books.first(LATEST_ID)
    return int(row[0]) + 1 if row else 1


def next_sequence(books: Books) -> int:
    row = books.first(SEQUENCE)
    return int(row[0]) + 1 if row else 1


def with_digest(books: Books, digest: str) -> int | None:
    """The import of the very same file, unless it was taken back."""
    back = taken_back(books)
    numbers = (number for [number] in books.all(BY_DIGEST, digest=digest))
    return next((number for number in numbers if str(number) not in back), None)


def kept_of_year(books: Books, year: int) -> list[Mapping[str, Any]]:
    """What the files that stand have said beside their vouchers, the latest first."""
    rows = books.all(KEPT_OF_YEAR, year=year)
    back = taken_back(books) if rows else ()
    return [restored(kept) for number, kept in rows if str(number) not in back]


def listed(books: Books) -> list[ImportedFile]:
    """All files, the newest first."""
    back = taken_back(books)
    return [ImportedFile(*(*row, str(row[0]) in back)) for row in books.all(LISTED)]


def last_standing(books: Books, year: int) -> dict[str, int]:
    """The last number of each series but for vouchers that were taken back with their file."""
    if not (back := taken_back(books)):
        return counters(books, year)
    last: dict[str, int] = {}
    for series, kind, reference, number in books.all(LAST_OF_EACH, year=year):
        if not _is_back(back, kind, reference):
            last[series] = max(number, last.get(series, 0))
    return last


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
