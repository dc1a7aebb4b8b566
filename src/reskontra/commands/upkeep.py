"""Upkeep of the database: its schema, its soundness, and copies of it."""

import os
import secrets
import sys
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

import reskontra.commands.wings  # noqa: F401 (every table is declared)
from reskontra.audit.auditor import audited
from reskontra.audit.heads import Head, NoHead, heads_in
from reskontra.commands.answers import Answer, Failed
from reskontra.commands.beside import signer_there
from reskontra.commands.keeping import kept_anew, kept_otherwise
from reskontra.settings import Settings
from reskontra.storage.embedded import EMBEDDED, copy, database_file, family, in_one_file, sync
from reskontra.storage.guards import weaknesses
from reskontra.storage.migrate import holds_books, migrate
from reskontra.storage.trouble import Unreadable, reachable


def bring_up_to_date(settings: Settings, options: Namespace) -> Answer:
    with reachable():
        schema = migrate(settings.database_url)
        return schema | {"answers_kept_anew": kept_anew(settings.database_url)}


def check_books(settings: Settings, options: Namespace) -> Answer:
    refuse_missing(settings.database_url)
    pen, named = signer_there(settings), tuple(options.key or ())
    own = (pen.public,) if pen else ()
    if options.expect_head is None:
        return audit(settings.database_url, known=named + own, answers=True)
    if not named + own:
        raise Failed("there is no key here to verify heads with: name the public one by --key")
    heads = heads_of(options.expect_head)
    return audit(settings.database_url, heads, named or own, named + own, answers=True)


def heads_of(file: Path) -> tuple[Head, ...]:
    try:
        return tuple(heads_in(file.read_text()))
    except (OSError, UnicodeError, NoHead) as error:
        raise Failed(f"{file}: {error}") from None


def audit(
    url: str,
    heads: tuple[Head, ...] = (),
    keys: tuple[str, ...] = (),
    known: tuple[str, ...] = (),
    answers: bool = False,
) -> Answer:
    """The auditor shares nothing with the program but the database; what guards the books and what
    is kept of answers are the program's own, and are asked for beside it."""
    with reachable():
        report = audited(url, None, heads, keys, known)
        weak = weaknesses(url)
        otherwise = kept_otherwise(url) if answers else []
    violations = [asdict(violation) for violation in report.violations]
    violations += [{"name": "guard changed", "organisation": None, "detail": each} for each in weak]
    violations += [
        {"name": "answer kept otherwise", "organisation": organisation, "detail": each}
        for organisation, each in otherwise
    ]
    for each in violations:
        words = [str(word) for word in each.values() if word is not None]
        sys.stderr.write(f"{': '.join(words)}\n")
    return {"summary": report.summary | {"violations": len(violations)}, "violations": violations}


def back_up(settings: Settings, options: Namespace) -> Answer:
    """A consistent copy while the service runs; at every moment the old copy or the new one."""
    source = database_file(settings.database_url)
    if source is None:
        raise Failed("backup is for SQLite; use pg_dump or pg_basebackup for PostgreSQL")
    refuse_missing(settings.database_url)
    target: Path = options.file
    if target.is_dir():
        raise Failed(f"{target} is a folder; name a file in it")
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


def restore(settings: Settings, options: Namespace) -> Answer:
    """A backup where there is no database yet; it is in place only once it is known to be sound."""
    target = database_file(settings.database_url)
    if target is None:
        raise Failed("restore is for SQLite; use pg_restore or a base backup for PostgreSQL")
    source: Path = options.file
    if not source.is_file():
        raise Failed(f"there is no backup {source}")
    refuse_taken(target)
    draft = target.with_name(f"{target.name}.{secrets.token_hex(8)}")
    try:
        audit_of_copy = sound_copy(source, draft)
        os.link(draft, target)  # unlike a rename, it never takes the place of another file
        sync(target.parent)
    except FileExistsError:
        raise Failed(f"there is a database {target} already") from None
    except OSError as error:
        raise Failed(f"cannot write {target}: {error.strerror}") from None
    finally:
        for left in family(draft):
            left.unlink(missing_ok=True)
    return {"file": str(target), "bytes": target.stat().st_size, **audit_of_copy}


def refuse_taken(target: Path) -> None:
    """What lies beside a database is part of it: even without it, it must not meet another."""
    for each in family(target):
        if each.exists():
            raise Failed(f"there is {each} already; restore into a fresh place")


def sound_copy(source: Path, draft: Path) -> Answer:
    """What the migration and the audit of the copy say; raises when the books are not sound."""
    try:
        with reachable():
            copy(source, draft)
            there = holds_books(draft)
    except Unreadable:
        raise Failed(f"{source} is damaged, or no backup") from None
    if not there:
        raise Failed(f"there are no books in {source}")
    with reachable():
        # A backup of an older version is migrated, as the service would do at its start.
        schema = migrate(f"{EMBEDDED}{draft}")
        in_one_file(draft)
    report = audit(f"{EMBEDDED}{draft}")
    if report["violations"]:
        raise Failed(f"the books in {source} are not sound, so they were not restored")
    return schema | report


def refuse_missing(url: str) -> None:
    """Opening an embedded database makes one; here there must be one already."""
    file = database_file(url)
    if file and not file.exists():
        raise Failed(f"there is no database {file}")
