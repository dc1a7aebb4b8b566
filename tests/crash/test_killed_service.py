"""The service is killed under load, again and again, on the same books."""

import random
from pathlib import Path

import pytest

from tests.crash.load import Load, shell_for
from tests.crash.oracle import hold
from tests.journal import Journal
from tests.service import ENGINES
from tests.sizes import seed, times


@pytest.mark.parametrize("engine", ENGINES)
def test_a_killed_service_has_kept_all_that_it_acknowledged(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if engine == "sqlite":
        url = f"sqlite:///{tmp_path / 'books.db'}"
    else:
        url = request.getfixturevalue("postgresql_url")
    shell = shell_for(tmp_path, url)
    journal = Journal(tmp_path / "journal")
    load = Load(journal, shell.credentials(), seed())
    chance = random.Random(seed())
    for _ in range(times(2)):
        with shell.running("serve", "--port", "0") as service, load.on(service.url):
            load.until_acknowledged(chance.randint(20, 100))
            service.process.kill()
        hold(journal, url, seed())
    print(f"seed {seed()}: {times(2)} kills, {dict(load.statuses)}")
    journal.close()
