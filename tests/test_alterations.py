"""Whatever an accountant or a court would rely on: each altered field of it is found."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import apsw
import psycopg
import pytest
from sqlalchemy import Column

from reskontra.actions import closing, organisations
from reskontra.actions.desk import desk_for
from reskontra.actions.door import fire
from reskontra.actions.printing import invoice_document, keep_printed
from reskontra.actions.sales import CUSTOMER_PAYMENTS
from reskontra.audit.sealed import SEALED
from reskontra.engine.columns import BOOLEAN, DAY, WHOLE
from reskontra.engine.database import Transaction, connect
from reskontra.engine.schema import OWNER, every_table
from reskontra.storage import shelves
from reskontra.storage.sealed import sealed_columns
from tests.example_books import ENGINES, NOW, Bookkeeper, Template, keep_books, templates
from tests.planted_faults import HURT, MINE
from tests.test_auditor import names, spoil

# Which row of a table is altered: one that is in the ledger, or that the books stand on.
ROWS = {
    "vouchers": "series = 'B' AND number = 1",
    "postings": "series = 'B' AND number = 1 AND line = 1",
    "vat_entries": "series = 'B' AND number = 1 AND line = 1",
    "customer_invoices": "document_number = 7",
    "supplier_invoices": "given_number = 2",
    "customer_payments": "number = 1",
    "supplier_payments": "number = 1",
    "credit_invoices": "credit_number = 'K1'",
    "letterheads": "version = 1",
    "printed_documents": "mark <> '?'",
    "history": "number = 2",
    "ledgers": "1 = 1",
    "financial_years": "id = 2",
}
# When a row was last touched, for those who fetch what is new; and what a year is only called.
NOT_RELIED_ON = {"modified", "accounting_method of financial_years", "carried of financial_years"}


def keep_all(keeper: Bookkeeper) -> None:
    """The example books, with a logo, a lock date and a printing."""
    keep_books(keeper)
    desk = keeper.desk
    organisations.change(desk, {"city": "Ludvika"}, b"a logo")
    closing.lock_through(desk, date(2025, 6, 30))
    invoice = keeper.books.shelf(shelves.CUSTOMER_INVOICES).get(1)
    keep_printed(keeper.books, invoice_document(desk, invoice), "d" * 64)


@pytest.fixture(scope="module", params=ENGINES)
def books(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_all)


def another(column: Column[Any], engine: str) -> str:
    """A value of the same type that it does not have."""
    name, embedded = column.name, engine == "sqlite"
    if column.type is DAY:
        return "'2020-02-29'" if embedded else "DATE '2020-02-29'"
    if column.type is WHOLE:
        return f"coalesce({name}, 0) + 1000"
    if column.type is BOOLEAN:
        return f"NOT {name}"
    if name in ("carried", "detail", "details", "reported"):
        return """'{"09":1}'"""
    if name == "logo":
        return "x'00'" if embedded else "'another'"
    if name == "write_offs":
        return """'[{"amount":1,"account_number":3740}]'"""
    if "json" in column.info:
        return f"replace(replace({name}, '1', '3'), '2', '1')"
    return f"coalesce({name}, '') || 'x'"


def relied_on(table: str) -> list[Column[Any]]:
    """All but what only repeats another column, to search by."""
    return [
        column
        for column in every_table()[table].c
        if column.name != OWNER
        and "taken" not in column.info
        and not {column.name, f"{column.name} of {table}"} & NOT_RELIED_ON
    ]


@pytest.mark.parametrize("table", ROWS)
def test_each_altered_field_is_found(books: Template, table: str) -> None:
    url = books.copied()
    assert names(url, HURT) == set()
    spoil(url, f"CREATE TABLE unaltered AS SELECT * FROM {table} WHERE {MINE}")
    again = f"DELETE FROM {table} WHERE {MINE}", f"INSERT INTO {table} SELECT * FROM unaltered"
    unseen = []
    for column in relied_on(table):
        alteration = f"UPDATE {table} SET {column.name} = {{}} WHERE {MINE} AND {ROWS[table]}"
        spoil(url, alteration.format(another(column, url.partition(":")[0])))
        if not names(url, HURT):
            unseen.append(column.name)
        spoil(url, *again)
    assert unseen == []
    assert names(url, HURT) == set()


@pytest.mark.parametrize("table", [*ROWS][3:11])
def test_each_that_vanishes_is_missed(books: Template, table: str) -> None:
    url = books.copied()
    spoil(url, f"DELETE FROM {table} WHERE {MINE} AND {ROWS[table]}")
    assert names(url, HURT)


@pytest.mark.parametrize("kind", SEALED, ids=lambda kind: kind.table)
def test_the_auditor_knows_what_is_sealed(kind: Any) -> None:
    assert sorted(kind.columns) == [*sealed_columns(every_table()[kind.table])]


def test_what_an_older_version_wrote_is_sealed_as_it_is_kept_when_it_is_booked(
    books: Template,
) -> None:
    """It stands for the same in another text: what is sealed is what is kept from then on."""
    url = books.copied()
    unbooked = f"{MINE} AND status = 'unbooked'"
    run_on(url, f"UPDATE customer_payments SET write_offs = '[ ]' WHERE {unbooked}")

    def book(tx: Transaction) -> None:
        desk = desk_for(tx, HURT, NOW, "tests")
        fire(CUSTOMER_PAYMENTS, desk, CUSTOMER_PAYMENTS.take(desk, 2), "bookkeep")

    database = connect(url, threads=1)
    database.write_now(book, HURT)
    database.close()
    assert names(url, HURT) == set()


def run_on(url: str, statement: str) -> None:
    """With all triggers in place: a draft may be written."""
    if url.startswith("sqlite"):
        connection = apsw.Connection(url.removeprefix("sqlite:///"))
        connection.execute(statement)
        connection.close()
        return
    with psycopg.connect(url) as server:
        server.execute(statement.encode())
