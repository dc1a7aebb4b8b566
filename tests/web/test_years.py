"""A company's years: what goes on from one to the next, and how one ends."""

from datetime import date
from typing import Any

import pytest
from tests.service import Company, Service, answered, founded, refused
from tests.web import invoicing
from tests.web.purchasing import at_desk, block, voucher

from reskontra.actions import closing, organisations
from reskontra.domain.equity import CompanyForm
from reskontra.domain.errors import Conflict, Invalid

THIS, LAST = 2, 1  # the ids of a new company's financial years


def entry(company: Company, day: str, *rows: str) -> None:
    """A voucher by hand: `D 1930 100`."""
    sent = []
    for row in rows:
        side, account, amount = row.split()
        sides = {"Debit": amount, "Credit": 0} if side == "D" else {"Debit": 0, "Credit": amount}
        sent.append({"Account": int(account), **sides})
    said = {"Description": "Kassa", "TransactionDate": day, "VoucherSeries": "A"}
    company.post("/vouchers", {"Voucher": {**said, "VoucherRows": sent}})


def opens_at(company: Company, account: int, year: int) -> float:
    read = company.get(f"/accounts/{account}", financialyear=year)["Account"]
    [listed] = [
        row
        for row in company.get("/accounts", financialyear=year, limit=500)["Accounts"]
        if row["Number"] == account
    ]
    assert read["BalanceBroughtForward"] == listed["BalanceBroughtForward"]
    return float(read["BalanceBroughtForward"])


def close(company: Company, year: int = LAST, **how: Any) -> closing.Closing:
    done: closing.Closing = at_desk(company, lambda desk: closing.close(desk, year, **how))
    return done


def refusal(company: Company, year: int, **how: Any) -> str:
    with pytest.raises(Conflict) as refused:
        close(company, year, **how)
    return refused.value.message


def reopen(company: Company) -> None:
    at_desk(company, lambda desk: closing.reopen(desk, LAST, "Ett kvitto saknas"))


def move_to(company: Company, day: str) -> None:
    company.service.clock.today = date.fromisoformat(day)
    company.api.headers["Authorization"] = f"Bearer {company.token()}"


# What an account begins with


def test_what_an_account_begins_with_follows_the_year_before_while_that_is_open(
    company: Company,
) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    assert opens_at(company, 1930, THIS) == 1000
    entry(company, "2025-12-31", "D 5410 250", "K 1930 250")
    assert opens_at(company, 1930, THIS) == 750
    assert opens_at(company, 3001, THIS) == opens_at(company, 5410, THIS) == 0


def test_closing_moves_no_balance_and_the_result_has_its_vouchers(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    done = close(company)
    assert [(each.series, each.number, each.year) for each in done.vouchers] == [
        ("A", 2, LAST),
        ("A", 1, THIS),
    ]
    assert voucher(company, "A", 2, LAST) == block("""
        D 8999 1000.00
        K 2099 1000.00
    """)
    assert voucher(company, "A", 1, THIS) == block("""
        D 2099 1000.00
        K 2098 1000.00
    """)
    assert [opens_at(company, each, THIS) for each in (1930, 2099, 2098)] == [1000, -1000, 0]


def test_what_is_imported_is_written_in_the_first_year_alone(company: Company) -> None:
    sent = {"Account": {"BalanceBroughtForward": 500}}
    company.put(f"/accounts/1930?financialyear={LAST}", sent)
    company.put(
        f"/accounts/2091?financialyear={LAST}", {"Account": {"BalanceBroughtForward": -500}}
    )
    assert (opens_at(company, 1930, LAST), opens_at(company, 1930, THIS)) == (500, 500)
    company.put(f"/accounts/1930?financialyear={THIS}", sent)
    other = {"Account": {"BalanceBroughtForward": 0}}
    said = refused(company.api.put(f"/accounts/1930?financialyear={THIS}", json=other), 400)
    assert "500" in said
    on_result = company.api.put(f"/accounts/3001?financialyear={LAST}", json=sent)
    refused(on_result, 400)


def test_an_account_with_a_balance_is_not_removed(company: Company) -> None:
    entry(company, "2025-03-01", "D 1220 1000", "K 1930 1000")
    refused(company.api.delete(f"/accounts/1220?financialyear={THIS}"), 409)


# When a year may be closed


def test_a_year_is_closed_when_it_is_over_and_those_before_it_are_closed(company: Company) -> None:
    assert "inte slut" in refusal(company, THIS)
    move_to(company, "2027-02-01")
    assert "tidigare" in refusal(company, THIS)
    close(company)
    close(company, THIS)
    assert "redan stängt" in refusal(company, THIS)


def test_balances_that_do_not_balance_are_settled_first(company: Company) -> None:
    sent = {"Account": {"BalanceBroughtForward": 500}}
    company.put(f"/accounts/1930?financialyear={LAST}", sent)
    assert "500" in refusal(company, LAST)
    company.put(f"/accounts/1930?financialyear={LAST}", {"Account": {"BalanceBroughtForward": 0}})
    close(company)


def test_a_lock_through_the_last_day_is_closed_behind_and_one_beyond_is_not(
    company: Company,
) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 1, 1)))
    assert "låst" in refusal(company, LAST)
    at_desk(company, lambda desk: closing.lock_through(desk, date(2025, 12, 31)))
    close(company)
    assert company.get("/settings/lockedperiod")["LockedPeriod"] == {"EndDate": "2025-12-31"}


