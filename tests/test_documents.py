"""What the documentation names is there: files, links and commands."""

import re
from pathlib import Path

import pytest

from reskontra.commands.table import COMMANDS

ROOT = Path(__file__).parents[1]
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))  # history: what they name may go
FOLDERS = ("src", "tests", "bench", "soak", "fuzz", "planted", "docs")
FILES = [*ROOT.glob("*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
NAMED_FILE = re.compile(r"[\w./*-]+\.(?:py|md)\b")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_files_that_a_guide_names_are_there(guide: Path) -> None:
    quoted = re.findall(r"`([^`\n]+)`", guide.read_text())
    named = {name for text in quoted for name in NAMED_FILE.findall(text)}
    # A path may leave out what the folders around it say, and stand for several.
    assert [name for name in named if not any(file.match(name) for file in FILES)] == []


@pytest.mark.parametrize("page", [*GUIDES, *DECISIONS], ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    inside = [link for link in links if "://" not in link]
    assert [link for link in inside if not (page.parent / link).exists()] == []


def test_operators_are_told_of_every_command() -> None:
    """In rows such as: `user create`, `set-password`."""
    written = (ROOT / "docs" / "operating.md").read_text()
    section = written.split("## Commands")[1].split("\n## ")[0]
    told = set()
    for cell in re.findall(r"^\| (`.*?`) \|", section, re.M):
        first, *others = re.findall(r"`([^`]+)`", cell)
        group = first.rpartition(" ")[0]
        told |= {first, *(f"{group} {word}".strip() for word in others)}
    assert told == {each.words for each in COMMANDS} - {"serve", "sandbox"}
