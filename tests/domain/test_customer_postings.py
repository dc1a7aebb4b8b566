"""Every voucher of a customer invoice's life, as the bookkeeping rules write it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from example_invoices import (
    CASH,
    PAY_DAY,
    TODAY,
    draft,
    four_rates,
    issued,
    paid,
    payment,
    plain,
    rot,
    row,
    written_off,
)
from voucher_blocks import block, told, written

from reskontra.domain import customer_settlement
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import (
    customer_credit,
    customer_invoice,
    customer_payment,
    customer_write_off,
    feared_loss,
    year_end_release,
)
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.vat import Kind, VatType
from reskontra.domain.voucher import Voucher


def to(vat_type: VatType, kind: Kind = Kind.SERVICES, net: str = "10000.00") -> CustomerInvoice:
    return draft(row("1", net, vat_type=vat_type, kind=kind), vat_type=vat_type)


ISSUES = [
    pytest.param(
        four_rates(),
        """
        D 1510 1848.00
        K 3001 1099.99
        K 3002 99.00
        K 3003 200.00
        K 3004 150.00
        K 2611 275.00
        K 2621 11.88
        K 2631 12.00
        K 3740 0.13
        """,
        {"05": "1398.99", "42": "150.00", "10": "275.00", "11": "11.88", "12": "12.00"},
        id="four rates, rounded up",
    ),
    pytest.param(
        draft(row("1", "80.30", 25)),
        """
        D 1510 100.00
        D 3740 0.38
        K 3001 80.30
        K 2611 20.08
        """,
        {"05": "80.30", "10": "20.08"},
        id="rounded down",
    ),
    pytest.param(
        to(VatType.SEREVERSEDVAT),
        """
        D 1510 10000.00
        K 3231 10000.00
        """,
        {"41": "10000.00"},
        id="SEREVERSEDVAT",
    ),
    pytest.param(
        to(VatType.EUREVERSEDVAT, Kind.GOODS),
        """
        D 1510 10000.00
        K 3108 10000.00
        """,
        {"35": "10000.00"},
        id="EUREVERSEDVAT goods",
    ),
    pytest.param(
        to(VatType.EUREVERSEDVAT, Kind.SERVICES),
        """
        D 1510 10000.00
        K 3308 10000.00
        """,
        {"39": "10000.00"},
        id="EUREVERSEDVAT services",
    ),
    pytest.param(
        to(VatType.EUVAT, net="1000.00"),
        """
        D 1510 1250.00
        K 3106 1000.00
        K 2611 250.00
        """,
        {"05": "1000.00", "10": "250.00"},
        id="EUVAT",
    ),
    pytest.param(
        to(VatType.EXPORT, Kind.GOODS),
        """
        D 1510 10000.00
        K 3105 10000.00
        """,
        {"36": "10000.00"},
        id="EXPORT goods",
    ),
    pytest.param(
        to(VatType.EXPORT, Kind.SERVICES),
        """
        D 1510 10000.00
        K 3305 10000.00
        """,
        {"40": "10000.00"},
        id="EXPORT services",
    ),
    pytest.param(
        rot(),
        """
        D 1510 13750.00
        D 1513 3750.00
        K 3001 14000.00
        K 2611 3500.00
        """,
        {"05": "14000.00", "10": "3500.00"},
        id="ROT",
    ),
    pytest.param(
        draft(row("6", "399.00", 25, "CLEANING"), reduction="rut"),
        """
        D 1510 1497.00
        D 1513 1496.00
        K 3001 2394.00
        K 2611 598.50
        K 3740 0.50
        """,
        {"05": "2394.00", "10": "598.50"},
        id="RUT",
    ),
    pytest.param(
        draft(
            row("1", "80000.00", 25, "SOLARCELLS"),
            row("1", "32000.00", 25, "STORAGESELFPRODUCEDELECTRICITY"),
            reduction="green",
        ),
        """
        D 1510 105000.00
        D 1513 35000.00
        K 3001 112000.00
        K 2611 28000.00
        """,
        {"05": "112000.00", "10": "28000.00"},
        id="green technology",
    ),
    pytest.param(
        plain(accounting_method=CASH),
        """
        D 1510 1250.00
        K 3001 1000.00
        K 2618 250.00
        """,
        {},
        id="cash method",
    ),
    pytest.param(
        rot(accounting_method=CASH),
        """
        D 1510 13750.00
        D 1513 3750.00
        K 3001 14000.00
        K 2618 3500.00
        """,
        {},
        id="cash method, ROT",
    ),
    pytest.param(
        draft(
            row("1", "100.00", vat_type=VatType.EUREVERSEDVAT, kind=Kind.GOODS),
            accounting_method=CASH,
        ),
        """
        D 1510 100.00
        K 3108 100.00
        """,
        {"35": "100.00"},
        id="cash method, goods to the EU do not wait",
    ),
    pytest.param(
        draft(),
        """
        D 1510 0.00
        D 3001 0.00
        """,
        {},
        id="nothing to post",
    ),
    pytest.param(
        draft(row("-1", "80.30", 25)),
        """
        D 3001 80.30
        D 2611 20.08
        K 1510 100.00
        K 3740 0.38
        """,
        {"05": "-80.30", "10": "-20.08"},
        id="a negative total changes every side",
    ),
]


@pytest.mark.parametrize(("invoice", "lines", "boxes"), ISSUES)
def test_an_invoice_at_issue(invoice: CustomerInvoice, lines: str, boxes: dict[str, str]) -> None:
    voucher = customer_invoice(invoice)
    assert written(voucher) == block(lines)
    assert told(voucher) == boxes
    assert (voucher.series, voucher.date) == ("B", invoice.invoice_date)
    assert voucher.source == "customer invoice 17"


HALF_PAID = paid(issued(plain()), payment("500"))
CASH_HALF_PAID = paid(issued(plain(accounting_method=CASH)), payment("500"))
LOST = written_off(HALF_PAID)

PAYMENTS = [
    pytest.param(
        issued(four_rates()),
        payment("1848"),
        """
        D 1930 1848.00
        K 1510 1848.00
        """,
        {},
        id="in full",
    ),
    pytest.param(
        issued(four_rates()),
        payment("1000"),
        """
        D 1930 1000.00
        K 1510 1000.00
        """,
        {},
        id="in part",
    ),
    pytest.param(
        paid(issued(four_rates()), payment("1000")),
        payment("848", mode="PG"),
        """
        D 1920 848.00
        K 1510 848.00
        """,
        {},
        id="the rest",
    ),
    pytest.param(
        issued(four_rates()),
        payment("2000"),
        """
        D 1930 2000.00
        K 1510 1848.00
        K 2420 152.00
        """,
        {},
        id="too much",
    ),
    pytest.param(
        paid(issued(four_rates()), payment("2000")),
        payment("-152"),
        """
        D 2420 152.00
        K 1930 152.00
        """,
        {},
        id="refund of the excess",
    ),
    pytest.param(
        issued(four_rates()),
        payment("1838", ("10", 6570)),
        """
        D 1930 1838.00
        D 6570 10.00
        K 1510 1848.00
        """,
        {},
        id="the bank kept a fee",
    ),
    pytest.param(
        issued(four_rates()),
        payment("1847.87", ("0.13", 3740)),
        """
        D 1930 1847.87
        D 3740 0.13
        K 1510 1848.00
        """,
        {},
        id="öre written off",
    ),
    pytest.param(
        issued(rot()),
        payment("3750", mode="SKV"),
        """
        D 1930 3750.00
        K 1513 3750.00
        """,
        {},
        id="Skatteverket pays",
    ),
    pytest.param(
        issued(rot()),
        payment("3000", ("750", 1510), mode="SKV"),
        """
        D 1930 3000.00
        D 1510 750.00
        K 1513 3750.00
        """,
        {},
        id="Skatteverket pays a part, the customer owes the rest",
    ),
    pytest.param(
        issued(plain(accounting_method=CASH)),
        payment("500"),
        """
        D 1930 500.00
        D 2618 100.00
        K 1510 500.00
        K 2611 100.00
        """,
        {"05": "400.00", "10": "100.00"},
        id="cash method, in part",
    ),
    pytest.param(
        CASH_HALF_PAID,
        payment("750"),
        """
        D 1930 750.00
        D 2618 150.00
        K 1510 750.00
        K 2611 150.00
        """,
        {"05": "600.00", "10": "150.00"},
        id="cash method, the rest",
    ),
    pytest.param(
        issued(rot(accounting_method=CASH)),
        payment("13750"),
        """
        D 1930 13750.00
        D 2618 2750.00
        K 1510 13750.00
        K 2611 2750.00
        """,
        {"05": "11000.00", "10": "2750.00"},
        id="cash method ROT, the customer pays",
    ),
    pytest.param(
        paid(issued(rot(accounting_method=CASH)), payment("13750")),
        payment("3750", mode="SKV"),
        """
        D 1930 3750.00
        D 2618 750.00
        K 1513 3750.00
        K 2611 750.00
        """,
        {"05": "3000.00", "10": "750.00"},
        id="cash method ROT, Skatteverket pays the rest",
    ),
    pytest.param(
        paid(issued(rot(accounting_method=CASH)), payment("13750")),
        payment("3000", ("750", 1510), mode="SKV"),
        """
        D 1930 3000.00
        D 1510 750.00
        D 2618 600.00
        K 1513 3750.00
        K 2611 600.00
        """,
        {"05": "2400.00", "10": "600.00"},
        id="cash method ROT, what the customer still owes is not released",
    ),
    pytest.param(
        LOST,
        payment("750"),
        """
        D 1930 750.00
        K 3950 600.00
        K 2611 150.00
        """,
        {"05": "600.00", "10": "150.00"},
        id="a lost debt recovered",
    ),
]


@pytest.mark.parametrize(("invoice", "money", "lines", "boxes"), PAYMENTS)
def test_a_payment(
    invoice: CustomerInvoice, money: CustomerPayment, lines: str, boxes: dict[str, str]
) -> None:
    voucher = customer_payment(invoice, money)
    assert written(voucher) == block(lines)
    assert told(voucher) == boxes
    assert (voucher.series, voucher.date) == ("C", PAY_DAY)
    assert voucher.source == "customer payment 1"


OTHERS: list[object] = [
    pytest.param(
        customer_credit,
        issued(four_rates()),
        "K",
        """
        D 3001 1099.99
        D 3002 99.00
        D 3003 200.00
        D 3004 150.00
        D 2611 275.00
        D 2621 11.88
        D 2631 12.00
        D 3740 0.13
        K 1510 1848.00
        """,
        {"05": "-1398.99", "42": "-150.00", "10": "-275.00", "11": "-11.88", "12": "-12.00"},
        id="credit, unpaid",
    ),
    pytest.param(
        customer_credit,
        HALF_PAID,
        "K",
        """
        D 3001 1000.00
        D 2611 250.00
        K 1510 750.00
        K 2420 500.00
        """,
        {"05": "-1000.00", "10": "-250.00"},
        id="credit, half paid",
    ),
    pytest.param(
        customer_credit,
        issued(rot()),
        "K",
        """
        D 3001 14000.00
        D 2611 3500.00
        K 1510 13750.00
        K 1513 3750.00
        """,
        {"05": "-14000.00", "10": "-3500.00"},
        id="credit of ROT, unpaid",
    ),
    pytest.param(
        customer_credit,
        paid(issued(rot()), payment("13750"), payment("3000", ("750", 1510), mode="SKV")),
        "K",
        """
        D 3001 14000.00
        D 2611 3500.00
        K 1510 750.00
        K 1513 3000.00
        K 2420 13750.00
        """,
        {"05": "-14000.00", "10": "-3500.00"},
        id="credit of ROT after a partial payout: Skatteverket is owed what it paid",
    ),
    pytest.param(
        customer_credit,
        CASH_HALF_PAID,
        "K",
        """
        D 3001 1000.00
        D 2611 100.00
        D 2618 150.00
        K 1510 750.00
        K 2420 500.00
        """,
        {"05": "-400.00", "10": "-100.00"},
        id="cash method, credit with VAT released",
    ),
    pytest.param(
        customer_credit,
        issued(draft()),
        "K",
        """
        D 3001 0.00
        D 1510 0.00
        """,
        {},
        id="credit of nothing",
    ),
    pytest.param(
        customer_write_off,
        HALF_PAID,
        "C",
        """
        D 6351 600.00
        D 2611 150.00
        K 1510 750.00
        """,
        {"05": "-600.00", "10": "-150.00"},
        id="loss",
    ),
    pytest.param(
        customer_write_off,
        paid(issued(four_rates()), payment("1000")),
        "C",
        """
        D 6351 710.85
        D 2611 126.19
        D 2621 5.45
        D 2631 5.51
        K 1510 848.00
        """,
        {"05": "-641.96", "10": "-126.19", "11": "-5.45", "12": "-5.51"},
        id="loss, several rates",
    ),
    pytest.param(
        customer_write_off,
        CASH_HALF_PAID,
        "C",
        """
        D 6351 600.00
        D 2618 150.00
        K 1510 750.00
        """,
        {},
        id="cash method, loss",
    ),
    pytest.param(
        customer_write_off,
        paid(issued(draft(row("1", "1.00", 25), accounting_method=CASH)), payment("0.50")),
        "C",
        """
        D 6351 0.38
        D 2618 0.12
        K 1510 0.50
        """,
        {},
        id="cash method, a loss empties the dormant account to the last öre",
    ),
    pytest.param(
        customer_write_off,
        customer_settlement.released(CASH_HALF_PAID, year_end_release(CASH_HALF_PAID, TODAY)),
        "C",
        """
        D 6351 600.00
        D 2611 150.00
        K 1510 750.00
        """,
        {"05": "-600.00", "10": "-150.00"},
        id="cash method, loss after the year-end",
    ),
    pytest.param(
        customer_write_off,
        issued(rot()),
        "C",
        """
        D 6351 14000.00
        D 2611 3500.00
        K 1510 13750.00
        K 1513 3750.00
        """,
        {"05": "-14000.00", "10": "-3500.00"},
        id="loss of ROT, on both receivables",
    ),
    pytest.param(
        feared_loss,
        HALF_PAID,
        "A",
        """
        D 6352 600.00
        K 1519 600.00
        """,
        {},
        id="feared loss",
    ),
    pytest.param(
        year_end_release,
        CASH_HALF_PAID,
        "A",
        """
        D 2618 150.00
        K 2611 150.00
        """,
        {"05": "600.00", "10": "150.00"},
        id="cash method, year-end",
    ),
]


@pytest.mark.parametrize(("rule", "invoice", "series", "lines", "boxes"), OTHERS)
def test_credits_losses_and_year_end(
    rule: Callable[[CustomerInvoice, date], Voucher],
    invoice: CustomerInvoice,
    series: str,
    lines: str,
    boxes: dict[str, str],
) -> None:
    voucher = rule(invoice, TODAY)
    assert written(voucher) == block(lines)
    assert told(voucher) == boxes
    assert (voucher.series, voucher.date) == (series, TODAY)
    assert all(entry.tax_date == TODAY for entry in voucher.vat_entries)


def test_a_payment_after_the_year_end_releases_nothing_twice() -> None:
    released = customer_settlement.released(CASH_HALF_PAID, year_end_release(CASH_HALF_PAID, TODAY))
    for amount in ("100.00", "750.00"):
        voucher = customer_payment(released, payment(amount))
        assert written(voucher) == f"D 1930 {amount}\nK 1510 {amount}"
        assert told(voucher) == {}


def test_a_loss_recovered_in_parts_gives_back_exactly_what_was_lost() -> None:
    lost = written_off(paid(issued(four_rates()), payment("1000")))
    once = customer_payment(lost, payment("333.33"))
    rest = customer_payment(paid(lost, payment("333.33")), payment("514.67"))
    taken = customer_write_off(paid(issued(four_rates()), payment("1000")), TODAY)
    for account in (2611, 2621, 2631):
        assert once.change(account) + rest.change(account) == -taken.change(account)
    assert once.change(3950) + rest.change(3950) == Decimal("-710.85")


@pytest.mark.parametrize(
    ("invoice", "money"),
    [
        pytest.param(issued(plain()), payment("0"), id="nothing"),
        pytest.param(issued(plain()), payment("-1"), id="a refund of what was never paid"),
        pytest.param(issued(rot()), payment("3751", mode="SKV"), id="more than the reduction"),
        pytest.param(issued(plain()), payment("1", mode="SKV"), id="no reduction to pay"),
        pytest.param(issued(plain()), payment("1248", ("2", 3740)), id="rounding of two kronor"),
    ],
)
def test_an_odd_payment_is_refused(invoice: CustomerInvoice, money: CustomerPayment) -> None:
    with pytest.raises(Invalid):
        customer_payment(invoice, money)


@pytest.mark.parametrize("rule", [customer_write_off, feared_loss])
def test_a_paid_invoice_cannot_be_lost(
    rule: Callable[[CustomerInvoice, date], Voucher],
) -> None:
    with pytest.raises(Conflict):
        rule(paid(issued(plain()), payment("1250")), TODAY)


def test_a_recovered_loss_cannot_be_credited() -> None:
    with pytest.raises(Conflict):
        customer_credit(paid(LOST, payment("750")), TODAY)


def test_a_reversed_write_off_leaves_the_invoice_as_it_was() -> None:
    reversal = customer_write_off(HALF_PAID, TODAY).reversed("M", TODAY, "Rättelse")
    restored = customer_settlement.restored(LOST, reversal)
    assert restored == HALF_PAID


def test_balances_follow_payments_and_their_undoing() -> None:
    invoice = issued(rot(accounting_method=CASH))
    customers, agency = payment("14000"), payment("3000", ("750", 1510), mode="SKV")
    after_customer = paid(invoice, customers)
    assert after_customer.status is Status.PAID
    assert after_customer.final_pay_date == PAY_DAY
    assert (after_customer.balance, after_customer.overpaid) == (0, 250)

    after_agency = paid(after_customer, agency)
    assert after_agency.status is Status.SENT
    assert (after_agency.balance, after_agency.reduction_balance) == (750, 0)
    assert after_agency.reduction_paid == 3000

    undo = customer_payment(after_customer, agency).reversed("M", TODAY, "Rättelse")
    assert customer_settlement.paid(after_agency, agency, undo) == (
        # the first date of payment is forgotten once the customer owed again
        replace(after_customer, final_pay_date=TODAY)
    )


def test_money_after_the_final_payment_does_not_move_its_date() -> None:
    invoice = paid(issued(plain()), payment("1250"), replace(payment("10"), payment_date=TODAY))
    assert (invoice.final_pay_date, invoice.overpaid) == (PAY_DAY, 10)


def test_a_credited_invoice_is_cancelled_with_nothing_left_to_pay() -> None:
    credited = customer_settlement.credited(HALF_PAID, customer_credit(HALF_PAID, TODAY), "K1")
    assert credited.status is Status.CANCELLED
    assert (credited.balance, credited.overpaid, credited.reported) == (0, 500, {})
    assert (credited.booked, credited.sent, credited.cancelled) == (False, False, True)


def test_an_issued_invoice_has_its_ocr_and_voucher() -> None:
    invoice = issued(plain())
    assert (invoice.status, invoice.ocr) == (Status.SENT, "1743")
    assert (invoice.voucher_series, invoice.voucher_number, invoice.voucher_year) == ("B", 1, 3)
