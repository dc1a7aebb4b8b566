"""A subledger: documents with a life of their own, put together from contract, shelf and table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reskontra.actions import customer_invoices, customer_payments
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Table
from reskontra.contract import customer_invoices as invoices_contract
from reskontra.contract import payments as payments_contract
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.storage import shelves
from reskontra.storage.shelf import Kind


def as_it_is(desk: Desk, record: Any) -> Any:
    return record


@dataclass(frozen=True)
class Subledger:
    resource: Resource
    kind: Kind[Any]
    transitions: Table
    listing: Listing
    list_resource: Resource
    list_kind: Kind[Any]
    shown: Callable[[Desk, Any], Any] = as_it_is  # what the books add before a client sees it


CUSTOMER_INVOICES = Subledger(
    invoices_contract.INVOICES,
    shelves.CUSTOMER_INVOICES,
    customer_invoices.TRANSITIONS,
    invoices_contract.LISTING,
    invoices_contract.SUMMARIES,
    shelves.INVOICE_SUMMARIES,
)

CUSTOMER_PAYMENTS = Subledger(
    payments_contract.INVOICE_PAYMENTS,
    shelves.CUSTOMER_PAYMENTS,
    customer_payments.TRANSITIONS,
    payments_contract.LISTING,
    payments_contract.INVOICE_PAYMENTS,
    shelves.CUSTOMER_PAYMENTS,
    customer_payments.shown,
)
