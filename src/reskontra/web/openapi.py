"""The OpenAPI document, made from the route table and the field tables."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Any

from reskontra.codec import Json
from reskontra.contract import events, wording
from reskontra.contract.listing import DEFAULT_LIMIT, LARGEST_LIMIT, ORDERS, Listing
from reskontra.domain import errors
from reskontra.domain.errors import Refused
from reskontra.people.scopes import SCOPES
from reskontra.web.described import Described, Gives
from reskontra.web.examples import EXAMPLES
from reskontra.web.links import links, operation_id, path_keys
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES
from reskontra.web.schemas import envelope, ref, schemas

ANY_CALL = (
    errors.Invalid,
    errors.Unauthorised,
    errors.Forbidden,
    errors.TooManyCalls,
    errors.Fault,
    errors.Unavailable,
)
WITH_A_KEY = (errors.NotFound,)
WITH_A_BODY = (errors.TooSlow, errors.TooLarge)
WHEN_WRITING = (errors.NotFound, errors.Conflict, errors.OtherCall)
ELSEWHERE = (errors.MethodNotAllowed, errors.MailFailed, errors.NoLongerKept)

REPEATABLE = (
    {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "one to 255 visible ASCII characters of your own; the same call with the"
        " same key is done once, and answered as the first time, for 24 hours",
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
)


def document(base: str) -> Json:
    """The whole document, for a service whose resources are at `base`."""
    made = _made_once()
    components = made["components"] | {"securitySchemes": _security(base)}
    return made | {"servers": [{"url": base}], "components": components}


@cache
def _made_once() -> Json:
    """All of it that does not depend on where the service is."""
    refusals = dict.fromkeys((*ANY_CALL, *WITH_A_KEY, *WITH_A_BODY, *WHEN_WRITING, *ELSEWHERE))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Reskontra",
            "version": version("reskontra"),
            "description": "Bookkeeping and invoicing. Every convention is in docs/contract.md.",
        },
        "servers": [],
        "paths": paths(),
        "components": {
            "schemas": dict(schemas()),
            "responses": {each.__name__: _refusal(each) for each in refusals},
        },
    }


def paths() -> Json:
    schemas: Json = {}
    for route in ROUTES:
        place = schemas.setdefault(route.path, {})
        place[route.method.lower()] = operation(route)
        if keys := _keys(route.path):
            place["parameters"] = keys
    return schemas


def _keys(path: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in path_keys(path)
    ]


def operation(route: Route[Endpoint]) -> Json:
    endpoint = route.endpoint
    description = endpoint.describes
    assert description, f"{route.method} {route.path} does not say what it takes and gives"
    called: Json = {
        "operationId": operation_id(route),
        "summary": f"{description.does} {_what(description)}",
        "tags": [description.resource.plural or description.resource.singular],
        "security": [{"oauth2": [endpoint.scope] if endpoint.scope else []}, {"bearer": []}],
        "parameters": [*_parameters(description), *(REPEATABLE if endpoint.writes else ())],
        "responses": _responses(route, description),
    }
    if endpoint.takes_body:
        called["requestBody"] = {"required": True, "content": _written(description)}
    return called


def _what(description: Described) -> str:
    resource = description.resource
    several = description.gives in (Gives.MANY, Gives.EVENTS)
    return resource.plural if several else resource.singular


def _parameters(description: Described) -> Iterator[Json]:
    if description.resource.in_year:
        yield _query("financialyear", "the id of the financial year; the current one if not sent")
        yield _query("financialyeardate", "any day of the financial year, YYYY-MM-DD")
    if description.listing:
        yield from _list_parameters(description.listing)
    yield from (_query(name, meaning) for name, meaning in description.asks.items())


def _list_parameters(listing: Listing) -> Iterator[Json]:
    for each in listing.parameters.values():
        if not each.refused:
            words = {"enum": list(each.values)} if each.values else {}
            yield _query(each.name, wording.meaning(each), **words)
    if orders := wording.orders(listing):
        yield _query("sortby", "the order of the list", enum=orders)
        yield _query("sortorder", "its direction", enum=list(ORDERS))
    whole = {"type": "integer", "minimum": 0}
    yield _query("limit", f"rows in a page, {DEFAULT_LIMIT} if not sent",
                 **whole | {"minimum": 1, "maximum": LARGEST_LIMIT})  # fmt: skip
    yield _query("page", "the page, from 1", **whole)
    yield _query("offset", "rows to pass over; wins over page", **whole)


def _query(name: str, description: str, **schema: Any) -> Json:
    return {
        "name": name,
        "in": "query",
        "description": description,
        "schema": {"type": "string", **schema},
    }


def _responses(route: Route[Endpoint], description: Described) -> Json:
    endpoint = route.endpoint
    refusals: list[type[Refused]] = [*ANY_CALL, *description.refusals]
    refusals += WITH_A_KEY if "{" in route.path or description.resource.in_year else ()
    refusals += WITH_A_BODY if endpoint.takes_body else ()
    refusals += WHEN_WRITING if endpoint.writes else ()
    answers = {str(description.status): _answer(description)}
    for each in sorted(set(refusals), key=lambda refusal: refusal.status):
        answers[str(each.status)] = {"$ref": f"#/components/responses/{each.__name__}"}
    return answers


def _answer(description: Described) -> Json:
    if description.gives is Gives.NOTHING:
        return {"description": description.gives.value}
    if description.gives is Gives.PDF:
        return {"description": description.gives.value, "content": {"application/pdf": {}}}
    if description.gives is Gives.FILE:
        return {"description": description.gives.value, "content": {description.media_type: {}}}
    name = description.resource.singular
    if description.gives is Gives.REPORT:
        forms = as_json(envelope(name, ref(name))) | {"text/csv": {}, "application/pdf": {}}
        return {"description": description.gives.value, "content": forms}
    if description.gives is Gives.ONE:
        one = {
            "description": description.gives.value,
            "content": as_json(envelope(name, ref(name))),
        }
        return one | ({"links": onward} if (onward := links(description)) else {})
    if description.gives is Gives.EVENTS:
        return _events(description)
    listed = {
        "MetaInformation": ref("MetaInformation"),
        description.resource.plural: {"type": "array", "items": ref(f"{name}ListRow")},
    }
    schema = {"type": "object", "properties": listed, "required": list(listed)}
    return {"description": description.gives.value, "content": as_json(schema)}


def _events(description: Described) -> Json:
    """Offsets are texts, and rows have what their topic adds."""
    ends = {name: {"type": "string"} for name in events.META}
    meta = {"type": "object", "properties": ends, "required": list(ends)}
    told = {"type": "array", "items": ref(description.resource.singular)}
    parts = {"MetaInformation": meta, description.resource.plural: told}
    schema = {"type": "object", "properties": parts, "required": list(parts)}
    return {"description": description.gives.value, "content": as_json(schema)}


def _written(description: Described) -> Json:
    if description.takes_file:
        return {description.media_type: {}}
    name = description.resource.singular
    if not description.creates:
        return as_json(envelope(name, ref(f"{name}Update")))
    content = as_json(envelope(name, ref(f"{name}Create")))
    content["application/json"]["example"] = {name: EXAMPLES[name]}
    return content


def as_json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _refusal(refused: type[Refused]) -> Json:
    schema = envelope("ErrorInformation", ref("ErrorInformation"))
    if refused is errors.Unauthorised:
        schema["properties"]["message"] = {"const": "unauthorized"}
        schema["required"].append("message")
    headers = {name: {"schema": {"const": value}} for name, value in refused.headers.items()}
    described: Json = {"description": str(refused.__doc__), "content": as_json(schema)}
    return described | ({"headers": headers} if headers else {})


def _security(base: str) -> Json:
    return {
        "oauth2": {
            "type": "oauth2",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": f"{base}/oauth-v1/auth",
                    "tokenUrl": f"{base}/oauth-v1/token",
                    "refreshUrl": f"{base}/oauth-v1/token",
                    "scopes": SCOPES,
                }
            },
        },
        "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    }
