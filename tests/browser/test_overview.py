"""The overview of the books, in a real browser."""

import pytest

from tests.browser.person import Person
from tests.service import Company
from tests.web import worked_company
from tests.web.test_years import move_to

pytestmark = pytest.mark.browser


def test_a_company_at_a_glance(person: Person, company: Company) -> None:
    worked_company.begin(company)
    worked_company.trade(company)
    move_to(company, "2026-12-15")
    screen = person.screen
    screen.go(f"{company.service.url}/books/{company.id}")
    person.log_in()
    person.seen("overview")
    assert screen.evaluate("document.fonts.check('16px Inter')")
    screen.size(390)
    screen.click_in_place("a[href='#places']")
    assert screen.evaluate("getComputedStyle(document.querySelector('.side')).display") == "flex"
    assert screen.troubles == []
