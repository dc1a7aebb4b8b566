"""Companies as their scenarios leave them, kept from one sandbox to the next.

What a scenario builds follows from our own files, its name, the company, the seed, the profile and
the moment; so the same is not built twice on one machine. A clock that runs shows no moment twice.
"""

import json
import os
import stat
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from reskontra.engine.copies import Content
from reskontra.people.integrations import Profile
from reskontra.sandbox.clock import Mode, Setting
from reskontra.sandbox.scenarios import SCENARIOS

MOST = 40  # companies; the one that was kept first goes first


class Built(NamedTuple):
    content: Content
    counts: Counter[str]


def folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "reskontra" / "scenarios"


def place_of(
    scenario: str, seed: int, answers: Profile, clock: Setting, company: str
) -> Path | None:
    """Where it lies, if anywhere: the user's own scenarios are for the user to change."""
    if scenario not in SCENARIOS or clock.mode is not Mode.FROZEN:
        return None
    words = f"{_code()} {scenario} {seed} {answers} {clock} {company}"
    return folder() / sha256(words.encode()).hexdigest()


@cache
def _code() -> str:
    """Another whenever one of our files is another."""
    root = Path(__file__).parents[1]
    found = sha256()
    for path in sorted(root.rglob("*")):
        about = path.stat()
        if stat.S_ISREG(about.st_mode) and path.suffix != ".pyc":
            found.update(f"{path.relative_to(root)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()


def kept(place: Path | None) -> Built | None:
    """What is there and whole."""
    if place is None or not place.is_file():
        return None
    head, _, content = place.read_bytes().partition(b"\n")
    try:
        told = json.loads(head)
    except ValueError:
        return None
    whole = sha256(content).hexdigest() == told["sha256"]
    return Built(content, Counter(told["counts"])) if whole else None


def keep(place: Path | None, content: Content, counts: Mapping[str, int]) -> None:
    """For the owner alone, whole or not at all; where nothing can be written, nothing is kept."""
    if place is None:
        return
    head = json.dumps({"sha256": sha256(content).hexdigest(), "counts": counts})
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(head.encode() + b"\n" + content)
        Path(file.name).replace(place)
        _forget_the_oldest(place.parent)


def _forget_the_oldest(where: Path) -> None:
    oldest_last = sorted(where.iterdir(), key=lambda each: -each.stat().st_mtime)
    for each in oldest_last[MOST:]:
        each.unlink(missing_ok=True)
