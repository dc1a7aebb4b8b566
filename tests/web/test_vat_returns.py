"""VAT returns: the worked company to the öre, filed, reopened, and filed anew."""

from datetime import date

import pytest
from tests.domain.test_eskd import WORKED, faults
from tests.domain.voucher_blocks import block
from tests.service import Company, answered, refused
from tests.web import invoicing, purchasing, vat, worked_company
from tests.web.purchasing import at_desk
from tests.web.test_years import entry, move_to

from reskontra.actions import closing

YEAR = "202612"
A3 = """
    D 2611 6224.98
    D 2614 500.00
    D 2621 120.00
    K 2640 1500.00
    K 2645 500.00
    K 2650 4844.00
    K 3740 0.98
"""


@pytest.fixture(autouse=True)
def vat_year(company: Company) -> None:
    """A company that tells of its VAT once a year, in January of the next."""
    company.set(**vat.OWNER, vat_period="year")
    move_to(company, "2027-01-15")


# The worked company


def test_the_year_of_the_worked_company(company: Company) -> None:
    worked_company.trade(company)
    looked_at = vat.read(company, YEAR)
    assert (looked_at["State"], looked_at["Payable"], looked_at["Number"]) == ("open", 4844, 0)
    assert (looked_at["FromDate"], looked_at["ToDate"]) == ("2026-01-01", "2026-12-31")
    assert looked_at["DueDate"] == "2027-02-26"
    assert {row["Box"]: (row["Exact"], row["Amount"]) for row in looked_at["Boxes"]} == {
        "05": (25899.90, 25899),
        "10": (6224.98, 6224),
        "11": (120, 120),
        "21": (2000, 2000),
        "30": (500, 500),
        "39": (5000, 5000),
        "48": (2000, 2000),
        "49": (4844.98, 4844),
    }
    for told in ("Differences", "LeftOut", "Hindrances", "Unfinished"):
        assert looked_at[told] == []
    done = vat.filed(company, YEAR)
    assert (done["State"], done["Number"], done["Filed"]) == ("filed", 1, "2027-01-15")
    [voucher] = done["Vouchers"]
    assert company.get(voucher["@url"])["Voucher"] == voucher
    assert (voucher["VoucherSeries"], voucher["TransactionDate"]) == ("A", "2026-12-31")
    assert vat.rows(voucher) == block(A3)
    again = vat.read(company, YEAR)
    assert (again["Boxes"], again["Vouchers"]) == (looked_at["Boxes"], [voucher])
    for account in (2611, 2614, 2621, 2640, 2645):
        found = company.get(f"/accounts/{account}", financialyear=2)["Account"]
        assert found["BalanceCarriedForward"] == 0


def test_its_file_byte_for_byte(company: Company) -> None:
    worked_company.trade(company)
    assert "inte deklarerad" in refused(vat.asked(company, f"/vatreturns/{YEAR}/eskd"), 409)
    vat.filed(company, YEAR)
    found = vat.asked(company, f"/vatreturns/{YEAR}/eskd")
    assert found.content == WORKED
    assert found.headers["content-disposition"] == f'attachment; filename="moms-{YEAR}.xml"'
    company.set(organisation_number="")
    assert vat.asked(company, f"/vatreturns/{YEAR}/eskd").content == WORKED, "as it was filed"


def test_filing_is_shown_first_and_nothing_of_it_stays(company: Company) -> None:
    worked_company.trade(company)
    shown = answered(vat.asked(company, f"/vatreturns/{YEAR}/filing"), 200)["VATReturn"]
    assert vat.rows(shown["Vouchers"][0]) == block(A3)
    assert vat.read(company, YEAR)["State"] == "open"
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == ""


QUARTERS = {
    "202603": ({"05": 11099, "10": 2524, "11": 120, "48": 1250, "49": 1394}, "0.98"),
    "202606": ({"21": 2000, "30": 500, "39": 5000, "48": 500, "49": 0}, ""),
    "202609": ({"05": 14000, "10": 3500, "49": 3500}, ""),
    "202612": ({"05": 800, "10": 200, "48": 250, "49": -50}, ""),
}


def test_its_quarters_one_after_the_other(company: Company) -> None:
    company.set(vat_period="quarter")
    worked_company.trade(company)
    paid = 0
    for period, (boxes, ore) in QUARTERS.items():
        done = vat.filed(company, period)
        assert vat.boxes(done) == boxes
        [voucher] = done["Vouchers"]
        rounding = [line for line in vat.rows(voucher).splitlines() if "3740" in line]
        assert rounding == ([f"K 3740 {ore}"] if ore else [])
        paid += boxes["49"]
    assert paid == 4844, "as much as by the year"
    assert vat.listed(company) == dict.fromkeys(reversed(QUARTERS), "filed")


