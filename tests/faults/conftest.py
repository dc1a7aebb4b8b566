"""Servers that these tests alone use, because they stop, hang and fill them."""

from collections.abc import Iterator

import pytest

from tests.servers import OwnPostgresql, own_postgresql


@pytest.fixture(scope="package")
def troubled_postgresql() -> Iterator[OwnPostgresql]:
    with own_postgresql() as server:
        yield server
