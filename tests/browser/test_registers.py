"""Customers, articles, suppliers and settings, in a real browser without scripts."""

import pytest

from tests.browser.person import Person
from tests.service import Company
from tests.web import worked_company
from tests.web.test_years import move_to

pytestmark = pytest.mark.browser


def test_the_registers_and_the_settings(person: Person, company: Company) -> None:
    worked_company.begin(company)
    worked_company.trade(company)
    move_to(company, "2026-12-15")
    screen, root = person.screen, f"{company.service.url}/books/{company.id}"
    screen.go(f"{root}/customers/new")
    person.log_in()
    person.seen("customer-new")
    screen.fill("Email", "anna@exempel")
    screen.click("button.primary")
    person.seen("customer-refused")
    screen.fill("Name", "Åsas Ängar och Övriga Odlingar i Övertorneå AB")
    screen.fill("Email", "anna@exempel.se")
    screen.fill("City", "Övertorneå")
    screen.click("button.primary")
    person.seen("customer-added")
    screen.go(f"{root}/customers")
    person.seen("customers")
    screen.go(f"{root}/customers?q=kroksbäret")
    person.seen("customers-none")
    screen.go(f"{root}/customers/1")
    person.seen("customer")
    screen.go(f"{root}/articles/new")
    screen.fill("Description", "Snickeri, timme")
    screen.fill("SalesPrice", "1 250,50")
    screen.click("button.primary")
    person.seen("article-added")
    screen.go(f"{root}/articles")
    person.seen("articles")
    screen.go(f"{root}/suppliers")
    person.seen("suppliers")
    screen.go(f"{root}/suppliers/1")
    person.seen("supplier")
    screen.go(f"{root}/settings")
    screen.fill("bankgiro", "5050-1056")
    screen.click("button.primary")
    person.seen("settings-refused")
    screen.fill("bankgiro", "5050-1055")
    screen.click("button.primary")
    person.seen("settings")
    screen.go(f"{root}/settings/lock?through=2026-09-30")
    person.seen("lock")
    screen.click("button[value=lock]")
    assert "låst till och med 30 september 2026" in screen.text
    assert [each for each in screen.troubles if "status of 400" not in str(each)] == []
