"""What nobody may learn: not from the database, the logs, or the time an answer takes."""

import asyncio
import io
import json
import logging
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest
import structlog
from tests.approving import PASSWORD, PASSWORD_HASH, Flow, Page

from reskontra.domain.errors import Unauthorised
from reskontra.engine.schema import every_table
from reskontra.people import sessions
from reskontra.people.passwords import hashed_password
from reskontra.settings import RateLimit
from reskontra.web.gate import admit
from reskontra.web.house import House
from reskontra.web.limits import Room
from reskontra.web.logs import set_up_logs
from reskontra.web.sessions import newcomer

EVERYTHING = [table.select() for table in every_table().values()]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Every line that the service writes, at the most talkative level."""
    lines, before = io.StringIO(), logging.getLogger().handlers[:]
    set_up_logs("json", "debug", lines)
    logging.getLogger("httpx").disabled = True  # the tests' own client talks of addresses
    yield lines
    logging.getLogger("httpx").disabled = False
    structlog.reset_defaults()
    logging.getLogger().handlers[:] = before


def secrets_of(flow: Flow) -> list[str]:
    """All that is secret in one life of an approval, from log-in to revocation."""
    page = flow.auth(code_challenge="c" * 43, code_challenge_method="S256")
    csrf = [Page(page).form.fields["csrf_token"]]
    flow.log_in(page, "a wrong password")
    wasted = flow.approved(code_challenge="c" * 43, code_challenge_method="S256")
    flow.redeemed(wasted, code_verifier="a wrong verifier".ljust(43, "w"))
    code = flow.approved()
    first = flow.redeemed(code).json()
    second = flow.renewed(first["refresh_token"]).json()
    flow.renewed(first["refresh_token"])
    flow.redeemed(code)
    flow.works(second["access_token"])
    flow.token((flow.client.client_id, "a wrong secret"), grant_type="refresh_token")
    cookies = [str(cookie.value) for cookie in flow.http.cookies.jar]
    given = [each[name] for each in (first, second) for name in ("access_token", "refresh_token")]
    typed = [PASSWORD, "a wrong password", "a wrong verifier", "a wrong secret"]
    return [wasted, code, flow.client.secret, *given, *typed, *csrf, *cookies]


def test_o9_no_secret_is_ever_logged(flow: Flow, log: io.StringIO) -> None:
    found = secrets_of(flow)
    written = log.getvalue()
    assert sum(json.loads(line)["event"] == "call" for line in written.splitlines()) > 10
    assert [secret for secret in found if secret in written] == []
    assert "client.example" not in written
    assert "redirect_uri" not in written


def test_o12_no_secret_is_kept_in_the_database(flow: Flow) -> None:
    found = secrets_of(flow)
    kept = flow.service.read(lambda tx: [tx.all(statement) for statement in EVERYTHING])
    written = repr(kept)
    assert flow.client.client_id in written
    assert [secret for secret in found if secret in written] == []


@pytest.mark.usefixtures("strong_passwords")
def test_o12_passwords_are_kept_as_argon2id() -> None:
    assert hashed_password("x").startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_o9_a_token_in_the_address_is_not_taken(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    call = f"{flow.base}/3/customers?access_token={token}"
    assert flow.http.get(call).status_code == 401


def times_of(*calls: Callable[[], object], count: int) -> list[float]:
    """The usual CPU time of each call, in turns: the machine has other things to do too."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(count):
        for call, known in zip(calls, times, strict=True):
            started = time.process_time()
            call()
            known.append(time.process_time() - started)
    return [statistics.median(known) for known in times]


def test_o20_an_unknown_client_takes_as_long_as_a_wrong_secret(flow: Flow) -> None:
    form = {"grant_type": "refresh_token", "refresh_token": "x"}
    unknown, wrong = times_of(
        lambda: flow.token(("nobody", "x"), **form),
        lambda: flow.token((flow.client.client_id, "x"), **form),
        count=25,
    )
    assert abs(unknown - wrong) < max(0.01, 0.5 * max(unknown, wrong))


def test_o20_every_refusal_has_the_same_shape(flow: Flow) -> None:
    code = flow.approved()
    flow.pass_time(700)
    refused: list[httpx.Response] = [
        flow.token(("nobody", "x"), grant_type="refresh_token"),
        flow.token((flow.client.client_id, "x"), grant_type="refresh_token"),
        flow.redeemed(code),
        flow.redeemed("unknown"),
        flow.renewed("unknown"),
    ]
    for response in refused:
        assert list(json.loads(response.text)) == ["error", "error_description"]
        assert response.headers["content-type"] == "application/json"


@pytest.mark.usefixtures("strong_passwords")
def test_o20_an_unknown_person_takes_as_long_as_a_wrong_password(flow: Flow) -> None:
    slow = hashed_password("y")
    flow.service.write(lambda tx: sessions.change_password(tx, flow.person.id, slow))
    page = Page(flow.auth())

    def guess(email: str) -> None:
        page.sent(flow.http, email=email, password="x")

    known, unknown = times_of(
        lambda: guess(flow.person.email), lambda: guess("nobody@example.se"), count=5
    )
    assert 0.3 < unknown / known < 3


@dataclass
class AtTheGate:
    headers: dict[str, str]
    room: Room | None = None
    request_id: str = ""


def test_o19_wrong_tokens_are_cheap_and_use_up_nobodys_calls(flow: Flow) -> None:
    good = flow.tokens()["access_token"]
    house = House(
        flow.service.database,
        flow.service.house.limiter,
        flow.service.house.keyring,
        RateLimit(25, 5),
        clock=flow.service.clock,
    )

    async def calls() -> float:
        started = time.process_time()
        for number in range(1000):
            wrong = {"authorization": f"Bearer {good[:-6]}{number:06}"}
            with pytest.raises(Unauthorised):
                await admit(house, AtTheGate(wrong), "customer", house.clock())
        spent = time.process_time() - started
        right = AtTheGate({"authorization": f"Bearer {good}"})
        assert await admit(house, right, "customer", house.clock())
        return spent

    assert asyncio.run(calls()) < 5  # seconds of work, far from a hash that is slow by design


def test_secrets_do_not_show_themselves_when_a_visitor_is_printed(flow: Flow) -> None:
    someone = newcomer(flow.service.house)
    assert someone.secret not in repr(someone)
    assert someone.form_token not in repr(someone)
    assert PASSWORD_HASH.startswith("$argon2id$")
