"""What is printed and kept of a run."""

import os
import platform
import statistics
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import apsw

PACKAGES = (
    "uvicorn",
    "uvloop",
    "httptools",
    "starlette",
    "psycopg",
    "apsw",
    "msgspec",
    "sqlalchemy",
)


def environment() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in PACKAGES},
        "sqlite": apsw.sqlite_lib_version(),
        "sqlite_settings": "WAL, synchronous=FULL",
        "cores": len(os.sched_getaffinity(0)),
        "processor": processor(),
        "load_at_start": load(),
        "fsync_ms": fsync_latency(),
    }


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def load() -> float:
    return round(os.getloadavg()[0], 2)


def fsync_latency() -> dict[str, float]:
    """Of 200 appended pages, where temporary files are, which is where the databases are too."""
    seconds = []
    with tempfile.NamedTemporaryFile() as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            seconds.append(time.perf_counter() - started)
    seconds.sort()
    return {
        "median": round(statistics.median(seconds) * 1000, 3),
        "p99": round(seconds[197] * 1000, 3),
    }


def printed(found: dict[str, Any]) -> str:
    parts = [
        _environment(found["environment"]),
        _table(OPERATIONS, found["operations"]),
        _table(REFRESH, found["token_refresh"]),
        _table(ONE, found["one_organisation"]),
        _table(WORKERS, found["workers"]),
        _table(MEMORY, found["memory"]),
        _table(GROWTH, found["growth"]),
        _table(PAGES, found["pages"]),
    ]
    return "\n\n".join(part for part in parts if part)


def _environment(known: dict[str, Any]) -> str:
    lines = [f"{name}: {value}" for name, value in known.items()]
    return "\n".join(lines)


def _range(name: str) -> Any:
    return lambda row: "{:.0f}..{:.0f}".format(*row[name])


def _query(row: dict[str, Any]) -> str:
    return "&".join(f"{name}={value}" for name, value in row["query"].items()) or "(all)"


# fmt: off
OPERATIONS = (
    ("engine",       "{engine}"),
    ("operation",    "{operation}"),
    ("clients",      "{clients}"),
    ("calls/s",      "{per_second:.0f}"),
    ("p50 ms",       "{p50_ms:.1f}"),
    ("p99 ms",       "{p99_ms:.1f}"),
    ("app µs",       "{app_us:.0f}"),
    ("min..max",     _range("app_us_range")),
    ("database µs",  "{database_us:.0f}"),
    ("(bare)",       "{database_limit_us:.0f}"),
    ("L1 µs",        "{L1_us:.0f}"),
    ("L2 µs",        "{L2_us:.0f}"),
    ("L3 µs",        "{L3_us:.0f}"),
    ("ratio",        "{ratio:.2f}"),
    ("statements",   "{statements}"),
)
REFRESH = (
    ("token refresh, 16 clients", "{engine}"),
    ("calls/s",                   "{per_second:.0f}"),
    ("p50 ms",                    "{p50_ms:.1f}"),
    ("p99 ms",                    "{p99_ms:.1f}"),
    ("app µs",                    "{app_us:.0f}"),
    ("database µs",               "{database_us:.0f}"),
)
ONE = (
    ("issuing in one organisation", "{engine}"),
    ("1 client, calls/s",           "{1_client:.0f}"),
    ("8 clients, calls/s",          "{8_clients:.0f}"),
)
WORKERS = (
    ("PostgreSQL and Valkey, 16 clients", "{operation}"),
    ("workers",      "{workers}"),
    ("calls/s",      "{per_second:.0f}"),
    ("p50 ms",       "{p50_ms:.1f}"),
    ("p99 ms",       "{p99_ms:.1f}"),
    ("app µs",       "{app_us:.0f}"),
    ("database µs",  "{database_us:.0f}"),
)
MEMORY = (
    ("start and memory",   "{engine}"),
    ("first answer s",     "{start_up_seconds}"),
    ("service peak MB",    "{service_peak_mb}"),
    ("database MB",        "{database_mb}"),
)
GROWTH = (
    ("engine",       "{engine}"),
    ("operation",    "{operation}"),
    ("among",        "{among}"),
    ("app µs",       "{app_us:.0f}"),
    ("database µs",  "{database_us:.0f}"),
    ("p50 ms",       "{p50_ms:.1f}"),
    ("times",        "{times:.2f}"),
)
PAGES = (
    ("engine",       "{engine}"),
    ("list",         _query),
    ("found",        "{total}"),
    ("first ms",     "{ms[first]:.1f}"),
    ("middle ms",    "{ms[middle]:.1f}"),
    ("last ms",      "{ms[last]:.1f}"),
    ("plan",         "{plan}"),
)
# fmt: on


def _table(columns: Any, rows: list[dict[str, Any]]) -> str:
    if not rows:
        return ""
    cells = [[heading for heading, _ in columns]]
    for row in rows:
        cells.append([form(row) if callable(form) else form.format(**row) for _, form in columns])
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    marked = [cells[0], ["-" * width for width in widths], *cells[1:]]
    lines = (" | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) for line in marked)
    return "\n".join(f"| {line} |" for line in lines)
