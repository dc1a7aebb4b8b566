"""On PostgreSQL the service's role can do its work, and cannot get round the seal."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from tests.example_books import Bookkeeper, Template, founded, keep_books
from tests.roles import as_service

from reskontra.audit.auditor import audited
from reskontra.engine.database import connect
from reskontra.storage.migrate import refuse_unmigrated

pytestmark = pytest.mark.parametrize("template", ["postgresql"], indirect=True)


@pytest.fixture
def role(template: Template) -> Iterator[str]:
    """The address of a copy of the books, as the service's role reaches it."""
    owners, name = template.copied(), f"service_{os.getpid()}"
    yield as_service(owners, name)
    with psycopg.connect(owners, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {name}".encode())
        connection.execute(f"DROP ROLE {name}".encode())


def test_the_role_founds_an_organisation_and_keeps_its_books(role: str) -> None:
    refuse_unmigrated(role)
    database = connect(role, threads=1)
    database.write_now(lambda tx: keep_books(Bookkeeper(founded(tx))))
    database.close()
    assert audited(role).violations == []


POSTED = ("vouchers", "postings", "vat_entries", "history", "voided_numbers", "credit_invoices")
FORBIDDEN = (
    *(f"UPDATE {table} SET organisation_id = 2" for table in POSTED),
    *(f"DELETE FROM {table}" for table in (*POSTED, "ledgers", "financial_years", "number_series")),
    *(f"TRUNCATE {table} CASCADE" for table in (*POSTED, "ledgers", "customer_payments")),
    *(f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in POSTED),
    "UPDATE ledgers SET hash = ''",
    "UPDATE ledgers SET sequence = sequence + 1",
    "UPDATE tallies SET count = 0",
    "DELETE FROM organisations",
    "UPDATE alembic_version SET version_num = ''",
    "SET session_replication_role = replica",
    "DROP TRIGGER vouchers_insert ON vouchers",
    "DROP TABLE postings CASCADE",
    "ALTER TABLE postings DROP CONSTRAINT postings_one_side",
    "ALTER FUNCTION seal_vouchers_insert() RESET search_path",
    "CREATE OR REPLACE FUNCTION seal_vouchers_update() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "CREATE TRIGGER mine BEFORE INSERT ON postings FOR EACH ROW"
    " EXECUTE FUNCTION seal_postings_insert()",
    "CREATE RULE mine AS ON UPDATE TO vouchers DO INSTEAD NOTHING",
    "CREATE TABLE public.mine (number int)",
)  # fmt: skip


def test_the_role_has_no_way_round(role: str) -> None:
    with psycopg.connect(role, autocommit=True) as connection:
        for words in FORBIDDEN:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(words.encode())


def test_a_temporary_table_does_not_stand_in_for_the_ledger(role: str) -> None:
    with psycopg.connect(role, autocommit=True) as connection:
        connection.execute("CREATE TEMP TABLE vouchers (LIKE public.vouchers)")
        connection.execute("CREATE TEMP TABLE voucher_series (LIKE public.voucher_series)")
        connection.execute("SET reskontra.organisation = '1'")
        with pytest.raises(psycopg.Error, match="voucher already sealed"):
            connection.execute(
                "INSERT INTO public.postings SELECT organisation_id, year, series, number,"
                " line + 10, account, debit, credit, '', '', '', '{}' FROM public.postings"
            )
