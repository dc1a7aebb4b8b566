"""The companies of the reference, number for number: accrual, cash, and a sole trader."""

from collections.abc import Iterator

import pytest
from tests.domain.test_eskd import WORKED
from tests.domain.voucher_blocks import block
from tests.service import TODAY, Company, Service, founded
from tests.web import invoicing, vat, worked_company
from tests.web.reporting import boxes, figures, report, rows, standing, sums, table, total
from tests.web.test_years import LAST, THIS, close, entry, move_to

from reskontra.audit.auditor import audited

OF_2025 = {"fromdate": "2025-01-01", "todate": "2025-12-31"}
OF_2026 = {"fromdate": "2026-01-01", "todate": "2026-12-31"}
BUCKETS = ("NotDue", "Late1To30", "Late31To60", "Late61To90", "LateOver90", "Open")


# Övning & Söner AB

TRIAL_BALANCE = """
    1510      0.00  33495.00  27370.00   6125.00
    1513      0.00   3750.00      0.00   3750.00
    1930  50000.00  27370.00   6250.00  71120.00
    2081 -25000.00      0.00      0.00 -25000.00
    2091 -15000.00      0.00  10000.00 -25000.00
    2098      0.00  10000.00  10000.00      0.00
    2099 -10000.00  10000.00  22901.00 -22901.00
    2440      0.00   6250.00   9500.00  -3250.00
    2611      0.00   6224.98   6224.98      0.00
    2614      0.00    500.00    500.00      0.00
    2621      0.00    120.00    120.00      0.00
    2640      0.00   1500.00   1500.00      0.00
    2645      0.00    500.00    500.00      0.00
    2650      0.00      0.00   4844.00  -4844.00
    3001      0.00      0.00  24899.90 -24899.90
    3002      0.00      0.00   1000.00  -1000.00
    3308      0.00      0.00   5000.00  -5000.00
    3740      0.00      0.00      1.10     -1.10
    5410      0.00   4000.00      0.00   4000.00
    6110      0.00   2000.00      0.00   2000.00
    6540      0.00   2000.00      0.00   2000.00
    8999      0.00  22901.00      0.00  22901.00
"""


@pytest.fixture(scope="module")
def of_accrual(service: Service) -> Iterator[Company]:
    """Both its years are closed."""
    service.clock.today = TODAY
    company = founded(service)
    worked_company.made(company)
    yield company
    service.clock.today = TODAY
    assert audited(service.database_url, company.id).violations == []


@pytest.fixture
def worked(of_accrual: Company) -> Company:
    move_to(of_accrual, "2027-01-15")
    return of_accrual


def test_its_trial_balance(worked: Company) -> None:
    assert standing(worked, **OF_2026) == table(TRIAL_BALANCE)
    [summed] = total(worked, "trial-balance", **OF_2026)
    assert figures(summed, "Opening", "Debit", "Credit", "Closing") == [0, 130610.98, 130610.98, 0]


def test_its_statements(worked: Company) -> None:
    earned = sums(worked, "income-statement", "Period", **OF_2026)
    assert earned["Summa nettoomsättning"] == 30901
    assert earned["Summa övriga externa kostnader"] == -8000
    assert earned["Årets resultat"] == 22901
    assert report(worked, "income-statement", **OF_2026)["Rows"][-1]["Account"] == 8999
    assert sums(worked, "balance-sheet", "Closing", **OF_2026) == {
        "Summa kundfordringar": 9875,
        "Summa kassa och bank": 71120,
        "Summa tillgångar": 80995,
        "Summa eget kapital": 72901,
        "Summa kortfristiga skulder": 8094,
        "Summa eget kapital och skulder": 80995,
    }
    owned, owed = total(worked, "balance-sheet", **OF_2026)
    assert owned["Opening"] == owed["Opening"] == 50000


def test_its_lists_tie_to_its_accounts(worked: Company) -> None:
    day = {"todate": "2026-12-31"}
    items = [
        (row["Invoice"], row.get("DueDate"), row.get("DaysLate"), row["Open"])
        for row in rows(worked, "customer-ageing", **day)
    ]
    assert sorted(items) == [
        ("2", "2026-04-09", 266, 125),
        ("3", "2026-07-01", 183, 5000),
        ("4", None, None, 3750),
        ("5", "2026-12-20", 11, 1000),
    ]
    summed, receivables, reductions, agency = total(worked, "customer-ageing", **day)
    assert figures(summed, *BUCKETS) == [0, 1000, 0, 0, 5125, 6125]
    assert (receivables["Name"], receivables["Open"]) == ("Konto 1510", 6125)
    assert (reductions["Open"], agency["Name"], agency["Open"]) == (3750, "Konto 1513", 3750)

    owed = [
        (row["Invoice"], row["DueDate"], row["DaysLate"], row["Open"])
        for row in rows(worked, "supplier-ageing", **day)
    ]
    assert sorted(owed) == [("2", "2026-06-05", 209, 2000), ("3", "2027-01-09", -9, 1250)]
    summed, debts = total(worked, "supplier-ageing", **day)
    assert figures(summed, *BUCKETS) == [1250, 0, 0, 0, 2000, 3250]
    assert (debts["Name"], debts["Open"]) == ("Konto 2440", 3250)


