"""Income and cost, month by month, as the overview has them."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from reskontra.domain.equity import NO_TYPES, Types, is_balance_account
from reskontra.domain.money import ZERO
from reskontra.reports.report import Balances

TAXES_AND_RESULT = range(8900, 9000)
INCOME = "I"  # of an account that a file has said the type of


class Earned(NamedTuple):
    income: Decimal
    cost: Decimal

    @property
    def result(self) -> Decimal:
        """Before tax."""
        return self.income - self.cost


def earned(changes: Balances, types: Types = NO_TYPES) -> Earned:
    """What accounts of results have changed by, debit positive; tax is none of either.

    >>> earned({3001: Decimal(-100), 5010: Decimal(30), 8910: Decimal(9), 1930: Decimal(61)})
    Earned(income=Decimal('100'), cost=Decimal('30'))
    """
    income = cost = ZERO
    for account, change in changes.items():
        if is_balance_account(account, types) or account in TAXES_AND_RESULT:
            continue
        if types.get(account, INCOME if str(account)[0] == "3" else "") == INCOME:
            income -= change
        else:
            cost += change
    return Earned(income, cost)


def in_all(months: Mapping[date, Earned]) -> Earned:
    every = months.values()
    return Earned(sum((it.income for it in every), ZERO), sum((it.cost for it in every), ZERO))
