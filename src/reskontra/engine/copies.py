"""Copies of an embedded database that is in use: taken and put back whole, in milliseconds."""

import os
from contextlib import AbstractContextManager
from pathlib import Path

import apsw

from reskontra.engine.sqlite import BESIDE

WRITE_AHEAD = slice(18, 20)  # of a file's head: how it is written and read
IN_PLACE = b"\x01\x01"  # which a copy in memory can be; in a write-ahead log it cannot
IN_A_LOG = b"\x02\x02"
MARK = "application_id"
SMALL = 4 * 1024 * 1024  # bytes: as many are copied through SQLite sooner than beside it
CHUNK = 256 * 1024

Content = bytes | bytearray


class Copies:
    """Whoever copies has seen to it that nobody reads or writes meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = self._opened()

    def _opened(self) -> apsw.Connection:
        connection = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(5000)
        # A power cut may take a sandbox; whoever copies one does not wait for the disk.
        connection.execute("PRAGMA synchronous=OFF").fetchall()
        return connection

    def taken(self) -> Content:
        """What is in the log is laid into the file, which is then read as it is."""
        self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_FULL)
        content = bytearray(self._path.stat().st_size)
        with self._path.open("rb", buffering=0) as file:
            file.readinto(content)
        content[WRITE_AHEAD] = IN_PLACE
        return content

    @property
    def is_small(self) -> bool:
        return self._path.stat().st_size < SMALL

    def put_back(self, content: Content, let_go: AbstractContextManager[None]) -> None:
        """All connections see what is in it from now on; a large one is put back without them."""
        if self.is_small and len(content) < SMALL:
            self._replaced(bytes(content))
            return
        with let_go:
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._connection.close()
            for ending in BESIDE:
                self._path.with_name(f"{self._path.name}{ending}").unlink(missing_ok=True)
            lay(self._path, content)
        self._connection = self._opened()

    def _replaced(self, content: bytes) -> None:
        source = apsw.Connection(":memory:", flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            source.deserialize("main", content)
            with self._connection.backup("main", source, "main") as backup:
                backup.step(-1)
        finally:
            source.close()

    def close(self) -> None:
        self._connection.close()


def lay(path: Path, content: Content) -> None:
    """The file becomes this; where it is so already, which is mostly, nothing is written."""
    file = os.open(path, os.O_RDWR)
    try:
        for at in range(0, len(content), CHUNK):
            wanted = bytes(content[at : at + CHUNK])
            if at == 0:
                wanted = wanted[: WRITE_AHEAD.start] + IN_A_LOG + wanted[WRITE_AHEAD.stop :]
            if os.pread(file, CHUNK, at) != wanted:
                os.pwrite(file, wanted, at)
        os.ftruncate(file, len(content))
    finally:
        os.close(file)


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
