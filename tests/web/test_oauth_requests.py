"""What an integration may ask at the authorisation address, judged before anyone logs in."""

from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from tests.approving import BACK, Flow, answered_with, challenge_of, registered

CHALLENGE = challenge_of("v" * 43)
S256 = {"code_challenge": CHALLENGE, "code_challenge_method": "S256"}


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "invalid_request"),
        ({"scope": None}, "invalid_scope"),
        ({"scope": "invoice unheard-of"}, "invalid_scope"),
        ({"scope": "invoice bookkeeping"}, "invalid_scope"),
        ({"scope": "Invoice"}, "invalid_scope"),
        ({"account_type": "person"}, "invalid_request"),
        ({"code_challenge": CHALLENGE}, "invalid_request"),
        ({"code_challenge": CHALLENGE, "code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": CHALLENGE, "code_challenge_method": "s256"}, "invalid_request"),
        ({"code_challenge_method": "S256"}, "invalid_request"),
        (S256 | {"code_challenge": "short"}, "invalid_request"),
        (S256 | {"code_challenge": CHALLENGE + "="}, "invalid_request"),
        ({"state": None}, "invalid_request"),
    ],
    ids=str,
)
def test_o5_o8_a_faulty_request_is_sent_back_before_log_in(
    flow: Flow, asked: dict[str, Any], error: str
) -> None:
    told = answered_with(flow.auth(**asked))
    assert told["error"] == error
    assert told.get("state", "") == (asked.get("state", "a state") or "")


def test_scopes_may_be_joined_with_plus_signs(flow: Flow) -> None:
    query = f"client_id={flow.client.client_id}&response_type=code&scope=invoice+customer&state=1"
    page = flow.http.get(f"{flow.base}/oauth-v1/auth?{query}")
    assert page.status_code == 200


def test_pkce_may_stand_in_for_the_state(flow: Flow) -> None:
    assert flow.auth(state=None, **S256).status_code == 200


def test_an_integration_may_be_bound_to_pkce(flow: Flow) -> None:
    flow.client = registered(flow.service, require_pkce=True)
    assert answered_with(flow.auth())["error"] == "invalid_request"
    assert flow.auth(**S256).status_code == 200


def test_o13_a_parameter_sent_twice_is_refused(flow: Flow) -> None:
    query = "&".join(f"{name}={quote(value)}" for name, value in flow.asked().items())
    twice = flow.http.get(f"{flow.base}/oauth-v1/auth?{query}&scope=invoice")
    assert answered_with(twice)["error"] == "invalid_request"
    for name in ("client_id", "redirect_uri"):
        hidden = flow.http.get(f"{flow.base}/oauth-v1/auth?{query}&{name}={quote(BACK)}")
        assert hidden.status_code == 400
        assert "location" not in hidden.headers


@pytest.mark.parametrize(
    "state", ["å ä ö", "a+b&c=d#e", "%25%26", "<script>", "x" * 4096, "\n\r\t", "'\";--", "🌲"]
)
def test_o6_the_state_comes_back_unchanged(flow: Flow, state: str) -> None:
    assert answered_with(flow.decide(flow.log_in(flow.auth(state=state))))["state"] == state
    assert answered_with(flow.auth(state=state, scope="x"))["state"] == state


def test_o6_a_state_that_is_no_text_comes_back_byte_for_byte(flow: Flow) -> None:
    known = "&".join(f"{name}={quote(value)}" for name, value in flow.asked(state=None).items())
    page = flow.log_in(flow.http.get(f"{flow.base}/oauth-v1/auth?{known}&state=%ff%00%fe%25"))
    response = flow.decide(page)
    assert "state=%FF%00%FE%25&" in response.headers["location"]


# O1, where people are sent back to


