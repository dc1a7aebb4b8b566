"""The auditor passes sound books, and names each fault that is planted in a copy of them."""

import subprocess
import sys

import apsw
import psycopg
import pytest

from reskontra.audit.auditor import CHECKS, audited
from reskontra.audit.snapshot import opened
from tests.example_books import Template
from tests.planted_claim_faults import CLAIM_FAULTS
from tests.planted_faults import DANGLING, FAULTS, HURT, REPEATED
from tests.planted_purchase_faults import PURCHASE_FAULTS
from tests.planted_sie_faults import SPOILED
from tests.planted_vat_faults import VAT_FAULTS


def spoil(url: str, *statements: str) -> None:
    """As someone who owns the file or the server might."""
    if url.startswith("sqlite:///"):
        connection = apsw.Connection(url.removeprefix("sqlite:///"))
        connection.execute("PRAGMA ignore_check_constraints=ON")
        query = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        for (name,) in connection.execute(query).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        connection.close()
        return
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        query = (
            "SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'c'"
            " AND connamespace = current_schema()::regnamespace"
        )
        for table, name in connection.execute(query).fetchall():
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}".encode())
        for statement in statements:
            connection.execute(statement.encode())


def names(url: str, organisation: int | None = None) -> set[str]:
    return {violation.name for violation in audited(url, organisation).violations}


def test_sound_books_pass(template: Template) -> None:
    whole = audited(template.url)
    assert whole.violations == []
    assert whole.summary["organisations"] == 4
    assert whole.summary["vouchers"] == 3 * 24
    for organisation in (1, 2, 3, 4):
        assert audited(template.url, organisation).violations == []


@pytest.mark.parametrize(
    ("statement", "found"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_a_planted_fault_is_named(template: Template, statement: str, found: set[str]) -> None:
    url = template.copied()
    spoil(url, *statement.split("; "))
    whole = audited(url)
    assert {violation.name for violation in whole.violations} == found
    assert {violation.organisation for violation in whole.violations} == {HURT}
    # Asked for one organisation, the same is found; loose keys are asked of the whole alone.
    assert names(url, HURT) == found - {DANGLING}
    assert names(url, 1) == set()


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("unique", "statement", "found"), [r[1:] for r in REPEATED], ids=[r[0] for r in REPEATED]
)
def test_what_a_unique_key_forbids_is_named_too(
    template: Template, unique: str, statement: str, found: set[str]
) -> None:
    url = template.copied()
    spoil(url, unique, statement)
    assert names(url) == names(url, HURT) == found


def test_every_rule_has_its_planted_fault(template: Template) -> None:
    every = (*FAULTS, *REPEATED, *PURCHASE_FAULTS, *CLAIM_FAULTS, *VAT_FAULTS, *SPOILED.values())
    planted = {name for fault in every for name in fault[-1]}
    with opened(template.url, None) as books:
        known = {check.name for check in CHECKS if set(check.needs) <= books.columns}
    assert known <= planted


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
def test_a_constraint_that_is_not_in_force_is_named(template: Template) -> None:
    url = template.copied()
    spoil(
        url,
        "ALTER TABLE customer_payments DROP CONSTRAINT customer_payments_to_customer_invoices",
        "ALTER TABLE customer_payments ADD CONSTRAINT payments_of_invoices"
        " FOREIGN KEY (organisation_id, invoice_number) REFERENCES customer_invoices NOT VALID",
    )
    assert names(url) == {"database damaged"}


@pytest.mark.parametrize("template", ["postgresql"], indirect=True)
def test_a_key_without_its_organisation_is_named(template: Template) -> None:
    url = template.copied()
    spoil(
        url,
        "ALTER TABLE organisations ADD COLUMN organisation_id bigint UNIQUE",
        "ALTER TABLE units ADD COLUMN other bigint REFERENCES organisations (organisation_id)",
    )
    assert names(url) == {"reference may leave its organisation"}


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_a_damaged_page_is_named(template: Template) -> None:
    url = template.copied()
    spoil(
        url,
        "PRAGMA writable_schema=ON",
        "DELETE FROM sqlite_schema WHERE name LIKE 'vouchers_by%date'",
    )
    assert "database damaged" in names(url)


def test_rows_of_no_organisation_are_named(template: Template) -> None:
    url = template.copied()
    spoil(url, "INSERT INTO units VALUES (77, 'h', '', '{}', '')")
    assert names(url) == {"row of no organisation", DANGLING}


def test_the_auditor_shares_no_code_with_the_service() -> None:
    code = (
        "import sys, reskontra.audit.auditor;"
        "print(*sorted(m for m in sys.modules if m.startswith('reskontra')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {module for module in run.stdout.split() if not module.startswith("reskontra.audit.")}
    assert rooms == {"reskontra", "reskontra.audit"}


def test_it_reads_while_others_write_and_writes_nothing(template: Template) -> None:
    with opened(template.url, None) as books, pytest.raises(Exception, match=r"read-?only"):
        books.rows("DELETE FROM number_series")
