"""Calls that schemathesis draws from the OpenAPI document in all its phases, on both engines.

Whatever is sent, the answer is no fault, its status is documented, and its media type, headers and
body are what the document says of them. `make soak` draws many more (`--hypothesis-seed` replays).
"""

import itertools
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from reskontra.audit.auditor import audited
from reskontra.web.examples import EXAMPLES
from reskontra.web.openapi import document
from reskontra.web.routes import ROUTES
from tests.service import ENGINES, Company, Service, founded, fresh_database, relative, running
from tests.sizes import times
from tests.web.claiming import paid_work


def schema(*phases: str) -> Any:
    """The document, to be drawn from in these phases alone."""
    made = schemathesis.openapi.from_dict(document("http://127.0.0.1/api/v1"))
    for phase in ("examples", "coverage", "fuzzing"):
        getattr(made.config.phases, phase).enabled = phase in phases
    return made


FUZZED, COVERED, LINKED = schema("examples", "fuzzing"), schema("coverage"), schema()
PROMISES = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
CALLS = times(2)  # for each operation and engine
# The ten thousand calls of the coverage phase take longer to think up than to answer, and that at
# collection: `make test` has those of some addresses, on one engine, and makes one in so many.
SHARE = max(1, 5 // times(1))
COVERED_ENGINES = ENGINES[: times(1)]
if times(1) == 1:
    COVERED = COVERED.include(path_regex="^/3/(invoices|vouchers|units)")
SCENARIOS, STEPS = times(5), 20
SETTINGS = hypothesis.settings(
    max_examples=CALLS,
    deadline=None,
    derandomize=times(1) == 1,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# What a text drawn at random would never name; without these, few calls get beyond a refusal.
# fmt: off
PLAUSIBLE: dict[str, Any] = {
    "CustomerNumber": "1", "SupplierNumber": "1", "ArticleNumber": "HAMMARE", "InvoiceNumber": 1, "Currency": "SEK",
    "AccountNumber": 3001, "Account": 6110, "ModeOfPayment": "BG", "Project": "1", "CostCenter": "UMEA", "VAT": 25,
    "Email": "a@exempel.se", "EmailInvoice": "a@exempel.se", "CountryCode": "SE", "DeliveryCountryCode": "SE",
}
# fmt: on
COUNT = itertools.count()


@pytest.fixture(scope="module", params=ENGINES)
def called(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Company]:
    """A company in a service of its own."""
    database_url = fresh_database(request, tmp_path_factory)
    with running(database_url) as service:
        yield furnished(service)
    assert audited(database_url).violations == []


def furnished(service: Service) -> Company:
    """A company that has one of everything."""
    company = founded(service)
    resources = {each.resource.singular: each.resource for each in _described()}
    for name, example in EXAMPLES.items():
        if name == "TaxReductionClaim":
            paid_work(company, day="2026-11-10")  # else there is nothing to claim
        resource = resources[name]
        path = relative(f"{'' if resource.own else '/3'}/{resource.path}")
        company.post(path, {name: example})
        if name in ("Invoice", "SupplierInvoice"):
            company.put(f"{path}/1/bookkeep")
    return company


def _described() -> Iterator[Any]:
    return (route.endpoint.describes for route in ROUTES)


@pytest.fixture(scope="module")
def line() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


def kept(case: schemathesis.Case, company: Company, line: requests.Session) -> None:
    """The call is made, and what the document promises of its answer is kept."""
    authorised = {"Authorization": company.api.headers["Authorization"]}
    base = f"{company.service.url}/api/v1"
    answer = case.call(base_url=base, headers=authorised, session=line, timeout=60)
    case.validate_response(answer, checks=PROMISES)


def plausible(sent: Any) -> Any:
    """What was drawn, with names of what exists wherever something is named."""
    if isinstance(sent, list):
        return [plausible(member) for member in sent]
    if isinstance(sent, dict):
        return {name: PLAUSIBLE.get(name, plausible(value)) for name, value in sent.items()}
    return sent


def within_reach(case: schemathesis.Case) -> schemathesis.Case:
    """Keys that name nothing are tried elsewhere: here a call is to get as far as it can."""
    case.path_parameters = dict.fromkeys(case.path_parameters or {}, "1")
    return case


@FUZZED.parametrize()
@SETTINGS
def test_examples_and_fuzzing(
    case: schemathesis.Case, called: Company, line: requests.Session
) -> None:
    assert case.meta
    if case.meta.generation.mode.is_positive:
        case.body = plausible(case.body)
    kept(within_reach(case), called, line)


@COVERED.parametrize()
@pytest.mark.parametrize("called", COVERED_ENGINES, indirect=True)
@SETTINGS
def test_coverage(case: schemathesis.Case, called: Company, line: requests.Session) -> None:
    if next(COUNT) % SHARE == 0:
        kept(within_reach(case), called, line)


def test_stateful(called: Company, line: requests.Session) -> None:
    """Records that one call makes are asked for, changed, issued and removed by others."""

    class Scenario(LINKED.as_state_machine()):  # type: ignore[misc]
        def setup(self) -> None:
            """Another company each time: the same calls are to be answered alike."""
            self.company = furnished(called.service)

        def teardown(self) -> None:
            self.company.api.close()

        def before_call(self, case: schemathesis.Case) -> None:
            case.body = plausible(case.body)

        def get_call_kwargs(self, case: schemathesis.Case) -> dict[str, Any]:
            authorised = {"Authorization": self.company.api.headers["Authorization"]}
            base = f"{called.service.url}/api/v1"
            return {"base_url": base, "headers": authorised, "session": line, "timeout": 60}

        def validate_response(self, response: Any, case: schemathesis.Case, **_: Any) -> None:
            case.validate_response(response, checks=PROMISES)

    sized = {"max_examples": SCENARIOS, "stateful_step_count": STEPS}
    Scenario.run(settings=hypothesis.settings(SETTINGS, phases=[Phase.generate], **sized))


def test_every_route_is_drawn_from_and_the_links_are_followed() -> None:
    assert len(list(LINKED.get_all_operations())) == len(ROUTES)
    assert LINKED.statistic.transitions.total > len(EXAMPLES)
