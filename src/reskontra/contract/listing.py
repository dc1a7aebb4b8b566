"""List parameters: a table per resource, and the paging and sorting that all lists share."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, tzinfo
from typing import Any

from reskontra.contract.fields import DAY_FORM, LONGEST_TEXT, TRUTHS, unreadable
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import Invalid
from reskontra.domain.search import Condition, Match, Search

DEFAULT_LIMIT, LARGEST_LIMIT = 100, 500
FARTHEST_OFFSET = 2**53
INSTANT_FORM = f"{DAY_FORM} TT:MM"
DAY = {"type": "string", "format": "date"}
ORDERS = {"asc": False, "ascending": False, "desc": True, "descending": True}


@dataclass(frozen=True)
class Parameter:
    """One line of a parameter table: what a value sent under `name` asks of the records."""

    name: str
    ask: Callable[[str], Condition | None]
    note: str = ""
    values: tuple[str, ...] = ()
    refused: bool = False
    schema: Mapping[str, Any] = field(default_factory=dict)  # where it is no text


@dataclass(frozen=True)
class Listing:
    """The parameters of one list, and the orders it can be had in."""

    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    sort: Mapping[str, str] = field(default_factory=dict)
    descending: bool = False
    ordered: bool = True  # False: the order is fixed, and asking for another is ignored

    def search(self, query: Mapping[str, str]) -> Search:
        """What the query asks for; a name that nobody knows is ignored."""
        parameters = {name.lower(): value for name, value in query.items()}
        limit, offset = paging(parameters)
        sort, descending = self._order(parameters)
        asks = [(self.parameters.get(name), value) for name, value in parameters.items()]
        conditions = [each.ask(value) for each, value in asks if each]
        return Search(tuple(filter(None, conditions)), sort, descending, limit, offset)

    def _order(self, parameters: Mapping[str, str]) -> tuple[str, bool]:
        default = next(iter(self.sort.values()), "")
        if not self.ordered:
            return default, self.descending
        sort, order = parameters.get("sortby", "").lower(), parameters.get("sortorder", "").lower()
        if sort and sort not in self.sort:
            raise Invalid(f"Ogiltig sortering: sortby kan vara {', '.join(self.sort)}")
        if order and order not in ORDERS:
            raise Invalid("Ogiltig sortering: sortorder kan vara asc eller desc")
        return (self.sort[sort] if sort else default), ORDERS.get(order, self.descending)


def paging(parameters: Mapping[str, str]) -> tuple[int, int]:
    """The limit and the offset; `offset` counts rows and wins over `page`."""
    limit = min(_count(parameters, "limit", DEFAULT_LIMIT), LARGEST_LIMIT)
    if limit == 0:
        raise Invalid("Ogiltigt värde för limit")
    page = max(_count(parameters, "page", 1), 1)
    offset = _count(parameters, "offset", (page - 1) * limit)
    return limit, min(offset, FARTHEST_OFFSET)


def _count(parameters: Mapping[str, str], name: str, default: int) -> int:
    value = parameters.get(name)
    if value is None:
        return default
    if not re.fullmatch("[0-9]+", value):
        raise Invalid(f"Ogiltigt värde för {name}")
    return int(value) if len(value) <= 15 else FARTHEST_OFFSET


# Rows of a parameter table


def _each(names: Iterable[str], ask: Callable[[str, str], Any], **rest: Any) -> list[Parameter]:
    def bound(name: str) -> Callable[[str], Condition | None]:
        return lambda value: ask(name, value)

    return [Parameter(name, bound(name), **rest) for name in names]


def exact(*names: str, of: str = "") -> list[Parameter]:
    """Nothing is asked for by an empty value, and so nothing is found: not all that have none."""

    def ask(name: str, value: str) -> Condition:
        return Condition(Match.EXACT if value else Match.NEVER, of or name, value)

    return _each(names, ask, note="exact match")


def on_a_row(name: str, of: str) -> list[Parameter]:
    def ask(name: str, value: str) -> Condition:
        return Condition(Match.ON_A_ROW if value else Match.NEVER, of, value)

    return _each([name], ask, note="exact match, of it or of one of its rows")


def contains(*names: str, of: str = "") -> list[Parameter]:
    """No text that is searched in is longer than the longest; all of them have an empty part."""

    def ask(name: str, value: str) -> Condition:
        match = Match.CONTAINS if 0 < len(value) <= LONGEST_TEXT else Match.NEVER
        return Condition(match, of or name, value)

    return _each(names, ask, note="part of the text, in any case")


def exact_number(*names: str, of: str = "") -> list[Parameter]:
    """A number that cannot be one matches nothing."""

    def ask(name: str, value: str) -> Condition:
        if not re.fullmatch(r"[0-9]{1,15}", value):
            return Condition(Match.NEVER, of or name, value)
        return Condition(Match.EXACT, of or name, int(value))

    return _each(names, ask, note="exact match", schema={"type": "integer", "minimum": 1})


def truth(*names: str, of: str = "") -> list[Parameter]:
    def ask(name: str, value: str) -> Condition:
        if value.lower() not in ("true", "false"):
            raise unreadable(name, TRUTHS)
        return Condition(Match.EXACT, of or name, value.lower() == "true")

    return _each(names, ask, values=("true", "false"))


def day_asked(name: str, value: str) -> str:
    """The date as text; raises Invalid."""
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise unreadable(name, DAY_FORM)


def instant_asked(name: str, value: str, zone: tzinfo | None) -> datetime:
    """A moment, of that zone where there is one; raises Invalid."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?", value, re.ASCII):
        raise unreadable(name, INSTANT_FORM)
    try:
        moment = datetime.fromisoformat(value)
        return moment.replace(tzinfo=zone).astimezone(UTC) if zone else moment
    except (ValueError, OverflowError):
        raise unreadable(name, INSTANT_FORM) from None


