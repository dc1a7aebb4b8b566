"""The honest limit: the bare database and the least SQL that yields the same bytes, nothing of ours.

Tables like the service's own, with their indexes, but without triggers, references or walls, and
the answers in plain text. PostgreSQL is called by pgbench, each operation in one prepared statement;
SQLite by apsw, the writes of all clients in one commit.
"""

import resource
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import psycopg

from bench.processes import cpu_seconds, tree
from bench.spent import Spent
from reskontra.actions.sales import ANSWERS
from reskontra.engine import sqlite

SEATS = 16
COPIED = ("customer_invoices", "number_series", "vouchers", "voucher_series", "postings", "vat_entries")  # fmt: skip
SHARE = 4  # a run of so many parts is held to one of a single part: what connecting costs falls out
# Calls of all clients in a second of the longer one: a backend that has ended is counted in ticks.
A_SECOND = {"read": 8_000, "list 100": 3_000, "list 500": 1_000, "create": 2_000, "issue": 1_500}
FEWEST = 32
Figures = dict[str, Any]
Ask = Callable[[str], list[Any]]

SHOWN = "SELECT answer FROM least_answers WHERE organisation_id = {seat} AND number = {number}"
LISTED = (
    "SELECT list_row, (SELECT latest FROM least_number_series WHERE organisation_id = {seat}"
    " AND name = 'customer invoice') FROM least_rows WHERE organisation_id = {seat}"
    " ORDER BY number LIMIT %d"
)
NEXT = (
    "UPDATE least_number_series SET latest = latest + 1 WHERE organisation_id = {seat}"
    " AND name = 'customer invoice' RETURNING latest"
)
VOUCHER = (
    "UPDATE least_voucher_series SET last_number = coalesce(last_number, 0) + 1"
    " WHERE organisation_id = {seat} AND code = 'B' AND last_number IS NOT NULL RETURNING last_number"
)
ISSUED = (
    "UPDATE least_customer_invoices SET status = 'sent', voucher_series = 'B', voucher_number = {new},"
    " ocr = '12345', modified = '2026-11-17 08:00:00'"
    " WHERE organisation_id = {seat} AND document_number = {number} RETURNING ({answer})"
)


