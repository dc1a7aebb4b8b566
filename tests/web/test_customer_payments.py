"""Payments of customer invoices through the API."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.invoicing import act, boxes, draft, issued, lines, pay, read

FOUR_RATES = [
    {"Price": 100, "DeliveredQuantity": 10, "VAT": 25},
    {"Price": 33.33, "DeliveredQuantity": 3, "VAT": 25},
    {"Price": 49.5, "DeliveredQuantity": 2, "VAT": 12},
    {"Price": 200, "DeliveredQuantity": 1, "VAT": 6},
    {"Price": 150, "DeliveredQuantity": 1, "VAT": 0},
]
ROT = [
    {"Price": 500, "DeliveredQuantity": 20, "VAT": 25, "HouseWork": True,
     "HouseWorkType": "CONSTRUCTION"},
    {"Price": 4000, "DeliveredQuantity": 1, "VAT": 25},
]  # fmt: skip


def register(company: Company, number: Any, **fields: Any) -> dict[str, Any]:
    sent = {"InvoicePayment": {"InvoiceNumber": number, **fields}}
    payment: dict[str, Any] = company.post("/invoicepayments", sent)["InvoicePayment"]
    return payment


def test_an_unbooked_payment_changes_nothing_on_its_invoice(company: Company) -> None:
    invoice = issued(company)
    made = register(company, invoice["DocumentNumber"])
    assert (made["Amount"], made["PaymentDate"], made["Booked"]) == (1250, "2026-11-15", False)
    assert (made["ModeOfPayment"], made["ModeOfPaymentAccount"]) == ("BG", 1930)
    assert (made["InvoiceTotal"], made["InvoiceOCR"]) == ("1250", invoice["OCR"])
    assert (made["VoucherNumber"], made["VoucherSeries"]) == (0, "")
    assert read(company, invoice["DocumentNumber"]) == invoice


def test_full_payment_makes_the_invoice_paid(company: Company) -> None:
    number = issued(company, *FOUR_RATES)["DocumentNumber"]
    booked = pay(company, number, 1848, PaymentDate="2026-11-20")
    assert (booked["Booked"], booked["VoucherSeries"], booked["VoucherNumber"]) == (True, "C", 1)
    assert lines(company, "C", 1) == {1930: 1848, 1510: -1848}
    invoice = read(company, number)
    assert (invoice["Balance"], invoice["FinalPayDate"]) == (0, "2026-11-20")
    [row] = company.get("/invoices", filter="fullypaid")["Invoices"]
    assert (row["Balance"], row["FinalPayDate"]) == ("0", "2026-11-20")


def test_part_payments_lower_the_balance_until_it_is_paid(company: Company) -> None:
    number = issued(company, *FOUR_RATES)["DocumentNumber"]
    pay(company, number, "1000")
    assert read(company, number)["Balance"] == 848
    assert "FinalPayDate" not in read(company, number)
    assert len(company.get("/invoices", filter="unpaid")["Invoices"]) == 1
    pay(company, number, 848, ModeOfPayment="PG")
    assert lines(company, "C", 2) == {1920: 848, 1510: -848}
    assert read(company, number)["Balance"] == 0


@pytest.mark.parametrize(
    ("amount", "fields", "voucher"),
    [
        (2000, {}, {1930: 2000, 1510: -1848, 2420: -152}),
        (1838, {"WriteOffs": [{"Amount": 10, "AccountNumber": 6570}]},
         {1930: 1838, 6570: 10, 1510: -1848}),
        (1847.87, {"WriteOffs": [{"Amount": "0.13", "AccountNumber": 3740}]},
         {1930: 1847.87, 3740: 0.13, 1510: -1848}),
        (1848, {"ModeOfPayment": "K"}, {1910: 1848, 1510: -1848}),
        (1848, {"ModeOfPayment": "KORT"}, {1686: 1848, 1510: -1848}),
        (1848, {"ModeOfPaymentAccount": 1940}, {1940: 1848, 1510: -1848}),
    ],
    ids=["overpaid", "bank fee", "öre difference", "cash", "card", "own account"],
)  # fmt: skip
def test_payments_of_every_sort(company: Company, amount: Any, fields: Any, voucher: Any) -> None:
    number = issued(company, *FOUR_RATES)["DocumentNumber"]
    pay(company, number, amount, **fields)
    assert lines(company, "C", 1) == voucher
    assert read(company, number)["Balance"] == 0


def test_the_excess_is_refunded(company: Company) -> None:
    number = issued(company, *FOUR_RATES)["DocumentNumber"]
    pay(company, number, 2000)
    pay(company, number, -152)
    assert lines(company, "C", 2) == {1930: -152, 2420: 152}
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": -1}}
    again = company.post("/invoicepayments", sent)["InvoicePayment"]["Number"]
    refused(company.api.put(f"/invoicepayments/{again}/bookkeep"), 400)


def test_an_invoice_is_paid_again_though_its_excess_was_refunded(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    bounced = pay(company, number, 1300)["Number"]
    pay(company, number, -50)
    company.put(f"/invoicepayments/{bounced}/cancel")
    pay(company, number, 1000)
    assert lines(company, "C", 3) == {1930: 1000, 1510: -1000}
    assert read(company, number)["Balance"] == 250


def test_the_tax_agency_pays_its_share(company: Company) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    pay(company, number, 13750)
    assert read(company, number)["Balance"] == 0
    made = register(company, number, ModeOfPayment="SKV")
    assert made["Amount"] == 3750
    company.put(f"/invoicepayments/{made['Number']}/bookkeep")
    assert lines(company, "C", 2) == {1930: 3750, 1513: -3750}


def test_what_the_tax_agency_does_not_approve_is_claimed_from_the_customer(
    company: Company,
) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    pay(company, number, 13750)
    rest = [{"Amount": 750, "AccountNumber": 1510}]
    pay(company, number, 3000, ModeOfPayment="SKV", WriteOffs=rest)
    assert lines(company, "C", 2) == {1930: 3000, 1510: 750, 1513: -3750}
    assert read(company, number)["Balance"] == 750


@pytest.mark.parametrize(
    ("paid_before", "amount"),
    [
        (13750, 3750),  # the whole payout
        (13750, 3000),  # what was approved of it
        (0, 17500),  # the invoice's total, as one payment
        (10000, 7500),
    ],
)
def test_a_payout_of_the_tax_agency_is_not_taken_for_the_customers_money(
    company: Company, paid_before: int, amount: int
) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    if paid_before:
        pay(company, number, paid_before)
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": amount}}
    assert "ModeOfPayment SKV" in refused(company.api.post("/invoicepayments", json=sent), 400)


def test_a_payout_registered_before_the_customer_paid_is_found_out_when_it_is_booked(
    company: Company,
) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    payout = register(company, number, Amount=3750)["Number"]
    pay(company, number, 13750)
    path = f"/invoicepayments/{payout}"
    assert "SKV" in refused(company.api.put(f"{path}/bookkeep"), 400)
    company.put(path, {"InvoicePayment": {"ModeOfPayment": "SKV"}})
    company.put(f"{path}/bookkeep")
    assert lines(company, "C", 2) == {1930: 3750, 1513: -3750}


@pytest.mark.parametrize(
    ("fields", "voucher"),
    [
        ({"Amount": 13800}, {1930: 13800, 1510: -13750, 2420: -50}),
        ({"Amount": 27500}, {1930: 27500, 1510: -13750, 2420: -13750}),
        (
            {"Amount": 17500, "WriteOffs": [{"Amount": -3750, "AccountNumber": 2420}]},
            {1930: 17500, 1510: -13750, 2420: -3750},
        ),
    ],
)
def test_a_customer_may_still_pay_too_much_of_an_invoice_with_a_reduction(
    company: Company, fields: dict[str, Any], voucher: dict[int, float]
) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    payment = register(company, number, **fields)["Number"]
    company.put(f"/invoicepayments/{payment}/bookkeep")
    assert lines(company, "C", 1) == voucher
    pay(company, number, 3750, ModeOfPayment="SKV")
    assert lines(company, "C", 2) == {1930: 3750, 1513: -3750}


def test_a_reduction_that_is_taken_back_is_paid_back_to_the_tax_agency(company: Company) -> None:
    returned = {**ROT[0], "DeliveredQuantity": -20}
    number = issued(company, returned, TaxReductionType="rot")["DocumentNumber"]
    refused(
        company.api.post(
            "/invoicepayments",
            json={"InvoicePayment": {"InvoiceNumber": number, "Amount": 0, "ModeOfPayment": "SKV"}},
        ),
        400,
    )
    pay(company, number, -3750, ModeOfPayment="SKV")
    assert lines(company, "C", 1) == {1930: -3750, 1513: 3750}


@pytest.mark.parametrize(
    ("paid_before", "amount"), [(-8750, -3750), (-8750, -3000), (0, -12500), (-8000, -4500)]
)
def test_a_payout_that_is_taken_back_is_not_taken_for_the_customers_money(
    company: Company, paid_before: int, amount: int
) -> None:
    returned = {**ROT[0], "DeliveredQuantity": -20}
    number = issued(company, returned, TaxReductionType="rot")["DocumentNumber"]
    if paid_before:
        pay(company, number, paid_before)
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": amount}}
    assert "ModeOfPayment SKV" in refused(company.api.post("/invoicepayments", json=sent), 400)


@pytest.mark.parametrize("account", [{}, {"ModeOfPaymentAccount": 1930}])
def test_a_mode_of_payment_is_known_in_small_letters_too(
    company: Company, account: dict[str, Any]
) -> None:
    number = issued(company, *ROT, TaxReductionType="rot")["DocumentNumber"]
    made = register(company, number, ModeOfPayment="skv", **account)
    assert (made["ModeOfPayment"], made["ModeOfPaymentAccount"], made["Amount"]) == (
        "SKV",
        1930,
        3750,
    )
    company.put(f"/invoicepayments/{made['Number']}/bookkeep")
    assert lines(company, "C", 1) == {1930: 3750, 1513: -3750}
    company.post("/modesofpayments", {"ModeOfPayment": {"Code": "kort", "AccountNumber": 1910}})
    assert register(company, number, ModeOfPayment="kort")["ModeOfPaymentAccount"] == 1910
    sent = {"InvoicePayment": {"InvoiceNumber": number, "ModeOfPayment": "okänt"}}
    refused(company.api.post("/invoicepayments", json=sent), 400)


def test_write_offs_that_no_account_could_hold_are_refused(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    fees = [{"Amount": 999999999999, "AccountNumber": 6570}] * 20
    payment = register(company, number, Amount=1250, WriteOffs=fees)["Number"]
    refused(company.api.put(f"/invoicepayments/{payment}/bookkeep"), 400)
    assert read(company, number)["Balance"] == 1250


def test_undoing_restores_the_balance_by_a_correction(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    payment = pay(company, number, 1250)["Number"]
    undone = company.put(f"/invoicepayments/{payment}/cancel")["InvoicePayment"]
    assert undone["Booked"] is False
    assert lines(company, "M", 1) == {1930: -1250, 1510: 1250}
    invoice = read(company, number)
    assert invoice["Balance"] == 1250
    assert "FinalPayDate" not in invoice
    assert company.put(f"/invoicepayments/{payment}/cancel")["InvoicePayment"] == undone
    refused(company.api.put(f"/invoicepayments/{payment}/bookkeep"), 409)
    refused(company.api.delete(f"/invoicepayments/{payment}"), 409)


def test_only_an_unbooked_payment_is_changed_or_deleted(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    made = register(company, number, Amount=100)["Number"]
    path = f"/invoicepayments/{made}"
    changed = company.put(path, {"InvoicePayment": {"Amount": "200"}})["InvoicePayment"]
    assert (changed["Amount"], changed["AmountCurrency"]) == (200, 200)
    company.delete(path)
    refused(company.api.get(path), 404)
    booked = pay(company, number, 100)["Number"]
    refused(company.api.put(f"/invoicepayments/{booked}", json={"InvoicePayment": {}}), 409)
    refused(company.api.delete(f"/invoicepayments/{booked}"), 409)
    assert company.put(f"/invoicepayments/{booked}/bookkeep")["InvoicePayment"]["Booked"]


@pytest.mark.parametrize("state", ["draft", "credited"])
def test_a_draft_or_credited_invoice_cannot_be_paid(company: Company, state: str) -> None:
    number = draft(company)["DocumentNumber"]
    if state == "credited":
        act(company, number, "bookkeep")
        act(company, number, "credit")
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": 1}}
    refused(company.api.post("/invoicepayments", json=sent), 409)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"InvoiceNumber": 99}, 404),
        ({"Amount": 0}, 400),
        ({"Amount": "x"}, 400),
        ({"ModeOfPayment": "HÄST"}, 400),
        ({"ModeOfPaymentAccount": 9998}, 400),
        ({"PaymentDate": "2026-13-01"}, 400),
        ({"WriteOffs": [{"Amount": 5, "AccountNumber": 3740}]}, 400),
        ({"WriteOffs": [{"Amount": 5, "AccountNumber": 9998}]}, 400),
    ],
    ids=str,
)
def test_a_payment_that_cannot_be_is_refused(company: Company, fields: Any, status: int) -> None:
    number = issued(company)["DocumentNumber"]
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": 10, **fields}}
    refused(company.api.post("/invoicepayments", json=sent), status)


# Losses


def loss(company: Company, number: Any, amount: Any) -> dict[str, Any]:
    return pay(company, number, 0, WriteOffs=[{"Amount": amount, "AccountNumber": 6351}])


def test_an_established_loss_takes_the_vat_back(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    pay(company, number, 500)
    loss(company, number, 750)
    assert lines(company, "C", 2) == {6351: 600, 2611: 150, 1510: -750}
    assert boxes(company, "C", 2) == {"05": -600, "10": -150}
    invoice = read(company, number)
    assert (invoice["Balance"], invoice["Booked"], invoice["Cancelled"]) == (0, True, False)
    for filtered in ("unpaid", "fullypaid", "unpaidoverdue"):
        assert company.get("/invoices", filter=filtered)["Invoices"] == []


def test_a_loss_of_several_rates(company: Company) -> None:
    number = issued(company, *FOUR_RATES)["DocumentNumber"]
    pay(company, number, 1000)
    loss(company, number, 848)
    voucher = {6351: 710.85, 2611: 126.19, 2621: 5.45, 2631: 5.51, 1510: -848}
    assert lines(company, "C", 2) == voucher


@pytest.mark.parametrize("amount", [100, 1300])
def test_a_loss_is_written_off_whole(company: Company, amount: int) -> None:
    number = issued(company)["DocumentNumber"]
    write_offs = [{"Amount": amount, "AccountNumber": 6351}]
    sent = {"InvoiceNumber": number, "Amount": 0, "WriteOffs": write_offs}
    refused(company.api.post("/invoicepayments", json={"InvoicePayment": sent}), 400)


def test_a_recovered_loss_brings_revenue_and_vat_back(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    pay(company, number, 500)
    loss(company, number, 750)
    pay(company, number, 750)
    assert lines(company, "C", 3) == {1930: 750, 3950: -600, 2611: -150}


def test_nothing_is_refunded_on_a_loss_but_what_was_paid_too_much(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    loss(company, number, 1250)
    pay(company, number, 1300)
    pay(company, number, -50)
    assert lines(company, "C", 3) == {1930: -50, 2420: 50}
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": -1}}
    again = company.post("/invoicepayments", sent)["InvoicePayment"]["Number"]
    refused(company.api.put(f"/invoicepayments/{again}/bookkeep"), 400)


def test_a_payment_before_the_loss_is_undone_after_it(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    earlier = pay(company, number, 500)["Number"]
    lost = loss(company, number, 750)["Number"]
    refused(company.api.put(f"/invoicepayments/{earlier}/cancel"), 409)
    assert read(company, number)["Balance"] == 0
    company.put(f"/invoicepayments/{lost}/cancel")
    company.put(f"/invoicepayments/{earlier}/cancel")
    assert read(company, number)["Balance"] == 1250


def test_crediting_a_written_off_invoice_restores_it_first(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    loss(company, number, 1250)
    credited = act(company, number, "credit")
    assert (credited["Cancelled"], credited["Balance"]) == (True, 0)
    assert lines(company, "M", 1) == {6351: -1000, 2611: -250, 1510: 1250}
    assert lines(company, "K", 1) == {3001: 1000, 2611: 250, 1510: -1250}


def test_an_undone_loss_can_be_written_off_again(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    first = loss(company, number, 1250)["Number"]
    company.put(f"/invoicepayments/{first}/cancel")
    assert read(company, number)["Balance"] == 1250
    loss(company, number, 1250)
    assert read(company, number)["Balance"] == 0


def test_crediting_after_payment_owes_the_customer(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    paid = pay(company, number, 500)["Number"]
    act(company, number, "credit")
    assert lines(company, "K", 1) == {3001: 1000, 2611: 250, 1510: -750, 2420: -500}
    refused(company.api.put(f"/invoicepayments/{paid}/cancel"), 409)


def test_payments_are_listed_by_invoice(company: Company) -> None:
    first, second = issued(company)["DocumentNumber"], issued(company)["DocumentNumber"]
    pay(company, first, 100, PaymentDate="2026-11-18")
    pay(company, first, 200, PaymentDate="2026-11-16")
    pay(company, second, 300)
    listed = company.get("/invoicepayments", invoicenumber=first)
    assert [row["Amount"] for row in listed["InvoicePayments"]] == [200, 100]
    assert listed["MetaInformation"]["@TotalResources"] == 2
    row = listed["InvoicePayments"][0]
    assert (row["Source"], row["Booked"], row["WriteOffExist"]) == ("manual", True, False)
