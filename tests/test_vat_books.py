"""Books with VAT returns: the auditor names each fault in them, and the database refuses most."""

from collections.abc import Iterator
from datetime import date

import apsw
import psycopg
import pytest

from reskontra.actions.door import fire
from reskontra.actions.vat_returns import VAT_RETURNS, Filing
from reskontra.actions.years import LOCKED_PERIOD
from reskontra.audit.auditor import audited
from reskontra.domain.vat_period import Period
from tests.example_books import ENGINES, Bookkeeper, Template, keep_books, sold, templates
from tests.planted_faults import HURT, MINE
from tests.planted_vat_faults import VAT_ATTACKS, VAT_FAULTS
from tests.test_alterations import another, relied_on
from tests.test_auditor import names, spoil
from tests.test_purchase_books import attempt

NOVEMBER = Filing(Period(date(2026, 11, 1), date(2026, 11, 30)))


def keep_returns(keeper: Bookkeeper) -> None:
    """Return 1 was reopened, 2 takes its place; then something is sold in the next month."""
    keep_books(keeper)
    desk = keeper.desk
    filed = fire(VAT_RETURNS, desk, None, "file", NOVEMBER)
    fire(LOCKED_PERIOD, desk, LOCKED_PERIOD.take(desk), "lock", None)
    fire(VAT_RETURNS, desk, VAT_RETURNS.take(desk, filed.number), "reopen", "Ett kvitto saknas")
    keeper.issued(sold(1))
    fire(VAT_RETURNS, desk, None, "file", NOVEMBER)
    keeper.issued(sold(1), invoice_date=date(2026, 12, 1))


@pytest.fixture(scope="session", params=ENGINES)
def returns(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Template]:
    yield from templates(request, tmp_path_factory, keep_returns)


def test_sound_returns_pass(returns: Template) -> None:
    assert audited(returns.url).violations == []


@pytest.mark.parametrize(
    ("statement", "found"), [f[1:] for f in VAT_FAULTS], ids=[f[0] for f in VAT_FAULTS]
)
def test_a_planted_fault_is_named(returns: Template, statement: str, found: set[str]) -> None:
    url = returns.copied()
    spoil(url, statement)
    assert names(url) == names(url, HURT) == found
    assert names(url, 1) == set()


@pytest.mark.parametrize(
    ("statement", "why"), [a[1:] for a in VAT_ATTACKS], ids=[a[0] for a in VAT_ATTACKS]
)
def test_the_database_itself_refuses(returns: Template, statement: str, why: str) -> None:
    with pytest.raises((apsw.Error, psycopg.Error), match=f"(?i){why}"):
        attempt(returns.url, statement)
    assert names(returns.url) == set()


@pytest.mark.parametrize("number", [1, 2])
def test_each_altered_field_is_found(returns: Template, number: int) -> None:
    url = returns.copied()
    spoil(url, f"CREATE TABLE unaltered AS SELECT * FROM vat_returns WHERE {MINE}")
    again = (
        f"DELETE FROM vat_returns WHERE {MINE}",
        "INSERT INTO vat_returns SELECT * FROM unaltered",
    )
    unseen = []
    for column in relied_on("vat_returns"):
        value = another(column, url.partition(":")[0])
        spoil(
            url,
            f"UPDATE vat_returns SET {column.name} = {value} WHERE {MINE} AND number = {number}",
        )
        if not names(url, HURT):
            unseen.append(column.name)
        spoil(url, *again)
    assert unseen == []
    assert names(url, HURT) == set()
