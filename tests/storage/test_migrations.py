"""A migrated database is at the newest schema, with the references of the tables."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Index
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.elements import conv
from tests.example_books import Template
from tests.older_books import NEWER, unsealed
from tests.test_auditor import spoil

from reskontra.audit.auditor import audited
from reskontra.audit.snapshot import opened
from reskontra.audit.structure import Reference, references
from reskontra.engine.schema import every_table
from reskontra.storage import drafting
from reskontra.storage.migrate import (
    OWN_TRIGGERS,
    TRIES,
    NotMigrated,
    migrate,
    newest,
    refuse_unmigrated,
)


def of_the_tables() -> set[Reference]:
    return {
        Reference(
            table.name,
            key.referred_table.name,
            tuple((each.parent.name, each.column.name) for each in key.elements),
        )
        for table in every_table().values()
        for key in table.foreign_key_constraints
    }


def test_a_migrated_database_has_the_references_of_the_tables(template: Template) -> None:
    with opened(template.url, None) as books:
        assert set(references(books)) == of_the_tables()


def test_a_database_is_migrated_once(url: str) -> None:
    assert migrate(url) == {"from": None, "to": newest()}
    refuse_unmigrated(url)
    assert migrate(url) == {"from": newest(), "to": newest()}


class Reader:
    """Someone at work in a table whose triggers are to be laid anew."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url)
        self.slept = 0

    def begin(self) -> None:
        [table, trigger] = self.connection.execute(OWN_TRIGGERS).fetchall()[0]
        self.connection.execute(f"DROP TRIGGER {trigger} ON {table}".encode())
        self.connection.commit()
        self.connection.execute(f"SELECT FROM {table}".encode())

    def sleep(self, _: float) -> None:
        """In place of the pause between tries."""
        self.slept += 1

    def sleep_and_leave(self, _: float) -> None:
        self.slept += 1
        self.connection.rollback()


