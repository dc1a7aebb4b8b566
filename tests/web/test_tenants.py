"""Another organisation's record is as good as none: same answer to the byte, and nothing written.

The calls are made from the route table, which the OpenAPI document is made from as well: a new
operation without a line in the tables here or in `tour.py` fails.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import jwt
import pytest
from sqlalchemy import UniqueConstraint
from tests.service import KEY, Company, Service, founded, relative
from tests.tenants import OWNED, differing, kept
from tests.web.purchasing import DATES
from tests.web.samples import SAMPLES
from tests.web.tour import FRESH, VOUCHER, Keys, address, kind, named, register_body

from reskontra.domain.organisation import Plan
from reskontra.people import grants
from reskontra.people.scopes import SCOPES
from reskontra.web.openapi import document
from reskontra.web.resources import Endpoint
from reskontra.web.router import Route
from reskontra.web.routes import ROUTES

NO_RECORDS = {"sie": "what stands in its address is a type of file, and no record's key"}
KEYED = tuple(route for route in ROUTES if "{" in route.path and kind(route) not in NO_RECORDS)
LISTED = tuple(
    route
    for route in ROUTES
    if route.method == "GET" and "{" not in route.path and kind(route) in FRESH
)
EVERYONES = {"predefinedaccounts": "the same names in every organisation, so none is another's"}

# Keys that no organisation has ever had, like those that the victim has.
NEVER: dict[str, Keys] = {
    "accounts": {"key": "8998"},
    "financialyears": {"key": "9"},
    "vouchers": {"series": "A", "number": "999"},
}
NEVER_NUMBERED = {"key": "799999"}


def invoice(customer: str) -> Any:
    return {"Invoice": {"CustomerNumber": customer}}


def purchase(supplier: str) -> Any:
    return {"SupplierInvoice": {**DATES, "SupplierNumber": supplier, "InvoiceNumber": "1"}}


def payment(singular: str, invoice: str) -> Any:
    return {singular: {"InvoiceNumber": invoice, "Amount": 1}}


def voucher(series: str = "A", account: str = "1930") -> Any:
    rows = [{"Account": int(account), "Debit": 1}, {"Account": 3001, "Credit": 1}]
    return {"Voucher": {**VOUCHER, "VoucherSeries": series, "VoucherRows": rows}}


def mode_of_payment(account: str) -> Any:
    return {"ModeOfPayment": {"Code": "ZZ", "Description": "x", "AccountNumber": int(account)}}


# References in the body of a POST: each is refused, and the answer must not tell why.
# fmt: off
REFERENCES: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    ("/invoices",                "customers",        invoice),
    ("/invoicepayments",         "invoices",         partial(payment, "InvoicePayment")),
    ("/supplierinvoices",        "suppliers",        purchase),
    ("/supplierinvoicepayments", "supplierinvoices", partial(payment, "SupplierInvoicePayment")),
    ("/vouchers",                "voucherseries",    lambda key: voucher(series=key)),
    ("/vouchers",                "accounts",         lambda key: voucher(account=key)),
    ("/modesofpayments",         "accounts",         mode_of_payment),
)
# fmt: on


@dataclass(frozen=True)
class Scene:
    """A victim with one record of each kind, and someone else, who has none of them."""

    victim: Company
    other: Company
    keys: dict[str, Keys]

    def there(self, route: Route[Endpoint]) -> Keys:
        """The victim's, for the parameters that the address has."""
        return {name: key for name, key in self.keys[kind(route)].items() if name in route.path}

    def never(self, route: Route[Endpoint]) -> Keys:
        known = NEVER.get(kind(route), NEVER_NUMBERED)
        return {name: key for name, key in known.items() if name in route.path}


@pytest.fixture(scope="module")
def scene(service: Service) -> Scene:
    victim, other = founded(service, name="Offret AB"), founded(service, name="Annan AB")
    return Scene(victim, other, {name: fresh(victim) for name, fresh in FRESH.items()})


def test_every_kind_of_record_is_in_the_matrix(scene: Scene) -> None:
    """Of the OpenAPI document too: no operation with a key is left out."""
    described = document("http://127.0.0.1")["paths"]
    parameters = {path for path, told in described.items() if told.get("parameters")}
    others = {route.path for route in ROUTES if kind(route) in NO_RECORDS}
    assert {route.path for route in KEYED} == parameters - others
    for route in KEYED:
        assert set(scene.there(route)) == set(scene.never(route)) != set(), named(route)


# Who asks


def without(scope: str, company: Company) -> str:
    return company.token(" ".join(each for each in SCOPES if each != scope))


def resigned(token: str, **claims: Any) -> str:
    said = jwt.decode(token, options={"verify_signature": False})
    return jwt.encode(said | claims, KEY, "HS256")


def expired(company: Company) -> str:
    now = int(company.service.clock().timestamp())
    return resigned(company.token(), iat=now - 7200, exp=now - 3600)


def revoked(company: Company) -> str:
    token = company.token()
    grant = jwt.decode(token, options={"verify_signature": False})["grantId"]
    company.service.write(lambda tx: grants.revoke(tx, grant, 1))
    return token


def of_the_same_client(scene: Scene) -> str:
    """The victim's integration, approved by the other organisation too."""
    return Company(
        scene.other.service, scene.other.organisation, scene.victim.client_id, scene.other.api
    ).token()


@contextmanager
def on_a_low_plan(company: Company) -> Iterator[None]:
    company.set(plan=Plan.FREE)
    try:
        yield
    finally:
        company.set(plan=Plan.AI_PRO)


