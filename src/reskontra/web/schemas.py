"""JSON schemas of all that is sent and answered, made from the field tables."""

from collections.abc import Iterator, Mapping
from typing import Any

from reskontra.codec import Json
from reskontra.contract import reports, wording
from reskontra.contract.fields import (
    AFTER_CREATION,
    API_BLANK,
    AT_CREATION,
    DAY,
    MUST_BE_SENT,
    READ_ONLY,
    REFUSED,
    REQUIRED_AT_CREATION,
    Field,
)
from reskontra.contract.resource import Resource, View
from reskontra.domain.money import LARGEST
from reskontra.reports.report import Column
from reskontra.web.described import Gives
from reskontra.web.routes import ROUTES

IGNORED = (READ_ONLY, REFUSED)
NUMERIC = {"type": "string", "pattern": r"^-?[0-9]{1,12}(\.[0-9]{1,9})?$"}
BOUNDS = {"minimum": -float(LARGEST), "maximum": float(LARGEST)}
NEVER_NULL = {"not": {"type": "null"}}


def schemas(view: View) -> Iterator[tuple[str, Json]]:
    """Answers in the profile of the view; what is sent is the same in both."""
    for route in ROUTES:
        description, endpoint = route.endpoint.describes, route.endpoint
        assert description
        name = description.resource.singular
        yield from full_forms(view.of(description.resource), description.columns)
        if description.gives is Gives.MANY:
            yield f"{name}ListRow", shown(description.row_fields_for(view))
        if endpoint.takes_body and description.creates:
            yield from written(description.resource, "Create", creating=True)
        elif endpoint.takes_body and not description.takes_file:
            yield from written(description.resource, "Update", creating=False)
    yield "MetaInformation", _all_whole("@TotalResources", "@TotalPages", "@CurrentPage")
    yield "ErrorInformation", _error_schema()


def full_forms(resource: Resource, columns: tuple[Column, ...] = ()) -> Iterator[tuple[str, Json]]:
    schema = shown(resource.fields)
    if columns:
        more = reports.schema_of(columns)
        schema["properties"] |= more
        schema["required"] += more
    if resource.rows:
        yield resource.rows.singular, shown(resource.rows.fields)
        rows = {"type": "array", "items": ref(resource.rows.singular)}
        schema["properties"][resource.rows.plural] = rows
        schema["required"].append(resource.rows.plural)
    yield resource.singular, schema


def shown(fields: Mapping[str, Field]) -> Json:
    """What an answer holds: every field of the table, and no null but where the table has it."""
    answered = {name: each for name, each in fields.items() if each.access is not REFUSED}
    return {
        "type": "object",
        "properties": {name: _shown_field(each) for name, each in answered.items()},
        "required": [name for name, each in answered.items() if not each.unless_empty],
        "additionalProperties": NEVER_NULL,
    }


def _shown_field(field: Field) -> Json:
    schema = dict(field.type.schema)
    if field.access is READ_ONLY and "const" not in schema:
        schema["readOnly"] = True
    if said := wording.rules(field):
        schema["description"] = "; ".join(said)
    return schema


def written(resource: Resource, ending: str, *, creating: bool) -> Iterator[tuple[str, Json]]:
    """What a client may send; what it need not know of is left to `additionalProperties`."""
    later = (AFTER_CREATION,) if creating else (AT_CREATION, REQUIRED_AT_CREATION)
    ignored = (*IGNORED, *later)
    sendable = {name: each for name, each in resource.fields.items() if each.access not in ignored}
    schema: Json = {
        "type": "object",
        "properties": {name: _sent_field(each) for name, each in sendable.items()},
        "additionalProperties": True,
    }
    must = [name for name, each in sendable.items() if each.access in MUST_BE_SENT]
    if creating and must:
        schema["required"] = must
    if resource.rows:
        yield from written(resource.rows, ending, creating=creating)
        rows = {"type": "array", "items": ref(f"{resource.rows.singular}{ending}")}
        schema["properties"][resource.rows.plural] = rows
    yield f"{resource.singular}{ending}", schema


def _sent_field(field: Field) -> Json:
    """A value, or one of the words for none; numbers may come as text, and text as numbers."""
    schema = {name: value for name, value in field.type.schema.items() if name != "description"}
    forms: list[Json] = [schema]
    if schema == {"type": "string"}:
        schema["maxLength"] = field.upto
        if wording.kept_as_number(field):
            forms = [NUMERIC]
        forms.append({"type": "number"})
    elif schema.get("type") in ("number", "integer"):
        forms = [schema | BOUNDS, NUMERIC]
    elif field.type.read is DAY.read:
        forms = [{"type": "string", "format": "date"}]
    none: list[Any] = [None, ""]
    if field.access not in MUST_BE_SENT:
        none.append(API_BLANK)
    sent: Json = {"anyOf": [*forms, {"enum": none}]}
    if said := wording.rules(field):
        sent["description"] = "; ".join(said)
    return sent


def _all_whole(*names: str) -> Json:
    properties = {name: {"type": "integer"} for name in names}
    return {"type": "object", "properties": properties, "required": list(names)}


def _error_schema() -> Json:
    keys = {"Error": {"const": 1}, "Message": {"type": "string"}, "Code": {"type": "integer"}}
    keys |= {name.lower(): schema for name, schema in keys.items()}
    return {"type": "object", "properties": keys, "required": list(keys)}


def envelope(name: str, schema: Json) -> Json:
    return {"type": "object", "properties": {name: schema}, "required": [name]}


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}
