"""What is done for every call, whatever it asks for: found, answered or refused, sent, watched."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

import structlog
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from reskontra.domain.errors import Conflict, Fault, Invalid, MethodNotAllowed, NotFound, Refused
from reskontra.engine.database import Violated
from reskontra.web import watch
from reskontra.web.gate import Caller
from reskontra.web.house import House
from reskontra.web.limits import Room
from reskontra.web.router import BASE, Route, Router

LONG_BODY = 16 * 1024
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")
# Nothing of ours is shown inside another's page, held by a window of another's, or taken for
# something else than we say; a page has a stricter policy of its own.
OF_EVERY_ANSWER = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
BODY_READ = "body_read"  # in the scope: the body, when it has been read to its end
_log = structlog.get_logger()


@dataclass(frozen=True)
class Manner:
    """How those who call an address are met: the form of a refusal, a few words and headers."""

    refused: Callable[[House, Request, Refused], Response]
    headers: Mapping[str, str] = field(default_factory=dict)  # where an answer has no other
    missing: str = "Det finns ingen sådan adress"
    taken: str = "Någon hann före; försök igen"  # two at once wanted the same
    watched: bool = True  # probes and scanners fill no log

    @cached_property
    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        """As they are sent."""
        return Headers({**OF_EVERY_ANSWER, **self.headers}).raw


class Arrival(Request):
    """A call as it came, and what has become known of it so far."""

    manner: Manner
    route: str | None = None
    caller: Caller | None = None
    room: Room | None = None  # of the window that it was counted in

    def __init__(self, scope: Scope, receive: Receive) -> None:
        super().__init__(scope, receive)
        self.request_id = watch.request_id(scope["headers"])
        self.methods: Mapping[str, Route[Destination]] = {}


View: TypeAlias = Callable[[House, Arrival], Awaitable[Response]]


@dataclass(frozen=True)
class Destination:
    """What a route leads to, whatever kind it is of."""

    answer: View
    manner: Manner
    writes: bool = False


class Pipeline:
    """The application, for every route alike."""

    def __init__(
        self, house: House, routes: Sequence[Route[Destination]], unknown: Callable[[str], Manner]
    ) -> None:
        self.house = house
        self.unknown = unknown
        self.router = Router((*routes, *heads(routes)))
        self.always = [ONLY_HTTPS] if house.base_url.startswith("https:") else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        arrival = Arrival(scope, receive)
        response = await self._answer(arrival)
        furnish(response, arrival, self.always)
        await response(scope, receive, send)
        if arrival.manner.watched:
            self._tell(arrival, response.status_code, time.perf_counter() - started)

    async def _answer(self, arrival: Arrival) -> Response:
        try:
            refuse_unclear_host(arrival.scope["headers"])
            return await self._destination(arrival).answer(self.house, arrival)
        except Exception as error:
            return self._refusal(arrival, error)

    def _destination(self, arrival: Arrival) -> Destination:
        scope = arrival.scope
        raw = scope.get("raw_path") or scope["path"].encode()
        arrival.methods, scope["path_params"] = self.router.find(raw.partition(b"?")[0])
        route = arrival.methods.get(scope["method"])
        some = route or next(iter(arrival.methods.values()))
        arrival.manner, arrival.route = some.endpoint.manner, some.path.removeprefix(BASE)
        if route is None:
            raise MethodNotAllowed
        return route.endpoint

    def _refusal(self, arrival: Arrival, error: Exception) -> Response:
        if arrival.route is None:  # the address leads nowhere
            arrival.manner = self.unknown(arrival.scope["path"])
            error = NotFound(arrival.manner.missing) if isinstance(error, NotFound) else error
        response = arrival.manner.refused(self.house, arrival, judged(arrival, error))
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(arrival.methods)
        return response

    def _tell(self, arrival: Arrival, status: int, seconds: float) -> None:
        call = (arrival.request_id, arrival.method, arrival.route)
        caller = arrival.caller
        who = (caller.organisation.id, caller.client_id) if caller else ()
        watch.tell(self.house.metrics, watch.Answered(*call, status, seconds, *who))


def refuse_unclear_host(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Two, or none, mean one thing to a proxy and another to us: addresses are made of it."""
    if sum(name == b"host" for name, _ in headers) != 1:
        raise Invalid("Anropet ska ha precis en Host")


def heads(routes: Iterable[Route[Destination]]) -> list[Route[Destination]]:
    """HEAD is a GET without a body, but only where a GET changes nothing."""
    reading = (route for route in routes if route.method == "GET" and not route.endpoint.writes)
    return [replace(route, method="HEAD") for route in reading]


def judged(arrival: Arrival, error: Exception) -> Refused:
    """Why the call is refused; what nobody has foreseen is told to operators alone."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Violated) and error.unique:
        return Conflict(arrival.manner.taken)
    _log.error("fault", request_id=arrival.request_id, route=arrival.route, exc_info=error)
    return Fault(f"Ett internt fel har inträffat ({arrival.request_id})")


def furnish(response: Response, arrival: Arrival, always: Sequence[tuple[bytes, bytes]]) -> None:
    """With the headers that do not depend on what was asked."""
    response.raw_headers += always
    if arrival.room:
        response.raw_headers += arrival.room.headers
    if arrival.manner.watched:
        response.raw_headers.append((b"x-request-id", arrival.request_id.encode("latin-1")))
    given = {name for name, _ in response.raw_headers}
    response.raw_headers += [each for each in arrival.manner.raw_headers if each[0] not in given]
    if BODY_READ not in arrival.scope and is_long(arrival.scope["headers"]):
        response.headers["Connection"] = "close"  # nobody will read what is still coming
    if arrival.method == "HEAD":
        response.body = b""


def is_long(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """A body that does not come along with the headers anyway."""
    for name, value in headers:
        if name == b"transfer-encoding":
            return True
        if name == b"content-length" and not (value.isdigit() and int(value[:12]) <= LONG_BODY):
            return True
    return False