BOXES = {
    "05": (25899.90, 25899), "10": (6224.98, 6224), "11": (120, 120), "21": (2000, 2000),
    "30": (500, 500), "39": (5000, 5000), "48": (2000, 2000), "49": (4844.98, 4844),
}  # fmt: skip


def test_its_boxes(worked: Company) -> None:
    assert boxes(worked, **OF_2026) == BOXES
    [first, *_] = [row for row in rows(worked, "vat", **OF_2026) if row["Box"] == "39"]
    assert (first["Voucher"], first["Date"], first["Amount"]) == ("B 3", "2026-06-01", 5000)


def test_its_third_year_opens_with_what_its_second_left(worked: Company) -> None:
    first_day = {"fromdate": "2027-01-01", "todate": "2027-01-01"}
    opens = {row[0]: row[1] for row in standing(worked, **first_day) if row[1]}
    assert opens == {
        1510: 6125, 1513: 3750, 1930: 71120, 2081: -25000, 2091: -25000, 2099: -22901,
        2440: -3250, 2650: -4844,
    }  # fmt: skip
    assert invoicing.lines(worked, "A", 1, 3) == {2099: 22901, 2098: -22901}


# What was open on days of the year, whether it is closed or not.
DAYS = {
    "2026-02-28": (13620, 0, 0),
    "2026-03-04": (0, 0, 0),
    "2026-03-31": (125, 0, 6250),
    "2026-06-30": (5125, 0, 2000),
    "2026-09-10": (18875, 3750, 2000),
    "2026-12-31": (6125, 3750, 3250),
}


def test_on_any_day_the_lists_tie_and_the_sheet_balances(company: Company) -> None:
    worked_company.made(company, closed=False)
    lists_tie_and_sheet_balances(company)
    close(company, THIS)
    lists_tie_and_sheet_balances(company)


def lists_tie_and_sheet_balances(company: Company) -> None:
    for day, (receivables, reductions, debts) in DAYS.items():
        customers = total(company, "customer-ageing", todate=day)
        assert customers[0]["Open"] == receivables
        assert sum(row["Open"] for row in customers if row["Name"] == "Konto 1513") == reductions
        assert total(company, "supplier-ageing", todate=day)[0]["Open"] == debts
        assert rows(company, "customer-ageing", "sum", todate=day) == []
        for since in ("2026-01-01", day):
            owned, owed = total(company, "balance-sheet", fromdate=since, todate=day)
            for column in ("Opening", "Change", "Closing", "LastYear"):
                assert owned[column] == owed[column]


# The same company by the cash method: each quarter tells of what was paid in it, and the last of
# the rest; the year comes to the same as by accrual.
QUARTERS = {
    "202603": {"05": 11000, "10": 2500, "11": 120, "49": 2620},
    "202606": {"48": 1250, "49": -1250},
    "202609": {"05": 11000, "10": 2750, "49": 2750},
    "202612": {"05": 3899, "10": 974, "21": 2000, "30": 500, "39": 5000, "48": 750, "49": 724},
}
# Turned over beside that: what waited, and the purchase that the year-end tells of by a voucher
# that moves nothing.
OF_CASH = """
    2618      0.00   6224.98   6224.98      0.00
    2628      0.00    120.00    120.00      0.00
    2640      0.00   1750.00   1750.00      0.00
"""


def test_by_the_cash_method_its_year_is_the_same(company: Company) -> None:
    company.set(accounting_method="CASH")
    worked_company.made(company)
    of_accrual = [row for row in table(TRIAL_BALANCE) if row[0] != 2640]
    assert standing(company, **OF_2026) == sorted(of_accrual + table(OF_CASH))
    assert boxes(company, **OF_2026) == BOXES
    assert vat.asked(company, "/vatreturns/202612/eskd").content == WORKED
    assert sums(company, "balance-sheet", "Closing", **OF_2026)["Summa tillgångar"] == 80995


def test_by_the_cash_method_its_quarters_tell_of_what_was_paid(company: Company) -> None:
    company.set(accounting_method="CASH", vat_period="quarter", **vat.OWNER)
    move_to(company, "2027-01-15")
    worked_company.trade(company)
    for period, amounts in QUARTERS.items():
        assert vat.boxes(vat.filed(company, period)) == amounts
    assert sum(each["49"] for each in QUARTERS.values()) == 4844


# The year-end of the cash method

