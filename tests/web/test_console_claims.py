"""Claims of tax reductions at the console: made, sent in, decided and paid, each asked first."""

import json

import pytest
from tests.approving import Flow, registered
from tests.domain.claim_schema import faults
from tests.service import TODAY, Company, founded
from tests.web.claiming import (
    PERSON,
    TWELVE,
    WORK,
    claim_of,
    claimed,
    decided,
    decision,
    in_file,
    paid_work,
)
from tests.web.invoicing import read
from tests.web.test_console import Console
from tests.web.test_roles import member

from reskontra.web.wording import kronor

PERIOD = {"from": "2026-09-01", "to": "2026-09-30"}


@pytest.fixture
def company(flow: Flow) -> Company:
    """The company of the person at the console, called by a program of theirs as well."""
    flow.client = registered(flow.service, scope="invoice payment customer bookkeeping")
    caller = founded(flow.service)  # for its client alone
    token = flow.tokens(scope="invoice payment customer bookkeeping")["access_token"]
    caller.api.headers["Authorization"] = f"Bearer {token}"
    return caller


@pytest.fixture
def console(flow: Flow, company: Company) -> Console:
    console = Console(flow)
    console.log_in()
    return console


@pytest.fixture
def path(console: Console) -> str:
    return f"{console.company}/claims"


def test_a_claim_lives_its_life_on_the_pages(console: Console, company: Company, path: str) -> None:
    number = paid_work(company)
    asked = console.send(f"{path}/new", type="rot", **PERIOD).text
    assert f"Begär {kronor(3750)} av Skatteverket?" in asked
    assert "Inget har begärts" in console.get(path).text, "nothing of what was shown stays"
    assert "ROT 2026-001 är gjord" in console.confirm(f"{path}/new", type="rot", **PERIOD).text
    assert "Skickad" in console.send(f"{path}/1", do="upload").text
    approved = {"do": "decide", "reference": "R1", "approved-0": "3000"}
    asked = console.send(f"{path}/1", **approved).text
    assert f"{kronor(3000)} av {kronor(3750)} godkända" in asked
    assert f"{kronor(750)} blir kundernas att betala" in asked
    assert "Beslutet är bokfört" in console.confirm(f"{path}/1", **approved).text
    assert read(company, number)["Balance"] == 750
    payout = {"claim-1": "yes", "amount": "3000", "day": "2026-10-15"}
    assert (
        f"Bokför {kronor(3000)} från Skatteverket?" in console.send(f"{path}/payout", **payout).text
    )
    assert "Utbetalningen är bokförd" in console.confirm(f"{path}/payout", **payout).text
    assert "Utbetalningen är ångrad" in console.confirm(f"{path}/1", do="undo").text
    assert claim_of(company, 1)["Status"] == "decided"


def test_a_file_of_decisions_is_read_in(console: Console, company: Company, path: str) -> None:
    paid_work(company)
    file = in_file(decision(claimed(company), 3750))["TaxReductionDecisionFile"]
    text = json.dumps(file)
    assert (
        f"{kronor(3750)} av {kronor(3750)} godkända"
        in console.send(f"{path}/decision", file=text).text
    )
    assert "Besluten är bokförda" in console.confirm(f"{path}/decision", file=text).text
    for wrong in ("", "x", "[]", "{}"):
        page = console.send(f"{path}/decision", file=wrong)
        assert (page.status_code, 'role="alert"' in page.text) == (400, True)


def test_a_claim_is_withdrawn_once_it_is_meant(
    console: Console, company: Company, path: str
) -> None:
    paid_work(company)
    claimed(company)
    assert "Återkalla begäran ROT 2026-001?" in console.send(f"{path}/1", do="withdraw").text
    assert claim_of(company, 1)["Status"] == "made"
    console.confirm(f"{path}/1", do="withdraw")
    assert claim_of(company, 1)["Status"] == "withdrawn"


def test_no_page_shows_who_the_buyer_is(console: Console, company: Company, path: str) -> None:
    paid_work(company)
    decided(company, decision(claimed(company), 3750))
    shown = console.get(path).text + console.get(f"{path}/1").text
    assert TWELVE not in shown
    assert "19811228****" in shown
    file = console.get(f"{path}/1/file")
    assert faults(file.content, TODAY) == []
    assert TWELVE not in file.headers["content-disposition"]


def test_a_reader_sees_and_changes_nothing(console: Console, company: Company, path: str) -> None:
    paid_work(company)
    claimed(company)
    with member(console.flow, "reader") as other:
        page = other.get(f"{path}/1")
        assert "Faktura" in page.text
        assert "Hämta filen" not in page.text
        for below in ("new", "decision", "payout", "1/file"):
            assert other.get(f"{path}/{below}").status_code == 403
        answer = other.send(f"{path}/1", do="withdraw", confirmed="yes")
        assert answer.status_code == 403
    assert claim_of(company, 1)["Status"] == "made"


