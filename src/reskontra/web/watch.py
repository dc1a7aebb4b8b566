"""What operators are told of each call: a log line and a few figures."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from reskontra import chance
from reskontra.actions.mending import mended_by
from reskontra.domain.happening import Happening

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
DURATIONS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_SANE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_log = structlog.get_logger()


def request_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The client's own X-Request-Id where it is sane, else a new one."""
    for name, value in headers:
        if name.lower() == b"x-request-id" and _SANE_ID.fullmatch(value):
            return value.decode("ascii")
    return chance.hex_text("request id", 8)


class Answered(NamedTuple):
    """A call and its answer, as far as operators may know them.

    The route is the template (`/3/invoices/{key}`), never the address: figures by address would
    grow without end, and addresses can hold secrets.
    """

    request_id: str
    method: str
    route: str | None
    status: int
    seconds: float
    organisation: int | None = None
    client: str | None = None


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        own: dict[str, Any] = {"registry": self.registry}
        labels = ("method", "route")
        calls = Counter("reskontra_calls", "Calls answered", (*labels, "status"), **own)
        durations = Histogram(
            "reskontra_call_seconds", "Time to answer a call", labels, buckets=DURATIONS, **own
        )
        # Looking up the figure of a route costs more than counting in it.
        self.calls = lru_cache(maxsize=1024)(calls.labels)
        self.durations = lru_cache(maxsize=1024)(durations.labels)
        self.refused_by_limit = Counter(
            "reskontra_calls_refused_by_limit",
            "Calls refused by a rate limit: it was exceeded, or it could not be checked",
            ("why",),
            **own,
        )
        self.units_in_flight = Gauge(
            "reskontra_units_in_flight", "Units of work waiting or under way", ("kind",), **own
        )

    def serve(self, port: int, host: str = "127.0.0.1") -> Callable[[], None]:
        """Answer at /metrics from a thread of its own until the returned function is called."""
        server, thread = start_http_server(port, host, self.registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


def tell(metrics: Metrics, call: Answered) -> None:
    """One line and one count per call, when its answer is known."""
    method = call.method if call.method in METHODS else "other"
    route = call.route or "unknown"
    metrics.calls(method, route, str(call.status)).inc()
    metrics.durations(method, route).observe(call.seconds)
    say = _log.error if call.status >= 500 else _log.info
    say(
        "call",
        request_id=call.request_id,
        method=method,
        route=route,
        status=call.status,
        ms=round(call.seconds * 1000, 1),
        organisation=call.organisation,
        client=call.client,
    )


def tell_gaps(organisation: int, issue: Happening) -> None:
    """One line for an invoice that was issued without all that the law asks for."""
    gaps = issue.facts.get("gaps", ())
    missing = "; ".join(f"{gap.hint}: {mended_by(gap)}" for gap in gaps)
    if missing:
        invoice = issue.entity
        _log.warning(
            "incomplete invoice", organisation=organisation, invoice=invoice, missing=missing
        )


LISTENERS = {"invoice-bookkeep": tell_gaps}  # by the word of what has happened


def tell_happening(organisation: int, happening: Happening) -> None:
    """What operators should know of it, if anything."""
    if listener := LISTENERS.get(happening.word):
        listener(organisation, happening)
