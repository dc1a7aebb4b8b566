"""What the command line refuses, and the one line that says why."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reskontra.__main__ import main
from tests.commands import Shell
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("organisation set 1 --bankgiro 123-4567", "argument --bankgiro: must be a bankgiro number with the right check digit"),
        ("organisation set 1 --plusgiro 12345-6", "argument --plusgiro: must be a plusgiro number with the right check digit"),
        ("organisation set 1 --organisation-number 556677-8898", "argument --organisation-number: must be an organisation number with the right check digit"),
        ("organisation set 1 --email nobody", "argument --email/--e-mail: must be one e-mail address"),
        ("organisation set 1 --locked-through 2026-02-30", "argument --locked-through: must be a date, as in 2026-12-31"),
        ("organisation set 1 --invoice-quota -1", "argument --invoice-quota: must be a whole number"),
        ("organisation set 1 --swish 42", "argument --swish: must be a Swish number: 123 and seven digits, or a Swedish mobile number"),
        ("organisation set 0 --plan free", "argument ID: must be 1 or more"),
        ("organisation create --name X --plan gold", "argument --plan: invalid choice: 'gold' (choose from 'free', 'basic', 'ai_pro', 'enterprise')"),
        ("integration create --name X --redirect-uri http://example.com/", "argument --redirect-uri: must be an exact https:// address (http:// only to localhost) without fragment"),
        ("user create --email a@example.com --organisation 1", "one of the arguments --password --password-stdin is required"),
        ("rates add 2026-07-01 two", "argument PERCENT: must be a percentage, as in 2.00"),
        ("reminders payment --organisation 1 --number 1 --amount 1.005", "argument --amount: must be an amount of kronor, as in 1320.27"),
        ("reminders payment --organisation 1 --number 1 --amount NaN", "argument --amount: must be an amount of kronor, as in 1320.27"),
        ("reminders except --organisation 1", "one of the arguments --customer --invoice is required"),
        ("serve --port 70000", "argument --port: must be a port, at most 65535"),
        ("sandbox --today yesterday", "argument --today: must be a date, as in 2026-12-31"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_told_in_one_line(
    words: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert line in told.err
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("settings", "words", "line"),
    [
        ({}, "organisation set 7 --plan free", "Kan inte hitta organisationen"),
        ({}, "organisation set 7", "nothing to set; reskontra organisation set --help lists what can be"),
        ({}, "organisation set 7 --logo none.png", "cannot read none.png: No such file or directory"),
        ({}, "organisation set 7 --logo text.png", "text.png is not a whole PNG or JPEG image of at most 512 KiB and 2000 pixels a side"),
        ({}, "year close --organisation 7 --year 1", "Kan inte hitta organisationen"),
        ({}, "vat file --organisation 7 --period 202612", "Kan inte hitta organisationen"),
        ({}, "token issue --organisation 7 --client x", "Kan inte hitta organisationen"),
        ({}, f"integration create --name {'x' * 61} --redirect-uri https://a.se/", "the name must be printable text of 1 to 60 characters"),
        ({}, " ".join(["integration create --name X", *(f"--redirect-uri https://a.se/{n}" for n in range(21))]), "give 1 to 20 redirect addresses"),
        ({}, "integration rotate-secret x", "there is no integration with that client id"),
        ({}, "integration forget-secret x", "there is no integration with that client id"),
        ({}, "integration forget-secret", "whose secret? give the client id"),
        ({}, "user set-password --email a@example.com --password x", "there is no user with that address"),
        ({}, f"user set-password --email a@example.com --password {'x' * 201}", "the password must have 1 to 200 characters"),
        ({}, "backup copy.db", "there is no database reskontra.db"),
        ({}, "check-books", "there is no database reskontra.db"),
        ({}, "restore copy.db", "there is no backup copy.db"),
        ({}, "restore text.png", "text.png is damaged, or no backup"),
        ({"DATABASE_URL": "sqlite:///text.png"}, "restore text.png", "there is text.png already; restore into a fresh place"),
        ({"DATABASE_URL": "sqlite:///no/such/folder/x.db"}, "restore text.png", "the database cannot be reached: "),
        ({"DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "restore copy.db", "restore is for SQLite; use pg_restore or a base backup for PostgreSQL"),
        ({}, "serve --host 0.0.0.0 --port 0", "off loopback (0.0.0.0) RESKONTRA_BASE_URL is required: what callers see"),
        ({}, "serve --workers 2", "more than one worker needs PostgreSQL (SQLite has one writer, in one process) and RESKONTRA_REDIS_URL (each process alone would count only its own calls)"),
        ({"DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "serve --workers 2", "more than one worker needs RESKONTRA_REDIS_URL (each process alone would count only its own calls)"),
        ({"DATABASE_URL": "postgresql://127.0.0.1:1/x"}, "backup copy.db", "backup is for SQLite; use pg_dump or pg_basebackup for PostgreSQL"),
        ({"DATABASE_URL": "postgresql://u:hunter2@127.0.0.1:1/x"}, "migrate", "the database cannot be reached: "),
        ({"DATABASE_URL": "sqlite:///no/such/folder/x.db"}, "migrate", "the database cannot be reached: "),
        ({"DATABASE_URL": "sqlite:///."}, "check-books", "RESKONTRA_DATABASE_URL must be sqlite:///relative, "),
        ({"DATABASE_URL": "sqlite:///books/.."}, "check-books", "RESKONTRA_DATABASE_URL must be sqlite:///relative, "),
        ({"DATABASE_URL": "sqlite:////"}, "backup copy.db", "RESKONTRA_DATABASE_URL must be sqlite:///relative, "),
        ({"DATABASE_URL": f"sqlite:///{'x' * 300}"}, "check-books", f"{'x' * 300}: File name too long"),
        ({"DATABASE_URL": f"sqlite:///{'x' * 300}"}, "organisation list", ""),
        ({"SECRET_KEY": "too short"}, "organisation list", "RESKONTRA_SECRET_KEY must be at least 32 characters at random"),
        ({"DATABSE_URL": "sqlite:///x.db"}, "serve", "RESKONTRA_DATABSE_URL is not a setting; did you mean RESKONTRA_DATABASE_URL?"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_one_line(
    settings: dict[str, str],
    words: str,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.png").write_text("no image")
    for name, text in settings.items():
        monkeypatch.setenv(f"RESKONTRA_{name}", text)
    assert main(words.split()) == 1
    told = capsys.readouterr()
    assert told.out == ""
    [said] = told.err.splitlines()[-1:]
    assert said.startswith(f"reskontra: {line}")
    assert "hunter2" not in told.err


LONG = "x" * 300


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Someone with a company, so that there are books."""
    shell = Shell(tmp_path)
    shell.here("organisation", "create", "--name", "Övning AB")
    return shell


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("backup .", ". is a folder; name a file in it"),
        ("backup ..", ".. is a folder; name a file in it"),
        ("backup /", "/ is a folder; name a file in it"),
        (f"backup {LONG}", f"{LONG}: File name too long"),
        (f"restore {LONG}", f"{LONG}: File name too long"),
        (f"verify {LONG} --key x", f"{LONG}: [Errno 36] File name too long"),
    ],
)
def test_a_place_where_no_file_can_be_is_told_in_one_line(
    shell: Shell, words: str, line: str
) -> None:
    assert shell.refused(*words.split()).startswith(f"reskontra: {line}")
    assert {path.name for path in shell.folder.iterdir()} == {"reskontra.db"}


def test_an_answer_that_cannot_be_written_is_told_in_one_line(shell: Shell) -> None:
    with Path("/dev/full").open("w") as full:
        done = ended(shell, full)
    assert done.stderr == "reskontra: cannot write the answer: No space left on device\n"
    assert done.returncode == 1


def test_an_answer_that_nobody_reads_ends_quietly(shell: Shell) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as nobody:
        done = ended(shell, nobody)
    assert (done.stderr, done.returncode) == ("", 128 + signal.SIGPIPE)


def test_an_answer_that_the_terminal_has_no_letters_for_is_escaped(shell: Shell) -> None:
    done = ended(shell, subprocess.PIPE, PYTHONIOENCODING="ascii")
    assert (done.stderr, done.returncode) == ("", 0)
    assert json.loads(done.stdout)["organisations"][0]["name"] == "Övning AB"


def ended(shell: Shell, out: Any, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "reskontra", "organisation", "list"],
        cwd=shell.folder,
        env=shell.environment | more,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )
