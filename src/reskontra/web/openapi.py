"""The OpenAPI document, made from the route table and the field tables."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Any

from reskontra.codec import Json
from reskontra.contract import wording
from reskontra.contract.fields import WHOLE
from reskontra.contract.listing import (
    DAY,
    DEFAULT_LIMIT,
    LARGEST_LIMIT,
    ORDERS,
    Listing,
    Parameter,
)
from reskontra.contract.resource import Resource, View
from reskontra.people.integrations import Profile
from reskontra.web.described import Described
from reskontra.web.examples import body_of
from reskontra.web.links import operation_id, path_keys
from reskontra.web.openapi_access import security
from reskontra.web.openapi_answers import BINARY, as_json, headers, refusals, responses
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES
from reskontra.web.schemas import schemas
from reskontra.web.sections import about_section, title_of
from reskontra.web.sentences import sentence_of, title_of_call, words

ABOUT = """Bookkeeping and invoicing for Swedish companies.

A record travels in an envelope that bears its name. PUT changes only what is sent. The text
`API_BLANK` clears a field, whatever its type; null and an empty text are as good as nothing. Fields
that the service does not know are kept and returned as they were. Numbers are also taken as text,
and texts as numbers; answers have the one type that stands here. What is empty is `""` or 0, never
null. Dates are `YYYY-MM-DD`. More: docs/contract.md."""

REPEATABLE = (
    {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "One to 255 visible ASCII characters of your own; the same call with the"
        " same key is done once, and answered as the first time, for 24 hours.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
)
WHOLE_NUMBER = {"type": "integer", "minimum": 1}
TRUTH = {"type": "boolean"}
# What a parameter beside the lists' is, where it is no text.
ASKED: dict[str, Json] = {
    "fromdate": DAY,
    "todate": DAY,
    "financialyeardate": DAY,
    "financialyear": WHOLE_NUMBER,
    "account": WHOLE_NUMBER,
    "format": {"type": "string", "enum": ["json", "csv", "pdf"]},
    **dict.fromkeys(("exportall", "excluderesult", "checksum", "objectbalances"), TRUTH),
    **dict.fromkeys(("post", "confirm"), TRUTH),
}


def document(base: str, answers: Profile = Profile.CONTRACT) -> Json:
    """The whole document, for a service whose resources are at `base`."""
    made = _made_once(answers)
    components = made["components"] | {"securitySchemes": security(base)}
    servers = [{"url": base, "description": "This service."}]
    return made | {"servers": servers, "components": components}


@cache
def _made_once(answers: Profile) -> Json:
    """All of it that does not depend on where the service is."""
    info = {"title": "Reskontra", "version": version("reskontra"), "description": ABOUT}
    return {
        "openapi": "3.1.0",
        "info": info | {"license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "servers": [],
        "tags": tags(),
        "paths": paths(),
        "components": {
            "schemas": dict(schemas(View(is_mirrored=answers is Profile.MIRRORED))),
            "responses": refusals(),
            "headers": headers(),
        },
    }


def tags() -> list[Json]:
    """A tag for each resource; all reports have one."""
    found: dict[str, str] = {}
    for route in ROUTES:
        said = route.endpoint.describes
        assert said
        found.setdefault(title_of(said.resource), about_section(said.resource))
    return [{"name": name, "description": means} for name, means in found.items()]


def paths() -> Json:
    places: Json = {}
    for route in ROUTES:
        place = places.setdefault(route.path, {})
        place[route.method.lower()] = operation(route)
        if keys := _keys(route.path):
            place["parameters"] = keys
    return places


def _keys(path: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True} | _key(path, name)
        for name in path_keys(path)
    ]


def _key(path: str, name: str) -> Json:
    """A part of an address is what the record is known by; a number where its field is one."""
    resource = _resource_at(path)
    parts = resource.key.split("/")
    field = resource.fields[parts[path_keys(path).index(name) % len(parts)]]
    schema = WHOLE_NUMBER if field.type is WHOLE else {"type": "string"}
    said = f"The `{field.name}` of the {words(resource.singular)}."
    return {"description": said, "schema": schema}


@cache
def _resource_at(path: str) -> Resource:
    """Whose key stands in the address: that of the shortest one, which names the record itself."""
    start = path[: path.rindex("}") + 1]
    same = (route for route in ROUTES if route.path in (start, start + "/file"))
    found = [route.endpoint.describes for route in same if route.endpoint.describes]
    assert found, path
    return found[0].resource


def operation(route: Route[Endpoint]) -> Json:
    endpoint = route.endpoint
    description = endpoint.describes
    assert description, f"{route.method} {route.path} does not say what it takes and gives"
    called: Json = {
        "operationId": operation_id(route),
        "summary": title_of_call(route),
        "description": sentence_of(route),
        "tags": [title_of(description.resource)],
        "security": [{"oauth2": [endpoint.scope] if endpoint.scope else []}, {"bearer": []}],
        "parameters": [*_parameters(description), *(REPEATABLE if endpoint.writes else ())],
        "responses": responses(route, description),
    }
    if endpoint.takes_body:
        called["requestBody"] = {"required": True, "content": _written(description)}
    return called


def _parameters(description: Described) -> Iterator[Json]:
    if description.resource.in_year:
        yield _query("financialyear", "The id of the financial year; the current one if not sent.",
                     **WHOLE_NUMBER)  # fmt: skip
        yield _query("financialyeardate", "Any day of the financial year.", **DAY)
    if description.listing:
        yield from _list_parameters(description.listing)
    for name, meaning in description.asks.items():
        yield _query(name, wording.sentence(meaning), **ASKED.get(name, {}))


def _list_parameters(listing: Listing) -> Iterator[Json]:
    for each in listing.parameters.values():
        if not each.refused:
            yield _query(each.name, wording.sentence(wording.meaning(each)), **_asked(each))
    if orders := wording.orders(listing):
        yield _query("sortby", "The order of the list.", enum=orders)
        yield _query("sortorder", "Its direction.", enum=list(ORDERS))
    whole = {"type": "integer", "minimum": 0}
    yield _query("limit", f"Rows in a page, {DEFAULT_LIMIT} if not sent.",
                 **whole | {"minimum": 1, "maximum": LARGEST_LIMIT})  # fmt: skip
    yield _query("page", "The page, from 1.", **whole)
    yield _query("offset", "Rows to pass over; wins over page.", **whole)


def _asked(parameter: Parameter) -> Json:
    if parameter.values == ("true", "false"):
        return TRUTH
    words = {"enum": list(parameter.values)} if parameter.values else {}
    return {**parameter.schema, **words}


def _query(name: str, description: str, **schema: Any) -> Json:
    return {
        "name": name,
        "in": "query",
        "description": description,
        "schema": {"type": "string", **schema},
    }


def _written(description: Described) -> Json:
    if description.takes_file:
        return {description.media_type: {"schema": BINARY}}
    name = description.resource.singular
    content = as_json(f"{name}{description.sent_as}Envelope")
    content["application/json"]["example"] = body_of(description)
    return content
