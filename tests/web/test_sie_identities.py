"""The identities of a SIE file hold for whatever is booked, by either method, open and closed."""

import random
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

import pytest
from tests.service import Company, Service, founded, running
from tests.sizes import seed, times
from tests.test_auditor import spoil
from tests.web import vat
from tests.web.test_random_vat import History
from tests.web.test_sie_export import exported, kept, told
from tests.web.test_years import move_to

from reskontra.domain.equity import is_balance_account
from reskontra.domain.organisation import AccountingMethod
from reskontra.sie.reader import read
from reskontra.sie.values import Balance, File

STEPS = 12
Sums = dict[int, Decimal]


def file_of(company: Company, year: int) -> File:
    reading = read(exported(company, financialyear=year).replace("\n", "\r\n").encode("cp437"))
    assert {each.word for each in reading.deviations} <= {"openings unbalanced"}
    return reading.file


def added(balances: Iterable[Balance]) -> Sums:
    sums: Sums = {}
    for each in balances:
        sums[each.account] = sums.get(each.account, Decimal(0)) + each.amount
    return {account: amount for account, amount in sums.items() if amount}


def moved(file: File) -> Sums:
    rows = [Balance("", 0, row.account, row.amount) for each in file.vouchers for row in each.rows]
    return added(rows)


def holds(file: File) -> None:
    """Computed here once more, by the words of the reference alone."""
    opening, closing, result = (file.balance(label, 0) for label in ("IB", "UB", "RES"))
    assert all(voucher.sum == 0 for voucher in file.vouchers)
    rows = moved(file)
    assert {
        account: each for account, each in rows.items() if not is_balance_account(account)
    } == result
    for account in {*opening, *closing, *filter(is_balance_account, rows)}:
        assert opening.get(account, 0) + rows.get(account, 0) == closing.get(account, 0)
    assert sum(closing.values()) + sum(result.values()) == sum(opening.values())
    assert added(each for each in file.balances if each.label == "PSALDO") == rows
    if file.balance("UB", -1):
        assert file.balance("UB", -1) == opening


@pytest.mark.parametrize("method", AccountingMethod)
@pytest.mark.parametrize("chance", range(times(1)))
def test_they_hold_of_random_years(company: Company, method: AccountingMethod, chance: int) -> None:
    company.set(accounting_method=method)
    move_to(company, "2027-01-15")
    history = History(company, random.Random(seed() + chance))
    vat.sold(company, "2025-11-11", vat.work(1000))
    for _ in range(STEPS):
        history.step()
    for year in (1, 2):
        holds(file_of(company, year))
    move_to(company, "2027-02-02")
    for year in (1, 2):
        company.put(f"/financialyears/{year}/close?confirm=true")
    files = [file_of(company, year) for year in (1, 2, 3)]
    for file in files:
        holds(file)
        assert sum(file.balance("IB", 0).values()) == 0
    for file in files[:2]:
        assert sum(file.balance("RES", 0).values()) == 0
        assert sum(file.balance("UB", 0).values()) == 0


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterable[Service]:
    path: Path = tmp_path_factory.mktemp("books") / "books.db"
    with running(f"sqlite:///{path}") as service:
        yield service


ASTRAY = "UPDATE monthly_balances SET debit = debit * 2, credit = credit * 2"


def test_a_file_that_does_not_hold_does_not_leave_the_house(alone: Service) -> None:
    company = founded(alone)
    kept(company, told("A", "01-02", "x", {1930: "1.00", 3001: "-1.00"}))
    holds(file_of(company, 2))
    spoil(alone.database_url, ASTRAY)
    answer = company.api.get("/sie/4")
    assert answer.status_code == 500
    assert b"#VER" not in answer.content
