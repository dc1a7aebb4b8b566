"""Clock, reset, snapshots, companies: each call has happened when it is answered."""

from typing import Any

import httpx
import pytest

from reskontra.sandbox.credentials import Credentials
from tests.sandbox.conftest import Kit


def customer(api: httpx.Client, name: str = "Ny AB") -> httpx.Response:
    return api.post("/customers", json={"Customer": {"Name": name}})


# The clock


def test_the_clock_stands_still_and_is_moved(kit: Kit) -> None:
    began = {"now": "2026-03-02T09:00:00+01:00", "today": "2026-03-02", "mode": "frozen"}
    assert kit.ask("GET", "/clock") == began
    for how, now in (
        ({"days": 30}, "2026-04-01T09:00:00+02:00"),
        ({"seconds": 3600}, "2026-04-01T10:00:00+02:00"),
        ({"months": 10}, "2027-02-01T10:00:00+01:00"),
        ({"to": "2027-03-31"}, "2027-03-31T09:00:00+02:00"),
        ({"months": 11}, "2028-02-29T09:00:00+01:00"),
    ):
        assert kit.ask("POST", "/clock/advance", **how)["now"] == now
    kit.ask("PUT", "/clock", now="2028-03-01T12:30")
    assert kit.ask("GET", "/clock")["now"] == "2028-03-01T12:30:00+01:00"


def test_what_comes_due_is_told(kit: Kit) -> None:
    told = kit.ask("POST", "/clock/advance", days=46)
    due = {
        each["DocumentNumber"]: each["DueDate"]
        for each in kit.api().get("/invoices").json()["Invoices"]
    }
    assert told["overdue"]
    assert all("2026-03-02" <= due[number] < "2026-04-17" for number in told["overdue"])
    assert told["tokens_expired"] == 1


def test_the_books_follow_the_clock(kit: Kit) -> None:
    kit.ask("POST", "/clock/advance", to="2027-05-06")
    row = {"Description": "x", "Price": 1, "DeliveredQuantity": "1"}
    sent = {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [row]}}
    made = kit.api().post("/invoices", json=sent).json()["Invoice"]
    assert made["InvoiceDate"] == "2027-05-06"


def test_a_clock_can_run(kit: Kit) -> None:
    assert kit.ask("PUT", "/clock", mode="running")["mode"] == "running"
    assert kit.ask("PUT", "/clock", mode="system")["now"] > "2026-03-02"


WRONG = [
    ("PUT", "/clock", {"now": "2025-01-01T00:00"}, 409, "forward only"),
    ("PUT", "/clock", {"nau": "2027-01-01"}, 400, "unknown key: nau"),
    ("PUT", "/clock", {"mode": "slow"}, 400, "no mode"),
    ("PUT", "/clock", {"now": "2027-01-01", "today": "2027-01-01"}, 400, "either"),
    ("PUT", "/clock", {"today": "first of May"}, 400, "no time"),
    ("POST", "/clock/advance", {"days": 1, "months": 1}, 400, "one of"),
    ("POST", "/clock/advance", {"days": -1}, 400, "whole number"),
    ("POST", "/clock/advance", {"to": "2026-01-01"}, 409, "forward only"),
    ("POST", "/reset", {"scenario": "nix"}, 400, "no scenario nix"),
    ("POST", "/reset", {"seed": "x"}, 400, "seed"),
    ("POST", "/reset", {"answers": "x"}, 400, "no profile of answers"),
    ("POST", "/companies", {"name": "Å"}, 400, "no name"),
    ("POST", "/companies", {}, 400, "name"),
    ("DELETE", "/companies/main", {}, 409, "main stays"),
    ("DELETE", "/companies/nix", {}, 404, "no company nix"),
    ("GET", "/clock?company=nix", {}, 404, "no company nix"),
    ("POST", "/snapshots/nix/restore", {}, 404, "no snapshot nix"),
    ("DELETE", "/snapshots/nix", {}, 404, "no snapshot nix"),
    ("PUT", "/snapshots/a%20b", {}, 400, "no name"),
    ("PUT", "/snapshots/a/file", {"a": 1}, 400, "no file"),
    ("GET", "/nix", {}, 404, "no such address"),
    ("PATCH", "/clock", {}, 405, "not PATCH"),
    ("GET", "/requests/99", {}, 404, "no call 99"),
    ("GET", "/requests?colour=red", {}, 400, "unknown key: colour"),
    ("GET", "/mail/99", {}, 404, "no letter 99"),
    ("POST", "/faults", {"then": {"status": 418}}, 400, "then.status: 418"),
    ("POST", "/faults", {"match": {}}, 400, "then says"),
    ("POST", "/faults", {"then": {"statu": 503}}, 400, "unknown key in then: statu"),
    ("DELETE", "/faults/9", {}, 404, "no fault 9"),
    ("POST", "/tokens", {"kind": "cat"}, 400, "kind"),
    ("PUT", "/oauth", {"consent": "maybe"}, 400, "consent"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "said"), WRONG)
def test_a_wrong_call_is_told_in_english(
    kit: Kit, method: str, path: str, body: dict[str, Any], status: int, said: str
) -> None:
    assert said in kit.ask(method, path, status, **body)["error"]


