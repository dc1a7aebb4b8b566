"""A line read by the table of records: each field as its value."""

from collections.abc import Callable
from typing import Any

from reskontra.sie.kinds import A_WHOLE, AN_ACCOUNT, AN_AMOUNT, LONG_AMOUNT, OBJECTS, Pairs
from reskontra.sie.lines import Line, Value
from reskontra.sie.records import RECORDS, Field, RecordKind
from reskontra.sie.values import Entry

Tell = Callable[..., None]
# What real files leave out, and what is said of it.
SHORT = {"ADRESS": "address short", "RAR": "year without days", "ORGNR": ""}


def entry_of(number: int, line: Line, tell: Tell) -> Entry | None:
    """None where it is refused, for which `tell` has been told why."""
    kind = RECORDS[line.label]
    values = list(line.values[: len(kind.fields)])
    if not _right_count(number, line, kind, tell):
        return None
    values += [""] * (len(kind.fields) - len(values))
    read = []
    for field, value in zip(kind.fields, values, strict=True):
        try:
            read.append(_value(line.label, field, value))
        except ValueError:
            if not _said(number, line.label, field, value, tell):
                return None
            read.append(None)
    return Entry(line.label, tuple(read), number)


def _right_count(number: int, line: Line, kind: RecordKind, tell: Tell) -> bool:
    extra = line.values[len(kind.fields) :]
    if any(isinstance(word, str) and word[:1] == "#" and word[1:] in RECORDS for word in extra):
        tell(number, "two on a line")
        return False
    if extra:
        tell(number, "fields unknown", line.label, " ".join(map(str, extra)))
    if len(line.values) >= kind.required:
        return True
    if line.label in SHORT:
        if word := SHORT[line.label]:  # else it is told where it is normalised
            tell(number, word, *line.values[:1] or ("",))
        return line.label != "RAR" or bool(line.values)
    tell(number, "fields missing", line.label)
    return False


def _value(label: str, field: Field, value: Value) -> Any:
    if field.kind is OBJECTS:
        return _object(field, value)
    if not isinstance(value, str):
        raise ValueError(value)
    if value == "" and not field.kind.is_text and (field.optional or label in SHORT):
        return None
    if value == "" and field.name == "number":  # of a voucher that has none yet
        return None
    return field.kind.read(value)


def _object(field: Field, value: Value) -> Any:
    if isinstance(value, str) or len(value) % 2:
        raise ValueError(value)
    pairs: Pairs = tuple(
        (A_WHOLE.read(dimension), code)
        for dimension, code in zip(value[::2], value[1::2], strict=True)
    )
    if field.name == "objects":
        return pairs
    if len(pairs) > 1:
        raise ValueError(value)
    return pairs[0] if pairs else None


def _said(number: int, label: str, field: Field, value: Value, tell: Tell) -> bool:
    """Whether the record can be read all the same."""
    if label == "VER" and field.name == "number":
        tell(number, "number not number", value)
        return True
    if field.kind is AN_ACCOUNT:
        tell(number, "account not number", value)
    elif field.kind is AN_AMOUNT and isinstance(value, str) and LONG_AMOUNT.fullmatch(value):
        tell(number, "amount too large", label, value)
    else:
        tell(number, "field wrong", label, field.name, value)
    return False
