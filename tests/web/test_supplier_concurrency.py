"""Supplier invoices under parallel calls, on both engines and before several processes."""

from tests.service import Company, in_every_form
from tests.sizes import times
from tests.web.parallel import at_once, statuses
from tests.web.purchasing import (
    ROW,
    booked,
    draft,
    listed,
    pay,
    read,
    registered,
    supplier,
    voucher,
    wanted,
)

PATH = "/supplierinvoices"
pytestmark = in_every_form


def test_64_parallel_bookings_of_one_draft_post_one_voucher(company: Company) -> None:
    draft(company)
    answers = at_once(company, [("PUT", f"{PATH}/1/bookkeep", None)] * 64)
    assert statuses(answers) == {200: 64}
    assert len({answer.text for answer in answers}) == 1
    assert len(company.get("/vouchers", voucherseries="L")["Vouchers"]) == 1


def test_64_parallel_cancels_of_a_booked_invoice_post_one_correction(company: Company) -> None:
    booked(company)
    answers = at_once(company, [("PUT", f"{PATH}/1/cancel", None)] * 64)
    assert statuses(answers) == {200: 64}
    assert len({answer.text for answer in answers}) == 1
    assert len(company.get("/vouchers", voucherseries="M")["Vouchers"]) == 1


def test_one_of_32_parallel_drafts_gets_the_given_number(company: Company) -> None:
    seller = supplier(company)
    for turn in range(1, 1 + times(1)):
        given = 17 * turn
        calls = [
            wanted(
                company,
                SupplierNumber=seller,
                InvoiceNumber=f"F{turn}-{place}",
                GivenNumber=given,
            )
            for place in range(32)
        ]
        answers = at_once(company, [("POST", PATH, {"SupplierInvoice": sent}) for sent in calls])
        assert statuses(answers) == {201: 1, 409: 31}
        assert draft(company)["GivenNumber"] == str(given + 1)
        assert len(listed(company, limit=500)) == 2 * turn


def test_one_of_32_parallel_drafts_gets_the_invoice_number(company: Company) -> None:
    for turn in range(1, 1 + times(1)):
        sent = {"SupplierInvoice": wanted(company, InvoiceNumber="2026-1")}
        answers = at_once(company, [("POST", PATH, sent)] * 32)
        assert statuses(answers) == {201: 1, 409: 31}
        assert len(listed(company, limit=500)) == turn


def test_parallel_drafts_with_and_without_a_number_never_share_one(company: Company) -> None:
    seller = supplier(company)
    calls = [
        wanted(
            company,
            SupplierNumber=seller,
            InvoiceNumber=f"F{place}",
            GivenNumber=place if place % 2 else None,
        )
        for place in range(1, 33)
    ]
    answers = at_once(company, [("POST", PATH, {"SupplierInvoice": sent}) for sent in calls])
    made = [a.json()["SupplierInvoice"]["GivenNumber"] for a in answers if a.status_code == 201]
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert len(made) >= 16  # no call without a number is ever refused
    assert sorted(made) == sorted(listed(company))


def test_a_change_and_a_draft_racing_for_an_invoice_number_have_one_winner(
    company: Company,
) -> None:
    seller = supplier(company)
    for turn in range(times(6)):
        own = {"SupplierNumber": seller, "InvoiceNumber": f"own {turn}"}
        number = draft(company, **own)["GivenNumber"]
        wish = {"SupplierNumber": seller, "InvoiceNumber": f"wanted {turn}"}
        changed, made = at_once(
            company,
            [
                ("PUT", f"{PATH}/{number}", {"SupplierInvoice": wish}),
                ("POST", PATH, {"SupplierInvoice": wanted(company, **wish)}),
            ],
        )
        assert (changed.status_code, made.status_code) in {(200, 409), (409, 201)}


def test_a_change_racing_the_booking_is_in_the_voucher_or_refused(company: Company) -> None:
    seller = supplier(company)
    for turn in range(times(6)):
        made = draft(company, SupplierNumber=seller, InvoiceNumber=f"F{turn}", VAT=250)
        path = f"{PATH}/{made['GivenNumber']}"
        change = {"SupplierInvoice": {"SupplierInvoiceRows": [{**ROW, "Debit": 2000}]}}
        changed, done = at_once(company, [("PUT", path, change), ("PUT", f"{path}/bookkeep", None)])
        assert done.status_code == 200
        assert changed.status_code in (200, 409)
        total = 2500 if changed.status_code == 200 else 1250
        invoice = read(company, made["GivenNumber"])
        assert (invoice["Total"], invoice["Balance"]) == (str(total), str(total))
        [key] = invoice["Vouchers"]
        assert f"K 2440 {total}.00" in voucher(company, "L", key["Number"])


def test_cancel_racing_the_booking_leaves_it_gone_or_cancelled(company: Company) -> None:
    seller = supplier(company)
    for turn in range(times(6)):
        made = draft(company, SupplierNumber=seller, InvoiceNumber=f"F{turn}")
        path = f"{PATH}/{made['GivenNumber']}"
        cancelled, done = at_once(
            company, [("PUT", f"{path}/cancel", None), ("PUT", f"{path}/bookkeep", None)]
        )
        assert (cancelled.status_code, done.status_code) in {(200, 404), (200, 200)}
        if done.status_code == 200:
            assert len(read(company, made["GivenNumber"])["Vouchers"]) == 2


def test_parallel_payments_never_pay_more_than_is_owed(company: Company) -> None:
    booked(company)
    payments = [registered(company, 1, Amount=400)["Number"] for _ in range(8)]
    paths = [f"/supplierinvoicepayments/{number}/bookkeep" for number in payments]
    answers = at_once(company, [("PUT", path, None) for path in paths])
    assert statuses(answers) == {200: 2, 400: 6}
    assert read(company, 1)["Balance"] == "200"


def test_a_payment_and_a_cancel_have_one_winner(company: Company) -> None:
    seller = supplier(company)
    for turn in range(times(6)):
        number = booked(company, SupplierNumber=seller, InvoiceNumber=f"F{turn}")["GivenNumber"]
        payment = registered(company, number)["Number"]
        paid, cancelled = at_once(
            company,
            [
                ("PUT", f"/supplierinvoicepayments/{payment}/bookkeep", None),
                ("PUT", f"{PATH}/{number}/cancel", None),
            ],
        )
        assert (paid.status_code, cancelled.status_code) in {(200, 409), (409, 200)}


def test_parallel_undoings_of_one_payment_post_one_correction(company: Company) -> None:
    booked(company)
    number = pay(company, 1)["Number"]
    answers = at_once(company, [("PUT", f"/supplierinvoicepayments/{number}/cancel", None)] * 32)
    assert statuses(answers) == {200: 32}
    assert len(company.get("/vouchers", voucherseries="M")["Vouchers"]) == 1
    assert read(company, 1)["Balance"] == "1000"
