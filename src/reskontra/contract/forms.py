"""Forms: how a record is shown by a field table, worked out once and followed for every record."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import getmembers
from itertools import repeat
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

from reskontra.codec import row_of
from reskontra.contract.fields import REFUSED, Field, unchanged
from reskontra.domain.records import fields, values_of

Show = Callable[[Any], Any]
Form = Callable[[Any], dict[str, Any]]
ListForm = Callable[[Sequence[Any], Iterable[str]], list[Any]]


def attributes_of(record: type) -> dict[str, Any]:
    """The fields and properties of a record, each with its type."""
    hints = get_type_hints(record)
    properties = getmembers(record, lambda each: isinstance(each, property))
    return {each.name: hints[each.name] for each in fields(record)} | {
        name: get_type_hints(each.fget).get("return") for name, each in properties
    }


def form_of(record: type, table: Mapping[str, Field]) -> Form:
    """The fields in the table's order; the record's own attributes are taken all at once."""
    blank, names, values, shows, rest = _sorted_out(record, table)
    places = [(names.index(name), show) for name, show in shows]

    def form(record: Any) -> dict[str, Any]:
        cells = [*values(record)]
        for place, show in places:
            cells[place] = show(cells[place])
        form = blank.copy()
        form.update(zip(names, cells, strict=True))
        for name, taken in rest:
            form[name] = taken(record)
        return form

    return form


def list_form_of(record: type, table: Mapping[str, Field]) -> ListForm:
    """The same for all records of a list, with their addresses.

    It is made column by column, because a hundred dates of one field are then one loop; what
    row a value belongs to is known by its place.
    """
    blank, names, values, shows, rest = _sorted_out(record, table)
    always = {name: repeat(value) for name, value in blank.items()}
    row = row_of([*blank])

    def form(records: Sequence[Any], addresses: Iterable[str]) -> list[Any]:
        if not records:
            return []
        columns: dict[str, Iterable[Any]] = {**always}
        if "@url" in columns:
            columns["@url"] = addresses
        columns.update(zip(names, zip(*map(values, records), strict=True), strict=True))
        for name, show in shows:
            columns[name] = map(show, columns[name])
        for name, taken in rest:
            columns[name] = map(taken, records)
        return [*map(row, *columns.values())]

    return form


class _Fields(NamedTuple):
    """What a form shows, by where it comes from."""

    blank: dict[str, Any]  # every field, in the table's order, with its value if it is constant
    names: list[str]  # those for which the record has an attribute
    values: Callable[[Any], Sequence[Any]]  # and their values
    shows: list[tuple[str, Show]]  # those of them that are kept otherwise than they are shown
    rest: list[tuple[str, Show]]  # what follows from other attributes


def _sorted_out(record: type, table: Mapping[str, Field]) -> _Fields:
    types = attributes_of(record)
    shown = [each for each in table.values() if each.access is not REFUSED]
    own = [
        each
        for each in shown
        if each.attribute in types and not each.follows and "const" not in each.type.schema
    ]
    return _Fields(
        blank={each.name: each.type.show(each.initial) for each in shown},
        names=[each.name for each in own],
        values=values_of([each.attribute for each in own]),
        # What the record has just as it is shown, text as text, needs no showing.
        shows=[
            (each.name, _showing(each, types[each.attribute]))
            for each in own
            if each.type.show not in (types[each.attribute], unchanged)
        ],
        rest=[(each.name, _following(each, each.follows)) for each in shown if each.follows],
    )


def _showing(each: Field, hint: Any) -> Show:
    show, empty = each.type.show, each.initial
    if NoneType in get_args(hint):
        return lambda value: show(empty if value is None else value)
    return show


def _following(each: Field, follows: Show) -> Show:
    show = each.type.show
    return lambda record: show(follows(record))
