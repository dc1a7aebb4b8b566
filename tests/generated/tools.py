"""Tools of others: made once in a run, pinned with hashes, and gone with it."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
LOCK = HERE / "python.lock"


def npm_tools(folder: Path) -> Path:
    """A folder in which node finds what package-lock.json names, by its hashes."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    quiet = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    subprocess.run(["npm", "ci", "--prefix", folder, *quiet], check=True)
    return folder


def python_tools(folder: Path) -> Path:
    """The programs of python.lock, in an environment of their own."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", LOCK], check=True)
    return programs
