"""ROT, RUT and green technology: the part of an invoice that Skatteverket pays."""

from collections.abc import Iterable
from datetime import date
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum
from typing import NamedTuple

from reskontra.domain.errors import Invalid
from reskontra.domain.money import KRONA, ZERO, to_ore


class TaxReductionType(StrEnum):
    NONE = "none"
    ROT = "rot"
    RUT = "rut"
    GREEN = "green"


NONE, ROT, RUT, GREEN = TaxReductionType

OTHER_COSTS = "OTHERCOSTS"
EMPTY = "EMPTYHOUSEWORK"
SOLAR_CELLS = "SOLARCELLS"

HOUSE_WORK_TYPES = {
    ROT: frozenset(
        {
            "CONSTRUCTION",
            "ELECTRICITY",
            "GLASSMETALWORK",
            "GROUNDDRAINAGEWORK",
            "HVAC",
            "MASONRY",
            "PAINTINGWALLPAPERING",
        }
    ),
    RUT: frozenset(
        {
            "BABYSITTING",
            "CLEANING",
            "COOKING",  # obsolete
            "FURNISHING",
            "GARDENING",
            "HOMEMAINTENANCE",
            "ITSERVICES",
            "MAJORAPPLIANCEREPAIR",
            "MOVINGSERVICES",
            "OTHERCARE",
            "SNOWPLOWING",
            "TEXTILECLOTHING",
            "TRANSPORTATIONSERVICES",
            "TUTORING",  # obsolete
            "WASHINGANDCAREOFCLOTHING",
        }
    ),
    GREEN: frozenset(
        {
            "CHARGINGSTATIONELECTRICVEHICLE",
            "STORAGESELFPRODUCEDELECTRICITY",
            SOLAR_CELLS,
        }
    ),
}


class Share(NamedTuple):
    reduction: TaxReductionType
    from_date: date
    percent: int
    house_work_type: str = ""  # "" is every type without a line of its own


# fmt: off
# The latest line that has begun counts. Parliament changes these: a change is one more line.
SHARES = (
    Share(ROT,   date(2016, 1, 1),  30),
    Share(ROT,   date(2025, 5, 12), 50),
    Share(ROT,   date(2026, 1, 1),  30),
    Share(RUT,   date(2007, 7, 1),  50),
    Share(GREEN, date(2021, 1, 1),  50),
    Share(GREEN, date(2021, 1, 1),  15, SOLAR_CELLS),
    Share(GREEN, date(2023, 1, 1),  20, SOLAR_CELLS),
    Share(GREEN, date(2025, 7, 1),  15, SOLAR_CELLS),
)
# fmt: on


class HouseWork(NamedTuple):
    """A row that the reduction covers."""

    house_work_type: str
    rate: int
    total: Decimal


class Reduction(NamedTuple):
    basis: Decimal
    amount: Decimal


def reduction(kind: TaxReductionType, day: date, works: Iterable[HouseWork]) -> Reduction:
    """Basis with VAT, and the reduction in whole kronor, downwards."""
    if kind is NONE:
        return Reduction(ZERO, ZERO)
    nets: dict[tuple[int, int], Decimal] = {}
    for work in works:
        key = share_of(kind, work.house_work_type, day), work.rate
        nets[key] = nets.get(key, ZERO) + work.total
    gross = {key: to_ore(net * (100 + key[1]) / 100) for key, net in nets.items()}
    exact = sum((amount * percent / 100 for (percent, _), amount in gross.items()), ZERO)
    return Reduction(sum(gross.values(), ZERO), to_ore(exact.quantize(KRONA, ROUND_DOWN)))


def share_of(kind: TaxReductionType, house_work_type: str, day: date) -> int:
    """The percentage that Skatteverket pays of work invoiced on a day.

    >>> share_of(ROT, "HVAC", date(2025, 12, 31)), share_of(ROT, "HVAC", date(2026, 1, 1))
    (50, 30)
    """
    house_work_type = house_work_type or (SOLAR_CELLS if kind is GREEN else "")
    begun = [s for s in SHARES if s.reduction is kind and s.from_date <= day]
    own = [s for s in begun if s.house_work_type == house_work_type]
    lines = own or [s for s in begun if not s.house_work_type]
    return max(lines, key=lambda s: s.from_date).percent if lines else 0


def fitting_type(kind: TaxReductionType, house_work: bool, house_work_type: str) -> str:
    """The row's type of work as it is stored; one that does not fit the invoice is refused."""
    if house_work and house_work_type == OTHER_COSTS:
        raise Invalid("Kan inte sätta typen övrig kostnad på en rad markerad som husarbete.")
    if kind is NONE:
        return ""
    if not house_work_type:
        return "" if house_work else EMPTY
    if house_work_type not in HOUSE_WORK_TYPES[kind] | {OTHER_COSTS, EMPTY}:
        raise Invalid(
            f"Dokument med skattereduktionstypen '{kind}' får inte innehålla rader "
            f"med husarbetestypen '{house_work_type}'."
        )
    return house_work_type
