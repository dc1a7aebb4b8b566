"""`python -m planted [NAME ...]`: each fault in a copy of the tree, and the tests that must see it."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from planted.fault import Fault
from planted.faults import FAULTS

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".clients", "__pycache__", ".*_cache", ".hypothesis"
)
FAILED = 1  # pytest's word for "some tests failed"; others mean that none was run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m planted", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of a fault's name")
    asked = parser.parse_args().names
    chosen = [each for each in FAULTS if not asked or any(name in each.name for name in asked)]
    if not is_sound(chosen):
        return 1
    missed = [each.name for each in chosen if not is_caught(each)]
    print(f"{len(chosen)} planted, {len(chosen) - len(missed)} caught")
    for name in missed:
        print(f"NOT CAUGHT: {name}")
    return 1 if missed or not chosen else 0


def is_sound(chosen: list[Fault]) -> bool:
    """Without any fault the tests pass, or their failing would prove nothing."""
    with copied() as tree:
        done = run(tree, [*dict.fromkeys(test for each in chosen for test in each.tests)])
    if done.returncode:
        print("The tests fail without any fault:", done.stdout[-3_000:], done.stderr[-1_500:])
    return done.returncode == 0


def is_caught(fault: Fault) -> bool:
    started = time.monotonic()
    with copied() as tree:
        plant(fault, tree)
        done = run(tree, [*fault.tests, *(["-k", fault.engine] if fault.engine else [])])
    caught = done.returncode == FAILED
    seconds = time.monotonic() - started
    print(f"{'caught' if caught else 'NOT CAUGHT':10}  {seconds:5.0f} s  {fault.name}", flush=True)
    if not caught:
        print(done.stdout[-1_500:], done.stderr[-1_500:])
    return caught


@contextmanager
def copied() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="reskontra-planted-") as folder:
        yield shutil.copytree(ROOT, Path(folder) / "tree", ignore=LEFT_OUT)


def run(tree: Path, asked: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["-p", "no:schemathesis"]  # none of them needs it, and it takes long to load
    path = os.pathsep.join([str(tree / "src"), str(tree)])
    env = os.environ | {"PYTHONPATH": path}
    return subprocess.run([*command, *asked], cwd=tree, env=env, capture_output=True, text=True)


def plant(fault: Fault, tree: Path) -> None:
    path = tree / "src" / "reskontra" / fault.file
    text = path.read_text()
    assert text.count(fault.before) == 1, f"{fault.name}: {fault.file} has changed"
    path.write_text(text.replace(fault.before, fault.after))


if __name__ == "__main__":
    sys.exit(main())
