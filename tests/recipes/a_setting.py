"""A setting is read from its variable, is refused when it is wrong, and does what it is for."""

from pathlib import Path

import httpx

from tests.commands import Shell
from tests.waiting import PATIENCE


def test_it_is_read_and_used(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"INSTANCE": "north-2"})
    with shell.running("serve", "--port", "0") as served:
        root = served.url.removesuffix("/api/v1")
        answer = httpx.get(f"{root}/healthz", timeout=PATIENCE).json()
    assert answer == {"status": "ok", "instance": "north-2"}


def test_a_wrong_one_stops_the_start(tmp_path: Path) -> None:
    told = Shell(tmp_path, {"INSTANCE": "nord å"}).refused("serve", "--port", "0")
    assert "RESKONTRA_INSTANCE must be up to 40 letters, digits and hyphens" in told


def test_it_is_in_the_documentation() -> None:
    assert "| `RESKONTRA_INSTANCE` |" in Path("docs/settings.md").read_text()
