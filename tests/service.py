"""A running service on each engine, and for each test a company of its own in it."""

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from reskontra.actions import organisations
from reskontra.actions.desk import desk_for
from reskontra.actions.founding import found
from reskontra.audit.auditor import audited
from reskontra.domain.organisation import Organisation, Plan
from reskontra.domain.records import replace
from reskontra.engine.database import Database, Deadlines, Transaction, connect
from reskontra.outside.mail import Outbox
from reskontra.people import grants, integrations, tokens
from reskontra.people.integrations import Integration
from reskontra.people.keys import Keys
from reskontra.people.scopes import EVERY_SCOPE
from reskontra.storage.migrate import migrate
from reskontra.storage.seal import SEALED
from reskontra.web.app import application
from reskontra.web.house import House
from reskontra.web.limits import InProcess
from tests.commands import Shell
from tests.roles import as_service
from tests.servers import free_port
from tests.waiting import PATIENCE, UNHURRIED, until

KEY = "a key for tests alone, of forty letters."
KEYS = Keys(KEY)
TODAY = date(2026, 11, 15)
ENGINES = ("sqlite", "postgresql")
# The real command on PostgreSQL and Valkey, with so many worker processes at one address.
WORKERS = {"two workers": 2, "four workers": 4}


def forms(*which: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("service", which, indirect=True, scope="session")


# Races are run against each: `pytestmark = in_every_form`.
in_every_form = forms(*ENGINES, *WORKERS)
scaled_out = forms(*WORKERS)


@dataclass
class MovableClock:
    """The service's clock: it shows eleven until a test sets it to another day, or ahead.

    Time that passes by itself would be more of it on a slow machine than on a fast one.
    """

    today: date = TODAY
    ahead: timedelta = timedelta()

    def __call__(self) -> datetime:
        return datetime.combine(self.today, datetime.min.time(), UTC).replace(hour=11) + self.ahead


class SystemClock(MovableClock):
    """The clock of processes of their own: what a test sets it to, they would not know."""

    def __call__(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class Service:
    url: str
    database_url: str
    database: Database
    house: House
    clock: MovableClock
    outbox: Path
    clients: list[httpx.Client] = field(default_factory=list)
    founders: dict[int | None, str] = field(default_factory=dict)  # which test has which company

    def write(self, unit: Any, organisation: int | None = None) -> Any:
        return self.database.write_now(unit, organisation)

    def read(self, unit: Any, organisation: int | None = None) -> Any:
        return self.database.read_now(unit, organisation)


@dataclass
class Company:
    """An organisation with a token, and a client that calls on its behalf."""

    service: Service
    organisation: Organisation
    client_id: str
    api: httpx.Client = field(repr=False)

    @property
    def id(self) -> int:
        return self.organisation.id

    def token(self, scope: str = EVERY_SCOPE) -> str:
        now = int(self.service.clock().timestamp())

        def grant(tx: Transaction) -> int:
            integration = integrations.one(tx, self.client_id)
            return grants.add(tx, self.id, integration, scope, now)

        return tokens.access_token(
            KEYS,
            grant_id=self.service.write(grant),
            organisation_id=self.id,
            client_id=self.client_id,
            user_id=None,
            scope=scope,
            now=now,
        )

    def set(self, **changes: Any) -> None:
        """Settings of the organisation, as the command line would change them."""
        set_organisation(self.service, self.id, **changes)

    def get(self, path: str, **query: Any) -> Any:
        return answered(self.api.get(path, params=query), 200)

    def post(self, path: str, sent: Any, status: int = 201) -> Any:
        return answered(self.api.post(path, json=sent), status)

    def put(self, path: str, sent: Any = None, status: int = 200) -> Any:
        return answered(self.api.put(path, json=sent), status)

    def delete(self, path: str, status: int = 204) -> Any:
        response = self.api.delete(path)
        assert response.status_code == status, response.text
        return response


def relative(path: str) -> str:
    """As a company's client, whose calls are of `/3` unless they say otherwise, has an address."""
    return path.removeprefix("/3") if path.startswith("/3/") else f"/..{path}"


def answered(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, f"{response.status_code}: {response.text}"
    return response.json()


def refused(response: httpx.Response, status: int, code: int | None = None) -> str:
    """The refusal's message, once its form has been checked."""
    assert response.status_code == status, f"{response.status_code}: {response.text}"
    told = response.json()["ErrorInformation"]
    assert told["Error"] == told["error"] == 1
    assert told["Code"] == told["code"] == (code or 9_000_000 + status)
    assert told["Message"] == told["message"]
    return str(told["Message"])


def fresh_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of an empty database of the engine that a fixture was asked for."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('books') / 'books.db'}"
    url: str = request.getfixturevalue("postgresql").fresh_database()
    return url


@pytest.fixture(scope="session", params=ENGINES)
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """The whole service, reached over HTTP, on one engine and then on the other."""
    database_url = fresh_database(request, tmp_path_factory)
    form: AbstractContextManager[Service]
    if workers := WORKERS.get(request.param):
        folder = tmp_path_factory.mktemp("service")
        redis_url = request.getfixturevalue("redis_url")
        form = served_by_processes(database_url, redis_url, folder, workers)
    else:
        form = running(database_url)
    with form as service:
        yield service
    found = audited(database_url).violations
    assert [(each, service.founders.get(each.organisation)) for each in found] == []


class running:  # noqa: N801 (read as a word: `with running(url) as service`)
    """A service on its own port, in a thread of this process, until the block ends.

    It lets calls wait for the database; only a test of what is then answered has it in a hurry.
    """

    def __init__(
        self,
        database_url: str,
        proxies: tuple[str, ...] = (),
        deadlines: Deadlines = UNHURRIED,
        **house: Any,
    ) -> None:
        migrate(database_url)
        own = database_url if database_url.startswith("sqlite") else as_service(database_url)
        database = connect(own, guarded=True, sealed=SEALED, deadlines=deadlines)
        clock = MovableClock()
        self.folder = tempfile.TemporaryDirectory(prefix="reskontra-outbox-")
        outbox = Path(self.folder.name)
        given: dict[str, Any] = {"limiter": InProcess(), "keyring": lambda: KEYS, "clock": clock}
        given |= {"transport": Outbox(outbox)} | house
        self.house = House(database=database, **given)
        self.port = free_port()
        self.service = Service(
            f"http://127.0.0.1:{self.port}", database_url, database, self.house, clock, outbox
        )
        config = uvicorn.Config(
            application(self.house),
            port=self.port,
            log_config=None,
            access_log=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            timeout_keep_alive=PATIENCE,  # a test that is slow to call again finds its line open
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Service:
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.server.started, "the server did not start"
        return self.service

    def __exit__(self, *_: object) -> None:
        for client in self.service.clients:
            client.close()
        self.server.should_exit = True
        self.thread.join()
        self.folder.cleanup()


@contextmanager
def served_by_processes(
    database_url: str, redis_url: str, folder: Path, workers: int
) -> Iterator[Service]:
    """The real command with several workers, as it is scaled out, in the role of the service."""
    migrate(database_url)
    own = as_service(database_url)
    settings = {"DATABASE_URL": own, "REDIS_URL": redis_url, "SECRET_KEY": KEY}
    shell = Shell(folder, settings | {"RATE_LIMIT": "off", "LOG_LEVEL": "error"})
    database = connect(own)
    house = House(database=database, limiter=InProcess(), keyring=lambda: KEYS)
    try:
        with shell.running("serve", "--port", "0", "--workers", str(workers)) as served:
            url = served.url.removesuffix("/api/v1")
            # Calls wait in the listening socket while the workers start.
            assert httpx.get(f"{url}/healthz", timeout=PATIENCE).status_code == 200
            service = Service(url, database_url, database, house, SystemClock(), folder / "outbox")
            yield service
            for client in service.clients:
                client.close()
    finally:
        database.close()


def set_organisation(service: Service, number: int, **changes: Any) -> None:
    def change(tx: Transaction) -> None:
        organisations.change(desk_for(tx, number, service.clock(), "tests"), changes, None)

    service.write(change, number)


def founded(service: Service, **details: Any) -> Company:
    """A new company in a running service."""
    now = service.clock()
    wanted = Organisation(0, details.pop("name", "Övning AB"), Plan.AI_PRO)
    organisation = service.write(lambda tx: found(tx, replace(wanted, **details), now, "tests"))
    service.founders[organisation.id] = os.environ.get("PYTEST_CURRENT_TEST", "")
    client_id = f"client-of-{organisation.id}"
    back = ("http://127.0.0.1/",)
    wanted = Integration(client_id, "Tests", redirect_uris=back, scope=EVERY_SCOPE)
    service.write(lambda tx: integrations.register(tx, wanted, now, secret="secret"))
    api = httpx.Client(base_url=f"{service.url}/api/v1/3", timeout=PATIENCE)
    service.clients.append(api)
    company = Company(service, organisation, client_id, api)
    api.headers["Authorization"] = f"Bearer {company.token()}"
    return company


@pytest.fixture
def company(service: Service) -> Iterator[Company]:
    """A company of the test's own; its books are audited with all others when the service ends."""
    service.clock.today = TODAY
    company = founded(service)
    yield company
    company.api.close()
