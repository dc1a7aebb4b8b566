"""Reports, VAT, claims and reminders of a company that has lived a year, in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reskontra.actions.reporting import REPORTS
from tests.browser.person import Person
from tests.service import Company, Service, running
from tests.web import claiming, vat, worked_company
from tests.web.invoicing import customer, issued
from tests.web.reminding import settings
from tests.web.test_years import entry, move_to

pytestmark = pytest.mark.browser
YEAR = "fromdate=2026-01-01&todate=2026-12-31"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Each in its own: the days of one test are over before those of another begin."""
    with running(f"sqlite:///{tmp_path / 'books.db'}") as service:
        yield service


def place(company: Company, below: str) -> str:
    return f"{company.service.url}/console/companies/{company.id}/{below}"


def test_every_report_of_a_year(person: Person, company: Company) -> None:
    worked_company.made(company)
    screen = person.screen
    screen.go(place(company, "reports"))
    person.log_in()
    person.seen("reports")
    for kind in REPORTS:
        screen.go(place(company, f"reports/{kind}?{YEAR}&account=1510"))
        person.seen(f"report-{kind}")


def test_a_year_of_vat_is_filed_and_reopened(person: Person, company: Company) -> None:
    worked_company.begin(company)
    move_to(company, "2027-01-15")
    worked_company.trade(company)
    entry(company, "2026-12-05", "D 1930 125", "K 3001 100", "K 2611 25")
    screen = person.screen
    screen.go(place(company, "vat"))
    person.log_in()
    person.seen("vat-periods")
    screen.go(place(company, "vat/202612"))
    person.seen("vat-hindered")
    entry(company, "2026-12-05", "K 1930 125", "D 3001 100", "D 2611 25")
    screen.go(place(company, "vat/202612"))
    person.seen("vat-open")
    screen.click("button[value=file]")
    person.seen("vat-asked")
    screen.click("button[name=confirmed]")
    person.seen("vat-filed")
    screen.fill("reason", "Ett kvitto saknas")
    screen.click("button[value=reopen]")
    person.seen("vat-reopening")
    screen.go(place(company, "vat"))
    person.seen("vat-periods-filed")


def test_reminders_and_their_rules(person: Person, company: Company) -> None:
    settings(company, AgreedRate=10, Charge="fee")
    for name in ("Åsas Ängar och Övriga Odlingar i Övertorneå AB", "Örjan"):
        who = customer(company, Name=name, Email="kund@exempel.se")
        sold = {"CustomerNumber": who, "InvoiceDate": "2026-09-01", "DueDate": "2026-10-01"}
        issued(company, {"Price": 20_000, "DeliveredQuantity": 1, "VAT": 25}, **sold)
    screen = person.screen
    screen.go(place(company, "reminders/settings"))
    person.log_in()
    person.seen("reminder-rules")
    screen.go(place(company, "reminders"))
    person.seen("reminders-due")
    screen.click("a[href*='number=1']")
    person.seen("reminder-exceptions")
    screen.fill("reason", "Kunden säger att varan var trasig")
    screen.click("button[value=add]")
    person.seen("reminder-excepted")
    screen.go(place(company, "reminders"))
    screen.click("button[name=make][value='2']")
    screen.click("button[name=externalprint]")
    person.seen("reminder-by-post")
    screen.click("a[href$='/payment']")
    person.seen("reminder-payment")
    screen.click("button[value=pay]")
    person.seen("reminder-payment-asked")
    screen.click("button[name=confirmed]")
    person.seen("reminder-paid")


def test_a_claim_from_the_file_to_the_money(person: Person, company: Company) -> None:
    company.set(**vat.OWNER)
    claiming.paid_work(company)
    claiming.paid_work(company)
    claiming.paid_work(company, claiming.WORK | {"Unit": "st"})
    screen = person.screen
    screen.go(place(company, "claims"))
    person.log_in()
    person.seen("claims-none")
    screen.go(place(company, "claims/new"))
    person.seen("claim-new")
    screen.click("button[value=make]")
    person.seen("claim-lacking")  # of the third invoice nobody has said the hours
    screen.click("button[value=anyway]")
    person.seen("claim-asked")
    screen.click("button[name=confirmed]")
    person.seen("claims")
    screen.go(place(company, "claims/1"))
    person.seen("claim-made")
    screen.click("button[value=upload]")
    screen.fill("approved-0", "3000")
    screen.fill("reference", "SKV 2026-1234")
    screen.click("button[value=decide]")
    person.seen("claim-decision-asked")
    screen.click("button[name=confirmed]")
    person.seen("claim-decided")
    screen.go(place(company, "claims/decision"))
    person.seen("claim-decision")
    screen.go(place(company, "claims/payout"))
    screen.evaluate("document.querySelector('[name=claim-1]').click()")
    screen.fill("amount", "6750")
    person.seen("claim-payout")
    screen.click("button[value=pay]")
    person.seen("claim-payout-asked")
    screen.click("button[name=confirmed]")
    screen.go(place(company, "claims/1"))
    person.seen("claim-paid")
