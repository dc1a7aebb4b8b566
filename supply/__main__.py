"""`python -m supply`: writes the bill of materials, and tells what is known against it."""

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from supply.locks import Package, pinned
from supply.sbom import bill
from supply.scan import DATABASE, Unreachable, known

ROOT = Path(__file__).parents[1]
# The first is what a running service has.
LOCKS = tuple(ROOT / "requirements" / f"{name}.lock" for name in ("run", "dev", "fuzz"))


def main(words: Sequence[str] | None = None) -> int:
    asked = arguments(words)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locks = {lock: pinned(lock) for lock in LOCKS}
    made = bill(project["name"], project["version"], locks)
    asked.sbom.write_text(json.dumps(made, indent=1) + "\n")
    print(f"{asked.sbom}: {len(made['components'])} components")
    every = {each.address: each for packages in locks.values() for each in packages}
    return told([*every.values()], asked.database)


def told(packages: list[Package], database: str) -> int:
    """That nobody could be asked is said, and is no failure: it says nothing of the packages."""
    try:
        found = known(packages, database)
    except Unreachable as unreachable:
        print(f"NOT SCANNED: {database} cannot be asked ({unreachable})", file=sys.stderr)
        return 0
    for address, names in found.items():
        print(f"{address}: {', '.join(names)}")
    print(f"{len(packages)} packages, {len(found)} with known vulnerabilities")
    return 1 if found else 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m supply", description=__doc__)
    parser.add_argument("--sbom", type=Path, default=ROOT / "sbom.cdx.json")
    parser.add_argument("--database", default=DATABASE, help="of known vulnerabilities")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
