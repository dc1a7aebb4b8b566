"""The fields of supplier invoices and of their rows: what is kept, derived and refused."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.purchasing import ROW, act, booked, change, draft, read, supplier, wanted


def post(company: Company, sent: dict[str, Any]) -> Any:
    return company.api.post("/supplierinvoices", json={"SupplierInvoice": sent})


@pytest.mark.parametrize("name", ["SupplierNumber", "InvoiceNumber", "InvoiceDate", "DueDate"])
@pytest.mark.parametrize("value", [None, "", "API_BLANK", "left out"])
def test_a_required_field_must_be_sent(company: Company, name: str, value: Any) -> None:
    sent = {**wanted(company), name: value}
    if value == "left out":
        del sent[name]
    assert name in refused(post(company, sent), 400)


@pytest.mark.parametrize("name", ["SupplierNumber", "InvoiceNumber", "InvoiceDate", "DueDate"])
def test_a_required_field_cannot_be_cleared(company: Company, name: str) -> None:
    made = draft(company)
    sent = {"SupplierInvoice": {name: "API_BLANK"}}
    refused(company.api.put("/supplierinvoices/1", json=sent), 400)
    assert change(company, 1, **{name: ""}) == change(company, 1, **{name: None}) == made


@pytest.mark.parametrize(
    "fields",
    [
        {"SupplierNumber": "unknown"},
        {"InvoiceNumber": "x" * 65},
        {"InvoiceDate": "2026-02-30"},
        {"DueDate": "20260228"},
        {"Comments": "x" * 1001},
        {"Currency": "XYZ"},
        {"CurrencyRate": "-1"},
        {"CurrencyRate": "x"},
        {"Currency": "EUR", "CurrencyRate": 1, "CurrencyUnit": 0},
        {"Currency": "EUR", "CurrencyRate": 1, "CurrencyUnit": -100},
        {"VAT": "x"},
        {"VAT": 200},
        {"VAT": -250},
        {"VATType": "UNKNOWN"},
        {"VATType": "normal"},
        {"Freight": 1},
        {"Freight": "0.01"},
        {"AdministrationFee": 29},
        {"RoundOffValue": -0.5},
        {"RoundOffValue": "0.004"},
        {"Freight": 0.001},
        {"AdministrationFee": "-0.004"},
        {"OurReference": "x" * 51},
        {"DisablePaymentFile": "perhaps"},
        {"SupplierInvoiceRows": []},
        {"SupplierInvoiceRows": None},
        {"SupplierInvoiceRows": {}},
        {"SupplierInvoiceRows": [1]},
        {"SupplierInvoiceRows": [{"Code": "TOT", "Credit": 5}]},
        {"SupplierInvoiceRows": [{"Debit": 5}]},
        {"SupplierInvoiceRows": [{**ROW, "Account": 1111}]},
        {"SupplierInvoiceRows": [{**ROW, "Account": "x"}]},
        {"SupplierInvoiceRows": [{**ROW, "Account": 2440}]},
        {"SupplierInvoiceRows": [{**ROW, "Quantity": -1, "Price": 5}]},
        {"SupplierInvoiceRows": [{**ROW, "Credit": 1}]},
        {"SupplierInvoiceRows": [{**ROW, "CreditCurrency": "0.01"}]},
        {"SupplierInvoiceRows": [{**ROW, "Credit": "0.004"}]},
        {"SupplierInvoiceRows": [ROW, {**ROW, "Debit": -1}]},
        {"SupplierInvoiceRows": [ROW, {**ROW, "Quantity": 1, "Price": -1}]},
        {"SupplierInvoiceRows": [ROW, {**ROW, "DebitCurrency": "-0.01"}]},
        {"VAT": 23, "SupplierInvoiceRows": [{**ROW, "Debit": "0.50"}] * 200},
        {"VAT": 27, "SupplierInvoiceRows": [{**ROW, "Debit": "0.50"}] * 200},
        {"SupplierInvoiceRows": [{**ROW, "Code": "FRT"}]},
        {"SupplierInvoiceRows": [{**ROW, "Code": "AFE"}]},
        {"SupplierInvoiceRows": [{**ROW, "Code": "ROV"}]},
        {"SupplierInvoiceRows": [{**ROW, "Debit": "1e13"}]},
        {"SupplierInvoiceRows": [{**ROW, "Quantity": 10**6, "Price": 10**9}]},
        {"SupplierInvoiceRows": [ROW] * 1001},
        {"Currency": "EUR"},
        {"Currency": "EUR", "SupplierInvoiceRows": [{**ROW, "Quantity": 3}]},
    ],
    ids=lambda fields: str(fields)[:60],
)
def test_a_field_that_cannot_be_kept_is_refused(company: Company, fields: Any) -> None:
    refused(post(company, {**wanted(company), **fields}), 400)
    draft(company)
    if fields.get("SupplierInvoiceRows", 1) is not None:
        sent = {"SupplierInvoice": fields}
        refused(company.api.put("/supplierinvoices/1", json=sent), 400)
    assert company.get("/supplierinvoices")["MetaInformation"]["@TotalResources"] == 1


@pytest.mark.parametrize(
    ("name", "sent", "shown"),
    [
        ("SupplierName", "Someone else", "Papper & Penna"),
        ("FinalPayDate", "2026-01-01", ""),
        ("Comments", "hej", "hej"),
        ("Currency", "SEK", "SEK"),
        ("CurrencyRate", 7, "1"),
        ("CurrencyUnit", 100, 1),
        ("Total", 7, "1000"),
        ("VAT", "250.00", "250"),
        ("VAT", 0, "0"),
        ("Balance", 7, "0"),
        ("VATType", "EUINTERNAL", "EUINTERNAL"),
        ("VATType", "REVERSE", "REVERSECHARGEDOMESTICSERVICES"),
        ("VATType", "REVERSECHARGEEUGOODS", "REVERSECHARGEEUGOODS"),
        ("VATType", "", "NORMAL"),
        ("Booked", True, False),
        ("Cancelled", True, False),
        ("Credit", True, False),
        ("PaymentPending", True, False),
        ("CreditReference", 7, 0),
        ("AccountingMethod", "CASH", "ACCRUAL"),
        ("Vouchers", [{"Number": 7}], []),
        ("Freight", 0, "0"),
        ("AdministrationFee", "0.00", "0"),
        ("RoundOffValue", "", "0"),
        ("OCR", "123456", "123456"),
        ("OCR", 123456, "123456"),
        ("OurReference", "Åsa", "Åsa"),
        ("YourReference", "Bo", "Bo"),
        ("Project", "P1", "P1"),
        ("CostCenter", "SYD", "SYD"),
        ("ExternalInvoiceNumber", "9", "9"),
        ("ExternalInvoiceSeries", "A", "A"),
        ("SalesType", "STOCK", "STOCK"),
        ("SalesType", "SERVICE", "SERVICE"),
        ("SalesType", "OTHER", ""),
        ("SalesType", 7, ""),
        ("DisablePaymentFile", True, True),
        ("DisablePaymentFile", "true", True),
        ("Anything", {"a": None, "b": [1.10]}, {"b": [1.10]}),
    ],
)
def test_a_field_reads_back(company: Company, name: str, sent: Any, shown: Any) -> None:
    assert draft(company, **{name: sent})[name] == shown
    assert read(company, 1)[name] == shown
    assert change(company, 1, **{name: sent})[name] == shown


@pytest.mark.parametrize(
    ("name", "empty"),
    [("Comments", ""), ("OCR", ""), ("SalesType", ""), ("DisablePaymentFile", False),
     ("VATType", "NORMAL"), ("Currency", "SEK"), ("VAT", "0"), ("Freight", "0")],
)  # fmt: skip
def test_api_blank_clears(company: Company, name: str, empty: Any) -> None:
    filled = {"Comments": "x", "OCR": "1", "SalesType": "STOCK", "DisablePaymentFile": True}
    draft(company, VAT=250, VATType="NORMAL", X="1", **filled)
    assert change(company, 1, **{name: "API_BLANK"})[name] == empty
    assert "X" not in change(company, 1, X="API_BLANK")


def test_the_answer_to_a_draft_has_string_amounts_in_both_forms(company: Company) -> None:
    full = draft(company, {**ROW, "Debit": "99.90"}, VAT="24.98")
    [row] = company.get("/supplierinvoices")["SupplierInvoices"]
    amounts = {"Total": "124.88", "Balance": "0", "CurrencyRate": "1"}
    assert {name: full[name] for name in amounts} == amounts
    assert {name: row[name] for name in amounts} == amounts
    assert (row["Cancel"], row["AuthorizerName"], row["CurrencyUnit"]) == (False, "", 1)
    assert "Cancelled" not in row
    assert "Net" not in full


# Rows


@pytest.mark.parametrize(
    ("row", "currency", "total"),
    [
        ({"Quantity": 3, "Price": 33.33, "DebitCurrency": 7, "Debit": 8}, "SEK", 99.99),
        ({"Quantity": "3", "Price": "33.33"}, "SEK", 99.99),
        ({"Quantity": 3, "DebitCurrency": 7, "Debit": 8}, "SEK", 7),
        ({"Price": 3, "Debit": 8}, "SEK", 8),
        ({"Quantity": 0, "Price": 0, "DebitCurrency": 0, "Debit": 8}, "SEK", 8),
        ({"Debit": 8, "Credit": 0, "CreditCurrency": "0"}, "SEK", 8),
        ({"Debit": 0}, "SEK", 0),
        ({}, "SEK", 0),
        ({"Quantity": 3, "Price": 33.33}, "EUR", 99.99),
        ({"DebitCurrency": 7, "Debit": 80}, "EUR", 7),
        ({"Quantity": 1.5, "Price": 0.33}, "SEK", 0.5),
    ],
)
def test_the_net_of_a_row(company: Company, row: Any, currency: str, total: float) -> None:
    [shown] = draft(company, {"Account": 6110, **row}, Currency=currency)["SupplierInvoiceRows"]
    assert shown["Total"] == total
    for name, sent in row.items():
        if name != "Debit":
            assert float(shown[name]) == float(sent)
    assert shown["Debit"] == (total if currency == "SEK" else 0)  # there is no rate yet


@pytest.mark.parametrize(
    "row", [{"Quantity": 3, "Price": "33.33"}, {"DebitCurrency": "99.99", "Debit": 5}], ids=str
)
def test_debit_is_the_rows_net_in_kronor_however_it_was_given(company: Company, row: Any) -> None:
    def debit(invoice: dict[str, Any]) -> float:
        [shown] = invoice["SupplierInvoiceRows"]
        return float(shown["Debit"])

    company.put("/currencies/EUR", {"Currency": {"BuyRate": "11.5"}})
    assert debit(draft(company, {"Account": 6110, **row}, Currency="EUR")) == 0
    assert debit(change(company, 1, CurrencyRate="1123.45", CurrencyUnit=100)) == 1123.34
    assert debit(change(company, 1, CurrencyRate=0)) == 0
    assert debit(act(company, 1, "bookkeep")) == debit(read(company, 1)) == 1149.89


def test_a_row_falls_back_to_the_suppliers_account(company: Company) -> None:
    usual = supplier(company, PreDefinedAccount="5410")
    [row] = draft(company, {"Debit": 5}, SupplierNumber=usual)["SupplierInvoiceRows"]
    assert row["Account"] == 5410
    [row] = draft(
        company, {"Debit": 5, "Account": "6110"}, SupplierNumber=usual, InvoiceNumber="2"
    )["SupplierInvoiceRows"]
    assert row["Account"] == 6110
    unknown = supplier(company, PreDefinedAccount="1111")
    refused(post(company, wanted(company, {"Debit": 5}, SupplierNumber=unknown)), 400)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"ItemDescription": "Pennor", "AccountDescription": "Kontor"}, "Pennor"),
        ({"AccountDescription": "Kontor"}, "Kontor"),
        ({}, "Rad"),
    ],
)
def test_the_text_of_a_row(company: Company, row: Any, text: str) -> None:
    [shown] = draft(company, {**ROW, **row})["SupplierInvoiceRows"]
    assert shown["ItemDescription"] == text
    assert shown["AccountDescription"] == row.get("AccountDescription", "")


def test_rows_of_sums_are_dropped_before_any_rule_sees_them(company: Company) -> None:
    total = {"Code": "TOT", "Account": 2440, "Credit": 1250, "Quantity": -1}
    vat = {"Code": "VAT", "Account": "nonsense", "Debit": "nonsense"}
    made = draft(company, total, {**ROW, "Code": "PRE"}, vat, VAT=250)
    [row] = made["SupplierInvoiceRows"]
    assert (row["Code"], made["Total"]) == ("PRE", "1250")
    changed = change(company, 1, SupplierInvoiceRows=[vat, {**ROW, "Debit": 10}, total])
    assert (len(changed["SupplierInvoiceRows"]), changed["Total"]) == (1, "12.5")


def test_what_a_row_carries_reads_back(company: Company) -> None:
    carried = {
        "AccountDescription": "a", "ArticleNumber": "b", "CostCenter": "c", "Project": "d",
        "TransactionInformation": "e", "Code": "ACC", "Whatever": [1, {"x": "y"}],
    }  # fmt: skip
    [row] = draft(company, {**ROW, **carried, "Unit": "ignored", "Total": 7})["SupplierInvoiceRows"]
    assert {name: row[name] for name in carried} == carried
    assert (row["Unit"], row["Total"]) == ("", 1000)


# VAT


@pytest.mark.parametrize(
    ("debits", "vat", "rate"),
    [
        (["1000.00"], "250.00", 25),
        (["99.99"], "25.00", 25),
        (["33.33"] * 3, "24.99", 25),
        (["1000.00"], "250.01", 25),
        (["1000.00"], "120.00", 12),
        (["333.33"], "20.00", 6),
        (["1000.00"], "200.00", None),
        (["500.00", "500.00"], "185.00", None),
        (["0.05"], "0.01", 25),
        (["0.00"], "10.00", None),
        (["1000.00"], "0", 0),
    ],
)
def test_the_rate_is_derived_from_the_amount(
    company: Company, debits: list[str], vat: str, rate: int | None
) -> None:
    """The rate itself is not shown: new rows without a VAT tell it."""
    sent = wanted(company, *({"Account": 6110, "Debit": debit} for debit in debits), VAT=vat)
    if rate is None:
        refused(post(company, sent), 400)
    else:
        made = company.post("/supplierinvoices", {"SupplierInvoice": sent})["SupplierInvoice"]
        assert float(made["VAT"]) == float(vat)
        changed = change(company, 1, SupplierInvoiceRows=[{"Account": 6110, "Debit": 100}])
        assert (changed["VAT"], changed["Total"]) == (str(rate), str(100 + rate))


def test_rows_and_vat_are_changed_together_or_apart(company: Company) -> None:
    draft(company, VAT=250)
    assert change(company, 1, VAT=120)["Total"] == "1120"
    both = change(company, 1, VAT=6, SupplierInvoiceRows=[{**ROW, "Debit": 100}])
    assert (both["VAT"], both["Total"]) == ("6", "106")
    kept = change(company, 1, VAT="", SupplierInvoiceRows=[{**ROW, "Debit": 99.99}])
    assert (kept["VAT"], kept["Total"]) == ("6", "105.99")
    refused(company.api.put("/supplierinvoices/1", json={"SupplierInvoice": {"VAT": 7}}), 400)
    assert read(company, 1) == kept


def test_reverse_charge_ignores_a_sent_vat(company: Company) -> None:
    made = draft(company, VAT=123, VATType="IMPORT")
    assert (made["VAT"], made["Total"]) == ("0", "1000")
    normal = change(company, 1, VATType="NORMAL", VAT=250)
    assert (normal["VAT"], normal["Total"]) == ("250", "1250")
    assert change(company, 1, VATType="REVERSE")["Total"] == "1000"


# Currency


@pytest.mark.parametrize(
    ("sent", "rate"),
    [
        ({}, "0"),
        ({"CurrencyRate": "11.2345"}, "11.2345"),
        ({"CurrencyRate": 11.23456789}, "11.234568"),
        ({"CurrencyRate": "1123.45", "CurrencyUnit": 100}, "11.2345"),
        ({"CurrencyRate": 0}, "0"),
    ],
)
def test_a_foreign_draft_has_the_rate_that_was_sent(company: Company, sent: Any, rate: str) -> None:
    made = draft(company, {"Account": 6110, "DebitCurrency": 5}, Currency="eur", **sent)
    assert (made["Currency"], made["CurrencyRate"], made["CurrencyUnit"]) == ("EUR", rate, 1)
    assert change(company, 1, Comments="x")["CurrencyRate"] == rate
    assert change(company, 1, Currency="USD")["CurrencyRate"] == "0"
    assert change(company, 1, Currency="API_BLANK")["CurrencyRate"] == "1"


def test_bookkeeping_takes_the_registers_rate_where_none_is_fixed(company: Company) -> None:
    euros = {"Account": 6110, "DebitCurrency": 100}
    draft(company, euros, Currency="EUR")
    assert "EUR" in refused(company.api.put("/supplierinvoices/1/bookkeep"), 400)
    company.put("/currencies/EUR", {"Currency": {"BuyRate": 1130, "Unit": 100}})
    done = act(company, 1, "bookkeep")
    assert (done["CurrencyRate"], done["Balance"]) == ("11.3", "100")
    sent = booked(company, euros, Currency="EUR", CurrencyRate=10)
    assert sent["CurrencyRate"] == "10"
    draft(company, euros, Currency="ISK")
    refused(company.api.put("/supplierinvoices/3/bookkeep"), 400)


def test_an_amount_too_large_in_kronor_is_refused(company: Company) -> None:
    row = {"Account": 6110, "DebitCurrency": 10**9}
    draft(company, row, Currency="EUR", CurrencyRate=99999)
    refused(company.api.put("/supplierinvoices/1/bookkeep"), 400)


def test_an_account_that_has_left_the_chart_stops_bookkeeping(company: Company) -> None:
    draft(company)
    company.delete("/accounts/6110?financialyear=2")
    assert "6110" in refused(company.api.put("/supplierinvoices/1/bookkeep"), 400)
