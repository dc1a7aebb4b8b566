"""How an invoice stands on a day, as people say it."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, Protocol

from reskontra.domain.customer_invoice import Status

SOON = 7  # days


class Word(StrEnum):
    DRAFT = "draft"
    ISSUED = "issued"
    PART_PAID = "part paid"
    SOON = "due soon"
    LATE = "late"
    PAID = "paid"
    TO_PAY_BACK = "to pay back"
    CREDITED = "credited"
    LOST = "lost"


class Standing(NamedTuple):
    word: Word
    days: int = 0  # late, or left


class Invoice(Protocol):
    """In full, or as lists have it."""

    @property
    def status(self) -> Status: ...
    @property
    def due_date(self) -> date: ...
    @property
    def total(self) -> Decimal: ...
    @property
    def tax_reduction(self) -> Decimal: ...
    @property
    def balance(self) -> Decimal: ...


ENDED = {
    Status.DRAFT: Word.DRAFT,
    Status.CANCELLED: Word.CREDITED,
    Status.WRITTEN_OFF: Word.LOST,
    Status.PAID: Word.PAID,
}


def standing(invoice: Invoice, today: date) -> Standing:
    """What matters most of it: that it is late, before that a part is paid."""
    if invoice.status in ENDED:
        return Standing(ENDED[invoice.status])
    if invoice.balance <= 0:
        return Standing(Word.TO_PAY_BACK if invoice.balance else Word.PAID)
    left = (invoice.due_date - today).days
    if left < 0:
        return Standing(Word.LATE, -left)
    if invoice.balance < invoice.total - invoice.tax_reduction:
        return Standing(Word.PART_PAID)
    return Standing(Word.SOON, left) if left <= SOON else Standing(Word.ISSUED)
