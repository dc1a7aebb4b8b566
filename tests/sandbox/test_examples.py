"""The examples of the guide, run as they are written there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Shell
from tests.waiting import PATIENCE

GUIDE = (Path(__file__).parents[2] / "docs" / "sandbox.md").read_text()
PART = GUIDE.partition("<!-- examples -->")[2].partition("<!-- / -->")[0]
EXAMPLES = re.findall(r"`([^`\n]+)`\n\n```\w+\n(.*?)```", PART, re.DOTALL)


@pytest.mark.parametrize(("line", "text"), EXAMPLES, ids=lambda word: word.partition(" ")[0])
def test_an_example_works_as_it_stands(tmp_path: Path, line: str, text: str) -> None:
    program, *words = line.split()
    if program != "pytest" and not shutil.which(program):
        pytest.skip(f"there is no {program}")
    (tmp_path / words[-1]).write_text(text)
    # The plugin starts a sandbox of its own; the others have one around them.
    around = [sys.executable, "-m", "reskontra", "sandbox", "--"] if program != "pytest" else []
    own = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    command = [*around, program, *words] if around else [*own, *words]
    ended = subprocess.run(
        command, cwd=tmp_path, env=Shell(tmp_path).environment, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_there_are_three() -> None:
    assert [line.partition(" ")[0] for line, _ in EXAMPLES] == ["sh", "node", "pytest"]
