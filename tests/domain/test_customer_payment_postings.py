"""The vouchers of payments from customers and from Skatteverket."""

from decimal import Decimal

import pytest
from example_invoices import (
    CASH,
    PAY_DAY,
    TODAY,
    four_rates,
    issued,
    paid,
    payment,
    plain,
    rot,
    written_off,
    year_end_release,
)
from voucher_blocks import block, told, written

from reskontra.domain import customer_settlement
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import (
    customer_payment,
    customer_write_off,
)
from reskontra.domain.errors import Invalid
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.records import replace

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


def test_a_payment_after_the_year_end_releases_nothing_twice() -> None:
    released = customer_settlement.moved(CASH_HALF_PAID, year_end_release(CASH_HALF_PAID, TODAY))
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
    after_undoing = customer_settlement.paid(after_agency, agency, undo)
    # The first date of payment is forgotten once the customer owed again.
    assert replace(after_undoing, status=Status.PAID, final_pay_date=PAY_DAY) == after_customer
    assert after_undoing.final_pay_date == TODAY


def test_money_after_the_final_payment_does_not_move_its_date() -> None:
    invoice = paid(issued(plain()), payment("1250"), replace(payment("10"), payment_date=TODAY))
    assert (invoice.final_pay_date, invoice.overpaid) == (PAY_DAY, 10)
