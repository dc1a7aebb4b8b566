"""A disk that is full refuses what it cannot keep, and the books stay whole."""

from pathlib import Path

import apsw
import pytest
from sqlalchemy import text

from reskontra.domain.errors import Unavailable
from reskontra.engine.database import connect
from tests.commands import Shell
from tests.faults.load import UNAVAILABLE, Load, check_books
from tests.faults.process import first_customer, serving
from tests.sizes import times
from tests.waiting import until

ROOM = 40_000  # bytes that are left on the disk when it is about to be full
PLENTY = 2**40


def test_sqlite_refuses_while_the_disk_is_full_and_goes_on_when_it_is_not(tmp_path: Path) -> None:
    shell = Shell(tmp_path, {"RATE_LIMIT": "off", "LOG_LEVEL": "error"})
    books = tmp_path / "reskontra.db"
    with serving(shell, "--port", "0") as service:
        headers = shell.credentials()
        first_customer(service.url, headers)
        load = Load(f"{service.url}/3", headers, tmp_path / "journal")
        with load.running():
            for _ in range(times(3)):
                load.await_success(10)
                service.limit_files_to(books.stat().st_size + ROOM)
                before = load.answers[503]
                until(lambda before=before: load.answers[503] >= before + 5)  # type: ignore[misc]
                service.limit_files_to(PLENTY)
                load.await_success(5)  # without a restart of ours
        assert load.lost == 0
        assert load.refusals == {UNAVAILABLE}
        check_books(load, f"sqlite:///{books}")
    with apsw.Connection(str(books)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    print(f"answers: {dict(load.answers)}")


@pytest.mark.parametrize(
    ("state", "what"),
    [
        ("53100", "disk full"),
        ("53200", "out of memory"),
        ("53300", "too many connections"),
        ("57P01", "the administrator shuts it down"),
        ("58030", "the disk fails"),
    ],
)
def test_postgresql_in_need_is_unavailable(postgresql_url: str, state: str, what: str) -> None:
    database = connect(postgresql_url)
    try:
        with pytest.raises(Unavailable):
            database.write_now(
                lambda tx: tx.run(
                    text(f"DO $$ BEGIN RAISE '{what}' USING ERRCODE = '{state}'; END $$")
                )
            )
        assert database.write_now(lambda tx: tx.first(text("SELECT 1"))) == (1,)
    finally:
        database.close()
