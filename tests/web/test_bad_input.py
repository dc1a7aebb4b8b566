"""A fixed corpus of hostile input, sent to every endpoint of the route table.

Whatever is sent, the answer is a refusal in the contract's form or a plain success: never a 5xx.
"""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from tests.service import Company, Service, founded, refused

from reskontra.contract.fields import Field
from reskontra.contract.parsing import parsed
from reskontra.contract.resource import Resource
from reskontra.domain.errors import Invalid
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES

every_route = pytest.mark.parametrize(
    "route", ROUTES, ids=lambda route: f"{route.method} {route.path}"
)

# fmt: off
KEYS = (
    "0", "-1", "+1", "1.0", "1e3", "01", str(2**31), str(2**63), str(2**64), "9" * 400, "9" * 10_000,
    "%D9%A3", "%00", "1%00", "..%2f", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%ff", "%ED%A0%80", "%F0%9F%98%80",
    "'", "%27%20OR%201=1--", "%25", "_", "%5C", "null", "API_BLANK", "%20", "%0d%0aX:y", "a" * 2_000, "%", "%zz", "%E5",
)
QUERIES = (
    "limit=-1", "limit=0", "limit=x", "limit=1e9", f"limit={'9' * 400}", "page=-1", f"page={2**63}",
    f"offset={2**64}", "offset=%D9%A3", "sortby=1", "sortby=%00", "sortorder=x", "filter=%00",
    "filter=x", "lastmodified=0000-00-00", "lastmodified=0001-01-01", "lastmodified=9999-12-31 23:59:59",
    "lastmodified=2026-02-30", "fromdate=x", "fromdate=0001-01-01&todate=9999-12-31", "todate=2026-13-01",
    "name=%25", "name=%5C", "name=%ff", "name=%ED%A0%80", f"name={'x' * 20_000}", f"description={'%25_' * 5_000}",
    f"customername={'x' * 20_000}", "financialyear=x", "financialyear=0", f"financialyear={2**63}", "financialyear=-1",
    "financialyeardate=x", "financialyeardate=0001-01-01", "date=9999-12-31", "sru=x", f"sru={2**63}", "webshop=x",
    "invoicenumber=x", f"invoicenumber={2**63}", f"documentnumber={'9' * 400}", "a=b&a=c&A=d", "&&&", "=", "%00=1", "x" * 20_000,
)
TEXTS = (
    b"", b" ", b"null", b"[]", b"{}", b"1", b'"x"', b"{", b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"a":1,"a":2}', b"NaN", b'{"a":Infinity}',
    b'{"a":"\\u0000"}', b'{"a":"\\ud800"}', b"[" * 100_000, b'{"a":' * 40 + b"1" + b"}" * 40, b'{"a":1e999999999}', b'{"a":' + b"9" * 5_000 + b"}",
    b"<xml/>", b"a=b", b'{"a":\t1,}', b"'", b'{"\\u0000":1}', b"\x00" * 100,
)
VALUES: tuple[Any, ...] = (
    None, "", "API_BLANK", 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**39, 0.1, 1e-30, 1e30, True, False, [], {}, [[]], [None], [1], [{}],
    {"a": None}, {"a": {"b": [1, {"c": "API_BLANK"}]}}, "x", " ", "0", "-0", "1e5", "1e31", "٣", "NaN", "Infinity", "2026-02-30", "9999-12-31", "0001-01-01",
    "x" * 1_024, "x" * 1_025, "x" * 70_000, "\U0001f600" * 1_024, "ﬃ" * 1_000, "a\nb", "\u202e", "'; DROP TABLE customers; --", "<script>", "{{7*7}}",
    "999999999999.99", "1000000000000", 999999999999.99, "0.005", "1,5", "0x10", "true", "TRUE", "sv", "SEK", "1930", 1930, "100", "st",
)
# fmt: on


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


def harmless(answer: httpx.Response) -> None:
    if answer.status_code >= 400:
        refused(answer, answer.status_code)
    assert answer.status_code < 500, f"{answer.request.url}: {answer.text}"
    assert "null" not in answer.text.replace('"null"', "") or not answer.is_success


def sent_to(
    company: Company, route: Route[Endpoint], key: str, query: str = "", **body: Any
) -> None:
    path = "/".join(
        quote(key, safe="%") if part.startswith("{") else part for part in route.path.split("/")
    )
    url = httpx.URL(company.service.url).copy_with(raw_path=f"{path}?{query}".encode())
    harmless(company.api.request(route.method, url, **body))


@every_route
def test_hostile_keys(target: Company, route: Route[Endpoint]) -> None:
    if "{" in route.path:
        for key in KEYS:
            sent_to(target, route, key, json={})


@every_route
def test_hostile_queries(target: Company, route: Route[Endpoint]) -> None:
    for query in QUERIES:
        sent_to(target, route, "1", quote(query, safe="%=&"), json={})


@every_route
def test_hostile_bodies(target: Company, route: Route[Endpoint]) -> None:
    for text in TEXTS:
        sent_to(target, route, "1", content=text)


@every_route
def test_hostile_values_in_every_field(target: Company, route: Route[Endpoint]) -> None:
    """Values that a field takes are sent in it; those it refuses are shown to be by the tables.

    Fields that are merely carried go the same way, so they are sent together.
    """
    told = route.endpoint.describes
    if not route.endpoint.takes_body or told is None:
        return
    resource = told.resource
    needed = {name: NEEDED[name] for name in resource.fields if name in NEEDED and told.creates}
    rows = {resource.rows.plural: [ROW, ROW]} if resource.rows else {}
    for value in VALUES:
        _send(target, route, dict.fromkeys([*resource.fields, "Unknown", *rows], value))
        for sent in _taken(resource, value):
            _send(target, route, {**needed, **rows, **sent})
        if resource.rows:
            for sent in _taken(resource.rows, value):
                both = [{**ROW, **sent}, {**ROW, **sent}]
                _send(target, route, {**needed, resource.rows.plural: both})


def _taken(resource: Resource, value: Any) -> Iterator[dict[str, Any]]:
    """The value in each field that takes it: the carried ones together, the others one by one."""
    together: dict[str, Any] = {"Unknown": value}
    for name, field in resource.fields.items():
        if not _takes(field, value):
            continue
        if resource.keeps(field):
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


def _send(company: Company, route: Route[Endpoint], sent: dict[str, Any]) -> None:
    assert route.endpoint.describes
    name = route.endpoint.describes.resource.singular
    sent_to(company, route, "1", content=json.dumps({name: sent}).encode())
