"""Reports at the console: listed, shown for days, downloaded, and seen by an auditor's eyes."""

import pytest
from tests.approving import Flow, registered
from tests.service import TODAY, founded
from tests.web.test_console import Console
from tests.web.test_roles import member
from tests.web.tour import VOUCHER

from reskontra.actions.reporting import REPORTS
from reskontra.reports.report import TITLES


@pytest.fixture
def console(flow: Flow) -> Console:
    """Of a company that sold for 100 in November."""
    flow.client = registered(flow.service, scope="bookkeeping")
    headers = {"Authorization": f"Bearer {flow.tokens(scope='bookkeeping')['access_token']}"}
    made = flow.http.post(
        f"{flow.service.url}/3/vouchers", json={"Voucher": VOUCHER}, headers=headers
    )
    assert made.status_code == 201, made.text
    console = Console(flow)
    console.log_in()
    return console


@pytest.mark.parametrize("kind", REPORTS)
def test_every_report_has_a_page(console: Console, kind: str) -> None:
    place = f"{console.company}/reports"
    assert f'href="/console{place}/{kind}"' in console.get(place).text
    page = console.get(f"{place}/{kind}?account=1930")
    assert (page.status_code, TITLES[kind] in page.text) == (200, True)
    for column in REPORTS[kind].columns:
        assert column.title in page.text


def test_it_tells_of_the_days_that_were_asked_for(console: Console) -> None:
    place = f"{console.company}/reports/income-statement"
    assert "100,00" in console.get(f"{place}?fromdate=2026-11-01&todate=2026-11-30").text
    [before] = [console.get(f"{place}?fromdate=2026-10-01&todate=2026-10-31").text]
    assert 'value="2026-10-31"' in before
    assert "<td>3001</td>" not in before


def test_it_tells_what_was_known_then(console: Console) -> None:
    place = f"{console.company}/reports/income-statement"
    page = console.get(f"{place}?knownat=2026-11-01T08:30").text
    assert 'name="knownat" value="2026-11-01T08:30"' in page
    assert "<td>3001</td>" not in page, "nobody had posted it yet"
    assert "2026-11-01 08:30" in page
    wrong = console.get(f"{place}?knownat=x")
    assert (wrong.status_code, "för ”Som känt vid”" in wrong.text) == (400, True)
    assert "knownat" not in console.get(f"{console.company}/reports/sales-by-article").text


def test_a_list_is_of_today_until_another_day_is_asked_for(console: Console) -> None:
    page = console.get(f"{console.company}/reports/customer-ageing").text
    assert f'name="todate" value="{TODAY}"' in page


@pytest.mark.parametrize(("form", "begins"), [("csv", b"\xef\xbb\xbfKonto;"), ("pdf", b"%PDF")])
def test_it_is_downloaded(console: Console, form: str, begins: bytes) -> None:
    answer = console.get(f"{console.company}/reports/trial-balance?format={form}")
    assert answer.content.startswith(begins)
    assert f".{form}" in answer.headers["content-disposition"]


def test_an_account_is_asked_for_before_a_statement_is_made(console: Console) -> None:
    page = console.get(f"{console.company}/reports/account-statement")
    assert (page.status_code, 'name="account"' in page.text) == (200, True)


WRONG = {"no day": ("todate=2026-02-30", 400), "no account there": ("account=999999", 404)}


@pytest.mark.parametrize(("query", "status"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_shown_is_said_on_its_page(
    console: Console, query: str, status: int
) -> None:
    page = console.get(f"{console.company}/reports/account-statement?{query}&account=999999")
    assert (page.status_code, 'role="alert"' in page.text) == (status, True)


def test_a_reader_sees_them_and_nobody_of_another_company(console: Console) -> None:
    place = f"{console.company}/reports/balance-sheet"
    with member(console.flow, "reader") as reader:
        assert reader.get(place).status_code == 200
    other = founded(console.flow.service, name="Annan AB")
    assert console.get(f"/companies/{other.id}/reports/balance-sheet").status_code == 404
