"""VAT that came in a SIE file was told of elsewhere: a return is of the rest, and settles that."""

from typing import Any

import pytest
from tests.domain.voucher_blocks import block
from tests.service import Company, Service, founded
from tests.sie.files import YEAR, sie
from tests.web import vat
from tests.web.reporting import report
from tests.web.test_sie_import import at_desk, taken_in
from tests.web.test_years import move_to

from reskontra.actions.importing import undone
from reskontra.audit.auditor import audited

PERIOD = "202602"
WITH_VAT = sie(
    YEAR.replace("#UB 0 1510 1000.00", "#UB 0 1510 1250.00\n#UB 0 2611 -250.00")
    .replace("202602 1510 {} 1000.00", "202602 1510 {} 1250.00\n#PSALDO 0 202602 2611 {} -250.00")
    .replace("#KONTO 3001", '#KONTO 2611 "Utgående moms"\n#KTYP 2611 S\n#KONTO 3001')
    .replace("#TRANS 1510 {} 1000.00", "#TRANS 1510 {} 1250.00\n#TRANS 2611 {} -250.00")
)
OWN_SALE = """
    D 2611 500.00
    K 2650 500.00
"""


@pytest.fixture
def trader(service: Service) -> Any:
    """A company that tells of its VAT each month, and whose past is in a file."""
    company = founded(service, **vat.OWNER, vat_period="month")
    move_to(company, "2026-11-17")
    yield company
    assert audited(service.database_url, company.id).violations == []


def test_a_return_is_filed_of_what_no_file_brought_and_settles_that(trader: Company) -> None:
    plan = taken_in(trader, WITH_VAT)
    vat.sold(trader, "2026-02-20", vat.work(2000))
    looked_at = vat.read(trader, PERIOD)
    assert (looked_at["Differences"], looked_at["Hindrances"]) == ([], [])
    [said] = looked_at["LeftOut"]
    assert f"1 verifikationer från SIE-import {plan.id}" in said
    assert report(trader, "vat", fromdate="2026-02-01", todate="2026-02-28")["Notes"] == [said]
    done = vat.filed(trader, PERIOD)
    assert vat.boxes(done) == {"05": 2000, "10": 500, "49": 500}
    assert vat.rows(done["Vouchers"][0]) == block(OWN_SALE)


def test_a_file_that_was_taken_back_does_not_stop_the_filing(trader: Company) -> None:
    plan = taken_in(trader, WITH_VAT)
    at_desk(trader, lambda desk: undone(desk, plan.id))
    vat.sold(trader, "2026-02-20", vat.work(2000))
    assert vat.read(trader, PERIOD)["LeftOut"] == []
    assert vat.rows(vat.filed(trader, PERIOD)["Vouchers"][0]) == block(OWN_SALE)
