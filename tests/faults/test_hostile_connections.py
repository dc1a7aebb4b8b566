"""Slow, huge and malformed requests: closed in their time, while others are answered."""

import asyncio
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest

from tests.commands import Shell
from tests.faults.process import MIB, Process, first_customer, serving
from tests.sizes import times
from tests.waiting import PATIENCE

MOST_MEMORY = 300 * MIB
PIECE = 64 * 1024
CHUNK = b"10000\r\n" + b"x" * PIECE + b"\r\n"
HEADERS = b"Host: x\r\nAuthorization: %(token)s\r\nContent-Type: application/json\r\n"
POST = b"POST /api/v1/3/customers HTTP/1.1\r\n" + HEADERS
ACTION = b"PUT /api/v1/3/invoices/1/bookkeep HTTP/1.1\r\nHost: x\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
TOKEN = b"POST /oauth-v1/token HTTP/1.1\r\nHost: x\r\n"
LONG = b"Content-Length: 104857600\r\n\r\n"
MANY = b"X-Many: b\r\n" * 5_000
FAST = 0.005
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
LAST = CHUNKED + b"0\r\n"


@dataclass(frozen=True)
class Hostile:
    """What is sent first, and then again and again until the connection is closed."""

    first: bytes
    statuses: tuple[int, ...]  # that may be answered; 0 is none
    again: bytes = b""
    pause: float = 0.5


SLOW = {
    "silence": Hostile(b"", (0,)),
    "a call that never ends": Hostile(HEALTH, (0,)),
    "headers, drop by drop": Hostile(HEALTH + b"X-Slow: ", (0,), b"a"),
    "many headers, one by one": Hostile(HEALTH, (0,), b"X-A: b\r\n"),
    "a body, drop by drop": Hostile(POST + b"Content-Length: 999\r\n\r\n", (408,), b" "),
    "chunks, drop by drop": Hostile(POST + CHUNKED, (408,), b"1\r\n \r\n"),
    "a body for nobody": Hostile(ACTION + b"Content-Length: 999\r\n\r\n", (401,), b" "),
    "a body for a page": Hostile(HEALTH + b"Content-Length: 999\r\n\r\n", (200,), b" "),
    "a body that never comes": Hostile(POST + b"Content-Length: 9\r\n\r\n", (408,)),
    "chunks for a page": Hostile(HEALTH + CHUNKED, (200,), CHUNK),
    "trailers, one by one": Hostile(HEALTH + LAST, (200,), b"X-A: b\r\n"),
}
# What is refused in the midst of sending may be reset before the answer is read.
HUGE = {
    "100 MB, announced": Hostile(POST + LONG, (413, 0), b"x" * PIECE, FAST),
    "chunks without end": Hostile(POST + CHUNKED, (413, 408, 0), CHUNK, FAST),
    "chunks for nobody": Hostile(ACTION + CHUNKED, (401, 0), CHUNK, FAST),
    "a form of 100 MB": Hostile(TOKEN + LONG, (400, 401, 413, 0), b"x" * PIECE, FAST),
    "headers of 300 kB": Hostile(HEALTH + b"X: " + b"a" * 300_000 + b"\r\n\r\n", (400, 0)),
    "headers without end": Hostile(HEALTH, (400, 0), MANY, FAST),
    "one header without end": Hostile(HEALTH + b"X: ", (400, 0), b"a" * PIECE, FAST),
    "trailers without end": Hostile(HEALTH + LAST, (200, 400, 0), MANY, FAST),
    "one trailer without end": Hostile(HEALTH + LAST + b"X: ", (200, 400, 0), b"a" * PIECE, FAST),
    "an address without end": Hostile(b"GET /", (400, 0), b"a" * PIECE, FAST),
}
EMPTY = b"Content-Length: 0\r\n"
MALFORMED = {
    "length and chunks": Hostile(HEALTH + EMPTY + CHUNKED, (400,)),
    "chunks and length": Hostile(HEALTH + CHUNKED[:-2] + EMPTY + b"\r\n", (400,)),
    "two lengths": Hostile(HEALTH + EMPTY + b"Content-Length: 5\r\n\r\nhello", (400,)),
    "the same length twice": Hostile(HEALTH + EMPTY + EMPTY + b"\r\n", (400,)),
    "a length that is no number": Hostile(HEALTH + b"Content-Length: +5\r\n\r\nhello", (400,)),
    "another encoding": Hostile(HEALTH + b"Transfer-Encoding: xchunked\r\n\r\n", (400,)),
    "a space before the colon": Hostile(HEALTH + b"X-Space : b\r\n\r\n", (400,)),
    "a continued line": Hostile(HEALTH + b"X-A: b\r\n X-B: c\r\n\r\n", (400,)),
    "a NUL in a header": Hostile(HEALTH + b"X-A: b\x00c\r\n\r\n", (400,)),
    "a lonely line feed": Hostile(HEALTH + b"X-A: b\nX-B: c\r\n\r\n", (400,)),
    "garbage first": Hostile(b"\x16\x03\x01\x02\x00\x01\x00" + HEALTH + b"\r\n", (400,)),
    "no request line": Hostile(b"hello\r\n\r\n", (400,)),
    "a chunk size that is no number": Hostile(POST + CHUNKED + b"xyz\r\n", (400,)),
}


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return Shell(tmp_path_factory.mktemp("service"), {"RATE_LIMIT": "off", "LOG_LEVEL": "error"})


