"""A migrated database is at the newest schema, with the references of the tables."""

from tests.example_books import Template

from reskontra.audit.snapshot import opened
from reskontra.audit.structure import Reference, references
from reskontra.storage.migrate import migrate, newest, refuse_unmigrated
from reskontra.storage.tables import metadata


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
    with opened(template.url, None) as books:
        assert set(references(books)) == of_the_tables()


def test_a_database_is_migrated_once(url: str) -> None:
    assert migrate(url) == {"from": None, "to": newest()}
    refuse_unmigrated(url)
    assert migrate(url) == {"from": newest(), "to": newest()}