# Reset and snapshots


def test_a_snapshot_holds_books_clock_mail_and_tokens(kit: Kit) -> None:
    api = kit.api()
    assert kit.ask("PUT", "/snapshots/before", 201)["ms"] >= 0
    kit.ask("PUT", "/snapshots/before", 200)
    for _ in range(2):
        assert customer(api).json()["Customer"]["CustomerNumber"] == "14"
        assert api.get("/invoices/2/email").status_code == 200
        kit.ask("POST", "/clock/advance", days=3)
        assert refreshed(kit).json()["refresh_token"] == "sandbox-refresh-2"
        assert len(kit.ask("GET", "/mail")["mail"]) == 1
        kit.ask("POST", "/snapshots/before/restore")
        assert kit.count("/customers") == 13
        assert kit.ask("GET", "/clock")["today"] == "2026-03-02"
        assert kit.ask("GET", "/mail")["mail"] == []
    kit.ask("DELETE", "/snapshots/before")
    kept = [each["name"] for each in kit.ask("GET", "/snapshots")["snapshots"]]
    assert "before" not in kept


def refreshed(kit: Kit, number: int = 1, name: str = "main") -> httpx.Response:
    own = Credentials(name)
    sent = {"grant_type": "refresh_token", "refresh_token": own.numbered_refresh_token(number)}
    auth = (own.client_id, own.client_secret)
    return httpx.post(f"{kit.url}/api/v1/oauth-v1/token", data=sent, auth=auth, timeout=60)


def test_a_snapshot_is_a_file_that_can_be_handed_on(kit: Kit) -> None:
    customer(kit.api(), "Filens kund")
    kit.api().get("/invoices/2/email")
    kit.ask("PUT", "/snapshots/a", 201)
    file = kit.control.get("/snapshots/a/file").content
    kit.ask("POST", "/reset")
    assert kit.control.put("/snapshots/b/file", content=file).status_code == 201
    kit.ask("POST", "/snapshots/b/restore")
    assert kit.count("/customers") == 14
    assert kit.control.get("/mail/1/attachments/1").content.startswith(b"%PDF")
    kit.company("w1", scenario="empty")
    other = kit.control.put("/snapshots/b/file?company=w1", content=file)
    assert (other.status_code, "company=main" in other.json()["hint"]) == (409, True)


def test_reset_is_as_on_the_first_start_and_takes_faults_with_it(kit: Kit) -> None:
    before = kit.api().get("/invoices").content
    kit.ask("POST", "/faults", 201, then={"status": 503})
    assert kit.api().get("/invoices").status_code == 503
    kit.ask("POST", "/reset")
    assert kit.api().get("/invoices").content == before
    kit.ask("POST", "/reset", scenario="empty", today="2027-01-15")
    assert kit.count("/customers") == 0
    assert kit.ask("GET", "/clock")["today"] == "2027-01-15"


def test_faults_outlive_a_restore(kit: Kit) -> None:
    kit.ask("PUT", "/snapshots/calm", 201)
    kit.ask("POST", "/faults", 201, then={"status": 503})
    kit.ask("POST", "/snapshots/calm/restore")
    assert len(kit.ask("GET", "/faults")["faults"]) == 1


# Companies


def test_companies_are_told_apart_by_their_credentials(kit: Kit) -> None:
    one, other = kit.company("one", scenario="empty"), kit.company("other", scenario="empty")
    customer(one)
    assert (kit.count("/customers", "one"), kit.count("/customers", "other")) == (1, 0)
    assert one.get("/me").json() != other.get("/companyinformation").json()
    assert refreshed(kit, name="one").json()["refresh_token"] == "sandbox-refresh-2-one"
    again = kit.control.post("/companies", json={"name": "one"})
    assert (again.status_code, kit.count("/customers", "one")) == (200, 0)
    kit.ask("POST", "/clock/advance?company=one", days=1)
    assert kit.ask("GET", "/clock?company=other")["today"] == "2026-03-02"
    kit.ask("DELETE", "/companies/one")
    assert one.get("/customers").status_code == 401


def test_credentials_are_the_same_for_ever() -> None:
    main, other = Credentials(), Credentials("w1")
    assert (main.client_id, main.client_secret) == ("sandbox", "sandbox-secret")
    assert (main.tenant_id, other.tenant_id) == (1, 102471632)
    assert main.access_token.endswith("y8Gl3ZvoEmmp-OWIt41o")
    assert other.access_token.endswith("Fw8-2cvrMLN0J3hEMQZBUz8iyIaRMJ-OsL4eoqV64Lg")


# Who may call


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Host": "localhost"}, 200),
    ],
)
def test_another_sites_page_changes_nothing(kit: Kit, headers: dict[str, str], status: int) -> None:
    assert kit.control.post("/reset", headers=headers).status_code == status


def test_the_newcomer_is_led_somewhere(kit: Kit) -> None:
    assert httpx.get(kit.url, timeout=60).headers["location"] == "/sandbox"


def test_all_of_it_is_one_object(kit: Kit) -> None:
    told = kit.ask("GET", "")
    assert told["credentials"]["access_token"] == Credentials().access_token
    assert {"faults", "requests", "mail", "snapshots", "scenarios", "companies"} <= set(told)
