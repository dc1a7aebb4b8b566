"""A database of either engine, with a small ledger in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.storage.ledger import prepare
from tests.waiting import UNHURRIED

from reskontra.engine.database import Database, connect


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/books.db"
    address: str = request.getfixturevalue("postgresql_url")
    return address


@pytest.fixture
def unhurried(database: Database) -> None:
    """For a crowd: on a busy machine the last of it waits longer than a call is let wait."""
    database.deadlines = UNHURRIED


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = connect(url)
    database.write_now(prepare)
    yield database
    database.close()
