"""The two listeners of transparent mode: a proxy, and TLS for those who come without one.

Neither understands more of HTTP than the head of a call to the proxy. Bytes for our hosts go to
the sandbox itself, and never further; bytes for others pass through unopened.
"""

import asyncio
import contextlib
import socket
import ssl
from asyncio import StreamReader, StreamWriter
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from reskontra.sandbox import hosts
from reskontra.sandbox.certificates import Certificates

LARGEST_HEAD = 64 * 1024
CHUNK = 64 * 1024
CONNECTED = b"HTTP/1.1 200 Connection established\r\n\r\n"
OWN_HEADERS = ("proxy-connection", "proxy-authorization", "connection", "keep-alive")


Handler = Callable[[StreamReader, StreamWriter], Awaitable[None]]


class Refused(Exception):
    """Answered by the proxy itself."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why

    @property
    def answer(self) -> bytes:
        body = f"{self.why}\n".encode()
        head = f"HTTP/1.1 {self.status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n"
        more = f"X-Reskontra: sandbox\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        return (head + more).encode() + body


class Upstream(NamedTuple):
    """A proxy that the sandbox itself was told of."""

    host: str
    port: int
    secret: str = ""

    @property
    def header(self) -> bytes:
        return f"Proxy-Authorization: Basic {self.secret}\r\n".encode() if self.secret else b""


def inherited(env: Mapping[str, str]) -> Upstream | None:
    for name in ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"):
        place = urlsplit(env.get(name, ""))
        if place.hostname:
            said = f"{unquote(place.username or '')}:{unquote(place.password or '')}"
            secret = b64encode(said.encode()).decode() if place.username else ""
            return Upstream(place.hostname, place.port or 80, secret)
    return None


@dataclass
class Proxy:
    """What listens beside the service, on this machine's own address."""

    answered: tuple[str, ...]
    certificates: Certificates
    proxy: socket.socket
    tls: socket.socket
    service: tuple[str, int]
    others: str = "tunnel"
    upstream: Upstream | None = None
    _servers: list[asyncio.Server] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> None:
        await self._listen(self.proxy, self._asked)
        await self.listen_tls(self.tls)

    async def listen_tls(self, listening: socket.socket) -> None:
        await self._listen(listening, self._to_service, self.certificates.context)

    async def listen_plain(self, listening: socket.socket) -> None:
        await self._listen(listening, self._to_service)

    async def _listen(
        self, listening: socket.socket, handler: Handler, tls: ssl.SSLContext | None = None
    ) -> None:
        async def met(reader: StreamReader, writer: StreamWriter) -> None:
            task = asyncio.current_task()
            assert task
            self._tasks.add(task)
            with contextlib.suppress(OSError, EOFError, asyncio.CancelledError):
                await handler(reader, writer)
            with contextlib.suppress(OSError, RuntimeError):
                writer.close()
            self._tasks.discard(task)

        server = await asyncio.start_server(met, sock=listening, ssl=tls)
        self._servers.append(server)

    async def stop(self) -> None:
        for server in self._servers:
            server.close()
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What is done with whoever calls

    async def _to_service(self, reader: StreamReader, writer: StreamWriter) -> None:
        await relayed(reader, writer, *self.service)

    async def _asked(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            return
        try:
            await self._done(head, reader, writer)
        except Refused as refused:
            writer.write(refused.answer)
            await writer.drain()
        except OSError as error:
            writer.write(Refused(502, f"cannot be reached: {error}").answer)
            await writer.drain()

    async def _done(self, head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        line, _, rest = head.partition(b"\r\n")
        parts = line.decode("latin-1").split(" ")
        if len(parts) != 3:
            raise Refused(400, "no call")
        method, target, _ = parts
        if method == "CONNECT":
            await self._tunnel(head, target, reader, writer)
            return
        place = _place(target)
        if place.scheme not in ("http", "https") or not place.hostname:
            raise Refused(400, "this is a proxy: it is asked for whole addresses")
        default = 443 if place.scheme == "https" else 80
        ours = self._is_ours(place.hostname, place.port or default, (80, 443))
        if ours:
            sent = _as_origin(method, place, rest)
            await relayed(reader, writer, *self.service, begin=sent)
        elif self.upstream:
            begin = line + b"\r\n" + self.upstream.header + rest
            await relayed(reader, writer, self.upstream.host, self.upstream.port, begin=begin)
        elif place.scheme == "http":
            sent = _as_origin(method, place, rest)
            await relayed(reader, writer, place.hostname, place.port or 80, begin=sent)
        else:
            raise Refused(501, "CONNECT leads to other hosts")

    def _is_ours(self, host: str, port: int, ports: tuple[int, ...]) -> bool:
        """Refused are all others of the real service, and where only ours are wanted."""
        if hosts.named(host) in self.answered and port in ports:
            return True
        if hosts.is_theirs(host):
            why = f"{host}:{port} is the real service's, and not answered here: --host NAME is"
            raise Refused(403, why)
        if self.others == "refuse":
            raise Refused(403, f"{host}: --others refuse")
        return False

    async def _tunnel(
        self, head: bytes, target: str, reader: StreamReader, writer: StreamWriter
    ) -> None:
        place = _place(f"//{target}")
        if not place.hostname or not place.port:
            raise Refused(400, f"no host and port: {target}")
        if self._is_ours(place.hostname, place.port, (hosts.PORT,)):
            writer.write(CONNECTED)
            await relayed(reader, writer, *self.tls.getsockname()[:2])
        elif self.upstream:
            line, _, rest = head.partition(b"\r\n")
            begin = line + b"\r\n" + self.upstream.header + rest
            await relayed(reader, writer, self.upstream.host, self.upstream.port, begin=begin)
        else:
            await relayed(reader, writer, place.hostname, place.port, said=CONNECTED)


def _place(target: str) -> SplitResult:
    try:
        place = urlsplit(target)
        _ = place.port
    except ValueError:
        raise Refused(400, f"no address: {target}") from None
    return place


def _as_origin(method: str, place: SplitResult, rest: bytes) -> bytes:
    """As the host itself is asked; one call, since the next may be for another."""
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    kept = [
        line
        for line in rest.split(b"\r\n")
        if line and line.partition(b":")[0].strip().lower().decode("latin-1") not in OWN_HEADERS
        and not line.lower().startswith(b"host:")
    ]  # fmt: skip
    netloc = place.netloc.rpartition("@")[2]
    lines = [f"{method} {path} HTTP/1.1".encode(), f"Host: {netloc}".encode(), *kept]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""])


async def relayed(
    reader: StreamReader,
    writer: StreamWriter,
    host: str,
    port: int,
    begin: bytes = b"",
    said: bytes = b"",
) -> None:
    """Bytes both ways until both have ended; `begin` goes before theirs, `said` before ours."""
    inner_reader, inner_writer = await asyncio.open_connection(host, port)
    try:
        inner_writer.write(begin)
        writer.write(said)
        out = asyncio.create_task(_pumped(reader, inner_writer))
        try:
            await _pumped(inner_reader, writer)
        finally:
            out.cancel()
            await asyncio.gather(out, return_exceptions=True)
    finally:
        inner_writer.close()


async def _pumped(reader: StreamReader, writer: StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
