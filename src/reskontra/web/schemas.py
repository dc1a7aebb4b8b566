"""JSON schemas of all that is sent and answered, made from the field tables.

A field has one type. What else is taken (a number as text, null for nothing) is told once, in
words: a type of all that is taken would be of no use to whoever generates a client.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from reskontra.codec import Json
from reskontra.contract import events, reports, wording
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
from reskontra.contract.meanings import about, meaning_of
from reskontra.contract.resource import MOST_ROWS, Resource, View
from reskontra.domain.money import LARGEST
from reskontra.reports.report import Column
from reskontra.web.described import Described, Gives
from reskontra.web.routes import ROUTES

IGNORED = (READ_ONLY, REFUSED)
NUMERIC = r"-?[0-9]{1,12}(\.[0-9]{1,9})?"
DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
BOUNDS = {"minimum": -float(LARGEST), "maximum": float(LARGEST)}
NEVER_NULL = {"not": {"type": "null"}}
TYPES = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
META = {
    "@TotalResources": "How many records there are in all.",
    "@TotalPages": "How many pages they make.",
    "@CurrentPage": "Which page this is, from 1.",
}
ERROR: dict[str, tuple[Json, str]] = {
    "Error": ({"type": "integer", "const": 1}, "Always 1."),
    "Message": ({"type": "string"}, "What is wrong, in a Swedish sentence."),
    "Code": ({"type": "integer"}, "What sort of refusal it is: 9000000 and the status, mostly."),
}


def schemas(view: View) -> Iterator[tuple[str, Json]]:
    """Answers in the profile of the view; what is sent is the same in both."""
    for route in ROUTES:
        description, endpoint = route.endpoint.describes, route.endpoint
        assert description
        name = description.resource.singular
        yield from full_forms(view.of(description.resource), description.columns)
        yield f"{name}Envelope", envelope(name, name)
        if description.gives is Gives.MANY:
            yield f"{name}ListRow", shown(name, description.row_fields_for(view))
            yield f"{name}Page", page(description)
        if description.gives is Gives.EVENTS:
            yield f"{name}Page", feed(description.resource)
        if endpoint.takes_body and not description.takes_file:
            ending = description.sent_as
            yield from written(description.resource, ending, creating=ending != "Update")
            yield f"{name}{ending}Envelope", envelope(name, f"{name}{ending}")
    yield "MetaInformation", _meta_schema()
    yield "ErrorInformation", _error_schema()
    yield "Refusal", envelope("ErrorInformation", "ErrorInformation")
    yield "Unauthorised", _unauthorised()


# What is answered


def full_forms(resource: Resource, columns: tuple[Column, ...] = ()) -> Iterator[tuple[str, Json]]:
    name = resource.singular
    schema = shown(name, resource.fields)
    if columns:
        more = reports.schema_of(columns)
        schema["properties"] |= {each: _told(name, each, part) for each, part in more.items()}
        schema["required"] += more
    if rows := resource.rows:
        yield from full_forms(rows)
        schema["properties"][rows.plural] = _rows(name, rows, rows.singular)
        schema["required"].append(rows.plural)
    yield name, schema | {"description": about(name)}


def shown(owner: str, fields: Mapping[str, Field]) -> Json:
    """What an answer holds: every field of the table, and no null but where the table has it."""
    answered = {name: each for name, each in fields.items() if each.access is not REFUSED}
    return {
        "type": "object",
        "properties": {name: _shown_field(owner, each) for name, each in answered.items()},
        "required": [name for name, each in answered.items() if not each.unless_empty],
        "additionalProperties": NEVER_NULL,
    }


def _shown_field(owner: str, field: Field) -> Json:
    schema = _told(owner, field.name, field.type.schema, wording.rules(field))
    if field.access is READ_ONLY and "const" not in schema:
        schema["readOnly"] = True
    return schema


def page(description: Described) -> Json:
    resource = description.resource
    rows = {"type": "array", "items": ref(f"{resource.singular}ListRow")}
    listed = {
        "MetaInformation": ref("MetaInformation"),
        resource.plural: rows | {"description": "The records of the page."},
    }
    return {"type": "object", "properties": listed, "required": list(listed)}


def feed(resource: Resource) -> Json:
    """Offsets are texts, and rows have what their topic adds."""
    ends = {name: {"type": "string", "description": said} for name, said in events.META.items()}
    rows = {"type": "array", "items": ref(resource.singular), "description": "The oldest first."}
    parts: Json = {
        "MetaInformation": {
            "type": "object",
            "description": "How far it goes.",
            "properties": ends,
            "required": list(ends),
        },
        resource.plural: rows,
    }
    return {"type": "object", "properties": parts, "required": list(parts)}


# What is sent


def written(resource: Resource, ending: str, *, creating: bool) -> Iterator[tuple[str, Json]]:
    """What a client may send; what it need not know of is left to `additionalProperties`."""
    later = (AFTER_CREATION,) if creating else (AT_CREATION, REQUIRED_AT_CREATION)
    name, ignored = resource.singular, (*IGNORED, *later)
    sendable = {each.name: each for each in resource.fields.values() if each.access not in ignored}
    schema: Json = {
        "type": "object",
        "description": about(name),
        "properties": {
            each.name: _sent_field(name, each, creating=creating) for each in sendable.values()
        },
        "additionalProperties": True,
    }
    must = [each.name for each in sendable.values() if each.access in MUST_BE_SENT]
    if creating and must:
        schema["required"] = must
    if rows := resource.rows:
        yield from written(rows, ending, creating=creating)
        sent = _rows(name, rows, f"{rows.singular}{ending}")
        schema["properties"][rows.plural] = sent | {"maxItems": MOST_ROWS}
    yield f"{name}{ending}", schema


def _sent_field(owner: str, field: Field, *, creating: bool) -> Json:
    """Its one type; a text may, when it is changed, also be the word that clears it."""
    form = dict(field.type.sent or field.type.schema)
    blank = "" if creating or field.access in MUST_BE_SENT else f"|{API_BLANK}"
    if form == {"type": "string"}:
        if wording.kept_as_number(field):
            form["pattern"] = f"^({NUMERIC}{blank})?$"
        else:
            form["maxLength"] = max(field.upto, len(blank) - 1)
    elif form.get("type") in ("number", "integer"):
        form |= BOUNDS
    elif field.type.read is DAY.read:
        form["pattern"] = f"^({DATE}{blank})?$"
    return _told(owner, field.name, form, wording.rules(field))


# In words


def _told(owner: str, name: str, schema: Mapping[str, Any], rules: list[str] | None = None) -> Json:
    """The schema, and what it is of; its parts too."""
    told = dict(schema)
    if "const" in told:
        told["type"] = TYPES[type(told["const"])]
    if parts := told.get("properties"):
        told["properties"] = {each: _told(name, each, part) for each, part in parts.items()}
    elif "properties" in (items := told.get("items", {})):
        told["items"] = _told(owner, name, items)
        del told["items"]["description"]
    if "description" not in told:
        more = "; ".join(rules or ())
        told["description"] = meaning_of(owner, name) + (
            f" {wording.sentence(more)}" if more else ""
        )
    return told


def _rows(owner: str, rows: Resource, schema: str) -> Json:
    means = meaning_of(owner, rows.plural)
    return {"type": "array", "items": ref(schema), "description": means}


def _meta_schema() -> Json:
    properties = {name: {"type": "integer", "description": said} for name, said in META.items()}
    return {
        "type": "object",
        "description": "How much there is, beside the page that was asked for.",
        "properties": properties,
        "required": list(properties),
    }


def _error_schema() -> Json:
    keys = {name: schema | {"description": said} for name, (schema, said) in ERROR.items()}
    keys |= {
        name.lower(): schema | {"description": f"The same as `{name}`."}
        for name, (schema, _) in ERROR.items()
    }
    about = "Why a call was refused, under names in both cases."
    return {"type": "object", "description": about, "properties": keys, "required": list(keys)}


def _unauthorised() -> Json:
    refused = envelope("ErrorInformation", "ErrorInformation")
    word = {"type": "string", "const": "unauthorized", "description": "Always the same word."}
    properties = refused["properties"] | {"message": word}
    return refused | {"properties": properties, "required": list(properties)}


def envelope(name: str, schema: str) -> Json:
    said = f"The envelope in which `{name}` travels."
    properties = {name: ref(schema)}
    return {"type": "object", "description": said, "properties": properties, "required": [name]}


def ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}