def variants(address: str) -> list[str]:
    """Addresses that look like the registered one to someone careless."""
    parts = urlsplit(address)
    host, path = parts.netloc, parts.path
    hosts = [
        host.upper(), host.title(), f"www.{host}", f"{host}.", f"{host}.evil.example", f"ev{host}",
        f"{host}:443", f"{host}:8443", f"{host}:", f"user@{host}", f"user:pass@{host}", f"@{host}",
        f"{host}@evil.example", f"evil.example%40{host}", f"evil.example\\@{host}", "evil.example",
        f"{host}%2eevil.example", f"{host}%00.evil.example", f"{host}\t", f" {host}", "127.0.0.1",
        "localhost", f"{host},evil.example", f"{host};evil.example", f"{host}%20", "[::1]",
        f"x{host}", host.replace("i", "і"), host.replace(".", "。"), host.replace("k", "%6b"),
    ]  # fmt: skip
    paths = [
        "", "/", f"{path}/", f"{path}//", f"/{path}", f"{path}/..", f"{path}/../back", f"{path}/.",
        f"/.{path}", f"/x/..{path}", f"{path}/%2e%2e", f"{path}%2f", f"{path}/x", f"{path}x",
        path.upper(), path.title(), f"{path};x", f"{path};", f"{path}%20", f"{path} ", f"{path}%00",
        f"{path}%0a", f"{path}\\", f"{path}%5c", path[:-1], f"{path}%23", f"{path}%3f",
        path.replace("b", "%62"), f"{path}.html", f"{path}*", f"{path}/*", f"{path}$", "/*",
        f"{path}é", f"{path}+", f"{path}&", f"{path}=", f"{path}|", f"{path},", f"{path}'",
    ]  # fmt: skip
    ends = ["?", "#", "#x", "?x", "?x=1", "?code=1", "?next=https://evil.example", "#@evil.example"]
    schemes = [
        "http", "HTTPS", "Https", "javascript", "data", "ftp", "ws", "file", "x-app", "", "httpss",
    ]  # fmt: skip
    found = [f"https://{each}{path}" for each in hosts]
    found += [f"https://{host}{each}" for each in paths]
    found += [f"{address}{each}" for each in ends]
    found += [f"{each}://{host}{path}" for each in schemes]
    found += [f"https://{one}{two}" for one in hosts[:12] for two in paths[:12]]
    found += [f"//{host}{path}", path, f"https:{host}{path}", f"https:/{host}{path}", " ", "null"]
    found += [f" {address}", f"{address} {address}", f"{address},{address}", "https://"]
    found += [quote(address, safe=""), quote(quote(address, safe=""), safe=""), "*", "https://*"]
    return [each for each in dict.fromkeys(found) if each not in {address, ""}]


def test_o1_only_the_registered_redirect_address_will_do(flow: Flow) -> None:
    asked = variants(BACK)
    assert len(asked) >= 200
    for address in asked:
        response = flow.auth(redirect_uri=address)
        assert response.status_code == 400, address
        assert "location" not in response.headers
        assert "The redirect URI is missing or do not match" in response.text
        assert "<form" not in response.text


def test_o1_a_wrong_client_sees_our_own_page(flow: Flow) -> None:
    for client_id in ("nobody", None, "x\x00", "' OR 1=1 --"):
        response = flow.auth(client_id=client_id)
        assert response.status_code == 400
        assert "location" not in response.headers
        assert "Auth code or ClientID supplied is invalid" in response.text


def test_a_registered_address_may_be_left_out_when_there_is_but_one(flow: Flow) -> None:
    assert flow.auth(redirect_uri=None).status_code == 200
    flow.client = registered(flow.service, redirect_uris=(BACK, BACK + "2"))
    assert flow.auth(redirect_uri=None).status_code == 400
    assert flow.auth(redirect_uri=BACK + "2").status_code == 200


def test_a_registered_address_keeps_its_own_query(flow: Flow) -> None:
    address = f"{BACK}?shop=7"
    flow.client = registered(flow.service, redirect_uris=(address,))
    location = flow.auth(redirect_uri=address, scope="x").headers["location"]
    assert location.startswith(f"{address}&error=invalid_scope&")


def test_scopes_that_open_nothing_here_are_granted_and_said_to_open_nothing(flow: Flow) -> None:
    flow.client = registered(flow.service, scope="invoice order")
    page = flow.log_in(flow.auth(scope="invoice order"))
    assert "<strong>order</strong>, som inte finns i tjänsten" in page.text
    code = answered_with(flow.decide(page))["code"]
    assert flow.redeemed(code).json()["scope"] == "invoice order"
