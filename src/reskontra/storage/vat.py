"""What the books say of VAT in a period: entries by box, changes of accounts, and who disagrees."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, bindparam, case, cast, exists, func, not_, or_, select, union_all

from reskontra.domain.periodic_summary import BOXES, Sold
from reskontra.domain.sie_import import SIE, UNDONE
from reskontra.domain.vat import INPUT_BOX, REVENUE_BOXES
from reskontra.domain.vat_period import Period
from reskontra.domain.vat_return import (
    SETTLEMENT,
    TAX_ACCOUNTS,
    VAT_ACCOUNTS,
    ReturnStatus,
    Untied,
    VatReturn,
)
from reskontra.domain.voucher import VoucherKey
from reskontra.engine.columns import ORE, TEXT
from reskontra.reports.report import Selection
from reskontra.reports.vat import Told
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.importing import taken_back
from reskontra.storage.shelves import VAT_RETURNS
from reskontra.storage.standings import narrowed, narrowing

entries, vouchers, postings = tables.vat_entries, tables.vouchers, tables.postings
returns, invoices = tables.vat_returns, tables.customer_invoices

_kronor = ORE.out
KEY = ("organisation_id", "year", "series", "number")
OF_SALES = ("INVOICE", "INVOICEPAYMENT")
OWN_VOUCHERS = (*OF_SALES, "SUPPLIERINVOICE", "SUPPLIERPAYMENT", SETTLEMENT)


def _mine(table: Any) -> Any:
    return table.c.organisation_id == bindparam("organisation_id")


def _same_voucher(one: Any, other: Any) -> Any:
    return [one.c[name] == other.c[name] for name in KEY]


def _one_of(column: Any, values: Iterable[Any]) -> Any:
    """Written out: a statement is made ready once, for any number of values it would not be."""
    return or_(*(column == each for each in values))


def _within(column: Any) -> Any:
    return (column >= bindparam("since")) & (column <= bindparam("until"))


ENTRY = entries.c.base + entries.c.tax
TOLD = (_mine(entries), _within(entries.c.tax_date))
# What came in a file was told of elsewhere: no return of ours ties to it, nor settles it.
POSTED = (
    _mine(vouchers),
    _within(vouchers.c.date),
    not_(_one_of(vouchers.c.reference_type, (SETTLEMENT, SIE, UNDONE))),
    *_same_voucher(postings, vouchers),
)
ON_VAT_ACCOUNTS = postings.c.account.between(VAT_ACCOUNTS[0], VAT_ACCOUNTS[-1])
CHANGE = postings.c.debit - postings.c.credit
BOX = case(TAX_ACCOUNTS, value=postings.c.account, else_="")
IN_BOX = case((BOX == INPUT_BOX, CHANGE), else_=-CHANGE)

SUMS = (
    select(entries.c.box, cast(func.sum(ENTRY), BigInteger), func.count())
    .where(*TOLD)
    .group_by(entries.c.box)
)
MONTH = func.substr(cast(entries.c.tax_date, TEXT), 1, 7)
BY_MONTH = (
    select(MONTH, entries.c.box, cast(func.sum(ENTRY), BigInteger))
    .where(*TOLD)
    .group_by(MONTH, entries.c.box)
)
CHANGES = (
    select(postings.c.account, cast(func.sum(CHANGE), BigInteger))
    .where(*POSTED, ON_VAT_ACCOUNTS)
    .group_by(postings.c.account)
)
_KEYS = [postings.c[name] for name in KEY[1:]]
BOTH = union_all(
    select(*[entries.c[name] for name in KEY[1:]], entries.c.box.label("box"),
           entries.c.tax.label("told"), cast(0, BigInteger).label("posted"))
    .where(*TOLD, _one_of(entries.c.box, sorted({*TAX_ACCOUNTS.values()}))),
    select(*_KEYS, BOX, cast(0, BigInteger), IN_BOX)
    .where(*POSTED, ON_VAT_ACCOUNTS, BOX != ""),
).subquery()  # fmt: skip
AT_ODDS = (
    select(
        *[BOTH.c[name] for name in KEY[1:]],
        BOTH.c.box,
        cast(func.sum(BOTH.c.told), BigInteger).label("told"),
        cast(func.sum(BOTH.c.posted), BigInteger).label("posted"),
    )
    .group_by(*[BOTH.c[name] for name in KEY[1:]], BOTH.c.box)
    .having(func.sum(BOTH.c.told) != func.sum(BOTH.c.posted))
).subquery()
UNTIED = (
    select(
        *AT_ODDS.c,
        vouchers.c.date,
        vouchers.c.description,
        vouchers.c.reference_type,
        vouchers.c.reference_number,
        vouchers.c.source,
    )
    .join(vouchers, _mine(vouchers) & (vouchers.c.year == AT_ODDS.c.year)
          & (vouchers.c.series == AT_ODDS.c.series) & (vouchers.c.number == AT_ODDS.c.number))
    .order_by(vouchers.c.sequence)
)  # fmt: skip
# By hand, on an account that a box has its base from: nobody has said what the return is told.
UNTOLD = (
    select(vouchers.c.series, vouchers.c.number, postings.c.account, cast(CHANGE, BigInteger))
    .where(
        *POSTED,
        not_(_one_of(vouchers.c.reference_type, OWN_VOUCHERS)),
        _one_of(postings.c.account, sorted(REVENUE_BOXES)),
        not_(exists().where(_mine(entries), *_same_voucher(entries, vouchers))),
    )
    .order_by(vouchers.c.sequence, postings.c.line)
    .limit(bindparam("most"))
)
EACH_ENTRY = (
    select(
        entries.c.box,
        entries.c.tax_date,
        entries.c.series,
        entries.c.number,
        vouchers.c.description,
        ENTRY,
    )
    .where(*TOLD, _mine(vouchers), *_same_voucher(entries, vouchers))
    .order_by(entries.c.box, entries.c.tax_date, vouchers.c.sequence, entries.c.line)
    .limit(bindparam("most"))
)
FROM_FILES = (
    select(vouchers.c.reference_number, func.count())
    .where(_mine(vouchers), _within(vouchers.c.date), vouchers.c.reference_type == SIE)
    .group_by(vouchers.c.reference_number)
)
ANY_ENTRY = select(entries.c.box).where(*TOLD).limit(1)
ALL_RETURNS = select(*VAT_RETURNS.columns).where(_mine(returns)).order_by(returns.c.number)
FILED_THROUGH = select(returns.c.number).where(
    _mine(returns), returns.c.status == ReturnStatus.FILED, returns.c.to_date == bindparam("day")
)
# What was sold without VAT to other countries of the EU, with the invoices that say to whom.
SOLD_ABROAD = entries.join(
    vouchers,
    _mine(vouchers)
    & (vouchers.c.year == entries.c.year)
    & (vouchers.c.series == entries.c.series)
    & (vouchers.c.number == entries.c.number),
).join(
    invoices,
    _mine(invoices) & (cast(invoices.c.document_number, TEXT) == vouchers.c.reference_number),
)
ABROAD = (*TOLD, _one_of(entries.c.box, BOXES), _one_of(vouchers.c.reference_type, OF_SALES))
SOLD_TO = (
    select(invoices.c.vat_number, entries.c.box, cast(func.sum(ENTRY), BigInteger))
    .select_from(SOLD_ABROAD)
    .where(*ABROAD)
    .group_by(invoices.c.vat_number, entries.c.box)
)
TO_NOBODY = (
    select(invoices.c.document_number)
    .select_from(SOLD_ABROAD)
    .where(*ABROAD, invoices.c.vat_number == "")
    .group_by(invoices.c.document_number)
    .order_by(invoices.c.document_number)
)


def _days(period: Period) -> dict[str, str]:
    return {"since": period.from_date.isoformat(), "until": period.to_date.isoformat()}


def sums(books: Books, period: Period) -> tuple[dict[str, Decimal], int]:
    """What the entries of each box come to, and how many entries there are."""
    rows = books.all(SUMS, **_days(period))
    return {box: _kronor(int(ore)) for box, ore, _ in rows}, sum(count for *_, count in rows)


def sums_by_month(books: Books, period: Period) -> list[tuple[str, str, Decimal]]:
    """Month (YYYY-MM), box, and what its entries come to in it."""
    rows = books.all(BY_MONTH, **_days(period))
    return [(month, box, _kronor(int(ore))) for month, box, ore in rows]


def changes(books: Books, period: Period) -> dict[int, Decimal]:
    """What the VAT accounts have changed by, debit positive, but for returns and files."""
    return {account: _kronor(int(ore)) for account, ore in books.all(CHANGES, **_days(period))}


def untied(books: Books, period: Period) -> list[tuple[Untied, str, str, str]]:
    """Vouchers whose entries are not what they post, each with what it is the voucher of."""
    return [
        (_untied(row), kind, number, source or "")
        for *row, kind, number, source in books.all(UNTIED, **_days(period))
    ]


def _untied(row: list[Any]) -> Untied:
    year, series, number, box, told, posted, day, description = row
    key, told, posted = VoucherKey(year, series, number), _kronor(int(told)), _kronor(int(posted))
    return Untied(key, date.fromisoformat(str(day)), description, box, told, posted)


def untold(books: Books, period: Period, most: int) -> list[tuple[str, int, int, Decimal]]:
    """Series, number, account and amount of what was posted by hand on accounts of sales."""
    rows = books.all(UNTOLD, **_days(period), most=most)
    return [(series, number, account, _kronor(int(ore))) for series, number, account, ore in rows]


def each_entry(books: Books, what: Selection, most: int) -> list[Told]:
    """Box by box, in the order of their days."""
    values = {**_days(Period(what.from_date, what.to_date)), **narrowing(what), "most": most}
    statement = narrowed(EACH_ENTRY, *narrowing(what))
    return [
        Told(box, date.fromisoformat(day), series, number, text, _kronor(int(ore)))
        for box, day, series, number, text, ore in books.all(statement, **values)
    ]


def from_files(books: Books, period: Period) -> list[tuple[str, int]]:
    """SIE files whose vouchers are of the period, and how many: these have no entries."""
    rows = books.all(FROM_FILES, **_days(period))
    back = taken_back(books) if rows else ()
    return [(number, count) for number, count in sorted(rows) if number not in back]


def has_entries(books: Books, period: Period) -> bool:
    return books.first(ANY_ENTRY, **_days(period)) is not None


def all_returns(books: Books) -> list[VatReturn]:
    """In the order in which they were filed."""
    return [VAT_RETURNS.made(row) for row in books.all(ALL_RETURNS)]


def is_filed_through(books: Books, day: date) -> bool:
    """Whether some filed period ends that day: then the lock through it is that of the return."""
    return books.first(FILED_THROUGH, day=day.isoformat()) is not None


def sold(books: Books, period: Period) -> list[Sold]:
    rows = books.all(SOLD_TO, **_days(period))
    return [Sold(buyer, box, _kronor(int(ore))) for buyer, box, ore in rows]


def sold_to_nobody(books: Books, period: Period) -> list[int]:
    return [number for [number] in books.all(TO_NOBODY, **_days(period))]
