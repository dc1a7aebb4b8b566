"""Which processes another one has started, and whether they still run."""

from contextlib import suppress
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """Those that it started itself."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if status_of(each)[1] == str(pid):
                found.append(int(each.parent.name))
    return found


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return status_of(Path(f"/proc/{pid}/stat"))[0] not in "ZX"
    return False


def status_of(path: Path) -> list[str]:
    """State and parent: they follow the name, which may hold anything."""
    return path.read_text(errors="replace").rpartition(")")[2].split()