class Least:
    """The scripts of one database, made of what the service has written in it."""

    def __init__(self, engine: str, ask: Ask, organisation: int, draft: int, issued: int) -> None:
        self.engine, self.ask, self.organisation = engine, ask, organisation
        self._lay()
        create = self._row(
            "customer_invoices", f"document_number = {draft}", "document_number", "{new}"
        )
        of = f"year IN (SELECT voucher_year FROM customer_invoices WHERE organisation_id = {organisation} AND document_number = {issued}) AND series = 'B' AND number = 1"  # fmt: skip
        sealed = [
            self._row(
                table,
                of,
                "number",
                "{new}",
                **(
                    {"sequence": "1000000 + {new}", "source": "'least ' || {new}"}
                    if table == "vouchers"
                    else {}
                ),
            )
            for table in ("vouchers", "postings", "vat_entries")
        ]
        answer = "SELECT answer FROM least_answers WHERE organisation_id = {seat} AND number = 1"
        self.scripts: dict[str, tuple[str, ...]] = {
            "read": (SHOWN,),
            "list 100": (LISTED % 100,),
            "list 500": (LISTED % 500,),
            "create": (NEXT, create, answer),
            "issue": (VOUCHER, *sealed, ISSUED.replace("{answer}", answer)),
        }

    def _lay(self) -> None:
        for table in COPIED:
            self._copy(table)
        for table, column in (("answers", "answer"), ("rows", "list_row")):
            key = "organisation_id bigint NOT NULL, number bigint NOT NULL"
            self.ask(
                f"CREATE TABLE least_{table} ({key}, {column} text, PRIMARY KEY (organisation_id, number))"
            )
        mine = f"FROM customer_invoices WHERE organisation_id = {self.organisation}"
        kept = f"SELECT document_number, answer, list_row {mine} AND answer IS NOT NULL"
        for number, answer, row in self.ask(kept):
            whole = ANSWERS.given(bytes(answer), "http://127.0.0.1")
            for seat in range(1, SEATS + 1):
                self.ask(
                    f"INSERT INTO least_answers VALUES ({seat}, {number}, {self._text(bytes(whole or b'').decode())})"
                )
                self.ask(f"INSERT INTO least_rows VALUES ({seat}, {number}, {self._text(row)})")
        if self.engine == "postgresql":
            self.ask("VACUUM ANALYZE")

    def _copy(self, table: str) -> None:
        """With its indexes, and one organisation's rows for each seat."""
        if self.engine == "postgresql":
            self.ask(f"CREATE TABLE least_{table} (LIKE {table} INCLUDING INDEXES)")
        else:
            known = "SELECT replace(sql, 'TABLE ' || tbl_name, 'TABLE least_' || tbl_name) FROM sqlite_schema"
            [(create,)] = self.ask(f"{known} WHERE type = 'table' AND name = '{table}'")
            self.ask(without_references(create))
            for name, made in self.ask(
                f"SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '{table}' AND sql <> ''"
            ):
                self.ask(
                    made.replace(f" {name} ", f" least_{name} ").replace(
                        f" ON {table} ", f" ON least_{table} "
                    )
                )
        names = self._names(table)
        for seat in range(1, SEATS + 1):
            rest = ", ".join(name for name in names if name != "organisation_id")
            own = f"FROM {table} WHERE organisation_id = {self.organisation}"
            self.ask(
                f"INSERT INTO least_{table} (organisation_id, {rest}) SELECT {seat}, {rest} {own}"
            )

    def _names(self, table: str) -> list[str]:
        if self.engine == "postgresql":
            return [
                name
                for (name,) in self.ask(
                    f"SELECT attname FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 AND NOT attisdropped"
                )
            ]
        return [row[1] for row in self.ask(f"PRAGMA table_info({table})")]

    def _row(self, table: str, which: str, number: str, new: str, **other: str) -> str:
        """An INSERT of rows such as are there, with their values in the text."""
        names = self._names(table)
        rows = self.ask(
            f"SELECT {', '.join(names)} FROM {table} WHERE organisation_id = {self.organisation} AND {which}"
        )
        own = {"organisation_id": "{seat}", number: new, **other}
        values = ", ".join(
            "("
            + ", ".join(
                own.get(name) or self._literal(value)
                for name, value in zip(names, row, strict=True)
            )
            + ")"
            for row in rows
        )
        return f"INSERT INTO least_{table} ({', '.join(names)}) VALUES {values}"

    def _literal(self, value: Any) -> str:
        if value is None:
            return "NULL"
        if isinstance(value, bytes | memoryview):
            return (
                f"'\\x{bytes(value).hex()}'"
                if self.engine == "postgresql"
                else f"x'{bytes(value).hex()}'"
            )
        if isinstance(value, bool):
            return str(value).lower()
        return str(value) if isinstance(value, int) else self._text(str(value))

    def _text(self, words: str) -> str:
        """Braces are kept apart from the places that a script fills in; pgbench takes a colon for a
        variable."""
        quoted = words.replace("'", "''").replace("{", "{{").replace("}", "}}")
        if self.engine == "sqlite":
            return f"'{quoted}'"
        escaped = quoted.replace("\\", "\\\\").replace(":", "\\x3a")
        return f"E'{escaped}'"


def without_references(create: str) -> str:
    lines = [
        line for line in create.split("\n") if "FOREIGN KEY" not in line and "CHECK" not in line
    ]
    body = "\n".join(lines).rstrip()
    return body.replace(", \n)", "\n)").replace(",\n)", "\n)")


