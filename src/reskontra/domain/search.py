"""What a list call asks for, said in the record's own words."""

from enum import Enum

from reskontra.domain.records import Record


class Match(Enum):
    """How a list parameter compares with the attribute it names."""

    EXACT = "is the value"
    ON_A_ROW = "is the value, of the record itself or of one of its rows"
    CONTAINS = "holds the value, whatever the letters' case"
    FROM = "is the value or later"
    TO = "is the value or earlier"
    AFTER = "is later than the value"
    COVERS = "is a period in which the value lies"
    NAMED = "meets the condition of that name"
    ANYWHERE = "is the value, or holds it, in one of several"
    WITHIN = "is the value as a number, or has it in one of several texts"
    NEVER = "is never met: the list is empty"


class Condition(Record):
    match: Match
    attribute: str
    value: str | int | bool


class Search(Record):
    """Conditions that all hold, an order, and a page of the outcome."""

    conditions: tuple[Condition, ...] = ()
    sort: str = ""
    descending: bool = False
    limit: int = 100
    offset: int = 0
