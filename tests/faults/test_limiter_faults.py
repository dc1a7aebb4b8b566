"""When nobody can count the calls, none is let through and nothing is written."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import redis
from sqlalchemy import select

from reskontra.engine.schema import every_table
from reskontra.settings import RateLimit
from reskontra.web.shared_limits import Shared
from tests.faults.wire import Wire, led_over
from tests.servers import free_port
from tests.service import Company, Service, founded, fresh_database, refused, running
from tests.sizes import seed, times
from tests.valkey import Valkey
from tests.waiting import PATIENCE, until
from tests.web.invoicing import draft

PLENTY = RateLimit(calls=100_000, seconds=5)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    server = Valkey(tmp_path_factory.mktemp("valkey"), free_port())
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def wire(valkey: Valkey) -> Iterator[Wire]:
    wire = Wire(valkey.port, seed())
    yield wire
    wire.close()


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)]
)
def limited(
    request: pytest.FixtureRequest,
    valkey: Valkey,
    wire: Wire,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Service]:
    """A service whose calls are counted at the far end of the wire."""
    url = fresh_database(request, tmp_path_factory)
    counting = Shared(led_over(valkey.url, wire, valkey.port))
    with running(url, limiter=counting, rate_limit=PLENTY) as service:
        yield service


@pytest.fixture(scope="module")
def limited_company(limited: Service) -> Company:
    """With a draft, once calls are let through."""
    company = founded(limited)
    let_through(company)
    until(lambda: tried(lambda: draft(company)), "no draft could be made")
    return company


def tried(work: Callable[[], object]) -> bool:
    try:
        work()
    except AssertionError:  # a busy machine may be too slow for the limiter, now and then
        return False
    return True


def let_through(company: Company) -> None:
    until(lambda: company.api.get("/customers").status_code == 200, "calls are still refused")


@contextmanager
def told(valkey: Valkey, trouble: tuple[str, ...], remedy: tuple[str, ...]) -> Iterator[None]:
    with redis.Redis.from_url(valkey.url) as inside:
        inside.execute_command(*trouble)
        try:
            yield
        finally:
            inside.execute_command(*remedy)


@contextmanager
def refusing(valkey: Valkey, wire: Wire) -> Iterator[None]:
    """Its memory is gone when it is back."""
    valkey.stop()
    try:
        yield
    finally:
        valkey.start()


@contextmanager
def silent(valkey: Valkey, wire: Wire) -> Iterator[None]:
    wire.silent = True
    try:
        yield
    finally:
        wire.silent = False


@contextmanager
def garbling(valkey: Valkey, wire: Wire) -> Iterator[None]:
    wire.garbling = True
    try:
        yield
    finally:
        wire.garbling = False
        wire.cut()


FAULTS: dict[str, Callable[[Valkey, Wire], Any]] = {
    "refused": refusing,
    "stopped": lambda valkey, _: valkey.hung(),
    "silent": silent,
    "garbage": garbling,
    "read-only": lambda valkey, _: told(
        valkey, ("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE")
    ),
    "out of memory": lambda valkey, _: told(
        valkey, ("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")
    ),
}
CALLS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/customers", None),
    ("POST", "/customers", {"Customer": {"Name": "Ingen"}}),
    ("PUT", "/invoices/1/bookkeep", None),
    ("GET", "/invoices/1/print", None),
    ("PUT", "/customers/1", {"Customer": {"Name": "Annan"}}),
    ("DELETE", "/customers/1", None),
)


@pytest.mark.parametrize("fault", FAULTS)
def test_no_call_is_let_through(
    limited_company: Company, valkey: Valkey, wire: Wire, fault: str
) -> None:
    company = limited_company
    let_through(company)
    before = everything(company.service)
    with FAULTS[fault](valkey, wire):
        for _ in range(times(2)):
            for method, path, sent in CALLS:
                answer = company.api.request(method, path, json=sent)
                refused(answer, 429, 9_000_429)
                assert answer.headers["Retry-After"] == "5"
        assert_oauth_is_shut(company.service)
        until(lambda: not ready(company.service))  # a look that was counted lasts for a second
    assert everything(company.service) == before
    let_through(company)  # without a restart of ours


def ready(service: Service) -> bool:
    return httpx.get(f"{service.url}/readyz", timeout=PATIENCE).status_code == 200


def assert_oauth_is_shut(service: Service) -> None:
    """Guessing codes and passwords is limited too, or not possible at all."""
    form = {"grant_type": "authorization_code", "code": "x"}
    token = httpx.post(f"{service.url}/oauth-v1/token", data=form, timeout=PATIENCE)
    page = httpx.get(f"{service.url}/oauth-v1/auth", timeout=PATIENCE)
    assert (token.status_code, page.status_code) == (429, 429)


def everything(service: Service) -> dict[str, list[Any]]:
    """All rows of all tables."""

    def unit(tx: Any) -> dict[str, list[Any]]:
        tables = every_table().values()
        return {table.name: sorted(map(repr, tx.all(select(table)))) for table in tables}

    found: dict[str, list[Any]] = service.read(unit)
    return found
