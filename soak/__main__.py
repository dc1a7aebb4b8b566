"""Runs the parts of `soak/parts.py`, round after round with a new seed each, until time is up.

A round of a part is an ordinary test run, with larger counts: fresh services on both engines, and
the auditor after the tests. Each prints the command that runs it again.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from soak.parts import PARTS, ROOT, paths_of, present

NOTHING_TO_RUN = 5  # what pytest says when every test of a part was deselected


@dataclass(frozen=True)
class Outcome:
    """One round of one part."""

    part: str
    seed: int
    tests: int
    failures: int
    seconds: float


def main() -> int:
    asked = arguments()
    end = time.monotonic() + asked.minutes * 60
    outcomes = []
    for part, seed in turns(asked, end):
        outcomes.append(run(part, seed, asked.times))
        print(told(outcomes[-1], asked.times), flush=True)
    print(table(outcomes))
    if asked.json:
        asked.json.write_text(json.dumps([asdict(each) for each in outcomes], indent=1) + "\n")
    return 1 if not outcomes or any(each.failures for each in outcomes) else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="begin no new run after these")
    parser.add_argument("--rounds", type=int, help="at most so many")
    parser.add_argument("--times", type=int, default=10, help="how much larger the counts are")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART",
                        help=f"of {', '.join(PARTS)}")  # fmt: skip
    parser.add_argument("--seed", type=int, help="one round with this seed")
    parser.add_argument("--json", type=Path, help="where to write the outcome of every run")
    return parser.parse_args()


def turns(asked: argparse.Namespace, end: float) -> Iterator[tuple[str, int]]:
    """Part after part, round after round; the first begins however short the time is."""
    parts, rounds = present(asked.only), 1 if asked.seed is not None else asked.rounds
    begun = 0
    while parts and (rounds is None or begun < rounds):
        seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**32)
        for part in parts:
            if (begun or part != parts[0]) and time.monotonic() > end:
                return
            yield part, seed
        begun += 1


def command(part: str, seed: int) -> list[str]:
    options = ("-q", "-m", "not browser", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}")
    return [sys.executable, "-m", "pytest", *options, *paths_of(part)]


def run(part: str, seed: int, times: int) -> Outcome:
    began = time.monotonic()
    sizes = {"RESKONTRA_SEED": str(seed), "RESKONTRA_TIMES": str(times)}
    with TemporaryDirectory(prefix="reskontra-soak-") as folder:
        report = Path(folder) / "report.xml"
        asked = [*command(part, seed), "-n", "2", f"--junitxml={report}"]
        done = subprocess.run(asked, cwd=ROOT, env={**os.environ, **sizes})
        tests, failures = counted(report)
    if done.returncode not in (0, NOTHING_TO_RUN):
        failures = max(failures, 1)  # also when pytest itself could not go on
    return Outcome(part, seed, tests, failures, round(time.monotonic() - began, 1))


def counted(report: Path) -> tuple[int, int]:
    """Tests that ran, and those of them that failed."""
    if not report.exists():
        return 0, 0
    suites = [each.attrib for each in ElementTree.parse(report).getroot().iter("testsuite")]  # noqa: S314 (pytest wrote it just now)
    failed = sum(int(each["failures"]) + int(each["errors"]) for each in suites)
    return sum(int(each["tests"]) - int(each["skipped"]) for each in suites), failed


def told(outcome: Outcome, times: int) -> str:
    again = f"RESKONTRA_SEED={outcome.seed} RESKONTRA_TIMES={times} "
    again += shlex.join(command(outcome.part, outcome.seed))
    said = f"{outcome.failures} FAILED" if outcome.failures else "good"
    return (
        f"{outcome.part}: {outcome.tests} tests in {outcome.seconds} s with seed {outcome.seed}:"
        f" {said}\n  again: {again}"
    )


def table(outcomes: list[Outcome]) -> str:
    """Part by part: what was run, and which seeds failed."""
    parts: dict[str, list[Outcome]] = defaultdict(list)
    for each in outcomes:
        parts[each.part].append(each)
    lines = [f"{'part':<10}{'rounds':>7}{'tests':>8}{'failures':>10}{'minutes':>9}  failed seeds"]
    for part, runs in parts.items():
        tests, failures = sum(each.tests for each in runs), sum(each.failures for each in runs)
        minutes = sum(each.seconds for each in runs) / 60
        seeds = " ".join(str(each.seed) for each in runs if each.failures) or "none"
        lines.append(f"{part:<10}{len(runs):>7}{tests:>8}{failures:>10}{minutes:>9.1f}  {seeds}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
