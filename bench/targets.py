"""What was aimed at, and what was found: the last table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Figures = dict[str, Any]
Found = dict[str, Any]

ENGINES = ("sqlite", "postgresql")
BUSY = 16  # clients: the process has work to do whenever it looks
FEWEST_QUIET = 10  # slices of a run, or the CPU on a quiet core is not known

# fmt: off
LIMIT_RATIOS = (  # operation, at most: on both engines
    ("create",      2.0),
    ("issue",       2.0),
    ("list 100",    1.5),
    ("list 500",    1.5),
)
CPU = (  # operation, milliseconds of service and database at most: PostgreSQL, a quiet core
    ("create",      2.2),
    ("issue",       2.3),
    ("read",        0.6),
    ("list 100",    3.0),
    ("PDF",        15.0),
)
MOST_TAIL = 5.0         # p99 in times of p50, any operation
LEAST_TOGETHER = 1.0    # issuing by eight clients in one organisation, in times of one
MOST_DISTURBED = 3.0    # p99 beside six callers that send floods, in times of the quiet one
MOST_BALANCE_SHEET = 50  # ms of CPU, service and database
MOST_GROWTH = 1.3       # CPU in the largest books in times of the smallest, any operation
# fmt: on


@dataclass(frozen=True)
class Target:
    what: str
    engine: str
    wanted: str
    found: str
    held: bool | None  # None where there were too few calls or quiet slices to tell


def targets(found: Found) -> list[Target]:
    parts = (_ratios, _cpu, _tails, _disturbed, _together, _growth, _reports)
    return [target for part in parts for target in part(found)]


def _ratios(found: Found) -> Iterator[Target]:
    for operation, most in LIMIT_RATIOS:
        for engine in ENGINES:
            rows = _of(found["operations"], engine=engine, operation=operation)
            if rows:
                told = _by_clients(rows, _ratio)
                held = all(row["ratio"] <= most for row in rows)
                yield Target(f"limit ratio, {operation}", engine, f"<= {most}", told, held)


def _ratio(row: Figures) -> str:
    beside = "" if row["libpq_ratio"] is None else f", beside libpq {row['libpq_ratio']:.2f}"
    return f"{row['ratio']:.2f}{beside}"


def _cpu(found: Found) -> Iterator[Target]:
    """Held by what calls cost on quiet cores; the medians of all rounds are told beside."""
    for operation, most in CPU:
        for row in _of(found["quiet"], engine="postgresql", operation=operation):
            rounds = _of(found["operations"], engine="postgresql", operation=operation)
            beside = f"all rounds {_by_clients(rounds, _milliseconds)}"
            told, held = f"no quiet core; {beside}", None
            if min(row["quiet"].values()) >= FEWEST_QUIET:
                slices = " + ".join(map(str, row["quiet"].values()))
                told = f"{_milliseconds(row)} in {slices} quiet slices; {beside}"
                held = row["both_us"] <= most * 1000
            yield Target(f"CPU, {operation}", "postgresql", f"<= {most} ms", told, held)


def _milliseconds(row: Figures) -> str:
    return f"{row['both_us'] / 1000:.2f} ms"


def _tails(found: Found) -> Iterator[Target]:
    what = f"p99 in times of p50, {BUSY} clients"
    for engine in ENGINES:
        rows = _of(found["operations"], engine=engine, clients=BUSY)
        known = [row for row in rows if row["tail"] is not None]
        if known:
            told, held = _worst(known, "tail", MOST_TAIL)
            yield Target(what, engine, f"<= {MOST_TAIL}", told, held)
        elif rows:
            yield Target(what, engine, f"<= {MOST_TAIL}", "too few calls", None)


def _disturbed(found: Found) -> Iterator[Target]:
    for row in found["floods"]:
        held = row["times"] <= MOST_DISTURBED
        what = f"p99 beside six callers with {row['flood']}"
        yield Target(what, row["engine"], f"<= {MOST_DISTURBED}", f"{row['times']:.2f}", held)


def _together(found: Found) -> Iterator[Target]:
    for row in found["one_organisation"]:
        held = row["ratio"] >= LEAST_TOGETHER
        what = "8 clients in times of 1, one organisation"
        yield Target(what, row["engine"], f">= {LEAST_TOGETHER}", f"{row['ratio']:.2f}", held)


def _growth(found: Found) -> Iterator[Target]:
    grown = [row for row in found["growth"] if not row["is_base"]]
    for engine in ENGINES:
        for among in dict.fromkeys(row["among"] for row in _of(grown, engine=engine)):
            told, held = _worst(_of(grown, engine=engine, among=among), "times", MOST_GROWTH)
            yield Target(f"CPU in times, {among}", engine, f"<= {MOST_GROWTH}", told, held)


def _reports(found: Found) -> Iterator[Target]:
    for row in _of(found.get("reports", []), operation="balance sheet"):
        told, held = f"{row['both_ms']:.1f} ms", row["both_ms"] <= MOST_BALANCE_SHEET
        what = f"balance sheet among {row['among']}"
        yield Target(what, row["engine"], f"<= {MOST_BALANCE_SHEET} ms", told, held)


def _of(rows: list[Figures], **wanted: Any) -> list[Figures]:
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def _by_clients(rows: list[Figures], told: Any) -> str:
    return ", ".join(f"{told(row)} ({row['clients']})" for row in rows)


def _worst(rows: list[Figures], figure: str, most: float) -> tuple[str, bool]:
    """All that exceed the target, or else the one nearest to it; and whether it is held."""
    over = [row for row in rows if row[figure] > most]
    shown = sorted(over, key=lambda row: -row[figure]) or [max(rows, key=lambda r: r[figure])]
    return ", ".join(f"{row['operation']} {row[figure]:.2f}" for row in shown), not over
