"""Resource calls: admitted, done with the books open, and shown once they are closed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions.desk import Clerk, Desk
from reskontra.domain.errors import Invalid
from reskontra.web.call import Call, beside_the_loop, received
from reskontra.web.described import Described
from reskontra.web.forms import MOST_PARAMETERS
from reskontra.web.gate import admit
from reskontra.web.house import House
from reskontra.web.pipeline import Arrival
from reskontra.web.router import BASE

LONGEST_QUERY = 60 * 1024
MANY_ROWS = 100  # a list has no more unless it is asked to


@dataclass(frozen=True)
class Endpoint:
    """What is done with the books, and how its outcome is shown once they are closed."""

    scope: str
    work: Callable[[Desk, Call], Any]
    show: Callable[[Call, Any], Response] | None = None
    writes: bool = False
    tries: bool = False  # what it writes is shown, and does not stay
    takes_body: bool = False
    receives: Callable[[Arrival], Awaitable[Any]] = received  # the body, if it takes one
    first: Callable[[House, Call, Clerk], Awaitable[None]] | None = None  # may refuse it
    then: Callable[[House, Call, Any], Awaitable[Response]] | None = None  # instead of `show`
    describes: Described | None = None

    async def answer(self, house: House, arrival: Arrival) -> Response:
        now = house.clock()
        arrival.caller = caller = await admit(house, arrival.headers, self.scope, now)
        body = await self.receives(arrival) if self.takes_body else None
        prefix = BASE if arrival.scope["path"].startswith(BASE) else ""
        base, path = house.address(arrival, prefix), arrival.path_params
        call = Call(caller, path, query(arrival), arrival.headers, base, body)
        if self.first:
            await self.first(house, call, caller.clerk(now))
        outcome = await self._done(house, call, caller.clerk(now))
        if self.then:
            return await self.then(house, call, outcome)
        assert self.show
        if is_large(outcome):
            return await beside_the_loop(self.show, call, outcome)
        return self.show(call, outcome)

    async def _done(self, house: House, call: Call, clerk: Clerk) -> Any:
        """One call, one transaction, ended before the answer leaves."""

        def work(desk: Desk) -> Any:
            return self.work(desk, call)

        way = house.tried if self.tries else house.write if self.writes else house.read
        return await way(clerk, work)


def is_large(outcome: Any) -> bool:
    """A record with many rows, or a list of many records: it takes milliseconds to show."""
    rows = outcome[0] if type(outcome) is tuple else getattr(outcome, "rows", ())
    return isinstance(rows, list | tuple) and len(rows) > MANY_ROWS


def query(request: Request) -> dict[str, str]:
    """The parameters by lower-case name; a hostile one is refused, not stored or searched for."""
    encoded: bytes = request.scope.get("query_string", b"")
    if not encoded:
        return {}
    if len(encoded) > LONGEST_QUERY or encoded.count(b"&") >= MOST_PARAMETERS:
        raise Invalid("För många eller för långa parametrar")
    parameters = {name.lower(): value for name, value in request.query_params.items()}
    if any("\x00" in value or "\ufffd" in value for value in parameters.values()):
        raise Invalid("Ogiltig parameter i anropet")
    return parameters
