"""The OpenAPI document and the page: whole, valid, and true of real answers."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest
from markupsafe import escape
from tests.service import Company, Service, relative
from tests.waiting import PATIENCE
from tests.web.claiming import paid_work
from tests.web.samples import SAMPLES, Sample

from reskontra.contract.meanings import MEANINGS, OF_RESOURCES
from reskontra.contract.resource import Resource
from reskontra.web.described import Described
from reskontra.web.examples import EXAMPLES, body_of
from reskontra.web.openapi import document
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES
from reskontra.web.sections import sections
from reskontra.web.sentences import CALLS

WHOLE = document("http://localhost/api/v1")
OPERATIONS = {
    (method, path): operation
    for path, operations in WHOLE["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
}


def conforms(path: str, method: str, answer: httpx.Response) -> None:
    """The answer's status is documented, and its body is what the schema of it says."""
    responses = OPERATIONS[method.lower(), path]["responses"]
    assert str(answer.status_code) in responses, f"{method} {path}: {answer.status_code}"
    response = responses[str(answer.status_code)]
    if "$ref" in response:
        response = WHOLE["components"]["responses"][response["$ref"].rpartition("/")[2]]
    if "content" not in response:
        assert answer.content == b""
        return
    schema = response["content"]["application/json"]["schema"]
    rooted = {**schema, "components": WHOLE["components"]}
    jsonschema_rs.validator_for(rooted).validate(answer.json())


def test_it_is_served_under_both_bases_to_anyone(service: Service) -> None:
    under = httpx.get(f"{service.url}/api/v1/openapi.json", timeout=PATIENCE)
    assert under.headers["content-type"] == "application/json"
    assert under.json() == httpx.get(f"{service.url}/openapi.json", timeout=PATIENCE).json()
    assert under.json() == document(f"{service.url}/api/v1")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_is_in_it(route: Route[Endpoint]) -> None:
    operation = OPERATIONS[route.method.lower(), route.path]
    assert operation["security"][0] == {"oauth2": route.endpoint.scope.split()}
    assert {"400", "401", "403", "429", "500", "503"} <= set(operation["responses"])
    assert ("requestBody" in operation) is route.endpoint.takes_body
    keys = re.findall(r"{(\w+)}", route.path)
    assert [each["name"] for each in WHOLE["paths"][route.path].get("parameters", [])] == keys


def test_nothing_else_is_in_it_and_no_two_calls_share_a_name() -> None:
    assert len(OPERATIONS) == len(ROUTES)
    assert len({operation["operationId"] for operation in OPERATIONS.values()}) == len(ROUTES)


