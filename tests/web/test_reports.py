"""Reports: the worked company number for number, on any day, in every form."""

import csv
from io import StringIO
from typing import Any

import pytest
from tests.service import Company, refused
from tests.web import invoicing, worked_company
from tests.web.test_years import entry, move_to

from reskontra.actions.reporting import REPORTS
from reskontra.contract.reports import named
from reskontra.domain.clock import SWEDEN


def address(company: Company, kind: str) -> str:
    return f"{company.service.url}/api/v1/reports/{kind}"


def report(company: Company, kind: str, **query: Any) -> dict[str, Any]:
    return dict(company.get(address(company, kind), **query)[named(kind)])


def rows(company: Company, kind: str, sort: str = "row", **query: Any) -> list[dict[str, Any]]:
    return [row for row in report(company, kind, **query)["Rows"] if row["Sort"] == sort]


def total(company: Company, kind: str, **query: Any) -> list[dict[str, Any]]:
    return rows(company, kind, "total", **query)


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
OF_2026 = {"fromdate": "2026-01-01", "todate": "2026-12-31"}


def figures(row: dict[str, Any], *names: str) -> list[float]:
    return [float(row[name]) for name in names]


def test_the_worked_company(company: Company) -> None:
    worked_company.made(company)
    standing = rows(company, "trial-balance", **OF_2026)
    wanted = [
        [float(word) for word in line.split()] for line in TRIAL_BALANCE.split("\n") if line.strip()
    ]
    assert [
        figures(r, "Account", "Opening", "Debit", "Credit", "Closing") for r in standing
    ] == wanted
    [summed] = total(company, "trial-balance", **OF_2026)
    assert figures(summed, "Opening", "Debit", "Credit", "Closing") == [0, 130610.98, 130610.98, 0]

    earned = report(company, "income-statement", **OF_2026)["Rows"]
    sums = {row["Description"]: row["Period"] for row in earned if row["Sort"] in ("sum", "total")}
    assert sums["Summa nettoomsättning"] == 30901
    assert sums["Summa övriga externa kostnader"] == -8000
    assert sums["Årets resultat"] == 22901
    assert earned[-1]["Account"] == 8999

    owned, owed = total(company, "balance-sheet", **OF_2026)
    assert owned["Closing"] == owed["Closing"] == 80995
    assert owned["Opening"] == owed["Opening"] == 50000
    groups = {
        row["Description"]: row["Closing"]
        for row in rows(company, "balance-sheet", "sum", **OF_2026)
    }
    assert groups == {
        "Summa kundfordringar": 9875,
        "Summa kassa och bank": 71120,
        "Summa eget kapital": 72901,
        "Summa kortfristiga skulder": 8094,
    }


def test_the_lists_of_the_worked_company_tie_to_its_accounts(company: Company) -> None:
    worked_company.made(company)
    day = {"todate": "2026-12-31"}
    items = [
        (row["Invoice"], row.get("DueDate"), row.get("DaysLate"), row["Open"])
        for row in rows(company, "customer-ageing", **day)
    ]
    assert sorted(items) == [
        ("2", "2026-04-09", 266, 125),
        ("3", "2026-07-01", 183, 5000),
        ("4", None, None, 3750),
        ("5", "2026-12-20", 11, 1000),
    ]
    summed, receivables, reductions, agency = total(company, "customer-ageing", **day)
    buckets = ("NotDue", "Late1To30", "Late31To60", "Late61To90", "LateOver90", "Open")
    assert figures(summed, *buckets) == [0, 1000, 0, 0, 5125, 6125]
    assert (receivables["Name"], receivables["Open"]) == ("Konto 1510", 6125)
    assert (reductions["Open"], agency["Name"], agency["Open"]) == (3750, "Konto 1513", 3750)

    owed = [
        (row["Invoice"], row["DaysLate"], row["Open"])
        for row in rows(company, "supplier-ageing", **day)
    ]
    assert sorted(owed) == [("2", 209, 2000), ("3", -9, 1250)]
    summed, debts = total(company, "supplier-ageing", **day)
    assert figures(summed, *buckets) == [1250, 0, 0, 0, 2000, 3250]
    assert (debts["Name"], debts["Open"]) == ("Konto 2440", 3250)


BOXES = {
    "05": (25899.90, 25899), "10": (6224.98, 6224), "11": (120, 120), "21": (2000, 2000),
    "30": (500, 500), "39": (5000, 5000), "48": (2000, 2000), "49": (4844.98, 4844),
}  # fmt: skip


