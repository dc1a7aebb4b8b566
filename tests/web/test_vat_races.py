"""Filing at once, and filing that breaks off: a period is filed once, or not at all."""

from functools import partial
from typing import Any

import pytest
from tests.service import Company, Service, founded, in_every_form
from tests.sizes import times
from tests.web import vat
from tests.web.invoicing import customer, draft
from tests.web.parallel import at_once, in_the_midst, statuses
from tests.web.purchasing import at_desk

from reskontra.actions import vat_returns
from reskontra.actions.desk import Desk
from reskontra.audit.auditor import audited

pytestmark = in_every_form
CALLS = 12


def selling(service: Service) -> tuple[Company, str, str]:
    """A company, the name of its last VAT year, and a day in it."""
    company = founded(service)
    company.set(**vat.OWNER, vat_period="year")
    last = service.clock().year - 1
    vat.sold(company, f"{last}-03-01", vat.work(1000))
    return company, f"{last}12", f"{last}-04-01"


def test_of_two_filings_at_once_one_is_done(service: Service) -> None:
    for _ in range(times(1)):
        company, period, _ = selling(service)
        file_it = ("PUT", vat.ours(company, f"/vatreturns/{period}/file"), None)
        assert statuses(at_once(company, [file_it] * 3)) == {200: 1, 409: 2}
        assert (vat.read(company, period)["Number"], vat.listed(company)[period]) == (1, "filed")
        company.api.close()
        assert audited(service.database_url, company.id).violations == []


def test_what_is_posted_meanwhile_is_in_the_return_or_refused(service: Service) -> None:
    for _ in range(times(1)):
        company, period, day = selling(service)
        dated = {"CustomerNumber": customer(company), "InvoiceDate": day}
        drafts = [draft(company, **dated)["DocumentNumber"] for _ in range(CALLS)]
        calls = [("PUT", f"/invoices/{number}/bookkeep", None) for number in drafts]

        def file(desk: Desk, name: str) -> Any:
            return vat_returns.file(desk, name, confirmed=True)

        file_it = partial(at_desk, company, partial(file, name=period))
        answers, filed = in_the_midst(company, calls, 4, file_it)
        told = statuses(answers)
        assert set(told) <= {200, 409}
        assert {each.box: each.kronor for each in filed.boxes}["05"] == 1000 * (1 + told[200])
        company.api.close()
        assert audited(service.database_url, company.id).violations == []


class Broken(Exception):
    """What comes up when all of it has been written."""


def test_a_filing_that_breaks_off_leaves_nothing(service: Service) -> None:
    company, period, _ = selling(service)
    before = company.get("/vouchers", financialyear=1, limit=500)

    def work(desk: Desk) -> None:
        vat_returns.file(desk, period)
        raise Broken

    with pytest.raises(Broken):
        at_desk(company, work)
    assert company.get("/vouchers", financialyear=1, limit=500) == before
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == ""
    assert vat.read(company, period)["State"] == "open"
    vat.filed(company, period)
    company.api.close()
    assert audited(service.database_url, company.id).violations == []
