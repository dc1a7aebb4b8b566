"""Stopping and restarting under load: every call that was sent is answered."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from reskontra.commands.answers import Failed
from reskontra.commands.serving import handed_over
from tests.commands import Shell
from tests.faults.load import Load, check_books
from tests.faults.process import Process, first_customer, serving, shared_socket
from tests.servers import Postgresql
from tests.service import KEY
from tests.sizes import times

ANSWERED = {200, 201, 429}  # 429: too slow to count the calls, on a busy machine


def test_processes_take_turns_on_one_socket_and_no_call_is_lost(
    postgresql: Postgresql, redis_url: str, tmp_path: Path
) -> None:
    """The next one starts before the last one stops."""
    url = postgresql.fresh_database()
    shell = Shell(
        tmp_path,
        {"DATABASE_URL": url, "REDIS_URL": redis_url, "SECRET_KEY": KEY, "LOG_LEVEL": "error"}
        | {"RATE_LIMIT": "100000/5s"},
    )
    shell.here("migrate")
    headers = shell.credentials()
    with shared_socket() as listening, ExitStack() as processes:
        words = ("--fd", str(listening.fileno()))

        def next_one() -> Process:
            return processes.enter_context(serving(shell, *words, sockets=(listening.fileno(),)))

        current = next_one()
        first_customer(current.url, headers)
        load = Load(f"{current.url}/3", headers, tmp_path / "journal")
        with load.running():
            load.await_success(10)
            for _ in range(times(1)):
                following = next_one()
                current.ask_to_stop()
                assert current.end() == 0
                load.await_success(10)
                current = following
        assert load.lost == 0
        assert set(load.answers) <= ANSWERED
        check_books(load, url)
    print(f"{times(1)} restart(s), longest call {load.longest:.2f} s, answers {dict(load.answers)}")


def test_on_sqlite_calls_wait_for_the_next_process(tmp_path: Path) -> None:
    """One writer at a time: the next process starts when the last one is gone."""
    shell = Shell(tmp_path, {"RATE_LIMIT": "off", "LOG_LEVEL": "error"})
    with shared_socket() as listening:
        words, sockets = ("--fd", str(listening.fileno())), (listening.fileno(),)
        shell.here("migrate")
        headers = shell.credentials()
        with ExitStack() as processes:
            current = processes.enter_context(serving(shell, *words, sockets=sockets))
            first_customer(current.url, headers)
            load = Load(f"{current.url}/3", headers, tmp_path / "journal")
            with load.running():
                for _ in range(times(1)):
                    load.await_success(10)
                    current.ask_to_stop()
                    assert current.end() == 0
                    current = processes.enter_context(serving(shell, *words, sockets=sockets))
                load.await_success(10)
            assert load.lost == 0
            assert set(load.answers) == {200, 201}
            check_books(load, f"sqlite:///{tmp_path / 'reskontra.db'}")
    print(f"longest call {load.longest:.2f} s, answers {dict(load.answers)}")


def test_what_is_no_listening_socket_is_told(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file, pytest.raises(Failed, match="no listening TCP"):
        handed_over(file.fileno())
