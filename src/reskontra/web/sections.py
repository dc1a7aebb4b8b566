"""The contract, resource by resource, as people read it: the page and docs/contract.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby

from reskontra.contract import wording
from reskontra.contract.fields import Field
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.web.described import Described, Gives
from reskontra.web.routes import ROUTES


@dataclass(frozen=True)
class FieldLine:
    """Fields that are alike, and what holds of each of them."""

    names: tuple[str, ...]
    type: str
    access: str
    rules: str


@dataclass(frozen=True)
class CallLine:
    method: str
    path: str
    does: str
    answers: str


@dataclass(frozen=True)
class Section:
    resource: Resource
    calls: tuple[CallLine, ...]
    fields: tuple[FieldLine, ...]
    rows: tuple[FieldLine, ...]
    list_row: tuple[FieldLine, ...]
    listing: Listing | None
    asks: Mapping[str, str]  # further parameters

    @property
    def title(self) -> str:
        return title_of(self.resource)

    @property
    def anchor(self) -> str:
        return self.title.lower()


def title_of(resource: Resource) -> str:
    return resource.plural or resource.singular


def sections() -> list[Section]:
    """One per resource, in the order of the routes; reports, which differ in columns, have one."""
    by_name: dict[str, list[tuple[CallLine, Described]]] = {}
    for route in ROUTES:
        description = route.endpoint.describes
        assert description, f"{route.method} {route.path} does not say what it takes and gives"
        line = CallLine(route.method, route.path, _sentence(description), f"{description.status}")
        by_name.setdefault(title_of(description.resource), []).append((line, description))
    return [_section(calls) for calls in by_name.values()]


def _section(calls: list[tuple[CallLine, Described]]) -> Section:
    resource = calls[0][1].resource
    lists = [description for _, description in calls if description.gives is Gives.MANY]
    return Section(
        resource,
        tuple(line for line, _ in calls),
        lines(resource.with_rows),
        lines(resource.rows.fields) if resource.rows else (),
        lines(lists[0].row_fields, of=_type_alone) if lists else (),
        lists[0].listing if lists else None,
        {name: means for _, each in calls for name, means in each.asks.items()},
    )


def _sentence(description: Described) -> str:
    if description.columns:
        return f"Makes one, of {', '.join(column.name for column in description.columns)}"
    what = {Gives.MANY: "them, a page at a time", Gives.EVENTS: "what has happened"}.get(
        description.gives, "one"
    )
    return f"{description.does} {what}"


Said = tuple[str, str, str]


def _all(field: Field) -> Said:
    said = "; ".join(wording.rules(field))
    return wording.json_type(field), wording.ACCESS[field.access], said


def _type_alone(field: Field) -> Said:
    return wording.json_type(field), "", ""


def lines(fields: Mapping[str, Field], of: Callable[[Field], Said] = _all) -> tuple[FieldLine, ...]:
    """Neighbours of which the same is said share a line."""
    alike = groupby(fields.values(), key=of)
    return tuple(FieldLine(tuple(field.name for field in those), *said) for said, those in alike)


def parameters(listing: Listing) -> list[tuple[tuple[str, ...], str]]:
    """The list parameters, those of the same meaning on one line, and what to sort by."""
    alike = groupby(listing.parameters.values(), key=wording.meaning)
    parameters = [(tuple(each.name for each in those), meaning) for meaning, those in alike]
    if orders := wording.orders(listing):
        parameters.append((("sortby",), " or ".join(f"`{order}`" for order in orders)))
    return parameters
