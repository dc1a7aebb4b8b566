"""A company's years at the console, and the last closed one opened again."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from tests.approving import PASSWORD, Flow, Page, registered
from tests.service import founded
from tests.web.entering import told
from tests.web.test_console import Console
from tests.web.test_roles import member
from tests.web.tour import VOUCHER

from reskontra.actions import closing
from reskontra.actions.desk import Desk, desk_for

REASON = "Ett kvitto saknades"
FIRST = 1  # the id of a new company's first year, the one before this
LAST_YEAR = "2025-01-01 – 2025-12-31"


def at_desk(flow: Flow, work: Callable[[Desk], Any]) -> Any:
    now = flow.service.clock()
    return flow.service.write(lambda tx: work(desk_for(tx, flow.company.id, now, "tests")))


@pytest.fixture
def year(flow: Flow) -> int:
    """The id of a closed year, in which something was sold."""
    flow.client = registered(flow.service, scope="bookkeeping")
    headers = {"Authorization": f"Bearer {flow.tokens(scope='bookkeeping')['access_token']}"}
    sale = {"Voucher": VOUCHER | {"TransactionDate": "2025-05-02"}}
    made = flow.http.post(f"{flow.service.url}/3/vouchers", json=sale, headers=headers)
    assert made.status_code == 201, made.text
    at_desk(flow, lambda desk: closing.close(desk, FIRST, confirmed=True))
    return FIRST


@pytest.fixture
def console(flow: Flow, year: int) -> Console:
    console = Console(flow)
    console.log_in()
    return console


@pytest.fixture
def path(console: Console) -> str:
    return f"{console.company}/years"


def is_closed(console: Console) -> bool:
    return "Stängt" in console.get(f"{console.company}/years").text


def test_a_year_is_opened_again_once_its_vouchers_were_shown(console: Console, path: str) -> None:
    question = console.send(path, reopen=str(FIRST), reason=REASON).text
    assert f"Öppna räkenskapsåret {LAST_YEAR} igen?" in question
    assert re.search(r"Verifikation [A-Z] \d+ bokförs 2025-12-31:", question)
    assert is_closed(console), "nothing of what was shown stays"
    page = console.confirm(path, reopen=str(FIRST), reason=REASON)
    assert "är öppet igen" in page.text
    assert not is_closed(console)
    [line] = told(console.flow, "year reopened")
    assert (line["by"], line["reason"]) == (f"user {console.flow.person.id}", REASON)


def test_one_proves_anew_who_one_is(console: Console, path: str) -> None:
    console.flow.pass_time(601)
    page = console.send(path, reopen=str(FIRST), reason=REASON)
    assert "Bekräfta att det är du" in page.text
    page = console.flow.follow(Page(page).sent(console.http, proof_password="wrong"))
    assert is_closed(console)
    page = console.flow.follow(Page(page).sent(console.http, proof_password=PASSWORD))
    console.flow.follow(Page(page).sent(console.http, confirmed="yes"))
    assert not is_closed(console)


@pytest.mark.parametrize("role", ["reader", "bookkeeper"])
def test_only_an_administrator_opens_a_year(console: Console, path: str, role: str) -> None:
    with member(console.flow, role) as other:
        assert "Öppna igen" not in other.get(path).text
        page = other.send(path, reopen=str(FIRST), reason=REASON, confirmed="yes")
        assert (page.status_code, "Administratör" in page.text) == (403, True)
    assert is_closed(console)


REFUSED = {
    "no reason": ("", 409, "Ange varför"),
    "blanks": ("   ", 409, "Ange varför"),
    "a long reason": ("x" * 201, 400, "högst 200 tecken"),
}


@pytest.mark.parametrize(("reason", "status", "said"), REFUSED.values(), ids=REFUSED)
def test_a_reason_is_asked_for(
    console: Console, path: str, reason: str, status: int, said: str
) -> None:
    page = console.send(path, reopen=str(FIRST), reason=reason)
    assert (page.status_code, said in page.text) == (status, True), page.text
    assert is_closed(console)


@pytest.mark.parametrize("number", ["2", "0", "-1", "x", "9" * 30])
def test_no_other_year_is_opened(console: Console, path: str, number: str) -> None:
    console.send(path, reopen=number, reason=REASON, confirmed="yes")
    assert is_closed(console)


def test_a_year_whose_accounts_were_adopted_stays_closed(console: Console, path: str) -> None:
    at_desk(console.flow, lambda desk: closing.adopt(desk, FIRST, date(2026, 6, 1)))
    page = console.get(path)
    assert "bokslutet fastställt 2026-06-01" in page.text
    assert "Öppna igen" not in page.text
    console.send(path, reopen=str(FIRST), reason=REASON, confirmed="yes")
    assert is_closed(console)


def test_anothers_years_are_as_good_as_unknown(console: Console) -> None:
    other = founded(console.flow.service)
    assert console.get(f"/companies/{other.id}/years").status_code == 404
