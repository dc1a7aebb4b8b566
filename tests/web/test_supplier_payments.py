"""Payments of supplier invoices through the API."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.purchasing import (
    act,
    booked,
    draft,
    listed,
    pay,
    read,
    registered,
    settle,
    voucher,
)

EURO_ROW = {"Account": 6110, "DebitCurrency": 100}
EUROS: dict[str, Any] = {"Currency": "EUR", "CurrencyRate": "11.2345", "VAT": 25}


def post(company: Company, **fields: Any) -> Any:
    return company.api.post("/supplierinvoicepayments", json={"SupplierInvoicePayment": fields})


def test_an_unbooked_payment_changes_nothing_on_its_invoice(company: Company) -> None:
    invoice = booked(company, OCR="12344")
    made = registered(company, 1, Information="bg 123-4567", Anything=[1])
    assert (made["Number"], made["InvoiceNumber"], made["Booked"]) == (1, "1", False)
    assert (made["Amount"], made["AmountCurrency"], made["CurrencyRate"]) == (1000, 1000, 1)
    assert (made["ModeOfPayment"], made["PaymentDate"]) == ("BG", "2026-11-15")
    assert (made["InvoiceSupplierName"], made["InvoiceSupplierNumber"]) == ("Papper & Penna", "1")
    assert (made["InvoiceOCR"], made["InvoiceTotal"]) == ("12344", "1000")
    assert (made["Information"], made["Anything"], made["Source"]) == ("bg 123-4567", [1], "manual")
    assert (made["VoucherNumber"], made["VoucherSeries"], made["VoucherYear"]) == (0, "", 0)
    assert company.get("/supplierinvoicepayments/1")["SupplierInvoicePayment"] == made
    assert read(company, 1) == invoice


def test_part_payments_lower_the_balance_until_it_is_paid(company: Company) -> None:
    booked(company)
    pay(company, 1, Amount="400", PaymentDate="2026-11-10")
    part = read(company, 1)
    assert (part["Balance"], part["FinalPayDate"], part["Booked"]) == ("600", "", True)
    assert (listed(company, filter="unpaid"), listed(company, filter="fullypaid")) == (["1"], [])
    pay(company, 1, Amount=600, PaymentDate="2026-11-12", ModeOfPayment="PG")
    assert voucher(company, "E", 2) == "D 2440 600.00\nK 1920 600.00"
    paid = read(company, 1)
    assert (paid["Balance"], paid["FinalPayDate"], paid["Booked"]) == ("0", "2026-11-12", True)
    assert (listed(company, filter="unpaid"), listed(company, filter="fullypaid")) == ([], ["1"])
    [row] = company.get("/supplierinvoices")["SupplierInvoices"]
    assert (row["Balance"], row["FinalPayDate"]) == ("0", "2026-11-12")


def test_undoing_a_payment_restores_the_balance(company: Company) -> None:
    invoice = booked(company)
    pay(company, 1)
    undone = settle(company, 1, "cancel")
    assert (undone["Booked"], read(company, 1)) == (False, invoice)
    assert voucher(company, "M", 1) == "D 1930 1000.00\nK 2440 1000.00"
    text = company.get("/vouchers/M/1", financialyear=2)["Voucher"]["Description"]
    assert text == "Rättelse av E 1, betalning av leverantörsfaktura 1"
    assert settle(company, 1, "cancel") == undone
    refused(company.api.put("/supplierinvoicepayments/1/bookkeep"), 409)
    refused(company.api.delete("/supplierinvoicepayments/1"), 409)
    assert pay(company, 1)["VoucherNumber"] == 2


def test_booking_is_idempotent(company: Company) -> None:
    booked(company)
    paid = pay(company, 1, Amount=10)
    assert settle(company, 1, "bookkeep") == paid
    assert read(company, 1)["Balance"] == "990"


def test_an_unbooked_payment_is_changed_and_removed(company: Company) -> None:
    booked(company)
    registered(company, 1)
    path = "/supplierinvoicepayments/1"
    sent = {"Amount": 10, "PaymentDate": "2026-11-01", "ModeOfPayment": "K", "Information": "hej"}
    changed = company.put(path, {"SupplierInvoicePayment": sent})["SupplierInvoicePayment"]
    assert {name: changed[name] for name in sent} == sent
    assert (changed["AmountCurrency"], changed["ModeOfPaymentAccount"]) == (10, 1910)
    assert company.put(path, {"SupplierInvoicePayment": changed}) == {
        "SupplierInvoicePayment": changed
    }
    refused(company.api.put(f"{path}/cancel"), 409)
    assert company.delete(path).content == b""
    assert refused(company.api.get(path), 404) == "Kan inte hitta betalningen"


def test_a_booked_payment_is_neither_changed_nor_removed(company: Company) -> None:
    booked(company)
    pay(company, 1)
    path = "/supplierinvoicepayments/1"
    refused(company.api.put(path, json={"SupplierInvoicePayment": {"Amount": 1}}), 409)
    refused(company.api.delete(path), 409)


def test_drafts_and_cancelled_invoices_are_not_paid(company: Company) -> None:
    draft(company)
    refused(post(company, InvoiceNumber=1), 409)
    act(company, 1, "bookkeep")
    registered(company, 1)
    act(company, 1, "cancel")
    refused(post(company, InvoiceNumber=1), 409)
    refused(company.api.put("/supplierinvoicepayments/1/bookkeep"), 409)
    company.delete("/supplierinvoicepayments/1")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"InvoiceNumber": 99}, 404),
        ({"InvoiceNumber": None}, 400),
        ({"InvoiceNumber": "x"}, 400),
        ({"Amount": 0}, 400),
        ({"Amount": "x"}, 400),
        ({"Currency": "EUR"}, 400),
        ({"ModeOfPayment": "unknown"}, 400),
        ({"ModeOfPaymentAccount": 1111}, 400),
        ({"PaymentDate": "2026-02-30"}, 400),
        ({"WriteOffs": [{"Amount": 5, "AccountNumber": 3740}]}, 400),
        ({"WriteOffs": [{"Amount": 5, "AccountNumber": 2440}]}, 400),
        ({"WriteOffs": [{"Amount": 5, "AccountNumber": 1111}]}, 400),
    ],
    ids=str,
)
def test_a_payment_that_cannot_be_kept_is_refused(
    company: Company, fields: Any, status: int
) -> None:
    booked(company)
    refused(post(company, **{"InvoiceNumber": 1, **fields}), status)
    assert company.get("/supplierinvoicepayments")["SupplierInvoicePayments"] == []


@pytest.mark.parametrize("amount", [1000.01, -1])
def test_more_than_is_left_cannot_be_paid(company: Company, amount: float) -> None:
    invoice = booked(company)
    registered(company, 1, Amount=amount)
    refused(company.api.put("/supplierinvoicepayments/1/bookkeep"), 400)
    assert read(company, 1) == invoice


def test_ore_and_discounts_are_written_off_beside_what_is_paid(company: Company) -> None:
    booked(company)
    paid = pay(
        company,
        1,
        Amount=979.60,
        WriteOffs=[{"Amount": 0.40, "AccountNumber": 3740}, {"Amount": 20, "AccountNumber": 6570}],
    )
    assert [each["Amount"] for each in paid["WriteOffs"]] == [0.4, 20]
    assert voucher(company, "E", 1) == "D 2440 1000.00\nK 1930 979.60\nK 3740 0.40\nK 6570 20.00"
    assert read(company, 1)["FinalPayDate"] == "2026-11-15"
    [row] = company.get("/supplierinvoicepayments")["SupplierInvoicePayments"]
    assert row["WriteOffExist"] is True


# Other currencies


@pytest.mark.parametrize(
    ("sent", "amount", "currency", "rate"),
    [
        ({"CurrencyRate": 11.30}, 1412.50, 125, 11.3),
        ({"AmountCurrency": 50, "CurrencyRate": "1130", "CurrencyUnit": 100}, 565, 50, 11.3),
        ({"Amount": 565, "AmountCurrency": 50}, 565, 50, 11.3),
        ({"Amount": 565, "CurrencyRate": 11.30}, 565, 50, 11.3),
        ({"Amount": 566, "AmountCurrency": 50, "CurrencyRate": 11.30}, 566, 50, 11.3),
        ({"AmountCurrency": 50}, 550, 50, 11),
        ({}, 1375, 125, 11),
        ({"WriteOffs": [{"Amount": 0.5, "AccountNumber": 3740}]}, 0, 0, 11.2345),
    ],
    ids=str,
)
def test_what_is_not_sent_follows_from_what_is(
    company: Company, sent: Any, amount: float, currency: float, rate: float
) -> None:
    company.put("/currencies/EUR", {"Currency": {"BuyRate": 11}})
    booked(company, EURO_ROW, **EUROS)
    made = registered(company, 1, **sent)
    shown = (made["Amount"], made["AmountCurrency"], made["CurrencyRate"], made["Currency"])
    assert shown == (amount, currency, rate, "EUR")
    again = company.put("/supplierinvoicepayments/1", {"SupplierInvoicePayment": made})
    assert again == {"SupplierInvoicePayment": made}


@pytest.mark.parametrize(
    ("change", "amount", "currency", "rate"),
    [
        ({"AmountCurrency": 50}, 565, 50, 11.3),
        ({"CurrencyRate": 11.10}, 1387.50, 125, 11.1),
        ({"Amount": 1375}, 1375, 125, 11),
        ({"Information": "x"}, 1412.50, 125, 11.3),
    ],
    ids=str,
)
def test_changing_one_amount_moves_the_other(
    company: Company, change: Any, amount: float, currency: float, rate: float
) -> None:
    booked(company, EURO_ROW, **EUROS)
    registered(company, 1, CurrencyRate=11.30)
    changed = company.put("/supplierinvoicepayments/1", {"SupplierInvoicePayment": change})
    made = changed["SupplierInvoicePayment"]
    assert (made["Amount"], made["AmountCurrency"], made["CurrencyRate"]) == (
        amount,
        currency,
        rate,
    )


@pytest.mark.parametrize(
    "sent", [{}, {"Amount": 565}, {"AmountCurrency": 5}, {"Currency": "USD", "CurrencyRate": 1}]
)
def test_without_a_rate_or_both_amounts_it_is_refused(company: Company, sent: Any) -> None:
    booked(company, EURO_ROW, **EUROS)
    refused(post(company, InvoiceNumber=1, **sent), 400)


def test_part_payments_in_euros_clear_the_debt_to_the_ore(company: Company) -> None:
    booked(company, EURO_ROW, **EUROS)
    for part in (41.67, 41.67, 41.66):
        pay(company, 1, AmountCurrency=part, CurrencyRate=11.30)
    assert read(company, 1)["Balance"] == "0"
    account = company.get("/accounts/2440", financialyear=2)["Account"]
    assert account["BalanceCarriedForward"] == 0
    assert company.get("/supplierinvoicepayments/3")["SupplierInvoicePayment"]["Currency"] == "EUR"


# Lists


def test_payments_are_listed_by_date_and_by_invoice(company: Company) -> None:
    booked(company)
    booked(company)
    registered(company, 1, Amount=1, PaymentDate="2026-11-03")
    registered(company, 2, Amount=2, PaymentDate="2026-11-01")
    registered(company, 1, Amount=3, PaymentDate="2026-11-02")

    def numbers(**query: Any) -> list[int]:
        rows = company.get("/supplierinvoicepayments", **query)["SupplierInvoicePayments"]
        return [row["Number"] for row in rows]

    assert numbers() == [2, 3, 1]
    assert numbers(sortorder="desc") == [1, 3, 2]
    assert numbers(invoicenumber=1) == [3, 1]
    assert numbers(invoicenumber="x") == []
    assert numbers(lastmodified="2026-11-16") == []
    assert numbers(limit=1, page=2) == [3]
    row = company.get("/supplierinvoicepayments")["SupplierInvoicePayments"][0]
    assert list(row) == [
        "@url", "Amount", "Booked", "Currency", "CurrencyRate", "CurrencyUnit", "InvoiceNumber",
        "Number", "PaymentDate", "Source", "WriteOffExist",
    ]  # fmt: skip
    refused(company.api.get("/supplierinvoicepayments", params={"sortby": "amount"}), 400)


def test_payments_need_their_own_scope(company: Company) -> None:
    company.api.headers["Authorization"] = f"Bearer {company.token('supplierinvoice')}"
    refused(company.api.get("/supplierinvoicepayments"), 403)
