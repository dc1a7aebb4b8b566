"""A migrated database has the references of the tables, but for what PostgreSQL's seal implies."""

from contextlib import closing

import apsw
import psycopg
import pytest
from tests.example_books import Template

from reskontra.audit.snapshot import opened
from reskontra.audit.structure import SEALED, Reference, references
from reskontra.auditor import audited
from reskontra.storage.migrate import NotMigrated, migrate, newest, refuse_unmigrated
from reskontra.storage.tables import metadata

FIRST = "UPDATE alembic_version SET version_num = '0001'"


def found(url: str) -> set[Reference]:
    with opened(url, None) as books:
        return set(references(books))


def of_the_tables() -> set[Reference]:
    return {
        Reference(
            table.name,
            key.referred_table.name,
            tuple((each.parent.name, each.column.name) for each in key.elements),
        )
        for table in metadata.tables.values()
        for key in table.foreign_key_constraints
    }


def test_a_migrated_database_has_the_references_of_the_tables(template: Template) -> None:
    """What it has no constraint for, the auditor asks by itself."""
    implied = set() if template.url.startswith("sqlite") else set(SEALED)
    assert implied <= of_the_tables()
    assert found(template.url) == of_the_tables() - implied


def test_all_steps_are_taken_at_once(url: str) -> None:
    assert migrate(url) == {"from": None, "to": newest()}
    refuse_unmigrated(url)
    assert migrate(url) == {"from": newest(), "to": newest()}


def set_back(url: str) -> None:
    """To the first schema, which had all references on both engines."""
    if url.startswith("sqlite:///"):
        with closing(apsw.Connection(url.removeprefix("sqlite:///"))) as connection:
            connection.execute(FIRST)
        return
    with psycopg.connect(url) as owner:
        for each in SEALED:
            mine, theirs = (", ".join(names) for names in zip(*each.columns, strict=True))
            owner.execute(
                f"ALTER TABLE {each.child} ADD CONSTRAINT {each.child}_to_{each.parent}"
                f" FOREIGN KEY ({mine}) REFERENCES {each.parent} ({theirs})"
                " DEFERRABLE INITIALLY DEFERRED".encode()
            )
        owner.execute(FIRST)


def test_books_of_the_first_schema_are_migrated(template: Template) -> None:
    books = template.copied()
    set_back(books)
    assert found(books) == of_the_tables()
    with pytest.raises(NotMigrated):
        refuse_unmigrated(books)
    assert migrate(books) == {"from": "0001", "to": newest()}
    refuse_unmigrated(books)
    assert found(books) == found(template.url)
    assert audited(books).violations == []