def from_day(name: str, of: str) -> list[Parameter]:
    return _each([name], lambda name, value: Condition(Match.FROM, of, day_asked(name, value)),
                 note="YYYY-MM-DD, from and including", schema=DAY)  # fmt: skip


def to_day(name: str, of: str) -> list[Parameter]:
    return _each([name], lambda name, value: Condition(Match.TO, of, day_asked(name, value)),
                 note="YYYY-MM-DD, up to and including", schema=DAY)  # fmt: skip


def on_day(*names: str, of: str) -> list[Parameter]:
    """A day that lies in what is asked for."""
    return _each(names, lambda name, value: Condition(Match.COVERS, of, day_asked(name, value)),
                 note="YYYY-MM-DD, a day in it", schema=DAY)  # fmt: skip


def lastmodified(of: str = "modified", *, instant: bool = False) -> list[Parameter]:
    """`YYYY-MM-DD`, with `HH:MM` or `HH:MM:SS`, in Swedish time; an `instant` is kept in UTC."""

    def ask(name: str, value: str) -> Condition:
        since = instant_asked(name, value, SWEDEN if instant else None)
        return Condition(Match.FROM, of, since.isoformat("T" if instant else " "))

    return _each(["lastmodified"], ask, note="changed at or after this Swedish time")


def named(name: str, *values: str, unknown_refused: bool = True) -> list[Parameter]:
    """A word that stands for a condition; an empty one for none."""

    def ask(name: str, value: str) -> Condition | None:
        if not value:
            return None
        if value.lower() in values:
            return Condition(Match.NAMED, name, value.lower())
        if unknown_refused:
            raise Invalid("Ett ogiltigt filter har använts")
        return None

    return _each([name], ask, values=values)


def unsupported(*names: str) -> list[Parameter]:
    """Refused, because an ignored filter returns wrong data silently."""

    def ask(name: str, value: str) -> Condition:
        raise Invalid(f"Parametern {name} stöds inte")

    return [
        Parameter(name, lambda value, name=name: ask(name, value), refused=True)  # type: ignore[misc]
        for name in names
    ]


def parameters(*rows: Iterable[Parameter]) -> dict[str, Parameter]:
    return {parameter.name: parameter for row in rows for parameter in row}
