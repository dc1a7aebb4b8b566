"""Where a newly made record leads: the calls that take its key, told in OpenAPI's links."""

from reskontra.codec import Json
from reskontra.web.described import Described
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES


def operation_id(route: Route[Endpoint]) -> str:
    place = route.path.removeprefix("/3/").replace("{", "").replace("}", "").replace("/", "-")
    return f"{route.method.lower()}-{place}"


def path_keys(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def links(made: Described) -> Json:
    """Every call whose address has the key of the record that was made."""
    if not made.creates:
        return {}
    return {
        operation_id(route): {"operationId": operation_id(route), "parameters": _taken(route, made)}
        for route in ROUTES
        if route.endpoint.describes
        and route.endpoint.describes.resource is made.resource
        and path_keys(route.path)
    }


def _taken(route: Route[Endpoint], made: Described) -> dict[str, str]:
    """What the call's parameters are in the answer that made the record."""
    keys = zip(path_keys(route.path), made.resource.key.split("/"), strict=False)
    taken = {name: _in_answer(made, field) for name, field in keys}
    return taken | ({"financialyear": _in_answer(made, "Year")} if made.resource.in_year else {})


def _in_answer(made: Described, field: str) -> str:
    return f"$response.body#/{made.resource.singular}/{field}"
