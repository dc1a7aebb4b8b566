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
EXAMPLES = re.findall(r"```\w+\n((?:#|//) [^\n]+\n.*?)```", PART, re.DOTALL)
LINES = [text.partition("\n")[0].partition(" ")[2] for text in EXAMPLES]


@pytest.mark.parametrize(("line", "text"), [*zip(LINES, EXAMPLES, strict=True)], ids=LINES)
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


def test_there_is_one_for_each() -> None:
    assert [line.partition(" ")[0] for line in LINES] == ["sh", "sh", "node", "pytest"]
