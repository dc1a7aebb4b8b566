"""A real Valkey server, started from its wheel on loopback and stopped after the tests."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.valkey import Valkey


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


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
