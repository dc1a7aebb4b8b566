"""What an invoice takes on disk: rows and indexes of it, its voucher and the voucher's rows."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import psycopg

from bench.world import World


def storage_measured(
    engine: str, sizes: tuple[int, int], fresh: Callable[[], str]
) -> dict[str, object]:
    """Bytes for each invoice more, of customers and suppliers alike, in books without any slack."""
    few, many = (taken(World(fresh(), size).url) for size in sizes)
    return {"engine": engine, "bytes": (many - few) / (sizes[1] - sizes[0]) / 2}


def taken(url: str) -> int:
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        with closing(apsw.Connection(str(file))) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return file.stat().st_size
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("VACUUM FULL")
        found = server.execute("SELECT pg_database_size(current_database())").fetchone()
        assert found
        return int(found[0])
