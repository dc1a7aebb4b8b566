"""Backups made while clerks work, restored in a fresh place: all that was told before is there."""

from pathlib import Path
from typing import Any

import psycopg
import pytest

from reskontra.audit.auditor import audited
from reskontra.storage.migrate import refuse_unmigrated
from tests.commands import Shell
from tests.crash.load import Load, shell_for
from tests.crash.oracle import broken_promises
from tests.journal import Journal
from tests.servers import POSTGRESQL_SETTINGS, OwnPostgresql, Postgresql, own_postgresql
from tests.sizes import seed, times
from tests.waiting import until

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"
SOME = 20  # acknowledged calls before the backup begins, and after it


def test_a_backup_under_load_is_restored_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    shell = shell_for(tmp_path, "sqlite:///books.db")
    journal = Journal(tmp_path / "journal")
    load = Load(journal, shell.credentials(), seed())
    for number in range(times(1)):
        copy, fresh = tmp_path / f"copy-{number}.db", tmp_path / f"fresh-{number}"
        with shell.running("serve", "--port", "0") as service, load.on(service.url):
            load.until_acknowledged(SOME)
            before = journal.entries()
            shell.here("backup", str(copy))  # at once: starting a program takes long
            after = journal.entries()
            load.until_acknowledged(SOME)
        fresh.mkdir()
        restored = Shell(fresh, shell.settings)
        answer = restored.run("restore", str(copy))
        assert (answer["file"], answer["violations"]) == ("books.db", [])
        assert (fresh / "books.db").stat().st_size == answer["bytes"]
        url = f"sqlite:///{fresh / 'books.db'}"
        assert broken_promises(before, after, url) == [], f"seed {seed()}"
        works_on(restored, load.headers, url)
    journal.close()


def works_on(shell: Shell, headers: dict[str, str], url: str) -> None:
    """The restored books are served, and worked in."""
    journal = Journal(shell.folder / "journal of the restored")
    load = Load(journal, headers, seed())
    with shell.running("serve", "--port", "0") as service, load.on(service.url):
        load.until_acknowledged(SOME)
    assert audited(url).violations == []
    journal.close()


PLACES = {
    "/backups/wal": "../archive",  # from the server's own folder, where it runs these commands
    "/backups/": "{here}/",
    "/var/lib/postgresql/data": "{here}/restored",
}


def test_postgresql_is_restored_from_a_base_backup_and_its_log(tmp_path: Path) -> None:
    archiving = (f"archive_command={setting('archive_command')}", "archive_mode=on")
    with own_postgresql((*POSTGRESQL_SETTINGS, *archiving)) as server:
        server.folder_beside("archive")
        shell = shell_for(tmp_path, server.fresh_database())
        journal = Journal(tmp_path / "journal")
        load = Load(journal, shell.credentials(), seed())
        with shell.running("serve", "--port", "0") as service, load.on(service.url):
            load.until_acknowledged(SOME)
            run(server, "pg_basebackup")
            load.until_acknowledged(SOME)
            before = journal.entries()
            archive_all(server)
            after = journal.entries()
            server.crash()
        run(server, "cp -a", "touch", "echo")
        restored = server.on_other_data(server.folder.with_name("restored"))
        try:
            restored.start()
            until(lambda: answer(restored, "SELECT NOT pg_is_in_recovery()"))
            url = moved(shell, restored)
            assert broken_promises(before, after, url) == [], f"seed {seed()}"
            works_on(Shell(tmp_path, shell.settings | {"DATABASE_URL": url}), load.headers, url)
        finally:
            restored.stop()
    journal.close()


def test_postgresql_is_restored_from_a_dump(tmp_path: Path, postgresql: Postgresql) -> None:
    if not isinstance(postgresql, OwnPostgresql):
        pytest.skip("the tools of that server are not at hand")
    url, fresh = postgresql.fresh_database(), postgresql.fresh_database()
    shell = shell_for(tmp_path, url)
    journal = Journal(tmp_path / "journal")
    load = Load(journal, shell.credentials(), seed())
    with shell.running("serve", "--port", "0") as service, load.on(service.url):
        load.until_acknowledged(SOME)
        before = journal.entries()
        run(postgresql, "pg_dump", BOOKS_URL=url)
        after = journal.entries()
    run(postgresql, "pg_restore", FRESH_URL=fresh)
    refuse_unmigrated(fresh)  # else no service starts on it
    assert broken_promises(before, after, fresh) == [], f"seed {seed()}"
    for each in (url, fresh):
        postgresql.drop_database(each)
    journal.close()


def moved(shell: Shell, server: OwnPostgresql) -> str:
    return server.address_of(shell.settings["DATABASE_URL"].rpartition("/")[2])


def run(server: OwnPostgresql, *beginnings: str, **names: str) -> None:
    """The lines of the manual that begin so, with this server's places."""
    known = {"SERVER_URL": server.url, **names}
    for beginning in beginnings:
        [line] = [each for each in OPERATING.read_text().splitlines() if each.startswith(beginning)]
        for place, ours in PLACES.items():
            line = line.replace(place, ours.format(here=server.folder.parent))
        server.run(line, **known)


def setting(name: str) -> str:
    """What the manual puts in postgresql.conf."""
    [line] = [each for each in OPERATING.read_text().splitlines() if each.startswith(f"{name} = '")]
    return line.split("'")[1].replace("/backups/wal", PLACES["/backups/wal"])


def archive_all(server: OwnPostgresql) -> None:
    """The log is archived in pieces; this ends the current one, and waits for it."""
    piece = answer(server, "SELECT pg_walfile_name(pg_switch_wal())")
    until(lambda: answer(server, f"SELECT last_archived_wal >= '{piece}' FROM pg_stat_archiver"))


def answer(server: OwnPostgresql, asked: str) -> Any:
    with psycopg.connect(server.url) as connection:
        [(found,)] = connection.execute(asked.encode())
    return found
