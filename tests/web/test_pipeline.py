"""What holds at every address, whether programs, people or operators call it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.service import Service, running
from tests.waiting import PATIENCE

from reskontra.engine.database import Violated
from reskontra.web.app import application, every, unknown
from reskontra.web.oauth import TOKENS
from reskontra.web.pages import PAGES
from reskontra.web.pipeline import LONG_BODY, Destination, Manner, Pipeline
from reskontra.web.refusals import API, PLAIN
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES

EVERYWHERE = every(ROUTES)
KEPT = "public, max-age=31536000, immutable"
ONE_OF_EACH = (
    "/3/me",
    "/oauth-v1/token",
    "/oauth-v1/auth",
    "/console",
    "/docs",
    "/healthz",
    "/nix",
)


@pytest.fixture
def http(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.url, timeout=PATIENCE) as client:
        yield client


def in_words(path: str) -> str:
    """An address of the route: its parameters stand for themselves."""
    return path.replace("{", "").replace("}", "")


def asked(app: Any, path: str) -> httpx.Response:
    """Without a socket, until all that follows the answer is done too."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get(path, headers={"X-Request-Id": "my-own.id_1"})

    return asyncio.run(ask())


def raising(service: Service, manner: Manner, error: Exception) -> httpx.Response:
    async def fail(house: Any, arrival: Any) -> Any:
        raise error

    routes = [Route("GET", "/place", Destination(fail, manner))]
    return asked(Pipeline(service.house, routes, unknown), "/place")


def test_another_method_is_refused_with_those_that_work(http: httpx.Client) -> None:
    """HEAD works where GET does, and changes nothing."""
    methods = defaultdict(set)
    for route in EVERYWHERE:
        heads = {"HEAD"} if route.method == "GET" and not route.endpoint.writes else set()
        methods[route.path] |= {route.method} | heads
    for path, known in methods.items():
        for method in ("PATCH", "OPTIONS", "TRACE"):
            answer = http.request(method, in_words(path))
            assert answer.status_code == 405, path
            assert set(answer.headers["allow"].split(", ")) == known, path


# fmt: off
FAULT = "Ett internt fel har inträffat (my-own.id_1)"
FORMS = [
    # manner  type                        a fault                   two at once want the same
    (API,    "application/json",         FAULT,                    "Numret används redan"),
    (PLAIN,  "application/json",         FAULT,                    "Någon hann före; försök igen"),
    (PAGES,  "text/html; charset=utf-8", FAULT,                    "Någon hann före; försök igen"),
    (TOKENS, "application/json",         '"error":"server_error"', '"error":"invalid_request"'),
]
# fmt: on


@pytest.mark.parametrize(("manner", "media", "fault", "taken"), FORMS)
def test_a_refusal_has_the_form_of_its_address(
    service: Service, manner: Manner, media: str, fault: str, taken: str
) -> None:
    broken = raising(service, manner, RuntimeError("secret inside"))
    assert (broken.status_code, broken.headers["content-type"]) == (500, media)
    assert fault in broken.text
    assert "secret" not in broken.text
    raced = raising(service, manner, Violated("secret inside", unique=True))
    assert raced.headers["content-type"] == media
    assert taken in raced.text
    assert "secret" not in raced.text


def test_no_page_is_kept_framed_or_told_of_to_others(http: httpx.Client) -> None:
    pages = [route for route in EVERYWHERE if route.endpoint.manner is PAGES]
    assert pages
    for route in pages:
        headers = http.request(route.method, in_words(route.path)).headers
        assert headers["x-frame-options"] == "DENY", route.path
        assert headers["x-content-type-options"] == "nosniff", route.path
        assert headers["referrer-policy"] == "no-referrer", route.path
        assert headers["cross-origin-opener-policy"] == "same-origin", route.path
        assert headers["cache-control"] in ("no-store", KEPT), route.path


