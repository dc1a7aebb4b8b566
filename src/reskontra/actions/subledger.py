"""A subledger: documents with a life of their own, put together from contract, shelf and table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from reskontra.actions import customer_invoices, payments, supplier_invoices
from reskontra.actions.customer_payments import CUSTOMER
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Table
from reskontra.actions.payments import Payments
from reskontra.actions.supplier_payments import SUPPLIER
from reskontra.contract import customer_invoices as customer_contract
from reskontra.contract import payments as payments_contract
from reskontra.contract import supplier_invoices as supplier_contract
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.storage import shelves
from reskontra.storage.shelf import Kind


def as_it_is(desk: Desk, record: Any) -> Any:
    return record


def nothing(desk: Desk, record: Any) -> None:
    """It belongs to no other document."""


@dataclass(frozen=True)
class Subledger:
    resource: Resource
    kind: Kind[Any]
    transitions: Table
    listing: Listing
    list_resource: Resource
    list_kind: Kind[Any]
    shown: Callable[[Desk, Any], Any] = as_it_is  # what the books add before a client sees it
    before: Callable[[Desk, Any], None] = nothing  # locks what must be locked before it

    def taken(self, desk: Desk, number: int) -> Any:
        """The record, and no one else changes it until the books are closed."""
        shelf = desk.books.shelf(self.kind)
        if self.before is not nothing:
            self.before(desk, shelf.get(number))
        return shelf.get(number, lock=True)


def payments_of(kind: Payments) -> Subledger:
    return Subledger(
        kind.resource,
        kind.kind,
        payments.transitions(kind),
        payments_contract.LISTING,
        kind.resource,
        kind.kind,
        partial(payments.shown, kind),
        partial(payments.lock_invoice, kind),
    )


CUSTOMER_INVOICES = Subledger(
    customer_contract.INVOICES,
    shelves.CUSTOMER_INVOICES,
    customer_invoices.TRANSITIONS,
    customer_contract.LISTING,
    customer_contract.SUMMARIES,
    shelves.INVOICE_SUMMARIES,
)
SUPPLIER_INVOICES = Subledger(
    supplier_contract.SUPPLIER_INVOICES,
    shelves.SUPPLIER_INVOICES,
    supplier_invoices.TRANSITIONS,
    supplier_contract.LISTING,
    supplier_contract.SUMMARIES,
    shelves.SUPPLIER_SUMMARIES,
)
CUSTOMER_PAYMENTS = payments_of(CUSTOMER)
SUPPLIER_PAYMENTS = payments_of(SUPPLIER)
