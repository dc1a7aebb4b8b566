"""The service as a process: how it starts, what it refuses, and how it stops."""

import json
import socket
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.commands import Running, Shell
from tests.servers import free_port

KEY = "a key for tests alone, of forty letters."


def test_calls_under_way_are_answered_before_it_stops(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"RATE_LIMIT": "off"})
    with shell.running("serve", "--port", "0") as service:
        headers = shell.credentials()
        assert httpx.get(f"{service.url}/3/customers", timeout=60).status_code == 401  # it is up
        begun = [half_sent(service, headers, f"Kund {number}") for number in range(8)]
        time.sleep(1)
        service.process.terminate()
        time.sleep(0.3)
        answers = [finished(connection, rest) for connection, rest in begun]
        assert service.process.wait(60) == 0
    assert [answer.split(b" ")[1] for answer in answers] == [b"201"] * 8
    assert customers(tmp_path) == {f"Kund {number}" for number in range(8)}


def half_sent(service: Running, headers: dict[str, str], name: str) -> tuple[socket.socket, bytes]:
    address = urlsplit(service.url)
    body = json.dumps({"Customer": {"Name": name}}).encode()
    head = f"POST {address.path}/3/customers HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    head += "".join(f"{key}: {value}\r\n" for key, value in headers.items())
    connection = socket.create_connection((address.hostname, address.port), timeout=60)
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
        with httpx.Client(base_url=f"{service.url}/3", headers=headers, timeout=60) as api:
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
        while len(made) < 50:
            assert any(worker.is_alive() for worker in workers)
            time.sleep(0.01)
        assert service.stop() == 0
        for worker in workers:
            worker.join()
    assert set(statuses) == {201}
    assert set(made) <= customers(tmp_path)


def test_it_starts_without_redis_and_refuses_calls_until_it_is_there(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"})
    with shell.running("serve", "--port", "0") as service:
        root = service.url.removesuffix("/api/v1")
        assert httpx.get(f"{root}/healthz", timeout=60).status_code == 200
        ready = httpx.get(f"{root}/readyz", timeout=60)
        assert (ready.status_code, ready.json()["limiter"]) == (503, "unavailable")
        answer = httpx.get(f"{service.url}/3/customers", headers=shell.credentials(), timeout=60)
        assert answer.status_code == 429


def test_figures_are_served_on_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with Shell(tmp_path, {"METRICS_PORT": str(port)}).running("serve", "--port", "0") as service:
        # Calls wait in the listening socket while the process starts; its figures do not.
        assert httpx.get(f"{service.url}/3/customers", timeout=60).status_code == 401
        assert "reskontra_calls" in httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text


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
        shown = httpx.get(f"{service.url}/3/customers/1", headers=headers, timeout=60).json()
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
        headers = shell.credentials()
        statuses = Counter(
            httpx.get(f"{service.url}/3/customers", headers=headers, timeout=60).status_code
            for _ in range(30)
        )
        assert service.stop() == 0
    assert statuses == {200: 20, 429: 10}


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
        assert httpx.get(f"{root}/healthz", timeout=60).status_code == 200
        assert service.stop() == 0


class SlowShell(Shell):
    """Python reads what its own folder says about starting."""

    @property
    def environment(self) -> dict[str, str]:
        known = super().environment
        return known | {"PYTHONPATH": f"{self.folder}:{known['PYTHONPATH']}"}
