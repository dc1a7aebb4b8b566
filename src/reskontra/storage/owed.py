"""What is owed to a company, and what it owes, in sums: of what stands so now."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, bindparam, case, cast, func, select, text

from reskontra.domain.money import ZERO
from reskontra.domain.records import folded
from reskontra.engine.columns import ORE
from reskontra.reports.ageing import LATER_THAN
from reskontra.storage import filters, tables
from reskontra.storage.books import Books

sales, purchases = tables.customer_invoices, tables.supplier_invoices
OWED = f"status = '{filters.SENT}' AND balance + 0 > 0"  # in the words of their index
DUE_SOON = timedelta(days=7)
UNTOUCHED = timedelta(days=1)


class Some(NamedTuple):
    """So many documents, what they come to, and the first of them."""

    number: int
    amount: Decimal
    first: Any = None  # the earliest due date, or the lowest number


NONE = Some(0, ZERO)


def _sums(table: Any, amount: str, first: Any, *where: Any) -> Any:
    return select(
        func.count(), cast(func.coalesce(func.sum(table.c[amount]), 0), BigInteger), func.min(first)
    ).where(table.c.organisation_id == bindparam("organisation_id"), *where)


# From the last: an age is the first of these days that the due date is not before.
AGE = case(
    *((sales.c.due_date >= bindparam(f"day_{age}"), age) for age in range(len(LATER_THAN))),
    else_=len(LATER_THAN),
).label("age")
BY_AGE = _sums(sales, "balance", sales.c.due_date, text(OWED)).add_columns(AGE).group_by("age")
LATE = select(func.count()).where(
    sales.c.organisation_id == bindparam("organisation_id"),
    text(OWED),
    sales.c.due_date < bindparam("today"),
)
DRAFTS = _sums(
    sales,
    "total",
    sales.c.document_number,
    text(f"status = '{filters.DRAFT}'"),
    sales.c.modified < bindparam("before"),
)
TO_BOOK = _sums(
    purchases, "total", purchases.c.given_number, text(f"status = '{filters.UNBOOKED}'")
)
TO_PAY = _sums(
    purchases,
    "booked_balance",
    purchases.c.due_date,
    text(filters.OWING),
    purchases.c.due_date <= bindparam("until"),
)
OF_CUSTOMER = (
    sales.c.customer_number == bindparam("number"),
    sales.c.customer_number_folded == bindparam("folded"),  # it has the index
)
CUSTOMER_OWES = _sums(sales, "balance", sales.c.due_date, text(filters.OWED), *OF_CUSTOMER)
CUSTOMER_IS_LATE = CUSTOMER_OWES.where(sales.c.due_date < bindparam("today"))
OF_SUPPLIER = purchases.c.supplier_number == bindparam("number")
OWED_TO_SUPPLIER = _sums(
    purchases, "booked_balance", purchases.c.due_date, text(filters.OWING), OF_SUPPLIER
)
LATE_TO_SUPPLIER = OWED_TO_SUPPLIER.where(purchases.c.due_date < bindparam("today"))


def _paid(table: Any, status: str, number: Any, *where: Any) -> Any:
    """When each was made and paid, the newest first."""
    return (
        select(table.c.invoice_date, table.c.final_pay_date)
        .where(table.c.organisation_id == bindparam("organisation_id"), *where)
        .where(text(f"status = '{status}'"), table.c.final_pay_date.is_not(None))
        .order_by(number.desc())
        .limit(bindparam("most"))
    )


PAID_BY_CUSTOMER = _paid(sales, filters.PAID, sales.c.document_number, *OF_CUSTOMER)
PAID_TO_SUPPLIER = _paid(purchases, filters.SETTLED, purchases.c.given_number, OF_SUPPLIER)


def by_age(books: Books) -> list[Some]:
    """Unpaid customer invoices: not due yet, and by the buckets of the ageing report."""
    days = {
        f"day_{age}": (books.today - timedelta(days=late)).isoformat()
        for age, late in enumerate(LATER_THAN)
    }
    found = {age: _some(row) for *row, age in books.all(BY_AGE, **days)}
    return [found.get(age, NONE) for age in range(len(LATER_THAN) + 1)]


def late(books: Books) -> int:
    """How many unpaid customer invoices are late."""
    [count] = books.first(LATE, today=books.today.isoformat()) or (0,)
    return int(count)


def forgotten_drafts(books: Books) -> Some:
    """Drafts of customer invoices that nobody has touched for a day."""
    before = (books.swedish_now - UNTOUCHED).isoformat(" ", "seconds")
    return _some(books.first(DRAFTS, before=before))


def to_book(books: Books) -> Some:
    return _some(books.first(TO_BOOK))


def to_pay_soon(books: Books) -> Some:
    """Supplier invoices that are due within a week, or late."""
    return _some(books.first(TO_PAY, until=(books.today + DUE_SOON).isoformat()))


def of_customer(books: Books, number: str) -> tuple[Some, Some]:
    """What one customer owes, and what of it is late."""
    asked = {"number": number, "folded": folded(number)}
    late = books.first(CUSTOMER_IS_LATE, today=books.today.isoformat(), **asked)
    return _some(books.first(CUSTOMER_OWES, **asked)), _some(late)


def to_supplier(books: Books, number: str) -> tuple[Some, Some]:
    """What is owed to one supplier, in kronor, and what of it is late."""
    late = books.first(LATE_TO_SUPPLIER, today=books.today.isoformat(), number=number)
    return _some(books.first(OWED_TO_SUPPLIER, number=number)), _some(late)


def paid_by_customer(books: Books, number: str, most: int) -> list[tuple[date, date]]:
    """When each of the latest paid invoices was made, and paid in full."""
    asked = {"number": number, "folded": folded(number)}
    return _days(books.all(PAID_BY_CUSTOMER, most=most, **asked))


def paid_to_supplier(books: Books, number: str, most: int) -> list[tuple[date, date]]:
    return _days(books.all(PAID_TO_SUPPLIER, most=most, number=number))


def _days(rows: list[tuple[Any, ...]]) -> list[tuple[date, date]]:
    return [(date.fromisoformat(made), date.fromisoformat(paid)) for made, paid in rows]


def _some(row: Any) -> Some:
    count, ore, first = row
    day = date.fromisoformat(first) if isinstance(first, str) else first
    return Some(int(count), ORE.out(int(ore)), day)
