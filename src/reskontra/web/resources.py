"""Resource calls, from the socket to the unit of work and back."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from reskontra.actions.desk import Desk
from reskontra.domain.errors import Conflict, Fault, Invalid, MethodNotAllowed, Refused
from reskontra.engine.database import Transaction, Violated
from reskontra.storage.books import Books
from reskontra.web import watch
from reskontra.web.call import Call, received
from reskontra.web.described import Described
from reskontra.web.gate import Caller, admit
from reskontra.web.house import House
from reskontra.web.refusals import refusal
from reskontra.web.router import Route, Router

BASE = "/api/v1"
LONG_BODY = 16 * 1024
_log = structlog.get_logger()


@dataclass(frozen=True)
class Endpoint:
    """What is done with the books, and how its outcome is shown once they are closed."""

    scope: str
    work: Callable[[Desk, Call], Any]
    show: Callable[[Call, Any], Response] | None = None
    writes: bool = False
    takes_body: bool = False
    then: Callable[[House, Call, Any], Awaitable[Response]] | None = None  # instead of `show`
    describes: Described | None = None


class Resources:
    """The ASGI application of everything under `/3`."""

    def __init__(self, house: House, routes: tuple[Route[Endpoint], ...]) -> None:
        self.house = house
        self.router = Router(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request = Request(scope, receive)
        seen = _Seen(watch.request_id(scope["headers"]))
        response = await self._guarded(request, seen)
        response.headers["X-Request-Id"] = seen.request_id
        response.headers.setdefault("Cache-Control", "no-store")
        if not seen.body_read and is_long(scope["headers"]):
            response.headers["Connection"] = "close"  # nobody will read what is still coming
        if request.method == "HEAD":
            response.body = b""
        await response(scope, receive, send)
        watch.tell(
            self.house.metrics,
            watch.Answered(
                request_id=seen.request_id,
                method=request.method,
                route=seen.route,
                status=response.status_code,
                seconds=time.perf_counter() - started,
                organisation=seen.caller.organisation.id if seen.caller else None,
                client=seen.caller.client_id if seen.caller else None,
            ),
        )

    async def _guarded(self, request: Request, seen: "_Seen") -> Response:
        try:
            return await self._answer(request, seen)
        except Violated as violated:
            if not violated.unique:
                return self._fault(seen, violated)
            return refusal(Conflict("Numret används redan"))
        except MethodNotAllowed as refused:
            return refusal(refused, {"Allow": ", ".join(_allowed(seen.methods))})
        except Refused as refused:
            return refusal(refused)
        except Exception as fault:
            return self._fault(seen, fault)

    def _fault(self, seen: "_Seen", fault: Exception) -> Response:
        _log.error("fault", request_id=seen.request_id, route=seen.route, exc_info=fault)
        return refusal(Fault(f"Ett internt fel har inträffat ({seen.request_id})"))

    async def _answer(self, request: Request, seen: "_Seen") -> Response:
        raw = request.scope.get("raw_path") or request.scope["path"].encode()
        prefix = BASE if raw.startswith(BASE.encode() + b"/") else ""
        methods, path = self.router.find(raw.partition(b"?")[0][len(prefix) :])
        route = _route(methods, request.method, seen)
        endpoint = route.endpoint
        now = self.house.clock()
        seen.caller = caller = await admit(self.house, request.headers, endpoint.scope, now)
        if endpoint.takes_body:
            body, seen.body_read = await received(request), True
        else:
            body = None
        call = Call(
            caller, path, query(request), request.headers, self._base(request, prefix), body
        )
        outcome = await self._done(endpoint, call, caller, now)
        if endpoint.then:
            return await endpoint.then(self.house, call, outcome)
        assert endpoint.show
        return endpoint.show(call, outcome)

    async def _done(self, endpoint: Endpoint, call: Call, caller: Caller, now: datetime) -> Any:
        """One call, one transaction, ended before the answer leaves."""

        def unit(tx: Transaction) -> Any:
            books = Books(tx, caller.organisation.id, now, caller.signature)
            return endpoint.work(Desk(books, caller.organisation), call)

        database = self.house.database
        done = database.write if endpoint.writes else database.read
        return await done(unit, caller.organisation.id)

    def _base(self, request: Request, prefix: str) -> str:
        """What `@url` begins with: as set, else as the client itself wrote it."""
        if self.house.base_url:
            return self.house.base_url
        host = request.headers.get("host", "localhost")
        return f"{request.scope['scheme']}://{host}{prefix}"


@dataclass
class _Seen:
    """What has become known of a call so far, for its log line."""

    request_id: str
    route: str | None = None
    caller: Caller | None = None
    body_read: bool = False
    methods: Mapping[str, Route[Endpoint]] = field(default_factory=dict)


def _route(methods: Mapping[str, Route[Endpoint]], method: str, seen: _Seen) -> Route[Endpoint]:
    """HEAD is a GET without a body, but only where a GET changes nothing."""
    seen.methods = methods
    seen.route = next(iter(methods.values())).path
    found = methods.get("GET" if method == "HEAD" else method)
    if found is None or (method == "HEAD" and found.endpoint.writes):
        raise MethodNotAllowed
    return found


def _allowed(methods: Mapping[str, Route[Endpoint]]) -> tuple[str, ...]:
    read = methods.get("GET")
    return (*methods, "HEAD") if read and not read.endpoint.writes else tuple(methods)


def is_long(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """A body that does not come along with the headers anyway."""
    for name, value in headers:
        if name == b"transfer-encoding":
            return True
        if name == b"content-length" and not (value.isdigit() and int(value[:12]) <= LONG_BODY):
            return True
    return False


def query(request: Request) -> dict[str, str]:
    """The parameters by lower-case name; a hostile one is refused, not stored or searched for."""
    if not request.scope.get("query_string"):
        return {}
    asked = {name.lower(): value for name, value in request.query_params.items()}
    if any("\x00" in value or "\ufffd" in value for value in asked.values()):
        raise Invalid("Ogiltig parameter i anropet")
    return asked
