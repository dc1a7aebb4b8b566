"""Operators see each call, and never a secret."""

import asyncio
import io
import json
import logging
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

import pytest
import structlog
from tests.service import Company
from tests.storage.ledger import Gate
from tests.waiting import PATIENCE

from reskontra.domain.customer_invoice import Status
from reskontra.web.logs import set_up_logs
from reskontra.web.watch import Answered, Metrics, request_id, tell

CALL = Answered("r-1", "PUT", "/3/invoices/{key}/bookkeep", 200, 0.01234, 7, "client-a")


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield io.StringIO()
    root.handlers[:], root.level = before[0], before[1]
    logging.getLogger("uvicorn.access").disabled = False
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.mark.parametrize(
    "sane", [b"a", b"0f9e-4c", b"A.b_c-9", b"x" * 64], ids=lambda value: value.decode()[:10]
)
def test_a_sane_request_id_is_kept(sane):
    assert request_id([(b"host", b"x"), (b"x-request-id", sane)]) == sane.decode()


@pytest.mark.parametrize(
    "headers",
    [
        [],
        *([(b"x-request-id", bad)] for bad in (b"", b"x" * 65, b"a b", b"a\r\nb", b"a\n", b"\xe5")),
    ],
)
def test_any_other_is_replaced_by_a_new_one(headers):
    one, other = request_id(headers), request_id(headers)
    assert one != other
    assert request_id([(b"x-request-id", one.encode())]) == one


def test_a_call_is_one_json_line(out):
    set_up_logs("json", "info", out)
    tell(Metrics(), CALL)
    line = json.loads(out.getvalue())
    assert line.pop("time").endswith("Z")
    assert line == {
        "event": "call",
        "level": "info",
        "request_id": "r-1",
        "method": "PUT",
        "route": "/3/invoices/{key}/bookkeep",
        "status": 200,
        "ms": 12.3,
        "organisation": 7,
        "client": "client-a",
    }


def test_a_call_is_one_text_line(out):
    set_up_logs("text", "info", out)
    tell(Metrics(), CALL)
    assert out.getvalue().split(" ", 1)[1] == (
        "info call request_id=r-1 method=PUT route=/3/invoices/{key}/bookkeep"
        " status=200 ms=12.3 organisation=7 client=client-a\n"
    )


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_line_cannot_be_forged(out, form):
    set_up_logs(form, "info", out)
    structlog.get_logger().info("a\nb", name="x\r\n2026 info call", other="\u2028")
    logging.getLogger("library").warning("c\nd %s", "e\nf")
    assert len(out.getvalue().splitlines()) == 2


@pytest.mark.parametrize(
    "odd", ["plain", "å", "\x7f", "\x85", "\u2028", "\x1b[31m", "\ud800", '"}']
)
def test_a_json_line_holds_any_text_and_shows_only_plain_characters(out, odd):
    set_up_logs("json", "info", out)
    structlog.get_logger().info("seen", name=odd, about={"list": [odd]}, thing=ValueError)
    [line] = out.getvalue().split("\n")[:-1]
    assert line.isascii()
    assert line.isprintable()
    told = json.loads(line)
    assert (told["name"], told["about"]) == (odd, {"list": [odd]})
    assert told["thing"] == "<class 'ValueError'>"


@dataclass
class Guarded:
    name: str
    key: str = field(repr=False)


# fmt: off
IN_JSON = [
    (Guarded("a", "hunter2"),    "Guarded(name='a')"),
    (Decimal("1.10"),            "Decimal('1.10')"),
    (b"ab",                      "b'ab'"),
    (Status.SENT,                "sent"),
    ({Decimal("1")},             "{Decimal('1')}"),
    (2**70,                      2**70),
    (None,                       None),
    (True,                       True),
]
# fmt: on


@pytest.mark.parametrize(("value", "shown"), IN_JSON, ids=repr)
@pytest.mark.parametrize("beside", ["plain", "å"])
def test_a_value_looks_the_same_whatever_stands_beside_it(out, value, shown, beside):
    set_up_logs("json", "info", out)
    structlog.get_logger().info("seen", about=value, beside=beside)
    assert json.loads(out.getvalue())["about"] == shown


