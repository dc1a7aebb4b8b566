"""The suite of public clients itself: its table, its locks, its page, and how it judges."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from clients.__main__ import Step, judged
from clients.table import CLIENTS, Client

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
PYTHON = (ROOT / "clients" / "python.lock").read_text()
NODE = json.loads((ROOT / "clients" / "package-lock.json").read_text())["packages"]
PAGE = (ROOT / "docs" / "clients.md").read_text()


def locked(client: Client) -> str:
    if client.language != "Python":
        return str(NODE[f"node_modules/{client.package}"]["version"])
    found = re.search(rf"^{client.package}==(\S+)", PYTHON, re.M | re.I)
    assert found, client.package
    return found[1]


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_each_is_locked_has_a_story_and_is_told_of(client: Client) -> None:
    assert (ROOT / "clients" / "stories" / client.story).is_file()
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {client.name} |"))
    for cell in (
        locked(client),
        client.way,
        client.profile,
        *(f"`{it[1]}`" for it in client.breaks),
    ):
        assert cell in row, "make test-clients"


def test_the_locks_have_hashes_and_name_no_index() -> None:
    assert len(CLIENTS) >= 6
    assert PYTHON.count("--hash=sha256:") > 30
    assert "--index" not in PYTHON
    assert "://" not in PYTHON
    assert all("resolved" not in each for each in NODE.values())
    assert all("integrity" in each for name, each in NODE.items() if name)


def test_it_says_what_is_otherwise_than_the_table() -> None:
    typed = CLIENTS[0]
    [(broken, field)] = typed.breaks
    good, bad = Step("reads", True, ""), Step(broken, False, f"{field}: too small")
    assert [*judged(typed, [good, bad])] == []
    assert [*judged(typed, [good])] == [f"{broken} was not tried"]
    assert [*judged(typed, [Step(broken, True, "")])] == [f"{broken} works, and should not"]
    assert [*judged(typed, [bad, Step("pays", False, "why")])] == ["pays: why"]
    assert [*judged(typed, [Step(broken, False, "Other")])] == [f"{broken}: Other"]
    assert "it did nothing" in [*judged(typed, [])]


def said(folder: Path, env: dict[str, str]) -> tuple[int, str]:
    words = [sys.executable, "-m", "clients", str(folder)]
    own = {"PATH": str(folder), "PYTHONPATH": str(ROOT), **env}
    ended = subprocess.run(
        words, cwd=folder, env=own, capture_output=True, text=True, timeout=PATIENCE
    )
    return ended.returncode, ended.stderr


def test_what_lacks_is_told_in_one_line(tmp_path: Path) -> None:
    expected = "clients: npm is not installed; on Debian: apt-get install npm\n"
    assert said(tmp_path, {}) == (1, expected)
    status, line = said(tmp_path, {"CLIENT_DIR": str(tmp_path)})
    assert (status, "say CLIENT_COMMAND" in line) == (1, True)
    (tmp_path / "go.mod").touch()
    status, line = said(tmp_path, {"CLIENT_DIR": str(tmp_path)})
    assert line == "clients: go is not installed; on Debian: apt-get install golang-go\n"


def test_a_checkout_is_run_against_the_real_hosts_that_are_ours(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        "import os, urllib.request\n"
        "url = 'https://api.fortnox.se/3/customers/1'\n"
        "headers = {'Authorization': 'Bearer ' + os.environ['FORTNOX_ACCESS_TOKEN']}\n"
        "body = urllib.request.urlopen(urllib.request.Request(url, headers=headers)).read()\n"
        "raise SystemExit(7 if b'null' in body else 8)\n"
    )
    command = f"{sys.executable} theirs.py"
    own = {"CLIENT_DIR": str(tmp_path), "CLIENT_COMMAND": command, "PATH": "/usr/bin:/bin"}
    assert said(tmp_path, {**own, "CLIENT_ANSWERS": "mirrored"})[0] == 7
