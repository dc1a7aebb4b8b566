"""Rows by the thousand, made in SQL from one that is there; triggers and keys are off meanwhile."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import apsw
import psycopg

from bench.admission import CLIENT
from bench.operations import DRAFT, ISSUED
from reskontra.engine.columns import KEPT_ANSWERS
from reskontra.engine.schema import every_table
from reskontra.storage import filters, seal

CUSTOMER_COUNT = 100
AT_ONCE = 100_000  # rows in one statement
MANY = 100  # organisations in one statement
GROWING = ("customer_invoices", "supplier_invoices", "vouchers", "postings", "vat_entries")
IS_DRAFT = "g.n % 100 < 5"  # as `is_draft` says it
# Pools of drafts: their table and its number, the draft that is there, and what tells them apart.
FILLED: dict[str, tuple[str, str, int, str, dict[str, str]]] = {
    "drafts": ("customer_invoices", "document_number", DRAFT, "customer invoice", {}),
    "supplier drafts": (
        "supplier_invoices",
        "given_number",
        DRAFT,
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


def is_draft(number: int) -> bool:
    """Of the filled invoices, those that may still be changed."""
    return number > DRAFT and number % 100 < 5


@contextmanager
def filling(url: str) -> Iterator["Fill"]:
    """Nothing checks what is written here: it must be right by itself."""
    if url.startswith("sqlite"):
        with sqlite_unguarded(url) as connection:

            def settle() -> None:
                """A log of many gigabytes is slow to read back from."""
                connection.execute("COMMIT")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                connection.execute("BEGIN IMMEDIATE")

            yield Fill("sqlite", lambda text: connection.execute(text).fetchall(), settle)
    else:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute("SET session_replication_role = replica")
            server.execute("SET synchronous_commit = off")
            yield Fill("postgresql", lambda text: fetched(server.execute(text.encode())), nothing)


def nothing() -> None:
    """PostgreSQL commits each statement."""


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
    run: Callable[[str], list[Any]]
    settle: Callable[[], None]

    def numbers(self, first: int, last: int) -> str:
        return (
            f"(WITH RECURSIVE c(n) AS (SELECT CAST({first} AS bigint) UNION ALL SELECT n + 1 FROM c"
            f" WHERE n < {last}) SELECT n FROM c) AS g"
        )

    def copy(
        self,
        table: str,
        where: str,
        first: int,
        last: int,
        changed: Mapping[str, str],
        at_once: int = AT_ONCE,
    ) -> None:
        """Rows of the table that meet `where`, once for each number, with some columns changed."""
        names = [column.name for column in every_table()[table].c]
        other = changed.keys() - {"organisation_id"}  # then it is shown otherwise, too
        forgotten = dict.fromkeys(KEPT_ANSWERS, "NULL") if other else {}
        values = [({**forgotten, **changed}).get(name, f"t.{name}") for name in names]
        for start in range(first, last + 1, at_once):
            numbers = self.numbers(start, min(last, start + at_once - 1))
            self.run(
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)}"
                f" FROM {table} AS t, {numbers} WHERE {where}"
            )
            if last - first >= at_once:
                self.settle()

    def copy_organisation(self, template: int, first: int, count: int) -> None:
        if not count:
            return
        last = first + count - 1
        self.copy("organisations", f"t.id = {template}", first, last, {"id": "g.n"})
        for name, table in every_table().items():
            if "organisation_id" in table.primary_key.columns and name not in LEAVE:
                where = f"t.organisation_id = {template}"
                self.copy(name, where, first, last, {"organisation_id": "g.n"}, MANY)
        self.run(
            "INSERT INTO grants (id, organisation_id, client_id, scope, service_account, created_at)"
            f" SELECT -g.n, g.n, '{CLIENT}', '', {self.false}, 0"
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
        changed = {
            "customer_number": number,
            "customer_number_folded": number,
            "name": name,
            "name_folded": f"lower({name})",
        }
        self.copy("customers", where, 2, CUSTOMER_COUNT, changed)

    def add_invoices(self, organisation: int, size: int) -> None:
        """5 % drafts, 3 % credited, 10 % unpaid, the rest paid; a voucher for each number."""
        of = f"t.organisation_id = {organisation}"
        status = "CASE WHEN g.n % 100 < 8 THEN 'cancelled' WHEN g.n % 100 < 18 THEN 'sent' ELSE 'paid' END"
        amount = "(g.n * 7919 % 100000 + 1) * 100"
        customer, name = f"1 + g.n % {CUSTOMER_COUNT}", "'Kund ' || ((1 + g.n % 100) * 37 % 100)"
        common = {
            "document_number": "g.n",
            "total": amount,
            "customer_number": f"CAST({customer} AS text)",
            "customer_name": name,
            "customer_name_folded": f"lower({name})",
            "customer_number_folded": f"CAST({customer} AS text)",
            "your_reference": "CASE WHEN g.n % 10 = 2 THEN 'Y' || g.n END",
            "our_reference": "CASE WHEN g.n % 10 = 3 THEN 'O' || (g.n % 1000) END",
            "invoice_date": self.day("g.n * 7919 % 318"),
            "due_date": self.day("g.n * 7919 % 318 + 30"),
            "external_invoice_reference1": "'order ' || g.n",
            "external_invoice_reference2": "'ref ' || g.n",
            "project": "CASE WHEN g.n % 10 = 0 THEN 'P' || (g.n % 1000) ELSE '' END",
            "cost_center": "CASE WHEN g.n % 10 = 1 THEN 'C' || (g.n % 1000) ELSE '' END",
        }
        like_draft = f"{of} AND t.document_number = {DRAFT} AND {IS_DRAFT}"
        self.copy("customer_invoices", like_draft, 3, size, common | {"balance": amount})
        like_issued = f"{of} AND t.document_number = {ISSUED} AND NOT {IS_DRAFT}"
        issued = {
            "status": status,
            "ocr": "CAST(g.n * 100 + 17 AS text)",
            "voucher_number": "g.n - 1",
            "balance": f"CASE WHEN g.n % 100 < 18 THEN {amount} ELSE 0 END",
        }
        self.copy("customer_invoices", like_issued, 3, size, common | issued)
        self._add_vouchers(organisation, "B", size - 1, "customer invoice", "2 * g.n - 1")
        self.count(organisation, "customer invoice", max(size, DRAFT))

    def add_supplier_invoices(self, organisation: int, size: int) -> None:
        """5 % drafts, 10 % unpaid, the rest paid; a voucher for each number."""
        of = f"t.organisation_id = {organisation}"
        common = {
            "given_number": "g.n",
            "invoice_number": "'bill ' || g.n",
            "invoice_date": self.day("g.n * 7919 % 318"),
            "due_date": self.day("g.n * 7919 % 318 + 30"),
        }
        like_draft = f"{of} AND t.given_number = {DRAFT} AND {IS_DRAFT}"
        self.copy("supplier_invoices", like_draft, 3, size, common)
        like_booked = f"{of} AND t.given_number = {ISSUED} AND NOT {IS_DRAFT}"
        unpaid = "g.n % 100 < 18"
        booked = {
            "status": f"CASE WHEN {unpaid} THEN 'booked' ELSE 'paid' END",
            "balance": f"CASE WHEN {unpaid} THEN t.balance ELSE 0 END",
            "booked_balance": f"CASE WHEN {unpaid} THEN t.booked_balance ELSE 0 END",
            "vouchers": "replace(t.vouchers, ',1]]', ',' || (g.n - 1) || ']]')",
        }
        self.copy("supplier_invoices", like_booked, 3, size, common | booked)
        self._add_vouchers(organisation, "L", size - 1, "supplier invoice", "2 * g.n")
        self.count(organisation, "supplier invoice", max(size, DRAFT))

    def _add_vouchers(
        self, organisation: int, series: str, last: int, source: str, sequence: str
    ) -> None:
        """Like the first of the series; those of two series take turns in the one sequence."""
        like = f"t.organisation_id = {organisation} AND t.series = '{series}' AND t.number = 1"
        told = f"'{source} ' || (g.n + 1)"
        day = self.day("(g.n + 1) * 7919 % 318")  # that of its invoice
        changed = {
            "number": "g.n",
            "sequence": sequence,
            "source": told,
            "date": day,
            "reference_number": "CAST(g.n + 1 AS text)",
        }
        self.copy("vouchers", like, 2, last, changed)
        self.copy("postings", like, 2, last, {"number": "g.n"})
        self.copy("vat_entries", f"{like} AND t.line <= 1", 2, last, {"number": "g.n"})
        mine = f"organisation_id = {organisation}"
        self.run(
            f"UPDATE voucher_series SET last_number = {max(last, 1)}"
            f" WHERE {mine} AND code = '{series}' AND last_number IS NOT NULL"
        )
        self.run(
            "UPDATE ledgers SET sequence = (SELECT max(v.sequence) FROM vouchers v"
            f" WHERE v.organisation_id = ledgers.organisation_id) WHERE {mine}"
        )

    def count(self, organisation: int, series: str, latest: int) -> None:
        self.run(
            f"UPDATE number_series SET latest = {latest}"
            f" WHERE organisation_id = {organisation} AND name = '{series}'"
        )

    def add_drafts(self, organisation: int, count: int, pool: str) -> int:
        """Fresh drafts like the one that is there, tallied; gives the first one's number."""
        table, key, like, series, changed = FILLED[pool]
        counter = f"organisation_id = {organisation} AND name = '{series}'"
        [(latest,)] = self.run(f"SELECT latest FROM number_series WHERE {counter}")
        where = f"t.organisation_id = {organisation} AND t.{key} = {like}"
        self.copy(table, where, latest + 1, latest + count, {key: "g.n"} | changed)
        self.run(f"UPDATE number_series SET latest = latest + {count} WHERE {counter}")
        self.run(
            "INSERT INTO tallies (organisation_id, kind, status, count)"
            f" VALUES ({organisation}, '{table}', 'draft', {count})"
            " ON CONFLICT (organisation_id, kind, status)"
            f" DO UPDATE SET count = tallies.count + {count}"
        )
        return int(latest) + 1

    def tally(self, organisation: int) -> None:
        for table in filters.TALLIED:
            mine = f"organisation_id = {organisation}"
            self.run(f"DELETE FROM tallies WHERE {mine} AND kind = '{table}'")
            self.run(
                "INSERT INTO tallies (organisation_id, kind, status, count)"
                f" SELECT organisation_id, '{table}', {filters.tallied_as(table, 't')}, count(*)"
                f" FROM {table} AS t WHERE {mine} GROUP BY 1, 3"
            )

    def add_up_months(self, organisation: int) -> None:
        mine = f"organisation_id = {organisation}"
        self.run(f"DELETE FROM monthly_balances WHERE {mine}")
        rows = f"{seal.EVERY_ROW} AND v.{mine} AND p.{mine}"
        month = seal.MONTH[self.engine].format("v")
        self.run(seal.ADD_TO_MONTHS.format(month=month, rows=rows))

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
        if self.engine == "postgresql":  # what it would else do by itself, while it is measured
            self.run("VACUUM ANALYZE")
            self.run("CHECKPOINT")
