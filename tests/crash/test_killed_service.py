"""The service is killed under load, again and again, on the same books."""

import random
from pathlib import Path

from tests.crash.load import Load, shell_for
from tests.crash.oracle import hold
from tests.journal import Journal
from tests.sizes import seed, times


def test_a_killed_service_has_kept_all_that_it_acknowledged(books_url: str, tmp_path: Path) -> None:
    shell = shell_for(tmp_path, books_url)
    journal = Journal(tmp_path / "journal")
    load = Load(journal, shell.credentials(), seed())
    chance = random.Random(seed())
    for _ in range(times(2)):
        with shell.running("serve", "--port", "0") as service, load.on(service.url):
            load.until_acknowledged(chance.randint(20, 100))
            service.process.kill()
        hold(journal, books_url, seed())
    print(f"seed {seed()}: {times(2)} kills, {dict(load.statuses)}")
    journal.close()
