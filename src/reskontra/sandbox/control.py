"""The control addresses: who may call them, what they take, and how they answer."""

import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from reskontra.domain.errors import NotFound, Refused
from reskontra.sandbox.box import Box
from reskontra.sandbox.company import Company
from reskontra.sandbox.credentials import MAIN
from reskontra.sandbox.refusing import Refusal
from reskontra.web.router import Route, Router

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LARGEST_BODY = 256 * 1024 * 1024  # the file of a snapshot
CHANGES = ("POST", "PUT", "DELETE", "PATCH")
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


@dataclass
class Asking:
    """A control call, read."""

    box: Box
    request: Request
    path: Mapping[str, str]
    query: Mapping[str, str]
    raw: bytes = b""

    @property
    def body(self) -> dict[str, Any]:
        if not self.raw.strip():
            return {}
        try:
            body = json.loads(self.raw)
        except ValueError:
            raise Refusal(400, "the body is no JSON") from None
        if not isinstance(body, dict):
            raise Refusal(400, "the body must be an object")
        return body

    @property
    def of(self) -> str:
        return self.query.get("company", MAIN)

    @property
    def companies(self) -> list[Company]:
        return self.box.chosen(self.of)

    @property
    def company(self) -> Company:
        if self.of == "*":
            raise Refusal(400, "one company at a time", "company=NAME")
        return self.box.company(self.of)


Answer = Response | dict[str, Any] | tuple[int, dict[str, Any]]
Handler = Callable[[Asking], Awaitable[Answer]]


def as_json(content: Any, status: int = 200) -> Response:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return Response(f"{text}\n", status, HEADERS, "application/json")


class Control:
    def __init__(self, box: Box, routes: Iterable[Route[Handler]]) -> None:
        self.box = box
        self.router: Router[Handler] = Router(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            response = await self._answer(scope, receive)
        except Refusal as refused:
            told = {"error": refused.error} | ({"hint": refused.hint} if refused.hint else {})
            response = as_json(told, refused.status)
        except Refused as refused:  # a scenario of the user's own, say
            response = as_json({"error": refused.message}, 400)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        refuse_strangers(scope)
        request = Request(scope, receive)
        try:
            methods, path = self.router.find((scope.get("raw_path") or b"").partition(b"?")[0])
        except NotFound:
            raise Refusal(404, f"no such address: {scope['path']}", "see /sandbox") from None
        if scope["method"] not in methods:
            raise Refusal(405, f"not {scope['method']}", f"but {', '.join(methods)}")
        raw = await whole(request)
        asking = Asking(self.box, request, path, request.query_params, raw)
        began = time.perf_counter()
        answer = await methods[scope["method"]].endpoint(asking)
        if isinstance(answer, Response):
            return answer
        status, content = answer if isinstance(answer, tuple) else (200, answer)
        if scope["method"] in CHANGES:
            content["ms"] = round((time.perf_counter() - began) * 1000, 1)
        return as_json(content, status)


async def whole(request: Request) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST_BODY:
            raise Refusal(413, "too large")
        parts.append(part)
    return b"".join(parts)


def refuse_strangers(scope: Scope) -> None:
    """A page that the developer visits must not reset his books."""
    headers = Headers(scope=scope)
    host = urlsplit(f"//{headers.get('host', '')}").hostname
    if host not in LOOPBACK:
        raise Refusal(421, "the sandbox is asked by a loopback name alone", "127.0.0.1")
    if scope["method"] not in CHANGES:
        return
    origin = headers.get("origin", "")
    is_foreign = origin not in ("", "null") and urlsplit(origin).netloc != headers.get("host")
    if is_foreign or origin == "null" or headers.get("sec-fetch-site") == "cross-site":
        raise Refusal(403, "another site's page may not change a sandbox")
