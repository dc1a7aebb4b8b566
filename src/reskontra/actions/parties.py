"""Customers and suppliers as a person looks at one: what is owed, its invoices, how it is paid."""

from datetime import date
from typing import NamedTuple

from reskontra.actions import all_registers
from reskontra.actions.desk import Desk
from reskontra.domain.customer_invoice import InvoiceSummary
from reskontra.domain.invoice_state import Standing, standing
from reskontra.domain.registers import Customer, Supplier
from reskontra.domain.search import Condition, Match, Search
from reskontra.domain.supplier_invoice import SupplierInvoiceSummary
from reskontra.storage import owed
from reskontra.storage.owed import Some
from reskontra.storage.shelves import INVOICE_SUMMARIES, SUPPLIER_SUMMARIES

SHOWN = 20  # invoices
COUNTED = 100  # paid ones, of which the average is


class Paying(NamedTuple):
    """How many days the latest paid invoices took, on average."""

    days: int
    invoices: int


class CustomerCard(NamedTuple):
    customer: Customer
    unpaid: Some
    late: Some
    invoices: list[tuple[InvoiceSummary, Standing]]
    total: int  # of invoices
    paying: Paying | None


class SupplierCard(NamedTuple):
    supplier: Supplier
    unpaid: Some
    late: Some
    invoices: list[SupplierInvoiceSummary]
    total: int
    paying: Paying | None


def customer(desk: Desk, number: str) -> CustomerCard:
    found: Customer = all_registers.CUSTOMERS.find(desk, number)
    books = desk.books
    search = _of("customer_number", number, "document_number")
    rows, total = books.shelf(INVOICE_SUMMARIES).page(search)
    return CustomerCard(
        found,
        *owed.of_customer(books, number),
        [(each, standing(each, desk.today)) for each in rows],
        total,
        average(owed.paid_by_customer(books, number, COUNTED)),
    )


def supplier(desk: Desk, number: str) -> SupplierCard:
    found: Supplier = all_registers.SUPPLIERS.find(desk, number)
    books = desk.books
    rows, total = books.shelf(SUPPLIER_SUMMARIES).page(
        _of("supplier_number", number, "given_number")
    )
    return SupplierCard(
        found,
        *owed.to_supplier(books, number),
        rows,
        total,
        average(owed.paid_to_supplier(books, number, COUNTED)),
    )


def _of(attribute: str, number: str, newest: str) -> Search:
    return Search((Condition(Match.EXACT, attribute, number),), newest, True, SHOWN)


def average(paid: list[tuple[date, date]]) -> Paying | None:
    """
    >>> average([(date(2026, 1, 1), date(2026, 1, 31)), (date(2026, 1, 1), date(2026, 1, 16))])
    Paying(days=23, invoices=2)
    """
    if not paid:
        return None
    taken = sum((until - made).days for made, until in paid)
    return Paying((2 * taken + len(paid)) // (2 * len(paid)), len(paid))
