"""The vouchers of credits, losses and the cash method's year-end."""

from collections.abc import Callable
from datetime import date

import pytest
from example_invoices import (
    CASH,
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
    year_end_release,
)
from voucher_blocks import block, told, written

from reskontra.domain import customer_settlement
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.customer_postings import (
    customer_credit,
    customer_write_off,
    feared_loss,
)
from reskontra.domain.errors import Conflict
from reskontra.domain.records import replace
from reskontra.domain.voucher import Voucher

HALF_PAID = paid(issued(plain()), payment("500"))
CASH_HALF_PAID = paid(issued(plain(accounting_method=CASH)), payment("500"))
LOST = written_off(HALF_PAID)

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
        customer_settlement.moved(CASH_HALF_PAID, year_end_release(CASH_HALF_PAID, TODAY)),
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
    assert replace(restored, status=HALF_PAID.status) == HALF_PAID


def test_a_credited_invoice_has_nothing_left_to_pay() -> None:
    credited = customer_settlement.moved(HALF_PAID, customer_credit(HALF_PAID, TODAY))
    assert (credited.balance, credited.overpaid, credited.reported) == (0, 500, {})
