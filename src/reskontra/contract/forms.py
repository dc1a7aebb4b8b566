"""Forms: how a record is shown by a field table, worked out once and followed for every record."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from reskontra.contract.fields import REFUSED, Field
from reskontra.domain.records import values_of

Show = Callable[[Any], Any]
Form = Callable[[Any], dict[str, Any]]


def attributes_of(record: type) -> dict[str, Any]:
    """The fields and properties of a record, each with its type."""
    hints = get_type_hints(record)
    properties = {name: each for name, each in vars(record).items() if isinstance(each, property)}
    return {each.name: hints[each.name] for each in fields(record)} | {
        name: get_type_hints(each.fget).get("return") for name, each in properties.items()
    }


def form_of(record: type, table: Mapping[str, Field]) -> Form:
    """The fields in the table's order; the record's own attributes are taken all at once."""
    types = attributes_of(record)
    shown = [each for each in table.values() if each.access is not REFUSED]
    blank = {each.name: each.type.schema.get("const", "") for each in shown}
    varying = [each for each in shown if "const" not in each.type.schema and each.name != "@url"]
    own = [each for each in varying if each.attribute in types and not each.follows]
    names = [each.name for each in own]
    values = values_of([each.attribute for each in own])
    # What the record has just as it is shown, text as text, needs no showing.
    shows = [
        (place, each.type.show, each.initial)
        for place, each in enumerate(own)
        if each.type.show is not types[each.attribute]
    ]
    rest = [(each.name, _elsewhere(each)) for each in varying if each.name not in names]

    def form(record: Any) -> dict[str, Any]:
        found = [*values(record)]
        for place, show, empty in shows:
            value = found[place]
            found[place] = show(empty if value is None else value)
        told = blank.copy()
        told.update(zip(names, found, strict=True))
        for name, taken in rest:
            told[name] = taken(record)
        return told

    return form


def _elsewhere(each: Field) -> Show:
    """What follows from other attributes, or is merely carried."""
    show, empty = each.type.show, each.initial
    if follows := each.follows:
        return lambda record: show(follows(record))
    # In a list row a carried field may go under another name (`Phone` is `Phone1`).
    name = each.of or each.name
    return lambda record: show(record.carried.get(name, empty))
