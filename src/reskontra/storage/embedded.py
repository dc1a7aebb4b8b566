"""The file of an embedded database: where it is, who has it open, and copies of it."""

import os
from contextlib import closing
from pathlib import Path

import apsw

from reskontra.engine.copies import mark_of
from reskontra.engine.sqlite import BESIDE, make_private
from reskontra.storage.trouble import Trouble

EMBEDDED = "sqlite:///"
SANDBOX = 0x5E5B0C5  # the mark of a database whose credentials everybody knows


def database_file(url: str) -> Path | None:
    """Where an embedded database is; None for one that is not embedded."""
    return Path(url.removeprefix(EMBEDDED)) if url.startswith(EMBEDDED) else None


def is_sandbox(url: str) -> bool:
    """Made by a sandbox, wherever it was copied since."""
    file = database_file(url)
    return file is not None and mark_of(file) == SANDBOX


def family(file: Path) -> list[Path]:
    """The file, and all that SQLite may keep beside it."""
    return [file.with_name(f"{file.name}{ending}") for ending in ("", *BESIDE)]


def opened(file: Path) -> apsw.Connection:
    """Made where it is not there, and its owner's alone before anything is in it."""
    make_private(file)
    return apsw.Connection(str(file))


def in_use(file: Path) -> bool:
    """Whether another process has it open; what is no database is nobody's."""
    with closing(opened(file)) as connection:
        try:
            [(mode,)] = connection.execute("PRAGMA journal_mode=DELETE")
        except apsw.BusyError:
            return True
        except apsw.NotADBError:
            return False
    return bool(mode != "delete")


def copy(source: Path, target: Path) -> None:
    """As the source stands at one moment, though others write to it meanwhile."""
    there = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
    here = opened(target)
    try:
        there.set_busy_timeout(5000)
        with here.backup("main", there, "main") as backup:
            backup.step(-1)  # all at once: pieces would begin anew whenever the service writes
        if list(here.execute("PRAGMA quick_check")) != [("ok",)]:
            raise Trouble("the copy is damaged: check the disk, then run reskontra check-books")
    finally:
        here.close()
        there.close()
    in_one_file(target)


def in_one_file(path: Path) -> None:
    """All of it on the disk, with nothing beside it."""
    with closing(opened(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    sync(path)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
