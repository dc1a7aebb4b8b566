"""A connection that does not say what it wants is closed; others are left alone."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tests.servers import free_port

from reskontra.web import connections

CALL = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SECONDS_FOR_HEADERS", 0.4)
        config = uvicorn.Config(
            Starlette(routes=[Route("/", lambda _: PlainTextResponse("hello"))]),
            port=free_port(),
            http=connections.Connection,
            log_config=None,
            access_log=False,
            timeout_keep_alive=2,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield config.port
        server.should_exit = True
        thread.join()


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def answer(connection: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"hello"):
        received += connection.recv(65536)
    return received


def seconds_until_closed(connection: socket.socket) -> float:
    started = time.monotonic()
    while connection.recv(65536):
        pass
    return time.monotonic() - started


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: b", b"\r\n"])
def test_headers_that_do_not_arrive_close_the_connection(port: int, begun: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(begun)
        assert 0.2 < seconds_until_closed(connection) < 1.5


@pytest.mark.parametrize("begun", [b"G", b"\r\n"])
def test_so_do_those_of_a_later_call(port: int, begun: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(CALL)
        assert answer(connection)
        connection.sendall(begun)
        assert 0.2 < seconds_until_closed(connection) < 1.5


def test_headers_that_trickle_do_not_buy_time(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        started = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - started < 3:
                connection.sendall(b"a")
                time.sleep(0.05)
        assert time.monotonic() - started < 1.5


def test_a_call_in_pieces_and_an_idle_connection_are_left_alone(port: int) -> None:
    with connected(port) as connection:
        for part in (CALL[:9], CALL[9:20], CALL[20:]):
            connection.sendall(part)
            time.sleep(0.05)
        assert answer(connection).startswith(b"HTTP/1.1 200")
        time.sleep(0.8)
        connection.sendall(CALL)
        assert answer(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_too_large_headers_are_refused(port: int, end: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(
            CALL[:-2] + b"X-Large: " + b"a" * (connections.LARGEST_HEADERS + 1) + end
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 400")
