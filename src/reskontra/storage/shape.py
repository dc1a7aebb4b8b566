"""The shape of the tables, as it is and as it must be: columns, keys, references, conditions."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import apsw
import psycopg
from sqlalchemy import (
    CheckConstraint,
    Column,
    Constraint,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Table,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import AddConstraint, CreateIndex

from reskontra.engine.schema import every_table

DIALECTS: dict[str, Any] = {
    "sqlite": sqlite.dialect(),
    "postgresql": postgresql.dialect(),  # type: ignore[no-untyped-call]
}
KIND = {"sqlite": "STRICT", "postgresql": "rp"}  # a plain table, whose rows outlast a crash

# Conditions as PostgreSQL tells them; SQLite keeps the words.
TOLD = {
    "financial_years_from_before_to": "from_date <= to_date",
    "vat_returns_from_before_to": "from_date <= to_date",
    "customer_invoices_issued_has_voucher": "(status = 'draft'::text) = (voucher_number = 0)",
    "supplier_invoices_numbers_from_one": "given_number > 0",
    "supplier_invoices_booked_has_voucher": "(status = 'draft'::text) = (vouchers = '[]'::text)",
    "reminders_withdrawn_is_told": "(status = 'withdrawn'::text) = (withdrawn <> 0)",
    "vouchers_numbers_from_one": "number > 0",
    "skipped_numbers_from_before_to": "from_number <= to_number",
    "postings_one_side": "(debit >= 0) AND (credit >= 0) AND ((debit = 0) OR (credit = 0))"
    " AND (debit <= '1000000000000000'::bigint) AND (credit <= '1000000000000000'::bigint)",
}

SQLITE_SHAPE = (
    "SELECT type, name, tbl_name, sql FROM sqlite_schema"
    " WHERE type = 'table' OR (type = 'index' AND sql LIKE 'CREATE UNIQUE %')"
)
# A reference whose own triggers are off is in the catalogue all the same, so it is told twice.
POSTGRESQL_SHAPE = """
    WITH c AS (SELECT * FROM pg_class
        WHERE relname = ANY(%s) AND relnamespace = current_schema()::regnamespace)
    SELECT relname, '', relkind::text || relpersistence::text FROM c
    UNION ALL SELECT relname, attname, upper(format_type(atttypid, atttypmod))
        || coalesce(' COLLATE "' || nullif(collname, 'default') || '"', '')
        || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
        FROM c JOIN pg_attribute ON attrelid = c.oid
        LEFT JOIN pg_collation o ON o.oid = attcollation
        WHERE attnum > 0 AND NOT attisdropped
    UNION ALL SELECT relname, conname, pg_get_constraintdef(k.oid)
        FROM c JOIN pg_constraint k ON conrelid = c.oid WHERE contype IN ('p', 'u', 'f', 'c', 'x')
    UNION ALL SELECT relname, conname, 'off'
        FROM c JOIN pg_constraint k ON conrelid = c.oid JOIN pg_trigger ON tgconstraint = k.oid
        WHERE tgisinternal AND tgenabled <> 'O'
    UNION ALL SELECT c.relname, i.relname, 'UNIQUE INDEX '
        || coalesce(substring(pg_get_indexdef(i.oid) from ' USING btree (.*)'), '')
        FROM c JOIN pg_index ON indrelid = c.oid JOIN pg_class i ON i.oid = indexrelid
        WHERE indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid)"""

CLAUSE = re.compile(r"(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+")


class Part(NamedTuple):
    """A column, constraint or unique index of a table by its name; with none, the table itself."""

    table: str
    name: str
    words: str  # without spaces, of which each engine has as many as it likes


def squeezed(words: str) -> str:
    """But for what is quoted, which is somebody's value."""
    pieces = words.split("'")
    pieces[::2] = ["".join(piece.split()) for piece in pieces[::2]]
    return "'".join(pieces)


# As it must be


def expected(engine: str) -> set[Part]:
    tables = every_table().values()
    whole = {Part(table.name, "", _kind(table, engine)) for table in tables}
    columns = {
        Part(each.table.name, each.name, _column(each, engine))
        for table in tables
        for each in table.c
    }
    return whole | columns | {part for part, _ in _held(engine)}


def _kind(table: Table, engine: str) -> str:
    by_key = engine == "sqlite" and not table.dialect_options["sqlite"]["with_rowid"]
    return f"WITHOUT ROWID, {KIND[engine]}" if by_key else KIND[engine]


def _column(column: Column[Any], engine: str) -> str:
    kind = column.type.compile(DIALECTS[engine])
    return squeezed(kind if column.nullable else f"{kind} NOT NULL")


