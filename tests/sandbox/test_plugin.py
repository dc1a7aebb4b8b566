"""The pytest plugin, as others' tests use it: in a run of its own, alone and with workers."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Shell
from tests.waiting import PATIENCE

THEIRS = '''
import pytest

def books_a_payment(env):
    """What they test: it tries twice."""
    import json, urllib.request, urllib.error
    body = json.dumps({"InvoicePayment": {"InvoiceNumber": 2, "Amount": 1}}).encode()
    headers = {"Authorization": "Bearer " + env["SANDBOX_ACCESS_TOKEN"]}
    for _ in range(2):
        address = env["SANDBOX_API_URL"] + "/invoicepayments"
        try:
            with urllib.request.urlopen(urllib.request.Request(address, body, headers)):
                return
        except urllib.error.HTTPError:
            pass

@pytest.mark.reskontra(scenario="overdue", today="2026-03-02")
def test_it_tries_again(reskontra):
    reskontra.fail("POST", "/3/invoicepayments", status=503, times=1)
    books_a_payment(reskontra.env)
    assert reskontra.requests("POST", "/3/invoicepayments").count == 2

@pytest.mark.parametrize("number", range(3))
def test_each_begins_as_new(reskontra, number):
    assert reskontra.http.get("/customers").json()["MetaInformation"]["@TotalResources"] == 13
    reskontra.http.post("/customers", json={"Customer": {"Name": "A"}}).raise_for_status()
    reskontra.http.get("/invoices/2/email").raise_for_status()
    assert reskontra.mail.wait(to="example.com").subject
    assert reskontra.advance(days=31).today == "2026-04-02"

def test_the_profile_is_the_run_s(reskontra):
    assert reskontra.http.get("/customers/1").json()["Customer"]["Fax"] is None

def test_it_fails_and_tells_of_its_calls(reskontra):
    reskontra.http.get("/invoices/999")
    raise AssertionError("on purpose")
'''


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_anothers_tests_run_against_a_sandbox(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (tmp_path / "test_theirs.py").write_text(THEIRS)
    shell = Shell(tmp_path)
    words = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "reskontra_answers=mirrored",
        *workers,
        str(tmp_path),
    ]
    environment = {**shell.environment, "PYTEST_PLUGINS": ""}
    ended = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert "5 passed" in ended.stdout, ended.stdout + ended.stderr
    assert "1 failed" in ended.stdout
    assert "calls to reskontra" in ended.stdout
    assert "GET /api/v1/3/invoices/999 404" in ended.stdout
