"""The chart of accounts, as far as every posting has to ask it."""

from collections.abc import Iterable
from datetime import date

from reskontra.actions.desk import Desk
from reskontra.domain.errors import Invalid
from reskontra.storage import ledger


def refuse_unknown_accounts(desk: Desk, day: date, numbers: Iterable[int]) -> None:
    for number in dict.fromkeys(numbers):
        if not ledger.in_chart(desk.books, day, number):
            raise Invalid(f"Kontot {number} finns inte eller är inaktivt")
