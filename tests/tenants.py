"""All that the database keeps of one organisation, to compare before and after."""

from typing import Any

import apsw
import psycopg

from reskontra.engine.schema import every_table

OWNER = "organisation_id"
OWNED = {name: table for name, table in every_table().items() if OWNER in table.c}


def questions(organisation: int) -> dict[str, str]:
    """What to ask of each table, in the order of its key."""
    asked = {
        name: f"SELECT * FROM {name} WHERE {OWNER} = {organisation}"
        f" ORDER BY {', '.join(column.name for column in table.primary_key)}"
        for name, table in OWNED.items()
    }
    return asked | {"organisations": f"SELECT * FROM organisations WHERE id = {organisation}"}


def kept(database_url: str, organisation: int) -> dict[str, list[Any]]:
    """Every row of every table that belongs to the organisation; the address is the owner's."""
    if database_url.startswith("sqlite"):
        file = apsw.Connection(database_url.removeprefix("sqlite:///"))
        try:
            return {n: list(file.execute(asked)) for n, asked in questions(organisation).items()}
        finally:
            file.close()
    with psycopg.connect(database_url) as server:
        return {
            name: server.execute(asked.encode()).fetchall()
            for name, asked in questions(organisation).items()
        }


def differing(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> list[str]:
    """The tables in which something was written."""
    return [name for name in before if before[name] != after[name]]
