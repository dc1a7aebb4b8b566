"""How a fault is carried out: instead of the call, or after it, when its answer is lost."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from reskontra.domain import errors
from reskontra.domain.errors import Refused
from reskontra.sandbox.company import Company
from reskontra.sandbox.faults import Fault
from reskontra.sandbox.mailbox import REFUSING
from reskontra.web import oauth
from reskontra.web.limits import Window
from reskontra.web.refusals import refusal

TRANSPORT = "sandbox.transport"  # in the scope: the connection that the call came by
HEADER = b"x-sandbox-fault"
SECONDS_HUNG = 30
NOT_LINGERING = struct.pack("ii", 1, 0)  # closing then resets the connection
GATEWAY = "<html>\r\n<head><title>{0}</title></head>\r\n<body><h1>{0}</h1></body>\r\n</html>\r\n"
PHRASES = {408: "Request Time-out", 500: "Internal Server Error", 502: "Bad Gateway",
           503: "Service Temporarily Unavailable", 504: "Gateway Time-out"}  # fmt: skip
TOKENS = {"expired": errors.Unauthorised, "revoked": errors.Unauthorised, "scope": errors.Forbidden}
CLASSES = {each.status: each for each in (
    errors.Invalid, errors.Unauthorised, errors.Forbidden, errors.NotFound, errors.TooSlow,
    errors.Conflict, errors.TooManyCalls, errors.Fault, errors.Unavailable,
)}  # fmt: skip

Carry = Callable[[Send], Awaitable[None]]


@dataclass
class Held:
    """An answer that is not sent yet."""

    status: int = 200
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], [*message.get("headers", [])]
        self.body += message.get("body", b"")

    async def release(self, send: Send, half: bool = False) -> None:
        sent = self.body[: max(1, len(self.body) // 2)] if half else self.body
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": sent, "more_body": half})


async def befall(
    fault: Fault, company: Company, scope: Scope, receive: Receive, send: Send, carry: Carry
) -> None:
    """The call meets its fault; `carry` carries it out as if there were none."""
    await asyncio.sleep(fault.seconds_late(company.faults.seed))
    if fault.count:
        await _count(company)
    held, then = Held(), fault.then
    if "mail" in then:
        with REFUSING.entered():
            await carry(held.take)
    elif fault.effect == "after" or set(then) <= {"latency_ms"}:
        await carry(held.take)
    if "connection" in then:
        await _cut(then, held, scope, receive, send, fault.effect == "after")
        return
    if not set(then) <= {"latency_ms", "mail"}:
        held = _replaced(company, fault, scope, held)
    held.headers.append((HEADER, str(fault.id).encode()))
    await held.release(send)


async def _count(company: Company) -> None:
    house, own = company.house, company.credentials
    if house.rate_limit:
        await house.limiter.wait(Window(f"{own.client_id}:{own.tenant_id}", house.rate_limit))


def _replaced(company: Company, fault: Fault, scope: Scope, held: Held) -> Held:
    then = fault.then
    status = then.get("status", 502 if then.get("as") == "gateway" else 200)
    if then.get("as") == "gateway":
        page = GATEWAY.format(f"{status} {PHRASES.get(status, 'Error')}")
        return _held(Response(page, status, media_type="text/html"))
    if then.get("as") == "garbage":
        body = held.body or b'{"MetaInformation":{"@TotalResources":12,"@TotalPages":1},"'
        return _held(Response(body[: max(1, len(body) * 2 // 3)], status, None, "application/json"))
    if then.get("as") == "empty":
        return _held(Response(b"", status, None, "application/json"))
    return _held(_refused(company, scope, then))


def _refused(company: Company, scope: Scope, then: dict[str, Any]) -> Response:
    """With exactly the contract's body and headers."""
    kind = TOKENS[then["token"]] if "token" in then else class_of(then["status"])
    request = Request(scope)
    shown = oauth.refused if "/oauth-v1/" in scope["path"] else refusal
    response = shown(company.house, request, kind())
    if "retry_after" in then:
        response.headers["Retry-After"] = str(then["retry_after"])
    return response


@cache
def class_of(status: int) -> type[Refused]:
    """One that the contract has; else one in its form."""
    if status in CLASSES:
        return CLASSES[status]
    words = {"status": status, "__doc__": PHRASES.get(status, "Fel")}
    return type(f"Refused{status}", (errors.Fault,), words)  # the contract has none of its own


def _held(response: Response) -> Held:
    return Held(response.status_code, [*response.raw_headers], bytes(response.body))


async def _read_to_its_end(receive: Receive) -> None:
    """A connection that is closed while something has not been read is reset instead."""
    more = True
    while more:
        message = await receive()
        more = message["type"] == "http.request" and message.get("more_body", False)


async def _cut(
    then: dict[str, Any],
    held: Held,
    scope: Scope,
    receive: Receive,
    send: Send,
    is_carried_out: bool,
) -> None:
    """The connection ends, and nothing or half an answer has come by it."""
    how, transport = then["connection"], scope.get(TRANSPORT)
    if how != "refuse" and not is_carried_out:
        await _read_to_its_end(receive)
    if how == "hang":
        await asyncio.sleep(then.get("seconds", SECONDS_HUNG))
    if how == "half":
        held.body = held.body or b'{"MetaInformation":{"@TotalResources":12}}'
        named = {name for name, _ in held.headers}
        if b"content-length" not in named:
            held.headers.append((b"content-length", str(len(held.body)).encode()))
        await held.release(send, half=True)
    if how == "reset" and transport:
        line = transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NOT_LINGERING)
        transport.abort()
    elif transport:
        transport.close()
    while (await receive())["type"] != "http.disconnect":
        pass
