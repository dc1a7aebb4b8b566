"""What a list call asks for, said in the record's own words."""

from dataclasses import dataclass
from enum import Enum


class Match(Enum):
    """How a list parameter compares with the attribute it names."""

    EXACT = "is the value"
    CONTAINS = "holds the value, whatever the letters' case"
    FROM = "is the value or later"
    TO = "is the value or earlier"
    AFTER = "is later than the value"
    COVERS = "is a period in which the value lies"
    NAMED = "meets the condition of that name"
    NEVER = "is never met: the list is empty"


@dataclass(frozen=True)
class Condition:
    match: Match
    attribute: str
    value: str | int | bool


@dataclass(frozen=True)
class Search:
    """Conditions that all hold, an order, and a page of the outcome."""

    conditions: tuple[Condition, ...] = ()
    sort: str = ""
    descending: bool = False
    limit: int = 100
    offset: int = 0
