"""Random years: whatever is posted, closed and opened again, in any order, balances go on."""

import random
from collections import Counter
from itertools import accumulate

import pytest
from tests.model.reports import balances
from tests.service import Company
from tests.sizes import seed, times
from tests.web.test_years import entry, move_to

from reskontra.audit.auditor import audited

YEARS = {1: 2025, 2: 2026, 3: 2027, 4: 2028}  # the last is running
ACCOUNTS = (1220, 1930, 2091, 2641, 3001, 5410)
STEPS = 30
Sums = Counter[int]


class Ledger:
    """What each year's vouchers come to, by account, and which years are closed."""

    def __init__(self) -> None:
        self.posted: dict[int, Sums] = {year: Counter() for year in YEARS}
        self.moved: dict[int, tuple[int, int]] = {}  # result and equity, of years that are closed

    def post(self, year: int, sums: dict[int, int]) -> None:
        for account, amount in sums.items():
            self.posted[year][account] += amount

    def may_close(self, year: int) -> bool:
        return year == len(self.moved) + 1 and YEARS[year] < 2028

    def may_reopen(self, year: int) -> bool:
        return year == len(self.moved) > 0

    def close(self, year: int) -> None:
        result = sum(amount for account, amount in self.posted[year].items() if account >= 3000)
        equity = self.begins(year)[2099] + self.posted[year][2099] + result
        self.moved[year] = result, equity
        self._close(year, 1)

    def reopen(self, year: int) -> None:
        self._close(year, -1)
        del self.moved[year]

    def _close(self, year: int, times: int) -> None:
        result, equity = self.moved[year]
        self.post(year, {8999: -times * result, 2099: times * result})
        self.post(year + 1, {2099: -times * equity, 2098: times * equity})

    def begins(self, year: int) -> Sums:
        before = (self.posted[each] for each in YEARS if each < year)
        *_, sums = accumulate(before, _added, initial=Counter())
        return Counter({number: each for number, each in sums.items() if number < 3000 and each})


def _added(one: Sums, other: Sums) -> Sums:
    return Counter({number: one[number] + other[number] for number in {*one, *other}})


def begins(company: Company, year: int) -> Sums:
    listed = company.get("/accounts", financialyear=year, limit=500)["Accounts"]
    opening = {row["Number"]: round(row["BalanceBroughtForward"]) for row in listed}
    return Counter({number: amount for number, amount in opening.items() if amount})


@pytest.mark.parametrize("chance", range(times(2)))
def test_every_year_begins_with_what_the_years_before_it_came_to(
    company: Company, chance: int
) -> None:
    dice, ledger = random.Random(seed() + chance), Ledger()
    move_to(company, "2028-02-01")
    for year in (2027, 2028):
        sent = {"FromDate": f"{year}-01-01", "ToDate": f"{year}-12-31"}
        company.post("/financialyears", {"FinancialYear": sent})
    for _ in range(STEPS):
        dice.choice((posted, posted, closed, closed, opened))(company, ledger, dice)
        for year in YEARS:
            assert begins(company, year) == ledger.begins(year)
        balances(company, f"{dice.choice(list(YEARS.values()))}-{dice.randint(1, 12):02}-15")
    assert audited(company.service.database_url, company.id).violations == []


def posted(company: Company, ledger: Ledger, dice: random.Random) -> None:
    year, amount = (
        dice.choice([each for each in YEARS if each not in ledger.moved]),
        dice.randint(1, 9999),
    )
    debit, credit = dice.sample(ACCOUNTS, 2)
    day = f"{YEARS[year]}-0{dice.randint(1, 9)}-01"
    entry(company, day, f"D {debit} {amount}", f"K {credit} {amount}")
    ledger.post(year, {debit: amount, credit: -amount})


def closed(company: Company, ledger: Ledger, dice: random.Random) -> None:
    year = dice.choice(list(YEARS))
    may = ledger.may_close(year)
    company.put(f"/financialyears/{year}/close?confirm=true", status=200 if may else 409)
    if may:
        ledger.close(year)


def opened(company: Company, ledger: Ledger, dice: random.Random) -> None:
    year, sent = dice.choice(list(YEARS)), {"Reopening": {"Reason": "Ett kvitto saknas"}}
    may = ledger.may_reopen(year)
    company.put(f"/financialyears/{year}/reopen", sent, status=200 if may else 409)
    if may:
        ledger.reopen(year)