def test_the_list_says_what_open_periods_come_to_so_far(company: Company) -> None:
    worked_company.trade(company)
    for kind in ("month", "quarter", "year"):
        company.set(vat_period=kind)
        rows = answered(vat.asked(company, "/vatreturns"), 200)["VATReturns"]
        assert sum(abs(row["Payable"]) for row in rows) > 0
        for row in rows:
            assert row["Payable"] == vat.read(company, row["Period"])["Payable"], row["Period"]


def test_its_months(company: Company) -> None:
    company.set(vat_period="month")
    worked_company.trade(company)
    paid, months = 0, [f"2026{month:02}" for month in range(1, 13)]
    for period in months:
        done = vat.filed(company, period)
        assert [*faults(vat.asked(company, f"/vatreturns/{period}/eskd").content)] == []
        paid += done["Payable"]
    assert paid == 4844
    assert vat.boxes(vat.read(company, "202601")) == {"49": 0}, "nothing is filed, too"


def test_a_refund_is_claimed(company: Company) -> None:
    vat.bought(company, "2026-05-06", {"Account": 5410, "Debit": 4003.6}, VAT=1000.9)
    done = vat.filed(company, YEAR)
    assert done["Payable"] == -1000
    assert vat.rows(done["Vouchers"][0]) == "D 1650 1000.00\nD 3740 0.90\nK 2640 1000.90"
    assert (
        b"<MomsBetala>-1000</MomsBetala>" in vat.asked(company, f"/vatreturns/{YEAR}/eskd").content
    )


def test_negative_boxes(company: Company) -> None:
    company.set(vat_period="month")
    number = vat.sold(company, "2026-12-01", vat.work(1000))
    vat.filed(company, "202612")
    invoicing.act(company, number, "credit")
    move_to(company, "2027-02-15")
    done = vat.filed(company, "202701")
    assert vat.boxes(done) == {"05": -1000, "10": -250, "49": -250}
    content = vat.asked(company, "/vatreturns/202701/eskd").content
    assert [*faults(content)] == []
    assert b"<MomsUtgHog>-250</MomsUtgHog>" in content


# Why one is not filed


def test_a_period_that_is_not_over_is_not_filed(company: Company) -> None:
    vat.sold(company, "2027-01-02", vat.work(1000))
    [why] = vat.read(company, "202712")["Hindrances"]
    assert "inte slut förrän 2027-12-31" in why
    assert why in refused(vat.sent(company, "202712", "file"), 409)


def test_without_an_organisation_number_there_is_no_file(company: Company) -> None:
    company.set(organisation_number="")
    assert "organisationsnummer" in refused(vat.sent(company, YEAR, "file"), 409)


def test_what_is_by_hand_on_a_vat_account_stops_the_filing_and_is_shown(company: Company) -> None:
    vat.sold(company, "2026-05-01", vat.work(1000))
    entry(company, "2026-06-01", "D 5410 400", "D 2641 100", "K 1930 500")
    entry(company, "2026-06-02", "D 1930 125", "K 3001 100", "K 2611 25")
    looked_at = vat.read(company, YEAR)
    output, deducted = looked_at["Differences"]
    assert (output["Box"], output["Entries"], output["Ledger"]) == ("10", 250, 275)
    assert (deducted["Box"], deducted["Difference"]) == ("48", -100)
    assert output["Vouchers"][0].startswith("A 2 2026-06-02 ")
    assert deducted["Vouchers"][0].endswith(": 100.00")
    assert looked_at["LeftOut"] == ["Verifikation A 2: -100.00 på konto 3001, utan momsuppgift"]
    assert [each[:7] for each in looked_at["Hindrances"]] == ["Ruta 10", "Ruta 48"]
    told = refused(vat.sent(company, YEAR, "file"), 409)
    assert "Ruta 48" in told
    assert "A 1 2026-06-01" in told
    assert "ta tillbaka det som är bokfört för hand" in told, "the way out"
    assert vat.read(company, YEAR)["State"] == "open"
    entry(company, "2026-06-03", "D 1930 500", "K 5410 400", "K 2641 100")
    entry(company, "2026-06-03", "D 3001 100", "D 2611 25", "K 1930 125")
    assert vat.boxes(vat.filed(company, YEAR)) == {"05": 1000, "10": 250, "49": 250}


