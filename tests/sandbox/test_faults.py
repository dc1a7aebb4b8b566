"""Faults on demand: each kind as a client meets it, counted, and seen in the inspector."""

import socket
from typing import Any

import httpx
import pytest

from tests.sandbox.conftest import Kit
from tests.waiting import PATIENCE

ROW = {"Description": "x", "Price": 1000, "DeliveredQuantity": "1", "VAT": 25}
INVOICE = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [ROW]}}


def fault(kit: Kit, then: dict[str, Any], **rule: Any) -> int:
    return int(kit.ask("POST", "/faults", 201, then=then, **rule)["id"])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504])
def test_a_status_comes_in_the_contracts_form_and_nothing_has_happened(
    kit: Kit, status: int
) -> None:
    before = kit.count("/invoices")
    number = fault(kit, {"status": status}, when={"times": 1})
    answer = kit.api().post("/invoices", json=INVOICE)
    assert answer.status_code == status
    assert answer.headers["x-sandbox-fault"] == str(number)
    assert answer.json()["ErrorInformation"]["Code"] == 9_000_000 + status
    assert answer.headers.get("retry-after") == {429: "5", 503: "1"}.get(status)
    assert kit.count("/invoices") == before
    [seen] = kit.ask("GET", f"/requests?status={status}")["requests"]
    assert (seen["fault"], seen["method"]) == (number, "POST")


@pytest.mark.parametrize(
    ("when", "statuses"),
    [
        ({"times": 2}, "503 503 200 200 200 200"),
        ({"skip": 1, "times": 2}, "200 503 503 200 200 200"),
        ({"every": 3}, "200 200 503 200 200 503"),
        ({}, "503 503 503 503 503 503"),
        ({"probability": 0}, "200 200 200 200 200 200"),
        ({"probability": 1}, "503 503 503 503 503 503"),
        ({"probability": 0.5}, "200 503 200 503 503 200"),
    ],
)
def test_when_it_is_due(kit: Kit, when: dict[str, Any], statuses: str) -> None:
    fault(kit, {"status": 503}, when=when, match={"method": "GET", "path": "/3/customers*"})
    met = [str(kit.api().get("/customers/1").status_code) for _ in range(6)]
    assert " ".join(met) == statuses
    [rule] = kit.ask("GET", "/faults")["faults"]
    assert (rule["matched"], rule["hit"]) == (6, met.count("503"))


@pytest.mark.parametrize(
    ("match", "meets"),
    [
        ({}, True),
        ({"method": "GET"}, True),
        ({"method": "POST"}, False),
        ({"path": "/3/invoices/*"}, True),
        ({"path": "/api/v1/3/invoices/*"}, True),
        ({"path": "/3/invoices"}, False),
        ({"path": "/3/*/1"}, True),
        ({"path": "/3/*/2"}, False),
        ({"client_id": "sandbox"}, True),
        ({"client_id": "other"}, False),
        ({"header": {"X-Test": "a"}}, True),
        ({"header": {"X-Test": "b"}}, False),
    ],
)
def test_which_calls_it_meets(kit: Kit, match: dict[str, Any], meets: bool) -> None:
    fault(kit, {"status": 503}, match=match)
    answer = kit.api().get("/invoices/1", headers={"X-Test": "a"})
    assert (answer.status_code == 503) == meets


def test_the_first_rule_that_is_due_wins_and_one_can_be_removed(kit: Kit) -> None:
    first = fault(kit, {"status": 503}, when={"times": 1})
    fault(kit, {"status": 429, "retry_after": 9})
    assert kit.api().get("/me").status_code == 503
    second = kit.api().get("/me")
    assert (second.status_code, second.headers["retry-after"]) == (429, "9")
    kit.ask("DELETE", f"/faults/{first}")
    kit.ask("DELETE", "/faults")
    assert kit.api().get("/me").status_code == 200


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("refuse", httpx.TransportError),  # a body that is still under way hears of a reset
        ("drop", httpx.RemoteProtocolError),
        ("half", httpx.RemoteProtocolError),
        ("hang", httpx.RemoteProtocolError),
    ],
)
@pytest.mark.parametrize("effect", ["before", "after"])
def test_a_connection_is_cut(kit: Kit, how: str, error: type[Exception], effect: str) -> None:
    before = kit.count("/invoices")
    fault(kit, {"connection": how, "seconds": 0}, when={"times": 1}, effect=effect)
    with pytest.raises(error):
        kit.api().post("/invoices", json=INVOICE)
    assert kit.count("/invoices") == before + (effect == "after")
    [seen] = kit.ask("GET", "/requests?method=POST")["requests"]
    assert seen["fault"] == 1


