"""A way into every state of every table, by calls alone."""

from datetime import date
from decimal import Decimal
from typing import Any

from tests.model.clerk import REGISTERS, Clerk
from tests.model.tables import (
    ABSENT,
    BOOKED,
    BOOKED_TOO_LATE,
    CANCELLED,
    DRAFT,
    INACTIVE,
    LIVES,
    OVERDUE,
    PART_PAID,
    REMOVED,
    SENT,
    UNBOOKED_TOO_LATE,
    UNDONE,
    UNDONE_TOO_LATE,
    WRITTEN_OFF,
    states_of,
    triggers_of,
)
from tests.service import TODAY

LONG_AGO = date(2026, 3, 1)
ROW = {"Price": Decimal("99.90"), "DeliveredQuantity": Decimal(3), "VAT": 25}
PURCHASE = {
    "InvoiceDate": TODAY.isoformat(),
    "DueDate": TODAY.isoformat(),
    "SupplierInvoiceRows": [{"Account": 6110, "DebitCurrency": Decimal(1000)}],
    "VAT": Decimal(250),
}


def brought_to(clerk: Clerk, name: str, state: str) -> Any:
    """A new document in that state."""
    make = {
        "customer invoice": customer_invoice,
        "supplier invoice": supplier_invoice,
        "customer payment": customer_payment,
        "supplier payment": supplier_payment,
    }.get(name)
    document = make(clerk, state) if make else record(clerk, name, state)
    assert document.state == state
    return document


def record(clerk: Clerk, name: str, state: str) -> Any:
    kind, known = REGISTERS[name], clerk.books.documents[name]
    made = known.setdefault(key := f"N{len(known)}", kind(books=clerk.books, number=key))
    if state != ABSENT:
        clerk.fire(made, "create", **{kind.named: "Åkes Bygg"})
    if state == INACTIVE:
        clerk.fire(made, "delete")
    return made


def customer_invoice(clerk: Clerk, state: str) -> Any:
    customers = clerk.books.documents["customer"]
    customer: Any = customers.get("payer") or clerk.enrol(
        "customer", "payer", Name="Kund", Email="kund@exempel.se"
    )
    days = {"InvoiceDate": LONG_AGO.isoformat()} if state == OVERDUE else {}
    invoice = clerk.draft(customer, InvoiceRows=[ROW], **days)
    assert invoice
    if state == REMOVED:
        clerk.fire(invoice, "cancel")
    if state in (DRAFT, REMOVED):
        return invoice
    clerk.fire(invoice, "bookkeep")
    if state == CANCELLED:
        clerk.fire(invoice, "credit")
    elif state == WRITTEN_OFF:
        book(clerk, clerk.lose(invoice, invoice.balance))
    elif state not in (SENT, OVERDUE):
        part = invoice.balance / 2 if state == PART_PAID else invoice.balance
        book(clerk, clerk.pay(invoice, part))
    return invoice


def supplier_invoice(clerk: Clerk, state: str) -> Any:
    suppliers = clerk.books.documents["supplier"]
    supplier: Any = suppliers.get("payee") or clerk.enrol("supplier", "payee", Name="Leverantör")
    invoice = clerk.receive(supplier, InvoiceNumber=f"F-{len(clerk.history)}", **PURCHASE)
    assert invoice
    if state == REMOVED:
        clerk.fire(invoice, "cancel")
    if state in (DRAFT, REMOVED):
        return invoice
    clerk.fire(invoice, "bookkeep")
    if state == CANCELLED:
        clerk.fire(invoice, "cancel")
    elif state != BOOKED:
        part = invoice.balance / 2 if state == PART_PAID else invoice.balance
        book(clerk, clerk.remit(invoice, part))
    return invoice


def customer_payment(clerk: Clerk, state: str) -> Any:
    invoice = customer_invoice(clerk, SENT)
    payment = clerk.pay(invoice, invoice.balance)
    return payment_in(clerk, payment, state, end="credit")


def supplier_payment(clerk: Clerk, state: str) -> Any:
    invoice = supplier_invoice(clerk, BOOKED)
    payment = clerk.remit(invoice, invoice.balance)
    return payment_in(clerk, payment, state, end="cancel")


def payment_in(clerk: Clerk, payment: Any, state: str, end: str) -> Any:
    assert payment
    if state == REMOVED:
        clerk.fire(payment, "delete")
    if state in (BOOKED, BOOKED_TOO_LATE, UNDONE, UNDONE_TOO_LATE):
        book(clerk, payment)
    if state in (UNDONE, UNDONE_TOO_LATE):
        clerk.fire(payment, "cancel")
    if state in (UNBOOKED_TOO_LATE, BOOKED_TOO_LATE, UNDONE_TOO_LATE):
        clerk.fire(payment.invoice, end)
    return payment


def book(clerk: Clerk, payment: Any) -> None:
    assert payment
    clerk.fire(payment, "bookkeep")


# What is sent along with a trigger that takes a body
SENT_ALONG: dict[tuple[str, str], dict[str, Any]] = {
    ("customer invoice", "update"): {"InvoiceRows": [ROW, ROW]},
    ("supplier invoice", "update"): {"InvoiceNumber": "ändrat"},
    ("customer payment", "update"): {"Amount": Decimal(7)},
    ("supplier payment", "update"): {"AmountCurrency": Decimal(7)},
    **{
        (name, trigger): {kind.named: "Örebro Trä"}
        for name, kind in REGISTERS.items()
        for trigger in ("create", "update")
    },
}


def pull(clerk: Clerk, document: Any, trigger: str) -> None:
    if trigger != "pay":
        clerk.fire(document, trigger, **SENT_ALONG.get((document.name, trigger), {}))
    elif document.name == "customer invoice":
        clerk.pay(document, Decimal(1))
    else:
        clerk.remit(document, Decimal(1))


def every_pair(clerk: Clerk) -> None:
    """One document takes every trigger that leaves it in its state; the others have their own."""
    for name, rows in LIVES.items():
        for state in states_of(rows):
            document = brought_to(clerk, name, state)
            for trigger in triggers_of(rows):
                if document.state != state:
                    document = brought_to(clerk, name, state)
                pull(clerk, document, trigger)
