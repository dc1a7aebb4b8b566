"""Who gets in: tokens, limits, scopes, plans, in that order, and what is said when nobody does."""

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import jwt
import pytest
from tests.servers import own_postgresql
from tests.service import KEY, Company, Service, founded, refused, relative, running
from tests.waiting import PATIENCE, until
from tests.web.conftest import Valkey
from tests.web.test_limits import ALL_DAY, SECOND, SPECIFIED, Clock

from reskontra.domain.organisation import Plan
from reskontra.engine.database import SERVING
from reskontra.people import grants
from reskontra.people.scopes import SCOPES
from reskontra.settings import RateLimit
from reskontra.web import call
from reskontra.web.app import application
from reskontra.web.limits import InProcess
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES
from reskontra.web.shared_limits import Shared


def with_header(company: Company, **headers: str) -> httpx.Response:
    bare = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(f"{company.service.url}/api/v1/3/me", headers=bare, timeout=PATIENCE)


def resigned(token: str, key: str = KEY, **claims: Any) -> str:
    said = jwt.decode(token, options={"verify_signature": False}) | claims
    return jwt.encode(said, key, "HS256")


# Tokens


def test_the_older_header_carries_the_token_too(company: Company) -> None:
    token = company.token()
    assert with_header(company, Authorization=f"Bearer {token}").status_code == 200
    assert with_header(company, Authorization=f"bearer {token}").status_code == 200
    assert with_header(company, Access_Token=token).status_code == 200


def test_without_a_good_token_the_answer_is_401_in_both_forms(company: Company) -> None:
    token = company.token()
    now = int(company.service.clock().timestamp())
    head, claims, _ = token.split(".")
    unsigned = jwt.encode({"tenantId": company.id, "exp": now + 60}, "", "none")
    bad = [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": f"Basic {token}"},
        {"Authorization": f"Bearer {token}x"},
        {"Authorization": f"Bearer {head}.{claims}."},
        {"Authorization": f"Bearer {unsigned}"},
        {"Authorization": f"Bearer {resigned(token, key='another key, as long as the real one')}"},
        {"Authorization": f"Bearer {resigned(token, exp=now - 1)}"},
        {"Authorization": f"Bearer {resigned(token, iat=now + 3600)}"},
        {"Authorization": f"Bearer {resigned(token, tenantId=company.id + 1)}"},
        {"Authorization": f"Bearer {resigned(token, grantId=10**9)}"},
        {"Authorization": f"Bearer {resigned(token, grantId='x')}"},
        {"Authorization": f"Bearer {'x' * 10_000}"},
        {"Access_Token": "x"},
    ]
    for headers in bad:
        answer = with_header(company, **headers)
        refused(answer, 401)
        assert answer.json()["message"] == "unauthorized", headers
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_revoked_token_is_refused_at_once(company: Company) -> None:
    token = company.token()
    grant = jwt.decode(token, options={"verify_signature": False})["grantId"]
    assert with_header(company, Authorization=f"Bearer {token}").status_code == 200
    company.service.write(lambda tx: grants.revoke(tx, grant, 1))
    refused(with_header(company, Authorization=f"Bearer {token}"), 401)


def test_a_token_is_good_for_an_hour(company: Company) -> None:
    token = company.token()
    now = int(company.service.clock().timestamp())
    assert jwt.decode(token, options={"verify_signature": False})["exp"] - now in (3599, 3600)
    old = resigned(token, iat=now - 3590, exp=now + 10)
    assert with_header(company, Authorization=f"Bearer {old}").status_code == 200


# Scope and plan


SCOPED = [route for route in ROUTES if route.endpoint.scope]


def test_only_the_feed_of_events_asks_for_no_scope() -> None:
    """It shows what the scopes that there are open: see test_events.py."""
    assert [route.path for route in ROUTES if route not in SCOPED] == ["/events"]


@pytest.mark.parametrize("route", SCOPED, ids=lambda route: f"{route.method} {route.path}")
def test_every_call_needs_its_scope(service: Service, route: Route[Endpoint]) -> None:
    company = _shared(service)
    others = " ".join(scope for scope in SCOPES if scope != route.endpoint.scope)
    path = relative(route.path.replace("{", "").replace("}", ""))
    answer = company.api.request(
        route.method, path, headers={"Authorization": f"Bearer {company.token(others)}"}
    )
    assert route.endpoint.scope in refused(answer, 403)


_companies: dict[str, Company] = {}


def _shared(service: Service) -> Company:
    """One company is enough for calls that are refused at the gate."""
    if service.url not in _companies:
        _companies[service.url] = founded(service)
    return _companies[service.url]


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _companies:
        _companies.popitem()[1].api.close()


