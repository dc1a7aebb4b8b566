"""Fields that hold an object or a list, and what is kept of fields that nobody models."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reskontra.codec import encoded
from reskontra.contract.fields import API_BLANK, Field, Type, table, without_nulls
from reskontra.domain.errors import Invalid

MOST_UNKNOWN = 64 * 1024
MOST_ITEMS = 1_000
REMOVED = object()  # in what was accepted: the client cleared a field that we do not model

Json = dict[str, Any]


def accepted(parts: Mapping[str, Field], sent: Any) -> Json:
    """What was sent of an object: the parts that we know as they should be, the others as sent."""
    if not isinstance(sent, dict):
        raise ValueError
    kept: Json = {}
    for name, value in sent.items():
        if value is None or (value == "" and name in parts):
            continue
        if name in parts:
            kept[name] = parts[name].accept(value)
        else:
            kept[name] = cleared_or(value)
    return kept


def cleared_or(value: Any) -> Any:
    """What a field that we do not model is to hold."""
    return REMOVED if value == API_BLANK else without_nulls(value)


def laid_over(kept: Json, sent: Json) -> Json:
    """What is kept, with what was sent on top of it."""
    if not sent:
        return kept
    merged = {**kept, **sent}
    return {name: value for name, value in merged.items() if value is not REMOVED}


def shown(parts: Mapping[str, Field], kept: Json) -> Json:
    """Every part that we know, then the others in the order in which they came."""
    known = {name: part.type.show(kept.get(name, part.initial)) for name, part in parts.items()}
    return {**known, **{name: value for name, value in kept.items() if name not in parts}}


def _schema(parts: Mapping[str, Field]) -> Json:
    return {
        "type": "object",
        "properties": {name: each.type.schema for name, each in parts.items()},
    }


def group(name: str, *rows: Iterable[Field]) -> list[Field]:
    """An object of its own fields; what is sent of it is merged into what is there."""
    parts = table(*rows)
    a_type = Type(
        lambda sent: accepted(parts, sent), lambda kept: shown(parts, kept), {}, _schema(parts)
    )
    return [Field(name, a_type, parts=parts)]


def items(name: str, *rows: Iterable[Field]) -> list[Field]:
    """A list of small objects that nobody computes with; what is sent takes its place."""
    parts = table(*rows)

    def read(sent: Any) -> list[Json]:
        if not isinstance(sent, list) or len(sent) > MOST_ITEMS:
            raise ValueError
        return [laid_over({}, accepted(parts, each)) for each in sent]

    def show(kept: Any) -> list[Json]:
        return [shown(parts, each) for each in kept]

    return [Field(name, Type(read, show, [], {"type": "array", "items": _schema(parts)}))]


def rows_field(name: str, show: Callable[[Any], Any]) -> Field:
    """The rows of a document, as they stand in its full form; `Resource` itself reads them."""
    a_type = Type(lambda sent: sent, lambda kept: kept, [], {"type": "array"})
    return Field(name, a_type, follows=show)


def refuse_too_much(record: Any, known: Iterable[Field]) -> None:
    """The bound holds for all that a client has put in over time, not for one call."""
    unknown = dict(record.carried)
    for each in known:
        held = getattr(record, each.attribute)
        if each.parts is not None:
            held = {part: value for part, value in held.items() if part not in each.parts} or None
        if held is not None:
            unknown[each.name] = held
    if len(encoded(unknown)) > MOST_UNKNOWN:
        raise Invalid("Okända fält får uppta högst 64 KiB")
