"""Resource calls: admitted, done with the books open, and shown once they are closed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions import repeating
from reskontra.actions.desk import Clerk, Desk
from reskontra.actions.register import Register
from reskontra.actions.repeating import Name, Reply
from reskontra.codec import restored, stored
from reskontra.domain.errors import Invalid
from reskontra.web import repeats
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
    same_again: bool = False  # whoever repeats it may do it all once more
    register: Register | None = None  # of the record that is shown
    describes: Described | None = None

    async def answer(self, house: House, arrival: Arrival) -> Response:
        now = house.clock()
        arrival.caller = caller = await admit(house, arrival, self.scope, now)
        key = repeats.key_of(arrival.scope["headers"]) if self.writes else None
        body = await self.receives(arrival) if self.takes_body else None
        prefix = BASE if arrival.scope["path"].startswith(BASE) else ""
        base, path = house.address(arrival, prefix), arrival.path_params
        call = Call(caller, path, query(arrival), arrival.headers, base, body)
        if key is not None:
            name = repeats.name_of(key, caller.client_id, arrival)
            return await self._repeatable(house, call, caller.clerk(now), name)
        if self.first:
            await self.first(house, call, caller.clerk(now))
        outcome = await self._done(house, call, caller.clerk(now))
        return await self._shown(house, call, outcome)

    async def _shown(self, house: House, call: Call, outcome: Any) -> Response:
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

    # With an Idempotency-Key

    async def _repeatable(self, house: House, call: Call, clerk: Clerk, name: Name) -> Response:
        """As it was answered before; else it is done now, and its answer kept with it."""

        async def attempt() -> Any:
            before = await house.read(clerk, lambda desk: repeating.earlier(desk, name))
            if before is None and self.first:
                await self.first(house, call, clerk)
            return before or await house.write(clerk, lambda desk: self._once(desk, call, name))

        outcome = await repeats.with_patience(attempt)
        if isinstance(outcome, Reply):
            return await self._as_before(house, call, clerk, outcome)
        if isinstance(outcome, Response) or self.same_again:
            return outcome if self.show else await self._shown(house, call, outcome)
        return await self._kept_afterwards(house, call, clerk, name, outcome)

    def _once(self, desk: Desk, call: Call, name: Name) -> Any:
        """The key, the effect and the answer in one transaction: all of them, or none."""
        if before := repeating.claim(desk, name):
            return before
        outcome = self.work(desk, call)
        if self.same_again:
            repeating.keep(desk, name, 200, b"")
        if self.show is None:
            return outcome
        response = self.show(call, outcome)
        body, record = bytes(response.body), ""
        if self.register and len(body) > repeats.LARGEST_KEPT:
            body, record = b"", stored(self.register.key_of(outcome))
        repeating.keep(desk, name, response.status_code, body, record)
        return response

    async def _kept_afterwards(
        self, house: House, call: Call, clerk: Clerk, name: Name, outcome: Any
    ) -> Response:
        """Where what matters is done when the books are closed: a letter."""
        try:
            response = await self._shown(house, call, outcome)
        except Exception:
            await house.write(clerk, lambda desk: repeating.release(desk, name))
            raise
        status, body = response.status_code, bytes(response.body)
        await house.write(clerk, lambda desk: repeating.keep(desk, name, status, body))
        return response

    async def _as_before(self, house: House, call: Call, clerk: Clerk, before: Reply) -> Response:
        if self.same_again:
            again = await self._done(house, call, clerk)
            return repeats.as_it_is_now(await self._shown(house, call, again))
        if before.record and (register := self.register):
            key = restored(before.record)
            record = await house.read(
                clerk, lambda desk: register.shown(desk, register.find(desk, *key))
            )
            return repeats.as_it_is_now(await self._shown(house, call, record))
        return repeats.replayed(before)


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
