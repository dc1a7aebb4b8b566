"""What a SIE file says and the books have no other place for: kept with it, and written again."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.sie import values as sie
from reskontra.sie.records import RECORDS

# What the books say themselves, of the moment or of the year.
OURS = ("FORMAT", "SIETYP", "PROGRAM", "GEN", "RAR", "FNAMN", "OMFATTN")
ORDER = {label: place for place, label in enumerate(RECORDS)}
Kept = Mapping[str, Any]


def kept_of(file: sie.File) -> dict[str, Any]:
    """In JSON."""
    before = file.years.get(-1)
    return {
        "identification": [
            [each.label, list(map(_plain, each.values))]
            for each in file.identification
            if each.label not in OURS
        ],
        "accounts": {
            str(each.number): [each.type, each.unit, list(each.sru)] for each in file.accounts
        },
        "dimensions": [[each.number, each.name, each.parent] for each in file.dimensions],
        "objects": [[each.dimension, each.code, each.name] for each in file.objects],
        "before": [day.isoformat() for day in before] if before else [],
        "ended": {
            label: {str(number): str(amount) for number, amount in file.balance(label, -1).items()}
            for label in ("UB", "RES")
        },
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def identification(ours: list[sie.Entry], kept: Kept) -> list[sie.Entry]:
    """Ours, but where the file said it in its own way; in the order of the table."""
    said = [
        sie.Entry(label, tuple(tuple(v) if isinstance(v, list) else v for v in values))
        for label, values in kept.get("identification", [])
    ]
    theirs = {entry.label for entry in said} - {"PROSA"}
    rest = [entry for entry in ours if entry.label not in theirs and entry not in said]
    return sorted([*rest, *said], key=lambda entry: ORDER.get(entry.label, len(ORDER)))


def account(ours: sie.Account, kept: Kept) -> sie.Account:
    known = kept.get("accounts", {}).get(str(ours.number))
    if known is None:
        return ours
    kind, unit, sru = known
    return sie.Account(ours.number, ours.name, kind, unit, tuple(sru))


def dimensions(ours: list[sie.Dimension], kept: Kept) -> list[sie.Dimension]:
    every = {each.number: each for each in ours}
    every |= {number: sie.Dimension(number, *rest) for number, *rest in kept.get("dimensions", [])}
    return [every[number] for number in sorted(every)]


def objects(ours: list[sie.Object], kept: Kept) -> list[sie.Object]:
    every = {(each.dimension, each.code): each for each in ours}
    told = [sie.Object(*each) for each in kept.get("objects", [])]
    every = {(each.dimension, each.code): each for each in told} | every
    return [every[key] for key in sorted(every)]


def span_before(kept: Kept) -> tuple[date, date] | None:
    days = kept.get("before", [])
    return (date.fromisoformat(days[0]), date.fromisoformat(days[1])) if days else None


def ended_before(kept: Kept) -> dict[int, Decimal]:
    return {
        int(number): Decimal(amount)
        for label in ("UB", "RES")
        for number, amount in kept.get("ended", {}).get(label, {}).items()
    }
