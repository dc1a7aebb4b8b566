"""Books on either engine, for a service that is to be killed."""

import pytest

from tests.service import ENGINES, fresh_database


@pytest.fixture(params=ENGINES)
def books_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return fresh_database(request, tmp_path_factory)
