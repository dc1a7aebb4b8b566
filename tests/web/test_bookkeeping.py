"""Accounts, financial years, voucher series and vouchers: what is particular to them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from tests.service import Company, answered, refused

from reskontra.actions import closing
from reskontra.actions.desk import Desk
from reskontra.storage.books import Books

THIS, LAST = 2, 1  # the ids of a new company's financial years


def at_desk(company: Company, act: Any) -> Any:
    """What the command line would do."""
    now = company.service.clock()

    def unit(tx: Any) -> Any:
        return act(Desk(Books(tx, company.id, now, "tests"), company.organisation))

    return company.service.write(unit, company.id)


def rows(*amounts: tuple[Any, Any, Any]) -> list[dict[str, Any]]:
    return [{"Account": account, "Debit": d, "Credit": c} for account, d, c in amounts]


TWO = rows((1930, 100, 0), (3001, 0, 100))


def voucher(**more: Any) -> dict[str, Any]:
    sent = {"Description": "Kassa", "TransactionDate": "2026-11-01", "VoucherSeries": "A"}
    return {"Voucher": {**sent, "VoucherRows": TWO, **more}}


def posted(company: Company, **more: Any) -> dict[str, Any]:
    record: dict[str, Any] = company.post("/vouchers", voucher(**more))["Voucher"]
    return record


# Vouchers


def test_a_voucher_is_posted_and_read_back_with_all_it_was_sent(company: Company) -> None:
    sent = [
        {"Account": "1930", "Debit": "100.00", "Egen": {"a": 1.5}, "Noll": None, "Project": "P"},
        {"Account": 3001, "Credit": 99.995, "TransactionInformation": "hyra", "Quantity": "2"},
    ]
    record = posted(company, VoucherRows=sent, Egen="mitt", CostCenter="K", Comments="API_BLANK")
    assert list(record) == [
        "@url", "ApprovalState", "Comments", "CostCenter", "Description", "Project",
        "ReferenceNumber", "ReferenceType", "TransactionDate", "VoucherNumber", "VoucherRows",
        "VoucherSeries", "Year", "Egen",
    ]  # fmt: skip
    assert record["@url"].endswith("/3/vouchers/A/1?financialyear=2")
    assert record["ReferenceType"] == "MANUAL"
    first, second = record["VoucherRows"]
    assert first == {
        "Account": 1930, "CostCenter": "", "Credit": 0, "Debit": 100, "Project": "P",
        "Description": "Företagskonto", "Quantity": 0, "Removed": False,
        "TransactionInformation": "", "Egen": {"a": 1.5},
    }  # fmt: skip
    assert (second["Credit"], second["Quantity"]) == (100, 2)
    assert answered(company.api.get(record["@url"]), 200)["Voucher"] == record
    [listed] = company.get("/vouchers")["Vouchers"]
    assert list(listed) == [
        "@url", "ApprovalState", "Comments", "Description", "ReferenceNumber", "ReferenceType",
        "TransactionDate", "VoucherNumber", "VoucherSeries", "Year",
    ]  # fmt: skip


# fmt: off
UNFIT: list[Any] = [
    # what is sent instead                                            status  what is said
    ({"VoucherRows": []},                                             400, "minst två rader"),
    ({"VoucherRows": None},                                           400, "minst två rader"),
    ({"VoucherRows": "API_BLANK"},                                    400, "minst två rader"),
    ({"VoucherRows": "x"},                                            400, "lista av rader"),
    ({"VoucherRows": [1, 2]},                                         400, "lista av rader"),
    ({"VoucherRows": TWO * 501},                                      400, "högst 1000"),
    ({"VoucherRows": TWO[:1]},                                        400, "minst två rader"),
    ({"VoucherRows": rows((1930, 100, 0), (3001, 0, 99.99))},         400, "balanserar inte"),
    ({"VoucherRows": rows((1930, 0, 0), (3001, 0, 0))},               400, "större än noll"),
    ({"VoucherRows": rows((1930, 5, 5), (3001, 5, 5))},               400, "större än noll"),
    ({"VoucherRows": rows((1930, -5, 0), (3001, 0, -5))},             400, "större än noll"),
    ({"VoucherRows": rows((9998, 5, 0), (3001, 0, 5))},               400, "9998"),
    ({"VoucherRows": rows((999, 5, 0), (3001, 0, 5))},                400, "mellan 1000 och 9999"),
    ({"VoucherRows": rows(("", 5, 0), (3001, 0, 5))},                 400, "Account saknas"),
    ({"VoucherRows": rows((1930, "1e12", 0), (3001, 0, "1e12"))},     400, "Debit"),
    ({"Description": None},                                           400, "Description saknas"),
    ({"Description": "x" * 201},                                      400, "högst 200 tecken"),
    ({"VoucherSeries": "Q"},                                          400, "verifikationsserie Q"),
    ({"VoucherSeries": "B"},                                          400, "inte avsedd"),
    ({"TransactionDate": "2026-02-30"},                               400, "TransactionDate"),
    ({"TransactionDate": "2024-12-31"},                               409, "inget räkenskapsår"),
    ({"TransactionDate": "2028-01-01"},                               409, "inget räkenskapsår"),
    ({"TransactionDate": "9999-12-31"},                               409, "inget räkenskapsår"),
]
# fmt: on


@pytest.mark.parametrize(
    ("more", "status", "told"), UNFIT, ids=[f"{row[2]}-{n}" for n, row in enumerate(UNFIT)]
)
def test_an_unfit_voucher_is_refused_and_takes_no_number(
    company: Company, more: dict[str, Any], status: int, told: str
) -> None:
    assert told in refused(company.api.post("/vouchers", json=voucher(**more)), status)
    assert posted(company)["VoucherNumber"] == 1


def test_nothing_is_posted_in_a_locked_period_or_a_closed_year(company: Company) -> None:
    at_desk(company, lambda desk: closing.lock_through(desk, date(2026, 11, 1)))
    assert company.get("/settings/lockedperiod") == {"LockedPeriod": {"EndDate": "2026-11-01"}}
    assert "2026-11-01" in refused(company.api.post("/vouchers", json=voucher()), 409)
    assert posted(company, TransactionDate="2026-11-02")["VoucherNumber"] == 1
    at_desk(company, lambda desk: closing.lock_through(desk, None))
    assert company.get("/settings/lockedperiod") == {"LockedPeriod": {"EndDate": ""}}
    at_desk(company, lambda desk: closing.close(desk, LAST))
    told = company.api.post("/vouchers", json=voucher(TransactionDate="2025-12-31"))
    assert "stängt" in refused(told, 409)


def test_an_inactive_account_takes_no_postings(company: Company) -> None:
    company.put("/accounts/1930", {"Account": {"Active": False}})
    assert "1930" in refused(company.api.post("/vouchers", json=voucher()), 400)
    posted(company, TransactionDate="2025-11-01")


def test_the_year_follows_the_date_and_may_not_be_said_otherwise(company: Company) -> None:
    assert posted(company, TransactionDate="2025-06-30")["Year"] == LAST
    assert posted(company, TransactionDate="2027-01-01")["Year"] == 3
    body = voucher()
    assert refused(company.api.post(f"/vouchers?financialyear={LAST}", json=body), 400)
    assert answered(company.api.post(f"/vouchers?financialyear={THIS}", json=body), 201)
    assert refused(company.api.post("/vouchers?financialyear=99", json=body), 404)
    assert refused(company.api.get("/vouchers/A/2"), 404) == "Kan inte hitta verifikationen"
    for path in ("/vouchers/A/1?financialyear=1", "/vouchers/A/1/?FinancialYearDate=2025-01-01"):
        assert answered(company.api.get(path), 200)["Voucher"]["Year"] == LAST


def test_vouchers_are_found_by_date_series_and_cost_centre(company: Company) -> None:
    company.post("/voucherseries", {"VoucherSeries": {"Code": "Ö/1", "Manual": True}})
    posted(company, TransactionDate="2026-01-31")
    posted(company, TransactionDate="2026-02-01", CostCenter="STHLM")
    made = posted(company, TransactionDate="2026-02-28", VoucherSeries="Ö/1")
    assert answered(company.api.get(made["@url"]), 200)["Voucher"] == made

    def found(path: str = "/vouchers", **query: str) -> list[str]:
        listed = company.get(path, **query)["Vouchers"]
        return [f"{row['VoucherSeries']}{row['VoucherNumber']}" for row in listed]

    assert found() == ["A1", "Ö/11", "A2"]
    assert found(fromdate="2026-02-01") == ["Ö/11", "A2"]
    assert found(fromdate="2026-01-31", todate="2026-02-01") == ["A1", "A2"]
    assert found(costcenter="STHLM") == ["A2"]
    assert found(costcenter="") == found(costcenter="sthlm") == []
    assert found(voucherseries="Ö/1") == ["Ö/11"]
    assert found("/vouchers/sublist/%C3%96%2F1") == ["Ö/11"]
    assert found("/vouchers/sublist") == found()
    assert found(sortby="voucherseries", sortorder="descending") == ["Ö/11", "A2", "A1"]
    assert found(financialyear="1") == []
    assert found(lastmodified="2026-11-16") == []
    assert len(found(lastmodified="2026-11-15 10:00")) == 3


def test_parallel_vouchers_are_numbered_without_gaps(company: Company) -> None:
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(lambda _: posted(company)["VoucherNumber"], range(24)))
    assert sorted(numbers) == list(range(1, 25))
    assert company.get("/voucherseries/A")["VoucherSeries"]["NextVoucherNumber"] == 25


# Accounts


YEARS_ASKED = [
    ("financialyear=x", 400),
    ("financialyear=9", 404),
    ("financialyeardate=x", 400),
    ("financialyeardate=2020-01-01", 404),
]


def test_an_account_belongs_to_its_year(company: Company) -> None:
    made = company.post("/accounts", {"Account": {"Number": "1931", "Description": "Spar"}})
    assert made["Account"]["Year"] == THIS
    assert refused(company.api.get("/accounts/1931?financialyear=1"), 404)
    other = "/accounts?financialyeardate=2025-05-05"
    sent = {"Account": {"Number": 1931, "Description": "Förra"}}
    assert answered(company.api.post(other, json=sent), 201)["Account"]["Year"] == LAST
    assert company.get("/accounts/1931")["Account"]["Description"] == "Spar"
    changed = company.put("/accounts/1931?financialyear=1", {"Account": {"Description": "Ny"}})
    assert changed["Account"]["Description"] == "Ny"
    assert company.get("/accounts/1931")["Account"]["Description"] == "Spar"
    company.delete("/accounts/1931?financialyear=1")
    assert company.get("/accounts/1931")["Account"]["@url"].endswith("?financialyear=2")
    for query, status in YEARS_ASKED:
        for path in ("/accounts", "/accounts/1930", "/voucherseries", "/vouchers"):
            refused(company.api.get(f"{path}?{query}"), status)


def test_the_balance_carried_forward_follows_the_postings(company: Company) -> None:
    sent = {"Account": {"BalanceBroughtForward": "50.5"}}
    company.put(f"/accounts/1930?financialyear={LAST}", sent)
    posted(company)
    account = company.get("/accounts/1930")["Account"]
    assert (account["BalanceBroughtForward"], account["BalanceCarriedForward"]) == (50.5, 150.5)
    sent = {"Account": {"BalanceCarriedForward": 1, "QuantitySettings": "MANDATORY"}}
    assert company.put("/accounts/1930", sent)["Account"] == account


def test_opening_quantities_are_a_list_of_objects(company: Company) -> None:
    sent = [{"Balance": "3", "Project": "P", "Egen": 1, "Null": None}]
    made = company.put("/accounts/1930", {"Account": {"OpeningQuantities": sent}})["Account"]
    assert made["OpeningQuantities"] == [{"Balance": 3, "Project": "P", "Egen": 1}]
    cleared = company.put("/accounts/1930", {"Account": {"OpeningQuantities": "API_BLANK"}})
    assert cleared["Account"]["OpeningQuantities"] == []
    for bad in ("x", {}, [1], [{"Balance": "x"}]):
        body = {"Account": {"OpeningQuantities": bad}}
        refused(company.api.put("/accounts/1930", json=body), 400)


# fmt: off
NEEDED = [
    (1510, "Tjänsten bokför"),  # by the service itself
    (1910, "Tjänsten bokför"),  # by a mode of payment
    (5710, "Tjänsten bokför"),  # by a predefined account
    (1220, "ingående balans"),
    (1229, "bokförda transaktioner"),
]
# fmt: on


@pytest.mark.parametrize(("number", "told"), NEEDED)
def test_an_account_that_is_needed_stays(company: Company, number: int, told: str) -> None:
    sent = {"Account": {"BalanceBroughtForward": 1}}
    company.put(f"/accounts/1220?financialyear={LAST}", sent)
    posted(company, VoucherRows=rows((1229, 1, 0), (1930, 0, 1)))
    assert told in refused(company.api.delete(f"/accounts/{number}"), 409)


def test_the_chart_of_a_closed_year_is_closed(company: Company) -> None:
    at_desk(company, lambda desk: closing.close(desk, LAST))
    body = {"Account": {"Number": 1931, "Description": "Ny", "BalanceBroughtForward": 5}}
    for method, path in (("POST", ""), ("PUT", "/1930"), ("DELETE", "/1030")):
        answer = company.api.request(method, f"/accounts{path}?financialyear=1", json=body)
        assert "stängt" in refused(answer, 409), method


def test_large_balances_go_on_into_the_next_year(company: Company) -> None:
    """Beyond what 32 bits of öre can hold."""
    millions = rows((1930, 900_000_000, 0), (3001, 0, 900_000_000))
    posted(company, VoucherRows=millions, TransactionDate="2025-03-01")
    at_desk(company, lambda desk: closing.close(desk, LAST))
    brought = [
        company.get(f"/accounts/{number}")["Account"]["BalanceBroughtForward"]
        for number in (1930, 2099, 3001)
    ]
    assert brought == [900_000_000, -900_000_000, 0]


def test_accounts_are_found_by_sru(company: Company) -> None:
    sru = company.get("/accounts/1930")["Account"]["SRU"]
    found = [row["Number"] for row in company.get("/accounts", sru=sru)["Accounts"]]
    assert 1930 in found
    assert len(found) < 30
    assert company.get("/accounts", sru="ingen")["Accounts"] == []


# Financial years


def test_a_new_year_has_the_chart_and_the_series_of_the_one_before(company: Company) -> None:
    company.put("/accounts/1930", {"Account": {"Description": "Banken", "SRU": 7, "Egen": 1}})
    sent = {"FromDate": "2027-01-01", "ToDate": "2028-06-30", "Egen": {"a": 1}, "Null": None}
    made = company.post("/financialyears", {"FinancialYear": sent})["FinancialYear"]
    assert made == {
        "@url": f"{company.service.url}/api/v1/3/financialyears/3", "Id": 3,
        "FromDate": "2027-01-01", "ToDate": "2028-06-30", "AccountingMethod": "ACCRUAL",
        "AccountChartType": "BAS 2026", "Egen": {"a": 1},
    }  # fmt: skip
    assert company.get("/financialyears/3")["FinancialYear"] == made
    account = answered(company.api.get("/accounts/1930?financialyear=3"), 200)["Account"]
    assert (account["Description"], account["SRU"], account["Egen"]) == ("Banken", 7, 1)
    series = answered(company.api.get("/voucherseries?financialyear=3"), 200)
    codes = [row["Code"] for row in series["VoucherSeriesCollection"]]
    assert codes == ["A", "B", "C", "E", "K", "L", "M"]
    assert "NextVoucherNumber" not in series["VoucherSeriesCollection"][0]


# fmt: off
IRREGULAR: list[Any] = [
    ({"FromDate": "2027-01-01"},                                                "ToDate saknas"),
    ({"FromDate": "2027-02-01", "ToDate": "2027-12-31"},                        "följa direkt"),
    ({"FromDate": "2026-01-01", "ToDate": "2026-12-31"},                        "följa direkt"),
    ({"FromDate": "2027-01-01", "ToDate": "2028-07-31"},                        "18 månader"),
    ({"FromDate": "2027-01-01", "ToDate": "2027-12-30"},                        "sista i en månad"),
    ({"FromDate": "2027-12-31", "ToDate": "2027-01-31"},                        "innan det börjar"),
    ({"FromDate": "9999-01-01", "ToDate": "9999-12-31"},                        ""),
    ({"FromDate": "0001-01-01", "ToDate": "0001-12-31"},                        "följa direkt"),
    ({"FromDate": "2027-01-01", "ToDate": "2027-12-31", "AccountingMethod": "X"}, "Method"),
]
# fmt: on


@pytest.mark.parametrize(("sent", "told"), IRREGULAR, ids=lambda value: str(value)[:40])
def test_an_irregular_year_is_refused(company: Company, sent: dict[str, str], told: str) -> None:
    answer = company.api.post("/financialyears", json={"FinancialYear": sent})
    assert told in refused(answer, 400)
    assert company.get("/financialyears")["MetaInformation"]["@TotalResources"] == 2


def test_years_are_found_by_a_day_in_them(company: Company) -> None:
    def found(**query: str) -> list[int]:
        return [row["Id"] for row in company.get("/financialyears", **query)["FinancialYears"]]

    assert found() == [1, 2]
    assert found(date="2026-12-31") == [2]
    assert found(FinancialYearDate="2025-01-01") == [1]
    assert found(date="2030-01-01") == []
    assert found(sortby="fromdate", sortorder="desc") == [2, 1]
    refused(company.api.get("/financialyears?date=idag"), 400)
    for key in ("0", "3", "x"):
        refused(company.api.get(f"/financialyears/{key}"), 404)
    refused(company.api.put("/financialyears/1", json={}), 405)


# Series and pointers


def test_a_series_can_be_made_and_opened_for_manual_vouchers(company: Company) -> None:
    company.post("/voucherseries", {"VoucherSeries": {"Code": "N", "Approver": {"Id": "7"}}})
    refused(company.api.post("/vouchers", json=voucher(VoucherSeries="N")), 400)
    changed = company.put("/voucherseries/N", {"VoucherSeries": {"Manual": "true"}})
    assert changed["VoucherSeries"]["Approver"] == {"Id": 7, "Name": ""}
    assert posted(company, VoucherSeries="N")["@url"].endswith("/vouchers/N/1?financialyear=2")
    refused(company.api.delete("/voucherseries/N"), 405)


def test_modes_of_payment_and_predefined_accounts_point_into_the_chart(company: Company) -> None:
    mode = {"ModeOfPayment": {"Code": "SW", "AccountNumber": "9998"}}
    assert "9998" in refused(company.api.post("/modesofpayments", json=mode), 400)
    mode["ModeOfPayment"]["AccountNumber"] = "1940"
    shown = company.post("/modesofpayments", mode)["ModeOfPayment"]
    assert shown["AccountNumber"] == "1940"
    listed = company.get("/predefinedaccounts")
    assert listed["MetaInformation"]["@TotalResources"] == 48
    assert company.get("/predefinedaccounts/INVAT")["PreDefinedAccount"]["Account"] == 2640
    sent = {"PreDefinedAccount": {"Account": "2641", "Name": "X"}}
    changed = company.put("/predefinedaccounts/INVAT", sent)["PreDefinedAccount"]
    assert (changed["Account"], changed["Name"]) == (2641, "INVAT")
    bad = {"PreDefinedAccount": {"Account": 9998}}
    refused(company.api.put("/predefinedaccounts/INVAT", json=bad), 400)
    refused(company.api.put("/predefinedaccounts/NIX", json=bad), 404)
    refused(company.api.post("/predefinedaccounts", json=bad), 405)


def test_closing_a_year_carries_every_balance_into_the_next(company: Company) -> None:
    """Also on an account that the next year's chart has lost."""
    rows = [{"Account": 1940, "Debit": 700}, {"Account": 3001, "Credit": 700}]
    voucher = {"Description": "Sålt", "TransactionDate": "2025-06-01", "VoucherSeries": "A"}
    company.delete("/accounts/1940")
    company.post("/vouchers", {"Voucher": {**voucher, "VoucherRows": rows}})
    at_desk(company, lambda desk: closing.close(desk, LAST))
    for number, balance in ((1940, 700), (2099, -700)):
        account = company.get(f"/accounts/{number}")["Account"]
        assert account["BalanceBroughtForward"] == balance