def test_an_account_that_is_in_no_box_is_named(company: Company) -> None:
    sent = {"Account": {"Number": 2617, "Description": "Moms som ingen har sorterat"}}
    company.post("/accounts?financialyear=2", sent)
    entry(company, "2026-06-01", "D 1930 70", "K 2617 70")
    assert vat.read(company, YEAR)["LeftOut"] == ["Konto 2617: -70.00 hör inte till någon ruta"]
    vat.filed(company, YEAR)


def test_an_earlier_period_that_is_not_filed_is_told_and_passed_over_if_asked(
    company: Company,
) -> None:
    company.set(vat_period="quarter")
    vat.sold(company, "2026-02-01", vat.work(1000))
    vat.sold(company, "2026-05-01", vat.work(2000))
    told = refused(vat.sent(company, "202606", "file"), 409)
    assert "perioden 202603 är inte deklarerad, och kan inte deklareras efter denna" in told
    answered(vat.sent(company, "202606", "file?confirm=true"), 200)
    assert "202603" not in vat.listed(company), "what is behind a filed period is past"


def test_drafts_of_the_period_are_told(company: Company) -> None:
    number = invoicing.draft(company, InvoiceDate="2026-12-30")["DocumentNumber"]
    assert f"inte är bokförda: {number}" in refused(vat.sent(company, YEAR, "file"), 409)
    answered(vat.sent(company, YEAR, "file?confirm=true"), 200)


def test_a_lock_beyond_the_period_is_lifted_by_hand(company: Company) -> None:
    at_desk(company, lambda desk: closing.lock_through(desk, date(2027, 1, 1)))
    assert "låst till och med 2027-01-01" in refused(vat.sent(company, YEAR, "file"), 409)
    at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 12, 31)))
    vat.filed(company, YEAR)
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2026-12-31"


def test_a_closed_year_is_not_settled(company: Company) -> None:
    company.set(vat_period="none")
    for year in (1, 2):
        company.put(f"/financialyears/{year}/close?confirm=true")
    company.set(vat_period="year")
    assert "stängt" in refused(vat.sent(company, YEAR, "file"), 409)


@pytest.mark.parametrize("period", ["202611", "202613", "2026", "x", "202412", "209912", "%C3%A5"])
@pytest.mark.parametrize("act", ["", "/filing", "/eskd"])
def test_there_is_no_other_period(company: Company, period: str, act: str) -> None:
    refused(vat.asked(company, f"/vatreturns/{period}{act}"), 404)


def test_who_has_no_period_has_no_returns(company: Company) -> None:
    company.set(vat_period="none")
    assert vat.listed(company) == {}
    refused(vat.sent(company, YEAR, "file"), 404)


# What is filed


def test_nothing_comes_into_a_filed_period(company: Company) -> None:
    vat.filed(company, YEAR)
    draft = invoicing.draft(company, InvoiceDate="2026-12-31")["DocumentNumber"]
    assert "låst" in refused(company.api.put(f"/invoices/{draft}/bookkeep"), 409)
    at_desk(company, lambda desk: closing.lock_through(desk, None))
    told = refused(company.api.put(f"/invoices/{draft}/bookkeep"), 409)
    assert told == f"Momsen för perioden {YEAR} är deklarerad"
    entry(company, "2026-12-31", "D 6250 10", "K 1930 10")  # of VAT it says nothing


def test_it_is_filed_once(company: Company) -> None:
    vat.filed(company, YEAR)
    assert "redan deklarerad" in refused(vat.sent(company, YEAR, "file"), 409)
    shown = answered(vat.asked(company, f"/vatreturns/{YEAR}/filing"), 200)["VATReturn"]
    assert (shown["State"], len(shown["Vouchers"])) == ("filed", 1)


def test_it_is_reopened_corrected_and_filed_anew(company: Company) -> None:
    vat.sold(company, "2026-05-01", vat.work(1000))
    first = vat.filed(company, YEAR)
    opened = vat.reopened(company, YEAR)
    assert (opened["Period"], opened["Corrects"]) == (YEAR, 1)
    assert (vat.listed(company)[YEAR], vat.read(company, YEAR)["Corrects"]) == ("open", 1)
    [mirror] = opened["Vouchers"]
    assert (mirror["VoucherSeries"], mirror["TransactionDate"]) == ("M", "2026-12-31")
    assert vat.rows(mirror) == "D 2650 250.00\nK 2611 250.00"
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2025-12-31"
    vat.bought(company, "2026-06-01", {"Account": 5410, "Debit": 400}, VAT=100)
    anew = vat.filed(company, YEAR)
    assert (anew["Number"], anew["Corrects"], anew["Payable"]) == (2, first["Number"], 150)
    assert vat.rows(anew["Vouchers"][0]) == "D 2611 250.00\nK 2640 100.00\nK 2650 150.00"
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2026-12-31"
    standing = company.get("/accounts/2650", financialyear=2)["Account"]
    assert standing["BalanceCarriedForward"] == -150


