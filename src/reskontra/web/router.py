"""Finding the endpoint of an address: a tree of path segments, read from the route table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from urllib.parse import unquote_to_bytes

from reskontra.domain.errors import NotFound

NO_SUCH_ADDRESS = "Det finns ingen sådan adress"
BASE = "/api/v1"
E = TypeVar("E")


@dataclass(frozen=True)
class Route(Generic[E]):
    method: str
    path: str
    endpoint: E


@dataclass
class _Branch(Generic[E]):
    named: "dict[str, _Branch[E]]" = field(default_factory=dict)
    any: "_Branch[E] | None" = None
    parameter: str = ""
    methods: dict[str, Route[E]] = field(default_factory=dict)


class Router(Generic[E]):
    def __init__(self, routes: Iterable[Route[E]]) -> None:
        self._root: _Branch[E] = _Branch()
        for route in routes:
            self._add(route)

    def _add(self, route: Route[E]) -> None:
        branch = self._root
        for segment in route.path.strip("/").split("/"):
            if segment.startswith("{"):
                branch.any = branch.any or _Branch()
                branch.any.parameter = segment[1:-1]
                branch = branch.any
            else:
                branch = branch.named.setdefault(segment, _Branch())
        assert route.method not in branch.methods, f"two routes for {route}"
        branch.methods[route.method] = route

    def find(self, raw_path: bytes) -> tuple[Mapping[str, Route[E]], dict[str, str]]:
        """The routes at the address, by method, and the path's parameters; raises NotFound.

        The path is read as it was sent: a key may hold a slash, as %2F. Slashes at its end do not
        matter.
        """
        branch, parameters = self._root, {}
        for segment in _segments(raw_path.rstrip(b"/"))[1:]:
            following = branch.named.get(segment)
            if following is None and branch.any is not None and segment:
                following = branch.any
                parameters[following.parameter] = segment
            if following is None:
                raise NotFound(NO_SUCH_ADDRESS)
            branch = following
        if not branch.methods:
            raise NotFound(NO_SUCH_ADDRESS)
        return branch.methods, parameters


def _segments(path: bytes) -> list[str]:
    return _text(path).split("/") if b"%" not in path else [*map(_text, path.split(b"/"))]


def _text(raw: bytes) -> str:
    """What is no text, or text that no database can keep, names nothing."""
    try:
        text = unquote_to_bytes(raw).decode() if b"%" in raw else raw.decode("ascii", "replace")
    except UnicodeDecodeError:
        raise NotFound(NO_SUCH_ADDRESS) from None
    if "\0" in text:
        raise NotFound(NO_SUCH_ADDRESS)
    return text
