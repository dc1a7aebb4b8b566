"""What was unpaid on a day: what is unpaid now, without what later vouchers did to it."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Integer,
    Text,
    bindparam,
    case,
    cast,
    func,
    literal,
    or_,
    select,
)

from reskontra.domain import accounts
from reskontra.domain.currency import SEK
from reskontra.domain.money import ZERO, to_ore
from reskontra.engine.columns import MILLIONTHS, ORE
from reskontra.reports.ageing import OpenItem
from reskontra.reports.report import Selection
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE
from reskontra.storage.standings import OF_VOUCHER, narrowing
from reskontra.storage.tables import postings, vouchers

sales, purchases = tables.customer_invoices, tables.supplier_invoices

_ore = ORE.out


class List(NamedTuple):
    """Invoices of one sort, of which a column is what stands on an account."""

    table: Any
    number: str
    party: tuple[str, str]
    references: tuple[str, str]
    account: int
    column: str
    sign: int  # of what stands on the account
    ages: bool = True


SALE = (sales, "document_number", ("customer_number", "customer_name"))
PURCHASE = (purchases, "given_number", ("supplier_number", "supplier_name"))
OF_SALES, OF_PURCHASES = ("INVOICE", "INVOICEPAYMENT"), ("SUPPLIERINVOICE", "SUPPLIERPAYMENT")
# fmt: off
RECEIVABLES = List(*SALE,     OF_SALES,     accounts.CUSTOMER_RECEIVABLES,      "balance",            1)
ADVANCES    = List(*SALE,     OF_SALES,     accounts.CUSTOMER_ADVANCES,         "overpaid",          -1, ages=False)
REDUCTIONS  = List(*SALE,     OF_SALES,     accounts.TAX_REDUCTION_RECEIVABLES, "reduction_balance",  1, ages=False)
DEBTS       = List(*PURCHASE, OF_PURCHASES, accounts.SUPPLIER_DEBT,             "booked_balance",    -1)
# fmt: on


def _later(those: List, *, known: bool) -> Any:
    """By invoice: what vouchers have added that are of later days, or were not known by then."""
    document = cast(vouchers.c.reference_number, BigInteger().with_variant(Integer(), "sqlite"))
    later = vouchers.c.date > bindparam("day")
    return (
        select(
            document.label("number"), func.sum(postings.c.debit - postings.c.credit).label("amount")
        )
        .join(postings, OF_VOUCHER)
        .where(
            MINE["vouchers"],
            MINE["postings"],
            or_(later, vouchers.c.registered_at > bindparam("known_at")) if known else later,
            or_(*(vouchers.c.reference_type == literal(each) for each in those.references)),
            postings.c.account == literal(those.account),
        )
        .group_by(document)
        .subquery()
    )


def _shown(those: List, later: Any) -> list[Any]:
    """Of purchases also what is left in their own currency, where nothing came later."""
    table = those.table
    number, name = (table.c[each] for each in those.party)
    own = cast(table.c[those.number], Text)
    left = case((later.c.number.is_(None), table.c.balance))
    abroad = [table.c.currency, table.c.currency_rate, left] if table is purchases else []
    return [number, name, own, table.c.due_date, *abroad]


@cache
def _unpaid_then(those: List, known: bool, *parts: str) -> Any:
    """Those that are unpaid now, or that a later voucher has touched."""
    table, later = those.table, _later(those, known=known)
    amount = table.c[those.column] - those.sign * func.coalesce(later.c.amount, 0)
    return (
        select(cast(amount, BigInteger), *_shown(those, later))
        .outerjoin(later, later.c.number == table.c[those.number])
        .where(table.c.organisation_id == bindparam("organisation_id"))
        .where((table.c[those.column] != 0) | (later.c.number.is_not(None)))
        .where(table.c.status != literal("draft"))
        .where(*(table.c[name] == bindparam(name) for name in parts))
    )


def open_items(books: Books, those: List, what: Selection) -> list[OpenItem]:
    values = narrowing(what)
    parts = [name for name in values if name != "known_at"]
    statement = _unpaid_then(those, bool(what.known_at), *parts)
    rows = books.all(statement, day=what.to_date.isoformat(), **values)
    return [_item(those, *row) for row in rows if row[0]]


def _item(
    those: List, ore: int, number: str, name: str, invoice: str, due: str, *abroad: Any
) -> OpenItem:
    day = date.fromisoformat(due) if those.ages else None
    open_ = _ore(int(ore)) * (-1 if those is ADVANCES else 1)
    return OpenItem(number, name, invoice, day, open_, *_abroad(open_, *abroad))


def _abroad(
    open_: Decimal, currency: str = SEK, rate: int = 0, left: int | None = None
) -> tuple[Any, ...]:
    """In another currency: what is left of it today, or else what was, by the rate it is booked at."""
    if currency == SEK:
        return ()
    then = to_ore(open_ / MILLIONTHS.out(rate)) if left is None else _ore(int(left))
    return currency, then


def total(items: list[OpenItem]) -> Decimal:
    return sum((each.open for each in items), ZERO)
