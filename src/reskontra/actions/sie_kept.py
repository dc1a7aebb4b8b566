"""What a SIE file says and the books have no other place for: kept with it, and written again."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from reskontra.domain.equity import CompanyForm
from reskontra.sie import values as sie
from reskontra.sie.records import RECORDS

# What the books say themselves, of the moment or of the year.
OURS = ("FORMAT", "SIETYP", "PROGRAM", "GEN", "RAR", "FNAMN", "OMFATTN")
# What the file may say in its own way: its number for the company, and what its chart is like.
OF_CHART = frozenset({"TAXAR", "KPTYP"})
OF_FILE = OF_CHART | {"FNR", "ORGNR", "ADRESS"}
LACKED = {"ORGNR": (1, 2), "ADRESS": (0,)}  # the places of fields that the books do not have
FIRST_FREE = 20  # dimensions below are the standard's own
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
        "dimensions": [
            *([each.number, each.name, each.parent] for each in file.dimensions),
            *([number, f"Dimension {number}", None] for number in _undeclared(file)),
        ],
        "objects": [[each.dimension, each.code, each.name] for each in file.objects],
        "before": [day.isoformat() for day in before] if before else [],
        "ended": {
            label: {str(number): str(amount) for number, amount in file.balance(label, -1).items()}
            for label in ("UB", "RES")
        },
    }


def _undeclared(file: sie.File) -> list[int]:
    """Dimensions that rows have without a name: of the free ones a reader knows nothing."""
    used = {
        dimension
        for voucher in file.vouchers
        for row in voucher.rows
        for dimension, _ in row.objects
        if dimension >= FIRST_FREE
    }
    return sorted(used - {each.number for each in file.dimensions})


def together(files: list[Kept]) -> Kept:
    """Of the files of a year the first says who it is of; chart and objects are those of all."""
    accounts: dict[str, Any] = {}
    for each in reversed(files):
        accounts |= each.get("accounts", {})
    lists = {
        name: [row for each in reversed(files) for row in each.get(name, [])]
        for name in ("dimensions", "objects")
    }
    return {**files[0], "accounts": accounts, **lists} if files else {}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def identification(ours: list[sie.Entry], kept: Kept) -> list[sie.Entry]:
    """Ours; of the file what we have not. In the order of the table."""
    said = [
        sie.Entry(label, tuple(tuple(v) if isinstance(v, list) else v for v in values))
        for label, values in kept.get("identification", [])
    ]
    own = {entry.label: entry for entry in ours}
    alike = {entry.label: entry for entry in said if any(entry.values)}
    theirs = _theirs(own, alike)
    every = [
        *(_whole(entry, alike, theirs) for entry in ours if entry.label != "PROSA"),
        *(entry for entry in ours if entry.label == "PROSA" and entry not in said),
        *(entry for entry in said if _is_written(entry, own)),
    ]
    return sorted(every, key=lambda entry: ORDER.get(entry.label, len(ORDER)))


def _theirs(own: Mapping[str, sie.Entry], said: Mapping[str, sie.Entry]) -> frozenset[str]:
    """What the file says of the company and its chart in its own way: not if it is another's."""
    numbers = {each["ORGNR"].values[0] for each in (own, said) if "ORGNR" in each}
    if len(numbers) > 1:
        return OF_CHART
    is_ours = "FTYP" not in said or said["FTYP"].values[0] in CompanyForm.__members__
    return OF_FILE if is_ours else OF_FILE | {"FTYP"}  # a form that the books do not know


def _whole(entry: sie.Entry, said: Mapping[str, sie.Entry], theirs: frozenset[str]) -> sie.Entry:
    """Of a record of ours the file may have fields that we have no place for."""
    if entry.label not in theirs or entry.label not in said:
        return entry
    lacked, values = LACKED.get(entry.label), said[entry.label].values
    if lacked is None:
        return said[entry.label]
    both = enumerate(zip(entry.values, values, strict=True))
    return sie.Entry(entry.label, tuple(b if at in lacked else a for at, (a, b) in both))


def _is_written(entry: sie.Entry, own: Mapping[str, sie.Entry]) -> bool:
    """A record of the file that we have none of; texts may be many."""
    is_said = any(entry.values) or entry.label not in LACKED
    return entry.label == "PROSA" or (entry.label not in own and is_said)


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