def misnamed(scene: Scene, scope: str) -> str:
    """A grant of one organisation in a token that names another."""
    return resigned(scene.other.token(), tenantId=scene.victim.id)


# Each asks for the victim's record and for one that never was; the status is that of both, where
# the gate decides it. The token is made by the scope that the call needs.
# fmt: off
IDENTITIES: dict[str, tuple[int | None, Callable[[Scene, str], str]]] = {
    "another organisation":                   (None, lambda at, scope: at.other.token()),
    "another organisation, the same client":  (None, lambda at, scope: of_the_same_client(at)),
    "another organisation, no such scope":    (403,  lambda at, scope: without(scope, at.other)),
    "another organisation, low plan":         (403,  lambda at, scope: at.other.token()),
    "another organisation, expired":          (401,  lambda at, scope: expired(at.other)),
    "another organisation, revoked":          (401,  lambda at, scope: revoked(at.other)),
    "another organisation, by another's name": (401, misnamed),
    "the organisation itself, no such scope": (403,  lambda at, scope: without(scope, at.victim)),
    "the organisation itself, low plan":      (403,  lambda at, scope: at.victim.token()),
    "the organisation itself, expired":       (401,  lambda at, scope: expired(at.victim)),
    "the organisation itself, revoked":       (401,  lambda at, scope: revoked(at.victim)),
    "nobody":                                 (401,  lambda at, scope: ""),
}
# fmt: on


def said(answer: httpx.Response) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All of the answer but the moment."""
    headers = [(name, value) for name, value in answer.headers.multi_items() if name != "date"]
    return answer.status_code, answer.content, headers


def asked(company: Company, method: str, path: str, token: str, body: Any = None) -> Any:
    headers = {"Authorization": f"Bearer {token}", "X-Request-Id": "the-same-each-time"}
    request = company.api.build_request(method, path, json=body, headers=headers)
    if not token:
        del request.headers["Authorization"]
    return said(company.api.send(request))


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_answer_is_that_for_a_key_that_never_was(scene: Scene, identity: str) -> None:
    status, token_for = IDENTITIES[identity]
    subject = scene.victim if "itself" in identity else scene.other
    with on_a_low_plan(subject) if "low plan" in identity else nullcontext():
        tokens = {scope: token_for(scene, scope) for scope in SCOPES}
        owners = (scene.victim, scene.other)
        before = [kept(each.service.database_url, each.id) for each in owners]
        for route in KEYED:
            if kind(route) in EVERYONES and status is None:
                continue
            token, body = tokens[route.endpoint.scope], {} if route.endpoint.takes_body else None
            there, never = (
                asked(subject, route.method, address(route, keys), token, body)
                for keys in (scene.there(route), scene.never(route))
            )
            assert there == never, named(route)
            assert there[0] == (status or (200 if "sublist" in route.path else 404)), named(route)
        after = [kept(each.service.database_url, each.id) for each in owners]
    assert [differing(*pair) for pair in zip(before, after, strict=True)] == [[], []]


def test_with_its_own_token_the_organisation_does_find_its_records(scene: Scene) -> None:
    """Else all of the above would be true of a service that finds nothing."""
    for route in (each for each in KEYED if each.method == "GET" and not each.endpoint.writes):
        answer = scene.victim.api.get(address(route, scene.there(route)))
        assert answer.status_code == 200, named(route)


@pytest.mark.parametrize(("path", "about", "body"), REFERENCES)
def test_a_reference_to_anothers_record_is_one_to_nothing(
    scene: Scene, path: str, about: str, body: Callable[[str], Any]
) -> None:
    before = [kept(each.service.database_url, each.id) for each in (scene.victim, scene.other)]
    token, key = scene.other.token(), scene.keys[about]["key"]
    never = NEVER.get(about, NEVER_NUMBERED)["key"]
    there, nowhere = (asked(scene.other, "POST", path, token, body(each)) for each in (key, never))
    assert there[0] == nowhere[0] in (400, 404), there
    quoted = f" {key}", f" {never}"  # a message may tell the caller what they sent themselves
    assert there[1].replace(quoted[0].encode(), b"") == nowhere[1].replace(quoted[1].encode(), b"")
    after = [kept(each.service.database_url, each.id) for each in (scene.victim, scene.other)]
    differences = [differing(*pair) for pair in zip(before, after, strict=True)]
    assert differences == [[], ["grants"]]  # the token that this test asked for


def test_no_list_of_anothers_shows_it(scene: Scene) -> None:
    """The other organisation's lists are those of one in which nothing ever happened."""
    untouched = founded(scene.victim.service)
    for route in LISTED:
        path = relative(route.path)
        others, new = (asked(each, "GET", path, each.token()) for each in (scene.other, untouched))
        assert others == new, path
        if kind(route) not in EVERYONES:
            assert asked(scene.victim, "GET", path, scene.victim.token()) != new, path


# What is unique is unique within the organisation


def test_every_key_begins_with_its_owner() -> None:
    for name, table in OWNED.items():
        unique = [
            list(each.columns) for each in table.constraints if isinstance(each, UniqueConstraint)
        ]
        unique += [list(index.columns) for index in table.indexes if index.unique]
        unique += [list(table.primary_key)] if name != "grants" else []  # numbered by the database
        assert {columns[0].name for columns in unique} <= {"organisation_id"}, name


def test_a_number_taken_by_another_is_free(service: Service) -> None:
    here, there = founded(service), founded(service)
    for sample in SAMPLES:
        sent = register_body(sample, here)
        sent[sample.resource.singular].setdefault(sample.resource.key, "T-1")
        for company, status in ((here, 201), (there, 201), (here, 400)):
            company.post(sample.path, sent, status)
