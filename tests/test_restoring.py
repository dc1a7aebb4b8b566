"""What `reskontra restore` makes of a backup that is old, spoilt, or not alone in its place."""

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from reskontra.__main__ import main
from tests.commands import Shell

NEW = "sqlite:///new.db"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder with `copy.db`, the backup of a new company's books."""
    shell = Shell(tmp_path, {"DATABASE_URL": "sqlite:///books.db"})
    shell.here("organisation", "create", "--name", "Övning AB")
    shell.here("backup", "copy.db")
    return Shell(tmp_path, {"DATABASE_URL": NEW})


def spoil(shell: Shell, *statements: str) -> None:
    with closing(apsw.Connection(str(shell.folder / "copy.db"))) as connection:
        for statement in statements:
            connection.execute(statement)


def refused(shell: Shell, monkeypatch: pytest.MonkeyPatch, told: pytest.CaptureFixture[str]) -> str:
    """The last line that says why not; nothing is left behind."""
    before = sorted(shell.folder.iterdir())
    monkeypatch.chdir(shell.folder)
    monkeypatch.setenv("RESKONTRA_DATABASE_URL", NEW)
    told.readouterr()
    assert main(["restore", "copy.db"]) == 1
    assert sorted(shell.folder.iterdir()) == before
    said = told.readouterr()
    assert said.out == ""
    return said.err.splitlines()[-1]


def test_a_backup_is_restored_once_and_never_over_another(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = shell.here("restore", "copy.db")
    assert (answer["file"], answer["from"], answer["violations"]) == ("new.db", answer["to"], [])
    assert answer["summary"]["organisations"] == 1
    [found] = shell.here("organisation", "list")["organisations"]
    assert found["name"] == "Övning AB"
    line = refused(shell, monkeypatch, capsys)
    assert line == "reskontra: there is new.db already; restore into a fresh place"


def test_what_is_left_of_another_database_is_not_joined(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (shell.folder / "new.db-wal").write_bytes(b"posted last")
    line = refused(shell, monkeypatch, capsys)
    assert line == "reskontra: there is new.db-wal already; restore into a fresh place"


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("INSERT INTO number_series VALUES (1, 'customer invoice', 7, '', 0)", "the books in copy.db are not sound, so they were not restored"),
        ("UPDATE alembic_version SET version_num = '9999'", "the database is at 9999, which only a newer version knows"),
        ("DROP TABLE alembic_version", "there are no books in copy.db"),
    ],
)  # fmt: skip
def test_a_spoilt_backup_is_not_restored(
    shell: Shell,
    statement: str,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
    with closing(apsw.Connection(str(shell.folder / "copy.db"))) as connection:
        dropped = [f"DROP TRIGGER {name}" for (name,) in connection.execute(triggers)]
    spoil(shell, *dropped, statement)
    assert refused(shell, monkeypatch, capsys) == f"reskontra: {line}"


def test_a_service_leaves_the_database_of_a_newer_version_alone(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(shell, "UPDATE alembic_version SET version_num = '9999'")
    monkeypatch.chdir(shell.folder)
    monkeypatch.setenv("RESKONTRA_DATABASE_URL", "sqlite:///copy.db")
    capsys.readouterr()
    assert main(["serve", "--port", "0"]) == 1
    told = capsys.readouterr().err
    assert told == "reskontra: the database is at 9999, which only a newer version knows\n"