@pytest.mark.parametrize(
    ("plan", "status"), [("free", 403), ("basic", 403), ("ai_pro", 200), ("enterprise", 200)]
)
def test_the_plan_opens_the_api(company: Company, plan: str, status: int) -> None:
    company.set(plan=Plan(plan))
    answer = company.api.get("/customers")
    assert answer.status_code == status
    if status == 403:
        assert "ai_pro" in refused(answer, 403)


# The order of refusals: each row has everything wrong that comes after it too

# fmt: off
ORDER = [
    # wrong from here on      status
    ("path",                  404),
    ("method",                405),
    ("token",                 401),
    ("limit",                 429),
    ("scope",                 403),
    ("plan",                  403),
    ("key",                   404),
    ("envelope",              400),
    ("fields",                400),
]
# fmt: on


@pytest.mark.parametrize(("wrong", "status"), ORDER)
def test_which_refusal_wins(service: Service, wrong: str, status: int) -> None:
    rest = [name for name, _ in ORDER[[name for name, _ in ORDER].index(wrong) :]]
    limit = RateLimit(calls=1, seconds=60)
    with running(service.database_url, limiter=InProcess(), rate_limit=limit) as strict:
        company = founded(strict, plan=Plan.FREE if "plan" in rest else Plan.AI_PRO)
        if "limit" in rest:
            company.api.get("/me")
        scope = "profile" if "scope" in rest else "settings"
        token = "x" if "token" in rest else company.token(scope)
        body = {"Unit": {"Description": {}}} if "envelope" not in rest else []
        place = "nix" if "path" in rest else "units/x" if "key" in rest else "units/st"
        method = "PATCH" if "method" in rest else "PUT"
        headers = {"Authorization": f"Bearer {token}"}
        answer = company.api.request(method, f"/{place}", json=body, headers=headers)
        company.api.close()
    told = refused(answer, status)
    words = {"scope": "settings", "plan": "planen", "key": "enheten", "envelope": "Unit"}
    assert words.get(wrong, "") in told


# The rate limit


def refused_by_limit(service: Service) -> dict[str, float]:
    """What operators are told."""
    [figure] = service.house.metrics.refused_by_limit.collect()
    return {
        each.labels["why"]: each.value for each in figure.samples if each.name.endswith("_total")
    }


def burst(company: Company, calls: int) -> list[httpx.Response]:
    return [company.api.get("/me") for _ in range(calls)]


def test_every_answer_behind_the_gate_tells_what_is_left(service: Service) -> None:
    clock = Clock()
    with running(service.database_url, limiter=InProcess(clock), rate_limit=SPECIFIED) as strict:
        company = founded(strict)
        nobody = company.api.get("/me", headers={"Authorization": "Bearer x"})
        first = company.api.get("/me")
        clock.now += 2_500_000_000
        others = [company.api.get("/invoices/999"), company.api.post("/customers", json=[])]
        narrow = {"Authorization": f"Bearer {company.token('customer')}"}
        others.append(company.api.get("/invoices", headers=narrow))
        last = burst(company, 22)[-1]
    assert "ratelimit" not in nobody.headers
    assert first.headers["ratelimit"] == '"calls";r=24;t=5'
    assert [each.status_code for each in others] == [404, 400, 403]
    assert [each.headers["ratelimit"] for each in others] == [
        f'"calls";r={left};t=3' for left in (23, 22, 21)
    ]
    assert (last.status_code, last.headers["retry-after"]) == (429, "5")
    assert last.headers["ratelimit"] == '"calls";r=0;t=3'
    everyone = [first, *others, last]
    assert {each.headers["ratelimit-policy"] for each in everyone} == {'"calls";q=25;w=5'}


def test_the_26th_call_in_five_seconds_is_refused_and_waiting_helps(service: Service) -> None:
    clock = Clock()
    with running(service.database_url, limiter=InProcess(clock), rate_limit=SPECIFIED) as strict:
        company, other = founded(strict), founded(strict)
        company.api.get("/nix")
        company.api.request("PATCH", "/me")
        company.api.get("/me", headers={"Authorization": "Bearer x"})
        statuses = [answer.status_code for answer in burst(company, 25)]
        assert statuses == [200] * 25
        for answer in burst(company, 3):
            assert refused(answer, 429) == "För många anrop"
            assert answer.headers["retry-after"] == "5"
        assert refused_by_limit(strict) == {"exceeded": 3}
        assert other.api.get("/me").status_code == 200
        clock.now += SPECIFIED.seconds * SECOND - 1
        assert company.api.get("/me").status_code == 429
        clock.now += 1
        assert company.api.get("/me").status_code == 200
        for each in (company, other):
            each.api.close()


