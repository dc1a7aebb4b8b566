"""`reskontra sandbox -- COMMAND`: any test suite, in any language, against a new sandbox."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Shell
from tests.waiting import PATIENCE, until

STORY = """
import json, os, sys, urllib.request
def call(url, method="GET", body=None, **headers):
    own = {"Authorization": "Bearer " + os.environ["FORTNOX_ACCESS_TOKEN"], **headers}
    sent = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(url, sent, own, method=method)) as answer:
        return answer.read().decode()
customers = json.loads(call(os.environ["FN_HOST"] + "customers"))
clock = json.loads(call(os.environ["SANDBOX_CONTROL_URL"] + "/clock"))
count = customers["MetaInformation"]["@TotalResources"]
print(sys.stdin.read(), count, clock["now"], clock["mode"])
"""


def run(shell: Shell, *words: str, sent: str = "") -> "subprocess.CompletedProcess[str]":
    process = shell.start("sandbox", *words, stdin=subprocess.PIPE)
    told, said = process.communicate(sent, timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, told, said)


def test_a_command_finds_the_sandbox_and_has_its_own_input_and_output(tmp_path: Path) -> None:
    ended = run(Shell(tmp_path), "--", sys.executable, "-c", STORY, sent="heard")
    expected = "heard 13 2026-03-02T09:00:00+01:00 frozen\n"
    assert (ended.stdout, ended.stderr, ended.returncode) == (expected, "", 0)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([sys.executable, "-c", "raise SystemExit(7)"], 7, "no call reached the sandbox"),
        (["/bin/sh", "-c", "kill -9 $$"], 128 + signal.SIGKILL, "no call reached"),
        (["/nowhere/at/all"], 127, "not found"),
        (["/etc/passwd"], 126, "denied"),
        ([sys.executable, "-c", STORY], 1, "1 of 1 calls were refused or faulted: GET /api/v1/3/"),
    ],
)
def test_it_ends_as_the_command_does(
    tmp_path: Path, words: list[str], status: int, said: str
) -> None:
    how = ["--fault", "/3/customers 503", "--scenario", "empty"]
    ended = run(Shell(tmp_path), *how, "--", *words)
    last = ended.stderr.splitlines()
    assert ended.returncode == status
    assert any(said in line for line in last if line.startswith("reskontra: ")), ended.stderr


def test_a_signal_is_passed_on(tmp_path: Path) -> None:
    waits = "import signal, sys, time; signal.signal(15, lambda *_: sys.exit(9))\n"
    waits += "open('ready', 'w').close()\nwhile True: time.sleep(0.01)"
    process = Shell(tmp_path).start(
        "sandbox", "--scenario", "empty", "--", sys.executable, "-c", waits, stdin=subprocess.PIPE
    )
    until((tmp_path / "ready").exists)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 9


def test_words_to_the_one_that_runs(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    flags = ("--memory", "--frozen", "--today", "2026-03-02", "--scenario", "empty")
    with shell.running("sandbox", "--port", "0", *flags) as service:
        port = ("--port", service.url.split(":")[2].partition("/")[0])
        assert shell.here("sandbox", *port, "snapshot", "a")["name"] == "a"
        assert shell.here("sandbox", *port, "advance", "31d")["today"] == "2026-04-02"
        assert shell.here("sandbox", *port, "restore", "a")["today"] == "2026-03-02"
        assert "ms" in shell.here("sandbox", *port, "reset")
        assert "no snapshot nix" in shell.refused("sandbox", *port, "restore", "nix")
        assert "a span" in shell.refused("sandbox", *port, "advance", "soon")
    assert "no sandbox answers" in shell.refused("sandbox", *port, "reset")
    assert os.listdir(tmp_path) == ["service.log"]


VEILED = """
import os, sys, urllib.request
headers = {"Authorization": "Bearer " + os.environ["SANDBOX_ACCESS_TOKEN"]}
url = "https://api.fortnox.se/3/customers?limit=1"
with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
    stays = "https://api.fortnox.se/3/customers/" in answer.read().decode()
    print(answer.headers["X-Reskontra"], stays)
with urllib.request.urlopen(os.environ["SANDBOX_CONTROL_URL"] + "/clock") as answer:
    print(answer.status)
"""
NAMESPACES = [sys.executable, "-c", "from reskontra.sandbox import namespace; namespace.enter()"]


@pytest.mark.parametrize("mode", ["--transparent", "--transparent=hosts"])
def test_a_command_believes_to_speak_with_the_real_hosts(tmp_path: Path, mode: str) -> None:
    """Where the kernel lets nobody make namespaces, that is said in one line."""
    ended = run(Shell(tmp_path), mode, "--", sys.executable, "-c", VEILED)
    can = subprocess.run(NAMESPACES, capture_output=True, timeout=PATIENCE).returncode == 0
    if mode == "--transparent" or can:
        assert (ended.stdout, ended.returncode) == ("sandbox True\n200\n", 0), ended.stderr
    else:
        assert ended.returncode == 125
        assert ended.stderr.startswith("reskontra: --transparent=hosts: this system lets nobody")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--transparent", "--host", "example.org", "--", "true"], "not below fortnox.se"),
        (["--transparent", "--host", ".".join("0000"), "--", "true"], "not below fortnox.se"),
        (["--transparent=hosts"], "is for a command"),
        (["--transparent", "--preload", "cobol", "--", "true"], "known are node"),
    ],
)
def test_what_is_not_to_be_disguised_as(tmp_path: Path, words: list[str], said: str) -> None:
    ended = run(Shell(tmp_path), *words)
    assert ended.returncode == 1
    assert said in ended.stderr


def test_a_shell_is_told_what_to_export_and_given_the_certificate(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    flags = ("--memory", "--scenario", "empty", "--transparent", "--ca-dir", "kept")
    with shell.running("sandbox", "--port", "0", *flags) as service:
        port = ("--port", service.url.split(":")[2].partition("/")[0])
        lines = run(shell, *port, "env", "--transparent").stdout.splitlines()
        assert "unset SSL_CERT_DIR" in lines
        assert any(line.startswith("export HTTPS_PROXY=http://127.0.0.1:") for line in lines)
        assert any(line.startswith("export SANDBOX_ACCESS_TOKEN=") for line in lines)
        pem = run(shell, *port, "ca").stdout
        assert pem == (tmp_path / "kept" / "ca.pem").read_text()
        assert pem in run(shell, *port, "ca", "--bundle").stdout