@pytest.mark.parametrize("path", [*ONE_OF_EACH, "/docs", "/healthz", "/nowhere"])
def test_nothing_is_shown_inside_anothers_page(http: httpx.Client, path: str) -> None:
    answer = http.get(path)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "strict-transport-security" not in answer.headers  # this one is not by https


def test_every_answer_keeps_others_out(http: httpx.Client) -> None:
    """Of every address, asked for rightly and wrongly, with any method: pages, calls, refusals."""
    paths = {in_words(route.path) for route in EVERYWHERE} | {"/nowhere", "/api/v1/nowhere"}
    for path in sorted(paths):
        for method in ("GET", "POST", "TRACE"):
            answer = http.request(method, path)
            where = f"{method} {path}: {answer.status_code}"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], where
            assert answer.headers["x-content-type-options"] == "nosniff", where
            assert answer.headers["cross-origin-opener-policy"] == "same-origin", where
            names = [name for name, _ in answer.headers.raw if name != b"set-cookie"]
            assert len(names) == len({*names}), where


def test_behind_https_browsers_are_told_to_stay_there(service: Service) -> None:
    with running(service.database_url, base_url="https://exempel.se/api/v1") as safe:
        for path in ("/console", "/3/me", "/nowhere"):
            answer = httpx.get(f"{safe.url}{path}", timeout=PATIENCE)
            assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_whom_to_tell_of_a_weakness_is_said_and_never_outdated(service: Service) -> None:
    with running(service.database_url, security_contact="mailto:vakt@exempel.se") as guarded:
        text = httpx.get(f"{guarded.url}/.well-known/security.txt", timeout=PATIENCE).text
    said = dict(line.split(": ", 1) for line in text.splitlines())
    assert said["Contact"] == "mailto:vakt@exempel.se"
    assert said["Expires"] > service.clock().isoformat()


@pytest.mark.parametrize("path", ONE_OF_EACH)
def test_a_long_body_that_nobody_reads_ends_the_connection(http: httpx.Client, path: str) -> None:
    long, short = b" " * (LONG_BODY + 1), b" " * LONG_BODY
    assert http.patch(path, content=long).headers["connection"] == "close"
    assert "connection" not in http.patch(path, content=short).headers


# fmt: off
ADDRESSES = [
    ("/3/me",                       401),
    ("/3/me/",                      401),
    ("/3/me//",                     401),
    ("/%33/m%65",                   401),
    ("/api/v1/3/me",                401),
    ("/3/projects/a%2Fb",           401),
    ("/3/projects/a/b",             404),
    ("//3/me",                      404),
    ("/3//me",                      404),
    ("/3",                          404),
    ("/3/projects/%00",             404),
    ("/3/projects/%ff",             404),
    ("/api/v1/api/v1/3/me",         404),
    ("/healthz/",                   200),
    ("/api/v1/healthz",             404),
    ("/api/v1/docs",                404),
    ("/console/",                   303),
    ("/console/companies/%00",      404),
    ("/console/companies//people",  404),
    ("/api/v1/console",             404),
    ("/oauth-v1/style.css",         200),
    ("/api/v1/oauth-v1/style.css/", 200),
    ("/",                           404),
]
# fmt: on


@pytest.mark.parametrize(("address", "status"), ADDRESSES)
def test_where_an_address_leads(http: httpx.Client, address: str, status: int) -> None:
    whole = str(http.base_url).rstrip("/") + address  # a relative one would be tidied up
    assert http.get(whole).status_code == status


def test_operators_are_told_of_calls_but_not_of_probes_and_scanners(service: Service) -> None:
    def counted() -> float:
        figures = service.house.metrics.registry.collect()
        [calls] = [each for each in figures if each.name == "reskontra_calls"]
        return sum(each.value for each in calls.samples if each.name.endswith("_total"))

    app = application(service.house)
    for path in ONE_OF_EACH:
        before, answer = counted(), asked(app, path)
        told = path not in ("/docs", "/healthz", "/nix")
        assert ("x-request-id" in answer.headers) is told, path
        assert counted() - before == told, path
