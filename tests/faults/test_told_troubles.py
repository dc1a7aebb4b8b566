"""A full or read-only disk, a Valkey that is away: one line in the log, and /readyz says which."""

import asyncio
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from sqlalchemy import text
from structlog.testing import capture_logs

from reskontra.domain.errors import Unavailable
from reskontra.engine.database import connect
from reskontra.engine.sqlite import Sqlite
from reskontra.web import readiness
from reskontra.web.shared_limits import Shared
from tests.commands import Shell
from tests.faults.process import Process, serving
from tests.servers import free_port
from tests.service import Service, founded, refused, running
from tests.valkey import Valkey
from tests.waiting import PATIENCE, until

PLENTY = 2**40
FULL = "the disk is full"
READ_ONLY = "the database is read-only"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path, {"RATE_LIMIT": "off"})


# At start


def ended(shell: Shell, *words: str, room: int) -> tuple[int, str]:
    """How a command ends where no file may grow beyond so many bytes."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    process = shell.start(*words, preexec_fn=limit)
    try:
        answer, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert answer == ""
    return process.returncode, told


def make_read_only(file: Path) -> None:
    """For anyone, root too: SQLite writes in no file whose format is newer than it knows."""
    with file.open("r+b") as opened:
        opened.seek(18)
        opened.write(b"\x03")


COMMANDS = (
    ("serve", "--port", "0"),
    ("organisation", "create", "--name", "Övning AB"),
    ("user", "create", "--email", "a@b.se", "--password", "a long password", "--organisation", "1"),
    ("integration", "create", "--name", "X", "--redirect-uri", "https://example.com/"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_a_full_disk_is_one_line_at_start(shell: Shell, command: tuple[str, ...]) -> None:
    shell.credentials()
    for left in shell.folder.glob("*-wal"):
        left.unlink()
    code, said = ended(shell, *command, room=0)
    assert code == 1
    [line] = said.splitlines()
    assert line.startswith("reskontra: the database cannot be ")
    assert FULL in line


def test_a_disk_too_full_for_a_new_database_is_one_line(shell: Shell) -> None:
    code, told = ended(shell, "serve", "--port", "0", room=8192)
    assert code == 1
    [line] = told.splitlines()
    assert line.startswith("reskontra: the database cannot be reached: ")


def test_a_place_where_nothing_can_be_made_is_one_line(shell: Shell) -> None:
    shell.settings["DATABASE_URL"] = "sqlite:////proc/nowhere/books.db"
    line = shell.refused("serve", "--port", "0")
    assert line == "reskontra: the database cannot be reached: unable to open database file"


def test_a_key_that_cannot_be_kept_is_one_line(shell: Shell) -> None:
    shell.here("organisation", "list")
    (shell.folder / "reskontra.db.key").mkdir()
    line = shell.refused("serve", "--port", "0")
    assert line == "reskontra: reskontra.db.key cannot be kept: Is a directory"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_a_read_only_disk_is_one_line_at_start(shell: Shell, command: tuple[str, ...]) -> None:
    shell.credentials()
    make_read_only(shell.folder / "reskontra.db")
    line = shell.refused(*command)
    assert line.startswith("reskontra: the database cannot be ")
    assert line.endswith(f": {READ_ONLY}")


def test_an_unreachable_valkey_is_one_line_at_start(shell: Shell) -> None:
    shell.settings["REDIS_URL"] = f"redis://:hunter2@127.0.0.1:{free_port()}/0"
    with serving(shell, "--port", "0") as service:
        ready = httpx.get(f"{service.root}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()) == (
            503,
            {
                "database": "ok",
                "limiter": "unavailable",
                "reason": "limiter: Valkey cannot be reached",
            },
        )
    [line] = said(shell)
    assert "part=limiter" in line
    assert "reason=Valkey cannot be reached" in line.replace('"', "")


def said(shell: Shell) -> list[str]:
    """The lines of the log about parts that come and go; there is no traceback."""
    log = (shell.folder / "service.log").read_text()
    assert "Traceback" not in log
    assert "hunter2" not in log
    return [line for line in log.splitlines() if "available" in line]


# Later


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "EVERY_SECONDS", 0.05)


def test_a_disk_that_gets_full_is_told_and_so_is_that_there_is_room_again(shell: Shell) -> None:
    with serving(shell, "--port", "0") as service:
        headers = shell.credentials()
        api = httpx.Client(base_url=f"{service.url}/3", headers=headers, timeout=PATIENCE)
        assert customer(api) == 201
        before = customers(api)
        service.limit_files_to((shell.folder / "reskontra.db-wal").stat().st_size)
        for _ in range(3):
            refused(api.post("/customers", json={"Customer": {"Name": "Ingen"}}), 503)
        ready = httpx.get(f"{service.root}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()) == (
            503,
            {"database": "unavailable", "limiter": "ok", "reason": f"database: {FULL}"},
        )
        assert customers(api) == before  # what is there can be read
        service.limit_files_to(PLENTY)
        until(lambda: is_ready(service))
        assert customer(api) == 201
        assert customers(api) == before + 1
        api.close()
    full, again = said(shell)
    assert f"reason={FULL}" in full.replace('"', "")
    assert "available again" in again
    assert "part=database" in again


def customer(api: httpx.Client) -> int:
    return api.post("/customers", json={"Customer": {"Name": "Åkes Bygg"}}).status_code


def customers(api: httpx.Client) -> int:
    return int(api.get("/customers").json()["MetaInformation"]["@TotalResources"])


def is_ready(service: Process) -> bool:
    return httpx.get(f"{service.root}/readyz", timeout=PATIENCE).status_code == 200


@pytest.mark.usefixtures("impatient")
def test_a_disk_that_becomes_read_only_is_told_without_being_asked(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/books.db") as service:
        company = founded(service)
        with capture_logs() as lines:
            with read_only(service):
                refused(company.api.post("/customers", json={"Customer": {"Name": "A"}}), 503)
                until(lambda: told(lines) == [("unavailable", "database", READ_ONLY)])
                assert company.api.get("/customers").json()["Customers"] == []
            until(lambda: len(told(lines)) == 2)
        assert told(lines)[1] == ("available again", "database", None)
        company.post("/customers", {"Customer": {"Name": "A"}})


def told(lines: Any) -> list[tuple[str, str, str | None]]:
    return [
        (line["event"], line["part"], line.get("reason")) for line in [*lines] if "part" in line
    ]


class read_only:  # noqa: N801 (read as words)
    """As if the disk were: the writer's connection may not write."""

    def __init__(self, service: Service) -> None:
        engine = service.database._engine
        assert isinstance(engine, Sqlite)
        self.writer = engine._writer

    def __enter__(self) -> None:
        self.set(1)

    def __exit__(self, *_: object) -> None:
        self.set(0)

    def set(self, value: int) -> None:
        guard, self.writer.authorizer = self.writer.authorizer, None
        self.writer.execute(f"PRAGMA query_only={value}")
        self.writer.authorizer = guard


