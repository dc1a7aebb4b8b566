"""What has happened in the books: one word, one thing, and the facts beside it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

VERSIONS = {"customer-updated": 2}  # where the mirrored service has come further than the first
# What may be told of a thing beside its key: nothing personal, no amounts.
DETAILS = ("year", "series", "id", "through")
UPDATED = "updated"


class Topic(NamedTuple):
    """What listeners choose by, and the scope of those who may."""

    name: str
    scope: str


VOUCHERS = Topic("vouchers", "bookkeeping")
# Those that are not called as the path of their records, or have records of several paths.
INVOICES = Topic("invoices", "invoice")
SUPPLIER_INVOICES = Topic("supplier-invoices", "supplierinvoice")
COST_CENTERS = Topic("cost-centers", "costcenter")
FINANCIAL_YEARS = Topic("financial-years", "bookkeeping")
REMINDERS = Topic("reminders", "invoice")
SIE_IMPORTS = Topic("sieimports", "bookkeeping")


class Happening(NamedTuple):
    word: str  # such as "invoice-bookkeep"
    entity: str  # the record's key as clients know it
    facts: Mapping[str, Any] = {}
    topic: str = ""

    @property
    def type(self) -> str:
        return f"{self.word}-v{VERSIONS.get(self.word, 1)}"

    @property
    def detail(self) -> dict[str, Any]:
        return {name: self.facts[name] for name in DETAILS if name in self.facts}

    @property
    def thing(self) -> tuple[str, str, str, int | None]:
        """What it happened to; numbers of vouchers begin anew each year."""
        return self.topic, self.word.rpartition("-")[0], self.entity, self.facts.get("year")


def voucher_created(year: int, series: str, number: int) -> Happening:
    key = {"year": year, "series": series, "id": number}
    return Happening("voucher-created", f"{series}/{number}", key, VOUCHERS.name)


def one_for_each(happenings: list[Happening]) -> list[Happening]:
    """One act, one word for a thing that changed: the same again, or a change of what was created
    or booked in the same moment, says nothing more."""
    if len(happenings) == 1:
        return happenings
    different = {(each.thing, each.word): each for each in happenings}
    more = {thing for thing, word in different if not word.endswith(UPDATED)}
    return [
        each
        for (thing, word), each in different.items()
        if thing not in more or not word.endswith(UPDATED)
    ]


class Event(NamedTuple):
    """What happened, as it is kept for listeners."""

    number: int
    at: str
    topic: str
    type: str
    entity: str
    detail: Mapping[str, Any]


class Stretch(NamedTuple):
    """Events after a place, how far they were looked through, and where all begin and end."""

    events: tuple[Event, ...]
    reached: int
    earliest: int
    latest: int
