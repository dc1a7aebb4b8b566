"""What rows keep of their answers: held to what would be shown now, and made anew."""

from collections.abc import Iterator
from typing import Any

from reskontra.actions.purchases import SUPPLIER_INVOICES
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.codec import Made
from reskontra.storage import keeping
from reskontra.storage.books import Books

KEEPING = (CUSTOMER_INVOICES, SUPPLIER_INVOICES)
Given = tuple[Made | None, Made | None]


def shown_otherwise(books: Books) -> Iterator[str]:
    """Each record whose row keeps something else than would be shown."""
    for register in KEEPING:
        last = 0
        while some := keeping.rows_after(books, register.layout, last):
            yield from (f"{register.numbers} {it.number}" for it in some if differs(register, it))
            last = some[-1].number


def differs(register: Register, kept: keeping.Kept) -> bool:
    """What is not read cannot mislead anyone; what cannot be shown is kept otherwise."""
    try:
        there = given(register, kept.there)
        return there != (None, None) and there != given(register, kept.now)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # no such row was ever written
        return True


def keep_anew(books: Books, register: Register, after: int) -> tuple[int, int]:
    """Of the next rows by number those that keep no answer, or another version's.

    How many there were, and how far it came; 0 when there were no more.
    """
    some = keeping.rows_after(books, register.layout, after, lock=True)
    stale = [each for each in some if None in given(register, each.there)]
    for each in stale:
        keeping.keep(books, each)
    return len(stale), some[-1].number if some else 0


def given(register: Register, kept: dict[str, Any]) -> Given:
    """As a client would get them; none where they would be made anew."""
    answers = register.answers
    assert answers
    if kept["answers_by"] != answers.version:
        return None, None
    return answers.given(kept["answer"], ""), answers.given_rows([kept["list_row"]], "")
