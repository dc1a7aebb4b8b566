"""What was unpaid on a day: what is unpaid now, without what later vouchers did to it."""

from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Integer, Text, bindparam, cast, func, literal, or_, select

from reskontra.domain import accounts
from reskontra.domain.money import ZERO
from reskontra.engine.columns import ORE
from reskontra.reports.ageing import OpenItem
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.ledger import MINE
from reskontra.storage.standings import OF_VOUCHER
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


def _later(those: List) -> Any:
    """By invoice: what vouchers of later days have added."""
    document = cast(vouchers.c.reference_number, BigInteger().with_variant(Integer(), "sqlite"))
    return (
        select(
            document.label("number"), func.sum(postings.c.debit - postings.c.credit).label("amount")
        )
        .join(postings, OF_VOUCHER)
        .where(
            MINE["vouchers"],
            MINE["postings"],
            vouchers.c.date > bindparam("day"),
            or_(*(vouchers.c.reference_type == literal(each) for each in those.references)),
            postings.c.account == literal(those.account),
        )
        .group_by(document)
        .subquery()
    )


def _shown(those: List) -> list[Any]:
    table = those.table
    number, name = (table.c[each] for each in those.party)
    own = cast(table.c[those.number], Text)
    abroad = [table.c.currency, table.c.balance] if those.table is purchases else []
    return [number, name, own, table.c.due_date, *abroad]


def _unpaid_then(those: List) -> Any:
    """Those that are unpaid now, or that a later voucher has touched."""
    table, later = those.table, _later(those)
    amount = table.c[those.column] - those.sign * func.coalesce(later.c.amount, 0)
    return (
        select(cast(amount, BigInteger), *_shown(those))
        .outerjoin(later, later.c.number == table.c[those.number])
        .where(table.c.organisation_id == bindparam("organisation_id"))
        .where((table.c[those.column] != 0) | (later.c.number.is_not(None)))
        .where(table.c.status != literal("draft"))
    )


STATEMENTS = {each: _unpaid_then(each) for each in (RECEIVABLES, ADVANCES, REDUCTIONS, DEBTS)}


def open_items(books: Books, those: List, day: date) -> list[OpenItem]:
    rows = books.all(STATEMENTS[those], day=day.isoformat())
    return [_item(those, *row) for row in rows if row[0]]


def _item(
    those: List, ore: int, number: str, name: str, invoice: str, due: str, *abroad: Any
) -> OpenItem:
    """Where a currency is another, what is left in it is known of today alone."""
    day = date.fromisoformat(due) if those.ages else None
    open_ = _ore(int(ore)) * (-1 if those is ADVANCES else 1)
    currency = abroad[:1] or ()
    left = tuple(_ore(int(each)) for each in abroad[1:])
    return OpenItem(number, name, invoice, day, open_, *currency, *left)


def total(items: list[OpenItem]) -> Decimal:
    return sum((each.open for each in items), ZERO)
