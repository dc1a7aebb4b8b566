"""Reminders at the console: who is to have one, made, looked at, and mailed once it is meant."""

import httpx
import pytest
from tests.approving import SCOPE, Flow
from tests.service import Company
from tests.waiting import PATIENCE
from tests.web.invoicing import customer, issued, read
from tests.web.purchasing import at_desk
from tests.web.reminding import at, fired_earlier, get, letters, settings
from tests.web.test_console import Console

from reskontra.actions.charging import receive

LATE = {"InvoiceDate": "2026-09-01", "DueDate": "2026-10-01"}


@pytest.fixture
def company(flow: Flow) -> Company:
    """The person's company, with two late invoices."""
    service = flow.service
    for letter in service.outbox.glob("*"):
        letter.unlink()
    api = httpx.Client(base_url=f"{service.url}/api/v1/3", timeout=PATIENCE)
    service.clients.append(api)
    company = Company(service, flow.company, flow.client.client_id, api)
    api.headers["Authorization"] = f"Bearer {company.token(SCOPE)}"
    settings(company, AgreedRate=10, Charge="fee")
    for name in ("Åsa", "Örjan"):
        who = customer(company, Name=name, Email=f"{len(name)}@exempel.se")
        issued(company, CustomerNumber=who, **LATE)
    return company


@pytest.fixture
def console(flow: Flow, company: Company) -> Console:
    console = Console(flow)
    console.log_in()
    return console


def test_candidates_become_letters_when_somebody_means_it(
    console: Console, company: Company
) -> None:
    path = f"{console.company}/reminders"
    page = console.get(path).text.replace("\xa0", " ")
    assert "Faktura 1 · Åsa" in page
    assert "Förföll 2026-10-01, 45 dagar sedan" in page
    assert "ränta 15,41 + avgift 60,00 = 1 325,41 kr" in page
    assert "2 påminnelser är gjorda, men inte skickade" in console.send(path, make="all").text
    pdf = console.get(f"{path}/1")
    assert pdf.headers["content-type"] == "application/pdf"
    question = console.send(path, send="all").text
    assert "Skicka 2 påminnelser?" in question
    assert 'name="send" value="2,1"' in question
    assert letters(company.service.outbox) == []
    assert "2 påminnelser är skickade" in console.send(path, send="2,1", confirmed="yes").text
    assert len(letters(company.service.outbox)) == 2
    assert read(company, 1)["Reminders"] == 1
    again = console.send(path, send="1", confirmed="yes")
    assert again.status_code == 409
    assert "redan skickad" in again.text
    assert len(letters(company.service.outbox)) == 2
    assert "Utkast 3 har ränta och avgift" in console.send(path, invoice="1").text
    assert "ränta och avgift på faktura 3" in console.get(path).text


def test_one_is_withdrawn_and_another_goes_by_post(console: Console, company: Company) -> None:
    path = f"{console.company}/reminders"
    for invoice in ("1", "2"):
        console.send(path, make=invoice)
    assert "Påminnelse 1 är tillbakadragen" in console.send(path, withdraw="1").text
    assert "Påminnelse 2 är noterad som skickad" in console.send(path, externalprint="2").text
    found = {each["Number"]: each["Status"] for each in get(company)["Reminders"]}
    assert found == {1: "withdrawn", 2: "sent"}
    assert letters(company.service.outbox) == []


def test_interest_is_invoiced_only_while_something_is_left_of_it(
    console: Console, company: Company
) -> None:
    path, button = f"{console.company}/reminders", 'name="invoice" value="1"'
    console.send(path, make="1")
    assert button in console.send(path, externalprint="1").text
    at_desk(company, lambda desk: receive(desk, 1, {}))
    assert button not in console.get(path).text


def test_what_may_have_left_is_shown_apart(console: Console, company: Company) -> None:
    path = f"{console.company}/reminders"
    console.send(path, make="1")
    fired_earlier(company, 1, "send")
    assert "Kanske skickade" in console.get(path).text
    again = console.send(path, send="1", confirmed="yes")
    assert (again.status_code, "/confirm" in again.text) == (409, False)
    assert "Påminnelse 1 kan skickas igen" in console.send(path, release="1").text
    console.send(path, send="1", confirmed="yes")
    assert len(letters(company.service.outbox)) == 1


@pytest.mark.parametrize("number", ["99", "x", "1,x"])
def test_what_is_not_there(console: Console, company: Company, number: str) -> None:
    path = f"{console.company}/reminders"
    assert console.send(path, withdraw=number).status_code == 404
    assert console.send(path, send=number).status_code == 404
    assert console.get(f"{path}/{number}").status_code == 404


def test_a_page_is_shown_though_no_rate_is_known(console: Console, company: Company) -> None:
    settings(company, AgreedRate=0)
    page = console.get(f"{console.company}/reminders")
    assert page.status_code == 200
    assert "Referensräntan från och med 2026-07-01 är inte känd" in page.text
    assert company.api.get(at(company, "/candidates")).status_code == 409


RULES = {
    "FirstAfter": "8", "SecondAfter": "30", "DaysBetween": "14", "DaysToPay": "12",
    "Charge": "compensation", "AgreedRate": "12,5",
}  # fmt: skip


def test_the_rules_are_set_on_a_page(console: Console, company: Company) -> None:
    path = f"{console.company}/reminders/settings"
    page = console.get(path).text
    assert 'name="FirstAfter"' in page
    assert 'value="fee" checked' in page
    assert "Reglerna för påminnelser är ändrade." in console.send(path, **RULES).text
    kept = get(company, "/settings")["ReminderSettings"]
    assert (kept["FirstAfter"], kept["DaysToPay"], kept["AgreedRate"]) == (8, 12, 12.5)
    assert (kept["Charge"], kept["Interest"]) == ("compensation", False)
    console.send(path, **RULES, Interest="yes")
    assert get(company, "/settings")["ReminderSettings"]["Interest"] is True


WRONG = {
    "no number": ({"FirstAfter": "snart"}, 400, "Dagar från förfallodagen till första påminnelsen"),
    "too far": ({"DaysToPay": "900"}, 400, "Dagar att betala på"),
    "backwards": ({"SecondAfter": "8"}, 409, "Den andra påminnelsen kommer efter den första"),
    "no rate": ({"AgreedRate": "hög"}, 400, "Avtalad ränta"),
}


@pytest.mark.parametrize(("entered", "status", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_rule_is_told_and_nothing_changes(
    console: Console, company: Company, entered: dict[str, str], status: int, said: str
) -> None:
    before = get(company, "/settings")
    answer = console.send(f"{console.company}/reminders/settings", **RULES | entered)
    assert (answer.status_code, said in answer.text) == (status, True), answer.text
    assert f'value="{next(iter(entered.values()))}"' in answer.text, "as it was entered"
    assert get(company, "/settings") == before
