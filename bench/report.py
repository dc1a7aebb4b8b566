"""The figures as tables."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from bench.targets import MOST_GROWTH, targets

Row = dict[str, Any]
Cell = str | Callable[[Row], str]
Columns = tuple[tuple[str, Cell], ...]


def figure(name: str, decimals: int = 0) -> Callable[[Row], str]:
    """A dash where there is no figure."""

    def shown(row: Row) -> str:
        return "-" if row[name] is None else f"{row[name]:.{decimals}f}"

    return shown


def span(name: str, decimals: int = 0) -> Cell:
    def shown(row: Row) -> str:
        least, most = row[name]
        return f"{least:.{decimals}f}..{most:.{decimals}f}"

    return shown


def query(row: Row) -> str:
    return "&".join(f"{name}={value}" for name, value in row["query"].items()) or "(all)"


def mark(row: Row) -> str:
    return f"over {MOST_GROWTH}" if row["exceeds"] else ""


def verdict(row: Row) -> str:
    return {True: "held", False: "MISSED", None: "not known"}[row["held"]]


# fmt: off
CALIBRATION: Columns = (
    ("in the run on", "{engine}"),
    ("µs",            figure("us")),
    ("min..max",      span("us_range")),
)
OPERATIONS: Columns = (
    ("engine",       "{engine}"),
    ("operation",    "{operation}"),
    ("clients",      "{clients}"),
    ("calls/s",      figure("per_second")),
    ("p50 ms",       figure("p50_ms", 1)),
    ("p99 ms",       figure("p99_ms", 1)),
    ("p99/p50",      figure("tail", 1)),
    ("both µs",      figure("both_us")),
    ("least µs",     figure("least_us")),
    ("times",        figure("times_least", 2)),
    ("app µs",       figure("app_us")),
    ("min..max",     span("app_us_range")),
    ("L1 µs",        figure("L1_us")),
    ("L2 µs",        figure("L2_us")),
    ("L3 µs",        figure("L3_us")),
    ("ratio",        figure("ratio", 2)),
    ("min..max",     span("ratio_range", 2)),
    ("libpq µs",     figure("libpq_us")),
    ("libpq ratio",  figure("libpq_ratio", 2)),
    ("database µs",  figure("database_us")),
    ("under libpq",  figure("database_limit_us")),
    ("db ratio",     figure("database_ratio", 2)),
    ("statements",   "{statements}"),
    ("trips",        figure("trips")),
)
STORAGE: Columns = (
    ("on disk",            "{engine}"),
    ("bytes an invoice",   figure("bytes")),
)
FLOODS: Columns = (
    ("engine",             "{engine}"),
    ("six callers send",   "{flood}"),
    ("another's",          "{operation}"),
    ("quiet p99 ms",       figure("quiet_ms", 1)),
    ("beside p99 ms",      figure("beside_ms", 1)),
    ("times",              figure("times", 2)),
    ("min..max",           span("times_range", 2)),
    ("answers to floods",  "{answers}"),
)
ONE: Columns = (
    ("issuing in one organisation", "{engine}"),
    ("1 client, calls/s",           figure("alone")),
    ("min..max",                    span("alone_range")),
    ("8 clients, calls/s",          figure("together")),
    ("min..max",                    span("together_range")),
    ("8 in times of 1",             figure("ratio", 2)),
    ("min..max",                    span("ratio_range", 2)),
)
WORKERS: Columns = (
    ("PostgreSQL and Valkey, 16 clients", "{operation}"),
    ("workers",      "{workers}"),
    ("calls/s",      figure("per_second")),
    ("p50 ms",       figure("p50_ms", 1)),
    ("p99 ms",       figure("p99_ms", 1)),
    ("app µs",       figure("app_us")),
    ("database µs",  figure("database_us")),
    ("Valkey µs",    figure("valkey_us")),
)
MEMORY: Columns = (
    ("start and memory",   "{engine}"),
    ("first answer s",     figure("start_up_seconds", 2)),
    ("service peak MB",    figure("service_peak_mb")),
    ("database MB",        figure("database_mb")),
)
REPORTS: Columns = (
    ("engine",             "{engine}"),
    ("report",             "{operation}"),
    ("among",              "{among}"),
    ("postings",           figure("postings")),
    ("app µs",             figure("app_us")),
    ("database µs",        figure("database_us")),
    ("both ms",            figure("both_ms", 1)),
    ("p50 ms",             figure("p50_ms", 1)),
    ("ms per 100,000 postings", figure("per_100_000_ms", 1)),
)
GROWTH: Columns = (
    ("engine",             "{engine}"),
    ("operation",          "{operation}"),
    ("among",              "{among}"),
    ("calls",              "{calls}"),
    ("p50 ms",             figure("p50_ms", 1)),
    ("app µs",             figure("app_us")),
    ("database µs",        figure("database_us")),
    ("times, both",        figure("times", 2)),
    ("min..max",           span("times_range", 2)),
    ("",                   mark),
)
SNAPSHOTS: Columns = (
    ("scenario",     "{scenario}"),
    ("bytes",        "{bytes}"),
    ("",             "{what}"),
    ("ms",           figure("ms", 1)),
    ("min..max",     span("ms_range", 1)),
    ("CPU ms",       figure("cpu_ms", 1)),
)
PAGES: Columns = (
    ("engine",       "{engine}"),
    ("list",         query),
    ("found",        "{total}"),
    ("first ms",     figure("first", 1)),
    ("middle ms",    figure("middle", 1)),
    ("last ms",      figure("last", 1)),
    ("plan",         "{plan}"),
)
TARGETS: Columns = (
    ("target",                "{what}"),
    ("engine",                "{engine}"),
    ("wanted",                "{wanted}"),
    ("found (1, 16 clients)", "{found}"),
    ("",                      verdict),
)
TABLES = (
    ("calibration",      CALIBRATION, "To compare machines by: CPU of the bare server (L1) for a small GET, one client"),
    ("operations",       OPERATIONS,
     "CPU µs a call: both is service and database; least the bare database with the least SQL that yields the same bytes; times = both / least.\n"
     "app is the service; L1 the bare server; L2 the bare driver with its pool; L3 our own code in process; ratio = app / (L1 + L2 + L3).\n"
     "libpq is the least that the same SQL can cost, as one thread sends it on all connections at once; its ratio = app / (L1 + libpq + L3).\n"
     "database is the server's CPU for the service's calls, and under libpq for the same SQL from there"),
    ("storage",          STORAGE,    ""),
    ("floods",           FLOODS,     "What another organisation's caller notices of six that send floods of JSON, as fast as they can and without a rate limit"),
    ("one_organisation", ONE,        ""),
    ("workers",          WORKERS,    ""),
    ("memory",           MEMORY,     ""),
    ("growth",           GROWTH,     "The same calls by one client, in times of their CPU (app and database) in the smallest books"),
    ("reports",          REPORTS,    "Reports and SIE files by one client, in books of each size"),
    ("pages",            PAGES,      "Pages of lists in the largest books: wall time in one process"),
    ("snapshots",        SNAPSHOTS,  "Companies of a sandbox, kept and put back"),
)
# fmt: on


def printed(found: dict[str, Any]) -> str:
    parts = ["\n".join(told(name, value) for name, value in found["environment"].items())]
    parts += [titled(title, columns, found[name]) for name, columns, title in TABLES]
    parts.append(titled(summary(found["targets"]), TARGETS, found["targets"]))
    return "\n\n".join(part for part in parts if part)


def told(name: str, value: Any) -> str:
    if isinstance(value, dict):
        value = ", ".join(f"{key} {each}" for key, each in value.items())
    return f"{name}: {value}"


def judged(found: dict[str, Any]) -> list[Row]:
    return [asdict(each) for each in targets(found)]


def summary(rows: list[Row]) -> str:
    missed, unknown = (sum(row["held"] is each for row in rows) for each in (False, None))
    known = f"{missed} of {len(rows)} targets missed" if missed else "no target missed"
    known += f", {unknown} not known" if unknown else ""
    return f"{known} (on a machine that is shared or slow, ratios say more than times)"


def titled(title: str, columns: Columns, rows: list[Row]) -> str:
    return f"{title}\n\n{table(columns, rows)}".strip() if rows else ""


def table(columns: Columns, rows: list[Row]) -> str:
    cells = [[heading for heading, _ in columns]]
    for row in rows:
        cells.append([cell(row) if callable(cell) else cell.format(**row) for _, cell in columns])
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    marked = [cells[0], ["-" * max(1, width) for width in widths], *cells[1:]]
    lines = (" | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) for line in marked)
    return "\n".join(f"| {line} |" for line in lines)
