"""Upkeep of the database: its schema, its soundness, and copies of it."""

import os
import secrets
import sys
from argparse import Namespace
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import apsw

from reskontra.commands.beside import database_file
from reskontra.commands.office import Answer, Failed, reachable
from reskontra.settings import Settings
from reskontra.storage.migrate import migrate


def bring_up_to_date(settings: Settings, asked: Namespace) -> Answer:
    with reachable():
        return migrate(settings.database_url)


def check_books(settings: Settings, asked: Namespace) -> Answer:
    """The auditor shares nothing with the program but the database, so it is only called here."""
    refuse_missing(settings.database_url)
    auditor = import_module("reskontra.auditor")
    with reachable():
        report = auditor.audited(settings.database_url)
    found = [asdict(violation) for violation in report.violations]
    for each in found:
        words = [str(word) for word in each.values() if word is not None]
        sys.stderr.write(f"{': '.join(words)}\n")
    return {"summary": report.summary, "violations": found}


def back_up(settings: Settings, asked: Namespace) -> Answer:
    """A consistent copy while the service runs; at every moment the old copy or the new one."""
    source = database_file(settings.database_url)
    if source is None:
        raise Failed("backup is for SQLite; use pg_dump or pg_basebackup for PostgreSQL")
    refuse_missing(settings.database_url)
    target: Path = asked.file
    if target.exists() and target.samefile(source):
        raise Failed("that is the database itself")
    draft = target.with_name(f"{target.name}.{secrets.token_hex(8)}")
    try:
        with reachable():
            copy(source, draft)
        os.replace(draft, target)
        sync(target.parent)
    except OSError as error:
        raise Failed(f"cannot write {target}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    return {"file": str(target), "bytes": target.stat().st_size}


def copy(source: Path, target: Path) -> None:
    there = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
    here = apsw.Connection(str(target))
    try:
        os.chmod(target, 0o600)
        there.set_busy_timeout(5000)
        with here.backup("main", there, "main") as backup:
            backup.step(-1)  # all at once: pieces would begin anew whenever the service writes
        here.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        if list(here.execute("PRAGMA quick_check")) != [("ok",)]:
            raise Failed("the copy is damaged: check the disk, then run reskontra check-books")
    finally:
        here.close()
        there.close()
    sync(target)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refuse_missing(url: str) -> None:
    """Opening an embedded database makes one; here there must be one already."""
    file = database_file(url)
    if file and not file.exists():
        raise Failed(f"there is no database {file}")