def _held(engine: str) -> Iterator[tuple[Part, Constraint | Index]]:
    """What the database holds the rows to, in an order in which it can be laid."""
    names = DIALECTS[engine].identifier_preparer
    tables = every_table().values()
    for table in tables:
        for index in (each for each in table.indexes if each.unique):
            words = f"UNIQUE INDEX ({_listed(index)})"
            yield Part(table.name, names.format_index(index), squeezed(words)), index
    for references in (False, True):
        for table in tables:
            for each in table.constraints:
                if isinstance(each, ForeignKeyConstraint) is references:
                    name = names.format_constraint(each)
                    yield Part(table.name, name, squeezed(_words(each, name, engine))), each


def _listed(columns: Any) -> str:
    return ", ".join(column.name for column in columns.columns)


def _words(constraint: Any, name: str, engine: str) -> str:
    if isinstance(constraint, CheckConstraint):
        return f"CHECK ({constraint.sqltext if engine == 'sqlite' else f'({TOLD.get(name)})'})"
    if not isinstance(constraint, ForeignKeyConstraint):
        kind = "PRIMARY KEY" if isinstance(constraint, PrimaryKeyConstraint) else "UNIQUE"
        return f"{kind} ({_listed(constraint)})"
    theirs = ", ".join(each.column.name for each in constraint.elements)
    deleted = f" ON DELETE {constraint.ondelete}" if constraint.ondelete else ""
    later = " DEFERRABLE INITIALLY DEFERRED" if constraint.deferrable else ""
    return (
        f"FOREIGN KEY ({_listed(constraint)})"
        f" REFERENCES {constraint.referred_table.name} ({theirs}){deleted}{later}"
    )


# As it is


def of_sqlite(connection: apsw.Connection) -> set[Part]:
    ours, parts = every_table(), set()
    for kind, name, table, sql in connection.execute(SQLITE_SHAPE):
        if table not in ours:
            continue
        if kind == "index":
            words = str(sql).replace(f"CREATE UNIQUE INDEX {name} ON {table} ", "UNIQUE INDEX ")
            parts.add(Part(table, name, squeezed(words)))
        else:
            parts |= set(_clauses(str(table), str(sql)))
    return parts


def _clauses(table: str, sql: str) -> Iterator[Part]:
    """A column that came later has a default, for the rows that were there before it."""
    body, _, kind = sql.removeprefix(f"CREATE TABLE {table}").strip().rpartition(")")
    yield Part(table, "", " ".join(kind.split()))
    for clause in CLAUSE.findall(body.removeprefix("(")):
        first, _, rest = clause.strip().partition(" ")
        if first == "CONSTRAINT":
            name, _, words = rest.partition(" ")
        else:
            name, words = first.strip('"'), rest.replace(" DEFAULT ''", "")
        yield Part(table, name, squeezed(words))


def of_postgresql(connection: "psycopg.Connection[Any]") -> set[Part]:
    rows = connection.execute(POSTGRESQL_SHAPE, [list(every_table())]).fetchall()
    return {Part(table, name, squeezed(words)) for table, name, words in rows}


# What differs


def changed(engine: str, standing: set[Part]) -> Iterator[str]:
    wanted = expected(engine)
    ours, theirs = ({(each.table, each.name) for each in parts} for parts in (wanted, standing))
    for table, name in sorted({(each.table, each.name) for each in wanted ^ standing}):
        what = f"{name} of {table}" if name else f"table {table}"
        if (table, name) not in theirs:
            yield f"{what} is missing"
        else:
            yield f"{what} {'was changed' if (table, name) in ours else 'is not ours'}"


def lay(standing: set[Part]) -> list[str]:
    """What brings constraints and unique indexes back on PostgreSQL, if the rows allow it."""
    odd = {(each.table, each.name) for each in expected("postgresql") ^ standing}
    there = {(each.table, each.name) for each in standing}
    held = [(part, thing) for part, thing in _held("postgresql") if part[:2] in odd]
    down = [_dropped(part, thing) for part, thing in reversed(held) if part[:2] in there]
    return down + [_laid(thing) for _, thing in held]


def _dropped(part: Part, thing: Constraint | Index) -> str:
    if isinstance(thing, Index):
        return f"DROP INDEX {part.name}"
    return f"ALTER TABLE {part.table} DROP CONSTRAINT {part.name}"


def _laid(thing: Constraint | Index) -> str:
    words = CreateIndex(thing) if isinstance(thing, Index) else AddConstraint(thing)
    return str(words.compile(dialect=DIALECTS["postgresql"]))
