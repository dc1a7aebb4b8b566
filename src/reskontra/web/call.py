"""One call: what the client asked, and how an answer is put together."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from reskontra.codec import Json, Made, as_shown, encoded
from reskontra.contract.listing import Listing
from reskontra.contract.parsing import MOST_TOKENS, Flood, parsed, tokens_in
from reskontra.contract.resource import View, opened, sealed, sealed_list
from reskontra.domain.errors import Invalid, Refused, TooLarge, TooSlow
from reskontra.domain.search import Search
from reskontra.people.integrations import Profile
from reskontra.web.gate import Caller
from reskontra.web.pipeline import BODY_READ
from reskontra.web.turns import Turns

T = TypeVar("T")

JSON = "application/json"
LARGEST_BODY = 1024 * 1024
SECONDS_TO_SEND = 5
# What takes a millisecond or more to decode or to show is done beside the event loop, and one at a
# time: each thread more would take its turn with the interpreter before the loop has one.
LARGE_BODY = 64 * 1024
MANY_TOKENS = 1_000
_PARTS = Turns(
    pause=0.003
)  # seconds: a body of a megabyte takes 50 ms more, six that flood a third of the loop
_BESIDE = ThreadPoolExecutor(max_workers=1, thread_name_prefix="beside the loop")


@dataclass
class Call:
    """An admitted call. Its body has been parsed; what was wrong with it is told when asked for."""

    caller: Caller
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    base: str
    body: Any = None
    counted_for: tuple[str, ...] = ()  # whom its letter has been counted for
    _search: Search | None = None

    @cached_property
    def view(self) -> View:
        return View(self.base, self.caller.answers is Profile.MIRRORED)

    def opened(self, name: str) -> Json:
        """What is inside the envelope."""
        if isinstance(self.body, Refused):
            raise self.body
        return opened(self.body, name)

    def search(self, listing: Listing, in_path: Mapping[str, str]) -> Search:
        """What is asked of a list, read once: a call goes to one endpoint, hence one list."""
        if self._search is None:
            self._search = listing.search({**self.query, **in_path})
        return self._search


async def received(request: Request) -> Any:
    """The parsed body, or the refusal to be told once the path has been found good."""
    try:
        body = await whole(request, LARGEST_BODY)
    except Flood as refused:
        return refused
    if len(body) <= LARGE_BODY and tokens_in(body) <= MANY_TOKENS:
        return parsed_or_refused(body)
    return await beside_the_loop(parsed_or_refused, body)


async def beside_the_loop(work: Callable[..., T], *given: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(_BESIDE, work, *given)


def parsed_or_refused(body: bytes) -> Any:
    try:
        return parsed(body)
    except Refused as refused:
        return refused


async def whole(
    request: Request,
    largest: int,
    seconds: float = SECONDS_TO_SEND,
    most_tokens: float = MOST_TOKENS,
) -> bytes:
    """The body, within a size and a time; a flood of tokens is not read to its end."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > largest:
        raise TooLarge
    parts, size, tokens = [], 0, 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise TooLarge
                if size > LARGE_BODY:
                    await _PARTS.mine()
                tokens += tokens_in(part)
                if tokens > most_tokens:
                    raise Flood
                parts.append(part)
    except TimeoutError:
        raise TooSlow from None
    except ClientDisconnect:
        raise Invalid("Anropet avbröts") from None
    body: bytes = b"".join(parts)
    request.scope[BODY_READ] = body
    return body


def json_response(
    content: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(encoded(content), status, headers, JSON)


def one(name: str, shown: Json | Made, status: int = 200) -> Response:
    return Response(as_shown(sealed(name, shown)), status, media_type=JSON)


def many(name: str, rows: list[Any] | Made, total: int, search: Search) -> Response:
    body = sealed_list(name, rows, total, search.limit, search.offset)
    return Response(as_shown(body), media_type=JSON)
