"""The inspector: every call is seen, secrets of elsewhere are not; letters, tokens, consent."""

import base64
import json
import shutil
import subprocess
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from reskontra.sandbox.credentials import Credentials
from tests.sandbox.conftest import Kit


def test_calls_are_listed_newest_first_and_filtered(kit: Kit) -> None:
    kit.api().get("/customers/1")
    kit.api().get("/customers/999")
    kit.api().post("/customers", json={"Customer": {"Name": "A"}})
    seen = kit.ask("GET", "/requests")["requests"]
    assert [each["status"] for each in seen] == [201, 404, 200]
    why = kit.ask("GET", f"/requests/{seen[1]['id']}")["refused"]
    assert why == "Kan inte hitta kunden"
    for query, count in (
        ("method=POST", 1),
        ("status=4xx", 1),
        ("status=200", 1),
        ("path=/3/customers/", 2),
        ("path=/3/*/1", 1),
        (f"since={seen[1]['id']}", 1),
        ("limit=2", 2),
        ("company=*", 3),
    ):
        assert kit.ask("GET", f"/requests?count=1&{query}") == {"count": count}, query


def test_a_call_is_shown_whole_and_can_be_pasted(kit: Kit) -> None:
    sent = {"Customer": {"Name": "O'Brien & Å"}}
    kit.api().post("/customers", json=sent)
    number = kit.ask("GET", "/requests")["requests"][0]["id"]
    shown = kit.ask("GET", f"/requests/{number}")
    assert json.loads(shown["request"]["body"]) == sent
    assert json.loads(shown["response"]["body"])["Customer"]["Name"] == "O'Brien & Å"
    assert ["x-request-id", "main-1"] in shown["response"]["headers"]
    assert (shown["refused"], "invoice" in shown["scopes"]) == ("", True)
    line = kit.control.get(f"/requests/{number}/curl").text
    if shutil.which("curl"):
        before = kit.count("/customers")
        subprocess.run(["/bin/sh", "-c", line], check=True, capture_output=True)
        assert kit.count("/customers") == before + 1


LIVE = "live-secret-of-another-service"
BASIC = base64.b64encode(f"client:{LIVE}".encode()).decode()


@pytest.mark.parametrize(
    ("headers", "form"),
    [
        ({"Authorization": f"Bearer {LIVE}"}, {}),
        ({"Access-Token": LIVE}, {}),
        ({"Authorization": f"Basic {BASIC}"}, {"grant_type": "refresh_token"}),
        ({"Cookie": f"session={LIVE}"}, {}),
        ({}, {"client_id": "x", "client_secret": LIVE}),
        ({}, {"client_id": "x", "refresh_token": LIVE}),
    ],
)
def test_a_secret_of_elsewhere_is_never_kept(
    kit: Kit, headers: dict[str, str], form: dict[str, str]
) -> None:
    httpx.post(f"{kit.url}/api/v1/oauth-v1/token", data=form, headers=headers, timeout=60)
    number = kit.ask("GET", "/requests")["requests"][0]["id"]
    for path in (f"/requests/{number}", f"/requests/{number}/curl"):
        shown = kit.control.get(path).text
        assert LIVE not in shown
        assert BASIC not in shown
        assert "***" in shown


def test_whoever_waits_is_told_as_soon_as_there_is_one(kit: Kit) -> None:
    assert kit.ask("GET", "/requests/wait?method=PUT&seconds=0", 408)["error"]
    kit.api().get("/customers/1")
    assert kit.ask("GET", "/requests/wait?path=/3/customers")["status"] == 200
    assert kit.ask("GET", "/mail/wait?seconds=0", 408)["error"]


def test_events_are_streamed_and_go_on_where_they_were_left(kit: Kit) -> None:
    last = {"Last-Event-ID": str(kit.app.box.events.latest)}
    kit.api().get("/customers/1")
    kit.api().get("/invoices/2/email")
    kit.ask("POST", "/clock/advance", days=1)
    with kit.control.stream("GET", "/events", headers=last) as stream:
        lines = stream.iter_lines()
        kinds = [line for line in (next(lines) for _ in range(16)) if line.startswith("event:")]
    assert kinds == ["event: request", "event: mail", "event: request", "event: clock"]


