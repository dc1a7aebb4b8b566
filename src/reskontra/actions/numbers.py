"""How records come by their numbers. The door asks when nothing else can refuse any more."""

from typing import Any

from reskontra.actions.desk import Desk
from reskontra.actions.register import Register
from reskontra.domain.errors import Forbidden
from reskontra.domain.records import replace
from reskontra.storage.books import NO_LIMIT

CREDIT_NOTES = "credit invoice"
QUOTA_USED_UP = "Planens kvot av fakturor för månaden är förbrukad"


def next_number(register: Register, desk: Desk, before: Any, after: Any) -> Any:
    return replace(after, **{register.key: desk.books.next_number(register.numbers)})


def within_quota(register: Register, desk: Desk, before: Any, after: Any) -> Any:
    """The next, unless the plan's number of invoices for this month has been taken."""
    quota = desk.organisation.invoice_quota
    most = NO_LIMIT if quota is None else quota
    number = desk.books.number_within(register.numbers, most)
    if number is None:
        raise Forbidden(QUOTA_USED_UP)
    return replace(after, **{register.key: number})


def credit_number(register: Register, desk: Desk, before: Any, after: Any) -> Any:
    return replace(after, credit_number=f"K{desk.books.next_number(CREDIT_NOTES)}")


def own_or_next(register: Register, desk: Desk, before: Any, after: Any) -> Any:
    """The key that the client chose, else the next number that no client has chosen for itself."""
    if getattr(after, register.key):
        desk.books.hold_numbers(register.numbers)  # lest the same one be drawn meanwhile
        return after
    shelf = desk.books.shelf(register.layout)
    while True:
        after = replace(after, **{register.key: str(desk.books.next_number(register.numbers))})
        if not shelf.find(*register.layout.key_of(after)):
            return after
