"""Every statement about an organisation's rows says whose they are, or is named with a reason."""

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Delete, Insert, Select, Update, bindparam, select, update
from tests.servers import Postgresql
from tests.service import Company, founded, running
from tests.statements import Forgetful, Recording, ownerless
from tests.tenants import OWNER, differing, kept
from tests.web.tour import toured

import reskontra.actions
import reskontra.storage
from reskontra.auditor import audited
from reskontra.domain.search import Search
from reskontra.storage import shelves, tables
from reskontra.storage.books import Books
from reskontra.storage.database import Database, Transaction, connect
from reskontra.storage.postgresql import POSTGRESQL, PostgresqlTransaction
from reskontra.storage.shelf import Kind
from reskontra.storage.sqlite import SQLITE, SqliteTransaction

# Statements that find out whose something is, and so cannot say it.
EXCEPTIONS = {
    "access.ADMISSION": "a token names its grant, and the grant the organisation",
    "access.REVOKE_GRANT": "of a grant that was found by its token or code",
    "grants.GRANT": "what the others are made of",
    "grants.ONE_GRANT": "a code or refresh token names its grant",
    "people.COMPANIES": "a person asks which organisations they belong to",
}


def statements() -> Iterator[tuple[str, Any]]:
    """Those that stand in the modules of storage and actions, and those of every kind of record."""
    for package in (reskontra.storage, reskontra.actions):
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            for name, value in vars(module).items():
                if isinstance(value, Select | Insert | Update | Delete):
                    yield f"{found.name}.{name}", value
                if isinstance(value, Kind):
                    yield from (
                        (f"{found.name}.{name}.{word}", getattr(value, word)) for word in OF_A_KIND
                    )


OF_A_KIND = ("select_one", "lock_one", "insert_one", "update_one", "delete_one")


def test_every_statement_says_whose_rows_it_means() -> None:
    found = {name for name, each in statements() if ownerless(each)}
    assert found == set(EXCEPTIONS)
    assert len(list(statements())) > 200


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


def test_every_statement_of_every_call_says_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lists and the like are composed call by call: so each operation is called once."""
    recording = Recording(SQLITE)
    monkeypatch.setattr(SqliteTransaction, "statements", recording)
    with running(f"sqlite:///{tmp_path / 'books.db'}") as service:
        toured(founded(service))
    known = {id(each) for name, each in statements() if name in EXCEPTIONS}
    assert [
        str(each) for key, each in recording.run.items() if key not in known and ownerless(each)
    ] == []
    assert [table for table, columns in recording.inserted if OWNER not in columns] == []
    assert len(recording.run) > 100


def test_with_every_condition_forgotten_the_walls_still_stand(
    postgresql: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every operation does its work in one organisation, and touches nothing of another."""
    url = postgresql.fresh_database()
    with running(url) as service:
        mine, other = founded(service), founded(service)
        toured(other)
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
        monkeypatch.undo()
    assert audited(url).violations == []
    postgresql.drop_database(url)


def listed(database: Database, company: Company) -> int:
    def unit(tx: Transaction) -> int:
        books = Books(tx, company.id, company.service.clock(), "tests")
        return len(books.shelf(shelves.CUSTOMER_INVOICES).page(Search())[0])

    return database.read_now(unit, company.id)
