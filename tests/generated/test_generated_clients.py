"""Clients that generators make of our document do a whole story; nothing generated is kept."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from reskontra.sandbox.variables import environment
from tests.generated.tools import HERE, npm_tools, python_tools
from tests.sandbox.conftest import Kit, Running
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser  # the suite that may fetch tools of others


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    with Running(tmp_path_factory.mktemp("sandbox")) as kit:
        yield kit


@pytest.fixture
def document(kit: Kit, tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_bytes(httpx.get(f"{kit.url}/api/v1/openapi.json", timeout=PATIENCE).content)
    return path


def run(kit: Kit, folder: Path, *command: Any) -> str:
    env = os.environ | environment(kit.url)
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


def test_in_python(kit: Kit, document: Path, tmp_path: Path) -> None:
    programs = python_tools(tmp_path)
    shutil.copy(HERE / "story.py", tmp_path)
    how = ("--config", HERE / "generator.yml", "--meta", "none", "--output-path", "bookkeeping")
    said = run(
        kit, tmp_path, programs / "openapi-python-client", "generate", "--path", document, *how
    )
    assert "WARNING" not in said, "a part of the document is beyond the generator"
    run(kit, tmp_path, programs / "mypy", "--strict", "story.py", "--follow-imports=silent")
    assert "invoice" in run(kit, tmp_path, programs / "python", "story.py")


def test_in_typescript(kit: Kit, document: Path, tmp_path: Path) -> None:
    programs = npm_tools(tmp_path) / "node_modules" / ".bin"
    for name in ("story.ts", "tsconfig.json"):
        shutil.copy(HERE / name, tmp_path)
    run(kit, tmp_path, programs / "openapi-typescript", document, "-o", "bookkeeping.d.ts")
    run(kit, tmp_path, programs / "tsc")
    assert "invoice" in run(kit, tmp_path, "node", "story.js")
