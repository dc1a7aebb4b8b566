"""Vouchers, accounts and reports, in a real browser without scripts."""

import pytest

from tests.browser.person import Person
from tests.service import Company
from tests.web import worked_company
from tests.web.test_years import move_to

pytestmark = pytest.mark.browser


def test_a_voucher_is_written_followed_and_corrected(person: Person, company: Company) -> None:
    worked_company.begin(company)
    worked_company.trade(company)
    move_to(company, "2026-12-15")
    screen, root = person.screen, f"{company.service.url}/books/{company.id}"
    screen.go(f"{root}/vouchers")
    person.log_in()
    person.seen("vouchers")
    screen.go(f"{root}/vouchers/new")
    person.seen("voucher-new")
    screen.fill("Description", "Hyra december")
    screen.fill("TransactionDate", "1/12")
    screen.fill("row-1-account", "5010")
    screen.fill("row-1-debit", "8 000")
    screen.fill("row-2-account", "1930")
    screen.fill("row-2-credit", "800")
    screen.click("button[value=review]")
    person.seen("voucher-refused")
    screen.fill("row-2-credit", "8 000,00")
    screen.click("button[value=review]")
    person.seen("voucher-review")
    screen.click("button[value=post]")
    person.seen("voucher")
    screen.click("a.primary")
    person.seen("voucher-correction")
    screen.click("button[value=correct]")
    assert "Rättelsen är bokförd som verifikation M" in screen.text
    screen.click("table.posted a")
    person.seen("account")
    screen.go(f"{root}/accounts")
    person.seen("accounts")
    screen.go(f"{root}/reports")
    person.seen("reports")
    screen.click("main li a")
    person.seen("report")
    screen.click("tbody a")
    assert "Huvudbok" in screen.text
    assert [each for each in screen.troubles if "status of 400" not in str(each)] == []