@pytest.mark.usefixtures("impatient")
def test_a_valkey_that_goes_and_comes_is_told_once_each_time(
    tmp_path: Path, troubled_valkey: Valkey
) -> None:
    troubled_valkey.start()
    shared = Shared(troubled_valkey.url, PATIENCE)
    with running(f"sqlite:///{tmp_path}/books.db", limiter=shared) as service:
        until(lambda: httpx.get(f"{service.url}/readyz", timeout=PATIENCE).status_code == 200)
        with capture_logs() as lines:
            troubled_valkey.stop()
            until(lambda: told(lines))
            for _ in range(5):
                assert httpx.get(f"{service.url}/readyz", timeout=PATIENCE).status_code == 503
            troubled_valkey.start()
            until(lambda: len(told(lines)) > 1)
    assert told(lines) == [
        ("unavailable", "limiter", "Valkey cannot be reached"),
        ("available again", "limiter", None),
    ]


@pytest.fixture
def troubled_valkey(tmp_path: Path) -> Iterator[Valkey]:
    server = Valkey(tmp_path, free_port())
    yield server
    server.stop()


REFUSALS: dict[str, tuple[tuple[str, ...], str]] = {
    "read-only": (("REPLICAOF", "127.0.0.1", "1"), "Valkey refuses: ReadOnlyError"),
    "out of memory": (("CONFIG", "SET", "maxmemory", "1"), "Valkey refuses: OutOfMemoryError"),
}


@pytest.mark.parametrize("trouble", REFUSALS)
def test_a_valkey_that_refuses_says_why(troubled_valkey: Valkey, trouble: str) -> None:
    command, reason = REFUSALS[trouble]
    troubled_valkey.start()
    with redis.Redis.from_url(troubled_valkey.url) as inside:
        inside.execute_command(*command)

    async def looked() -> str:
        shared = Shared(troubled_valkey.url, PATIENCE)
        assert not await shared.ready()
        await shared.close()
        return shared.trouble

    assert asyncio.run(looked()) == reason


STATES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "53300": "the database server takes no more connections",
}


@pytest.mark.parametrize("state", STATES)
def test_postgresql_says_which(postgresql_url: str, state: str) -> None:
    database = connect(postgresql_url)
    raised = text(f"DO $$ BEGIN RAISE 'hunter2' USING ERRCODE = '{state}'; END $$")
    try:
        with pytest.raises(Unavailable) as unavailable:
            asyncio.run(database.write(lambda tx: tx.run(raised)))
    finally:
        database.close()
    assert unavailable.value.reason == database.trouble == STATES[state]
    assert "hunter2" not in unavailable.value.message


def test_a_postgresql_that_is_away_is_one_line(shell: Shell) -> None:
    shell.settings["DATABASE_URL"] = f"postgresql://u:hunter2@127.0.0.1:{free_port()}/books"
    line = shell.refused("serve", "--port", "0")
    assert line.startswith("reskontra: the database cannot be reached: ")
    assert "hunter2" not in line


def test_no_probe_is_left_behind(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/books.db") as service:
        assert asyncio.run(service.database.writable())
        assert service.read(lambda tx: tx.all(text("SELECT * FROM probes"))) == []
