"""PostgreSQL and Valkey are killed under load; the service goes on by itself when they are back."""

import random
import signal
from contextlib import ExitStack
from pathlib import Path

from tests.crash.load import CLERKS, Load, shell_for
from tests.crash.oracle import hold
from tests.journal import Journal
from tests.servers import free_port, own_postgresql, own_valkey
from tests.sizes import seed, times

DURABLE = (
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    "shared_buffers=32MB",
    "max_connections=50",
    "unix_socket_directories=",
)
AFTERWARDS = 10  # calls that must succeed once the server is back
REFUSED = 50


def test_a_killed_postgresql_has_kept_all_that_was_acknowledged(tmp_path: Path) -> None:
    chance = random.Random(seed())
    with own_postgresql(DURABLE) as server:
        url = server.fresh_database()
        shell = shell_for(tmp_path, url)
        journal = Journal(tmp_path / "journal")
        load = Load(journal, shell.credentials(), seed())
        with shell.running("serve", "--port", "0") as service:
            for _ in range(times(1)):
                with load.on(service.url):
                    load.until_acknowledged(chance.randint(20, 100))
                    server.crash()
                    server.start()
                    load.until_acknowledged(AFTERWARDS)
                hold(journal, url, seed())
    print(f"seed {seed()}: {times(1)} kills, {dict(load.statuses)}")
    assert {status for status in load.statuses if status >= 500} <= {503}
    journal.close()


def test_calls_are_refused_while_valkey_is_killed_and_taken_when_it_is_back(tmp_path: Path) -> None:
    port = free_port()
    limited = {"REDIS_URL": f"redis://127.0.0.1:{port}/0", "RATE_LIMIT": "100000/5s"}
    url = f"sqlite:///{tmp_path / 'books.db'}"
    shell = shell_for(tmp_path, url, **limited)
    journal = Journal(tmp_path / "journal")
    load = Load(journal, shell.credentials(), seed())
    with shell.running("serve", "--port", "0") as service:
        for _ in range(times(1)):
            with ExitStack() as valkey:
                valkey.enter_context(own_valkey(port, signal.SIGKILL))
                with load.on(service.url):
                    load.until_acknowledged(AFTERWARDS)
                    valkey.close()
                    at_most = load.acknowledged + CLERKS  # each may have one call under way
                    load.until_refused(REFUSED)
                    assert load.acknowledged <= at_most
                    with own_valkey(port):
                        load.until_acknowledged(AFTERWARDS)
            hold(journal, url, seed())
    print(f"seed {seed()}: {times(1)} kills, {dict(load.statuses)}")
    assert not [status for status in load.statuses if status >= 500]
    journal.close()
