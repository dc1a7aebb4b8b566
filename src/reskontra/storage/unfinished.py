"""What is still open in the books when a year ends."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, bindparam, cast, func, or_, select

from reskontra.domain.calendar import FinancialYear
from reskontra.domain.customer_invoice import Status
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import PaymentStatus
from reskontra.domain.supplier_invoice import SupplierStatus
from reskontra.engine.columns import ORE
from reskontra.storage import tables
from reskontra.storage.books import Books

sales, purchases = tables.customer_invoices, tables.supplier_invoices
received, remitted = tables.customer_payments, tables.supplier_payments


def _numbers(table: Any, number: str, day: str, status: str) -> Any:
    """Of those that are in a state, dated in a period."""
    return (
        select(table.c[number])
        .where(
            table.c.organisation_id == bindparam("organisation_id"),
            table.c.status == status,
            table.c[day] >= bindparam("since"),
            table.c[day] <= bindparam("until"),
        )
        .order_by(table.c[number])
    )


def _waiting(table: Any, number: str, unpaid: str, draft: str) -> Any:
    """Those whose VAT may fall due with a year: its own, and what is unpaid from before."""
    return (
        select(table.c[number])
        .where(
            table.c.organisation_id == bindparam("organisation_id"),
            table.c.status != draft,
            table.c.invoice_date <= bindparam("until"),
            or_(table.c.status == unpaid, table.c.invoice_date >= bindparam("since")),
            table.c.accounting_method == AccountingMethod.CASH,
        )
        .order_by(table.c[number])
    )


def _sum(table: Any, column: str, *statuses: str) -> Any:
    return select(cast(func.coalesce(func.sum(table.c[column]), 0), BigInteger)).where(
        table.c.organisation_id == bindparam("organisation_id"),
        or_(*(table.c.status == each for each in statuses)),
    )


ISSUED = (Status.SENT, Status.PAID, Status.WRITTEN_OFF, Status.CANCELLED)
BOOKED = (SupplierStatus.BOOKED, SupplierStatus.PAID)

# fmt: off
UNBOOKED = PaymentStatus.UNBOOKED
UNFINISHED = {
    "customer drafts":   _numbers(sales,     "document_number", "invoice_date", Status.DRAFT),
    "supplier drafts":   _numbers(purchases, "given_number", "invoice_date", SupplierStatus.DRAFT),
    "customer payments": _numbers(received,  "number",          "payment_date", UNBOOKED),
    "supplier payments": _numbers(remitted,  "number",          "payment_date", UNBOOKED),
}
LISTS = {
    1510: (_sum(sales,     "balance",           *ISSUED), 1),
    1513: (_sum(sales,     "reduction_balance", *ISSUED), 1),
    2440: (_sum(purchases, "booked_balance",    *BOOKED), -1),
}
# fmt: on
SALES_WAITING = _waiting(sales, "document_number", Status.SENT, Status.DRAFT)
PURCHASES_WAITING = _waiting(purchases, "given_number", SupplierStatus.BOOKED, SupplierStatus.DRAFT)


def numbers(books: Books, since: date, until: date) -> dict[str, list[int]]:
    """Drafts and unbooked payments of a period, by what they are."""
    period = {"since": since.isoformat(), "until": until.isoformat()}
    every = {what: books.all(statement, **period) for what, statement in UNFINISHED.items()}
    return {what: [number for [number] in rows] for what, rows in every.items() if rows}


def waiting(books: Books, statement: Any, year: FinancialYear) -> list[int]:
    period = {"since": year.from_date.isoformat(), "until": year.to_date.isoformat()}
    return [number for [number] in books.all(statement, **period)]


def list_totals(books: Books) -> dict[int, Decimal]:
    """What the lists say that accounts of receivables and debts stand at now, debit positive."""
    totals = {}
    for account, (statement, sign) in LISTS.items():
        [total] = books.first(statement) or (0,)
        totals[account] = ORE.out(int(total) * sign)
    return totals
