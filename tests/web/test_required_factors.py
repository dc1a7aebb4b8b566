"""A company that asks for a second factor shows nothing of itself without one."""

import pytest
from tests.approving import Flow, Page, answered_with, new_company, new_person
from tests.service import set_organisation
from tests.web.entering import (
    Visitor,
    told,
)

from reskontra.domain.organisation import SecondFactor
from reskontra.people import organisations
from reskontra.web.page_routes import CONSOLE

# A company that asks for them


def ask(flow: Flow, asked: SecondFactor = SecondFactor.REQUIRED) -> None:
    set_organisation(flow.service, flow.company.id, second_factor=asked)


def test_nothing_of_a_company_that_asks_is_seen_without_one(flow: Flow, home: Visitor) -> None:
    ask(flow)
    paths = [
        route.path.replace("{company}", str(flow.company.id)).replace("{number}", "1")
        for route in CONSOLE
        if "{company}" in route.path and route.method == "GET"
    ]
    assert len(paths) >= 5
    for path in paths:
        page = home.get(path.removeprefix("/console"))
        assert page.url.path == "/console/account/factors", path
        assert "kräver tvåstegsinloggning" in page.text
    home.with_app()
    assert home.get(home.company).url.path == f"/console{home.company}"


def test_nothing_is_approved_for_a_company_that_asks_without_one(flow: Flow, home: Visitor) -> None:
    page = flow.auth()
    assert 'value="approve"' in page.text
    ask(flow)
    sent = Page(page).sent(flow.http, decision="approve", company=str(flow.company.id))
    assert (sent.status_code, "kräver tvåstegsinloggning" in sent.text) == (403, True)
    page = flow.auth()
    assert (page.status_code, "kräver tvåstegsinloggning" in page.text) == (403, True)
    home.with_app()
    assert answered_with(flow.decide(flow.auth()))["code"]


def test_an_administrator_asks_for_it_and_it_is_told(flow: Flow, home: Visitor) -> None:
    home.with_app()
    page = home.send(f"{home.company}/security", do="save", required="yes")
    assert "Ändringen är sparad." in page.text
    assert told(flow, "access settings changed")[0]["second_factor"] == "required"
    asked = flow.service.read(lambda tx: organisations.one(tx, flow.company.id))
    assert asked.second_factor is SecondFactor.REQUIRED
    home.send(f"{home.company}/security", do="save")
    asked = flow.service.read(lambda tx: organisations.one(tx, flow.company.id))
    assert asked.second_factor is SecondFactor.OPTIONAL


@pytest.mark.parametrize("path", ["/security", "/people", ""])
def test_a_company_of_others_is_as_good_as_none(flow: Flow, home: Visitor, path: str) -> None:
    theirs = new_company(flow.service, new_person(flow.service), "admin", "Hemligt AB")
    assert home.get(f"/companies/{theirs.id}{path}").status_code == 404
    form = Page(home.get("/account")).form.fields | {"do": "save", "required": "yes"}
    there = f"{flow.service.url}/console/companies/{theirs.id}{path}"
    assert home.http.post(there, data=form).status_code == 404
    asked = flow.service.read(lambda tx: organisations.one(tx, theirs.id))
    assert asked.second_factor is SecondFactor.OPTIONAL


def test_a_member_does_not(flow: Flow, home: Visitor) -> None:
    second = new_company(flow.service, flow.person, "bookkeeper", "Andra AB")
    path = f"/companies/{second.id}/security"
    assert home.get(path).status_code == 403
    form = Page(home.get("/account")).form.fields | {"do": "save", "required": "yes"}
    sent = home.http.post(f"{flow.service.url}/console{path}", data=form)
    assert sent.status_code == 403
    asked = flow.service.read(lambda tx: organisations.one(tx, second.id))
    assert asked.second_factor is SecondFactor.OPTIONAL
