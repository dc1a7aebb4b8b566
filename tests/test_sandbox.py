"""The sandbox: one command, and a stranger has a company, credentials and a line to paste."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.commands import Running, Shell

KEYS = (
    "base_url organisation_id client_id client_secret access_token refresh_token"
    " email password curl"
)
KEPT = ("organisation_id", "client_id", "client_secret", "email", "password")


def asked(service: Running, path: str) -> Any:
    headers = {"Authorization": f"Bearer {service.answer['access_token']}"}
    answer = httpx.get(f"{service.url}/3/{path}", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def total(service: Running, path: str) -> int:
    return int(asked(service, path)["MetaInformation"]["@TotalResources"])


def test_a_ready_company_is_kept_between_starts_and_emptied_on_request(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "postgresql://not.used/"})
    with shell.running("sandbox", "--port", "0") as first:
        assert list(first.answer) == KEYS.split()
        assert total(first, "customers") >= 12
        assert total(first, "suppliers") > 0
        assert total(first, "articles") > 0
        assert total(first, "invoices") > 0
        company = asked(first, "settings/company")["CompanySettings"]
        assert (company["BG"], company["OrganizationNumber"]) == ("5050-1055", "556677-8899")
        assert asked(first, "me")["Me"]["Email"] == first.answer["email"]
        shown = first.log.read_text()
        assert all(str(first.answer[name]) in shown for name in (*KEPT, "base_url", "curl"))
        line = shell.refused("sandbox", "--port", "0", "--reset")
        assert line == "reskontra: sandbox.db is in use; stop the other process first"
        invoices = total(first, "invoices")
    with shell.running("sandbox", "--port", "0") as second:
        assert [second.answer[name] for name in KEPT] == [first.answer[name] for name in KEPT]
        assert second.answer["access_token"] != first.answer["access_token"]
        assert second.answer["refresh_token"] != first.answer["refresh_token"]
        assert total(second, "invoices") == invoices
    with shell.running("sandbox", "--port", "0", "--reset") as third:
        assert third.answer["client_secret"] != first.answer["client_secret"]
        assert total(third, "invoices") == invoices
    names = {path.name for path in tmp_path.iterdir()}
    keys = {"sandbox.db.key", "sandbox.db.head-key.pem"}
    assert names == {"sandbox.db", *keys, "service.log"}


def test_the_ready_company_has_all_that_the_law_asks_for(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    with shell.running("sandbox", "--port", "0") as service:
        [draft] = asked(service, "invoices?filter=unbooked")["Invoices"]
        shell.settings["DATABASE_URL"] = "sqlite:///sandbox.db"
        words = ("organisation", "check", "1", "--invoice", draft["DocumentNumber"])
        assert shell.here(*words)["gaps"] == []


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_curl_line_works_as_pasted(tmp_path: Path) -> None:
    with Shell(tmp_path).running("sandbox", "--port", "0") as service:
        pasted = subprocess.run(
            ["/bin/sh", "-c", service.answer["curl"]], capture_output=True, check=True
        )
        _, flag, header, address = shlex.split(service.answer["curl"])
    assert json.loads(pasted.stdout)["Customers"]
    assert (flag, header.split()[0]) == ("-H", "Authorization:")
    assert address.startswith(service.url)


def test_commands_go_by_the_clock_that_the_sandbox_is_set_to(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    with shell.running("sandbox", "--port", "0", "--today", "2031-05-06") as service:
        years = asked(service, "financialyears")["FinancialYears"]
        assert [year["FromDate"] for year in years] == ["2030-01-01", "2031-01-01"]
        shell.settings["DATABASE_URL"] = "sqlite:///sandbox.db"
        words = ("--organisation", "1", "--client", service.answer["client_id"])
        service.answer["access_token"] = shell.here("token", "issue", *words)["access_token"]
        assert asked(service, "customers/1")
