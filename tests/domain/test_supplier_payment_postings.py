"""The vouchers of payments to suppliers."""

import pytest
from example_invoices import CASH, PAY_DAY, TODAY, booked, purchase, transfer
from voucher_blocks import block, told, written

from reskontra.domain import supplier_settlement
from reskontra.domain.errors import Invalid
from reskontra.domain.payment import SupplierPayment
from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.domain.supplier_postings import (
    supplier_payment,
)

TWO_ROWS = purchase((5410, "4000"), (6110, "1000"), vat="1250")
EUROS = purchase((6110, "100"), vat="25", currency="EUR", rate="11.2345")
CASH_NORMAL = purchase((6110, "1000"), vat="250", accounting_method=CASH)
CASH_EU_SERVICE = purchase(
    (6540, "1000"), vat_type="REVERSECHARGEEUSERVICES", accounting_method=CASH
)


EUROS_BOOKED = booked(EUROS)
HALF = transfer("50", "EUR", "11.30")

PAYMENTS = [
    pytest.param(
        booked(TWO_ROWS),
        transfer("6250"),
        """
        D 2440 6250.00
        K 1930 6250.00
        """,
        {},
        id="kronor",
    ),
    pytest.param(
        booked(TWO_ROWS),
        transfer("6249.60", "SEK", "1", ("0.40", 3740)),
        """
        D 2440 6250.00
        K 1930 6249.60
        K 3740 0.40
        """,
        {},
        id="kronor, öre written off",
    ),
    pytest.param(
        EUROS_BOOKED,
        transfer("125", "EUR", "11.30"),
        """
        D 2440 1404.31
        D 7960 8.19
        K 1930 1412.50
        """,
        {},
        id="euros at a loss",
    ),
    pytest.param(
        EUROS_BOOKED,
        transfer("125", "EUR", "11.10"),
        """
        D 2440 1404.31
        K 1930 1387.50
        K 3960 16.81
        """,
        {},
        id="euros at a gain",
    ),
    pytest.param(
        EUROS_BOOKED,
        HALF,
        """
        D 2440 561.72
        D 7960 3.28
        K 1930 565.00
        """,
        {},
        id="euros in part",
    ),
    pytest.param(
        supplier_settlement.paid(EUROS_BOOKED, HALF, supplier_payment(EUROS_BOOKED, HALF)),
        transfer("75", "EUR", "11.30"),
        """
        D 2440 842.59
        D 7960 4.91
        K 1930 847.50
        """,
        {},
        id="euros, the rest clears the rest of the debt",
    ),
    pytest.param(
        booked(CASH_NORMAL),
        transfer("1250"),
        """
        D 2440 1250.00
        K 1930 1250.00
        """,
        {"48": "250.00"},
        id="cash method",
    ),
    pytest.param(
        booked(CASH_EU_SERVICE),
        transfer("1000"),
        """
        D 2440 1000.00
        D 2645 250.00
        K 1930 1000.00
        K 2614 250.00
        """,
        {"21": "1000.00", "30": "250.00", "48": "250.00"},
        id="cash method, a service from the EU",
    ),
    pytest.param(
        booked(CASH_EU_SERVICE),
        transfer("400"),
        """
        D 2440 400.00
        D 2645 100.00
        K 1930 400.00
        K 2614 100.00
        """,
        {"21": "400.00", "30": "100.00", "48": "100.00"},
        id="cash method, a service from the EU in part",
    ),
]


@pytest.mark.parametrize(("invoice", "money", "lines", "boxes"), PAYMENTS)
def test_a_payment(
    invoice: SupplierInvoice, money: SupplierPayment, lines: str, boxes: dict[str, str]
) -> None:
    voucher = supplier_payment(invoice, money)
    assert written(voucher) == block(lines)
    assert told(voucher) == boxes
    assert (voucher.series, voucher.date, voucher.source) == ("E", PAY_DAY, "supplier payment 1")


def test_balance_follows_payments_and_their_undoing() -> None:
    invoice = booked(CASH_EU_SERVICE)
    money = transfer("1000")
    voucher = supplier_payment(invoice, money)
    after = supplier_settlement.paid(invoice, money, voucher)
    assert (after.balance, after.booked_balance) == (0, 0)
    assert after.final_pay_date == PAY_DAY
    undo = voucher.reversed("M", TODAY, "Rättelse")
    assert supplier_settlement.unpaid(after, money, undo) == invoice


def test_the_last_of_several_payments_clears_the_rest_of_the_debt() -> None:
    invoice = booked(purchase((6110, "3.00"), currency="EUR", rate="0.016667"))
    cleared = []
    for _ in range(3):
        money = transfer("1", "EUR", "0.02")
        voucher = supplier_payment(invoice, money)
        cleared.append(str(voucher.change(2440)))
        invoice = supplier_settlement.paid(invoice, money, voucher)
    assert cleared == ["0.02", "0.02", "0.01"]


@pytest.mark.parametrize(
    "money",
    [
        pytest.param(transfer("6250.01"), id="more than is left"),
        pytest.param(transfer("-1"), id="the wrong way"),
        pytest.param(transfer("0"), id="nothing"),
        pytest.param(transfer("1", "EUR", "11"), id="another currency"),
    ],
)
def test_an_odd_payment_is_refused(money: SupplierPayment) -> None:
    with pytest.raises(Invalid):
        supplier_payment(booked(TWO_ROWS), money)
