"""The vouchers of a supplier invoice, booked and cancelled, as the bookkeeping rules write them."""

from decimal import Decimal

import pytest
from example_invoices import CASH, DAY, TODAY, booked, posted, purchase
from voucher_blocks import block, told, written

from reskontra.domain import supplier_settlement
from reskontra.domain.errors import Invalid
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierInvoiceRow
from reskontra.domain.supplier_postings import (
    supplier_cancel,
    supplier_invoice,
)
from reskontra.domain.voucher import VoucherKey

TWO_ROWS = purchase((5410, "4000"), (6110, "1000"), vat="1250")
EUROS = purchase((6110, "100"), vat="25", currency="EUR", rate="11.2345")
CASH_NORMAL = purchase((6110, "1000"), vat="250", accounting_method=CASH)
CASH_EU_SERVICE = purchase(
    (6540, "1000"), vat_type="REVERSECHARGEEUSERVICES", accounting_method=CASH
)


def reverse(account: int, vat_type: str, **fields: str) -> SupplierInvoice:
    return purchase((account, "10000"), vat="99", vat_type=vat_type, **fields)


INVOICES = [
    pytest.param(
        TWO_ROWS,
        """
        D 5410 4000.00
        D 6110 1000.00
        D 2640 1250.00
        K 2440 6250.00
        """,
        {"48": "1250.00"},
        id="NORMAL 25 %, two rows",
    ),
    pytest.param(
        purchase((5831, "1000"), vat="120"),
        """
        D 5831 1000.00
        D 2640 120.00
        K 2440 1120.00
        """,
        {"48": "120.00"},
        id="NORMAL 12 %",
    ),
    pytest.param(
        purchase((6310, "3000")),
        """
        D 6310 3000.00
        K 2440 3000.00
        """,
        {},
        id="NORMAL, VAT 0",
    ),
    pytest.param(
        reverse(4515, "REVERSECHARGEEUGOODS"),
        """
        D 4515 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"20": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="goods from the EU",
    ),
    pytest.param(
        reverse(4515, "EUINTERNAL"),
        """
        D 4515 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"20": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="EUINTERNAL",
    ),
    pytest.param(
        reverse(4535, "EUINTERNAL", sales_type="SERVICE"),
        """
        D 4535 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"21": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="EUINTERNAL, a service",
    ),
    pytest.param(
        reverse(4535, "REVERSECHARGEEUSERVICES"),
        """
        D 4535 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"21": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="services from the EU",
    ),
    pytest.param(
        reverse(4531, "REVERSECHARGENONEUSERVICES"),
        """
        D 4531 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"22": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="services from outside the EU",
    ),
    pytest.param(
        reverse(4415, "REVERSECHARGEDOMESTICGOODS"),
        """
        D 4415 10000.00
        D 2647 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"23": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="domestic goods",
    ),
    pytest.param(
        reverse(4425, "REVERSE"),
        """
        D 4425 10000.00
        D 2647 2500.00
        K 2440 10000.00
        K 2614 2500.00
        """,
        {"24": "10000.00", "30": "2500.00", "48": "2500.00"},
        id="domestic services, by their short name",
    ),
    pytest.param(
        reverse(4545, "IMPORT"),
        """
        D 4545 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2615 2500.00
        """,
        {"50": "10000.00", "60": "2500.00", "48": "2500.00"},
        id="import",
    ),
    pytest.param(
        EUROS,
        """
        D 6110 1123.45
        D 2640 280.86
        K 2440 1404.31
        """,
        {"48": "280.86"},
        id="euros",
    ),
    pytest.param(
        purchase((6110, "100"), vat="25", currency="EUR", rate="1123.45", unit="100"),
        """
        D 6110 1123.45
        D 2640 280.86
        K 2440 1404.31
        """,
        {"48": "280.86"},
        id="euros, the rate for a hundred",
    ),
    pytest.param(
        purchase(
            *[(6540, "33.33")] * 3,
            vat_type="REVERSECHARGEEUSERVICES",
            currency="EUR",
            rate="11.2345",
        ),
        """
        D 6540 374.45
        D 6540 374.45
        D 6540 374.45
        D 2645 280.84
        K 2440 1123.34
        K 2614 280.84
        K 3740 0.01
        """,
        {"21": "1123.34", "30": "280.84", "48": "280.84"},
        id="euros with a remainder",
    ),
    pytest.param(
        CASH_NORMAL,
        """
        D 6110 1000.00
        D 2640 250.00
        K 2440 1250.00
        """,
        {},
        id="cash method",
    ),
    pytest.param(
        CASH_EU_SERVICE,
        """
        D 6540 1000.00
        K 2440 1000.00
        """,
        {},
        id="cash method, a service from the EU",
    ),
    pytest.param(
        replace(reverse(4545, "IMPORT"), accounting_method=CASH),
        """
        D 4545 10000.00
        D 2645 2500.00
        K 2440 10000.00
        K 2615 2500.00
        """,
        {"50": "10000.00", "60": "2500.00", "48": "2500.00"},
        id="cash method, import does not wait",
    ),
    pytest.param(
        purchase((6110, "0")),
        """
        D 6110 0.00
        D 2440 0.00
        """,
        {},
        id="nothing to post",
    ),
]


@pytest.mark.parametrize(("invoice", "lines", "boxes"), INVOICES)
def test_an_invoice_at_bookkeeping(
    invoice: SupplierInvoice, lines: str, boxes: dict[str, str]
) -> None:
    voucher = supplier_invoice(invoice)
    assert written(voucher) == block(lines)
    assert told(voucher) == boxes
    assert (voucher.series, voucher.date, voucher.source) == ("L", DAY, "supplier invoice 57")


def test_a_cancelled_invoice_is_taken_back_line_by_line() -> None:
    original = posted(supplier_invoice(TWO_ROWS), 12)
    voucher = supplier_cancel(booked(TWO_ROWS), original, TODAY)
    assert written(voucher) == block(
        """
        D 2440 6250.00
        K 5410 4000.00
        K 6110 1000.00
        K 2640 1250.00
        """
    )
    assert told(voucher) == {"48": "-1250.00"}
    assert voucher.vat_entries[0].tax_date == TODAY
    assert voucher.description == "Rättelse av L 12, leverantörsfaktura 57"
    assert voucher.corrects == VoucherKey(3, "L", 12)
    assert (voucher.series, voucher.number, voucher.source) == (
        "M",
        0,
        "cancel supplier invoice 57",
    )

    cancelled = supplier_settlement.cancelled(booked(TWO_ROWS), posted(voucher, 4))
    assert (cancelled.balance, cancelled.booked_balance) == (0, 0)


def test_a_row_keeps_its_dimensions() -> None:
    row = SupplierInvoiceRow(
        6110, total=Decimal(100), cost_center="SYD", project="P1", transaction_information="pennor"
    )
    voucher = supplier_invoice(replace(purchase((6110, "100")), rows=(row,)))
    posting = voucher.postings[0]
    assert (posting.cost_center, posting.project) == ("SYD", "P1")
    assert posting.transaction_information == "pennor"


def test_a_foreign_invoice_without_a_rate_cannot_be_booked() -> None:
    with pytest.raises(Invalid, match="EUR"):
        supplier_invoice(purchase((6110, "100"), currency="EUR", rate="0"))
