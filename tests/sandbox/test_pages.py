"""The pages of a sandbox: everything works by plain forms."""

import threading

import httpx
import pytest

from tests.sandbox.conftest import Kit
from tests.waiting import until


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("", "sandbox-secret"),
        ("/requests", "No calls yet"),
        ("/events", "the latest first"),
        ("/mail", "goes nowhere else"),
        ("/oauth", "sandbox-refresh-1"),
        ("/style.css", "--paper"),
        ("/live.js", "EventSource"),
        ("/icon.svg", "<svg"),
    ],
)
def test_a_page_is_there(kit: Kit, path: str, said: str) -> None:
    answer = httpx.get(f"{kit.url}/sandbox{path}", timeout=60)
    assert (answer.status_code, said in answer.text) == (200, True)
    assert "unsafe" not in answer.headers.get("content-security-policy", "")


def sent(kit: Kit, path: str, **fields: str) -> httpx.Response:
    answer = httpx.post(f"{kit.url}/sandbox{path}", data=fields, timeout=60)
    assert answer.status_code == 303, answer.text
    return httpx.get(f"{kit.url}{answer.headers['location']}", timeout=60)


def test_what_happens_is_on_the_page_of_events(kit: Kit) -> None:
    kit.api().post("/customers", json={"Customer": {"Name": "Åsa"}})
    [first] = kit.api().get("/../events?after=0").json()["Events"][-1:]
    page = httpx.get(f"{kit.url}/sandbox/events", timeout=60).text
    assert page.index(f"<td>{first['offset']}</td>") < page.index("customer-created-v1")


def test_a_call_that_waits_does_not_hold_up_a_snapshot(kit: Kit) -> None:
    """It is answered, with nothing."""
    answers = []

    def wait() -> None:
        latest = kit.api().get("/../events?after=latest").json()["MetaInformation"]["@Offset"]
        answers.append(kit.api().get(f"/../events?after={latest}&wait=25"))

    waiting = threading.Thread(target=wait)
    waiting.start()
    until(lambda: kit.app.box.company("main").house.listeners.waiting)
    sent(kit, "/keep", company="main", name="meanwhile")
    waiting.join()
    assert [(each.status_code, each.json()["Events"]) for each in answers] == [(200, [])]


def test_forms_do_what_the_control_addresses_do(kit: Kit) -> None:
    sent(kit, "/keep", company="main", name="shown")
    later = sent(kit, "/act", call="POST /clock/advance", days="31", company="main")
    assert "2026-04-02" in later.text
    sent(kit, "/act", call="POST /snapshots/shown/restore", company="main")
    assert kit.ask("GET", "/clock")["today"] == "2026-03-02"
    assert "503" in sent(kit, "/fault", rule="GET /3/me 503 x1", company="main").text
    assert kit.api().get("/me").status_code == 503
    sent(kit, "/act", call="POST /reset", scenario="empty", company="main")
    assert kit.count("/customers") == 0
    sent(kit, "/act", call="POST /companies", name="paged")
    assert "paged" in httpx.get(f"{kit.url}/sandbox?company=paged", timeout=60).text


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("/act", {"call": "POST /clock/advance", "to": "2020-01-01"}, "forward only"),
        ("/act", {"call": "POST /nix"}, "no such call"),
        ("/fault", {"rule": "nonsense"}, "no fault"),
        ("/act", {"call": "POST /reset", "back": "https://evil.example"}, "Overview"),
    ],
)
def test_what_is_refused_is_told_on_the_page(
    kit: Kit, path: str, fields: dict[str, str], said: str
) -> None:
    assert said in sent(kit, path, **fields).text


def test_a_call_and_a_letter_are_shown_whole(kit: Kit) -> None:
    kit.api().post("/customers", json={"Customer": {"Name": "<b>Fet</b> & Co"}})
    kit.api().get("/invoices/2/email")
    newest = kit.ask("GET", "/requests?method=POST")["requests"][0]["id"]
    shown = httpx.get(f"{kit.url}/sandbox/requests/{newest}", timeout=60).text
    assert "&lt;b&gt;Fet&lt;/b&gt; &amp; Co" in shown
    letter = httpx.get(f"{kit.url}/sandbox/mail/1", timeout=60).text
    assert "<iframe sandbox" in letter
    frame = httpx.get(f"{kit.url}/sandbox/mail/1/html", timeout=60)
    assert "sandbox" in frame.headers["content-security-policy"]


def test_a_code_comes_back_to_the_page(kit: Kit) -> None:
    kit.ask("PUT", "/oauth", consent="approve")
    asked = {"client_id": "sandbox", "redirect_uri": f"{kit.url}/sandbox/oauth/callback",
             "response_type": "code", "scope": "customer", "state": "main"}  # fmt: skip
    with httpx.Client(follow_redirects=True, timeout=60) as browser:
        shown = browser.get(f"{kit.url}/api/v1/oauth-v1/auth", params=asked)
    assert "grant_type=authorization_code" in shown.text


def test_a_token_is_asked_for_exchanged_renewed_and_revoked_on_the_page(kit: Kit) -> None:
    page = f"{kit.url}/sandbox/oauth"
    kit.ask("PUT", "/oauth", consent="approve")
    with httpx.Client(timeout=60, follow_redirects=True) as browser:
        asked = {"scope": ["customer", "invoice"], "pkce": "1"}
        approved = browser.get(f"{page}/ask", params=asked)
        code = approved.url.params["code"]
        assert code in approved.text
        given = browser.post(f"{page}/exchange", data={"code": code, "pkce": "1"})
        assert "sandbox-refresh-2" in given.text
        assert "tenantId" in given.text.partition("The access token says")[2]
        renewed = browser.post(f"{page}/renew", data={"refresh_token": "sandbox-refresh-2"})
        assert "sandbox-refresh-3" in renewed.text
        browser.post(f"{page}/revoke", data={"token": "sandbox-refresh-3"})
        refused = browser.post(f"{page}/renew", data={"refresh_token": "sandbox-refresh-3"})
        assert "invalid_grant" in refused.text


def test_the_lines_to_export_are_there(kit: Kit) -> None:
    page = httpx.get(f"{kit.url}/sandbox?company=main", timeout=60).text
    assert "export SANDBOX_CLIENT_ID=" in page
    assert "data-copy" in page
