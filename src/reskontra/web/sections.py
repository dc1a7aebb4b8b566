"""The contract, resource by resource, as people read it: the page and docs/contract.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from reskontra.contract import wording
from reskontra.contract.fields import Field
from reskontra.contract.listing import Listing
from reskontra.contract.meanings import about, meaning_of
from reskontra.contract.reports import REPORTS
from reskontra.contract.resource import Resource
from reskontra.web.described import Described, Gives
from reskontra.web.routes import ROUTES
from reskontra.web.sentences import sentence_of
from reskontra.web.snippets import body_for, sample_path, snippets

BARE = str.maketrans("", "", "{}")


@dataclass(frozen=True)
class FieldLine:
    """Fields that are alike, and what holds of each of them."""

    names: tuple[str, ...]
    type: str
    access: str
    rules: str
    means: str = ""


@dataclass(frozen=True)
class CallLine:
    method: str
    path: str
    does: str
    answers: str
    scope: str = ""
    sample: str = ""  # the address with a key in it
    body: str = ""  # that a client may send, as JSON
    snippets: Mapping[str, str] = field(default_factory=dict)  # by language

    @property
    def anchor(self) -> str:
        return f"{self.method}-{self.path.strip('/')}".lower().replace("/", "-").translate(BARE)


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
    def about(self) -> str:
        return about_section(self.resource)

    @property
    def list_pairs(self) -> list[tuple[tuple[str, ...], str]]:
        return [(line.names, line.type) for line in self.list_row]

    @property
    def asked_pairs(self) -> list[tuple[tuple[str, ...], str]]:
        return [((name,), means) for name, means in self.asks.items()]

    @property
    def anchor(self) -> str:
        return self.title.lower()


def about_section(resource: Resource) -> str:
    """What it is; all reports are in one."""
    if resource.plural == REPORTS:
        return "What the books say, row by row."
    return about(resource.singular)


def title_of(resource: Resource) -> str:
    return resource.plural or resource.singular


@cache
def sections() -> list[Section]:
    """One per resource, in the order of the routes; reports, which differ in columns, have one."""
    by_name: dict[str, list[tuple[CallLine, Described]]] = {}
    for route in ROUTES:
        description = route.endpoint.describes
        assert description, f"{route.method} {route.path} does not say what it takes and gives"
        line = CallLine(
            route.method,
            route.path,
            sentence_of(route),
            f"{description.status}",
            route.endpoint.scope,
            sample_path(route.path),
            body_for(route),
            snippets(route),
        )
        by_name.setdefault(title_of(description.resource), []).append((line, description))
    return [_section(calls) for calls in by_name.values()]


def _section(calls: list[tuple[CallLine, Described]]) -> Section:
    resource = calls[0][1].resource
    lists = [description for _, description in calls if description.gives is Gives.MANY]
    return Section(
        resource,
        tuple(line for line, _ in calls),
        lines(resource.with_rows, _all_of(resource.singular)),
        lines(resource.rows.fields, _all_of(resource.rows.singular)) if resource.rows else (),
        lines(lists[0].row_fields, of=_type_alone) if lists else (),
        lists[0].listing if lists else None,
        {name: means for _, each in calls for name, means in each.asks.items()},
    )


Said = tuple[str, str, str, str]


def _all_of(owner: str) -> Callable[[Field], Said]:
    def said(each: Field) -> Said:
        rules = "; ".join(wording.rules(each))
        means = meaning_of(owner, each.name)
        return wording.json_type(each), wording.ACCESS[each.access], rules, means

    return said


def _type_alone(each: Field) -> Said:
    return wording.json_type(each), "", "", ""


def lines(fields: Mapping[str, Field], of: Callable[[Field], Said]) -> tuple[FieldLine, ...]:
    """Neighbours of which the same is said share a line."""
    alike = groupby(fields.values(), key=of)
    return tuple(FieldLine(tuple(each.name for each in those), *said) for said, those in alike)


def parameters(listing: Listing) -> list[tuple[tuple[str, ...], str]]:
    """The list parameters, those of the same meaning on one line, and what to sort by."""
    alike = groupby(listing.parameters.values(), key=wording.meaning)
    parameters = [(tuple(each.name for each in those), meaning) for meaning, those in alike]
    if orders := wording.orders(listing):
        parameters.append((("sortby",), " or ".join(f"`{order}`" for order in orders)))
    return parameters
