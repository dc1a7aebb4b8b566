"""The lock files, read as what they pin."""

import re
from dataclasses import dataclass
from pathlib import Path

PINNED = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==(?P<version>[^\s;]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
ASKED_BY = re.compile(r"#(?: via)?\s+([A-Za-z0-9][A-Za-z0-9._-]*)")


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    hashes: tuple[str, ...]  # of every file of it that may be installed
    asked_by: tuple[str, ...]

    @property
    def address(self) -> str:
        """As all tools name it (a package URL)."""
        return f"pkg:pypi/{normal(self.name)}@{self.version}"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock: Path) -> list[Package]:
    """Each begins at the margin; what belongs to it is indented."""
    pieces = re.split(r"^(?=\S)", lock.read_text(), flags=re.MULTILINE)
    return [_package(piece) for piece in pieces if piece.strip() and not piece.startswith("#")]


def _package(piece: str) -> Package:
    first, *rest = piece.splitlines()
    found = PINNED.match(first)
    if not found:
        raise ValueError(f"not a pinned package: {first}")
    comments = [ASKED_BY.match(line.strip()) for line in rest]
    return Package(
        found["name"],
        found["version"],
        tuple(HASH.findall(piece)),
        tuple(normal(each[1]) for each in comments if each and each[1] != "via"),
    )
