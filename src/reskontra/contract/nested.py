"""Fields that hold an object or a list, and what is kept of fields that nobody models."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from reskontra.codec import Json, encoded
from reskontra.contract.fields import (
    API_BLANK,
    AS_SENT,
    READ_ONLY,
    Field,
    Type,
    table,
    unreadable,
    without_nulls,
)
from reskontra.domain.errors import Invalid

MOST_UNKNOWN = 64 * 1024
MOST_ITEMS = 1_000
REMOVED = object()  # in what was accepted: the client cleared a field that we do not model


def accepted(parts: Mapping[str, Field], document: Any) -> Json:
    """What was sent of an object: the parts that we know as they should be, the others as sent."""
    if not isinstance(document, dict):
        raise ValueError
    values: Json = {}
    for name, value in document.items():
        if value is None or (value == "" and name in parts):
            continue
        if name in parts:
            values[name] = parts[name].accept(value)
        else:
            values[name] = cleared_or(name, value)
    return values


def cleared_or(name: str, value: Any) -> Any:
    """What a field that we do not model is to hold."""
    try:
        return REMOVED if value == API_BLANK else without_nulls(value)
    except ValueError:
        raise unreadable(name, AS_SENT.form) from None


def laid_over(before: Json, changes: Json) -> Json:
    """What is kept, with what was sent on top of it."""
    if not changes:
        return before
    merged = {**before, **changes}
    return {name: value for name, value in merged.items() if value is not REMOVED}


def shown(parts: Mapping[str, Field], document: Json) -> Json:
    """Every part that we know, then the others in the order in which they came."""
    form = {name: part.type.show(document.get(name, part.initial)) for name, part in parts.items()}
    return {**form, **{name: value for name, value in document.items() if name not in parts}}


def _schema(parts: Mapping[str, Field]) -> Json:
    return {
        "type": "object",
        "properties": {name: each.type.schema for name, each in parts.items()},
    }


def group(name: str, *rows: Iterable[Field]) -> list[Field]:
    """An object of its own fields; what is sent of it is merged into what is there."""
    parts = table(*rows)
    a_type = Type(
        lambda value: accepted(parts, value), lambda value: shown(parts, value), {}, _schema(parts)
    )
    return [Field(name, a_type, parts=parts)]


def group_as_sent(name: str, *parts: str) -> list[Field]:
    """An object of whatever was sent of it, each part in the form that it was given.

    `parts` are those that mean something, all of them text.
    """
    meant = {"type": "object", "properties": {part: {"type": "string"} for part in parts}}

    def read(value: Any) -> Any:
        return accepted({}, value) if isinstance(value, dict) else without_nulls(value)

    return [Field(name, replace(AS_SENT, read=read, sent=meant), unless_empty=True, parts={})]


def items(name: str, *rows: Iterable[Field]) -> list[Field]:
    """A list of small objects that nobody computes with; what is sent takes its place."""
    parts = table(*rows)

    def read(value: Any) -> list[Json]:
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise ValueError
        return [laid_over({}, accepted(parts, each)) for each in value]

    def show(value: Any) -> list[Json]:
        return [shown(parts, each) for each in value]

    return [Field(name, Type(read, show, [], {"type": "array", "items": _schema(parts)}))]


def records(name: str, present: Callable[[Any], Json], parts: Mapping[str, Field]) -> list[Field]:
    """A list of records that belong to this one, each in its own form; they are only read."""
    schema = {"type": "array", "items": _schema(parts)}
    a_type = Type(lambda _: (), lambda those: [*map(present, those)], (), schema)
    return [Field(name, a_type, READ_ONLY)]


def rows_field(name: str, show: Callable[[Any], Any]) -> Field:
    """The rows of a document, as they stand in its full form; `Resource` itself reads them."""
    a_type = Type(lambda value: value, lambda value: value, [], {"type": "array"})
    return Field(name, a_type, follows=show)


def refuse_too_much(record: Any, fields: Iterable[Field]) -> None:
    """The bound holds for all that a client has put in over time, not for one call."""
    unknown = dict(record.carried)
    for each in fields:
        held = getattr(record, each.attribute)
        if each.parts:
            held = {part: value for part, value in held.items() if part not in each.parts} or None
        if held is not None:
            unknown[each.name] = held
    if len(encoded(unknown)) > MOST_UNKNOWN:
        raise Invalid("Okända fält får uppta högst 64 KiB")