@pytest.mark.parametrize(
    ("below", "sent", "status", "said"),
    [
        ("new", {"type": "rot", "from": "x", "to": ""}, 400, "för ”Från och med”"),
        ("new", {"type": "rut", **PERIOD}, 409, "inget att begära"),
        (
            "1",
            {"do": "decide", "reference": "", "approved-0": "1"},
            400,
            "”Beslutets referensnummer” saknas",
        ),
        ("1", {"do": "decide", "reference": "R", "approved-0": "x"}, 400, "hela kronor"),
        ("1", {"do": "decide", "reference": "R", "approved-0": "4000"}, 400, "mer än det begärda"),
        ("1", {"do": "undo"}, 409, "inte utbetald"),
        ("payout", {"amount": "1", "day": ""}, 400, "Välj vilka"),
        ("payout", {"claim-1": "yes", "amount": "3750", "day": ""}, 409, "inte beslutat"),
        ("payout", {"claim-1": "yes", "amount": "x", "day": ""}, 400, "för ”Belopp”"),
    ],
)
def test_what_cannot_be_is_told_on_the_page(
    console: Console,
    company: Company,
    path: str,
    below: str,
    sent: dict[str, str],
    status: int,
    said: str,
) -> None:
    paid_work(company)
    claimed(company)
    page = console.send(f"{path}/{below}", **sent)
    assert (page.status_code, said in page.text) == (status, True), page.text


API_WORDS = ("POST", "/tax", "PropertyDesignation", "CLEANING", "CONSTRUCTION</", "HouseWork")


def test_what_an_invoice_lacks_is_asked_for_and_told_in_plain_words(
    console: Console, company: Company, path: str
) -> None:
    number = paid_work(company, {**WORK, "Unit": "st"}, PropertyDesignation="")
    page = console.send(f"{path}/new", do="make", type="rot", **PERIOD).text
    assert "Timmar av bygg, 0 till 999 saknas" in page
    assert "Fastighetsbeteckning, 1 till 40 tecken saknas" in page
    anyway = console.send(f"{path}/new", do="anyway", type="rot", **PERIOD)
    assert anyway.status_code == 409
    assert "timmar av bygg, 0 till 999 saknas; fastighetsbeteckning" in anyway.text
    for shown in (page.replace(f'hours-{number}-CONSTRUCTION"', ""), anyway.text):
        assert not [word for word in API_WORDS if word in shown]
    told = {f"hours-{number}-CONSTRUCTION": "20", f"property-{number}": "SOLNA EXEMPEL 1:23"}
    told |= {f"person-{number}-1": PERSON, f"share-{number}-1": "3"}
    told |= {f"person-{number}-2": "19460714-6767"}
    console.confirm(f"{path}/new", do="make", type="rot", **PERIOD, **told)
    ada, other = claim_of(company, 1)["TaxReductionCases"]
    assert (ada["PropertyDesignation"], ada["Share"]) == ("SOLNA EXEMPEL 1:23", 3)
    assert [case["HouseWork"][0]["Hours"] for case in (ada, other)] == [15, 5]


def test_what_is_left_out_is_told_plainly_on_the_claims_page(
    console: Console, company: Company, path: str
) -> None:
    paid_work(company)
    lacking = paid_work(company, PropertyDesignation="")
    console.confirm(f"{path}/new", do="anyway", type="rot", **PERIOD)
    page = console.get(f"{path}/1").text
    assert f"aktura {lacking}: fastighetsbeteckning, 1 till 40 tecken saknas" in page
    assert not [word for word in API_WORDS if word in page]


def test_several_buyers_are_named_though_nothing_is_missing(
    console: Console, company: Company, path: str
) -> None:
    number = paid_work(company)
    page = console.send(f"{path}/new", do="details", type="rot", **PERIOD).text
    assert f'name="person-{number}-2"' in page
    wrong = {f"hours-{number}-CONSTRUCTION": "tjugo"}
    page = console.send(f"{path}/new", do="make", type="rot", **PERIOD, **wrong)
    assert page.status_code == 400
    assert "Ange timmarna av bygg" in page.text
    assert 'value="tjugo"' in page.text, "what was entered is there still"


@pytest.mark.parametrize("number", ["0", "9", "x", "9" * 30])
def test_a_claim_that_is_not_there_is_not_found(console: Console, path: str, number: str) -> None:
    assert console.get(f"{path}/{number}").status_code == 404
    assert console.get(f"{path}/{number}/file").status_code == 404


def test_the_days_that_are_proposed_are_swedens(console: Console, path: str, flow: Flow) -> None:
    """Half past eleven at night in Greenwich is the next day here."""
    flow.pass_time(12.5 * 3600)
    console.log_in()
    page = console.get(f"{path}/new").text
    assert 'value="2026-11-16"' in page
    assert 'value="2026-01-01"' in page
