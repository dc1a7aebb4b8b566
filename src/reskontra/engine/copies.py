"""Copies of an embedded database that is in use: taken and put back whole, in milliseconds."""

from pathlib import Path

import apsw

from reskontra.engine.sqlite import BESIDE

WRITE_AHEAD = slice(18, 20)  # of a file's head: how it is written and read
IN_PLACE = b"\x01\x01"  # which a copy in memory can be; in a write-ahead log it cannot
MARK = "application_id"


class Copies:
    """Whoever copies has seen to it that nobody writes meanwhile."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        self._connection.set_busy_timeout(5000)

    def taken(self) -> bytes:
        content = bytearray(self._connection.serialize("main"))
        content[WRITE_AHEAD] = IN_PLACE
        return bytes(content)

    def put_back(self, content: bytes) -> None:
        """All connections see what is in it from now on."""
        source = apsw.Connection(":memory:", flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            source.deserialize("main", content)
            with self._connection.backup("main", source, "main") as backup:
                backup.step(-1)
        finally:
            source.close()

    def close(self) -> None:
        self._connection.close()


def mark(path: Path, number: int) -> None:
    """A number in the file's head, that follows it wherever it is copied."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.execute(f"PRAGMA {MARK}={number}").fetchall()
    connection.close()


def mark_of(path: Path) -> int:
    """None where there is no file, or no database."""
    if not path.is_file():
        return 0
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        [(number,)] = connection.execute(f"PRAGMA {MARK}")
        return int(number)
    except apsw.NotADBError:
        return 0
    finally:
        connection.close()


def remove(path: Path) -> None:
    for ending in ("", *BESIDE):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)
