"""People, their companies and an integration; and a browser without a screen to walk the pages."""

import itertools
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx
import pytest
from argon2 import PasswordHasher

from reskontra.actions.founding import found
from reskontra.domain.organisation import Organisation, Plan
from reskontra.people import integrations, memberships, passwords, users
from reskontra.people.integrations import Integration
from reskontra.people.roles import Role
from reskontra.web.limits import InProcess
from tests.service import ENGINES, TODAY, Service, fresh_database, running
from tests.waiting import PATIENCE

PASSWORD = "correct horse battery"
# As light as can be: how hard a hash was made is written in the hash itself.
_light = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
LIGHT = passwords.Lock(_light, _light.hash(""))
PASSWORD_HASH = _light.hash(PASSWORD)
BACK = "https://klient.example/back"
SCOPE = "invoice customer"
_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def light_passwords() -> Iterator[None]:
    """In this process: a service that is started as people start it hashes as hard as ever."""
    passwords.lock = LIGHT
    yield
    passwords.lock = passwords.STRONG


@pytest.fixture
def strong_passwords() -> Iterator[None]:
    """For a test of how hard they are hashed."""
    passwords.lock = passwords.STRONG
    yield
    passwords.lock = LIGHT


@pytest.fixture(scope="session", params=ENGINES)
def unhurried(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """A service on each engine whose limiter believes a minute to pass between calls."""
    url = fresh_database(request, tmp_path_factory)
    minutes = itertools.count(0, 61 * 1_000_000_000)
    limiter = InProcess(clock=minutes.__next__)
    with running(url, proxies=("127.0.0.1",), limiter=limiter) as service:
        yield service


@pytest.fixture
def flow(unhurried: Service) -> Iterator["Flow"]:
    """An integration, a person with a company, and a browser that nobody has used yet."""
    unhurried.clock.today, unhurried.clock.ahead = TODAY, timedelta()
    with browser() as http:
        yield started(unhurried, http)
    unhurried.clock.ahead = timedelta()


def browser() -> httpx.Client:
    """At an address of its own, as the proxy on this machine says."""
    number = next(_numbers)
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return httpx.Client(timeout=PATIENCE, headers={"X-Forwarded-For": address})


def started(service: Service, http: httpx.Client) -> "Flow":
    person = new_person(service)
    return Flow(service, http, registered(service), person, new_company(service, person, "admin"))


@dataclass(frozen=True)
class Client:
    client_id: str
    secret: str
    name: str


def registered(service: Service, **details: Any) -> Client:
    number = next(_numbers)
    client = Client(f"client-{number}-{secrets.token_hex(3)}", secrets.token_urlsafe(32), "Kvittot")
    usual = {"name": client.name, "redirect_uris": (BACK,)}
    usual["scope"] = "invoice customer supplierinvoice"
    owner_id = details.pop("owner_id", None)
    wanted = Integration(client.client_id, **usual | details)
    now = service.clock()
    service.write(lambda tx: integrations.register(tx, wanted, now, owner_id, client.secret))
    return client


@dataclass(frozen=True)
class Someone:
    id: int
    email: str


def new_person(service: Service, name: str = "Anna Berg") -> Someone:
    email = f"anna{next(_numbers)}-{secrets.token_hex(3)}@example.se"
    user_id = service.write(lambda tx: users.add(tx, email, name, PASSWORD_HASH, service.clock()))
    return Someone(user_id, email)


def new_company(
    service: Service,
    person: Someone,
    role: str,
    name: str = "Övning AB",
    plan: Plan = Plan.AI_PRO,
) -> Organisation:
    def unit(tx: Any) -> Organisation:
        company = found(tx, Organisation(0, name, plan), service.clock(), "tests")
        memberships.add(tx, company.id, person.id, Role(role))
        return company

    made: Organisation = service.write(unit)
    return made


def leave(service: Service, company: Organisation, person: Someone) -> None:
    """Someone else runs the company from now on."""
    successor = new_person(service)

    def unit(tx: Any) -> None:
        memberships.add(tx, company.id, successor.id, Role.ADMIN)
        memberships.remove(tx, company.id, person.id, int(service.clock().timestamp()))

    service.write(unit)


class _Form(HTMLParser):
    """The one form of a page: where it leads, its hidden fields and its buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str | None]] = []
        self.fields: dict[str, str] = {}
        self.inputs: list[dict[str, str | None]] = []
        self.buttons: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "form":
            self.forms.append(known)
        elif tag == "input":
            self.inputs.append(known)
            if known.get("type") == "hidden":
                self.fields[str(known["name"])] = str(known.get("value"))
        elif tag == "button" and known.get("name"):
            self.buttons.append((str(known["name"]), str(known.get("value"))))


@dataclass
class Page:
    response: httpx.Response

    @property
    def form(self) -> _Form:
        form = _Form(self.response.text)
        methods = [each["method"] for each in form.forms]
        assert methods in (["post"], ["post", "get"]), self.response.text  # one that only looks
        return form

    def sent(self, http: httpx.Client, **fields: str) -> httpx.Response:
        """The form as a browser would send it, and no redirect followed."""
        form = self.form
        address = urljoin(str(self.response.url), form.forms[0].get("action") or "")
        return http.post(address, data=form.fields | fields, headers={"Origin": "null"})


@dataclass
class Flow:
    """The way to tokens, step by step."""

    service: Service
    http: httpx.Client = field(repr=False)
    client: Client
    person: Someone
    company: Organisation

    @property
    def base(self) -> str:
        return f"{self.service.url}/api/v1"

    @property
    def now(self) -> int:
        return int(self.service.clock().timestamp())

    def pass_time(self, seconds: float) -> None:
        self.service.clock.ahead += timedelta(seconds=seconds)

    def asked(self, **more: str | None) -> dict[str, str]:
        parameters = {
            "client_id": self.client.client_id,
            "response_type": "code",
            "redirect_uri": BACK,
            "scope": SCOPE,
            "state": "a state",
            "access_type": "offline",
        } | more
        return {name: value for name, value in parameters.items() if value is not None}

    def auth(self, **more: str | None) -> httpx.Response:
        return self.http.get(f"{self.base}/oauth-v1/auth", params=self.asked(**more))

    def follow(self, response: httpx.Response) -> httpx.Response:
        """Redirects among our own pages; one that leads away is the last."""
        while response.status_code == 303 and not leads_away(self, response):
            response = self.http.get(urljoin(str(response.url), response.headers["location"]))
        return response

    def log_in(self, page: httpx.Response, password: str = PASSWORD) -> httpx.Response:
        sent = Page(page).sent(self.http, email=self.person.email, password=password)
        return self.follow(sent)

    def decide(self, page: httpx.Response, decision: str = "approve") -> httpx.Response:
        return self.follow(Page(page).sent(self.http, decision=decision))

    def approved(self, **more: str | None) -> str:
        """A code."""
        page = self.auth(**more)
        if 'name="password"' in page.text:
            page = self.log_in(page)
        return answered_with(self.decide(page))["code"]

    def token(self, auth: Any = None, headers: Any = None, **form: str) -> httpx.Response:
        return self.http.post(
            f"{self.base}/oauth-v1/token",
            data=form,
            auth=auth or (self.client.client_id, self.client.secret),
            headers=headers,
        )

    def redeemed(self, code: str, **more: str) -> httpx.Response:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK} | more
        return self.token(**{name: value for name, value in form.items() if value})

    def renewed(self, token: str, **more: str) -> httpx.Response:
        return self.token(grant_type="refresh_token", refresh_token=token, **more)

    def tokens(self, **more: str | None) -> dict[str, Any]:
        response = self.redeemed(self.approved(**more))
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def works(self, access_token: str) -> int:
        """The status of a resource call with the token."""
        headers = {"Authorization": f"Bearer {access_token}"}
        return self.http.get(f"{self.base}/3/customers", headers=headers).status_code


def leads_away(flow: Flow, response: httpx.Response) -> bool:
    target = urljoin(str(response.url), response.headers["location"])
    return not target.startswith(flow.service.url)


def answered_with(response: httpx.Response) -> dict[str, str]:
    """What the integration reads in the address that the person was sent back to."""
    assert response.status_code == 303, response.text
    location = response.headers["location"]
    assert location.startswith(BACK), location
    return dict(parse_qsl(urlsplit(location).query, keep_blank_values=True))


def challenge_of(verifier: str) -> str:
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
