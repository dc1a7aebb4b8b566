"""Rows by the thousand, made in SQL from one that is there; triggers and keys are off meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import apsw
import psycopg

from bench.operations import DRAFT, ISSUED
from reskontra.storage import tables
from reskontra.storage.seal import TALLIED

CUSTOMER_COUNT = 100
GROWING = ("customer_invoices", "vouchers", "postings", "vat_entries")
# Pools of drafts: their table and its number, the draft that is there, and what tells them apart.
FILLED: dict[str, tuple[str, str, int, str, dict[str, str]]] = {
    "drafts": ("customer_invoices", "document_number", DRAFT, "customer invoice", {}),
    "supplier drafts": (
        "supplier_invoices",
        "given_number",
        1,
        "supplier invoice",
        {"invoice_number": "'draft ' || g.n"},
    ),
    # No two are alike, or the renderer would remember parts of one from another.
    "PDF": (
        "customer_invoices",
        "document_number",
        DRAFT,
        "customer invoice",
        {
            "customer_name": "'Kund ' || t.organisation_id || ' ' || g.n",
            "comments": "'Tack ' || t.organisation_id || ' ' || g.n",
            "rows": "replace(t.rows, 'Konsult', 'Uppdrag ' || t.organisation_id || ' ' || g.n)",
        },
    ),
}
LEAVE = ("organisations", "grants", "memberships", "refresh_tokens")


@contextmanager
def filling(url: str) -> Iterator["Fill"]:
    """Nothing checks what is written here: it must be right by itself."""
    if url.startswith("sqlite"):
        with sqlite_unguarded(url) as connection:
            yield Fill("sqlite", lambda text: connection.execute(text).fetchall())
    else:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute("SET session_replication_role = replica")
            server.execute("SET synchronous_commit = off")
            yield Fill("postgresql", lambda text: fetched(server.execute(text.encode())))


def fetched(cursor: "psycopg.Cursor[Any]") -> list[Any]:
    return cursor.fetchall() if cursor.description else []


@contextmanager
def sqlite_unguarded(url: str) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(url.removeprefix("sqlite:///"))
    connection.set_busy_timeout(30_000)
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.execute("PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.close()


@dataclass(frozen=True)
class Fill:
    """The statements that make many rows of one; most words are the same for both engines."""

    engine: str
    run: Any

    def numbers(self, first: int, last: int) -> str:
        return (
            f"(WITH RECURSIVE c(n) AS (SELECT CAST({first} AS bigint) UNION ALL SELECT n + 1 FROM c"
            f" WHERE n < {last}) SELECT n FROM c) AS g"
        )

    def copy(self, table: str, where: str, first: int, last: int, **changed: str) -> None:
        """Rows of the table that meet `where`, once for each number, with some columns changed."""
        if last < first:
            return
        names = [column.name for column in tables.metadata.tables[table].c]
        values = [changed.get(name, f"t.{name}") for name in names]
        self.run(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)}"
            f" FROM {table} AS t, {self.numbers(first, last)} WHERE {where}"
        )

    def copy_organisation(self, template: int, first: int, count: int) -> None:
        last = first + count - 1
        self.copy("organisations", f"t.id = {template}", first, last, id="g.n")
        for name, table in tables.metadata.tables.items():
            if "organisation_id" in table.primary_key.columns and name not in LEAVE:
                where = f"t.organisation_id = {template}"
                self.copy(name, where, first, last, organisation_id="g.n")
        self.run(
            "INSERT INTO grants (id, organisation_id, client_id, scope, service_account, created_at)"
            f" SELECT -g.n, g.n, 'bench', '', {self.false}, 0"
            f" FROM {self.numbers(first, last)}"
        )

    @property
    def false(self) -> str:
        return "0" if self.engine == "sqlite" else "false"

    def day(self, offset: str) -> str:
        """A day of this year: some days after its first."""
        year = datetime.now(UTC).year
        if self.engine == "sqlite":
            return f"date('{year}-01-01', ({offset}) || ' days')"
        return f"DATE '{year}-01-01' + ({offset})::int"

    def add_customers(self, organisation: int) -> None:
        number, name = "CAST(g.n AS text)", "'Kund ' || (g.n * 37 % 100)"
        where = f"t.organisation_id = {organisation} AND t.customer_number = '1'"
        self.copy(
            "customers", where, 2, CUSTOMER_COUNT,
            customer_number=number, customer_number_folded=number,
            name=name, name_folded=f"lower({name})",
        )  # fmt: skip

    def add_invoices(self, organisation: int, size: int) -> None:
        """5 % drafts, 3 % credited, 10 % unpaid, the rest paid; a voucher for each number."""
        of = f"t.organisation_id = {organisation}"
        status = (
            "CASE WHEN g.n % 100 < 5 THEN 'draft' WHEN g.n % 100 < 8 THEN 'cancelled'"
            " WHEN g.n % 100 < 18 THEN 'sent' ELSE 'paid' END"
        )
        amount, draft = "(g.n * 7919 % 100000 + 1) * 100", "g.n % 100 < 5"
        customer, name = f"1 + g.n % {CUSTOMER_COUNT}", "'Kund ' || ((1 + g.n % 100) * 37 % 100)"
        self.copy(
            "customer_invoices", f"{of} AND t.document_number = {ISSUED}", 3, size,
            document_number="g.n", status=status, total=amount,
            customer_number=f"CAST({customer} AS text)",
            customer_name=name, customer_name_folded=f"lower({name})",
            balance=f"CASE WHEN g.n % 100 < 18 THEN {amount} ELSE 0 END",
            invoice_date=self.day("g.n * 7919 % 318"),
            due_date=self.day("g.n * 7919 % 318 + 30"),
            ocr=f"CASE WHEN {draft} THEN '' ELSE CAST(g.n * 100 + 17 AS text) END",
            voucher_number=f"CASE WHEN {draft} THEN 0 ELSE g.n - 1 END",
            external_invoice_reference1="'order ' || g.n",
            external_invoice_reference2="'ref ' || g.n",
            project="CASE WHEN g.n % 10 = 0 THEN 'P' || (g.n % 1000) ELSE '' END",
            cost_center="CASE WHEN g.n % 10 = 1 THEN 'C' || (g.n % 1000) ELSE '' END",
        )  # fmt: skip
        voucher = f"{of} AND t.series = 'B' AND t.number = 1"
        source = "'customer invoice ' || (g.n + 1)"
        self.copy("vouchers", voucher, 2, size - 1, number="g.n", sequence="g.n", source=source)
        for table, lines in (("postings", 2), ("vat_entries", 1)):  # fewer: filling takes minutes
            self.copy(table, f"{voucher} AND t.line <= {lines}", 2, size - 1, number="g.n")
        mine = f"organisation_id = {organisation}"
        latest = max(size, DRAFT)
        self.run(f"UPDATE ledgers SET sequence = {latest - 1} WHERE {mine}")
        self.run(
            f"UPDATE voucher_series SET last_number = {latest - 1}"
            f" WHERE {mine} AND code = 'B' AND last_number IS NOT NULL"
        )
        self.run(
            f"UPDATE number_series SET latest = {latest} WHERE {mine} AND name = 'customer invoice'"
        )

    def add_drafts(self, organisation: int, count: int, pool: str) -> int:
        """Fresh drafts like the one that is there; gives the first one's number."""
        table, key, like, series, changed = FILLED[pool]
        counter = f"organisation_id = {organisation} AND name = '{series}'"
        [(latest,)] = self.run(f"SELECT latest FROM number_series WHERE {counter}")
        where = f"t.organisation_id = {organisation} AND t.{key} = {like}"
        self.copy(table, where, latest + 1, latest + count, **{key: "g.n"}, **changed)
        self.run(f"UPDATE number_series SET latest = latest + {count} WHERE {counter}")
        return int(latest) + 1

    def tally(self, organisation: int) -> None:
        for table, status in TALLIED.items():
            mine = f"organisation_id = {organisation}"
            self.run(f"DELETE FROM tallies WHERE {mine} AND kind = '{table}'")
            self.run(
                "INSERT INTO tallies (organisation_id, kind, status, count)"
                f" SELECT organisation_id, '{table}', {status.format(row='t')}, count(*)"
                f" FROM {table} AS t WHERE {mine} GROUP BY 1, 3"
            )

    @contextmanager
    def without_indexes(self) -> Iterator[None]:
        """Made anew afterwards, which is much quicker than keeping them up row by row."""
        names = ", ".join(f"'{table}'" for table in GROWING)
        if self.engine == "sqlite":
            found = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql <> ''"
            found += f" AND tbl_name IN ({names})"
        else:
            found = "SELECT indexname, indexdef FROM pg_indexes LEFT JOIN pg_constraint"
            found += " ON conname = indexname WHERE schemaname = current_schema()"
            found += f" AND conname IS NULL AND tablename IN ({names})"
        indexes = self.run(found)
        for name, _ in indexes:
            self.run(f"DROP INDEX {name}")
        yield
        for _, definition in indexes:
            self.run(definition)
        if self.engine == "postgresql":  # what autovacuum does by itself; SQLite has no such thing
            self.run("VACUUM ANALYZE")
