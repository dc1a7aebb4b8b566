"""The recipes of docs/architecture.md, read from their blocks and carried out on a tree."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.waiting import PATIENCE

RECIPE = re.compile(r"^### (?P<title>.+)\n(?P<text>(?:(?!^##).*\n)*)", re.MULTILINE)
BLOCK = re.compile(
    r"^```(?P<language>python|html|sh)\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL
)
PLACE = re.compile(
    r"# (?P<path>[\w/.]+), (?P<where>a new file|at the end|"
    r"(?P<beside>after|before|instead of) the line with `(?P<anchor>.+)`)"
)


class Block(NamedTuple):
    """Lines under a heading that says where they go; or a command alone."""

    heading: str
    lines: str | None

    def carry_out(self, tree: Path) -> None:
        if self.lines is None:
            return make(tree, self.heading)
        place = PLACE.fullmatch(self.heading)
        assert place, f"where do these lines go? {self.heading}"
        path = (
            tree / ("" if place["path"].startswith("tests/") else "src/reskontra") / place["path"]
        )
        is_new = place["where"] == "a new file"
        assert path.exists() is not is_new, self.heading
        path.write_text(self._put(self.lines, place, "" if is_new else path.read_text()))
        return None

    def _put(self, added: str, place: re.Match[str], text: str) -> str:
        if not place["beside"]:
            return f"{text}\n\n{added}" if text else added
        lines = text.splitlines(keepends=True)
        found = [number for number, line in enumerate(lines) if place["anchor"] in line]
        assert len(found) == 1, f"{self.heading}: {len(found)} such lines"
        first = found[0] + (place["beside"] == "after")
        last = found[0] + (place["beside"] != "before")
        return "".join([*lines[:first], added, *lines[last:]])


def recipes(text: str) -> dict[str, list[Block]]:
    return {recipe["title"]: list(blocks(recipe["text"])) for recipe in RECIPE.finditer(text)}


def blocks(text: str) -> Iterator[Block]:
    for block in BLOCK.finditer(text):
        if block["language"] == "sh":
            yield from (Block(command, None) for command in block["lines"].splitlines())
        else:
            heading, _, lines = block["lines"].partition("\n")
            yield Block(heading.removeprefix("{").removesuffix(" #}"), lines)


def make(tree: Path, command: str) -> None:
    """As a person would, but with the tools that run this test instead of a new .venv."""
    word, *rest = shlex.split(command)
    assert word == "make", command
    tools = [f"BIN={Path(sys.executable).parent}", "-o", ".venv/.run", "-o", ".venv/.dev"]
    run(tree, "make", "--silent", *tools, *rest)


def run(tree: Path, *words: str, **settings: str) -> None:
    """A command in the tree, with the tree's own code."""
    left_out = ("PYTEST", "PYTHONDONTWRITEBYTECODE")  # bytecode: several commands are started
    known = {name: text for name, text in os.environ.items() if not name.startswith(left_out)}
    done = subprocess.run(
        words,
        cwd=tree,
        env=known | {"PYTHONPATH": str(tree / "src")} | settings,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,  # many tests are run
    )
    told = f"{' '.join(words)}\n{done.stdout[-6_000:]}\n{done.stderr[-3_000:]}"
    assert done.returncode == 0, told
