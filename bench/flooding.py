"""Hostile callers, in a process of their own: each sends one flood of JSON after the other."""

import asyncio
import json
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import uvloop

MOST_TOKENS = 100_000  # that a body may have
FRACTIONS = MOST_TOKENS - 20
BODIES = {
    "a million tokens": b'{"Customer":{"X":[' + b"0," * 500_000 + b"0]}}",
    "as many as are let in": b'{"Customer":{"X":[' + b"0.1," * FRACTIONS + b"0]}}",
}


def call(token: str, body: bytes) -> bytes:
    lines = [
        "POST /3/customers HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def caller(port: int, flood: bytes, until: float, seen: Counter[str]) -> None:
    while time.monotonic() < until:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(flood)
                status = await reader.readline()
                seen[status[9:12].decode() or "closed"] += 1
            finally:
                writer.transport.abort()


async def flooded(port: int, seconds: float, tokens: list[str], body: str) -> dict[str, Any]:
    seen: Counter[str] = Counter()
    until = time.monotonic() + seconds
    floods = [call(token, BODIES[body]) for token in tokens]
    await asyncio.gather(*(caller(port, flood, until, seen) for flood in floods))
    return {"answers": seen}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(uvloop.run(flooded(**json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
