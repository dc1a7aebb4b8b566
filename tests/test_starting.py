"""A start of the program costs what its own command needs: the work of the others stays unread."""

import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from reskontra.commands.table import COMMANDS, Command
from reskontra.people import passwords
from reskontra.storage.migrate import newest, revisions
from reskontra.storage.steps import script
from tests.commands import Shell
from tests.waiting import PATIENCE

DATABASES = {"sqlalchemy", "alembic", "apsw", "psycopg"}
SERVING = {"uvicorn", "starlette", "structlog", "prometheus_client", "redis", "uvloop"}
PAPER = {"typst", "zxingcpp", "uharfbuzz"}
LOCKS = {"argon2", "cryptography", "fido2", "jwt"}
REST = SERVING | PAPER


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_the_work_of_every_command_is_where_the_table_says(command: Command) -> None:
    assert len(signature(command.work).parameters) == 2


@pytest.mark.parametrize(("words", "unread"), [
    ("--help",                            DATABASES | REST | LOCKS),
    ("organisation create --name X",      SERVING | PAPER - {"typst", "zxingcpp"}),
    ("integration list",                  REST | {"alembic", "argon2", "fido2"}),
    ("history --organisation 1",          REST | {"alembic", "argon2", "fido2"}),
    ("verify books --key KEY",            REST | DATABASES - {"apsw"} | LOCKS - {"cryptography"}),
    ("check-books",                       REST | {"alembic", "argon2", "fido2", "jwt"}),
])  # fmt: skip
def test_what_a_command_does_not_need_is_not_read(
    words: str, unread: set[str], tmp_path: Path
) -> None:
    shell = Shell(tmp_path)
    shell.here("organisation", "create", "--name", "Övning AB")
    key = shell.here("export", "--organisation", "1", "books")["key"]
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "reskontra", *words.replace("KEY", key).split()],
        cwd=tmp_path,
        env=shell.environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 0, told.stderr
    read = {line.rpartition("|")[2].strip().partition(".")[0] for line in told.stderr.splitlines()}
    assert "reskontra" in read
    assert read & unread == set()


def test_the_newest_revision_is_told_as_alembic_tells_it() -> None:
    history = [each.revision for each in script().walk_revisions()]
    assert revisions() == history[::-1]
    assert newest() == script().get_current_head()


def test_who_is_unknown_is_checked_at_the_cost_of_who_is_known() -> None:
    strong = passwords.STRONG
    assert strong.hasher.verify(strong.nobodys, "")
    assert not strong.hasher.check_needs_rehash(strong.nobodys)
