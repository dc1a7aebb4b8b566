"""Bookkeeping against a lock or a closing: whatever is posted was posted before it."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from tests.service import Company, Service, answered, founded, in_every_form
from tests.sizes import times
from tests.web.invoicing import customer, draft
from tests.web.parallel import at_once, in_the_midst, statuses
from tests.web.purchasing import at_desk
from tests.web.test_years import entry

from reskontra.actions import closing
from reskontra.actions.desk import Desk
from reskontra.audit.auditor import audited

pytestmark = in_every_form
LAST = 1  # a new company's first year, the one before this
CALLS = 16


def lock(day: date, desk: Desk) -> None:
    closing.lock_through(desk, day)


def close(_: date, desk: Desk) -> None:
    closing.close(desk, LAST, confirmed=True)


def posted(company: Company) -> int:
    found = company.get("/vouchers", voucherseries="B", financialyear=LAST, limit=1)
    return int(found["MetaInformation"]["@TotalResources"])


@pytest.mark.parametrize("shut", [lock, close])
def test_nothing_is_posted_once_the_books_are_shut(
    service: Service, shut: Callable[[date, Desk], None]
) -> None:
    for turn in range(times(1)):
        company = founded(service)
        day = date(service.clock().year - 1, 12, 1 + turn % 31)
        raced(company, day, partial(at_desk, company, partial(shut, day)))
        company.api.close()
        assert audited(service.database_url, company.id).violations == []


def raced(company: Company, day: date, shut: Callable[[], Any]) -> None:
    payer = customer(company)
    dated = {"CustomerNumber": payer, "InvoiceDate": day.isoformat()}
    drafts = [draft(company, **dated)["DocumentNumber"] for _ in range(CALLS)]
    calls = [("PUT", f"/invoices/{number}/bookkeep", None) for number in drafts]

    def shut_and_count() -> int:
        shut()
        return posted(company)

    answers, when_shut = in_the_midst(company, calls, 4, shut_and_count)
    told = statuses(answers)
    assert set(told) <= {200, 409}
    assert posted(company) == when_shut == told[200]
    late = company.api.put(f"/invoices/{draft(company, **dated)['DocumentNumber']}/bookkeep")
    assert late.status_code == 409
    check_balance(company, told[200])


def check_balance(company: Company, invoices: int) -> None:
    """The next year begins with every voucher of it, closed or open."""
    following = answered(company.api.get("/accounts/1510"), 200)["Account"]
    assert following["BalanceBroughtForward"] == 1250 * invoices


def test_of_two_closings_at_once_one_is_done(service: Service) -> None:
    """The other finds the year closed, and neither result nor equity is booked twice."""
    for _ in range(times(1)):
        company = founded(service)
        entry(company, f"{service.clock().year - 1}-03-01", "D 1930 1000", "K 3001 1000")
        close_it = ("PUT", f"/financialyears/{LAST}/close", None)
        assert statuses(at_once(company, [close_it] * 2)) == {200: 1, 409: 1}
        assert [year_ends(company, year) for year in (LAST, LAST + 1)] == [1, 1]
        company.api.close()
        assert audited(service.database_url, company.id).violations == []


def year_ends(company: Company, year: int) -> int:
    """How many vouchers of a year a closing has posted."""
    posted = company.get("/vouchers", financialyear=year, limit=500)["Vouchers"]
    return sum(each["ReferenceType"] == "YEAREND" for each in posted)