@pytest.fixture(scope="module")
def attacked(shell: Shell) -> Iterator[Process]:
    with serving(shell, "--port", "0") as service:
        yield service


@pytest.fixture(scope="module")
def headers(shell: Shell, attacked: Process) -> dict[str, str]:
    headers = shell.credentials()
    first_customer(attacked.url, headers)
    return headers


async def attack(port: int, hostile: Hostile, token: bytes) -> int:
    """The status that was answered once the connection is closed; 0 when none was."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    insisting = asyncio.create_task(insist(writer, hostile, token))
    answer = b""
    try:
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while piece := await reader.read(PIECE):
                    answer += piece
    finally:
        insisting.cancel()
        writer.transport.abort()
    return int(answer.split(b" ")[1]) if answer else 0


async def insist(writer: asyncio.StreamWriter, hostile: Hostile, token: bytes) -> None:
    with suppress(ConnectionError):
        writer.write(hostile.first.replace(b"%(token)s", token))
        while hostile.again:
            await writer.drain()
            await asyncio.sleep(hostile.pause)
            writer.write(hostile.again)


async def attacked_by(kinds: dict[str, Hostile], port: int, token: bytes, many: int) -> list[str]:
    """The kinds that were answered wrongly, or not closed in time."""
    attacks = [(name, each) for name, each in kinds.items() for _ in range(many)]
    asked = [attack(port, each, token) for _, each in attacks]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    return [
        f"{name}: {outcome!r}"
        for (name, each), outcome in zip(attacks, outcomes, strict=True)
        if outcome not in each.statuses
    ]


async def ordinary_calls(service: Process, headers: dict[str, str], until: asyncio.Event) -> str:
    """All are answered as if nothing happened."""
    seconds = []
    async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=PATIENCE) as api:
        while not until.is_set() or len(seconds) < times(20):
            began = time.monotonic()
            made = await api.post("/3/customers", json={"Customer": {"Name": "Vanlig"}})
            seconds.append(time.monotonic() - began)
            assert made.status_code == 201, made.text
            assert service.memory < MOST_MEMORY
            await asyncio.sleep(0.1)
    seconds.sort()
    return f"{len(seconds)} calls, 99 of 100 within {seconds[int(len(seconds) * 0.99)]:.3f} s"


@pytest.mark.parametrize("kinds", [SLOW, HUGE, MALFORMED], ids=["slow", "huge", "malformed"])
def test_hostile_requests_are_closed_while_others_are_answered(
    attacked: Process, headers: dict[str, str], kinds: dict[str, Hostile]
) -> None:
    port, token = urlsplit(attacked.url).port, headers["Authorization"].encode()
    assert port

    async def both() -> tuple[list[str], str]:
        over = asyncio.Event()
        calls = asyncio.create_task(ordinary_calls(attacked, headers, over))
        try:
            wrong = await attacked_by(kinds, port, token, min(times(2), 20))
        finally:
            over.set()
        return wrong, await calls

    wrong, told = asyncio.run(both())
    print(f"{told}; {attacked.memory // MIB} MiB")
    assert wrong == []


def test_idle_connections_keep_nobody_out(attacked: Process, headers: dict[str, str]) -> None:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    many = min(times(200), 1_000, files - 200)
    port = urlsplit(attacked.url).port

    async def crowd() -> str:
        opened = [asyncio.open_connection("127.0.0.1", port) for _ in range(many)]
        idle = await asyncio.gather(*opened)
        over = asyncio.Event()
        over.set()
        try:
            return await ordinary_calls(attacked, headers, over)
        finally:
            for _, writer in idle:
                writer.transport.abort()

    print(f"{asyncio.run(crowd())} beside {many} idle connections; {attacked.memory // MIB} MiB")
