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


def asked(service: Running, path: str) -> Any:
    headers = {"Authorization": f"Bearer {service.answer['access_token']}"}
    answer = httpx.get(f"{service.url}/3/{path}", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def renewed(service: Running, number: int) -> None:
    """By the newest refresh token; one that was used long ago would end them all."""
    own = (service.answer["client_id"], service.answer["client_secret"])
    sent = {"grant_type": "refresh_token", "refresh_token": f"sandbox-refresh-{number}"}
    answer = httpx.post(f"{service.url}/oauth-v1/token", data=sent, auth=own, timeout=60)
    assert answer.json()["refresh_token"] == f"sandbox-refresh-{number + 1}"


def total(service: Running, path: str) -> int:
    return int(asked(service, path)["MetaInformation"]["@TotalResources"])


def test_a_ready_company_is_kept_between_starts_and_emptied_on_request(tmp_path: Path) -> None:
    """Its credentials are the same for ever, so that they can be written into a test."""
    shell = Shell(tmp_path, {"DATABASE_URL": "postgresql://not.used/"})
    with shell.running("sandbox", "--port", "0") as first:
        assert list(first.answer) == KEYS.split()
        assert total(first, "customers") >= 12
        assert total(first, "suppliers") > 0
        assert total(first, "articles") > 0
        company = asked(first, "settings/company")["CompanySettings"]
        assert (company["BG"], company["OrganizationNumber"]) == ("5050-1055", "556677-8899")
        assert asked(first, "me")["Me"]["Email"] == first.answer["email"]
        shown = first.log.read_text()
        names = ("client_id", "client_secret", "email", "password", "base_url", "curl")
        assert all(str(first.answer[name]) in shown for name in names)
        line = shell.refused("sandbox", "--port", "0", "--reset")
        assert line == "reskontra: sandbox.db is in use; stop the other process first"
        customers = total(first, "customers")
        httpx.post(
            f"{first.url}/3/customers",
            json={"Customer": {"Name": "Ny AB"}},
            headers={"Authorization": f"Bearer {first.answer['access_token']}"},
            timeout=60,
        ).raise_for_status()
        renewed(first, 1)
    shell.settings["DATABASE_URL"] = "sqlite:///sandbox.db"
    line = shell.refused("serve", "--port", "0")
    assert line == "reskontra: the database is a sandbox's, and everybody knows its credentials"
    for reset, expected, newest in (((), customers + 1, 2), (("--reset",), customers, 1)):
        with shell.running("sandbox", "--port", "0", *reset) as again:
            assert total(again, "customers") == expected
            renewed(again, newest)
            own = [{**each.answer, "base_url": "", "curl": ""} for each in (first, again)]
            assert own[0] == own[1]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"sandbox.db", "sandbox.db.key", "service.log"}


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
