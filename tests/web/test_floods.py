"""Floods of JSON: bodies of tiny pieces are refused while they come in, and large ones cost the
event loop nothing."""

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from tests.service import Company, answered, refused
from tests.waiting import PATIENCE
from tests.web.invoicing import customer

from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.contract.customer_invoices import ROW_FIELDS
from reskontra.contract.parsing import MOST_TOKENS, Flood, parsed, tokens_in
from reskontra.contract.resource import MOST_ROWS
from reskontra.web.call import LARGE_BODY, LARGEST_BODY, MANY_TOKENS, Call, received
from reskontra.web.endpoints import reads
from reskontra.web.forms import MOST_PARAMETERS
from reskontra.web.pipeline import Arrival
from reskontra.web.resources import LONGEST_QUERY, MANY_ROWS

MESSAGE = f"JSON får ha högst {MOST_TOKENS} kommatecken, kolon och vänsterklamrar"
# As many as fit in the largest body.
FLOODS = {
    "numbers": b"[" + b"0," * (LARGEST_BODY // 2 - 2) + b"0]",
    "objects": b"[" + b"{}," * (LARGEST_BODY // 3 - 2) + b"{}]",
    "lists": b"[" + b"[]," * (LARGEST_BODY // 3 - 2) + b"[]]",
    "texts": b"[" + b'"",' * (LARGEST_BODY // 3 - 2) + b'""]',
    "fractions": b"[" + b".1," * (LARGEST_BODY // 3 - 2) + b"0]",
    "members": b'{"Customer":{' + b'"":0,' * (LARGEST_BODY // 5 - 10) + b'"":0}}',
    "within a text": b'{"Customer":{"Name":"' + b"," * (LARGEST_BODY - 30) + b'"}}',
    "nothing but colons": b":" * LARGEST_BODY,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_refused_and_the_next_call_is_answered(company: Company, flood: str) -> None:
    body = FLOODS[flood]
    assert len(body) <= LARGEST_BODY
    assert refused(company.api.post("/customers", content=body), 400) == MESSAGE
    assert company.api.get("/customers").json()["Customers"] == []


def parameters(count: int) -> str:
    return "&".join(f"limi{number}=1" for number in range(count))


@pytest.mark.parametrize("path", ["/customers", "/customers/1", "/me"])
def test_parameters_are_bounded_in_number_and_length(company: Company, path: str) -> None:
    """Before they are taken apart, which is done on the event loop."""
    many = f"{path}?{parameters(MOST_PARAMETERS + 1)}"
    long = f"{path}?name={'a' * LONGEST_QUERY}"
    for address in (many, long):
        assert refused(company.api.get(address), 400) == "För många eller för långa parametrar"
    for query in (parameters(MOST_PARAMETERS), f"x={'a' * (LONGEST_QUERY - 2)}"):
        answer = company.api.get(f"{path}?{query}")
        assert "för långa parametrar" not in answer.text


def test_a_flood_is_not_read_to_its_end(company: Company) -> None:
    """So that whoever sends it must connect anew for each, and most of it is never looked at."""
    host, port = company.service.url.removeprefix("http://").split(":")
    body = FLOODS["numbers"]
    enough = 2 * MOST_TOKENS + 10
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as wire:
        head = (
            f"POST /3/customers HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n"
            f"Authorization: {company.api.headers['Authorization']}\r\n\r\n"
        )
        wire.sendall(head.encode() + body[:enough])  # and no more
        answer = b""
        while piece := wire.recv(65_536):
            answer += piece
    assert b" 400 " in answer.splitlines()[0]
    assert b"connection: close" in answer.lower()


def test_what_the_path_lacks_is_told_before_what_the_body_lacks(company: Company) -> None:
    refused(company.api.put("/customers/404", content=FLOODS["numbers"]), 404)


@pytest.mark.parametrize(
    "body",
    [b"[" + b"0," * (MOST_TOKENS - 1) + b"0]", b"[" + b'"",' * (MOST_TOKENS - 1) + b'""]'],
    ids=["numbers", "texts"],
)
def test_the_bound_is_exact(body: bytes) -> None:
    assert tokens_in(body) == MOST_TOKENS
    assert len(parsed(body)) == MOST_TOKENS
    with pytest.raises(Flood, match=MESSAGE):
        parsed(body.replace(b"]", b",0]"))


def test_an_invoice_with_the_most_rows_and_every_field_is_far_from_it(company: Company) -> None:
    """What is read can be written back, however much of it there is."""
    row = {"Description": "Timmar, del: [1]", "DeliveredQuantity": "2", "Price": 100, "VAT": 25}
    row |= {"Unit": "h", "AccountNumber": 3001, "CostCenter": "", "Project": "", "HouseWork": False}
    rows = [row] * MOST_ROWS
    sent = {"Invoice": {"CustomerNumber": customer(company), "InvoiceRows": rows}}
    made = company.post("/invoices", sent)["Invoice"]
    assert len(made["InvoiceRows"]) == MOST_ROWS
    back = json.dumps({"Invoice": made}, separators=(",", ":")).encode()
    assert MANY_TOKENS < tokens_in(back) < MOST_TOKENS
    assert len(ROW_FIELDS) * 2 * MOST_ROWS < MOST_TOKENS
    address = f"/invoices/{made['DocumentNumber']}"
    again = answered(company.api.put(address, content=back), 200)["Invoice"]
    assert len(again["InvoiceRows"]) == MOST_ROWS


# Beside the event loop


def asked(body: bytes) -> Request:
    parts = [body[place : place + 65_536] for place in range(0, len(body), 65_536)]

    async def receive() -> Any:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    return Request({"type": "http", "headers": []}, receive)


def run_by_the_loop(body: bytes) -> set[str]:
    """The functions that ran in the event loop's own thread while a body was received."""
    names = set[str]()

    async def receiving() -> None:
        sys.setprofile(lambda frame, event, _: names.add(frame.f_code.co_qualname))
        try:
            await received(asked(body))
        finally:
            sys.setprofile(None)

    asyncio.run(receiving())
    return names


BODIES = {
    "a small one": (b'{"Customer":{"Name":"A"}}', True),
    "of many tokens": (b"[" + b"0," * MANY_TOKENS + b"0]", False),
    "of many bytes": (b'["' + b"x" * LARGE_BODY + b'"]', False),
    "that is broken": (b'["' + b"x" * LARGE_BODY, False),
    "of too many tokens": (FLOODS["numbers"], None),
}


@pytest.mark.parametrize("which", BODIES)
def test_a_large_body_is_decoded_beside_the_event_loop(which: str) -> None:
    body, by_the_loop = BODIES[which]
    names = run_by_the_loop(body)
    assert "tokens_in" in names
    assert ("parsed" in names) is bool(by_the_loop)


def test_a_large_body_takes_a_turn_for_each_part_beyond_a_small_one() -> None:
    assert "Turns.mine" in run_by_the_loop(BODIES["of many bytes"][0])
    assert "Turns.mine" not in run_by_the_loop(BODIES["of many tokens"][0])


@pytest.mark.parametrize(("count", "by_the_loop"), [(MANY_ROWS, True), (MANY_ROWS + 1, False)])
def test_a_large_record_is_shown_beside_the_event_loop(
    company: Company, count: int, by_the_loop: bool
) -> None:
    rows = [{"Description": "Te", "Price": 1, "DeliveredQuantity": "1"}] * count
    sent = {"CustomerNumber": customer(company), "InvoiceRows": rows}
    number = company.post("/invoices", {"Invoice": sent})["Invoice"]["DocumentNumber"]
    # One that keeps no answer: what is kept is not made.
    endpoint, threads = reads(replace(CUSTOMER_INVOICES, answers=None)), []

    def show(call: Call, outcome: Any) -> Response:
        threads.append(threading.current_thread())
        assert endpoint.show
        return endpoint.show(call, outcome)

    path = {"path": "/3/invoices/x", "path_params": {"key": str(number)}}
    scope = asked(b"").scope | path | {"scheme": "http"}
    token = company.api.headers["Authorization"].encode()
    scope["headers"] = [(b"host", b"localhost"), (b"authorization", token)]
    answer = replace(endpoint, show=show).answer(company.service.house, Arrival(scope, never))
    shown = json.loads(bytes(asyncio.run(answer).body))
    assert len(shown["Invoice"]["InvoiceRows"]) == count
    assert (threads == [threading.main_thread()]) is by_the_loop


async def never() -> Any:
    raise AssertionError("there is no body to read")


def test_calls_are_answered_while_large_bodies_are_decoded(company: Company) -> None:
    """One at a time: the thread that decodes is one, whoever sends."""
    body = b'{"Customer":{"Name":"A","X":[' + b"0.1," * (MOST_TOKENS - 10) + b"0]}}"

    async def together() -> Iterator[int]:
        headers = dict(company.api.headers)
        base = f"{company.service.url}/3"
        async with httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE) as api:
            floods = [api.post("/customers", content=body) for _ in range(6)]
            calls = [api.get("/customers") for _ in range(12)]
            return (answer.status_code for answer in await asyncio.gather(*floods, *calls))

    # Refused in the end, because unknown fields may hold 64 KiB.
    assert [*asyncio.run(together())] == [400] * 6 + [200] * 12
