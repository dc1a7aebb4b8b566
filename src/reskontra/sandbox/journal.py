"""The latest calls, kept in memory for whoever wants to see them."""

from collections import deque
from collections.abc import Mapping

from reskontra.sandbox.exchange import Exchange
from reskontra.sandbox.faults import path_fits
from reskontra.sandbox.refusing import Refusal

MOST_CALLS = 1_000
MOST_BYTES = 16 * 1024 * 1024
FILTERS = ("method", "path", "status", "since", "limit")


class Journal:
    def __init__(self) -> None:
        self._calls: deque[Exchange] = deque()
        self._latest = self._bytes = 0

    def add(self, call: Exchange) -> None:
        self._latest += 1
        call.id = self._latest
        self._calls.append(call)
        self._bytes += call.size
        while len(self._calls) > MOST_CALLS or self._bytes > MOST_BYTES:
            self._bytes -= self._calls.popleft().size

    def one(self, number: int) -> Exchange:
        found = next((each for each in self._calls if each.id == number), None)
        if found is None:
            raise Refusal(404, f"no call {number}", "only the latest are kept")
        return found

    def matching(self, company: str, wanted: Mapping[str, str]) -> list[Exchange]:
        """Newest first."""
        found = [each for each in reversed(self._calls) if company in ("*", each.company)]
        found = [each for each in found if fits(each, wanted)]
        return found[: int(wanted.get("limit") or MOST_CALLS)]

    def clear(self, company: str) -> None:
        self._calls = deque(each for each in self._calls if company not in ("*", each.company))
        self._bytes = sum(each.size for each in self._calls)


def fits(call: Exchange, wanted: Mapping[str, str]) -> bool:
    method, path, status = (wanted.get(name, "") for name in ("method", "path", "status"))
    since = wanted.get("since", "")
    if not (since or "0").isdigit():
        raise Refusal(400, f"since is the number of a call: {since}")
    return (
        method.upper() in ("", call.method)
        and (not path or path_fits(path if path.endswith("*") else f"{path}*", call.path))
        and (not status or status in (str(call.status), f"{call.status // 100}xx"))
        and call.id > int(since or 0)
    )