def test_the_boxes_of_the_worked_company(company: Company) -> None:
    worked_company.made(company)
    told = report(company, "vat", **OF_2026)["Rows"]
    sums = {row["Box"]: row for row in told if row["Sort"] in ("sum", "total")}
    assert {box: (row["Amount"], row["Declared"]) for box, row in sums.items()} == BOXES
    [first, *_] = [row for row in told if row["Sort"] == "row" and row["Box"] == "39"]
    assert (first["Voucher"], first["Date"], first["Amount"]) == ("B 3", "2026-06-01", 5000)


# On days before, while the year is open, and when it is closed: what was open then.
DAYS = {
    "2026-02-28": (13620, 0, 0),
    "2026-03-04": (0, 0, 0),
    "2026-03-31": (125, 0, 6250),
    "2026-06-30": (5125, 0, 2000),
    "2026-09-10": (18875, 3750, 2000),
    "2026-12-31": (6125, 3750, 3250),
}


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_on_any_day_the_lists_tie_and_the_sheet_balances(company: Company, closed: bool) -> None:
    worked_company.made(company, closed=closed)
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


def test_a_result_that_is_not_booked_is_computed(company: Company) -> None:
    entry(company, "2025-03-01", "D 1930 1000", "K 3001 1000")
    entry(company, "2026-03-01", "D 1930 500", "K 3001 500")
    sheet = {row["Description"]: row for row in rows(company, "balance-sheet", **OF_2026)}
    this, before = sheet["Årets resultat, ej bokfört"], sheet["Tidigare års resultat, ej bokfört"]
    assert figures(this, "Opening", "Closing", "LastYear") == [0, 500, 1000]
    assert figures(before, "Opening", "Closing", "LastYear") == [1000, 1000, 0]


def test_what_no_invoice_is_behind_is_told(company: Company) -> None:
    invoicing.issued(company, InvoiceDate="2026-11-01")
    entry(company, "2026-11-02", "D 1510 70", "K 1930 70")
    [other] = rows(company, "customer-ageing", "sum", todate="2026-11-15")
    assert (other["Name"], other["Open"]) == ("Ej från fakturor", 70)
    assert total(company, "customer-ageing", todate="2026-11-15")[1]["Open"] == 1320


def test_a_ledger_runs_from_what_an_account_stood_at(company: Company) -> None:
    entry(company, "2026-03-01", "D 1930 1000", "K 3001 1000")
    entry(company, "2026-05-10", "D 5410 300", "K 1930 300")
    query = {"fromdate": "2026-05-01", "todate": "2026-05-31"}
    [opening, row] = rows(company, "account-statement", account=1930, **query)
    assert opening["Balance"] == 1000
    assert figures(row, "Credit", "Balance") == [300, 700]
    assert row["Voucher"] == "A 2"
    ledger = rows(company, "general-ledger", "sum", **query)
    assert [(each["Account"], each["Balance"]) for each in ledger] == [
        (1930, 700), (3001, -1000), (5410, 300),
    ]  # fmt: skip
    listed = rows(company, "voucher-list", "heading", **query)
    assert [(each["Voucher"], each["Date"]) for each in listed] == [("A 2", "2026-05-10")]


def test_an_account_is_asked_for_that_there_is(company: Company) -> None:
    refused(company.api.get(address(company, "account-statement")), 400)
    refused(
        company.api.get(address(company, "account-statement"), params={"account": 1234567}), 404
    )


# What only counts in part: a cost centre, a project, what was known by then.


def test_only_what_was_for_a_cost_centre_or_project_counts(company: Company) -> None:
    company.post("/costcenters", {"CostCenter": {"Code": "BUTIK", "Description": "Butik"}})
    company.post("/projects", {"Project": {"ProjectNumber": "P7", "Description": "Bod"}})
    row = {"Description": "Hyra", "Price": 100, "DeliveredQuantity": 1, "VAT": 25}
    invoicing.issued(company, row, InvoiceDate="2026-11-01", CostCenter="BUTIK")
    invoicing.issued(company, row | {"Price": 52}, InvoiceDate="2026-11-02", Project="P7")
    for query, result in (({"costcenter": "BUTIK"}, 100), ({"project": "P7"}, 52), ({}, 152)):
        [earned] = total(company, "income-statement", **OF_2026, **query)
        assert earned["Period"] == result


