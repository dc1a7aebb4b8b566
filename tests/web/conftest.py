"""A real Valkey server, started from its wheel and stopped after the tests; a person at home."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.approving import Flow
from tests.valkey import Valkey
from tests.web.entering import FIREFOX, Visitor


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    """One server for every test that only uses it: take a key of your own."""
    server = Valkey(tmp_path_factory.mktemp("valkey"), unused_port())
    server.start()
    yield server
    server.stop()


@pytest.fixture
def troubled_valkey(tmp_path: Path) -> Iterator[Valkey]:
    """A server, not yet started, for a test that stops and hangs it."""
    server = Valkey(tmp_path, unused_port())
    yield server
    server.stop()


@pytest.fixture
def free_port() -> int:
    return unused_port()


@pytest.fixture
def home(flow: Flow) -> Visitor:
    """The person's own browser, in which they are logged in."""
    flow.http.headers["User-Agent"] = FIREFOX
    home = Visitor(flow, flow.http)
    home.log_in()
    assert home.is_in()
    return home


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