def test_what_looks_unfinished_is_told_and_may_be_confirmed(company: Company) -> None:
    entry(company, "2025-03-01", "D 1510 1000", "K 3001 1000")
    entry(company, "2025-03-01", "D 1930 70", "K 2999 70")
    number = invoicing.draft(company, InvoiceDate="2025-06-01")["DocumentNumber"]
    said = refusal(company, LAST)
    for word in (f"kundfakturor som inte är bokförda: {number}", "konto 2999", "konto 1510"):
        assert word in said
    assert len(close(company, confirmed=True).unfinished) == 3


def test_a_year_that_is_not_over_is_refused_for_that(company: Company) -> None:
    invoicing.draft(company)
    assert "inte slut" in refusal(company, THIS)


def test_what_is_booked_by_hand_after_the_year_makes_it_no_less_finished(company: Company) -> None:
    entry(company, "2026-03-01", "D 1510 70", "K 1930 70")
    assert close(company).unfinished == ()


def test_last_years_result_is_disposed_of_before_the_next_year_ends(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    close(company)
    move_to(company, "2027-02-01")
    assert "konto 2098 är inte tomt" in refusal(company, THIS)
    entry(company, "2026-05-01", "D 2098 1000", "K 2091 1000")
    close(company, THIS)


def test_a_result_that_was_booked_by_hand_is_not_booked_twice(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    entry(company, "2025-12-31", "D 8999 600", "K 2099 600")
    [rest, _] = close(company).vouchers
    assert [(row.account, row.debit - row.credit) for row in rest.postings] == [
        (8999, 400),
        (2099, -400),
    ]


def test_a_result_that_does_not_agree_with_equity_is_refused(company: Company) -> None:
    entry(company, "2025-12-31", "D 8999 600", "K 2091 600")
    assert "8999" in refusal(company, LAST)


# By form of company


def test_a_sole_traders_equity_is_gathered(company: Company) -> None:
    company.set(company_form="E")
    for account, balance in ((1930, 20_000), (2010, -20_000)):
        sent = {"Account": {"BalanceBroughtForward": balance}}
        company.put(f"/accounts/{account}?financialyear={LAST}", sent)
    entry(company, "2025-02-01", "D 1930 12500", "K 3001 10000", "K 2611 2500")
    entry(company, "2025-03-01", "D 2013 3000", "K 1930 3000")
    entry(company, "2025-04-01", "D 1930 500", "K 2018 500")
    close(company)
    assert voucher(company, "A", 4, LAST) == block("""
        D 8999 10000.00
        K 2019 10000.00
    """)
    assert invoicing.lines(company, "A", 1, THIS) == {
        2019: 10_000, 2018: 500, 2013: -3000, 2010: -7500,
    }  # fmt: skip
    assert opens_at(company, 2010, THIS) == -20_000


ASSOCIATION = ((1,), {8999: 1000, 2069: -1000}, {2069: 1000, 2068: -1000})
# Partners' shares, a result of 1000 on the last day, and the first day of the new year.
FORMS: dict[str, tuple[tuple[int, ...], dict[int, int], dict[int, int]]] = {
    "EK": ((1,), {8999: 1000, 2099: -1000}, {2099: 1000, 2098: -1000}),
    "HB": (
        (1, 1),
        {8999: 1000, 2019: -500, 2029: -500},
        {2019: 500, 2010: -500, 2029: 500, 2020: -500},
    ),
    "KB": (
        (60, 40),
        {8999: 1000, 2019: -600, 2029: -400},
        {2019: 600, 2010: -600, 2029: 400, 2020: -400},
    ),
    "I": ASSOCIATION,
    "S": ASSOCIATION,
    "BRF": ASSOCIATION,
}


@pytest.mark.parametrize(("form", "case"), FORMS.items(), ids=FORMS)
def test_every_form_of_company_closes_its_year(company: Company, form: str, case: Any) -> None:
    shares, ends, begins = case
    changes = {"company_form": CompanyForm(form), "partner_shares": shares}
    at_desk(company, lambda desk: organisations.change(desk, changes, None))
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    close(company)
    assert invoicing.lines(company, "A", 2, LAST) == ends
    assert invoicing.lines(company, "A", 1, THIS) == begins


def test_an_organisation_is_founded_with_the_accounts_of_its_form(service: Service) -> None:
    association = founded(service, company_form=CompanyForm.I)
    entry(association, "2025-03-01", "D 1930 1000", "K 3001 1000")
    assert len(close(association).vouchers) == 2


def test_partners_shares_are_said_first(company: Company) -> None:
    at_desk(
        company, lambda desk: organisations.change(desk, {"company_form": CompanyForm.HB}, None)
    )
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    assert "andelar" in refusal(company, LAST)


def test_accounts_that_are_missing_are_named_together(company: Company) -> None:
    partners = {"company_form": CompanyForm.HB, "partner_shares": (1, 1)}
    at_desk(company, lambda desk: organisations.change(desk, partners, None))
    for account in (2019, 2029):
        company.delete(f"/accounts/{account}?financialyear={LAST}")
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    assert "2019, 2029" in refusal(company, LAST)


# By hand, before


def test_a_result_that_was_moved_by_hand_is_not_moved_twice(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    entry(company, "2025-12-31", "D 8999 1000", "K 2099 1000")
    entry(company, "2026-01-01", "D 2099 700", "K 2098 700")
    [moved] = close(company).vouchers
    assert invoicing.lines(company, "A", moved.number, THIS) == {2099: 300, 2098: -300}


def test_withdrawals_of_the_new_year_stay_in_it(company: Company) -> None:
    company.set(company_form="E")
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    entry(company, "2026-01-01", "D 2013 400", "K 1930 400")
    *_, first = close(company).vouchers
    assert invoicing.lines(company, "A", first.number, THIS) == {2019: 1000, 2010: -1000}


def test_accounts_of_no_class_go_on_too(company: Company) -> None:
    made = {"Account": {"Number": 9500, "Description": "Internt"}}
    company.post(f"/accounts?financialyear={LAST}", made)
    entry(company, "2025-03-01", "D 9500 100", "K 1930 100")
    close(company)
    assert opens_at(company, 9500, THIS) == 100
    move_to(company, "2027-02-01")
    close(company, THIS)


def test_an_account_that_is_not_in_a_later_chart_comes_into_each(company: Company) -> None:
    year = {"FinancialYear": {"FromDate": "2027-01-01", "ToDate": "2027-12-31"}}
    third = company.post("/financialyears", year)["FinancialYear"]["Id"]
    made = {"Account": {"Number": 1234, "Description": "Kran"}}
    company.post(f"/accounts?financialyear={LAST}", made)
    entry(company, "2025-03-01", "D 1234 1000", "K 1930 1000")
    close(company)
    assert [opens_at(company, 1234, each) for each in (THIS, third)] == [1000, 1000]


# Opening it again


def test_a_closing_that_posted_nothing_has_nothing_taken_back(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    close(company)
    reopen(company)
    entry(company, "2025-03-01", "D 5410 1000", "K 1930 1000")
    assert close(company).vouchers == ()
    reopen(company)
    assert [opens_at(company, each, THIS) for each in (1930, 2099)] == [0, 0]


def test_a_lock_through_the_last_day_is_reopened_behind_too(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    close(company)
    at_desk(company, lambda desk: closing.lock_through(desk, date(2025, 12, 31)))
    reopen(company)
    assert company.get("/settings/lockedperiod")["LockedPeriod"] == {"EndDate": "2025-12-31"}
    close(company)
    at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 1, 31)))
    with pytest.raises(Conflict, match="låst"):
        reopen(company)


def test_the_latest_closed_year_is_opened_again_by_mirror_vouchers(company: Company) -> None:
    entry(company, "2025-03-01", "D 5410 4000", "K 1930 4000")
    close(company)
    reopen = at_desk(company, lambda desk: closing.reopen(desk, LAST, "En faktura saknas"))
    assert reopen.closed is False
    assert voucher(company, "M", 1, LAST) == block("""
        D 8999 4000.00
        K 2099 4000.00
    """)
    assert invoicing.lines(company, "M", 1, THIS) == {2099: 4000, 2098: -4000}
    entry(company, "2025-12-31", "D 1930 1000", "K 3001 1000")
    assert opens_at(company, 1930, THIS) == -3000
    close(company)
    assert [opens_at(company, each, THIS) for each in (1930, 2099)] == [-3000, 3000]


def test_adopted_accounts_stay(company: Company) -> None:
    close(company)
    for day in (date(2025, 12, 31), date(2026, 11, 16)):
        with pytest.raises(Invalid):
            at_desk(company, lambda desk, day=day: closing.adopt(desk, LAST, day))
    at_desk(company, lambda desk: closing.adopt(desk, LAST, date(2026, 5, 2)))
    with pytest.raises(Conflict):
        at_desk(company, lambda desk: closing.reopen(desk, LAST, "Fel"))


def test_closing_is_looked_at_done_and_undone_over_the_api(company: Company) -> None:
    entry(company, "2025-03-01", "D 1510 1000", "K 3001 1000")
    seen = company.get(f"/financialyears/{LAST}/closing")["Closing"]
    posted = [row["Account"] for each in seen["Vouchers"] for row in each["VoucherRows"]]
    assert posted == [8999, 2099, 2099, 2098]
    assert [each for each in seen["Unfinished"] if "1510" in each]
    assert company.get("/vouchers", financialyear=LAST)["MetaInformation"]["@TotalResources"] == 1
    said = refused(company.api.put(f"/financialyears/{LAST}/close"), 409)
    assert "1510" in said
    assert company.put(f"/financialyears/{LAST}/close?confirm=true")["Closing"] == seen
    refused(company.api.put(f"/financialyears/{LAST}/close?confirm=true"), 409)
    refused(company.api.put(f"/financialyears/{LAST}/reopen", json={"Reopening": {}}), 400)
    sent = {"Reopening": {"Reason": "Ett kvitto saknas"}}
    opened = company.put(f"/financialyears/{LAST}/reopen", sent)["Reopening"]
    assert (opened["Year"], opened["Closed"]) == (LAST, False)


# Years to come


def test_a_year_is_opened_at_most_one_ahead(company: Company) -> None:
    def year(number: int) -> dict[str, Any]:
        return {"FinancialYear": {"FromDate": f"{number}-01-01", "ToDate": f"{number}-12-31"}}

    answered(company.api.post("/financialyears", json=year(2027)), 201)
    refused(company.api.post("/financialyears", json=year(2028)), 400)
    refused(
        company.api.post("/vouchers", json={"Voucher": {
            "Description": "x", "TransactionDate": "2028-01-01", "VoucherSeries": "A",
            "VoucherRows": [{"Account": 1930, "Debit": 1}, {"Account": 3001, "Credit": 1}],
        }}), 409,
    )  # fmt: skip
