"""Files that are their owner's alone, whatever the umask and whatever they were before."""

import os
import stat
from pathlib import Path

OTHERS = 0o077


def owners_alone(path: str, flags: int) -> int:
    """For `open(opener=...)`: nobody else may read it, not even while it is being made."""
    return os.open(path, flags, 0o600)


def closed_to_others(path: Path) -> bool:
    """Whether it was open to others until now, and ours to close: a device is everyone's."""
    found = path.stat()
    ours = (
        stat.S_ISREG(found.st_mode)
        and found.st_uid == os.geteuid()
        and bool(found.st_mode & OTHERS)
    )
    if ours:
        path.chmod(found.st_mode & ~OTHERS & 0o7777)
    return ours
