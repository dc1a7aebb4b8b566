"""Files of the books are their owner's alone, whatever the umask and whatever they were."""

import asyncio
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reskontra.commands.beside import keys
from reskontra.engine.database import connect
from reskontra.outside.mail import Letter, Outbox, post
from reskontra.settings import settings
from reskontra.storage.embedded import copy
from tests.storage.ledger import prepare


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others may read or write there."""
    found = folder.rglob("*")
    return sorted(each.name for each in found if stat.S_IMODE(each.stat().st_mode) & 0o077)


@pytest.mark.usefixtures("no_umask")
def test_database_log_key_backup_and_letters(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/books.db"
    database = connect(url)
    database.write_now(prepare)
    keys(settings({"RESKONTRA_DATABASE_URL": url}))
    copy(tmp_path / "books.db", tmp_path / "copy.db")
    letter = Letter("faktura@ovning.se", ("eva@exempel.se",), "Faktura 17", "Hej!")
    asyncio.run(post(letter, Outbox(tmp_path / "outbox"), datetime(2026, 11, 16, tzinfo=UTC)))
    there = {each.name for each in tmp_path.iterdir()}
    assert there >= {
        "books.db",
        "books.db-wal",
        "books.db-shm",
        "copy.db",
        "books.db.key",
        "outbox",
    }
    assert open_to_others(tmp_path) == []
    database.close()


def test_what_was_open_to_others_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    connect(f"sqlite:///{file}").close()
    file.chmod(0o644)
    connect(f"sqlite:///{file}").close()
    assert open_to_others(tmp_path) == []
