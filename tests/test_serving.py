"""The service as a process: how it starts, what it refuses, and how it stops."""

import json
import socket
import sqlite3
import threading
from collections import Counter
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import redis

from reskontra.commands import serving
from reskontra.commands.answers import Failed
from reskontra.settings import settings
from tests.commands import Running, Shell
from tests.processes import is_read
from tests.servers import free_port
from tests.waiting import PATIENCE, until

KEY = "a key for tests alone, of forty letters."


def test_calls_under_way_are_answered_before_it_stops(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"RATE_LIMIT": "off"})
    with shell.running("serve", "--port", "0") as service:
        headers = shell.credentials()
        assert (
            httpx.get(f"{service.url}/3/customers", timeout=PATIENCE).status_code == 401
        )  # it is up
        begun = [half_sent(service, headers, f"Kund {number}") for number in range(8)]
        until(lambda: all(is_read(connection) for connection, _ in begun))
        service.process.terminate()
        until(lambda: not listens(service))
        answers = [finished(connection, rest) for connection, rest in begun]
        assert service.process.wait(PATIENCE) == 0
    assert [answer.split(b" ")[1] for answer in answers] == [b"201"] * 8
    assert customers(tmp_path) == {f"Kund {number}" for number in range(8)}


def listens(service: Running) -> bool:
    address = urlsplit(service.url)
    try:
        socket.create_connection((address.hostname, address.port), timeout=PATIENCE).close()
    except ConnectionError:
        return False
    return True


def half_sent(service: Running, headers: dict[str, str], name: str) -> tuple[socket.socket, bytes]:
    address = urlsplit(service.url)
    body = json.dumps({"Customer": {"Name": name}}).encode()
    head = f"POST {address.path}/3/customers HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    head += "".join(f"{key}: {value}\r\n" for key, value in headers.items())
    connection = socket.create_connection((address.hostname, address.port), timeout=PATIENCE)
    connection.sendall(f"{head}\r\n".encode() + body[:5])
    return connection, body[5:]


def finished(connection: socket.socket, rest: bytes) -> bytes:
    with connection:
        connection.sendall(rest)
        return connection.recv(65536)


def customers(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "reskontra.db")) as books:
        return {name for (name,) in books.execute("SELECT name FROM customers")}


def test_stopping_under_load_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"RATE_LIMIT": "off", "LOG_LEVEL": "error"})
    made: list[str] = []
    statuses: Counter[int] = Counter()

    def call(worker: int) -> None:
        with httpx.Client(base_url=f"{service.url}/3", headers=headers, timeout=PATIENCE) as api:
            for number in range(10_000):
                name = f"Kund {worker}-{number}"
                try:
                    answer = api.post("/customers", json={"Customer": {"Name": name}})
                except httpx.TransportError:
                    return  # the service has closed its door
                statuses[answer.status_code] += 1
                made.append(name)

    with shell.running("serve", "--port", "0") as service:
        headers = shell.credentials()
        workers = [threading.Thread(target=call, args=[number]) for number in range(6)]
        for worker in workers:
            worker.start()
        until(lambda: len(made) >= 50 or not any(worker.is_alive() for worker in workers))
        assert len(made) >= 50
        assert service.stop() == 0
        for worker in workers:
            worker.join()
    assert set(statuses) == {201}
    assert set(made) <= customers(tmp_path)


