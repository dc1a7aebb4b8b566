"""Where it was measured: versions, settings as the servers themselves tell them, and the machine."""

import os
import platform
import statistics
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import apsw
import psycopg
from sqlalchemy import text

from reskontra.engine.database import connect

PACKAGES = (
    "uvicorn", "uvloop", "httptools", "starlette", "psycopg", "asyncpg", "apsw", "msgspec",
    "sqlalchemy", "typst",
)  # fmt: skip
SHOWN = (
    "server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers",
    "max_wal_size", "wal_sync_method",
)  # fmt: skip
PRAGMAS = ("journal_mode", "synchronous", "foreign_keys", "cache_size", "page_size")
FSYNCS = 200


def machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
        "cores": len(os.sched_getaffinity(0)),
        "processor": processor(),
        "load_at_start": load(),
        "fsync_ms": fsync_latency(),
    }


def database(url: str) -> dict[str, str]:
    """As a connection of the service itself is told."""
    if url.startswith("sqlite"):
        own = connect(url, threads=1)
        try:
            asked = {name: text(f"PRAGMA {name}") for name in PRAGMAS}
            rows = own.write_now(lambda tx: {name: tx.first(each) for name, each in asked.items()})
        finally:
            own.close()
        return {"version": apsw.sqlite_lib_version()} | {
            name: str(found[0]) for name, found in rows.items() if found
        }
    with psycopg.connect(url) as server:
        told = {name: server.execute(f"SHOW {name}".encode()).fetchone() for name in SHOWN}
    return {name: str(found[0]) for name, found in told.items() if found}


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def load() -> float:
    return round(os.getloadavg()[0], 2)


def fsync_latency() -> dict[str, float]:
    """Of appended pages, where temporary files are, which is where the databases are too."""
    seconds = []
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(FSYNCS):
            file.write(b"x" * 4096)
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            seconds.append(time.perf_counter() - started)
    seconds.sort()
    return {
        "median": round(statistics.median(seconds) * 1000, 3),
        "p99": round(seconds[FSYNCS * 99 // 100 - 1] * 1000, 3),
    }
