"""A connection that does not say what it wants is closed; others are let in and left alone."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from gc import collect
from weakref import ref

import pytest
import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tests.processes import is_read
from tests.servers import free_port
from tests.waiting import PATIENCE, until

from reskontra.web import connections

CALL = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LIMIT = 1  # second, in place of the service's own, where a test waits for it to pass
NEARLY = LIMIT - 0.1  # the event loop counts from when its turn began, in whole milliseconds
LARGE = 50_000_000  # more than the sockets between take up


async def say_hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def say_much(request: Request) -> PlainTextResponse:
    return PlainTextResponse("x" * LARGE, headers={"Connection": request.query_params["then"]})


@pytest.fixture(scope="module")
def server() -> Iterator[uvicorn.Server]:
    """One whose limits never pass, however slow its client is, unless a test shortens them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HEADERS", "BODY", "ANSWER", "LAST_CALL"):
            patch.setattr(connections, f"SECONDS_FOR_{name}", 2 * PATIENCE)
        config = uvicorn.Config(
            Starlette(routes=[Route("/", say_hello), Route("/large", say_much)]),
            port=free_port(),
            http=connections.ClientConnection,
            log_config=None,
            access_log=False,
            timeout_keep_alive=2 * PATIENCE,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        until(lambda: server.started)
        yield server
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port(server: uvicorn.Server) -> int:
    return server.config.port


@pytest.fixture
def shorten(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """From now on what is waited for must come within the limit."""
    return lambda name: monkeypatch.setattr(connections, f"SECONDS_FOR_{name}", LIMIT)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def answer(connection: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"hello"):
        piece = connection.recv(65536)
        assert piece, "closed instead of answered"
        received += piece
    return received


def closed(connection: socket.socket) -> float:
    """The time at which the server hung up; it has half as long as the limits that are left."""
    with suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return time.monotonic()


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: b", b"\r\n"])
def test_headers_that_do_not_arrive_close_the_connection(
    port: int, begun: bytes, shorten: Callable[[str], None]
) -> None:
    shorten("HEADERS")
    started = time.monotonic()
    with connected(port) as connection:
        connection.sendall(begun)
        assert closed(connection) - started >= NEARLY


@pytest.mark.parametrize("begun", [b"G", b"\r\n"])
def test_so_do_those_of_a_later_call(
    port: int, begun: bytes, shorten: Callable[[str], None]
) -> None:
    with connected(port) as connection:
        connection.sendall(CALL)
        assert answer(connection)
        shorten("HEADERS")
        started = time.monotonic()
        connection.sendall(begun)
        assert closed(connection) - started >= NEARLY


def test_headers_that_trickle_do_not_buy_time(port: int, shorten: Callable[[str], None]) -> None:
    shorten("HEADERS")

    def is_closed() -> bool:
        try:
            connection.sendall(b"a")
        except OSError:
            return True
        return False

    with connected(port) as connection:
        with suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        until(is_closed)


def test_a_call_in_pieces_is_put_together(port: int) -> None:
    with connected(port) as connection:
        for part in (CALL[:9], CALL[9:20], CALL[20:]):
            connection.sendall(part)
            until(lambda: is_read(connection))
        assert answer(connection).startswith(b"HTTP/1.1 200")


def test_nothing_is_kept_of_a_connection_that_is_gone(server: uvicorn.Server) -> None:
    with connected(server.config.port):
        until(lambda: server.server_state.connections)
        gone = [ref(each) for each in server.server_state.connections]
    until(lambda: collect() >= 0 and not any(each() for each in gone))


def test_an_idle_connection_is_left_alone(port: int, shorten: Callable[[str], None]) -> None:
    with connected(port) as connection:
        connection.sendall(CALL)
        assert answer(connection)
        for name in ("HEADERS", "BODY", "ANSWER"):
            shorten(name)
        connection.sendall(CALL)
        assert answer(connection)
        with connected(port) as silent:
            assert closed(silent)  # so the limit has passed
        connection.sendall(CALL)
        assert answer(connection).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_too_large_headers_are_refused(port: int, end: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(
            CALL[:-2] + b"X-Large: " + b"a" * (connections.LARGEST_HEADERS + 1) + end
        )
        assert connection.recv(65536).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(("count", "status"), [(200, b"200"), (201, b"400"), (9_000, b"400")])
def test_too_many_headers_are_refused(port: int, count: int, status: bytes) -> None:
    more = count - CALL.count(b": ")
    with connected(port) as connection:
        connection.sendall(CALL[:-2] + b"a: b\r\n" * more + b"\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize("more", [b"", b"x", b"x" * 70_000])
def test_a_body_that_nobody_reads_closes_the_connection(
    port: int, more: bytes, shorten: Callable[[str], None]
) -> None:
    shorten("BODY")
    with connected(port) as connection:
        connection.sendall(CALL[:-2] + b"Content-Length: 999999\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")
        with suppress(ConnectionError):
            connection.sendall(more)
        assert closed(connection)


def test_a_body_that_comes_after_its_answer_is_let_pass(port: int) -> None:
    with connected(port) as connection:
        for _ in range(2):
            connection.sendall(CALL[:-2] + b"Content-Length: 5\r\n\r\n")
            assert answer(connection).startswith(b"HTTP/1.1 200")
            connection.sendall(b"x" * 5)


@pytest.mark.parametrize("trailer", [b"X-Many: b\r\n" * 9_000, b"X-Long: " + b"a" * 99_000])
def test_too_large_trailers_are_refused(port: int, trailer: bytes) -> None:
    with connected(port) as connection:
        connection.sendall(CALL[:-2] + b"Transfer-Encoding: chunked\r\n\r\n0\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")
        with suppress(ConnectionError):
            connection.sendall(trailer)
            assert connection.recv(65536).startswith(b"HTTP/1.1 400")
            assert connection.recv(65536) == b""


@pytest.mark.parametrize("then", ["close", "keep-alive"])
def test_an_answer_that_is_not_taken_is_taken_back(
    server: uvicorn.Server,
    then: str,
    shorten: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shorten("ANSWER")
    monkeypatch.setattr(server.config, "timeout_keep_alive", LIMIT)
    with connected(server.config.port) as connection:
        connection.sendall(CALL.replace(b"/ ", f"/large?then={then} ".encode(), 1))
        assert connection.recv(1)
        until(lambda: not server.server_state.connections)
        taken = 0
        with suppress(ConnectionError):
            while piece := connection.recv(1_000_000):
                taken += len(piece)
        assert taken < LARGE


def test_a_connection_told_to_stop_takes_one_last_call(server: uvicorn.Server) -> None:
    with connected(server.config.port) as connection:
        connection.sendall(CALL)
        assert b"connection: close" not in answer(connection)
        told = threading.Event()
        for each in list(server.server_state.connections):
            each.loop.call_soon_threadsafe(each.shutdown)
        each.loop.call_soon_threadsafe(told.set)
        assert told.wait(PATIENCE)
        connection.sendall(CALL)
        assert b"connection: close" in answer(connection)
        assert connection.recv(65536) == b""


def test_a_crowd_of_callers_is_let_in_within_a_few_turns_of_the_loop() -> None:
    turns: list[int] = []
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    crowd = [
        socket.create_connection(listening.getsockname()) for _ in range(2 * connections.DOORS)
    ]

    async def let_in() -> None:
        turn, everyone = 0, asyncio.Event()

        def came(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            turns.append(turn)
            writer.close()
            if len(turns) == len(crowd):
                everyone.set()

        open_doors = [
            await asyncio.start_server(came, sock=each) for each in connections.doors(listening)
        ]
        while not everyone.is_set():
            turn += 1
            await asyncio.sleep(0)
        for door in open_doors:
            door.close()

    uvloop.run(asyncio.wait_for(let_in(), 60))
    for caller in crowd:
        caller.close()
    # By one door it would be a turn for each caller.
    assert turns[-1] - turns[0] < connections.DOORS
