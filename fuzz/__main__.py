"""`python -m fuzz --seconds 60 [TARGET ...]`: atheris on each parser, or on those that are named."""

import argparse
import re
import subprocess
import sys
import tempfile

from fuzz.targets import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--seed", type=int, default=0, help="0 draws one; it is printed")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    asked = parser.parse_args()
    if unknown := set(asked.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(unknown)}")
    names = asked.targets or list(TARGETS)
    found = [name for name in names if not fuzzed(name, asked.seconds, asked.seed)]
    print(f"{len(names)} targets, {len(found)} with findings", *found)
    return 1 if found else 0


def fuzzed(name: str, seconds: int, seed: int) -> bool:
    """True when nothing was found; what was is printed with the input that showed it."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        command = [sys.executable, "-m", "fuzz.engine", name, f"-max_total_time={seconds}"]
        command += [f"-seed={seed}", "-print_final_stats=1", "-artifact_prefix=fuzz-finding-"]
        done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT)
        log.seek(0)
        told = log.read()
    runs = re.search(r"number_of_executed_units: (\d+)", told)
    drawn = re.search(r"Seed: (\d+)", told)
    print(
        f"{name:12} {int(runs[1]) if runs else 0:>10,} executions, "
        f"seed {drawn[1] if drawn else seed}, {'nothing found' if not done.returncode else 'FOUND'}",
        flush=True,
    )
    if done.returncode:
        print(told[-4_000:])
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
