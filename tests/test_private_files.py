"""Files of the books are their owner's alone, whatever the umask and whatever they were."""

import asyncio
import os
import re
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

import reskontra
from reskontra.commands.beside import keys, signer
from reskontra.engine.database import connect
from reskontra.engine.sqlite import make_private
from reskontra.outside.mail import Letter, Outbox, post
from reskontra.outside.private import closed_to_others, owners_alone
from reskontra.outside.signing import new_key
from reskontra.settings import settings
from reskontra.storage.embedded import copy, opened
from tests.commands import Shell
from tests.storage.ledger import prepare
from tests.waiting import PATIENCE


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others may read or write there; the log of the test is the test's."""
    found = (each for each in folder.rglob("*") if each.name != "service.log")
    return sorted(each.name for each in found if stat.S_IMODE(each.stat().st_mode) & 0o077)


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()} - {"service.log"}


@pytest.mark.usefixtures("no_umask")
def test_database_log_key_backup_and_letters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/books.db"
    database = connect(url)
    database.write_now(prepare)
    keys(settings({"RESKONTRA_DATABASE_URL": url}))
    copy(tmp_path / "books.db", tmp_path / "copy.db")
    letter = Letter("faktura@ovning.se", ("eva@exempel.se",), "Faktura 17", "Hej!")
    asyncio.run(post(letter, Outbox(tmp_path / "outbox"), datetime(2026, 11, 16, tzinfo=UTC)))
    assert names(tmp_path) >= {
        "books.db",
        "books.db-wal",
        "books.db-shm",
        "copy.db",
        "books.db.key",
        "outbox",
    }
    assert open_to_others(tmp_path) == []
    assert capsys.readouterr().err == "", "a new key was open, and had to be closed"
    database.close()


def test_what_was_open_to_others_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    connect(f"sqlite:///{file}").close()
    file.chmod(0o644)
    connect(f"sqlite:///{file}").close()
    assert open_to_others(tmp_path) == []


# Each command that may be the first to make a file, and what it leaves behind.
FIRST = {
    "migrate": (("migrate",), {"books.db"}),
    "organisation": (("organisation", "create", "--name", "Övning AB"), {"books.db"}),
    "head": (("head",), {"books.db", "books.db.head-key.pem"}),
}


@pytest.mark.usefixtures("no_umask")
@pytest.mark.parametrize("command", FIRST)
def test_what_a_command_makes_first(tmp_path: Path, command: str) -> None:
    words, made = FIRST[command]
    Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"}).here(*words)
    assert names(tmp_path) == made
    assert open_to_others(tmp_path) == []


@pytest.mark.usefixtures("no_umask")
def test_what_is_handed_out(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"})
    shell.here("organisation", "create", "--name", "Övning AB")
    shell.here("export", "--organisation", "1", "books.jsonl")
    shell.here("backup", "copy.db")
    (tmp_path / "restored").mkdir(0o700)
    shell.settings["DATABASE_URL"] = "sqlite:///restored/books.db"
    shell.here("restore", "copy.db")
    assert names(tmp_path) >= {"books.jsonl", "copy.db", "restored"}
    assert open_to_others(tmp_path) == []


SERVED = {
    "serve": ("books.db", "books.db-wal", "books.db-shm", "books.db.key"),
    "sandbox": ("sandbox.db", "sandbox.db-wal", "sandbox.db.key", "sandbox.db.clock"),
}


@pytest.mark.usefixtures("no_umask")
@pytest.mark.parametrize("command", SERVED)
def test_what_a_service_makes_first(tmp_path: Path, command: str) -> None:
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"})
    more = ("--today", "2026-11-16") if command == "sandbox" else ()
    with shell.running(command, "--port", "0", *more) as service:
        assert httpx.get(f"{service.url}/3/customers", timeout=PATIENCE).status_code == 401
        assert names(tmp_path) >= {*SERVED[command]}
        assert open_to_others(tmp_path) == []


def test_nobody_else_may_read_them_before_they_are_closed(tmp_path: Path) -> None:
    """From the moment they are made: SQLite makes what lies beside like the file itself."""
    with closing(opened(tmp_path / "books.db")) as connection:
        assert open_to_others(tmp_path) == []
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (a)")
        assert len(names(tmp_path)) == 3
        assert open_to_others(tmp_path) == []


def test_an_export_is_closed_before_anything_is_in_it(tmp_path: Path) -> None:
    descriptor = owners_alone(str(tmp_path / "file"), os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    assert stat.S_IMODE(os.fstat(descriptor).st_mode) == 0o600
    os.close(descriptor)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666])
def test_keys_that_others_could_read_are_closed_and_it_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    head_key = tmp_path / "own.pem"
    head_key.write_bytes(new_key())
    url = f"sqlite:///{tmp_path}/books.db"
    given = {"RESKONTRA_DATABASE_URL": url, "RESKONTRA_HEAD_KEY": str(head_key)}
    kept = keys(settings(given))
    key = tmp_path / "books.db.key"
    for each in (key, head_key):
        each.chmod(mode)
    for _ in range(2):
        assert keys(settings(given)) == kept
        assert signer(settings(given))
    assert open_to_others(tmp_path) == []
    lines = capsys.readouterr().err.splitlines()
    closed = "was open to others, and no longer is; replace it"
    assert lines == [f"reskontra: {each} {closed}" for each in (key, head_key)]


def test_every_database_file_is_opened_where_it_is_made_private() -> None:
    """Elsewhere only with flags, by which none is made."""
    source = Path(reskontra.__file__).parent
    making = {
        str(file.relative_to(source))
        for file in source.rglob("*.py")
        for call in re.findall(r"apsw\.Connection\((.*)", file.read_text())
        if "flags=apsw.SQLITE_OPEN_READ" not in call
    }
    assert making == {"engine/sqlite.py", "storage/embedded.py"}


def test_only_files_are_closed_to_others(tmp_path: Path, no_umask: None) -> None:
    """A pipe stands for the null device, which everyone on the machine needs."""
    pipe, link = tmp_path / "pipe", tmp_path / "books.db"
    os.mkfifo(pipe, 0o666)
    link.symlink_to(pipe)
    assert not closed_to_others(link)
    make_private(link)
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o666
