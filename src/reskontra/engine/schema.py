"""The language of tables: whose rows they hold, and what they refer to."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    Column,
    ForeignKeyConstraint,
    Identity,
    MetaData,
    PrimaryKeyConstraint,
    Table,
)
from sqlalchemy import text as literal

from reskontra.engine.columns import WHOLE, whole

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_unique_%(column_0_N_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
        "fk": "%(table_name)s_to_%(referred_table_name)s",
        "pk": "%(table_name)s_key",
    }
)

OWNER = "organisation_id"
STANDING = "reskontra.organisation"  # the setting that says whose rows a connection sees
STRICT: dict[str, Any] = {"sqlite_strict": True}


def shared(name: str, *parts: Any, key: str, seen_by_all: str = "") -> Table:
    """A table that belongs to no one; where its rows have owners it says why all may see them."""
    info = {"seen by all": seen_by_all} if seen_by_all else {}
    return Table(name, metadata, *_flat(parts), PrimaryKeyConstraint(key), info=info, **STRICT)


def owned(
    name: str,
    *parts: Any,
    key: tuple[str, ...],
    seen_by_all: str = "",
    read_by_all: str = "",
    in_key_order: bool = False,
) -> Table:
    """A table whose rows each belong to one organisation; others may read them for a reason.

    In the order of its key, SQLite keeps no index beside it: one page less to write.
    """
    form = STRICT | ({"sqlite_with_rowid": False} if in_key_order else {})
    reasons = {"seen by all": seen_by_all, "read by all": read_by_all}
    return Table(
        name,
        metadata,
        *whole(OWNER, autoincrement=False),
        *_flat(parts),
        PrimaryKeyConstraint(OWNER, *key),
        info={name: reason for name, reason in reasons.items() if reason},
        **form,
    )


def is_walled(table: Table) -> bool:
    """Does one organisation see its own rows of it alone?"""
    return OWNER in table.c and "seen by all" not in table.info


def is_read_by_all(table: Table) -> bool:
    """Walled against writing alone?"""
    return "read by all" in table.info


def to(table: str, *columns: str, of: tuple[str, ...] = (), **more: Any) -> ForeignKeyConstraint:
    """A reference within the organisation."""
    theirs = [f"{table}.{column}" for column in (OWNER, *(of or columns))]
    return ForeignKeyConstraint([OWNER, *columns], theirs, **more)


def ORGANISED() -> ForeignKeyConstraint:  # noqa: N802 (it stands in the tables as a word of its own)
    return ForeignKeyConstraint([OWNER], ["organisations.id"])


def every_table() -> dict[str, Table]:
    """By name. Raises while a table that another refers to is not declared: a wing is missing."""
    return {table.name: table for table in metadata.sorted_tables}


def _flat(parts: Iterable[Any]) -> list[Any]:
    return [each for part in parts for each in (part if isinstance(part, list) else [part])]


def numbered(name: str) -> list[Column[Any]]:
    """A number that the database itself hands out; gaps in it mean nothing."""
    return [Column(name, WHOLE, Identity(always=False), nullable=False)]


def only(condition: str) -> dict[str, Any]:
    """An index of the rows that meet a condition."""
    return {"sqlite_where": literal(condition), "postgresql_where": literal(condition)}
