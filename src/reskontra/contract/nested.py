"""Fields that hold an object or a list, and what is kept of fields that nobody models."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reskontra.codec import encoded
from reskontra.contract.fields import API_BLANK, Field, Type, table
from reskontra.domain.errors import Invalid

MOST_UNKNOWN = 64 * 1024
MOST_ITEMS = 1_000
REMOVED = object()  # in what was accepted: the client cleared a field that we do not model

Json = dict[str, Any]


def as_sent(value: Any) -> Any:
    """A value that we do not model, unchanged but for nulls: nothing that we return is null.

    >>> as_sent({"A": 1, "B": None, "C": ["API_BLANK", {"D": ""}]})
    {'A': 1, 'C': [{'D': ''}]}
    """
    if isinstance(value, dict):
        return {name: as_sent(member) for name, member in value.items() if _is_there(member)}
    if isinstance(value, list):
        return [as_sent(member) for member in value if _is_there(member)]
    return value


def _is_there(value: Any) -> bool:
    return value is not None and value != API_BLANK


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
            kept[name] = REMOVED if value == API_BLANK else as_sent(value)
    return kept


def laid_over(kept: Json, sent: Json) -> Json:
    """What is kept, with what was sent on top of it."""
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


def carried_over(kept: Json, sent: Json, known: Mapping[str, Field]) -> Json:
    """What was carried, with what was sent laid over it; groups are merged part by part."""
    if not sent:
        return kept
    merged = laid_over(kept, sent)
    for name, value in sent.items():
        each = known.get(name)
        # A group that was cleared is its type's own empty value, and not an empty object as sent.
        if each and each.parts is not None and value is not each.type.empty:
            merged[name] = laid_over(kept.get(name, {}), value)
    _refuse_too_much(merged, known)
    return merged


def _refuse_too_much(carried: Json, known: Mapping[str, Field]) -> None:
    """The bound holds for all that has been sent over time, not for one call."""
    unknown = {name: value for name, value in carried.items() if name not in known}
    for name, value in carried.items():
        if name in known and (parts := known[name].parts) is not None:
            unknown[name] = {part: held for part, held in value.items() if part not in parts}
    if len(encoded(unknown)) > MOST_UNKNOWN:
        raise Invalid("Okända fält får uppta högst 64 KiB")
