"""The same calls, made again on the other engine, give the same answers and equal books.

The number in a test's name is its seed: `RESKONTRA_SEED` with that number plays it first.
"""

from collections.abc import Iterator
from random import Random

import pytest

from reskontra.domain.organisation import AccountingMethod
from tests import sizes
from tests.model.calls import performed
from tests.model.clerk import Clerk
from tests.model.dump import dumped
from tests.model.paths import every_pair
from tests.model.reports import check_reports
from tests.model.steps import OFTEN
from tests.model.survey import survey
from tests.servers import Postgresql
from tests.service import Company, MovableClock, Service, founded, running

HISTORIES = 3
STEPS = 60
SEEDS = [sizes.seed() + number for number in range(sizes.times(HISTORIES))]
Answer = tuple[int, bytes]


@pytest.fixture(scope="module")
def services(
    tmp_path_factory: pytest.TempPathFactory, postgresql: Postgresql
) -> Iterator[list[Service]]:
    """SQLite and PostgreSQL, by one clock: what is sealed with the time is equal to the byte."""
    file = f"sqlite:///{tmp_path_factory.mktemp('histories') / 'books.db'}"
    clock = MovableClock()
    with (
        running(file, clock=clock) as first,
        running(postgresql.fresh_database(), clock=clock) as second,
    ):
        for service in (first, second):
            service.clock = clock
        yield [first, second]


def without_host(company: Company, answer: Answer) -> Answer:
    status, body = answer
    return status, body.replace(company.service.url.encode(), b"http://host")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_history_played_on_one_engine_and_replayed_on_the_other(
    services: list[Service], seed: int
) -> None:
    random = Random(seed)
    method = random.choice(list(AccountingMethod))
    first, second = (founded(service, accounting_method=method) for service in services)
    clerk = Clerk(first)
    for _ in range(STEPS):
        random.choice(OFTEN)(clerk, random.choice)
    survey(clerk)
    compare(clerk, second)


def test_every_pair_leaves_equal_books(services: list[Service]) -> None:
    first, second = (founded(service) for service in services)
    clerk = Clerk(first)
    every_pair(clerk)
    compare(clerk, second)


def compare(played: Clerk, other: Company) -> None:
    """Make the same calls elsewhere: every answer, and in the end every row, is the same."""
    first = played.company
    for call, answer in zip(played.history, played.answers, strict=True):
        response = performed(other, call)
        again = (response.status_code, response.content)
        assert without_host(other, again) == without_host(first, answer), call
    ours, theirs = (dumped(each.service.database_url, each.id) for each in (first, other))
    for table, rows in ours.items():
        assert rows.split(b"\n") == theirs[table].split(b"\n"), table
    assert len(ours["vouchers"].splitlines()) == played.books.vouchers.total()
    check_reports(first, other)
    first.api.close()
    other.api.close()
