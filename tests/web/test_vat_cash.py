"""VAT returns by the cash method: what is paid is told, and at a year's end all that is not."""

from datetime import date

import pytest
from tests.domain.voucher_blocks import block
from tests.service import Company, refused
from tests.web import invoicing, purchasing, vat, worked_company
from tests.web.purchasing import at_desk
from tests.web.test_cash_years import moved, told
from tests.web.test_years import LAST, close, move_to

from reskontra.actions import closing, vat_returns

YEAR = "202512"


@pytest.fixture(autouse=True)
def cash(company: Company) -> None:
    company.set(**vat.OWNER, accounting_method="CASH", vat_period="year")


EXAMPLE = {"05": 3000, "10": 750, "21": 1000, "30": 250, "48": 350, "49": 650}


def test_the_last_period_of_the_year_tells_of_all_that_is_unpaid(company: Company) -> None:
    one, two = worked_company.year_of_cash(company)
    looked_at = vat.read(company, YEAR)
    assert vat.boxes(looked_at) == EXAMPLE
    assert looked_at["LeftOut"] == []
    filed = at_desk(company, lambda desk: vat_returns.file(desk, YEAR))
    *releases, settlement = filed.vouchers
    assert moved(tuple(releases)) == {2618: 550, 2645: 250, 2611: -550, 2614: -250}
    assert told(filed.vouchers) == {"05": 2200, "10": 550, "21": 1000, "30": 250, "48": 350}
    assert {each.date for each in filed.vouchers} == {date(2025, 12, 31)}
    assert moved((settlement,)) == {2611: 750, 2614: 250, 2640: -100, 2645: -250, 2650: -650}
    done = close(company, confirmed=True).vouchers
    assert told(done) == {}, "closing finds it done"
    paid = invoicing.pay(company, one, 1250, PaymentDate="2026-02-01")["VoucherNumber"]
    assert invoicing.lines(company, "C", paid) == {1930: 1250, 1510: -1250}
    assert invoicing.boxes(company, "C", paid) == {}
    part = invoicing.pay(company, two, 500, PaymentDate="2026-02-01")["VoucherNumber"]
    assert invoicing.boxes(company, "C", part) == {}


def test_what_is_shown_stays_untold(company: Company) -> None:
    worked_company.year_of_cash(company)
    before = company.get("/vouchers", financialyear=LAST, limit=500)
    assert vat.boxes(vat.read(company, YEAR)) == EXAMPLE
    assert company.get("/vouchers", financialyear=LAST, limit=500) == before


def test_closing_first_comes_to_the_same(company: Company) -> None:
    worked_company.year_of_cash(company)
    close(company, confirmed=True)
    at_desk(company, lambda desk: closing.reopen(desk, LAST, "Momsen"))
    filed = at_desk(company, lambda desk: vat_returns.file(desk, YEAR))
    assert {each.box: each.kronor for each in filed.boxes} == EXAMPLE
    assert told(filed.vouchers) == {}


def test_until_the_year_ends_what_is_unpaid_waits(company: Company) -> None:
    company.set(vat_period="quarter")
    bill = vat.bought(company, "2025-08-01", {"Account": 6110, "Debit": 400}, VAT=100)
    sale = vat.sold(company, "2025-08-01", vat.work(1000))
    purchasing.pay(company, bill, Amount=200, PaymentDate="2025-09-15")
    looked_at = vat.read(company, "202509")
    assert vat.boxes(looked_at) == {"48": 40, "49": -40}
    assert looked_at["LeftOut"] == [
        "Konto 2618: -250.00 väntar på betalning enligt kontantmetoden",
        "Konto 2640: 60.00 väntar på betalning enligt kontantmetoden",
    ]
    done = vat.filed(company, "202509")
    assert vat.rows(done["Vouchers"][0]) == "D 1650 40.00\nK 2640 40.00"
    purchasing.pay(company, bill, Amount=300, PaymentDate="2025-10-15")
    invoicing.pay(company, sale, 500, PaymentDate="2025-10-15")
    last = vat.filed(company, "202512")
    assert vat.boxes(last) == {"05": 1000, "10": 250, "48": 60, "49": 190}
    for account in (2611, 2618, 2640):
        found = company.get(f"/accounts/{account}", financialyear=LAST)["Account"]
        assert found["BalanceCarriedForward"] == 0


def test_a_bill_is_taken_back_before_it_is_paid(company: Company) -> None:
    company.set(vat_period="month")
    move_to(company, "2025-09-10")
    bill = vat.bought(company, "2025-08-01", {"Account": 6110, "Debit": 400}, VAT=100)
    assert vat.rows(vat.filed(company, "202508")["Vouchers"][0]) == "D 2650 0.00\nD 3740 0.00"
    purchasing.act(company, bill, "cancel")
    move_to(company, "2025-10-10")
    looked_at = vat.read(company, "202509")
    assert (vat.boxes(looked_at), looked_at["Differences"]) == ({"49": 0}, [])
    vat.filed(company, "202509")


def test_with_a_broken_year_the_quarter_of_its_last_day_tells_of_it(company: Company) -> None:
    """Years from May to April: April belongs to a quarter that ends in the next year."""
    company.set(vat_period="quarter")
    for since, until in (("2024-05-01", "2024-12-31"), ("2023-05-01", "2024-04-30")):
        sent = {"FinancialYear": {"FromDate": since, "ToDate": until}}
        broken = company.post("/financialyears", sent)["FinancialYear"]["Id"]
    vat.sold(company, "2024-04-15", vat.work(1000))
    vat.sold(company, "2024-05-15", vat.work(400))
    looked_at = vat.read(company, "202406")
    assert vat.boxes(looked_at) == {"05": 1000, "10": 250, "49": 250}
    done = vat.filed(company, "202406")
    release, settlement = done["Vouchers"]
    assert (release["TransactionDate"], release["Year"]) == ("2024-04-30", broken)
    assert settlement["TransactionDate"] == "2024-06-30"
    assert vat.rows(settlement) == block("""
        D 2611 250.00
        K 2650 250.00
    """)
    company.put(f"/financialyears/{broken}/close?confirm=true")
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2024-06-30"


def test_a_lock_over_the_years_end_is_lifted_by_hand(company: Company) -> None:
    company.set(vat_period="quarter")
    for since, until in (("2024-05-01", "2024-12-31"), ("2023-05-01", "2024-04-30")):
        sent = {"FinancialYear": {"FromDate": since, "ToDate": until}}
        company.post("/financialyears", sent)
    vat.sold(company, "2024-04-15", vat.work(1000))
    at_desk(company, lambda desk: closing.lock_through(desk, date(2024, 5, 31)))
    assert "låst till och med 2024-05-31" in refused(vat.sent(company, "202406", "file"), 409)
    assert vat.read(company, "202406")["State"] == "open"
    at_desk(company, lambda desk: closing.lock_through(desk, date(2024, 4, 30)))
    vat.filed(company, "202406")
