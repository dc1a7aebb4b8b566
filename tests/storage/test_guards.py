"""What guards the books is compared with what it must be: by the start and by the audit."""

import os
from collections.abc import Iterator
from pathlib import Path

import apsw
import psycopg
import pytest
from tests.commands import Shell
from tests.example_books import Template
from tests.roles import as_service

from reskontra.storage.guards import weaknesses
from reskontra.storage.migrate import NotMigrated, migrate, prepare, refuse_unmigrated
from reskontra.storage.seal import triggers

ON_SERVER = pytest.mark.parametrize("template", ["postgresql"], indirect=True)


def run(url: str, *statements: str) -> None:
    if url.startswith("sqlite"):
        connection = apsw.Connection(url.removeprefix("sqlite:///"))
        for each in statements:
            connection.execute(each)
        connection.close()
        return
    with psycopg.connect(url) as server:
        for each in statements:
            server.execute(each.encode())


def dropped(engine: str, name: str) -> str:
    table = next(each.table for each in triggers(engine) if each.name == name)
    return f"DROP TRIGGER {name}" + (f" ON {table}" if engine == "postgresql" else "")


@pytest.mark.parametrize("name", ["vouchers_update", "history_delete", "letterheads_update"])
def test_a_dropped_trigger_is_a_violation(template: Template, name: str, tmp_path: Path) -> None:
    url = template.copied()
    assert weaknesses(url) == []
    run(url, dropped(url.partition(":")[0], name))
    assert weaknesses(url) == [f"trigger {name} is missing"]
    with pytest.raises(NotMigrated, match=name):
        refuse_unmigrated(url)
    code, answer = Shell(tmp_path, {"DATABASE_URL": url}).told("check-books")
    assert (code, [each["detail"] for each in answer["violations"]]) == (
        1,
        [f"trigger {name} is missing"],
    )
    migrate(url)
    assert weaknesses(url) == []


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_a_trigger_of_other_words_is_a_violation(template: Template) -> None:
    url = template.copied()
    empty = "CREATE TRIGGER {0} BEFORE UPDATE ON vouchers BEGIN SELECT 1; END"
    run(url, "DROP TRIGGER vouchers_update", empty.format("vouchers_update"), empty.format("mine"))
    assert weaknesses(url) == ["trigger mine is not ours", "trigger vouchers_update was changed"]


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_at_its_start_the_service_says_what_it_lays_anew(
    template: Template, capsys: pytest.CaptureFixture[str]
) -> None:
    url = template.copied()
    run(url, "DROP TRIGGER vouchers_update")
    prepare(url)
    assert weaknesses(url) == []
    assert "trigger vouchers_update is missing" in capsys.readouterr().err


CHANGES = {
    "a function replaced": (
        "CREATE OR REPLACE FUNCTION seal_vouchers_update() RETURNS trigger LANGUAGE plpgsql"
        " SECURITY DEFINER SET search_path FROM CURRENT AS $$BEGIN RETURN NEW; END$$",
        "trigger vouchers_update was changed",
    ),
    "a trigger off": (
        "ALTER TABLE vouchers DISABLE TRIGGER vouchers_update",
        "trigger vouchers_update is missing",
    ),
    "a wall down": (
        "ALTER TABLE customers DISABLE ROW LEVEL SECURITY",
        "the wall of customers between organisations was changed",
    ),
    "a second policy": (
        "CREATE POLICY wide ON customers USING (true)",
        "the wall of customers between organisations was changed",
    ),
}


@ON_SERVER
@pytest.mark.parametrize("change", CHANGES)
def test_on_a_server_each_change_is_a_violation(template: Template, change: str) -> None:
    url = template.copied()
    statement, told = CHANGES[change]
    run(url, statement)
    assert weaknesses(url) == [told]


@pytest.fixture
def role(template: Template) -> Iterator[tuple[str, str]]:
    """The owner's address of a copy, and a role with the rights of the page for operators."""
    owners, name = template.copied(), f"guarded_{os.getpid()}"
    as_service(owners, name)
    yield owners, name
    with psycopg.connect(owners, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {name}".encode())
        connection.execute(f"DROP ROLE {name}".encode())


GRANTS = {
    "UPDATE ON vouchers": "may UPDATE vouchers",
    "DELETE ON history": "may DELETE history",
    "TRUNCATE ON postings": "may TRUNCATE postings",
    "TRIGGER ON customers": "may TRIGGER customers",
    "UPDATE (hash) ON ledgers": "may UPDATE ledgers (hash)",
    "UPDATE ON tallies": "may UPDATE tallies",
    "UPDATE ON alembic_version": "may UPDATE alembic_version",
}


@ON_SERVER
@pytest.mark.parametrize("grant", GRANTS)
def test_a_right_too_wide_is_a_violation(role: tuple[str, str], grant: str) -> None:
    owners, name = role
    assert weaknesses(owners) == []
    run(owners, f"GRANT {grant} TO {name}")
    assert weaknesses(owners) == [f"{name} {GRANTS[grant]}"]
    with pytest.raises(NotMigrated, match=name):
        refuse_unmigrated(owners)
