"""The model's tables are whole, and agree with the service's own on every pair they share."""

from itertools import product
from typing import Any

import pytest

from reskontra.actions.lifecycle import SAME as UNCHANGED
from reskontra.actions.lifecycle import Gone, Refuse
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.domain.customer_invoice import Status
from reskontra.domain.payment import PaymentStatus
from reskontra.domain.supplier_invoice import SupplierStatus

from .tables import (
    BOOKED,
    CANCELLED,
    DRAFT,
    LIVES,
    OVERDUE,
    PAID,
    PART_PAID,
    REMOVED,
    SAME,
    SENT,
    UNBOOKED,
    UNDONE,
    WRITTEN_OFF,
    states_of,
    triggers_of,
)

# What the service calls each state; it has no word for a part-paid or an overdue invoice.
CUSTOMER_STATES = {
    DRAFT: Status.DRAFT,
    SENT: Status.SENT,
    OVERDUE: Status.SENT,
    PART_PAID: Status.SENT,
    PAID: Status.PAID,
    WRITTEN_OFF: Status.WRITTEN_OFF,
    CANCELLED: Status.CANCELLED,
}
SUPPLIER_STATES = {
    DRAFT: SupplierStatus.DRAFT,
    BOOKED: SupplierStatus.BOOKED,
    PAID: SupplierStatus.PAID,
    CANCELLED: SupplierStatus.CANCELLED,
}
PAYMENT_STATES = {
    UNBOOKED: PaymentStatus.UNBOOKED,
    BOOKED: PaymentStatus.BOOKED,
    UNDONE: PaymentStatus.UNDONE,
}
TABLES: dict[str, tuple[Any, Any]] = {
    "customer invoice": (CUSTOMER_INVOICES.life, CUSTOMER_STATES),
    "supplier invoice": (SUPPLIER_INVOICES.life, SUPPLIER_STATES),
    "customer payment": (CUSTOMER_PAYMENTS.life, PAYMENT_STATES),
    "supplier payment": (SUPPLIER_PAYMENTS.life, PAYMENT_STATES),
}
NOT_FIRED = {"read", "pay"}  # a client's payment is a document of its own
# What payments, decisions and year-ends do to an invoice; no client fires it by itself.
OF_A_YEAR_END = {"fear-loss", "release-vat", "unrelease-vat", "retell-vat"}
OF_REMINDERS = {"charge", "remind"}
INNER = {"pay", "unpay", "write-off", "restore", "refuse-reduction", *OF_A_YEAR_END, *OF_REMINDERS}


def test_every_state_has_one_row_for_every_trigger() -> None:
    for name, rows in LIVES.items():
        assert set(rows) == set(product(states_of(rows), triggers_of(rows))), name


@pytest.mark.parametrize("name", TABLES)
def test_the_service_knows_the_same_triggers_and_states(name: str) -> None:
    table, states = TABLES[name]
    fired = {row.trigger for row in table} - {"create"} - INNER
    assert fired == {*triggers_of(LIVES[name])} - NOT_FIRED
    assert {state for row in table for state in row.states} - {None} == {*states.values()}


@pytest.mark.parametrize(
    ("name", "state", "trigger"),
    [
        (name, state, trigger)
        for name, (_, states) in TABLES.items()
        for state, trigger in LIVES[name]
        if state in states and trigger not in NOT_FIRED
    ],
)
def test_the_services_row_says_what_the_models_says(name: str, state: str, trigger: str) -> None:
    table, states = TABLES[name]
    expected = LIVES[name][state, trigger]
    [row] = [row for row in table if row.trigger == trigger and states[state] in row.states]
    refused = row.error.status if isinstance(row, Refuse) else None
    assert refused == (expected.answer if expected.answer >= 400 else None)
    assert target_in_words(row, states) == expected.to


def target_in_words(row: Any, states: dict[str, Any]) -> str:
    """As the model calls it; of its states that are one of the service's, the first."""
    if isinstance(row, Refuse) or row.target == UNCHANGED:
        return SAME
    if isinstance(row.target, Gone):
        return REMOVED
    return next(name for name, status in states.items() if status == row.target)
