"""The database as a whole: sound pages, references that hold, none that leaves its organisation."""

from collections.abc import Iterator
from dataclasses import dataclass

from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

DAMAGED = "database damaged"
DANGLING = "dangling reference"
CROSSING = "reference may leave its organisation"
STRANGER = "row of no organisation"
OWNER = "organisation_id"

SQLITE_REFERENCES = """
    SELECT m.name, f."table", f.id, f."from", f."to"
    FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq"""
POSTGRESQL_REFERENCES = """
    SELECT child.relname, parent.relname, c.oid, mine.attname, theirs.attname
    FROM pg_constraint c
    JOIN pg_class child ON child.oid = c.conrelid JOIN pg_class parent ON parent.oid = c.confrelid
    CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY AS k (mine, theirs, place)
    JOIN pg_attribute mine ON mine.attrelid = child.oid AND mine.attnum = k.mine
    JOIN pg_attribute theirs ON theirs.attrelid = parent.oid AND theirs.attnum = k.theirs
    WHERE c.contype = 'f' AND child.relnamespace = current_schema()::regnamespace
    ORDER BY child.relname, c.oid, k.place"""
# A constraint that was switched off or never checked; older servers know only the second kind.
POSTGRESQL_UNCHECKED = """
    SELECT c.conrelid::regclass::text, c.conname FROM pg_constraint c
    WHERE c.connamespace = current_schema()::regnamespace
    AND (NOT c.convalidated OR to_jsonb(c) ->> 'conenforced' = 'false')"""


@dataclass(frozen=True)
class Reference:
    child: str
    parent: str
    columns: tuple[tuple[str, str], ...]  # mine, theirs


def structural_faults(books: Snapshot) -> Iterator[Violation]:
    if books.engine == "sqlite":
        for (damage,) in books.rows("PRAGMA integrity_check"):
            if damage != "ok":
                yield Violation(DAMAGED, None, damage)
    else:
        for table, name in books.rows(POSTGRESQL_UNCHECKED):
            yield Violation(DAMAGED, None, f"{table}: constraint {name} is not in force")
    for reference in references(books):
        yield from _dangling(books, reference)
        yield from _crossing(books, reference)
    yield from _strangers(books)


def references(books: Snapshot) -> list[Reference]:
    question = SQLITE_REFERENCES if books.engine == "sqlite" else POSTGRESQL_REFERENCES
    grouped: dict[tuple[str, str, int], list[tuple[str, str]]] = {}
    for child, parent, number, mine, theirs in books.rows(question):
        grouped.setdefault((child, parent, number), []).append((mine, theirs))
    return [Reference(key[0], key[1], tuple(columns)) for key, columns in grouped.items()]


def _dangling(books: Snapshot, reference: Reference) -> Iterator[Violation]:
    """Asked by hand on both engines: what was written while keys were off is found as well."""
    given = " AND ".join(f"c.{mine} IS NOT NULL" for mine, _ in reference.columns)
    met = " AND ".join(f"p.{theirs} = c.{mine}" for mine, theirs in reference.columns)
    owned = OWNER in dict(reference.columns)
    values = ", ".join(f"c.{mine}" for mine, _ in reference.columns)
    question = (
        f"SELECT {'c.' + OWNER if owned else 'NULL'}, {values} FROM {reference.child} c"
        f" WHERE {given} AND NOT EXISTS (SELECT 1 FROM {reference.parent} p WHERE {met})"
    )
    for organisation, *key in books.rows(question):
        place = f"{reference.child} {key} names no row of {reference.parent}"
        yield Violation(DANGLING, organisation, place)


def _crossing(books: Snapshot, reference: Reference) -> Iterator[Violation]:
    both_owned = {f"{table}.{OWNER}" for table in (reference.child, reference.parent)}
    if both_owned <= books.columns and (OWNER, OWNER) not in reference.columns:
        place = f"{reference.child} to {reference.parent} by {reference.columns}"
        yield Violation(CROSSING, None, place)


def _strangers(books: Snapshot) -> Iterator[Violation]:
    owned = sorted(name.split(".")[0] for name in books.columns if name.endswith(f".{OWNER}"))
    for table in owned:
        question = (
            f"SELECT {OWNER}, count(*) FROM {table}"
            f" WHERE {OWNER} NOT IN (SELECT id FROM organisations) GROUP BY {OWNER}"
        )
        for organisation, count in books.rows(question):
            yield Violation(STRANGER, organisation, f"{count} rows of {table}")
