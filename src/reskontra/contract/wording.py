"""The field and parameter tables in words, for every document that is made from them."""

from decimal import Decimal
from typing import Any

from reskontra.contract.fields import (
    AFTER_CREATION,
    AT_CREATION,
    DAY,
    FIXED,
    HINT,
    LONGEST_TEXT,
    READ_ONLY,
    REFUSED,
    REQUIRED,
    REQUIRED_AT_CREATION,
    WRITABLE,
    Field,
)
from reskontra.contract.listing import Listing, Parameter

# fmt: off
ACCESS = {
    WRITABLE:             "",
    REQUIRED:             "required",
    AT_CREATION:          "at creation",
    REQUIRED_AT_CREATION: "required at creation",
    AFTER_CREATION:       "after creation",
    READ_ONLY:            "read-only",
    HINT:                 "read-only",
    FIXED:                "fixed",
    REFUSED:              "refused",
}
# fmt: on
_CONSTANTS = {bool: "boolean", int: "number", str: "string"}


def json_type(field: Field) -> str:
    """What the field is in JSON.

    >>> from reskontra.contract.fields import amount, day, flag_text
    >>> [json_type(row[0]) for row in (amount("Net"), day("DueDate"), flag_text("Credit"))]
    ['number', 'date', 'string']
    """
    if field.type.read is DAY.read:
        return "date"
    schema = field.type.schema
    if "const" in schema:
        return _CONSTANTS[type(schema["const"])]
    said = str(schema.get("type", "any"))
    return "number" if said == "integer" else said


def kept_as_number(field: Field) -> bool:
    """A number, though its JSON form may be text."""
    return isinstance(field.type.empty, Decimal | int) and field.type.empty is not False


def rules(field: Field) -> list[str]:
    """What else holds of the field, each in a few words."""
    if field.access is REFUSED:
        return ["not supported"]
    if field.type.any_form:
        parts = (
            "" if field.parts is None else "; what is sent of an object is laid over what is there"
        )
        return [f"kept as sent, in any form; absent until then{parts}"]
    schema = field.type.schema
    said = []
    if schema.get("type") == "integer":
        said.append("whole")
    if words := [word for word in schema.get("enum", ()) if word]:
        said.append("one of " + ", ".join(f"`{word}`" for word in words))
    if field.rule:
        said.append(str(field.rule.__doc__))
    if field.upto != LONGEST_TEXT:
        said.append(f"at most {field.upto} characters")
    if "const" in schema or field.access is FIXED:
        said.append(f"always {_shown(field.type.show(field.initial))}")
    elif field.initial:
        said.append(f"{_shown(field.type.show(field.initial))} when not sent")
    if parts := schema.get("properties") or schema.get("items", {}).get("properties"):
        said.append("of " + ", ".join(f"`{name}`" for name in parts))
    if field.access is HINT:
        said.append("a default may follow from what is sent")
    if field.unless_empty:
        said.append("absent while empty")
    return said


def _shown(value: Any) -> str:
    written = {True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value
    return f"`{written}`" if written != "" else "empty"


def sentence(words: str) -> str:
    """
    >>> sentence("at most 30 characters")
    'At most 30 characters.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def meaning(parameter: Parameter) -> str:
    """What a list parameter asks for."""
    if parameter.refused:
        return "refused"
    words = " or ".join(f"`{value}`" for value in parameter.values)
    return ", ".join(said for said in (words, parameter.note) if said)


def orders(listing: Listing) -> list[str]:
    """What a list can be sorted by, the order it has otherwise first."""
    return list(listing.sort) if listing.ordered else []
