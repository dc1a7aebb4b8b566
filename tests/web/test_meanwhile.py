"""Someone takes their account back while another is still coming in with the old password."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.approving import PASSWORD, Flow
from tests.web.entering import Visitor, code_now, elsewhere

from reskontra.actions import access
from reskontra.actions.trail import Actor
from reskontra.people import resets
from reskontra.people.passwords import hashed_password
from reskontra.web import login

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
    assert "Dina företag" in elsewhere(thief.flow).log_in(NEW).text


def test_another_password_comes_too_late(thief: Visitor, meanwhile: Callable[[], None]) -> None:
    thief.log_in()
    page = thief.get("/account")
    meanwhile()
    thief.answer(page, do="save", current=PASSWORD, new="words of the thief")
    assert not thief.is_in()
    assert "Dina företag" not in elsewhere(thief.flow).log_in("words of the thief").text
    assert "Dina företag" in elsewhere(thief.flow).log_in(NEW).text


def test_a_proof_comes_too_late(thief: Visitor, meanwhile: Callable[[], None]) -> None:
    thief.log_in()
    page = thief.get("/account/factors")
    thief.flow.pass_time(601)
    page = thief.answer(page, do="app")
    meanwhile()
    page = thief.answer(page, proof_password=PASSWORD)
    assert "<code>" not in page.text
    assert not thief.is_in()


def test_half_a_session_is_worth_nothing_any_more(flow: Flow, thief: Visitor) -> None:
    home = elsewhere(flow)
    home.log_in()
    secret = home.with_app()
    flow.pass_time(60)
    page = thief.log_in()
    take_back(flow)
    thief.answer(page, proof_code=code_now(flow, secret))
    assert not thief.is_in()
