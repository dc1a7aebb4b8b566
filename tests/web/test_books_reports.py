"""Reports in the browser: listed, shown for days, leading to what they are made of, downloaded."""

import re
from collections.abc import Iterator

import pytest
from tests.approving import Flow
from tests.service import TODAY, Company
from tests.web import invoicing, purchasing
from tests.web.at_books import Books, at_the_api, colleague, entered
from tests.web.test_years import entry

from reskontra.actions.reporting import REPORTS
from reskontra.reports.report import TITLES


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    """One that sold for 100 in November."""
    with at_the_api(flow) as company:
        entry(company, "2026-11-02", "D 1930 100", "K 3001 100")
        yield company


@pytest.fixture
def books(flow: Flow, company: Company) -> Books:
    return entered(flow)


def test_every_report_has_a_page(books: Books) -> None:
    index = books.get("/reports").text
    for kind, form in REPORTS.items():
        assert f'href="{books.root}/reports/{kind}"' in index
        page = books.get(f"/reports/{kind}?account=1930")
        assert (page.status_code, f"<h1>{TITLES[kind]}</h1>" in page.text) == (200, True), kind
        has_rows = "Inget att visa" not in page.text
        assert not has_rows or all(f">{it.title}</th>" in page.text for it in form.columns), kind


def test_it_tells_of_the_days_that_were_asked_for_however_they_are_typed(books: Books) -> None:
    page = books.get("/reports/income-statement?fromdate=20261101&todate=30/11").text
    assert "100,00</td>" in page
    assert 'value="2026-11-30"' in page
    before = books.get("/reports/income-statement?fromdate=2026-10-01&todate=2026-10-31").text
    assert ">3001</a>" not in before


def test_it_tells_what_was_known_then(books: Books) -> None:
    page = books.get("/reports/income-statement?knownat=2026-11-01T08:30").text
    assert 'name="knownat" type="datetime-local" value="2026-11-01T08:30"' in page
    assert ">3001</a>" not in page, "nobody had posted it yet"
    assert "2026-11-01 08:30" in page
    wrong = books.get("/reports/income-statement?knownat=x")
    assert (wrong.status_code, "för ”Som känt vid”" in wrong.text) == (400, True)
    assert "knownat" not in books.get("/reports/sales-by-article").text


def test_a_list_is_of_today_until_another_day_is_asked_for(books: Books) -> None:
    assert f'value="{TODAY}"' in books.get("/reports/customer-ageing").text


@pytest.mark.parametrize(("form", "begins"), [("csv", b"\xef\xbb\xbfKonto;"), ("pdf", b"%PDF")])
def test_it_is_downloaded(books: Books, form: str, begins: bytes) -> None:
    page = books.get("/reports/trial-balance").text
    [address] = re.findall(rf'href="([^"]+format={form})"', page)
    url = books.flow.service.url + address.replace("&amp;", "&")
    answer = books.flow.http.get(url)
    assert answer.content.startswith(begins)
    assert f".{form}" in answer.headers["content-disposition"]


def test_an_account_is_asked_for_before_a_statement_is_made(books: Books) -> None:
    page = books.get("/reports/account-statement")
    assert (page.status_code, 'name="account"' in page.text) == (200, True)


WRONG = {"no day": ("todate=2026-02-30", 400), "no account there": ("account=999999", 404)}


@pytest.mark.parametrize(("query", "status"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_shown_is_said_on_its_page(books: Books, query: str, status: int) -> None:
    page = books.get(f"/reports/account-statement?{query}&account=999999")
    assert (page.status_code, 'role="alert"' in page.text) == (status, True)
    assert books.get("/reports/finns-inte").status_code == 404
    assert books.get("/reports/balance-sheet?project=%00").status_code == 400


def test_every_number_leads_to_what_it_is_made_of(books: Books, company: Company) -> None:
    sold = invoicing.issued(company, InvoiceDate="2026-09-01", DueDate="2026-10-01")
    purchasing.booked(company)
    followed = 0
    for kind in REPORTS:
        page = books.get(f"/reports/{kind}?fromdate=2026-01-01&account=1930").text
        table = page.partition("<tbody>")[2].partition("</tbody>")[0]
        for address in {*re.findall(r'<a href="([^"]+)"', table)}:
            if f"/invoices/{sold['DocumentNumber']}" in address:
                continue  # a place of its own
            url = books.flow.service.url + address.replace("&amp;", "&")
            assert books.flow.http.get(url).status_code == 200, (kind, address)
            followed += 1
    assert followed > 20


def test_the_consoles_own_addresses_lead_here(books: Books) -> None:
    console = f"{books.flow.service.url}/console/companies/{books.flow.company.id}"
    for path in ("/reports", "/reports/vat?fromdate=2026-11-01&todate=2026-11-30"):
        sent = books.flow.http.get(console + path)
        assert (sent.status_code, sent.headers["location"]) == (303, books.root + path)
    odd = books.flow.http.get(f"{books.flow.service.url}/console/companies/%2F%2Fevil/reports")
    assert odd.headers["location"] == "/books/%2F%2Fevil/reports"


def test_a_reader_sees_them(books: Books) -> None:
    with colleague(books.flow, "reader") as reader:
        page = reader.get("/reports/balance-sheet")
    assert (page.status_code, "100,00</td>" in page.text) == (200, True)
