"""The chart of accounts, the plans, and the examples in the code's own words."""

import doctest
import importlib
import pkgutil

import pytest

from reskontra import domain
from reskontra.domain import accounts, payment, vat
from reskontra.domain.chart import CHART, ChartAccount
from reskontra.domain.organisation import Plan

MODULES = [module.name for module in pkgutil.iter_modules(domain.__path__)]
NUMBERS = {account.number for account in CHART}


def test_the_chart_has_every_account_once_and_in_order() -> None:
    assert [account.number for account in CHART] == sorted(NUMBERS)
    assert len(CHART) == 477
    assert ChartAccount(1510, "Kundfordringar", "", "T", "7251") in CHART
    assert ChartAccount(3001, "Försäljning inom Sverige, 25 % moms", "MP1", "I", "7410") in CHART


def test_chart_rows_fit_the_books_and_the_export_file() -> None:
    for account in CHART:
        assert 1000 <= account.number <= 8999
        assert account.type in "TSIK"
        assert account.name.encode("cp437")


@pytest.mark.parametrize("name", [name for name in vars(accounts) if name.isupper()])
def test_every_account_that_the_service_posts_to_is_in_the_chart(name: str) -> None:
    assert getattr(accounts, name) in NUMBERS


def test_the_tables_lead_to_accounts_of_the_chart() -> None:
    assert set(payment.MODES.values()) <= NUMBERS
    assert set(vat.REVENUE_BOXES) <= NUMBERS
    for account in CHART:
        if account.number in vat.REVENUE_BOXES:
            assert account.vat_code in vat.CODES


def test_plans_are_ordered_by_what_they_include() -> None:
    free, basic, ai_pro, enterprise = Plan
    assert free < basic < ai_pro < enterprise
    assert enterprise >= ai_pro >= ai_pro > basic
    assert not free >= ai_pro
    assert ai_pro <= enterprise
    assert Plan("ai_pro") is ai_pro


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_the_docstrings_hold(module: str) -> None:
    assert doctest.testmod(importlib.import_module(f"reskontra.domain.{module}")).failed == 0
