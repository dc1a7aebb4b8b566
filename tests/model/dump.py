"""All that is in a company's books, as bytes that are the same on every engine."""

import json
from datetime import date
from typing import Any

from reskontra.audit.snapshot import opened
from reskontra.engine.schema import every_table

# Grants, and what calls are named, belong to whoever calls, not to the books.
OWNED = [
    table
    for table in every_table().values()
    if "organisation_id" in table.c and table.name != "grants"
]
OF_THE_CALL = "request_id"


def dumped(database_url: str, organisation: int) -> dict[str, bytes]:
    """Each table's rows, in the order of their keys."""
    with opened(database_url, organisation) as books:
        return {table.name: rows_of(books, table) for table in OWNED}


def rows_of(books: Any, table: Any) -> bytes:
    columns = ", ".join(f't."{column.name}"' for column in table.c if column.name != OF_THE_CALL)
    rows = books.rows(f"SELECT {columns} FROM {table.name} t WHERE OF(t)")
    return b"\n".join(sorted(line(row) for row in rows))


def line(row: tuple[Any, ...]) -> bytes:
    return json.dumps([plain(value) for value in row], ensure_ascii=False).encode()


def plain(value: Any) -> Any:
    """PostgreSQL knows truths and days; SQLite keeps whole numbers and text for them."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, date):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else value
