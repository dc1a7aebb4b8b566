"""A few hundred calls that schemathesis draws from the OpenAPI document, valid and not."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from reskontra.web.openapi import document
from reskontra.web.routes import ROUTES
from tests.service import Company, founded, running

SCHEMA = schemathesis.openapi.from_dict(document("http://127.0.0.1/api/v1"))
CASES = 12


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    with running(f"sqlite:///{tmp_path_factory.mktemp('drawn') / 'books.db'}") as service:
        company = founded(service)
        company.post("/customers", {"Customer": {"Name": "A"}})
        yield company
        company.api.close()


@SCHEMA.parametrize()
@settings(
    max_examples=CASES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_answer_is_a_fault_or_undocumented(case: schemathesis.Case, called: Company) -> None:
    # Keys that name nothing are tried elsewhere: here a call is to get as far as it can.
    case.path_parameters = dict.fromkeys(case.path_parameters or {}, "1")
    answer = case.call(
        base_url=f"{called.service.url}/api/v1",
        headers={"Authorization": called.api.headers["Authorization"]},
    )
    assert answer.status_code < 500, answer.text
    documented = case.operation.definition.raw["responses"]
    assert str(answer.status_code) in {*documented, "405"}, answer.text


def test_every_route_is_drawn_from() -> None:
    assert len(list(SCHEMA.get_all_operations())) == len(ROUTES)
