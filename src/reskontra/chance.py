"""What nobody can guess: the one place that draws it, so that a sandbox can have it foreseen."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# What it is for and how many bytes; an answer in the bytes' place is a text.
Source = Callable[[str, int], bytes | str]
_source: ContextVar[Source | None] = ContextVar("source", default=None)


def drawn(what: str, count: int) -> bytes | str:
    source = _source.get()
    return source(what, count) if source else secrets.token_bytes(count)


def url_text(what: str, count: int = 32) -> str:
    """Letters that an address may hold."""
    given = drawn(what, count)
    return given if isinstance(given, str) else urlsafe_b64encode(given).rstrip(b"=").decode()


def hex_text(what: str, count: int) -> str:
    given = drawn(what, count)
    return given if isinstance(given, str) else given.hex()


@contextmanager
def foreseen(source: Source) -> Iterator[None]:
    """Whatever is drawn within comes from there."""
    before = _source.set(source)
    try:
        yield
    finally:
        _source.reset(before)
