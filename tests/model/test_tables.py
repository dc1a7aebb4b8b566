"""The model's tables are whole, and agree with the service's own on every pair they share."""

from itertools import product
from typing import Any

import pytest

from reskontra.actions import customer_invoices, payments, supplier_invoices
from reskontra.actions.customer_payments import CUSTOMER
from reskontra.actions.lifecycle import GONE, Refuse, row_for
from reskontra.actions.lifecycle import SAME as UNCHANGED
from reskontra.actions.supplier_payments import SUPPLIER
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
    "customer invoice": (customer_invoices.TRANSITIONS, CUSTOMER_STATES),
    "supplier invoice": (supplier_invoices.TRANSITIONS, SUPPLIER_STATES),
    "customer payment": (payments.transitions(CUSTOMER), PAYMENT_STATES),
    "supplier payment": (payments.transitions(SUPPLIER), PAYMENT_STATES),
}
NOT_FIRED = {"read", "pay"}  # neither changes the document itself


def test_every_state_has_one_row_for_every_trigger() -> None:
    for name, rows in LIVES.items():
        assert set(rows) == set(product(states_of(rows), triggers_of(rows))), name


@pytest.mark.parametrize("name", TABLES)
def test_the_service_knows_the_same_triggers_and_states(name: str) -> None:
    table, states = TABLES[name]
    assert {row.trigger for row in table} - {"create"} == {*triggers_of(LIVES[name])} - NOT_FIRED
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
    expected, row = LIVES[name][state, trigger], row_for(table, states[state], trigger)
    if isinstance(row, Refuse):
        assert row.error.status == expected.answer
    else:
        target = {UNCHANGED: SAME, GONE: REMOVED}.get(row.target)
        assert expected.answer < 300
        assert (target or states[expected.to]) == (expected.to if target else row.target)
