"""Someone takes their account back while another is still coming in with the old password."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.approving import PASSWORD, Flow, new_person
from tests.web.entering import Visitor, code_now, elsewhere

from reskontra.actions import access, entry
from reskontra.actions.entry import Oneself
from reskontra.actions.trail import Actor
from reskontra.people import memberships, resets, sessions
from reskontra.people.factors import Proof
from reskontra.people.passwords import hashed_password
from reskontra.people.roles import Role
from reskontra.people.sessions import Place
from reskontra.web import login
from reskontra.web.login import app_keys

NEW = "words of the owner alone"


@pytest.fixture
def thief(flow: Flow) -> Visitor:
    return elsewhere(flow)


def take_back(flow: Flow) -> None:
    """The owner sets a password by the link in a letter."""
    now = flow.service.clock()
    digest = hashed_password(NEW)

    def unit(tx: Any) -> None:
        secret = resets.new_link(tx, flow.person.email, int(now.timestamp()))
        assert secret
        access.reset_password(tx, Actor("", "", now), secret, digest)

    flow.service.write(unit)


@pytest.fixture
def meanwhile(flow: Flow, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on the owner is back as soon as the old password was found to fit."""

    def begin() -> None:
        fits = login.checked

        async def checked(password: str, digest: str) -> bool:
            outcome = await fits(password, digest)
            monkeypatch.undo()
            await asyncio.to_thread(take_back, flow)
            return outcome

        monkeypatch.setattr(login, "checked", checked)

    return begin


def test_a_log_in_comes_too_late(thief: Visitor, meanwhile: Callable[[], None]) -> None:
    meanwhile()
    assert "Fel e-postadress eller lösenord." in thief.log_in().text
    assert not thief.is_in()
    assert "Översikt" in elsewhere(thief.flow).log_in(NEW).text


def test_another_password_comes_too_late(thief: Visitor, meanwhile: Callable[[], None]) -> None:
    thief.log_in()
    page = thief.get("/account")
    meanwhile()
    thief.answer(page, do="save", current=PASSWORD, new="words of the thief")
    assert not thief.is_in()
    assert "Översikt" not in elsewhere(thief.flow).log_in("words of the thief").text
    assert "Översikt" in elsewhere(thief.flow).log_in(NEW).text


def test_a_proof_comes_too_late(thief: Visitor, meanwhile: Callable[[], None]) -> None:
    flow, second = thief.flow, new_person(thief.flow.service)
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, second.id, Role.READER))
    thief.log_in()
    flow.pass_time(601)
    given = {"give": str(second.id), f"role-{second.id}": "admin"}
    page = thief.send(f"{thief.company}/people", **given)
    meanwhile()
    thief.answer(page, proof_password=PASSWORD)
    members = flow.service.read(lambda tx: memberships.members(tx, flow.company.id))
    assert {each.id: each.role for each in members}[second.id] == Role.READER


def test_half_a_session_is_worth_nothing_any_more(flow: Flow, thief: Visitor) -> None:
    home = elsewhere(flow)
    home.log_in()
    secret = home.with_app()
    flow.pass_time(60)
    thief.log_in()
    cookie = thief.http.cookies["reskontra"]
    found = flow.service.read(lambda tx: sessions.find(tx, cookie, flow.now))
    assert found
    half, person = found
    take_back(flow)
    who, proof = Oneself(person, Place(), flow.service.clock()), Proof(code_now(flow, secret))
    keys = app_keys(flow.service.house)
    assert flow.service.write(lambda tx: entry.complete(tx, keys, who, half, "", proof)) is None
    assert not flow.service.read(lambda tx: sessions.of_person(tx, person.id, flow.now))
