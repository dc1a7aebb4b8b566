"""Which processes another one has started, whether they still run, and what they have read."""

import socket
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


def is_read(connection: socket.socket) -> bool:
    """Whoever is at the other end, on this machine, has taken all that was sent."""
    ends = (connection.getsockname()[1], connection.getpeername()[1])
    lines = {_ends(line): line for line in _connections()}
    ours, theirs = lines[ends], lines.get(ends[::-1])
    return bool(theirs) and _waiting(ours)[0] == 0 == _waiting(theirs)[1] and theirs[9] != "0"


def _connections() -> list[list[str]]:
    return [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]


def _ends(line: list[str]) -> tuple[int, ...]:
    """The ports at either end, which are written in hexadecimal."""
    return tuple(int(address.partition(":")[2], 16) for address in line[1:3])


def _waiting(line: list[str]) -> list[int]:
    """Bytes that are sent and not yet there, and bytes that are there and not yet read."""
    return [int(count, 16) for count in line[4].split(":")]
