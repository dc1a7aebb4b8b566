"""The mirrored profile: the same fields as the mirrored API shows them, with its own for nothing.

It is a column of the field tables: a row says by these words what is otherwise there, and a row
that says nothing is shown alike in both. What clients send is not concerned.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reskontra.contract.fields import AMOUNT, AMOUNT_TEXT, SAME, WHOLE, WHOLE_TEXT, Field, Type
from reskontra.domain.tax_reduction import EMPTY

_AS_NUMBERS = {AMOUNT_TEXT.read: AMOUNT, WHOLE_TEXT.read: WHOLE}


def or_null(row: list[Field]) -> list[Field]:
    """Null where there is nothing, and there all the same if the contract leaves it out."""
    return [replace(field, type=replace(field.type, mirrored_empty=None)) for field in row]


def as_number(row: list[Field]) -> list[Field]:
    """A number there, though the contract has it as text."""
    return [replace(field, type=replace(field.type, mirrored_as=_number(field))) for field in row]


def _number(field: Field) -> Type:
    if "const" in field.type.schema:
        value = int(field.default)
        return replace(field.type, show=lambda _: value, schema={"const": value})
    return _AS_NUMBERS[field.type.read]


def null(row: list[Field]) -> list[Field]:
    """Null there always."""
    nothing = Type(lambda _: None, lambda _: None, None, {"const": None})
    return [replace(field, type=replace(field.type, mirrored_as=nothing)) for field in row]


def work_or_null(row: list[Field]) -> list[Field]:
    """A sort of work; the word that stands for none is null there."""

    def shown(value: str) -> str | None:
        return None if value == EMPTY else value

    return or_null(
        [
            replace(field, type=replace(field.type, mirrored_as=replace(field.type, show=shown)))
            for field in row
        ]
    )


def mirrored(table: Mapping[str, Field]) -> dict[str, Field]:
    """The whole table as that profile shows it."""
    return {name: _mirrored(field) for name, field in table.items()}


def _mirrored(field: Field) -> Field:
    own = field.type
    there = own.mirrored_as or own
    if own.mirrored_empty is SAME:
        return replace(field, type=there)
    show, nothing, empty = there.show, own.mirrored_empty, own.empty

    def shown(value: Any) -> Any:
        return nothing if value is None or value == empty else show(value)

    a_type = replace(there, show=shown, empty=empty, schema=_or_null(there.schema, empty))
    return replace(field, type=a_type, unless_empty=False)


def _or_null(schema: Mapping[str, Any], empty: Any) -> dict[str, Any]:
    if "const" in schema:
        return {"const": None} if schema["const"] == empty else dict(schema)
    wider: dict[str, Any] = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        wider["enum"] = [*schema["enum"], None]
    return wider
