"""The load generator: clients that each keep one connection and send one call after the other."""

import asyncio
import json
import math
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import uvloop

FEWEST_FOR_P99 = 100  # calls, or one of them alone would be it


@dataclass
class Seen:
    """What the clients of one run have met."""

    until: float
    at_last: float  # also on a busy machine
    fewest: int  # calls, or the figures would mean nothing
    seconds: list[float] = field(default_factory=list)
    bytes: int = 0
    bad: list[str] = field(default_factory=list)

    def is_over(self) -> bool:
        now = time.perf_counter()
        least = 1 if now >= self.at_last else self.fewest
        return now >= self.until and len(self.seconds) >= least


class Client(asyncio.Protocol):
    """HTTP/1.1, answers with Content-Length: all that is needed, and little to pay for."""

    def __init__(self, calls: list[bytes], once: bool, seen: Seen) -> None:
        self.calls, self.once, self.seen = calls, once, seen
        self.done = asyncio.get_running_loop().create_future()
        self.number = 0
        self.received = b""
        self.wanted = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self._send()

    def _send(self) -> None:
        if self.seen.is_over() or not self.calls or (self.once and self.number == len(self.calls)):
            self.transport.close()
            self.done.set_result(None)
            return
        self.sent = time.perf_counter()
        self.transport.write(self.calls[self.number % len(self.calls)])
        self.number += 1

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.wanted:
            head, found, _ = self.received.partition(b"\r\n\r\n")
            if not found:
                return
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            self.body = len(head) + 4
            self.wanted = self.body + int(length or 0)
        if len(self.received) < self.wanted:
            return
        self._note()
        self.received, self.wanted = b"", 0
        self._send()

    def _note(self) -> None:
        self.seen.seconds.append(time.perf_counter() - self.sent)
        self.seen.bytes += len(self.received) - self.body
        if self.received[9:10] != b"2":
            self.seen.bad.append(self.received.decode(errors="replace")[:400])

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or ConnectionError("closed by the server"))


async def run(
    port: int, seconds: float, calls: list[list[str]], once: bool, fewest: int
) -> dict[str, Any]:
    """One client per list of calls; `once` means that no call is sent twice."""
    loop = asyncio.get_running_loop()
    prepared = [[call.encode() for call in own] for own in calls]
    started = time.perf_counter()
    seen = Seen(started + seconds, started + 10 * seconds, fewest)
    clients = [Client(own, once, seen) for own in prepared]
    for client in clients:
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
    await asyncio.gather(*(client.done for client in clients))
    took = time.perf_counter() - started
    told = sorted(seen.seconds)
    return {
        "calls": len(told),
        "seconds": took,
        "p50": told[len(told) // 2] if told else None,
        "p99": told[math.ceil(len(told) * 0.99) - 1] if len(told) >= FEWEST_FOR_P99 else None,
        "bytes": seen.bytes // max(1, len(told)),
        "bad": len(seen.bad),
        "first_bad": seen.bad[:1],
        "used": [client.number for client in clients],
    }


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(uvloop.run(run(**json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