def test_it_starts_without_redis_and_refuses_calls_until_it_is_there(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"})
    with shell.running("serve", "--port", "0") as service:
        root = service.url.removesuffix("/api/v1")
        assert httpx.get(f"{root}/healthz", timeout=PATIENCE).status_code == 200
        ready = httpx.get(f"{root}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()["limiter"]) == (503, "unavailable")
        answer = httpx.get(
            f"{service.url}/3/customers", headers=shell.credentials(), timeout=PATIENCE
        )
        assert answer.status_code == 429


def test_figures_are_served_on_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with Shell(tmp_path, {"METRICS_PORT": str(port)}).running("serve", "--port", "0") as service:
        # Calls wait in the listening socket while the process starts; its figures do not.
        assert httpx.get(f"{service.url}/3/customers", timeout=PATIENCE).status_code == 401
        assert (
            "reskontra_calls"
            in httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
        )


@pytest.mark.parametrize(
    ("host", "other"), [("127.0.0.1", "127.0.0.2"), ("127.0.0.2", "127.0.0.1")]
)
def test_figures_are_served_at_their_own_address_alone(
    tmp_path: Path, host: str, other: str
) -> None:
    port = free_port()
    asked = {} if host == "127.0.0.1" else {"METRICS_HOST": host}
    shell = Shell(tmp_path, {"METRICS_PORT": str(port)} | asked)
    with shell.running("serve", "--port", "0") as service:
        assert httpx.get(f"{service.url}/3/customers", timeout=PATIENCE).status_code == 401
        assert httpx.get(f"http://{host}:{port}/metrics", timeout=PATIENCE).status_code == 200
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"http://{other}:{port}/metrics", timeout=PATIENCE)


@pytest.mark.parametrize(
    ("host", "base_url", "proxies", "is_refused"),
    [
        ("127.0.0.1", "", "", False),
        ("127.0.0.2", "", "", False),
        ("127.0.0.1", "", "127.0.0.1", True),
        ("127.0.0.1", "https://exempel.se/api/v1", "127.0.0.1", False),
        ("0.0.0.0", "", "", True),  # noqa: S104 - nobody is listened to
        ("0.0.0.0", "https://exempel.se/api/v1", "", False),  # noqa: S104
    ],
)
def test_strangers_are_listened_to_only_at_an_address_that_is_set(
    host: str, base_url: str, proxies: str, is_refused: bool
) -> None:
    asked = settings({"RESKONTRA_BASE_URL": base_url, "RESKONTRA_TRUSTED_PROXIES": proxies})
    with closing(serving.listener(host, 0)) as listening:
        with pytest.raises(Failed) if is_refused else nullcontext():
            serving.refuse_strangers_without_address(asked, listening)
        assert (listening.fileno() == -1) is is_refused


@pytest.mark.parametrize(
    ("trusted", "scheme"), [("", "http"), ("127.0.0.0/8", "https"), ("10.0.0.0/8", "http")]
)
def test_only_a_trusted_proxy_is_believed(tmp_path: Path, trusted: str, scheme: str) -> None:
    shell = Shell(tmp_path, {"TRUSTED_PROXIES": trusted})
    with shell.running("sandbox", "--port", "0") as service:
        headers = {
            "Authorization": f"Bearer {service.answer['access_token']}",
            "X-Forwarded-Proto": "https",
        }
        shown = httpx.get(f"{service.url}/3/customers/1", headers=headers, timeout=PATIENCE).json()
    assert shown["Customer"]["@url"].startswith(f"{scheme}://")


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = Shell(tmp_path).refused("serve", "--port", str(port))
    assert line == f"reskontra: cannot listen on 127.0.0.1 port {port}: Address already in use"


def test_several_workers_share_postgresql_and_redis(
    tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    shell = Shell(
        tmp_path, {"DATABASE_URL": postgresql_url, "REDIS_URL": redis_url, "RATE_LIMIT": "20/600s"}
    )
    line = shell.refused("serve", "--port", "0")
    assert line == "reskontra: the database is at nothing; run: reskontra migrate"
    assert shell.here("migrate")["from"] is None
    line = shell.refused("serve", "--port", "0")
    assert line.startswith("reskontra: RESKONTRA_SECRET_KEY is required with PostgreSQL")
    shell.settings["SECRET_KEY"] = KEY
    with shell.running("serve", "--port", "0", "--workers", "2") as service:
        assert service.answer["workers"] == 2
        with (
            httpx.Client(headers=shell.credentials(), timeout=PATIENCE) as api,
            redis.Redis.from_url(redis_url) as counting,
        ):
            before = called_until_full(api, f"{service.url}/3/customers", counting)
            after = Counter(api.get(f"{service.url}/3/customers").status_code for _ in range(10))
        assert service.stop() == 0
    # One that a busy machine could not count in time is refused, and may have been counted.
    assert 20 - before[429] <= before[200] <= 20
    assert after == {429: 10}


def called_until_full(api: httpx.Client, address: str, counting: Any) -> Counter[int]:
    """What was answered until the one window of both workers held all that it can."""
    answers: Counter[int] = Counter()

    def is_full() -> bool:
        answers[api.get(address).status_code] += 1
        windows = list(counting.scan_iter("reskontra:calls:20/600s:*"))
        assert len(windows) <= 1
        return bool(windows) and counting.llen(windows[0]) == 20

    until(is_full)
    return answers


def test_workers_that_are_slow_to_start_are_waited_for(
    tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    """As on a busy machine: each takes longer than the supervisor's own five seconds."""
    settings = {"DATABASE_URL": postgresql_url, "REDIS_URL": redis_url, "SECRET_KEY": KEY}
    shell = SlowShell(tmp_path, settings)
    shell.here("migrate")
    started = "import sys, time\nif 'spawn_main' in str(sys.orig_argv): time.sleep(8)\n"
    (tmp_path / "sitecustomize.py").write_text(started)
    with shell.running("serve", "--port", "0", "--workers", "2") as service:
        root = service.url.removesuffix("/api/v1")
        assert httpx.get(f"{root}/healthz", timeout=PATIENCE).status_code == 200
        assert service.stop() == 0


class SlowShell(Shell):
    """Python reads what its own folder says about starting."""

    @property
    def environment(self) -> dict[str, str]:
        known = super().environment
        return known | {"PYTHONPATH": f"{self.folder}:{known['PYTHONPATH']}"}
