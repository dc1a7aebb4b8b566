"""Which invoices are late, the reminders of one, and the reference rates that are known."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from reskontra.domain.customer_invoice import Status
from reskontra.domain.interest import SHIPPED, Rates
from reskontra.domain.reminders import Reminder, Standing
from reskontra.engine.columns import MILLIONTHS, ORE
from reskontra.engine.database import Transaction
from reskontra.storage import tables
from reskontra.storage.books import Books
from reskontra.storage.shelves import REMINDERS

invoices, reminders, rates = tables.customer_invoices, tables.reminders, tables.reference_rates
disputed, exempt = tables.disputed_invoices, tables.unreminded_customers


def _mine(table: Any) -> Any:
    return table.c.organisation_id == bindparam("organisation_id")


def _about(table: Any, name: str) -> Any:
    return _mine(table) & (table.c[name] == invoices.c[name])


# fmt: off
OF_INVOICE = (
    invoices.c.document_number, invoices.c.status, invoices.c.balance, invoices.c.due_date,
    disputed.c.document_number, exempt.c.customer_number,
)
STANDING = (
    select(*OF_INVOICE, func.count(reminders.c.number), func.max(reminders.c.reminder_date))
    .select_from(invoices)
    .outerjoin(disputed, _about(disputed, "document_number"))
    .outerjoin(exempt, _about(exempt, "customer_number"))
    .outerjoin(reminders, _about(reminders, "document_number") & (reminders.c.withdrawn == 0))
    .where(_mine(invoices))
    .group_by(*OF_INVOICE)
)
# fmt: on
OF_ONE = STANDING.where(invoices.c.document_number == bindparam("document_number"))
OVERDUE = STANDING.where(
    invoices.c.status == Status.SENT, invoices.c.balance > 0, invoices.c.due_date < bindparam("day")
).order_by(invoices.c.due_date, invoices.c.document_number)
LIVE = (
    select(*REMINDERS.columns)
    .where(
        _mine(reminders),
        reminders.c.document_number == bindparam("document_number"),
        reminders.c.withdrawn == 0,
    )
    .order_by(reminders.c.level)
)
RATES = select(rates.c.from_date, rates.c.percent)
ADD_RATE = insert(rates)
CORRECT_RATE = (
    update(rates)
    .where(rates.c.from_date == bindparam("first"))
    .values(percent=bindparam("percent"))
)


def standing_of(books: Books, document_number: int) -> Standing | None:
    row = books.first(OF_ONE, document_number=document_number)
    return _standing(row) if row else None


def overdue(books: Books, today: date) -> list[Standing]:
    """Those that have something left to pay and are late, the oldest first."""
    return [_standing(row) for row in books.all(OVERDUE, day=today.isoformat())]


def _standing(row: tuple[Any, ...]) -> Standing:
    number, status, balance, due, is_disputed, is_exempt, count, latest = row
    return Standing(
        number,
        Status(status),
        ORE.out(balance),
        _day(due),
        is_disputed is not None,
        is_exempt is not None,
        count,
        _day(latest) if latest else None,
    )


def _day(value: Any) -> date:
    return value if isinstance(value, date) else date.fromisoformat(value)


def live_reminders(books: Books, document_number: int) -> list[Reminder]:
    """Those of one invoice that were not withdrawn, in their order."""
    return [REMINDERS.made(row) for row in books.all(LIVE, document_number=document_number)]


# The reference rates


def known_rates(tx: Transaction) -> Rates:
    """Those that came with the program, and what operators have added or put right."""
    added = tx.all(RATES, {})
    return {**SHIPPED, **{_day(first): MILLIONTHS.out(percent) for first, percent in added}}


def set_rate(tx: Transaction, first: date, percent: Decimal) -> None:
    values = {"first": first.isoformat(), "percent": MILLIONTHS.into(percent)}
    if not tx.run(CORRECT_RATE, values):
        tx.run(ADD_RATE, {"from_date": values["first"], "percent": values["percent"]})
