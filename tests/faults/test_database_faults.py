"""PostgreSQL restarted, silent, cut off or talking nonsense, while clients go on calling."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from reskontra.engine.database import SERVING
from reskontra.people.tokens import new_secret
from tests.faults.load import UNAVAILABLE, Load, check_books
from tests.faults.wire import Wire, led_over
from tests.servers import OwnPostgresql
from tests.service import Company, founded, refused, running
from tests.sizes import seed, times
from tests.waiting import PATIENCE, until
from tests.web.invoicing import customer


@contextmanager
def under_load(company: Company, folder: Path) -> Iterator[Load]:
    """Calls go on and on; every answer is a success or the promised 503."""
    customer(company)
    headers = {"Authorization": company.api.headers["Authorization"]}
    load = Load(str(company.api.base_url), headers, folder / "journal")
    with load.running():
        load.await_success(5)
        yield load
        load.await_success(20)  # without a restart of ours
    assert load.lost == 0
    assert load.refusals <= {UNAVAILABLE}


def test_a_restart_is_answered_by_503_until_the_database_is_back(
    troubled_postgresql: OwnPostgresql, tmp_path: Path
) -> None:
    url = troubled_postgresql.fresh_database()
    waits = []
    with running(url, deadlines=SERVING) as service:
        company = founded(service)
        with under_load(company, tmp_path) as load:
            for _ in range(times(2)):
                troubled_postgresql.restart()
                waits.append(load.await_success())
        check_books(load, url)
    print(f"success {max(waits):.2f} s after the database's return; answers: {load.answers}")


def test_while_it_is_gone_every_address_says_so(troubled_postgresql: OwnPostgresql) -> None:
    """Not one of them shows a trace, or claims that a thing does not exist."""
    grant = {"grant_type": "refresh_token", "refresh_token": "x"}
    asked = {"client_id": "x", "redirect_uri": "http://127.0.0.1/", "response_type": "code"}
    with running(troubled_postgresql.fresh_database(), deadlines=SERVING) as service:
        company = founded(service)
        root = httpx.Client(base_url=service.url, timeout=PATIENCE)
        troubled_postgresql.stop()
        try:
            refused(company.api.get("/customers/1"), 503)
            refused(company.api.get("/invoices"), 503)
            refused(company.api.put("/invoices/1/bookkeep"), 503)
            answers = [
                root.post("/oauth-v1/token", data=grant, auth=("x", "y")),
                root.get("/oauth-v1/auth", params=asked),
                root.get("/console", headers={"Cookie": f"reskontra={new_secret()}"}),
                root.get("/readyz"),
            ]
            assert [answer.status_code for answer in answers] == [503] * 4, [
                answer.text for answer in answers
            ]
            assert root.get("/healthz").status_code == 200
        finally:
            troubled_postgresql.start()
            root.close()
        until(lambda: company.api.get("/customers").status_code == 200, "it did not come back")


@pytest.fixture
def wire(troubled_postgresql: OwnPostgresql) -> Iterator[Wire]:
    wire = Wire(troubled_postgresql.port, seed())
    yield wire
    wire.close()


def test_a_silent_network_ends_every_call_in_time_and_is_got_over(
    troubled_postgresql: OwnPostgresql, wire: Wire, tmp_path: Path
) -> None:
    url = troubled_postgresql.fresh_database()
    with running(led_over(url, wire, troubled_postgresql.port), deadlines=SERVING) as service:
        company = founded(service)
        with under_load(company, tmp_path) as load:
            for _ in range(times(1)):
                wire.silent = True
                load.await_refusal()
                wire.silent = False
                back = load.await_success()
        check_books(load, url)
    # Promised are five seconds for each of a call's two visits to the database.
    assert load.longest < PATIENCE / 2
    print(f"longest call {load.longest:.1f} s, success {back:.1f} s after; {load.answers}")


def test_a_wire_that_cuts_and_garbles_loses_nothing(
    troubled_postgresql: OwnPostgresql, wire: Wire, tmp_path: Path
) -> None:
    url = troubled_postgresql.fresh_database()
    with running(led_over(url, wire, troubled_postgresql.port), deadlines=SERVING) as service:
        company = founded(service)
        with under_load(company, tmp_path) as load:
            for _ in range(times(3)):
                wire.cut()
                load.await_success()
            for _ in range(times(2)):
                wire.garbling = True
                before = load.answers[503]
                until(lambda before=before: load.answers[503] > before)  # type: ignore[misc]
                wire.garbling = False
                wire.cut()
                load.await_success()
            wire.delay = 0.05
            load.await_success(8)
            wire.delay = 0.0
        check_books(load, url)