def test_every_reference_leads_somewhere_and_every_schema_is_one() -> None:
    def references(value: Any) -> Any:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for member in value.values():
                yield from references(member)
        elif isinstance(value, list):
            for member in value:
                yield from references(member)

    for reference in set(references(WHOLE)):
        place: Any = WHOLE
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
    for schema in WHOLE["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)
    assert set(WHOLE["components"]["responses"]) >= {"MethodNotAllowed", "TooLarge", "TooSlow"}


def test_every_call_and_every_field_is_said_in_a_sentence() -> None:
    for place, operation in OPERATIONS.items():
        assert operation["summary"]
        assert operation["description"].endswith("."), place
        for parameter in operation["parameters"]:
            assert parameter["description"].endswith("."), (place, parameter["name"])
    for place in WHOLE["paths"].values():
        assert all(each["description"].endswith(".") for each in place.get("parameters", ()))
    assert all(each["description"].endswith(".") for each in WHOLE["tags"])
    for name, schema in WHOLE["components"]["schemas"].items():
        for field, told in fields_of(schema):
            said = told["description"] if "$ref" not in told else "."
            assert said.endswith(".") or "Rows" in schema["properties"], (name, field)
    for response in WHOLE["components"]["responses"].values():
        assert response["description"].endswith(".")


def fields_of(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every field of it, and of what lies in it."""
    for name, each in schema.get("properties", {}).items():
        yield name, each
        yield from fields_of(each)
        yield from fields_of(each.get("items", {}))


def test_a_meaning_is_of_a_field_that_there_is() -> None:
    owners: dict[str, set[str]] = {}
    schemas = WHOLE["components"]["schemas"]
    for name, schema in schemas.items():
        for field, told in [(name, schema), *fields_of(schema)]:
            parts = told.get("items", told).get("properties", {})
            owners.setdefault(field, set()).update(parts)
    resources = [each for route in ROUTES for each in resources_of(described(route).resource)]
    for resource in resources:
        owners.setdefault(resource.singular, set()).update(resource.fields)
    fields = {field for each in owners.values() for field in each}
    for meant in MEANINGS:
        owner, _, name = meant.rpartition(".")
        assert name in (owners[owner] if owner else fields), meant
    assert set(OF_RESOURCES) == {resource.singular for resource in resources}
    assert set(CALLS) <= {f"{route.method} {route.path}" for route in ROUTES}


def resources_of(resource: Resource) -> list[Resource]:
    return [resource, *(resources_of(resource.rows) if resource.rows else ())]


def test_a_field_has_one_type() -> None:
    """What generators make of it is a type, and no choice between several."""
    for name, schema in WHOLE["components"]["schemas"].items():
        for field, told in fields_of(schema):
            assert not {"anyOf", "oneOf", "allOf"} & set(told), (name, field)
            as_sent = "kept as sent" in told.get("description", "").lower()
            assert as_sent or "$ref" in told or isinstance(told["type"], str), (name, field)
            assert not as_sent or name.endswith(("Create", "Update", "Request")) <= ("type" in told)


def test_files_are_binary() -> None:
    binary = {"type": "string", "format": "binary"}
    for (_, path), operation in OPERATIONS.items():
        contents = [each.get("content", {}) for each in operation["responses"].values()]
        for content in [*contents, operation.get("requestBody", {}).get("content", {})]:
            for media_type, form in content.items():
                assert media_type == "application/json" or form == {"schema": binary}, path
    printed = OPERATIONS["get", "/3/invoices/{key}/print"]["responses"]["200"]["content"]
    assert printed == {"application/pdf": {"schema": binary}}


def test_every_refusal_shows_what_it_looks_like_and_says_what_to_do() -> None:
    for response in WHOLE["components"]["responses"].values():
        [content] = response["content"].values()
        rooted = {**content["schema"], "components": WHOLE["components"]}
        jsonschema_rs.validator_for(rooted).validate(content["example"])
    limited = WHOLE["components"]["responses"]["TooManyCalls"]
    assert "Retry-After" in limited["headers"]


def test_the_flow_is_told_with_the_addresses_that_work(service: Service) -> None:
    told = document(f"{service.url}/api/v1")["components"]["securitySchemes"]["oauth2"]
    known = f"{service.url}/.well-known/oauth-authorization-server/api/v1"
    metadata = httpx.get(known, timeout=PATIENCE).json()
    flow = told["flows"]["authorizationCode"]
    assert flow["authorizationUrl"] == metadata["authorization_endpoint"]
    assert flow["tokenUrl"] == flow["refreshUrl"] == metadata["token_endpoint"]
    assert told["flows"]["clientCredentials"]["tokenUrl"] == metadata["token_endpoint"]
    assert list(flow["scopes"]) == metadata["scopes_supported"]
    assert flow["scopes"]["customer"] == "opens `/3/customers`"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.resource.path)
def test_real_answers_of_registers_conform(company: Company, sample: Sample) -> None:
    place = f"/3{sample.path}"
    body = sample.wrapped(Egen={"a": [1.5, ""]})
    made = company.api.post(sample.path, json=body)
    conforms(place, "POST", made)
    conforms(place, "GET", company.api.get(sample.path))
    conforms(place, "GET", company.api.get(f"{sample.path}?limit=x"))
    conforms(
        place, "POST", company.api.post(sample.path, json=body | {sample.resource.singular: 1})
    )
    one = made.json()[sample.resource.singular]["@url"]
    conforms(f"{place}/{{key}}", "GET", company.api.get(one))
    conforms(f"{place}/{{key}}", "PUT", company.api.put(one, json=sample.only(Egen="API_BLANK")))
    conforms(f"{place}/{{key}}", "GET", company.api.get(f"{sample.path}/{sample.unknown_key}"))
    for token in ("", "Bearer x"):
        headers = {"Authorization": token}
        conforms(place, "GET", company.api.get(sample.path, headers=headers))
    if ("delete", f"{place}/{{key}}") in OPERATIONS:
        conforms(f"{place}/{{key}}", "DELETE", company.api.delete(one))


def test_real_answers_of_all_that_is_only_read_conform(company: Company) -> None:
    for (method, path), _ in OPERATIONS.items():
        if method == "get" and "{" not in path:
            conforms(path, "GET", company.api.get(relative(path)))


def test_a_voucher_conforms(company: Company) -> None:
    rows = [{"Account": 1930, "Debit": 0.5, "Egen": 1}, {"Account": 3001, "Credit": "0.5"}]
    sent = {"Description": "A", "TransactionDate": "2026-11-01", "VoucherSeries": "A"}
    made = company.api.post("/vouchers", json={"Voucher": {**sent, "VoucherRows": rows}})
    conforms("/3/vouchers", "POST", made)
    conforms(
        "/3/vouchers/{series}/{number}", "GET", company.api.get(made.json()["Voucher"]["@url"])
    )
    conforms("/3/vouchers", "GET", company.api.get("/vouchers"))


def test_every_example_is_taken_and_every_link_leads_to_the_record(company: Company) -> None:
    made = {each.resource.singular: each for each in map(described, ROUTES) if each.creates}
    assert set(made) == set(EXAMPLES)
    for name, example in EXAMPLES.items():
        if name == "TaxReductionClaim":
            paid_work(company, day="2026-11-10")  # else there is nothing to claim
        own = made[name].resource.own
        place = f"{'' if own else '/3'}/{made[name].resource.path}"
        operation = OPERATIONS["post", place]
        [body] = operation["requestBody"]["content"].values()
        assert body["example"] == {name: example}
        answer = company.api.post(relative(place), json={name: example})
        assert answer.status_code == 201, answer.text
        conforms(place, "POST", answer)
        _follow(company, operation["responses"]["201"]["links"], answer.json())
        if name in ("Invoice", "SupplierInvoice"):  # payments come after, and want it booked
            company.put(f"/{made[name].resource.path}/1/bookkeep")


def test_every_body_that_is_shown_is_what_its_schema_says() -> None:
    taking = [route for route in ROUTES if route.endpoint.takes_body]
    for route in (route for route in taking if not described(route).takes_file):
        [body] = OPERATIONS[route.method.lower(), route.path]["requestBody"]["content"].values()
        rooted = {**body["schema"], "components": WHOLE["components"]}
        assert body["example"] == body_of(described(route))
        jsonschema_rs.validator_for(rooted).validate(body["example"])


def _follow(company: Company, links: dict[str, Any], answer: Any) -> None:
    """Every call that is linked takes a key; those that read are made."""
    ids = {operation["operationId"]: place for place, operation in OPERATIONS.items()}
    reads = [each for each in links.values() if ids[each["operationId"]][0] == "get"]
    assert reads, links
    for link in reads:
        values = {name: _found(answer, where) for name, where in link["parameters"].items()}
        place = ids[link["operationId"]][1]
        query = {name: value for name, value in values.items() if f"{{{name}}}" not in place}
        if not place.endswith(("/email", "/print", "/preview", "/file")):
            path = relative(place.format(**values))
            conforms(place, "GET", company.api.get(path, params=query))
            company.get(path, **query)


def _found(answer: Any, expression: str) -> Any:
    for step in expression.removeprefix("$response.body#/").split("/"):
        answer = answer[step]
    return answer


def described(route: Route[Endpoint]) -> Described:
    assert route.endpoint.describes
    return route.endpoint.describes


def test_the_page_lists_everything_and_loads_nothing_from_elsewhere(service: Service) -> None:
    answer = httpx.get(f"{service.url}/docs", timeout=PATIENCE)
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    page = answer.text
    for route in ROUTES:
        assert route.path in page
        assert route.endpoint.describes
        for name in route.endpoint.describes.resource.fields:
            assert f"<code>{name}</code>" in page
    anchors = re.findall('href="#([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert all(f'id="{anchor}"' in page for anchor in anchors)
    assert "data-token" not in page, "only a sandbox has a token that anybody may see"
    for call in (call for section in sections() for call in section.calls):
        for lines in call.snippets.values():
            assert str(escape(lines)) in page
    assert not re.search(r"(srcset|data|action|style|onclick)=|@import|url\(", page)
    own = set(re.findall('src="([^"]*)"', page)) | set(re.findall('href="(/[^"]*)"', page))
    named = {address.partition("?")[0] for address in own}
    assert named == {f"/docs/{name}" for name in ("docs.js", "docs.css", "icon.svg", "style.css")}
    for each in own:
        assert httpx.get(f"{service.url}{each}", timeout=PATIENCE).status_code == 200
    outward = set(re.findall('href="([^#/"][^"]*)"', page))
    assert outward == {f"{service.url}/api/v1/openapi.json"}
