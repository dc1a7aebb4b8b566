"""Customer invoices through the API: drafts, issue, cancel, credit."""

from datetime import date
from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.invoicing import ROW, act, boxes, customer, draft, issued, lines, pay, read


def test_a_draft_is_computed_and_unbooked(company: Company) -> None:
    rows = [
        {"Price": 100, "DeliveredQuantity": 10, "VAT": 25},
        {"Price": "33.33", "DeliveredQuantity": "3", "VAT": "25"},
        {"Price": 49.5, "DeliveredQuantity": 2, "VAT": 12},
        {"Price": 200, "DeliveredQuantity": 1, "VAT": 6},
        {"Price": 150, "DeliveredQuantity": 1, "VAT": 0},
    ]
    made = draft(company, *rows)
    totals = {name: made[name] for name in ("Net", "TotalVAT", "RoundOff", "Total", "Balance")}
    assert totals == {
        "Net": 1548.99, "TotalVAT": 298.88, "RoundOff": 0.13, "Total": 1848, "Balance": 1848,
    }  # fmt: skip
    assert (made["Booked"], made["Sent"], made["Cancelled"], made["OCR"]) == (False,) * 3 + ("",)
    assert [row["VATCode"] for row in made["InvoiceRows"]] == ["MP1", "MP1", "MP2", "MP3", "MF"]
    assert [row["RowId"] for row in made["InvoiceRows"]] == [1, 2, 3, 4, 5]


def test_bookkeep_issues_posts_and_is_idempotent(company: Company) -> None:
    made = draft(company)
    booked = act(company, made["DocumentNumber"], "bookkeep")
    assert (booked["Booked"], booked["Sent"], booked["Cancelled"]) == (True, True, False)
    assert booked["OCR"] == "133"
    assert (booked["VoucherSeries"], booked["VoucherNumber"], booked["VoucherYear"]) == ("B", 1, 2)
    assert lines(company, "B", 1) == {1510: 1250, 3001: -1000, 2611: -250}
    assert boxes(company, "B", 1) == {"05": 1000, "10": 250}
    assert act(company, made["DocumentNumber"], "bookkeep") == booked
    assert act(company, made["DocumentNumber"], "externalprint") == booked
    assert read(company, made["DocumentNumber"]) == booked


def test_a_cancelled_draft_is_gone_and_its_number_is_kept(company: Company) -> None:
    made = draft(company)
    gone = act(company, made["DocumentNumber"], "cancel")
    assert gone == {**made, "Cancelled": True}
    message = refused(company.api.get(f"/invoices/{made['DocumentNumber']}"), 404)
    assert message == "Kan inte hitta fakturan"
    assert draft(company)["DocumentNumber"] == "2"


