"""The header Idempotency-Key: what a call is known by, and its answer when it comes again."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

from reskontra.actions.repeating import Name, Reply
from reskontra.domain.errors import Invalid, UnderWay
from reskontra.web.pipeline import BODY_READ

T = TypeVar("T")

HEADER = b"idempotency-key"
REPLAYED = "Idempotent-Replayed"
LARGEST_KEPT = 64 * 1024  # bytes of an answer
SECONDS_TO_WAIT = 5  # for another call with the same key
PAUSE = 0.05

# Quoted, as a structured field has it, or bare, as most clients send it.
_QUOTED = re.compile(r'"((?:[!#-\[\]-~]|\\["\\]){1,255})"')
_BARE = re.compile(r'(?!")[!-~]{1,255}')
_ESCAPED = re.compile(r'\\(["\\])')


def key_of(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """As the client means it; None where it has none, which must cost next to nothing."""
    sent = [value for name, value in headers if name == HEADER]
    if not sent:
        return None
    word = sent[0].decode("latin-1").strip()
    if len(sent) == 1 and (quoted := _QUOTED.fullmatch(word)):
        return _ESCAPED.sub(r"\1", quoted[1])
    if len(sent) == 1 and _BARE.fullmatch(word):
        return word
    raise Invalid("Idempotency-Key ska vara ett till 255 synliga ASCII-tecken")


def name_of(key: str, client_id: str, request: Request) -> Name:
    """The method, the address as it was written and the body, if it is read, are the call."""
    scope = request.scope
    raw = scope.get("raw_path") or scope["path"].encode()
    parts = (scope["method"].encode(), raw.partition(b"?")[0], scope.get("query_string", b""))
    body: bytes = scope.get(BODY_READ, b"")
    return Name(client_id, key, sha256(b"\n".join((*parts, body))).hexdigest())


async def with_patience(attempt: Callable[[], Awaitable[T]]) -> T:
    """Again while another call with the same key is under way; in the end raises UnderWay."""
    until = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            return await attempt()
        except UnderWay:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(PAUSE)


def replayed(answer: Reply) -> Response:
    """To the byte as it was."""
    media_type = "application/json" if answer.body else None
    return Response(answer.body, answer.status, {REPLAYED: "true"}, media_type)


def as_it_is_now(response: Response) -> Response:
    """Where the first answer was not kept."""
    response.headers[REPLAYED] = "current"
    return response
