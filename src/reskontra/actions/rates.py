"""The reference rates: known to the program, and added to by operators each half-year."""

from datetime import date
from decimal import Decimal

from reskontra.domain.interest import RateIsKnown, Rates, refuse_rate
from reskontra.engine.database import Transaction
from reskontra.storage import reminders


def known(tx: Transaction) -> Rates:
    return reminders.known_rates(tx)


def set_rate(tx: Transaction, first: date, percent: Decimal, correct: bool = False) -> None:
    """One that is known stays, unless it is to be put right."""
    refuse_rate(first, percent)
    before = known(tx).get(first)
    if before is not None and before != percent and not correct:
        raise RateIsKnown(first, before)
    reminders.set_rate(tx, first, percent)
