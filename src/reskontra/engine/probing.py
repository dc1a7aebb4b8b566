"""A write that leaves nothing behind: what tells whether the disk takes any."""

import secrets

from sqlalchemy import bindparam, delete, insert

from reskontra.engine.columns import text
from reskontra.engine.schema import shared
from reskontra.engine.units import Transaction

probes = shared("probes", text("name"), key="name")

ADD = insert(probes)
REMOVE = delete(probes).where(probes.c.name == bindparam("of_name"))


def probe(tx: Transaction) -> None:
    """Committed, unlike a trial: only a commit reaches the disk."""
    name = secrets.token_hex(8)
    tx.run(ADD, {"name": name})
    tx.run(REMOVE, {"of_name": name})