CASH_YEAR = """
    1510      0.00   3750.00   1000.00   2750.00
    1930      0.00   1000.00      0.00   1000.00
    2440      0.00      0.00   1500.00  -1500.00
    2611      0.00    750.00    750.00      0.00
    2614      0.00    250.00    250.00      0.00
    2618      0.00    750.00    750.00      0.00
    2640      0.00    200.00    200.00      0.00
    2645      0.00    250.00    250.00      0.00
    2650      0.00      0.00    650.00   -650.00
    3001      0.00      0.00   3000.00  -3000.00
    4531      0.00   1000.00      0.00   1000.00
    6110      0.00    400.00      0.00    400.00
"""
CASH_BOXES = {
    "05": (3000, 3000), "10": (750, 750), "21": (1000, 1000), "30": (250, 250),
    "48": (350, 350), "49": (650, 650),
}  # fmt: skip


def test_a_year_by_the_cash_method(company: Company) -> None:
    company.set(accounting_method="CASH", vat_period="year", **vat.OWNER)
    one, two = worked_company.year_of_cash(company)
    assert boxes(company, **OF_2025) == {"05": (800, 800), "10": (200, 200), "49": (200, 200)}
    vat.filed(company, "202512")
    assert standing(company, **OF_2025) == table(CASH_YEAR)
    assert boxes(company, **OF_2025) == CASH_BOXES
    owed = {row["Invoice"]: row["Open"] for row in rows(company, "customer-ageing", **OF_2025)}
    assert owed == {str(one): 1250, str(two): 1500}
    assert sums(company, "income-statement", "Period", **OF_2025)["Årets resultat"] == 1600
    owned, equity_and_debts = total(company, "balance-sheet", **OF_2025)
    assert owned["Closing"] == equity_and_debts["Closing"] == 3750
    for number, amount in ((one, 1250), (two, 1500)):
        invoicing.pay(company, number, amount, PaymentDate="2026-02-01")
    assert boxes(company, **OF_2026) == {"49": (0, 0)}, "what is paid next year is told once"


# A sole trader

SOLE_TRADER = """
    1510      0.00  12500.00  12500.00      0.00
    1930  20000.00  13000.00   3000.00  30000.00
    2010 -20000.00      0.00      0.00 -20000.00
    2013      0.00   3000.00      0.00   3000.00
    2018      0.00      0.00    500.00   -500.00
    2611      0.00      0.00   2500.00  -2500.00
    3001      0.00      0.00  10000.00 -10000.00
"""
RESULT = """
    2019      0.00      0.00  10000.00 -10000.00
    8999      0.00  10000.00      0.00  10000.00
"""
GATHERED = """
    D 2019 10000.00
    D 2018 500.00
    K 2013 3000.00
    K 2010 7500.00
"""


@pytest.mark.parametrize("method", ["ACCRUAL", "CASH"])
def test_a_sole_trader(company: Company, method: str) -> None:
    company.set(accounting_method=method)
    worked_company.year_of_sole_trader(company)
    waited = table("2618 0 2500 2500 0") if method == "CASH" else []
    assert standing(company, **OF_2025) == sorted(table(SOLE_TRADER) + waited)
    assert boxes(company, **OF_2025) == {
        "05": (10000, 10000), "10": (2500, 2500), "49": (2500, 2500),
    }  # fmt: skip
    sheet = {row["Description"]: row for row in rows(company, "balance-sheet", **OF_2025)}
    assert sheet["Årets resultat, ej bokfört"]["Closing"] == 10000
    close(company, LAST, confirmed=True)
    ended = sorted(table(SOLE_TRADER) + table(RESULT) + waited)
    assert standing(company, **OF_2025) == ended
    assert sums(company, "income-statement", "Period", **OF_2025)["Årets resultat"] == 10000
    assert sums(company, "balance-sheet", "Closing", **OF_2025) == {
        "Summa kassa och bank": 30000,
        "Summa tillgångar": 30000,
        "Summa eget kapital": 27500,
        "Summa kortfristiga skulder": 2500,
        "Summa eget kapital och skulder": 30000,
    }
    gathered = company.get("/vouchers/A/1", financialyear=THIS)["Voucher"]
    assert sorted(vat.rows(gathered).splitlines()) == sorted(block(GATHERED).splitlines())
    first_day = {"fromdate": "2026-01-01", "todate": "2026-01-01"}
    assert {row[0]: row[4] for row in standing(company, **first_day) if row[4]} == {
        1930: 30000, 2010: -27500, 2611: -2500,
    }  # fmt: skip


def test_a_sole_traders_file_has_their_own_number(company: Company) -> None:
    worked_company.year_of_sole_trader(company)
    done = vat.filed(company, "202512")
    assert vat.rows(done["Vouchers"][0]) == "D 2611 2500.00\nK 2650 2500.00"
    assert b"<OrgNr>811228-9874</OrgNr>" in vat.asked(company, "/vatreturns/202512/eskd").content


def test_a_sole_traders_loss_is_taken_from_their_equity(company: Company) -> None:
    company.set(company_form="E")
    entry(company, "2025-06-01", "D 5410 4000", "K 1930 4000")
    close(company, LAST)
    assert invoicing.lines(company, "A", 2, LAST) == {2019: 4000, 8999: -4000}
    assert invoicing.lines(company, "A", 1, THIS) == {2010: 4000, 2019: -4000}