@pytest.mark.parametrize("effect", ["before", "after"])
def test_a_connection_is_reset(kit: Kit, effect: str) -> None:
    """Told when the answer is read: a client that sends head and body apart may hear it sooner."""
    before = kit.count("/invoices")
    fault(kit, {"connection": "reset"}, when={"times": 1}, effect=effect)
    request = kit.api().build_request("POST", "/invoices", json=INVOICE)
    head = [f"POST {request.url.raw_path.decode()} HTTP/1.1"]
    head += [f"{name}: {value}" for name, value in request.headers.items()]
    host, port = request.url.host, request.url.port
    with socket.create_connection((host, port), timeout=PATIENCE) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode() + request.content)
        with pytest.raises(ConnectionResetError):
            line.recv(1)
    assert kit.count("/invoices") == before + (effect == "after")
    [seen] = kit.ask("GET", "/requests?method=POST")["requests"]
    assert seen["fault"] == 1


@pytest.mark.parametrize(
    ("then", "status", "kind", "begins"),
    [
        ({"as": "gateway"}, 502, "text/html", "<html>"),
        ({"as": "gateway", "status": 503}, 503, "text/html", "<html>"),
        ({"as": "garbage"}, 200, "application/json", '{"MetaInformation"'),
        ({"as": "empty"}, 200, "application/json", ""),
        ({"token": "expired"}, 401, "application/json", '{"message":"unauthorized"'),
        ({"token": "revoked"}, 401, "application/json", '{"message":"unauthorized"'),
        ({"token": "scope"}, 403, "application/json", '{"ErrorInformation"'),
    ],
)
def test_an_answer_is_not_what_it_should_be(
    kit: Kit, then: dict[str, Any], status: int, kind: str, begins: str
) -> None:
    fault(kit, then)
    answer = kit.api().get("/customers")
    assert (answer.status_code, answer.text.startswith(begins)) == (status, True)
    assert answer.headers["content-type"].startswith(kind)
    if then.get("as") == "garbage":
        with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
            answer.json()


def test_an_answer_that_is_lost_is_had_again_by_its_key(kit: Kit) -> None:
    """The case that makes duplicate invoices."""
    before, key = kit.count("/invoices"), {"Idempotency-Key": "once"}
    fault(kit, {"connection": "drop"}, effect="after", when={"times": 1})
    with pytest.raises(httpx.RemoteProtocolError):
        kit.api().post("/invoices", json=INVOICE, headers=key)
    again = kit.api().post("/invoices", json=INVOICE, headers=key)
    assert (again.status_code, again.headers["idempotent-replayed"]) == (201, "true")
    assert kit.count("/invoices") == before + 1


def test_a_letter_that_the_mail_server_refuses(kit: Kit) -> None:
    fault(kit, {"mail": "refused"}, when={"times": 1})
    assert kit.api().get("/invoices/2/email").status_code == 502
    assert kit.ask("GET", "/mail")["mail"] == []
    assert kit.api().get("/invoices/2/email").status_code == 200


def test_latency_alone_answers_as_ever(kit: Kit) -> None:
    fault(kit, {"latency_ms": [20, 40]})
    answer = kit.api().get("/customers/1")
    assert (answer.status_code, answer.json()["Customer"]["CustomerNumber"]) == (200, "1")
    [seen] = kit.ask("GET", "/requests")["requests"]
    assert seen["ms"] >= 20


def test_a_token_call_fails_in_its_own_form(kit: Kit) -> None:
    fault(kit, {"status": 503}, match={"path": "/oauth-v1/token"})
    answer = httpx.post(
        f"{kit.url}/api/v1/oauth-v1/token", data={"client_id": "sandbox"}, timeout=60
    )
    assert answer.json()["error"] == "temporarily_unavailable"


def test_a_fault_is_one_companys(kit: Kit) -> None:
    other = kit.company("calm", scenario="empty")
    fault(kit, {"status": 503})
    assert (kit.api().get("/me").status_code, other.get("/me").status_code) == (503, 200)
