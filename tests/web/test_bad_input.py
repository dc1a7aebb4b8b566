"""A fixed corpus of hostile input, sent to every endpoint of the route table.

Whatever is sent, the answer is a refusal in the contract's form or a plain success: never a 5xx.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from http.client import HTTPConnection, HTTPResponse
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import pytest
from tests.service import Company, Service, founded
from tests.sizes import seed, times
from tests.web.hostile import KEYS, QUERIES, TEXTS, VALUES

from reskontra.contract.fields import Field
from reskontra.contract.parsing import parsed
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Invalid
from reskontra.storage import shelves
from reskontra.storage.layout import Layout
from reskontra.web.pipeline import LONG_BODY
from reskontra.web.resources import Endpoint
from reskontra.web.router import BASE, Route
from reskontra.web.routes import ROUTES


def each_of(routes: Iterable[Route[Endpoint]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "route", [*routes], ids=lambda route: f"{route.method} {route.path}"
    )


every_route = each_of(ROUTES)
COLUMNS = {
    layout.record: layout.names for layout in vars(shelves).values() if isinstance(layout, Layout)
}
Case = TypeVar("Case")


def dealt(cases: Sequence[Case], route: Route[Endpoint], share: int) -> Sequence[Case]:
    """In `make test` one case in so many, another part for each route; all of them in `make soak`.

    The seed says which route gets which part, so rounds with other seeds deal otherwise.
    """
    share = max(1, share // times(1))
    return cases[(ROUTES.index(route) + seed()) % share :: share]


@pytest.fixture(scope="module")
def target(service: Service) -> Any:
    """A company with one of most things, so that keys like 1 name something."""
    company = founded(service)
    for path, sent in (
        ("/customers", {"Customer": {"Name": "A"}}),
        ("/suppliers", {"Supplier": {"Name": "A"}}),
        ("/articles", {"Article": {"Description": "A"}}),
        ("/projects", {"Project": {"Description": "A"}}),
        ("/costcenters", {"CostCenter": {"Code": "1", "Description": "A"}}),
    ):
        company.post(path, sent)
    yield company
    company.api.close()


@pytest.fixture
def line(service: Service) -> Iterator[HTTPConnection]:
    """A plain connection: it sends what it is given and costs next to nothing."""
    place = urlsplit(service.url)
    connection = HTTPConnection(str(place.hostname), place.port, timeout=60)
    yield connection
    connection.close()


def harmless(status: int, body: bytes, sent: str) -> None:
    """A plain success without a null, or a refusal in the contract's form."""
    assert status < 500, f"{sent}: {status} {body!r}"
    if status < 400:
        assert b"null" not in body.replace(b'"null"', b"") or b"null" in sent.encode(), sent
        return
    told = json.loads(body)["ErrorInformation"]
    assert told["Error"] == told["error"] == 1, sent
    assert told["Code"] == told["code"] == 9_000_000 + status, sent
    assert told["Message"] == told["message"], sent


def under_base(route: Route[Endpoint]) -> str:
    """Where it answers in any case: addresses of our own are not at the root."""
    return BASE + route.path


class Sender:
    """Sends to a route on behalf of a company, and judges what comes back."""

    def __init__(self, company: Company, line: HTTPConnection, route: Route[Endpoint]) -> None:
        self.line, self.route = line, route
        self.headers = {"Authorization": str(company.api.headers["Authorization"])}

    def __call__(self, key: str = "1", query: str = "", body: bytes = b"{}") -> None:
        path = "/".join(
            quote(key, safe="%;*") if part.startswith("{") else part
            for part in under_base(self.route).split("/")
        )
        sent = f"{self.route.method} {path[:200]}?{query[:200]} {body[:200]!r}"
        try:
            answer = self._answer(f"{path}?{query}", body)
        except ConnectionError:  # a line left idle for seconds, on a busy machine, is hung up
            self.line.close()
            answer = self._answer(f"{path}?{query}", body)
        harmless(answer.status, answer.read(), sent)

    def _answer(self, address: str, body: bytes) -> HTTPResponse:
        self.line.request(self.route.method, address, body, self.headers)
        return self.line.getresponse()


@pytest.fixture
def send(target: Company, line: HTTPConnection, route: Route[Endpoint]) -> Sender:
    return Sender(target, line, route)


@each_of(route for route in ROUTES if "{" in route.path)
def test_hostile_keys(send: Sender, route: Route[Endpoint]) -> None:
    for key in dealt(KEYS, route, 2):
        send(key)


@every_route
def test_hostile_queries(send: Sender, route: Route[Endpoint]) -> None:
    for query in dealt(QUERIES, route, 8):
        send(query=quote(query, safe="%=&?;[]"))


@every_route
def test_hostile_bodies(send: Sender, route: Route[Endpoint]) -> None:
    """Calls that take no body ignore it, but hang up on one that is long."""
    told = route.endpoint.describes
    assert told
    takes = route.endpoint.takes_body
    texts = [text for text in TEXTS if takes or len(text) < LONG_BODY]
    for text in dealt(texts, route, 2 if takes else 40):
        send(body=text.replace(b"NAME", told.resource.singular.encode()))


@each_of(route for route in ROUTES if route.endpoint.takes_body)
def test_hostile_values_in_every_field(send: Sender, route: Route[Endpoint]) -> None:
    """Values that a field takes are sent in it; those it refuses are shown to be by the tables.

    Fields without a column of their own go the same way, so they are sent together.
    """
    told = route.endpoint.describes
    assert told
    resource = told.resource
    needed = {name: NEEDED[name] for name in resource.fields if name in NEEDED and told.creates}
    rows = {resource.rows.plural: [ROW, ROW]} if resource.rows else {}
    for value in dealt(VALUES, route, 20):
        _send(send, dict.fromkeys([*resource.fields, "Unknown", *rows], value))
        for sent in _taken(resource, value):
            _send(send, {**needed, **rows, **sent})
        if resource.rows:
            for sent in _taken(resource.rows, value):
                both = [{**ROW, **sent}, {**ROW, **sent}]
                _send(send, {**needed, resource.rows.plural: both})


def _taken(resource: Resource, value: Any) -> Iterator[dict[str, Any]]:
    """The value in each field that takes it: alone where it has a column, the others together."""
    together: dict[str, Any] = {"Unknown": value}
    columns = COLUMNS.get(resource.record, ())
    for name, field in resource.fields.items():
        if not _takes(field, value):
            continue
        if field.attribute in columns:
            yield {name: value}
        else:
            together[name] = value
    yield together


def _takes(field: Field, value: Any) -> bool:
    try:
        field.accept(parsed(json.dumps(value).encode()))
    except Invalid:
        return False
    return True


# fmt: off
NEEDED = {
    "Name": "A", "Description": "A", "Code": "Z9", "Number": 1932, "AccountNumber": 1930, "Account": 1930,
    "CustomerNumber": "1", "TransactionDate": "2026-11-01", "VoucherSeries": "A", "InvoiceNumber": 1,
}
ROW = {"Account": 1930, "Debit": 1, "AccountNumber": 3001, "Price": 1, "DeliveredQuantity": 1, "Amount": 1}
# fmt: on


def _send(send: Sender, sent: dict[str, Any]) -> None:
    assert send.route.endpoint.describes
    name = send.route.endpoint.describes.resource.singular
    send(body=json.dumps({name: sent}, ensure_ascii=False).encode())