def test_only_the_latest_is_reopened_and_for_a_reason(company: Company) -> None:
    company.set(vat_period="quarter")
    for period in ("202603", "202606"):
        vat.filed(company, period)
    reason = {"VATReopening": {"Reason": "Ett kvitto saknas"}}
    assert "senast" in refused(vat.sent(company, "202603", "reopen", reason), 409)
    blank = {"VATReopening": {"Reason": "   "}}
    assert "varför" in refused(vat.sent(company, "202606", "reopen", blank), 409)
    assert "Reason" in refused(vat.sent(company, "202606", "reopen", {"VATReopening": {}}), 400)
    assert "inte deklarerad" in refused(vat.sent(company, "202609", "reopen", reason), 409)
    refused(vat.sent(company, "202605", "reopen", reason), 404)
    vat.reopened(company, "202606")
    vat.reopened(company, "202603")


def test_a_mended_period_may_be_of_another_length(company: Company) -> None:
    company.set(vat_period="quarter")
    vat.sold(company, "2026-02-01", vat.work(1000))
    vat.filed(company, "202603")
    company.set(vat_period="year")
    assert vat.read(company, YEAR)["FromDate"] == "2026-04-01"


# The years


def test_closing_a_year_asks_for_its_returns(company: Company) -> None:
    company.put("/financialyears/1/close")
    worked_company.trade(company)
    preview = company.get("/financialyears/2/closing")["Closing"]["Unfinished"]
    assert f"momsperioder som inte är deklarerade: {YEAR}" in preview
    vat.filed(company, YEAR)
    vouchers = company.put("/financialyears/2/close")["Closing"]["Vouchers"]
    assert vat.rows(vouchers[0]) == "D 8999 22901.00\nK 2099 22901.00"
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2026-12-31"


def test_a_return_of_the_new_year_does_not_keep_the_old_one_open(company: Company) -> None:
    company.set(vat_period="month")
    move_to(company, "2027-03-01")
    vat.sold(company, "2026-12-01", vat.work(1000))
    vat.filed(company, "202612")
    vat.sold(company, "2027-01-10", vat.work(1000))
    vat.filed(company, "202701")
    for year in (1, 2):
        company.put(f"/financialyears/{year}/close?confirm=true")
    assert company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"] == "2027-01-31"


# The periodic summary


def test_the_periodic_summary_is_what_the_boxes_say(company: Company) -> None:
    company.set(vat_period="quarter", phone="08-123456", email="moms@ovning.se")
    worked_company.trade(company)
    found = answered(vat.asked(company, "/periodicsummaries/26-2"), 200)["PeriodicSummary"]
    [line] = found["SummaryLines"]
    assert line == {"VATNumber": "DE200009800", "Goods": 0, "Triangular": 0, "Services": 5000}
    assert vat.boxes(vat.read(company, "202606"))["39"] == 5000
    refused(vat.asked(company, "/periodicsummaries/2605"), 404)
    file = vat.asked(company, "/periodicsummaries/2606/file").content.decode("iso-8859-1")
    assert file.splitlines() == [
        "SKV574008;",
        f"556677889901;2606;{company.organisation.name};08-123456;moms@ovning.se",
        "DE200009800;;;5000;",
    ]
    refused(vat.asked(company, "/periodicsummaries/2613"), 404)


def test_a_buyer_without_a_number_is_told(company: Company) -> None:
    buyer = invoicing.customer(company, VATType="EUREVERSEDVAT", CountryCode="DE")
    number = vat.sold(company, "2026-06-01", vat.work(100, 0), CustomerNumber=buyer)
    assert vat.read(company, YEAR)["Unfinished"] == [
        f"köparens momsnummer saknas på faktura {number}"
    ]
    told = refused(vat.asked(company, "/periodicsummaries/2606/file"), 409)
    assert told == f"Köparens momsnummer saknas på faktura {number}"


def test_a_bill_that_is_taken_back_is_told_with_its_sign(company: Company) -> None:
    number = vat.bought(company, "2026-05-06", {"Account": 5410, "Debit": 400}, VAT=100)
    purchasing.act(company, number, "cancel")
    assert vat.boxes(vat.filed(company, YEAR)) == {"48": 100, "49": -100}
    move_to(company, "2028-01-02")
    assert vat.boxes(vat.filed(company, "202712")) == {"48": -100, "49": 100}
