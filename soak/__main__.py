"""Runs the races and the property tests with a new seed each round, until the time is up.

Each round is an ordinary test run: a fresh service on both engines, and the auditor after every
test. A round that fails prints its seed; `--seed` runs that round alone.
"""

import argparse
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
RACES = sorted(ROOT.glob("tests/web/test_*concurrency.py"))
RANDOM = [
    *sorted(ROOT.glob("tests/web/test_*round_trip.py")),
    ROOT / "tests/domain/test_invoice_properties.py",
    ROOT / "tests/web/test_limits.py",
]


def round_with(seed: int) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider"]
    files = [str(path) for path in (*RACES, *RANDOM) if path.exists()]
    done = subprocess.run([*command, f"--hypothesis-seed={seed}", *files], cwd=ROOT)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, help="one round with this seed")
    asked = parser.parse_args()
    if asked.seed is not None:
        return 0 if round_with(asked.seed) else 1
    end, rounds, failed = time.monotonic() + asked.minutes * 60, 0, []
    while time.monotonic() < end:
        seed = random.SystemRandom().randrange(2**32)
        rounds += 1
        if not round_with(seed):
            failed.append(seed)
    print(f"{rounds} rounds, {len(failed)} failed{f': seeds {failed}' if failed else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
