"""What a voucher seals of the document that it is the voucher of: all that never moves again.

The voucher carries the digest, and the chain of vouchers holds it, as docs/ledger.md has it.
"""

from functools import cache
from typing import Any

from sqlalchemy import Table

from reskontra.codec import digest_of
from reskontra.engine.schema import OWNER
from reskontra.storage.frozen import MOVING
from reskontra.storage.layout import Layout

# Drawn when the voucher is posted, or the voucher's own already.
OF_VOUCHER = frozenset({"voucher_series", "voucher_number", "voucher_year"})
# What is nothing in a column of JSON; in another it is null, an empty text or 0. It is left out: a
# column that a later version adds leaves older digests as they were.
EMPTY = {"boxes": "[]", "carried": "{}", "rows": "[]", "write_offs": "[]"}


@cache
def sealed_columns(table: Table) -> tuple[str, ...]:
    """By name; a column that only repeats another, to search by, is none of them."""
    moving = MOVING[table.name] | OF_VOUCHER | {OWNER}
    own = (str(column.name) for column in table.c if "taken" not in column.info)
    return tuple(sorted(name for name in own if name not in moving))


def fields_digest(fields: dict[str, Any]) -> str:
    """Of what the columns of one row hold."""
    return digest_of(
        [
            [name, fields[name]]
            for name in sorted(fields)
            if fields[name] not in (None, EMPTY.get(name, ""), 0)
        ]
    )


def document_digest(layout: Layout[Any], record: Any) -> str:
    row = dict(zip(layout.names, layout.row(record), strict=True))
    return fields_digest({name: row[name] for name in sealed_columns(layout.table)})
