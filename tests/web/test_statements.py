"""Every statement about an organisation's rows says whose they are, or is named with a reason."""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from sqlalchemy import (
    CompoundSelect,
    Delete,
    Insert,
    Select,
    TextClause,
    Update,
    bindparam,
    select,
    update,
)
from tests.servers import Postgresql
from tests.service import ENGINES, Company, founded, running
from tests.statements import Forgetful, Recording, ownerless
from tests.tenants import OWNER, differing, kept
from tests.web.tour import toured

import reskontra.actions
import reskontra.people
import reskontra.storage
from reskontra.audit.auditor import audited
from reskontra.domain.search import Match, Search
from reskontra.engine.database import Database, Transaction, connect
from reskontra.engine.postgresql import POSTGRESQL, PostgresqlTransaction
from reskontra.engine.sqlite import SqliteTransaction
from reskontra.people import logging_in, one_time
from reskontra.storage import lists, shelves, tables
from reskontra.storage.books import Books
from reskontra.storage.layout import Layout, update_of

# Statements that find out whose something is, and so cannot say it.
EXCEPTIONS = {
    "grants.ADMISSION": "a token names its grant, and the grant the organisation",
    "grants.GRANT": "what the others are made of",
    "grants.ONE": "a code or refresh token names its grant",
    "grants.REVOKE": "of a grant that was found by its token or code",
    "grants._LIVE": "what the others are made of",
    "grants.OWNERS": "an integration that goes is looked for in every organisation",
    "memberships.COMPANIES": "a person asks which organisations they belong to",
}


def known() -> Iterator[tuple[str, Any]]:
    """What stands in the modules of storage, people and actions, also within tables of things."""
    for package in (reskontra.storage, reskontra.people, reskontra.actions):
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            for name, value in vars(module).items():
                yield from within(f"{found.name}.{name}", value)


def within(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from within(name, each)
    else:
        yield name, value


def statements() -> Iterator[tuple[str, Any]]:
    """Those that stand there as they are, those of every layout, and those of its lists."""
    layouts = dict[int, tuple[str, Layout[Any]]]()  # several modules know the same
    for name, value in known():
        if isinstance(value, Select | Insert | Update | Delete | CompoundSelect | TextClause):
            yield name, value
        if isinstance(value, Layout):
            layouts[id(value)] = name, value
    for name, layout in layouts.values():
        yield from ((f"{name}.{word}", getattr(layout, word)) for word in OF_A_LAYOUT)
        yield f"{name}, changed", update_of(layout, layout.names)
        yield from ((f"{name} in a list", each) for each in of_lists(layout))


OF_A_LAYOUT = ("select_one", "lock_one", "insert_one", "delete_one")


def of_lists(layout: Layout[Any]) -> Iterator[Any]:
    """Pages near and far, and the number of rows, of lists in every shape and either order."""
    if not layout.key:  # an organisation has one of it: there is no list
        return
    for shape in shapes(layout):
        for descending in (False, True):
            *asked, _ = lists.statements(layout, shape, (), layout.key[0], descending)
            yield from asked


def shapes(layout: Layout[Any]) -> Iterator[lists.Shape]:
    """All rows, and those that meet a condition of each sort."""
    yield ()
    names = [column.name for column in layout.table.c if column.name != OWNER]
    for match in Match:
        if match is Match.NAMED:
            words = [word for table, word in lists.NAMED if table == layout.table.name]
            yield from (((match, "filter", word),) for word in words)
        elif match is Match.ON_A_ROW:
            if layout.table.name in lists.ROWS_OF:
                yield ((match, "cost_center", ""),)
        elif match is Match.CONTAINS:
            parts = [name.removesuffix("_folded") for name in names if name.endswith("_folded")]
            yield from (((match, name, ""),) for name in parts)
        else:
            yield ((match, f"{names[0]} to {names[0]}" if match is Match.COVERS else names[0], ""),)


def test_every_statement_says_whose_rows_it_means() -> None:
    every = [*statements()]
    assert {name for name, each in every if ownerless(each)} == set(EXCEPTIONS)
    assert len(every) > 1_000


def test_a_statement_that_does_not_say_it_is_found() -> None:
    """Also where it says so in one of two ways to be met, or of one table of two."""
    invoices, customers = tables.customer_invoices, tables.customers
    mine = invoices.c.organisation_id == bindparam(OWNER)
    both = select(invoices.c.total).join(
        customers, customers.c.customer_number == invoices.c.customer_number
    )
    assert ownerless(select(invoices.c.total)) == {"customer_invoices"}
    assert ownerless(select(invoices.c.total).where(mine | (invoices.c.total == 0)))
    assert ownerless(update(invoices).values(total=select(customers.c.name).scalar_subquery()))
    assert ownerless(both.where(mine)) == {"customers"}
    assert not ownerless(
        both.where(mine, customers.c.organisation_id == invoices.c.organisation_id)
    )


class Toured(NamedTuple):
    """A company in which every operation was called once, and the statements of it all."""

    company: Company
    recording: Recording


@contextmanager
def recorded(url: str, transaction: type[Transaction]) -> Iterator[Toured]:
    recording = Recording(transaction.statements)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "statements", recording)
        with running(url) as service:
            company = founded(service)
            toured(company)
            patch.undo()
            yield Toured(company, recording)


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toured]:
    folder = tmp_path_factory.mktemp("books")
    with recorded(f"sqlite:///{folder / 'books.db'}", SqliteTransaction) as made:
        yield made


@pytest.fixture(scope="module")
def on_postgresql(postgresql: Postgresql) -> Iterator[Toured]:
    url = postgresql.fresh_database()
    with recorded(url, PostgresqlTransaction) as made:
        yield made
    assert audited(url).violations == []
    postgresql.drop_database(url)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_statement_of_every_call_says_it_too(
    engine: str, request: pytest.FixtureRequest
) -> None:
    """Some are composed call by call; what runs by itself is among them."""
    recording: Recording = request.getfixturevalue(f"on_{engine}").recording
    excepted = {id(each) for name, each in known() if name in EXCEPTIONS}
    assert [
        str(each) for key, each in recording.run.items() if key not in excepted and ownerless(each)
    ] == []
    assert [table for table, columns in recording.inserted if OWNER not in columns] == []
    assert len(recording.run) > 100
    assert {id(one_time.DROP_REFRESH), id(logging_in.DROP)} <= set(recording.run), "not swept"


def test_with_every_condition_forgotten_the_walls_still_stand(
    on_postgresql: Toured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every operation does its work in one organisation, and touches nothing of another."""
    other = on_postgresql.company
    service, url = other.service, other.service.database_url
    mine = founded(service)
    before = kept(url, other.id)
    forgetful = Forgetful(POSTGRESQL)
    monkeypatch.setattr(PostgresqlTransaction, "statements", forgetful)
    toured(mine)
    assert forgetful.forgotten > 100
    assert differing(before, kept(url, other.id)) == []
    own, others = (len(kept(url, each.id)["customer_invoices"]) for each in (mine, other))
    bare = connect(url, threads=1)  # a superuser's, for whom there are no walls
    assert listed(bare, mine) == own + others
    assert listed(service.database, mine) == own
    bare.close()


def listed(database: Database, company: Company) -> int:
    def unit(tx: Transaction) -> int:
        books = Books(tx, company.id, company.service.clock(), "tests")
        return len(books.shelf(shelves.CUSTOMER_INVOICES).page(Search())[0])

    return database.read_now(unit, company.id)
