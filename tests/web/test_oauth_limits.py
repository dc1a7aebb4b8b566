"""How often the OAuth addresses may be called, and how guessing passwords is slowed."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis
from tests.approving import PASSWORD, Flow, Page, browser, registered, started
from tests.service import Service, running
from tests.waiting import PATIENCE
from tests.web.conftest import Valkey

from reskontra.people import logging_in
from reskontra.people.logging_in import ACCOUNT, ADDRESS, Knock
from reskontra.web.limits import GUESS_LIMIT, TOKEN_LIMIT, InProcess, Limiter
from reskontra.web.oauth import counted as counted_in
from reskontra.web.shared_limits import Shared


def standing() -> InProcess:
    """Windows that do not move on while a test calls, however long that takes."""
    return InProcess(clock=lambda: 0)


@pytest.fixture(params=["in this process", "shared"])
def counted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    """A service that counts for real, and trusts no proxy."""
    limiter: Any = standing()
    if request.param == "shared":
        valkey: Valkey = request.getfixturevalue("troubled_valkey")  # with empty windows
        valkey.start()
        limiter = Shared(valkey.url, PATIENCE)  # this machine may be busy
    with running(f"sqlite:///{tmp_path / 'books.db'}", limiter=limiter) as service:
        yield service


def http(service: Service) -> httpx.Client:
    """One for all calls: to make a client takes longer than to call, and a minute is a minute."""
    if not service.clients:
        service.clients.append(httpx.Client(timeout=PATIENCE))
    return service.clients[0]


def auth(service: Service, **headers: str) -> httpx.Response:
    return http(service).get(f"{service.url}/api/v1/oauth-v1/auth", headers=headers)


def token(service: Service, client_id: str = "", **headers: str) -> httpx.Response:
    call = f"{service.url}/api/v1/oauth-v1/token"
    given = (client_id, "wrong") if client_id else None
    return http(service).post(call, data={"grant_type": "x"}, auth=given, headers=headers)


def test_o14_the_authorisation_address_takes_30_calls_a_minute(counted: Service) -> None:
    assert [auth(counted).status_code for _ in range(30)] == [400] * 30
    refused = auth(counted)
    assert refused.status_code == 429
    assert refused.headers["content-type"] == "text/plain; charset=utf-8"
    assert refused.headers["retry-after"] == "60"


def test_o14_the_token_address_takes_10_calls_a_minute_from_each_client(counted: Service) -> None:
    one, other = (f"client-{secrets.token_hex(4)}" for _ in range(2))
    assert [token(counted, one).status_code for _ in range(10)] == [401] * 10
    refused = token(counted, one)
    assert refused.status_code == 429
    assert refused.headers["content-type"] == "application/json"
    assert list(refused.json()) == ["error", "error_description"]
    assert refused.json()["error"] == "invalid_request"
    assert refused.headers["cache-control"] == "no-store"
    assert token(counted, other).status_code == 401


def test_o14_calls_without_a_client_are_counted_by_address(counted: Service) -> None:
    assert [token(counted).status_code for _ in range(10)] == [401] * 10
    assert token(counted).status_code == 429
    assert token(counted, f"client-{secrets.token_hex(4)}").status_code == 401


def test_nobody_who_guesses_at_a_secret_locks_out_the_one_who_has_it(flow: Flow) -> None:
    with running(flow.service.database_url, limiter=standing()) as service:
        assert [token(service, flow.client.client_id).status_code for _ in range(11)][9:] == [
            401,
            429,
        ]
        call = f"{service.url}/api/v1/oauth-v1/token"
        known = (flow.client.client_id, flow.client.secret)
        form = {"grant_type": "x"}
        statuses = [http(service).post(call, data=form, auth=known).status_code for _ in range(11)]
        assert statuses == [400] * 10 + [429]


def test_long_names_of_clients_are_not_remembered(tmp_path: Path) -> None:
    limiter = standing()
    with running(f"sqlite:///{tmp_path / 'books.db'}", limiter=limiter) as service:
        for number in range(20):
            token(service, f"{number}".ljust(4_000, "x"))
        assert len(limiter) == 1  # the address
        assert token(service, "x" * 65).status_code == 429


def test_guesses_at_many_clients_from_one_address_are_refused_and_the_right_secret_is_not(
    flow: Flow,
) -> None:
    with running(flow.service.database_url, limiter=standing()) as service:
        statuses = [token(service, f"client-{number}").status_code for number in range(32)]
        assert statuses == [401] * GUESS_LIMIT.calls + [429] * 2
        known = (flow.client.client_id, flow.client.secret)
        call = f"{service.url}/api/v1/oauth-v1/token"
        answer = http(service).post(call, data={"grant_type": "x"}, auth=known)
        assert answer.status_code == 400  # it is let in, and asks for nonsense
        assert token(service, flow.client.client_id).status_code == 429


def in_network(number: int) -> str:
    return f"2001:db8:1:2::{number >> 16:x}:{number & 0xFFFF:x}"


# Whatever someone sends who has no secret: the name of the client and the address, by the number
# of the call.
SENT: dict[str, Callable[[int], tuple[str, str]]] = {
    "long names": lambda number: (f"{number}".ljust(4_000, "x"), "192.0.2.7"),
    "a name too long by one": lambda number: (f"{number}".ljust(65, "x"), "192.0.2.7"),
    "the longest names": lambda number: (f"{number}".ljust(64, "x"), "192.0.2.7"),
    "short names": lambda number: (f"client-{number}", "192.0.2.7"),
    "letters that no name has": lambda number: (f"kund-å-{number}", "192.0.2.7"),
    "line ends": lambda number: (f"client\n{number}", "192.0.2.7"),
    "no name": lambda number: ("", "192.0.2.7"),
    "one name": lambda number: ("sandbox", "192.0.2.7"),
    "from one network": lambda number: (f"client-{number}", in_network(number)),
    "one name from one network": lambda number: ("sandbox", in_network(number)),
}


async def sent(limiter: Limiter, how: str, times: int) -> int:
    """How many of them were admitted."""
    calls = (counted_in("token", None, *SENT[how](number)) for number in range(times))
    return sum([not await limiter.wait(*windows) for windows in calls])


@pytest.mark.parametrize("how", SENT)
def test_whatever_is_sent_from_one_address_leaves_few_windows(how: str) -> None:
    limiter = standing()
    admitted = asyncio.run(sent(limiter, how, 100_000))
    assert admitted in (TOKEN_LIMIT.calls, GUESS_LIMIT.calls)
    assert len(limiter) <= 1 + admitted


@pytest.mark.parametrize("how", SENT)
def test_whatever_is_sent_from_one_address_leaves_few_windows_in_valkey(
    troubled_valkey: Valkey, how: str
) -> None:
    """Its clock goes on: two full windows are the most that it can remember at a time."""
    troubled_valkey.start()

    async def send() -> None:
        limiter = Shared(troubled_valkey.url, PATIENCE)
        await sent(limiter, how, 2_000)
        await limiter.close()

    asyncio.run(send())
    with Redis.from_url(troubled_valkey.url) as inside:
        assert 0 < inside.dbsize() <= 2 * (1 + GUESS_LIMIT.calls)


def test_o14_nobody_is_believed_about_their_address(counted: Service) -> None:
    for number in range(30):
        auth(counted, **{"X-Forwarded-For": f"10.0.0.{number}"})
    assert auth(counted, **{"X-Forwarded-For": "10.0.1.1"}).status_code == 429


def test_o14_a_trusted_proxy_is_believed(tmp_path: Path) -> None:
    trusted = ("127.0.0.0/8", "10.9.0.0/16")
    books = f"sqlite:///{tmp_path / 'books.db'}"
    with running(books, proxies=trusted, limiter=standing()) as service:
        for number in range(31):
            # What the caller itself claims stands before what the proxies have seen.
            told = {"X-Forwarded-For": f"192.0.2.{number}, 203.0.113.7, 10.9.0.1"}
            last = auth(service, **told)
        assert last.status_code == 429
        assert auth(service, **{"X-Forwarded-For": "203.0.113.8, 10.9.0.1"}).status_code == 400


def test_the_token_address_refuses_when_nobody_can_count(tmp_path: Path) -> None:
    away = Shared("redis://127.0.0.1:1/0")
    with running(f"sqlite:///{tmp_path / 'books.db'}", limiter=away) as service:
        assert token(service, "x").status_code == 429
        assert token(service, "x").json()["error"] == "invalid_request"
        assert auth(service).status_code == 429
        assert auth(service).headers["retry-after"] == "60"


# O18, guessing


def tried(flow: Flow, email: str, address: str) -> int:
    """How long one must wait before trying."""
    attempt = flow.service.write(lambda tx: logging_in.attempt(tx, email, address, flow.now))
    return int(attempt.wait)


def test_o18_guessing_one_account_from_many_addresses_is_slowed(flow: Flow) -> None:
    email = f"{secrets.token_hex(4)}@example.se"
    addresses = iter(f"198.51.{number >> 8}.{number & 255}" for number in range(1000))
    assert [tried(flow, email, next(addresses)) for _ in range(ACCOUNT.free + 1)] == [0] * 11
    assert tried(flow, email.upper(), next(addresses)) == 1
    admitted = 0
    for _ in range(150):
        flow.pass_time(1)
        admitted += tried(flow, email, next(addresses)) == 0
    assert admitted < 10


def test_o18_guessing_many_accounts_from_one_address_is_slowed(flow: Flow) -> None:
    address = f"2001:db8:{secrets.randbelow(9999)}::1"
    emails = (f"{secrets.token_hex(6)}@example.se" for _ in iter(int, 1))
    assert [tried(flow, next(emails), address) for _ in range(ADDRESS.free + 1)] == [0] * 51
    assert tried(flow, next(emails), address.replace("::1", "::2")) > 0
    flow.pass_time(3601)
    assert tried(flow, next(emails), address) == 0


def test_o18_one_who_must_wait_is_told_how_long(flow: Flow) -> None:
    page = flow.auth()
    for _ in range(ACCOUNT.free + 1):
        page = flow.log_in(page, "wrong")
        assert page.status_code == 401
    for _ in range(5):  # the wait doubles each time, so that a slow machine cannot outlast it
        flow.pass_time(20)
        page = flow.log_in(page, "wrong")
        assert page.status_code == 401
    page = flow.log_in(page, PASSWORD)  # the right one, but too early
    assert page.status_code == 429
    wait = int(page.headers["retry-after"])
    assert 1 < wait <= 32
    assert f"För många försök. Vänta {wait} sekunder och försök igen." in page.text
    flow.pass_time(wait + 1)
    assert 'name="decision"' in flow.log_in(page).text


def test_one_who_logs_in_often_is_not_slowed(flow: Flow) -> None:
    for _ in range(ACCOUNT.free + 5):
        assert flow.log_in(flow.auth(prompt="login")).status_code == 200


def test_many_who_log_in_from_one_address_are_not_slowed(flow: Flow) -> None:
    address = "198.51.100.77"
    for _ in range(ADDRESS.free + 5):
        assert tried(flow, flow.person.email, address) == 0
        person, now = flow.person, flow.now
        flow.service.write(
            lambda tx, p=person, t=now: logging_in.forgive(tx, Knock(p.email, address), t)
        )


def test_the_services_own_limits_let_a_person_through(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'books.db'}") as service, browser() as http:
        flow = started(service, http)
        for _ in range(5):
            flow.client = registered(service)
            assert flow.redeemed(flow.approved()).status_code == 200
        assert Page(flow.auth()).form.buttons
