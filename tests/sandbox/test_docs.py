"""The examples of /docs, run as they are pasted, in each language."""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.sandbox.conftest import Kit
from tests.waiting import PATIENCE

PROGRAMS = {
    "curl": ("sh", "calls.sh"),
    "Python": (sys.executable, "calls.py"),
    "JavaScript": ("node", "calls.mjs"),
}
# One of each shape: a list, a record, something new, a change, an action, a file, a report.
CHOSEN = (
    "GET /3/customers",
    "GET /3/vouchers/{series}/{number}",
    "POST /3/customers",
    "POST /3/invoices",
    "PUT /3/articles/{key}",
    "PUT /3/invoices/{key}/bookkeep",
    "GET /3/invoices/{key}/print",
    "GET /3/sie/{type}",
    "GET /reports/balance-sheet",
    "DELETE /3/customers/{key}",
)  # fmt: skip


def snippets(page: str, language: str) -> dict[str, str]:
    """What stands on the page, by call."""
    calls = re.findall(r'<details class="call".*?</details>\s*</details>', page, re.S)
    found = {}
    for call in calls:
        name = re.search('data-find="([^"]*)"', call)
        lines = re.search(
            rf"<summary>{language}</summary><pre data-copy><code>(.*?)</code>", call, re.S
        )
        assert name
        assert lines
        found[html.unescape(name[1])] = html.unescape(lines[1])
    return found


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_examples_work_as_pasted(kit: Kit, tmp_path: Path, language: str) -> None:
    program, file = PROGRAMS[language]
    if not shutil.which(program):
        pytest.skip(f"there is no {program}")
    page = httpx.get(f"{kit.url}/docs", timeout=PATIENCE).text
    told = dict(re.findall(r"export (\w+)='([^']*)'", html.unescape(page)))
    found = snippets(page, language)
    chosen = [found[call] for call in CHOSEN]
    if language == "curl":
        chosen = [each.replace("curl ", "curl -sSf ", 1) for each in chosen]
    if language == "JavaScript":  # each is a module of its own
        for number, lines in enumerate(chosen):
            (tmp_path / f"{number}.mjs").write_text(lines)
        chosen = [f'await import("./{number}.mjs");' for number in range(len(chosen))]
    (tmp_path / file).write_text("\n".join(chosen))
    ended = subprocess.run(
        [program, file], cwd=tmp_path, env={**os.environ, **told}, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert (tmp_path / "answer.pdf").read_bytes().startswith(b"%PDF")
    calls = kit.ask("GET", "/requests")["requests"]
    assert [call["status"] < 300 for call in calls] == [True] * len(CHOSEN)


def test_every_call_has_one_in_each_language(kit: Kit) -> None:
    page = httpx.get(f"{kit.url}/docs", timeout=PATIENCE).text
    told = [set(snippets(page, language)) for language in PROGRAMS]
    assert told[0] == told[1] == told[2]
    assert set(CHOSEN) <= told[0]