def test_credit_makes_one_credit_invoice_and_cancels_the_original(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    credited = act(company, number, "credit")
    flags = (credited["Booked"], credited["Sent"], credited["Cancelled"])
    assert flags == (False, False, True)
    assert (credited["Balance"], credited["TotalToPay"], credited["Total"]) == (0, 0, 1250)
    assert lines(company, "K", 1) == {1510: -1250, 3001: 1000, 2611: 250}
    assert boxes(company, "K", 1) == {"05": -1000, "10": -250}
    assert refused(company.api.put(f"/invoices/{number}/credit"), 409)


@pytest.mark.parametrize("action", ["bookkeep", "externalprint", "cancel"])
def test_a_credited_invoice_takes_no_other_action(company: Company, action: str) -> None:
    number = issued(company)["DocumentNumber"]
    act(company, number, "credit")
    refused(company.api.put(f"/invoices/{number}/{action}"), 409)
    refused(company.api.put(f"/invoices/{number}", json={"Invoice": {"Comments": "x"}}), 409)


def test_a_draft_cannot_be_credited(company: Company) -> None:
    refused(company.api.put(f"/invoices/{draft(company)['DocumentNumber']}/credit"), 400)


def test_an_issued_invoice_is_pointed_to_credit(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    for call in (f"/invoices/{number}", f"/invoices/{number}/cancel"):
        assert "/credit" in refused(company.api.put(call, json={"Invoice": {}}), 409)


@pytest.mark.parametrize(
    ("vat_type", "row", "voucher", "told"),
    [
        ("SEREVERSEDVAT", {}, {1510: 10000, 3231: -10000}, {"41": 10000}),
        ("EUREVERSEDVAT", {"VATCode": "VTEU"}, {1510: 10000, 3108: -10000}, {"35": 10000}),
        ("EUREVERSEDVAT", {}, {1510: 10000, 3308: -10000}, {"39": 10000}),
        ("EUVAT", {"VAT": 25}, {1510: 12500, 3106: -10000, 2611: -2500}, {"05": 10000, "10": 2500}),
        ("EXPORT", {"VATCode": "E"}, {1510: 10000, 3105: -10000}, {"36": 10000}),
        ("EXPORT", {"VAT": 25}, {1510: 10000, 3305: -10000}, {"40": 10000}),
    ],
)
def test_the_customers_vat_type_decides_accounts_and_boxes(
    company: Company, vat_type: str, row: Any, voucher: Any, told: Any
) -> None:
    number = customer(company, VATType=vat_type)
    sent = {"Price": 10000, "DeliveredQuantity": 1, **row}
    issued(company, sent, CustomerNumber=number)
    assert lines(company, "B", 1) == voucher
    assert boxes(company, "B", 1) == told


def test_an_invoice_without_rows_is_issued_with_two_empty_lines(company: Company) -> None:
    number = company.post("/invoices", {"Invoice": {"CustomerNumber": customer(company)}})
    act(company, number["Invoice"]["DocumentNumber"], "bookkeep")
    assert lines(company, "B", 1) == {1510: 0, 3001: 0}
    assert company.get("/invoices", filter="unpaid")["Invoices"] == []
    assert len(company.get("/invoices", filter="fullypaid")["Invoices"]) == 1


def test_rot_splits_the_receivable(company: Company) -> None:
    rows = [
        {"Price": 500, "DeliveredQuantity": 20, "VAT": 25, "HouseWork": True,
         "HouseWorkType": "CONSTRUCTION"},
        {"Price": 4000, "DeliveredQuantity": 1, "VAT": 25},
    ]  # fmt: skip
    made = issued(company, *rows, TaxReductionType="rot")
    assert (made["BasisTaxReduction"], made["TaxReduction"]) == (12500, 3750)
    assert (made["Balance"], made["HouseWork"]) == (13750, True)
    assert made["InvoiceRows"][1]["HouseWorkType"] == "EMPTYHOUSEWORK"
    assert lines(company, "B", 1) == {1510: 13750, 1513: 3750, 3001: -14000, 2611: -3500}


# Fields


@pytest.mark.parametrize(
    "fields",
    [
        {"CustomerNumber": "API_BLANK"},
        {"InvoiceDate": "2026-02-30"},
        {"InvoiceDate": "20260201"},
        {"DueDate": "tomorrow"},
        {"TermsOfPayment": "K"},
        {"TermsOfPayment": -1},
        {"Currency": "EUR"},
        {"VATIncluded": True},
        {"Freight": 10},
        {"AdministrationFee": "5"},
        {"TaxReductionType": "rött"},
        {"InvoiceRows": [{"Discount": 5}]},
        {"InvoiceRows": [{"DiscountType": "PERCENT"}]},
        {"InvoiceRows": [{"VAT": 25, "VATCode": "MP2"}]},
        {"InvoiceRows": [{"VAT": 7}]},
        {"InvoiceRows": [{"VATCode": "XX"}]},
        {"InvoiceRows": [{"Price": "1e13"}]},
        {"InvoiceRows": [{"Price": "1 000"}]},
        {"InvoiceRows": ["row"]},
        {"InvoiceRows": {}},
        {"Comments": "x" * 1025},
    ],
    ids=str,
)
def test_a_field_that_cannot_be_kept_is_refused(company: Company, fields: Any) -> None:
    sent = {"CustomerNumber": customer(company), **fields}
    refused(company.api.post("/invoices", json={"Invoice": sent}), 400)
    assert company.get("/invoices")["Invoices"] == []


@pytest.mark.parametrize("discount", [0, "0.00", "", None, "API_BLANK"], ids=repr)
@pytest.mark.parametrize("unit", ["PERCENT", "AMOUNT", "API_BLANK", "", None], ids=repr)
def test_neutral_values_of_unsupported_fields_are_let_through(
    company: Company, discount: Any, unit: Any
) -> None:
    row = {**ROW, "DiscountType": unit, "Discount": discount}
    made = draft(company, row, Freight=0, AdministrationFee="0.00", VATIncluded=False)
    assert "Freight" not in made
    assert not {"Discount", "DiscountType"} & set(made["InvoiceRows"][0])


@pytest.mark.parametrize("discount", [1, "0.01", "x"], ids=repr)
def test_a_type_beside_a_discount_does_not_make_it_neutral(company: Company, discount: Any) -> None:
    row = {**ROW, "Discount": discount, "DiscountType": "PERCENT"}
    sent = {"CustomerNumber": customer(company), "InvoiceRows": [ROW, row]}
    told = refused(company.api.post("/invoices", json={"Invoice": sent}), 400)
    assert told == "Rad 2: Discount stöds inte; ange beloppet som en egen rad"


@pytest.mark.parametrize(
    ("customers", "sent", "due", "terms"),
    [
        ({}, {}, "2026-12-15", "30"),
        ({"TermsOfPayment": "10"}, {}, "2026-11-25", "10"),
        ({"TermsOfPayment": "K"}, {}, "2026-12-15", "30"),
        ({}, {"TermsOfPayment": "20"}, "2026-12-05", "20"),
        ({}, {"TermsOfPayment": 0}, "2026-11-15", "0"),
        ({}, {"TermsOfPayment": "20", "DueDate": "2026-11-20"}, "2026-11-20", "5"),
        ({}, {"DueDate": "2023-01-01"}, "2023-01-01", "-1414"),
        ({}, {"DueDate": "9999-12-31", "TermsOfPayment": "-1"}, "9999-12-31", "2912124"),
        ({}, {"InvoiceDate": "2026-11-01"}, "2026-12-01", "30"),
    ],
)
def test_the_due_date_follows_from_terms(
    company: Company, customers: Any, sent: Any, due: str, terms: str
) -> None:
    made = draft(company, CustomerNumber=customer(company, **customers), **sent)
    assert (made["DueDate"], made["TermsOfPayment"]) == (due, terms)


@pytest.mark.parametrize(
    ("sent", "invoiced", "due"),
    [
        ({"TermsOfPayment": "10"}, "2026-11-15", "2026-11-25"),
        ({"InvoiceDate": "2026-11-20"}, "2026-11-20", "2026-12-15"),
        ({"InvoiceDate": "2026-11-20", "TermsOfPayment": "1"}, "2026-11-20", "2026-11-21"),
        ({"DueDate": "2026-11-16", "TermsOfPayment": "10"}, "2026-11-15", "2026-11-16"),
        ({"DueDate": "API_BLANK"}, "2026-11-15", "2026-12-15"),
        ({"DueDate": ""}, "2026-11-15", "2026-12-15"),
    ],
)
def test_dates_on_put(company: Company, sent: Any, invoiced: str, due: str) -> None:
    number = draft(company)["DocumentNumber"]
    changed = company.put(f"/invoices/{number}", {"Invoice": sent})["Invoice"]
    assert (changed["InvoiceDate"], changed["DueDate"]) == (invoiced, due)


def test_an_article_fills_what_a_row_leaves_empty(company: Company) -> None:
    article = {"Description": "Hammare", "Unit": "st", "SalesPrice": 99.9, "VAT": 12}
    number = company.post("/articles", {"Article": article})["Article"]["ArticleNumber"]
    [row] = draft(company, {"ArticleNumber": number, "DeliveredQuantity": 1})["InvoiceRows"]
    filled = {name: row[name] for name in ("Description", "Unit", "Price", "VAT", "VATCode")}
    assert filled == {
        "Description": "Hammare", "Unit": "st", "Price": 99.9, "VAT": 12, "VATCode": "MP2",
    }  # fmt: skip
    [other] = draft(company, {"ArticleNumber": "unknown", "Price": 1})["InvoiceRows"]
    assert (other["ArticleNumber"], other["VAT"]) == ("unknown", 25)


@pytest.mark.parametrize(
    ("account", "rate"), [(3002, 12), (3003, 6), (3004, 0), (1930, 25), (9999, 25), ("x", 25)]
)
def test_a_sent_account_hints_at_the_rate(company: Company, account: Any, rate: int) -> None:
    [row] = draft(company, {"AccountNumber": account, "Price": 1})["InvoiceRows"]
    assert row["VAT"] == rate


# Rows on PUT


def test_a_lone_row_id_keeps_the_row(company: Company) -> None:
    made = draft(company, ROW, {**ROW, "Price": 2, "Mark": "keep me"})
    sent = {"InvoiceRows": [{"RowId": 2}, {"Price": 7, "DeliveredQuantity": 1}]}
    changed = company.put(f"/invoices/{made['DocumentNumber']}", {"Invoice": sent})["Invoice"]
    assert changed["InvoiceRows"][0] == made["InvoiceRows"][1]
    assert [row["RowId"] for row in changed["InvoiceRows"]] == [2, 3]
    assert changed["Net"] == 9


def test_a_row_id_with_fields_is_a_new_row_that_keeps_the_id(company: Company) -> None:
    made = draft(company, {**ROW, "Mark": "gone"})
    sent = {"InvoiceRows": [{"RowId": 1, "Price": 5}]}
    [row] = company.put(f"/invoices/{made['DocumentNumber']}", {"Invoice": sent})["Invoice"][
        "InvoiceRows"
    ]
    assert (row["RowId"], row["Price"], row["Description"]) == (1, 5, "")
    assert "Mark" not in row


@pytest.mark.parametrize("ids", [[9], [1, 1]])
def test_row_ids_that_cannot_be_are_refused(company: Company, ids: list[int]) -> None:
    number = draft(company)["DocumentNumber"]
    sent = {"Invoice": {"InvoiceRows": [{"RowId": each} for each in ids]}}
    refused(company.api.put(f"/invoices/{number}", json=sent), 400)


def test_omitted_rows_stay_and_an_empty_list_removes_them(company: Company) -> None:
    made = draft(company)
    path = f"/invoices/{made['DocumentNumber']}"
    changed = company.put(path, {"Invoice": {"Comments": "hej"}})["Invoice"]
    assert changed == {**made, "Comments": "hej"}
    assert company.put(path, {"Invoice": {"InvoiceRows": []}})["Invoice"]["Total"] == 0


# Locks, years and quota


def test_a_locked_period_and_a_closed_year_stop_issuing(company: Company) -> None:
    from reskontra.actions import closing
    from reskontra.actions.desk import Desk
    from reskontra.storage.books import Books

    def desk(tx: Any) -> Desk:
        return Desk(Books(tx, company.id, company.service.clock(), "tests"), company.organisation)

    number = draft(company, InvoiceDate="2025-11-15")["DocumentNumber"]
    today = date(2025, 11, 15)
    company.service.write(lambda tx: closing.lock_through(desk(tx), today), company.id)
    message = refused(company.api.put(f"/invoices/{number}/bookkeep"), 409)
    assert "2025-11-15" in message
    company.service.write(lambda tx: closing.lock_through(desk(tx), None), company.id)
    company.service.write(lambda tx: closing.close(desk(tx), 1, confirmed=True), company.id)
    refused(company.api.put(f"/invoices/{number}/bookkeep"), 409)
    assert read(company, number)["Booked"] is False


def test_the_next_year_opens_when_it_is_first_needed(company: Company) -> None:
    made = issued(company, InvoiceDate="2027-01-02")
    assert (made["VoucherYear"], made["VoucherNumber"]) == (3, 1)
    far = draft(company, InvoiceDate="2029-01-02")["DocumentNumber"]
    refused(company.api.put(f"/invoices/{far}/bookkeep"), 409)


def test_quota_is_per_calendar_month(company: Company) -> None:
    number = customer(company)
    draft(company, CustomerNumber=number)
    company.set(invoice_quota=2)
    second = draft(company, CustomerNumber=number)["DocumentNumber"]
    act(company, second, "cancel")
    sent = {"Invoice": {"CustomerNumber": "unknown"}}
    refused(company.api.post("/invoices", json=sent), 403, 9000403)
    company.service.clock.today = company.service.clock.today.replace(month=12, day=1)
    company.api.headers["Authorization"] = f"Bearer {company.token()}"
    assert draft(company, CustomerNumber=number)["DocumentNumber"] == "3"


def test_an_unknown_customer_is_not_found_before_fields_are_judged(company: Company) -> None:
    sent = {"Invoice": {"CustomerNumber": "77", "Currency": "EUR"}}
    assert refused(company.api.post("/invoices", json=sent), 404) == "Kan inte hitta kunden"
    message = refused(company.api.post("/invoices", json={"Invoice": {}}), 400)
    assert message == "CustomerNumber saknas"


# Cash method


def test_cash_method_releases_vat_with_payments(company: Company) -> None:
    company.set(accounting_method="CASH")
    number = issued(company)["DocumentNumber"]
    assert lines(company, "B", 1) == {1510: 1250, 3001: -1000, 2618: -250}
    assert boxes(company, "B", 1) == {}
    pay(company, number, 500)
    assert lines(company, "C", 1) == {1930: 500, 2618: 100, 1510: -500, 2611: -100}
    assert boxes(company, "C", 1) == {"05": 400, "10": 100}
    act(company, number, "credit")
    assert lines(company, "K", 1) == {3001: 1000, 2611: 100, 2618: 150, 1510: -750, 2420: -500}
