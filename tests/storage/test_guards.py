"""What guards the books is compared with what it must be: by the start and by the audit."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from tests.commands import Shell
from tests.example_books import Template

from reskontra.audit.auditor import audited
from reskontra.audit.snapshot import opened
from reskontra.codec import restored
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
    assert laid_anew(url) == told_to_all("trigger vouchers_update is missing")


LAID = "CREATE TRIGGER vouchers_update BEFORE UPDATE{} FOR EACH ROW{}"
LAID += " EXECUTE FUNCTION seal_vouchers_update()"
DROPPED = "DROP TRIGGER vouchers_update ON vouchers"
CHANGED = "trigger vouchers_update was changed"
CUSTOMERS = "the wall of customers between organisations was changed"
# What someone does to the guards, and what is told of it; `migrate` lays all of these anew.
CHANGES = {
    "a function replaced": (
        [
            "CREATE OR REPLACE FUNCTION seal_vouchers_update() RETURNS trigger LANGUAGE plpgsql"
            " SECURITY DEFINER SET search_path FROM CURRENT AS $$BEGIN RETURN NEW; END$$"
        ],
        [CHANGED],
    ),
    "a trigger off": (
        ["ALTER TABLE vouchers DISABLE TRIGGER vouchers_update"],
        ["trigger vouchers_update is missing"],
    ),
    "a trigger for replicas": (
        ["ALTER TABLE vouchers ENABLE REPLICA TRIGGER vouchers_update"],
        ["trigger vouchers_update is missing"],
    ),
    "a trigger that never fires": (
        [DROPPED, LAID.format(" ON vouchers", " WHEN (false)")],
        [CHANGED],
    ),
    "a trigger of one column": ([DROPPED, LAID.format(" OF number ON vouchers", "")], [CHANGED]),
    "a trigger moved": (
        [DROPPED, LAID.format(" ON units", "")],
        ["trigger vouchers_update is not ours", "trigger vouchers_update is missing"],
    ),
    "another search path": (
        ["ALTER FUNCTION seal_vouchers_update() SET search_path = pg_temp, public"],
        [CHANGED],
    ),
    "no search path": (["ALTER FUNCTION seal_vouchers_update() RESET ALL"], [CHANGED]),
    "one setting more": (
        ["ALTER FUNCTION seal_vouchers_update() SET session_replication_role = replica"],
        [CHANGED],
    ),
    "rights of the caller": (["ALTER FUNCTION seal_vouchers_update() SECURITY INVOKER"], [CHANGED]),
    "an older look": (["ALTER FUNCTION seal_vouchers_update() STABLE"], [CHANGED]),
    "a wall down": (["ALTER TABLE customers DISABLE ROW LEVEL SECURITY"], [CUSTOMERS]),
    "a second policy": (["CREATE POLICY wide ON customers USING (true)"], [CUSTOMERS]),
    "no condition": (
        ["ALTER TABLE postings DROP CONSTRAINT postings_one_side"],
        ["postings_one_side of postings is missing"],
    ),
    "a wider condition": (
        [
            "ALTER TABLE customer_invoices DROP CONSTRAINT customer_invoices_issued_has_voucher",
            "ALTER TABLE customer_invoices ADD CONSTRAINT customer_invoices_issued_has_voucher"
            " CHECK ((status = 'd raft') = (voucher_number = 0)) NOT VALID",
        ],
        ["customer_invoices_issued_has_voucher of customer_invoices was changed"],
    ),
    "a source twice": (
        ["ALTER TABLE vouchers DROP CONSTRAINT vouchers_unique_organisation_id_source"],
        ["vouchers_unique_organisation_id_source of vouchers is missing"],
    ),
    "a year twice": (
        ["DROP INDEX financial_years_by_organisation_id_from_date"],
        ["financial_years_by_organisation_id_from_date of financial_years is missing"],
    ),
    "no reference": (
        ["ALTER TABLE ledgers DROP CONSTRAINT ledgers_to_vouchers"],
        ["ledgers_to_vouchers of ledgers is missing"],
    ),
    "a reference that is off": (
        ["ALTER TABLE units DISABLE TRIGGER ALL"],
        ["units_to_organisations of units was changed"],
    ),
}


@ON_SERVER
@pytest.mark.parametrize("change", CHANGES)
def test_on_a_server_each_change_is_a_violation(template: Template, change: str) -> None:
    url = template.copied()
    statements, told = CHANGES[change]
    run(url, *statements)
    assert weaknesses(url) == told
    with pytest.raises(NotMigrated, match=re.escape(told[0])):
        refuse_unmigrated(url)
    migrate(url)
    assert weaknesses(url) == []
    assert laid_anew(url) == told_to_all(*told)


FOREIGN = {
    "a trigger": (
        [
            "CREATE FUNCTION mine() RETURNS trigger LANGUAGE plpgsql"
            " AS 'BEGIN NEW.description = ''Annat''; RETURN NEW; END'",
            "CREATE TRIGGER mine BEFORE INSERT ON vouchers FOR EACH ROW EXECUTE FUNCTION mine()",
        ],
        ["trigger mine is not ours"],
    ),
    "a trigger that always fires": (
        [
            "CREATE TRIGGER mine BEFORE INSERT ON units FOR EACH ROW"
            " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "ALTER TABLE units ENABLE ALWAYS TRIGGER mine",
        ],
        ["trigger mine is not ours"],
    ),
    "a rule": (
        ["CREATE RULE mine AS ON INSERT TO history DO INSTEAD NOTHING"],
        ["rule mine on history is not ours"],
    ),
    "a column": (
        ["ALTER TABLE units ADD COLUMN mine text"],
        ["mine of units is not ours"],
    ),
    "a constraint": (
        ["ALTER TABLE vouchers ADD CONSTRAINT mine CHECK (number < 100)"],
        ["mine of vouchers is not ours"],
    ),
    "a column that may be empty": (
        ["ALTER TABLE vouchers ALTER COLUMN hash DROP NOT NULL"],
        ["hash of vouchers was changed"],
    ),
    "a table that a crash empties": (
        ["ALTER TABLE history SET UNLOGGED"],
        ["table history was changed"],
    ),
}


@ON_SERVER
@pytest.mark.parametrize("change", FOREIGN)
def test_what_is_not_ours_is_told_of_and_left(template: Template, change: str) -> None:
    url = template.copied()
    statements, told = FOREIGN[change]
    run(url, *statements)
    assert weaknesses(url) == told
    with pytest.raises(NotMigrated, match=r"mine|hash|table history"):
        migrate(url)
    assert weaknesses(url) == told
    assert laid_anew(url) == {}


@ON_SERVER
def test_triggers_of_others_beside_the_books_are_let_be(template: Template) -> None:
    """Also when ours are laid anew; one of theirs that is off does nothing."""
    url = template.copied()
    theirs = (
        "BEFORE UPDATE ON {} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()"
    )
    run(
        url,
        "CREATE TABLE theirs (number int)",
        f"CREATE TRIGGER beside {theirs.format('theirs')}",
        f"CREATE TRIGGER still {theirs.format('units')}",
        "ALTER TABLE units DISABLE TRIGGER still",
    )
    assert weaknesses(url) == []
    run(url, DROPPED)
    migrate(url)
    assert weaknesses(url) == []
    with psycopg.connect(url) as server:
        names = server.execute("SELECT tgname FROM pg_trigger WHERE tgname IN ('beside', 'still')")
        assert len(names.fetchall()) == 2


@ON_SERVER
def test_a_constraint_that_rows_break_is_not_laid(template: Template) -> None:
    url = template.copied()
    run(
        url,
        "SET session_replication_role = replica",
        "ALTER TABLE postings DROP CONSTRAINT postings_one_side",
        "UPDATE postings SET debit = 1, credit = 1 WHERE organisation_id = 2",
    )
    with pytest.raises(NotMigrated, match="rows break postings_one_side"):
        migrate(url)
    assert weaknesses(url) == ["postings_one_side of postings is missing"]


# In the file of SQLite, by someone who writes its schema: table, words, other words, what is told.
REWRITTEN = {
    "no condition": (
        "postings",
        "CHECK (debit >= 0 AND",
        "CHECK (debit >= 0 OR",
        "postings_one_side of postings was changed",
    ),
    "another value": (
        "customer_invoices",
        "(status = 'draft')",
        "(status = 'dra ft')",
        "customer_invoices_issued_has_voucher of customer_invoices was changed",
    ),
    "a source twice": (
        "vouchers",
        "CONSTRAINT vouchers_unique_organisation_id_source UNIQUE (organisation_id, source)",
        "CHECK (1)",
        "vouchers_unique_organisation_id_source of vouchers is missing",
    ),
    "what is there is replaced": (
        "vouchers",
        "UNIQUE (organisation_id, sequence)",
        "UNIQUE (organisation_id, sequence) ON CONFLICT REPLACE",
        "vouchers_unique_organisation_id_sequence of vouchers was changed",
    ),
    "no reference": (
        "history",
        "FOREIGN KEY(organisation_id) REFERENCES organisations (id)",
        "CHECK (1)",
        "history_to_organisations of history was changed",
    ),
    "words in a comment": (
        "postings",
        "CONSTRAINT postings_one_side",
        "/*, CONSTRAINT postings_one_side CHECK (1),*/ CONSTRAINT postings_one_side",
        "*/ of postings is not ours",
    ),
    "a hash may be missing": (
        "vouchers",
        "hash TEXT NOT NULL",
        "hash TEXT",
        "hash of vouchers was changed",
    ),
    "a table of any values": ("vouchers", " STRICT", "", "table vouchers was changed"),
}
LOST = {"a source twice": "sqlite_autoindex_vouchers_3"}  # else SQLite itself finds it loose


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
@pytest.mark.parametrize("change", REWRITTEN)
def test_a_table_of_other_words_is_a_violation(template: Template, change: str) -> None:
    url = template.copied()
    table, words, others, told = REWRITTEN[change]
    rewrite = f"UPDATE sqlite_schema SET sql = replace(sql, {{}}, {{}}) WHERE name = '{table}'"
    quoted = ("'" + each.replace("'", "''") + "'" for each in (words, others))
    lost = f"DELETE FROM sqlite_schema WHERE name = '{LOST.get(change, '')}'"
    run(url, "PRAGMA writable_schema=ON", rewrite.format(*quoted), lost)
    assert told in weaknesses(url)
    with pytest.raises(NotMigrated, match=rf"of {table}|table {table}"):
        prepare(url)


@pytest.mark.parametrize("template", ["sqlite"], indirect=True)
def test_a_missing_index_and_a_foreign_trigger_keep_the_service_from_starting(
    template: Template,
) -> None:
    url = template.copied()
    run(
        url,
        "DROP INDEX financial_years_by_organisation_id_from_date",
        "CREATE TRIGGER mine AFTER INSERT ON UNITS BEGIN DELETE FROM units; END",
    )
    assert weaknesses(url) == [
        "trigger mine is not ours",
        "financial_years_by_organisation_id_from_date of financial_years is missing",
    ]
    for told, mended in (
        ("trigger mine on UNITS is not ours", "DROP TRIGGER mine"),
        ("from_date of financial_years is missing", "SELECT 1"),
    ):
        with pytest.raises(NotMigrated, match=told):
            prepare(url)
        run(url, mended)


# What was laid anew stays told


def told_to_all(*changes: str) -> dict[int, list[str]]:
    return {organisation: [*changes] for organisation in (1, 2, 3, 4)}


def laid_anew(url: str) -> dict[int, list[str]]:
    """What the newest entry of each organisation says, if it is of guards; the chains hold."""
    assert audited(url).violations == []
    newest = "SELECT max(number) FROM history h WHERE h.organisation_id = e.organisation_id"
    with opened(url, None) as books:
        found = books.rows(
            "SELECT organisation_id, detail FROM history e"
            f" WHERE what = 'guards laid anew' AND number = ({newest}) AND OF(e)"
        )
        return {number: restored(detail)["guards"] for number, detail in found}


@pytest.mark.parametrize("begin", [migrate, prepare])
def test_the_history_tells_of_guards_that_were_laid_anew(
    template: Template, begin: Callable[[str], Any]
) -> None:
    url = template.copied()
    begin(url)
    assert laid_anew(url) == {}
    engine = url.partition(":")[0]
    run(url, dropped(engine, "vouchers_update"), dropped(engine, "history_delete"))
    migrate(url)
    told = ["trigger history_delete is missing", "trigger vouchers_update is missing"]
    assert laid_anew(url) == told_to_all(*told)
    begin(url)
    assert laid_anew(url) == told_to_all(*told)