class PostgresqlLeast(Least):
    def __init__(self, url: str, programs: Path, folder: Path, pid: int, *rows: int) -> None:
        self.url, self.programs, self.folder, self.pid = url, programs, folder, pid
        with psycopg.connect(url, autocommit=True) as server:

            def ask(words: str) -> list[Any]:
                cursor = server.execute(words.replace("{{", "{").replace("}}", "}").encode())
                return cursor.fetchall() if cursor.description else []

            super().__init__("postgresql", ask, *rows)

    def run(self, operation: str, count: int, seconds: float) -> Figures:
        script = self.folder / "least.sql"
        script.write_text(self.words(operation))
        each = max(FEWEST, int(seconds * A_SECOND[operation])) // count // SHARE + 1
        short, long = self._run(script, count, each), self._run(script, count, each * SHARE)
        return {"both_us": (long - short) / (each * (SHARE - 1) * count) * 1e6}

    def words(self, operation: str) -> str:
        """One statement, so one round trip; a client sits in a seat of its own."""
        *before, last = self.scripts[operation]
        parts = [
            each.format(seat="CAST(:seat AS bigint)", number=":number", new="(SELECT * FROM new)")
            for each in (*before, last)
        ]
        if not before:
            statement = parts[0]
        else:
            steps = [
                f"{name} AS ({part})"
                for name, part in zip(("new", "b", "c", "d"), parts, strict=False)
            ][: len(before)]
            statement = f"WITH {', '.join(steps)} {parts[-1]}"
        return f"\\set seat :client_id + 1\n\\set number random(1, 100)\n{statement};\n"

    def _run(self, script: Path, count: int, each: int) -> float:
        """CPU seconds of pgbench and of the server."""
        there, before = len(tree(self.pid)), cpu_seconds(self.pid)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [
            self.programs / "pgbench",
            "-n",
            "-M",
            "prepared",
            "-c",
            str(count),
            "-t",
            str(each),
            "-f",
            script,
            self.url,
        ]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        if told.returncode or "failed transactions: 0 " not in told.stdout:
            raise RuntimeError(f"{told.stdout}{told.stderr}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime
        while len(tree(self.pid)) > there:  # a backend is counted once it has ended
            time.sleep(0.005)
        return own + cpu_seconds(self.pid) - before


class SqliteLeast(Least):
    def __init__(self, url: str, *rows: int) -> None:
        self.connection = apsw.Connection(
            url.removeprefix("sqlite:///"), statementcachesize=sqlite.STATEMENTS_KEPT
        )
        sqlite.put_in_force(self.connection, sqlite.WRITING)
        self.connection.execute("PRAGMA foreign_keys=OFF")

        def ask(words: str) -> list[Any]:
            return self.connection.execute(words.replace("{{", "{").replace("}}", "}")).fetchall()

        self.connection.execute("BEGIN IMMEDIATE")
        super().__init__("sqlite", ask, *rows)
        self.connection.execute("COMMIT")

    def run(self, operation: str, count: int, seconds: float) -> Figures:
        script = [
            each.format(seat=":seat", number=":number", new=":new")
            for each in self.scripts[operation]
        ]
        writes = operation in ("create", "issue")
        spent, calls, end = Spent(), 0, time.monotonic() + seconds
        while not calls or time.monotonic() < end:
            if writes:
                self.connection.execute("BEGIN IMMEDIATE")
            for seat in range(1, count + 1):
                self._call(script, {"seat": seat, "number": calls % 100 + 1, "new": 0})
                calls += 1
            if writes:
                self.connection.execute("COMMIT")
        return {"both_us": spent.until_now().seconds / calls * 1e6}

    def _call(self, script: list[str], values: dict[str, Any]) -> None:
        for place, words in enumerate(script):
            found = self.connection.execute(words, values).fetchall()
            if place == 0 and len(script) > 1:
                values["new"] = found[0][0]
