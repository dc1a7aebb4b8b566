"""Whatever an accountant or a court would rely on: each altered field of it is found."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Any

import apsw
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Column

from reskontra.actions import closing, heads, organisations
from reskontra.actions.all_registers import ACCOUNTS
from reskontra.actions.desk import desk_for
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.printing import invoice_document, keep_printed
from reskontra.actions.sales import CUSTOMER_PAYMENTS
from reskontra.audit.chain import digest_of, entries
from reskontra.audit.history import CONTRADICTION, LETTERHEAD, LOCK, PRINTING, YEAR
from reskontra.audit.sealed import ALTERED, EMPTY, SEALED
from reskontra.audit.snapshot import opened
from reskontra.engine.columns import BOOLEAN, DAY, KEPT_ANSWERS, TEXT, WHOLE
from reskontra.engine.database import Transaction, connect
from reskontra.engine.schema import OWNER, every_table
from reskontra.outside.signing import Signer
from reskontra.storage import sealed as storage_sealed
from reskontra.storage import shelves
from reskontra.storage.migrate import migrate
from reskontra.storage.sealed import sealed_columns
from tests.example_books import ENGINES, NOW, Bookkeeper, Template, keep_books, templates
from tests.older_books import unsealed
from tests.planted_faults import HURT, MINE, OPENING, VOIDED
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
    "voided_numbers": "series = 'customer invoice'",
    "accounts": "year = 1 AND number = 1930",
    "heads": "number = 1",
}
# When a row was last touched, for those who fetch what is new; what rows keep of their answers,
# which check-books holds to the rows; and what registers say of an account or a year beside its
# figures: docs/security.md names it among what is not defended.
NOT_RELIED_ON = {
    "modified",
    *KEPT_ANSWERS,
    "carried of financial_years",
    *(
        f"{name} of accounts"
        for name in (
            "description",
            "active",
            "vat_code",
            "sru",
            "cost_center",
            "project",
            "carried",
        )
    ),
}


OPENINGS = {1930: "5000.50", 2440: "-5000.50"}


SAID = "at, by, what, detail"  # in an entry of the history


def keep_all(keeper: Bookkeeper) -> None:
    """The example books, with a logo, a lock date, a printing and a signed head."""
    keep_books(keeper)
    desk = keeper.desk
    organisations.change(desk, {"city": "Ludvika"}, b"a logo")
    for number, balance in OPENINGS.items():
        account = ACCOUNTS.take(desk, 1, number)
        fire(ACCOUNTS, desk, account, "update", Request({"BalanceBroughtForward": balance}))
    closing.lock_through(desk, date(2025, 6, 30))
    invoice = keeper.books.shelf(shelves.CUSTOMER_INVOICES).get(1)
    keep_printed(keeper.books, invoice_document(desk, invoice), "d" * 64)
    heads.sign(desk, Signer(Ed25519PrivateKey.generate()))


@pytest.fixture(scope="module", params=ENGINES)
def books(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_all)


@pytest.fixture(scope="module", params=ENGINES)
def migrated(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    """The same books, kept by an older version and sealed all at once."""
    for template in templates(request, tmp_path_factory, keep_all):
        unsealed(template.url)
        migrate(template.url)
        yield template


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
    assert unseen_in(books, table) == []


@pytest.mark.parametrize("table", [*ROWS][:-1])
def test_each_altered_field_of_migrated_books_is_found(migrated: Template, table: str) -> None:
    assert unseen_in(migrated, table) == []


@pytest.mark.parametrize("table", [each.table for each in SEALED if each.table in ROWS])
@pytest.mark.parametrize("empty", ["{}", "[]"])
def test_what_is_nothing_in_one_column_is_something_in_another(
    books: Template, table: str, empty: str
) -> None:
    """An empty list is nothing where lists are kept, and two brackets in a text."""
    columns = [each for each in relied_on(table) if each.type is TEXT and own_empty(each) != empty]
    assert len(columns) > 5
    assert unseen_in(books, table, {column.name: f"'{empty}'" for column in columns}) == []


def own_empty(column: Column[Any]) -> str:
    return EMPTY.get(column.name, "")


def test_each_column_of_json_has_its_own_nothing() -> None:
    documents = [every_table()[each.table] for each in SEALED]
    columns = [table.c[name] for table in documents for name in sealed_columns(table)]
    assert {each.name for each in columns if "json" in each.info} == EMPTY.keys()
    assert storage_sealed.EMPTY == EMPTY


def unseen_in(books: Template, table: str, values: Mapping[str, str] | None = None) -> list[str]:
    """The columns of which nobody sees that they were altered, to these values or to any."""
    url = books.copied()
    assert names(url, HURT) == set()
    spoil(url, f"CREATE TABLE unaltered AS SELECT * FROM {table} WHERE {MINE}")
    again = f"DELETE FROM {table} WHERE {MINE}", f"INSERT INTO {table} SELECT * FROM unaltered"
    unseen = []
    engine = url.partition(":")[0]
    anything = {column.name: another(column, engine) for column in relied_on(table)}
    for name, value in (values or anything).items():
        spoil(url, f"UPDATE {table} SET {name} = {value} WHERE {MINE} AND {ROWS[table]}")
        if not names(url, HURT):
            unseen.append(name)
        spoil(url, *again)
    assert names(url, HURT) == set()
    return unseen


@pytest.mark.parametrize("table", [*ROWS][3:11])
def test_each_that_vanishes_is_missed(books: Template, table: str) -> None:
    url = books.copied()
    spoil(url, f"DELETE FROM {table} WHERE {MINE} AND {ROWS[table]}")
    assert names(url, HURT)


# What is in no voucher and no entry by itself, gone without a trace.
VANISHED = {
    "printed_documents": PRINTING,
    "letterheads": LETTERHEAD,
    "customer_payments": ALTERED,
    "financial_years": YEAR,
}


@pytest.mark.parametrize("table", VANISHED)
def test_all_that_were_there_before_seals_are_missed(migrated: Template, table: str) -> None:
    url = migrated.copied()
    spoil(url, f"DELETE FROM {table} WHERE {MINE}")
    assert VANISHED[table] in names(url, HURT)


def test_a_lock_date_that_no_entry_told_is_sealed_by_the_migration(books: Template) -> None:
    url = books.copied()
    unsealed(url)
    spoil(url, f"UPDATE history SET what = 'something' WHERE {MINE} AND what = 'period locked'")
    migrate(url)
    assert names(url, HURT) == set()
    spoil(url, f"UPDATE ledgers SET locked_through = NULL WHERE {MINE}")
    assert names(url, HURT) == {LOCK}


# Whoever owns the database appends to the history, in its form, what would seal another thing.
RETOLD: dict[str, tuple[str, str, dict[str, Any], set[str]]] = {
    "a letterhead": (
        "UPDATE letterheads SET name = 'Annat', details = '{}' WHERE version = 0",
        "organisation set",
        {"letterheads": {"0": digest_of([0, "Annat", "{}", sha256(b"").hexdigest()])}},
        {CONTRADICTION, LETTERHEAD},
    ),
    "a year": (
        "UPDATE financial_years SET to_date = '2026-11-30' WHERE id = 2",
        "year opened",
        {"year": 2, "from_date": "2026-01-01", "to_date": "2026-11-30"},
        {CONTRADICTION, YEAR},
    ),
    "a year, as a migration does": (
        "UPDATE financial_years SET to_date = '2026-11-30' WHERE id = 2",
        "sealed",
        {"years": {"2": {"from_date": "2026-01-01", "to_date": "2026-11-30"}}},
        {CONTRADICTION, YEAR},
    ),
    "a printing": (
        "UPDATE printed_documents SET digest = 'e', at = 'now'",
        "document printed",
        {"document": "invoice 1", "mark": "", "digest": "e"},
        {CONTRADICTION, PRINTING},
    ),
    "all printings": (
        "UPDATE printed_documents SET mark = 'e'",
        "sealed",
        {"printings": sha256(b"another").hexdigest()},
        {PRINTING},
    ),
}


@pytest.mark.parametrize("what", RETOLD)
def test_what_the_history_told_first_stands(books: Template, what: str) -> None:
    url = books.copied()
    statement, word, detail, found = RETOLD[what]
    where = " AND " if " WHERE " in statement else " WHERE "
    spoil(url, f"{statement}{where}{MINE}")
    append(url, word, detail)
    assert names(url, HURT) == found


def test_what_was_sealed_at_once_stands_as_well(migrated: Template) -> None:
    url = migrated.copied()
    again = {name: sha256(b"another").hexdigest() for name in ("documents", "printings")}
    append(url, "sealed", again)
    assert names(url, HURT) == {CONTRADICTION}


def append(url: str, what: str, detail: dict[str, Any]) -> None:
    with opened(url, HURT) as there:
        *_, (number, previous, *_) = entries(next(there.parts()), HURT)
    entry = (number + 1, "now", "nobody", what, json.dumps(detail))
    digest = digest_of([previous, [HURT, number + 1], *entry[1:]])
    values = ", ".join(map(literal, (HURT, *entry, digest)))
    spoil(url, f"INSERT INTO history (organisation_id, number, {SAID}, hash) VALUES ({values})")


def literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


# Made so that all sums are right, and each year still goes on from the one before.
BEGINNINGS = {
    "moved between accounts": "balance_brought_forward = balance_brought_forward"
    " + CASE number WHEN 1930 THEN 1000 ELSE -1000 END WHERE {} AND number IN (1930, 2440)",
    "put on accounts that began with nothing": "balance_brought_forward ="
    " CASE number WHEN 1910 THEN 1000 ELSE -1000 END WHERE {} AND number IN (1910, 2081)",
    "taken away": "balance_brought_forward = 0 WHERE {}",
}


@pytest.mark.parametrize("how", BEGINNINGS)
def test_what_the_books_began_with_is_the_histories(books: Template, how: str) -> None:
    url = books.copied()
    assert names(url, HURT) == set()
    spoil(url, f"UPDATE accounts SET {BEGINNINGS[how].format(f'{MINE} AND year = 1')}")
    assert names(url, HURT) == {OPENING}


def test_an_account_that_something_stood_on_is_missed(books: Template) -> None:
    url = books.copied()
    spoil(url, f"DELETE FROM accounts WHERE {MINE} AND year = 1 AND number IN (1930, 2440)")
    assert OPENING in names(url, HURT)


def test_a_number_is_voided_by_the_one_and_for_the_reason_that_the_history_says(
    books: Template,
) -> None:
    url = books.copied()
    unused = "'customer invoice', 99, 'then', 'someone', 'because'"
    columns = "(organisation_id, series, number, at, by, why)"
    spoil(
        url,
        f"INSERT INTO voided_numbers {columns} VALUES ({HURT}, {unused})",
        f"UPDATE number_series SET latest = 99 WHERE {MINE} AND name = 'customer invoice'",
    )
    assert VOIDED in names(url, HURT)


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