def test_what_was_registered_later_was_not_known(company: Company) -> None:
    entry(company, "2026-03-01", "D 1930 1000", "K 3001 1000")
    known = company.service.clock().astimezone(SWEDEN).strftime("%Y-%m-%d %H:%M")
    move_to(company, "2026-11-16")
    entry(company, "2026-03-01", "D 1930 1", "K 3001 1")
    [now] = total(company, "income-statement", **OF_2026)
    [then] = total(company, "income-statement", **OF_2026, knownat=known)
    assert (now["Period"], then["Period"]) == (1001, 1000)


def test_sales_by_customer_and_article_without_what_was_credited(company: Company) -> None:
    for number, price in (("A1", 100), ("A2", 40)):
        article = {"ArticleNumber": number, "Description": f"Vara {number}", "SalesPrice": price}
        company.post("/articles", {"Article": article})
    buyer = invoicing.customer(company, Name="Ada")
    row = {"ArticleNumber": "A1", "Price": 100, "DeliveredQuantity": 3, "VAT": 25}
    invoicing.issued(company, row, InvoiceDate="2026-10-01", CustomerNumber=buyer)
    other = {"ArticleNumber": "A2", "Price": 40, "DeliveredQuantity": 1, "VAT": 25}
    taken_back = invoicing.issued(company, other, InvoiceDate="2026-10-02", CustomerNumber=buyer)
    invoicing.act(company, taken_back["DocumentNumber"], "credit")
    [ada] = rows(company, "sales-by-customer", **OF_2026)
    assert (ada["Name"], ada["Invoices"], ada["Net"]) == ("Ada", 1, 300)
    articles = {row["ArticleNumber"]: row for row in rows(company, "sales-by-article", **OF_2026)}
    assert figures(articles["A1"], "Quantity", "Net") == [3, 300]
    assert figures(articles["A2"], "Quantity", "Net") == [0, 0]


# Forms and refusals


@pytest.mark.parametrize("kind", REPORTS)
def test_every_report_is_there_as_json_for_a_spreadsheet_and_on_paper(
    company: Company, kind: str
) -> None:
    invoicing.issued(
        company, InvoiceDate="2026-11-01", CustomerNumber=invoicing.customer(company, Name="=1+1")
    )
    query = {"account": 1510, **OF_2026}
    told = report(company, kind, **query)
    assert (
        told["Company"] == company.get("/companyinformation")["CompanyInformation"]["CompanyName"]
    )
    assert told["LastVouchers"] == [{"Series": "B", "Number": 1}]
    answer = company.api.get(address(company, kind), params={"format": "csv", **query})
    assert answer.headers["content-type"].startswith("text/csv")
    assert kind in answer.headers["content-disposition"]
    table = list(csv.reader(StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert table[0] == [column["Title"] for column in told["Columns"]]
    assert len(table) == len(told["Rows"]) + 1
    assert not any(cell.startswith("=") for line in table for cell in line)
    paper = company.api.get(
        address(company, kind), params=query, headers={"Accept": "application/pdf"}
    )
    assert paper.content.startswith(b"%PDF"), paper.text


# fmt: off
REFUSED = {
    "an unknown report":   ("tax-haven", {}, 404),
    "no day":              ("balance-sheet", {"todate": "2026-02-30"}, 400),
    "backwards": ("balance-sheet", {"fromdate": "2026-03-01", "todate": "2026-02-28"}, 400),
    "no account":          ("general-ledger", {"account": "x"}, 400),
    "an unknown year":     ("balance-sheet", {"financialyear": "99"}, 404),
    "an unknown format":   ("balance-sheet", {"format": "xls"}, 400),
    "no moment":           ("balance-sheet", {"knownat": "igår"}, 400),
}
# fmt: on


@pytest.mark.parametrize(("kind", "query", "status"), REFUSED.values(), ids=REFUSED)
def test_refused(company: Company, kind: str, query: dict[str, str], status: int) -> None:
    refused(company.api.get(address(company, kind), params=query), status)


def test_reports_are_ours_and_stand_under_our_own_address_alone(company: Company) -> None:
    root = str(company.api.base_url).partition("/api/v1")[0]
    for place in ("/reports/balance-sheet", "/3/reports/balance-sheet"):
        assert company.api.get(root + place).status_code == 404
