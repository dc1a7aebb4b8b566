"""A file system that can lose power: what was synced stays, of the rest anything may be missing.

While SQLite works, each file operation goes to the disk and into a record. Afterwards the record
tells what a power cut after any of the operations may have left behind.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import apsw

BENEATH = "unix"
SECTOR = 512  # what a disk writes whole or not at all
Files = dict[str, bytes]
Policy = Literal["none", "all", "prefix", "subset", "torn"]
FOLDER = "."
NEWS_TO_THE_FOLDER = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
RANDOM: tuple[Policy, ...] = ("prefix", "subset", "torn")


@dataclass(frozen=True)
class Operation:
    """`offset` is where a write begins, or where a truncated file ends.

    Only when the folder is synced is it certain that a deleted file is gone.
    """

    kind: Literal["write", "truncate", "sync", "delete"]
    file: str
    offset: int = 0
    data: bytes = b""


class RecordedFile(apsw.VFSFile):
    def __init__(self, record: list[Operation], name: Any, flags: list[int]) -> None:
        super().__init__(BENEATH, name, flags)
        self._record = record
        self._name = Path(file_name(name)).name
        # As SQLite's own file system has it: the first sync of such a file is the folder's too.
        self._is_new = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & NEWS_TO_THE_FOLDER)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 (SQLite's own names)
        self._record.append(Operation("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._record.append(Operation("truncate", self._name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._record.append(Operation("sync", self._name))
        if self._is_new:
            self._record.append(Operation("sync", FOLDER))
            self._is_new = False


class Recorder(apsw.VFS):
    """SQLite's default file system while it is there; files of other folders are let be."""

    def __init__(self, folder: Path, record: list[Operation]) -> None:
        super().__init__("power-cut", BENEATH, makedefault=True)
        self._folder = folder.resolve()
        self._record = record

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        if self._is_ours(file_name(name)):
            return RecordedFile(self._record, name, flags)
        return apsw.VFSFile(BENEATH, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        if self._is_ours(filename):
            self._record.append(Operation("delete", Path(filename).name))

    def _is_ours(self, name: str) -> bool:
        return Path(name).parent.resolve() == self._folder


# A connection that someone else opened meanwhile still needs its file system afterwards.
_KEPT: list[Recorder] = []


@contextmanager
def recorded(folder: Path) -> Iterator[list[Operation]]:
    """The record, which grows as long as the block runs."""
    record: list[Operation] = []
    recorder = Recorder(folder, record)
    _KEPT.append(recorder)
    try:
        yield record
    finally:
        recorder.unregister()


def file_name(name: Any) -> str:
    return str(name.filename() if isinstance(name, apsw.URIFilename) else name or "")


@dataclass
class Disk:
    """What certainly is on it, and what was written since without being synced."""

    synced: Files = field(default_factory=dict)
    pending: list[Operation] = field(default_factory=list)
    syncs: int = 0

    def take(self, operation: Operation) -> None:
        if operation.kind != "sync":
            self.pending.append(operation)
            return
        self.syncs += 1
        own = {operation.file}
        if operation.file == FOLDER:
            own = {each.file for each in self.pending if each.kind == "delete"}
        certain = [each for each in self.pending if each.file in own]
        self.pending = [each for each in self.pending if each.file not in own]
        self.synced = after(self.synced, certain)

    def found(self, surviving: list[Operation]) -> Files:
        """The files when the power is back."""
        return after(self.synced, surviving)


def surviving(pending: list[Operation], policy: Policy, chance: random.Random) -> list[Operation]:
    if policy == "none":
        return []
    if policy == "all":
        return pending
    if policy == "prefix":
        return pending[: chance.randint(0, len(pending))]
    pieces = pending if policy == "subset" else [p for each in pending for p in sectors(each)]
    return [piece for piece in pieces if chance.random() < 0.5]


def sectors(operation: Operation) -> Iterator[Operation]:
    if operation.kind != "write":
        yield operation
        return
    start, end = operation.offset, operation.offset + len(operation.data)
    while start < end:
        until = min(end, (start // SECTOR + 1) * SECTOR)
        piece = operation.data[start - operation.offset : until - operation.offset]
        yield replace(operation, offset=start, data=piece)
        start = until


def after(files: Files, operations: list[Operation]) -> Files:
    changed = {name: bytearray(content) for name, content in files.items()}
    for each in operations:
        if each.kind == "delete":
            changed.pop(each.file, None)
            continue
        content = changed.setdefault(each.file, bytearray())
        end = each.offset + len(each.data)
        content.extend(bytes(max(0, end - len(content))))
        if each.kind == "write":
            content[each.offset : end] = each.data
        else:
            del content[end:]
    return {name: bytes(content) for name, content in changed.items()}