@pytest.mark.parametrize("form", ["json", "text"])
def test_secrets_are_dropped_at_every_level(out, form):
    set_up_logs(form, "info", out)
    structlog.get_logger().info(
        "seen",
        kept="visible",
        access_token="hunter2",
        Authorization="hunter2",
        headers={"Cookie": "hunter2", "Set-Cookie": "hunter2", "accept": "also visible"},
        client_secret="hunter2",
        password="hunter2",
        code="hunter2",
        body="hunter2",
        secret_key="hunter2",
        database_url="hunter2",
    )
    assert "hunter2" not in out.getvalue()
    assert "visible" in out.getvalue()
    assert "also visible" in out.getvalue()


def test_lines_within_a_call_bear_its_request_id(out):
    set_up_logs("json", "info", out)
    with structlog.contextvars.bound_contextvars(request_id="r-2"):
        structlog.get_logger().warning("ours")
        logging.getLogger("library").warning("theirs")
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["event"], line["request_id"]) for line in lines] == [
        ("ours", "r-2"),
        ("theirs", "r-2"),
    ]


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_fault_is_logged_in_full(out, form):
    set_up_logs(form, "error", out)
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError:
        structlog.get_logger().exception("fault")
    assert "ZeroDivisionError: by nothing" in out.getvalue()
    assert "test_watch.py" in out.getvalue()


def test_lines_below_the_level_are_not_written(out):
    set_up_logs("text", "error", out)
    tell(Metrics(), CALL)
    logging.getLogger("library").warning("theirs")
    assert out.getvalue() == ""
    tell(Metrics(), Answered("r-3", "GET", None, 503, 0.1))
    assert " error call request_id=r-3 method=GET route=unknown status=503" in out.getvalue()


def test_the_servers_own_access_log_is_silent(out):
    set_up_logs("text", "debug", out)
    logging.getLogger("uvicorn.access").info("GET /oauth-v1/auth?code=hunter2")
    assert out.getvalue() == ""


def test_figures_count_calls_by_route_and_status(out):
    set_up_logs("text", "error", out)
    metrics = Metrics()
    tell(metrics, CALL)
    tell(metrics, CALL)
    tell(metrics, Answered("r", "BREW", None, 404, 0.1))
    told = metrics.registry.get_sample_value
    put = {"method": "PUT", "route": "/3/invoices/{key}/bookkeep"}
    assert told("reskontra_calls_total", {**put, "status": "200"}) == 2
    assert told("reskontra_call_seconds_count", put) == 2
    assert told("reskontra_call_seconds_sum", put) == pytest.approx(0.02468)
    unknown = {"method": "other", "route": "unknown", "status": "404"}
    assert told("reskontra_calls_total", unknown) == 1


def test_figures_are_served_on_a_port_of_their_own(free_port):
    metrics = Metrics()
    metrics.refused_by_limit.labels("exceeded").inc()
    metrics.units_in_flight.labels("write").inc()
    stop = metrics.serve(free_port)
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{free_port}/metrics", timeout=PATIENCE
        ) as answer:
            page = answer.read().decode()
    finally:
        stop()
    assert 'reskontra_calls_refused_by_limit_total{why="exceeded"} 1.0' in page
    assert 'reskontra_units_in_flight{kind="write"} 1.0' in page
    assert "process_resident_memory_bytes" in page


def test_a_unit_under_way_is_in_the_figures(company: Company) -> None:
    house, gate = company.service.house, Gate()

    def in_flight() -> float | None:
        return house.metrics.registry.get_sample_value(
            "reskontra_units_in_flight", {"kind": "write"}
        )

    assert in_flight() == 0
    writing = threading.Thread(target=lambda: asyncio.run(house.database.write(gate)))
    writing.start()
    assert gate.entered.wait(PATIENCE)
    assert in_flight() == 1
    gate.opened.set()
    writing.join()
    assert in_flight() == 0