@pytest.fixture
def reader(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    migrate(postgresql_url)
    reader = Reader(postgresql_url)
    reader.begin()
    monkeypatch.setattr("reskontra.storage.migrate.LONGEST_WAIT", "20ms")
    yield reader
    reader.connection.close()


def test_a_table_in_use_is_tried_again(
    postgresql_url: str, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reskontra.storage.migrate.sleep", reader.sleep_and_leave)
    migrate(postgresql_url)
    assert reader.slept == 1
    refuse_unmigrated(postgresql_url)


def test_a_table_that_is_never_free_is_told_of(
    postgresql_url: str, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reskontra.storage.migrate.sleep", reader.sleep)
    with pytest.raises(NotMigrated, match="others use the tables"):
        migrate(postgresql_url)
    assert reader.slept == TRIES - 1


FORGET = "DELETE FROM tallies WHERE kind = 'customer_invoices'"
MISCOUNT = "UPDATE tallies SET count = count + 1 WHERE kind = 'customer_invoices'"
OTHER_WORD = (
    "UPDATE tallies SET status = 'due' WHERE kind = 'customer_invoices' AND status = 'sent'"
)
UNTALLY = "DROP TRIGGER customer_invoices_tally_insert ON customer_invoices"


@pytest.mark.parametrize("before", [FORGET, MISCOUNT, OTHER_WORD])
def test_tallies_are_counted_anew_with_the_triggers_that_keep_them(
    template: Template, before: str
) -> None:
    """There were none, or fewer words for what is tallied."""
    url = template.copied()
    spoil(url, before, *([] if url.startswith("sqlite") else [UNTALLY]))
    assert {each.name for each in audited(url).violations} == {"tally astray"}
    migrate(url)
    assert audited(url).violations == []


REFERENCES = {1: ('{"YourReference":"Åsa \\"Ö\\"","A":[1]}', (None, 'Åsa "Ö"')),
              2: ('{"OurReference":1.10,"YourReference":""}', ("1.10", None)),
              3: ('{"OurReference":{"a":[true]},"YourReference":"' + "x" * 2601 + '"}',
                  ('{"a":[true]}', None))}  # fmt: skip
AS_BEFORE = (
    "DROP INDEX {index}_our_reference_document_number",
    "DROP INDEX {index}_your_reference_document_number",
    "DROP INDEX {index}_customer_number_folded_document_number",
    "ALTER TABLE customer_invoices DROP COLUMN our_reference",
    "ALTER TABLE customer_invoices DROP COLUMN your_reference",
    "ALTER TABLE customer_invoices DROP COLUMN customer_number_folded",
    "CREATE INDEX {index}_customer_number_document_number ON customer_invoices"
    " (organisation_id, customer_number, document_number)",
    "UPDATE customer_invoices SET customer_name = 'Ängens Café på Ö',"
    " customer_name_folded = 'ängens café på ö'",
    "UPDATE customers SET name = 'A\u0308ngens Café pa\u030a Ö', name_folded = 'ängens café på ö'",
    "ALTER TABLE financial_years DROP COLUMN adopted",
    *NEWER,
    "UPDATE alembic_version SET version_num = '0002'",
)


def as_named(engine: str, statement: str) -> str:
    """PostgreSQL knows a long name by its beginning and a few letters that stand for the rest."""
    named = statement.format(index="customer_invoices_by_organisation_id")
    if engine == "sqlite":
        return named
    long = re.search(r"customer_invoices_by_\w+", named)
    short = Index(conv(long[0])) if long else None
    preparer = postgresql.dialect().identifier_preparer
    return (
        named.replace(long[0], preparer.format_index(short))
        if long and short is not None
        else named
    )


def test_rows_from_before_are_put_in_order_though_they_are_sealed(template: Template) -> None:
    url = template.copied()
    engine = "sqlite" if url.startswith("sqlite") else "postgresql"
    carried = [
        f"UPDATE customer_invoices SET carried = '{text}' WHERE document_number = {number}"
        for number, (text, _) in REFERENCES.items()
    ]
    spoil(url, *carried, *(as_named(engine, each) for each in AS_BEFORE))
    assert migrate(url) == {"from": "0002", "to": newest()}
    refuse_unmigrated(url)
    with opened(url, None) as books:
        query = (
            "SELECT i.document_number, i.our_reference, i.your_reference, i.customer_name_folded,"
            " i.customer_number_folded, c.name_folded, i.status FROM customer_invoices i JOIN"
            " customers c ON c.organisation_id = i.organisation_id"
            " AND c.customer_number = i.customer_number WHERE OF(i) ORDER BY i.document_number"
        )
        rows = list(books.rows(query))
    assert {row[0]: row[1:3] for row in rows if row[0] < 4} == {
        n: was[1] for n, was in REFERENCES.items()
    }
    assert {row[3:6] for row in rows} == {("ångens cafe pä ö", "1", "ångens cafe pä ö")}
    assert len({row[6] for row in rows}) > 2  # issued, paid and credited ones among them


OLDER = {
    "sound": ("UPDATE units SET description = description", set()),
    "an invoice": (
        "UPDATE customer_invoices SET city = 'X' WHERE organisation_id = 2 AND document_number = 1",
        {"document altered"},
    ),
    "a payment": (
        "UPDATE supplier_payments SET source = 'X' WHERE organisation_id = 2 AND number = 1",
        {"document altered"},
    ),
    "a letterhead": (
        "UPDATE letterheads SET name = 'X' WHERE organisation_id = 2",
        {"letterhead altered"},
    ),
    "a printing": (
        "UPDATE printed_documents SET digest = 'X' WHERE organisation_id = 2",
        {"printing altered"},
    ),
    "what the first year began with": (
        "UPDATE accounts SET balance_brought_forward = balance_brought_forward + 1"
        " WHERE organisation_id = 2 AND year = 1 AND number = 1930",
        {"opening balance is not the history's"},
    ),
    "a voided number": (
        "UPDATE voided_numbers SET why = 'X' WHERE organisation_id = 2",
        {"voided number altered"},
    ),
    "the method of a year": (
        "UPDATE financial_years SET accounting_method = 'CASH' WHERE organisation_id = 2",
        {"year's method is not the history's"},
    ),
    "the history": (
        "UPDATE history SET by = 'X' WHERE organisation_id = 2 AND number = 1",
        {"history chain broken"},
    ),
}


@pytest.mark.parametrize("altered", OLDER)
def test_what_was_there_before_seals_is_sealed_by_the_migration(
    template: Template, altered: str
) -> None:
    url = template.copied()
    printing = (
        "(organisation_id, document, mark, digest, at) VALUES (2, 'invoice 1', '', 'd', 'then')"
    )
    began = "balance_brought_forward = CASE number WHEN 1930 THEN 500 ELSE -500 END"
    first = "organisation_id = 2 AND year = 1 AND number IN (1930, 2081)"
    spoil(url, f"INSERT INTO printed_documents {printing}")
    spoil(url, f"UPDATE accounts SET {began} WHERE {first}")
    unsealed(url)
    assert migrate(url) == {"from": "0004", "to": newest()}
    statement, found = OLDER[altered]
    spoil(url, statement)
    assert {each.name for each in audited(url).violations} == found


BEFORE_ROLES = (
    *NEWER,
    "UPDATE alembic_version SET version_num = '0004'",
    "INSERT INTO users (id, email, name, password_hash, created_at)"
    " VALUES (901, 'a@b.se', 'A', '', ''), (902, 'c@d.se', 'C', '', '')",
    "INSERT INTO memberships (organisation_id, user_id, role) VALUES (1, 901, 'member')",
    "INSERT INTO integrations (client_id, name, secret_hash, redirect_uris, scope, require_pkce,"
    " allows_service_account, created_at) VALUES ('x', 'X', '', '[]', 'invoice', {no}, {no}, '')",
    *(
        "INSERT INTO grants (id, organisation_id, client_id, user_id, scope, service_account,"
        f" created_at) VALUES ({number}, 1, 'x', {user}, 'invoice', {service}, 1)"
        for number, user, service in (
            (901, "901", "{no}"), (902, "902", "{no}"), (903, "902", "{yes}"), (904, "NULL", "{no}")
        )
    ),
)  # fmt: skip


def test_members_keep_the_books_and_those_who_left_have_approved_nothing(
    template: Template,
) -> None:
    url = template.copied()
    words = {"no": "0", "yes": "1"} if url.startswith("sqlite") else {"no": "false", "yes": "true"}
    spoil(url, *(each.format_map(words) for each in BEFORE_ROLES))
    assert migrate(url) == {"from": "0004", "to": newest()}
    with opened(url, None) as books:
        [[role]] = books.rows("SELECT role FROM memberships WHERE user_id = 901")
        live = books.rows("SELECT id FROM grants WHERE revoked_at IS NULL AND id > 900")
        assert (role, {number for (number,) in live}) == ("bookkeeper", {901, 903, 904})


def test_the_history_says_all_that_the_tables_say() -> None:
    assert drafting.differences().is_empty()


HALF = "from reskontra.storage.migrate import migrate; migrate('sqlite:///half.db')"


def test_a_program_that_has_half_of_the_tables_migrates_nothing(tmp_path: Path) -> None:
    """It would know neither all walls nor all triggers."""
    command = [sys.executable, "-c", HALF]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert "could not find table 'organisations'" in done.stderr
    assert not (tmp_path / "half.db").exists()