def test_a_letter_is_read_in_every_form(kit: Kit) -> None:
    kit.api().get("/invoices/2/email")
    [summary] = kit.ask("GET", "/mail?to=example.com")["mail"]
    assert kit.ask("GET", "/mail?subject=nix")["mail"] == []
    whole = kit.ask("GET", f"/mail/{summary['id']}")
    assert whole["subject"] == summary["subject"]
    assert kit.control.get("/mail/1/raw").text.startswith("From:")
    assert kit.control.get("/mail/1/attachments/1").content.startswith(b"%PDF")
    assert kit.ask("GET", f"/mail/wait?to={summary['to'][0]}")["text"] == whole["text"]
    assert kit.ask("DELETE", "/mail?to=nobody")["removed"] == 0
    assert kit.ask("DELETE", "/mail")["removed"] == 1


# Tokens and consent


def token_call(kit: Kit, **sent: str) -> httpx.Response:
    own = Credentials()
    address = f"{kit.url}/api/v1/oauth-v1/token"
    return httpx.post(address, data=sent, auth=(own.client_id, own.client_secret), timeout=60)


def test_tokens_of_ones_own_are_as_narrow_and_short_as_asked_for(kit: Kit) -> None:
    made = kit.ask("POST", "/tokens", 201, scope="customer", expires_in=60)
    own = {"Authorization": f"Bearer {made['access_token']}"}
    assert kit.api().get("/customers", headers=own).status_code == 200
    assert kit.api().get("/invoices", headers=own).status_code == 403
    kit.ask("POST", "/clock/advance", seconds=61)
    assert kit.api().get("/customers", headers=own).status_code == 401
    assert kit.api().get("/customers").status_code == 200


def test_expired_tokens_are_renewed(kit: Kit) -> None:
    kit.ask("POST", "/tokens/expire", all=True)
    assert kit.api().get("/customers").status_code == 401
    renewed = token_call(kit, grant_type="refresh_token", refresh_token="sandbox-refresh-1").json()
    own = {"Authorization": f"Bearer {renewed['access_token']}"}
    assert kit.api().get("/customers", headers=own).status_code == 200
    kit.ask("POST", "/tokens/expire", token=renewed["access_token"])
    assert kit.api().get("/customers", headers=own).status_code == 401


@pytest.mark.parametrize("back", ["http://127.0.0.1:7777/a/b", "http://localhost:1/"])
def test_a_code_flow_without_a_browser(kit: Kit, back: str) -> None:
    asked = {"client_id": "sandbox", "redirect_uri": back, "scope": "customer", "state": "s",
             "response_type": "code"}  # fmt: skip
    address = f"{kit.url}/api/v1/oauth-v1/auth"
    assert httpx.get(address, params=asked, timeout=60).status_code == 200  # a person is asked
    kit.ask("PUT", "/oauth", consent="deny")
    denied = httpx.get(address, params=asked, timeout=60).headers["location"]
    assert parse_qs(urlsplit(denied).query)["error"] == ["access_denied"]
    kit.ask("PUT", "/oauth", consent="approve")
    location = httpx.get(address, params=asked, timeout=60).headers["location"]
    given = parse_qs(urlsplit(location).query)
    assert (location.startswith(back), given["state"]) == (True, ["s"])
    sent = {"grant_type": "authorization_code", "code": given["code"][0], "redirect_uri": back}
    answer = token_call(kit, **sent).json()
    assert answer["scope"] == "customer"


@pytest.mark.parametrize("path", ["/orders/7/createinvoice", "/pricelists", "/invoices/1/einvoice"])
def test_what_is_not_served_is_told_to_whoever_looks(kit: Kit, path: str) -> None:
    refused = kit.api().get(path)
    assert refused.status_code == 404
    assert refused.json()["ErrorInformation"]["Code"] == 9_000_404
    [call] = kit.ask("GET", "/requests")["requests"]
    assert call["hint"].startswith("not served: ")
    page = httpx.get(f"{kit.url}/sandbox/requests/{call['id']}", timeout=60).text
    assert "not served: " in page