def test_services_that_share_a_valkey_share_the_window(
    service: Service, troubled_valkey: Valkey
) -> None:
    troubled_valkey.start()  # with empty windows: another engine's company may have the same number
    one, two = (
        running(
            service.database_url, limiter=Shared(troubled_valkey.url, PATIENCE), rate_limit=ALL_DAY
        )
        for _ in range(2)
    )
    with one as here, two as there:
        company = founded(here)
        elsewhere = httpx.Client(
            base_url=f"{there.url}/3", headers=company.api.headers, timeout=PATIENCE
        )
        statuses = [
            client.get("/me").status_code for _ in range(15) for client in (company.api, elsewhere)
        ]
        assert statuses == [200] * 25 + [429] * 5
        company.api.close()
        elsewhere.close()


def test_a_limit_that_cannot_be_checked_refuses(service: Service, troubled_valkey: Valkey) -> None:
    """The server starts without it, says so, and takes calls as soon as it is there."""
    shared = Shared(troubled_valkey.url, PATIENCE)
    with running(service.database_url, limiter=shared, rate_limit=SPECIFIED) as strict:
        company = founded(strict)
        company.api.get("/nix")
        assert refused(company.api.get("/me"), 429) == "För många anrop"
        ready = httpx.get(f"{strict.url}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()["limiter"]) == (503, "unavailable")
        assert refused_by_limit(strict) == {"unknown": 1}
        troubled_valkey.start()
        assert company.api.get("/me").status_code == 200
        assert httpx.get(f"{strict.url}/readyz", timeout=PATIENCE).status_code == 200
        company.api.close()


# Faults


def test_without_its_database_the_service_says_503() -> None:
    with own_postgresql() as server, running(server.fresh_database(), deadlines=SERVING) as service:
        company = founded(service)
        assert company.api.get("/customers").status_code == 200
        server.stop()
        for method, path in (("GET", "/customers"), ("POST", "/customers")):
            answer = company.api.request(method, path, json={"Customer": {"Name": "A"}})
            refused(answer, 503, 9_000_503)
            assert answer.headers["retry-after"] == "1"
        assert httpx.get(f"{service.url}/healthz", timeout=PATIENCE).status_code == 200
        assert httpx.get(f"{service.url}/readyz", timeout=PATIENCE).status_code == 503
        server.start()
        until(lambda: company.api.get("/customers").status_code == 200)
        company.api.close()


def test_a_fault_of_ours_is_500_with_the_request_id_and_nothing_else(company: Company) -> None:
    def fail(desk: Any, call: Any) -> Any:
        raise RuntimeError("secret inside")

    routes = (Route("GET", "/3/fault", Endpoint("profile", fail, lambda call, outcome: outcome)),)
    broken = application(company.service.house, routes)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(broken)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            headers = {**company.api.headers, "X-Request-Id": "my-own.id_1"}
            return await client.get("/3/fault", headers=headers)

    answer = asyncio.run(ask())
    assert refused(answer, 500) == "Ett internt fel har inträffat (my-own.id_1)"
    assert answer.headers["x-request-id"] == "my-own.id_1"
    assert "secret" not in answer.text


def test_every_answer_has_a_request_id(company: Company) -> None:
    given = {"X-Request-Id": "abc-123"}
    assert company.api.get("/me", headers=given).headers["x-request-id"] == "abc-123"
    for insane in ("x" * 65, "a b", "å".encode().decode("latin-1")):
        answer = company.api.get("/me", headers={"X-Request-Id": insane.encode("latin-1")})
        assert answer.headers["x-request-id"] not in (insane, "")
    for path in ("/nix", "/me", "/customers/7"):
        assert company.api.get(path).headers["x-request-id"]


# Bodies that are too large or too slow


def test_a_body_over_one_mebibyte_is_413(company: Company) -> None:
    answer = company.api.post("/customers", content=b" " * (1024 * 1024 + 1))
    refused(answer, 413)

    def parts() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 65_536

    refused(company.api.post("/customers", content=parts()), 413)
    full = json.dumps({"Customer": {"Name": "A"}}).encode().ljust(1024 * 1024)
    assert company.api.post("/customers", content=full).status_code == 201


@pytest.mark.parametrize("hosts", ["", "Host: a\r\nHost: b\r\n", "Host: a\r\nHost: a\r\n"])
@pytest.mark.parametrize("path", ["/3/customers", "/console", "/healthz", "/nowhere"])
def test_a_call_without_a_clear_host_is_400(company: Company, path: str, hosts: str) -> None:
    host, port = company.service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n".encode())
        assert wire.recv(65_536).startswith(b"HTTP/1.1 400 ")


def test_a_body_that_does_not_come_is_408(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(call, "SECONDS_TO_SEND", 0.2)
    host, port = company.service.url.removeprefix("http://").split(":")
    token = company.api.headers["Authorization"]
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as wire:
        head = f"POST /3/customers HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n"
        wire.sendall(f"{head}Content-Length: 40\r\n\r\n{{".encode())
        assert wire.recv(65_536).startswith(b"HTTP/1.1 408 ")
