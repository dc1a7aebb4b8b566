"""Reports: what counts in each, in every form."""

import csv
from io import StringIO

import pytest
from tests.service import Company, refused
from tests.web import invoicing, purchasing
from tests.web.reporting import address, boxes, figures, report, rows, total
from tests.web.test_years import entry, move_to

from reskontra.actions.reporting import REPORTS
from reskontra.domain.clock import SWEDEN

OF_2026 = {"fromdate": "2026-01-01", "todate": "2026-12-31"}


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


def test_lists_and_boxes_too_are_told_as_they_were_known(company: Company) -> None:
    kept = invoicing.issued(company, InvoiceDate="2026-03-01")["DocumentNumber"]
    known = company.service.clock().astimezone(SWEDEN).strftime("%Y-%m-%d %H:%M")
    move_to(company, "2026-11-16")
    invoicing.pay(company, kept, 1000, PaymentDate="2026-03-02")
    invoicing.issued(company, InvoiceDate="2026-03-03")
    for query, open_now, tax in (({}, 1500, 500), ({"knownat": known}, 1250, 250)):
        summed, tied = total(company, "customer-ageing", todate="2026-03-31", **query)
        assert summed["Open"] == tied["Open"] == open_now
        assert boxes(company, **OF_2026, **query)["10"] == (tax, tax)
    then = report(company, "trial-balance", **OF_2026, knownat=known)
    assert then["LastVouchers"] == [{"Series": "B", "Number": 1}]


def test_lists_and_sales_of_a_cost_centre_are_those_of_its_invoices(company: Company) -> None:
    company.post("/costcenters", {"CostCenter": {"Code": "BUTIK", "Description": "Butik"}})
    invoicing.issued(company, InvoiceDate="2026-11-01", CostCenter="BUTIK")
    invoicing.issued(company, InvoiceDate="2026-11-01")
    purchasing.booked(company, CostCenter="BUTIK")
    for kind, column, amount in (
        ("customer-ageing", "Open", 1250),
        ("supplier-ageing", "Open", 1000),
        ("sales-by-customer", "Net", 1000),
        ("sales-by-article", "Net", 1000),
    ):
        [summed] = total(company, kind, **OF_2026, costcenter="BUTIK")
        assert summed[column] == amount, kind


def test_a_cost_centre_that_was_removed_still_has_its_postings(company: Company) -> None:
    company.post("/costcenters", {"CostCenter": {"Code": "BUTIK", "Description": "Butik"}})
    invoicing.issued(company, InvoiceDate="2026-11-01", CostCenter="BUTIK")
    company.delete("/costcenters/BUTIK")
    [earned] = total(company, "income-statement", **OF_2026, costcenter="BUTIK")
    assert earned["Period"] == 1000


# asked for on 17 November 2026; the list is of
DAYS_OF_LISTS = {
    "nothing": ({}, "2026-11-17"),
    "the year at hand": ({"financialyeardate": "2026-05-01"}, "2026-11-17"),
    "since a day": ({"fromdate": "2026-03-01"}, "2026-11-17"),
    "since a day to come": ({"fromdate": "2026-12-01"}, "2026-12-01"),
    "the year before": ({"financialyeardate": "2025-05-01"}, "2025-12-31"),
    "a day": ({"todate": "2026-12-31"}, "2026-12-31"),
}


def test_a_list_is_of_today_where_no_day_is_asked_for(company: Company) -> None:
    move_to(company, "2026-11-17")
    invoicing.issued(company, InvoiceDate="2026-11-01", DueDate="2026-11-22")
    for query, day in DAYS_OF_LISTS.values():
        for kind in ("customer-ageing", "supplier-ageing"):
            assert report(company, kind, **query)["ToDate"] == day
    [row] = rows(company, "customer-ageing")
    assert (row["NotDue"], row["Open"]) == (1250, 1250)
    assert report(company, "balance-sheet")["ToDate"] == "2026-12-31", "statements are of the year"


def test_an_account_that_is_asked_for_changes_no_other_balance(company: Company) -> None:
    entry(company, "2026-03-01", "D 1930 1000", "K 3001 1000")
    day = {"fromdate": "2026-01-01", "todate": "2026-03-10"}
    whole = report(company, "trial-balance", **day)["Rows"]
    assert report(company, "trial-balance", **day, account=1930)["Rows"] == whole
    [opening] = rows(company, "account-statement", **day, account=1940)
    assert opening["Balance"] == 0


def test_a_purchase_in_another_currency_is_told_in_both_on_any_day(company: Company) -> None:
    abroad = {"Currency": "EUR", "CurrencyRate": 11.5, "InvoiceDate": "2026-11-02"}
    row = {"Account": 4531, "DebitCurrency": 100}
    number = purchasing.booked(company, row, **abroad, DueDate="2026-12-02")["GivenNumber"]
    purchasing.pay(company, number, AmountCurrency=40, Amount=470, PaymentDate="2026-11-10")
    for day, left, in_kronor in (("2026-11-09", 100, 1150), ("2026-11-10", 60, 690)):
        [open_then] = rows(company, "supplier-ageing", todate=day)
        assert figures(open_then, "OpenInCurrency", "Open") == [left, in_kronor]
        assert open_then["Currency"] == "EUR"


def test_boxes_that_are_not_what_their_accounts_say_are_told_of(company: Company) -> None:
    invoicing.issued(company, InvoiceDate="2026-11-01")
    assert report(company, "vat", **OF_2026)["Notes"] == []
    entry(company, "2026-11-02", "D 1930 125", "K 3001 100", "K 2611 25")
    [note] = report(company, "vat", **OF_2026)["Notes"]
    assert "Ruta 10 är 250.00 men dess konton 275.00 (A 1" in note


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
    assert not any(cell == "-0,00" for line in table for cell in line)
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
    "VAT in parts":        ("vat", {"costcenter": "BUTIK"}, 400),
    "an unknown centre":   ("balance-sheet", {"costcenter": "BUTTIK"}, 400),
    "an unknown project":  ("sales-by-customer", {"project": "P8"}, 400),
    "sales as known":      ("sales-by-customer", {"knownat": "2026-11-15 12:00"}, 400),
}
# fmt: on


@pytest.mark.parametrize(("kind", "query", "status"), REFUSED.values(), ids=REFUSED)
def test_refused(company: Company, kind: str, query: dict[str, str], status: int) -> None:
    refused(company.api.get(address(company, kind), params=query), status)


def test_reports_are_ours_and_stand_under_our_own_address_alone(company: Company) -> None:
    root = str(company.api.base_url).partition("/api/v1")[0]
    for place in ("/reports/balance-sheet", "/3/reports/balance-sheet"):
        assert company.api.get(root + place).status_code == 404
