"""The voucher of a customer invoice at issue, as the bookkeeping rules write it."""

import pytest
from example_invoices import (
    CASH,
    draft,
    four_rates,
    issued,
    plain,
    rot,
    row,
)
from voucher_blocks import block, told, written

from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import (
    customer_invoice,
)
from reskontra.domain.vat import Supply, VatType


def to(vat_type: VatType, kind: Supply = Supply.SERVICES, net: str = "10000.00") -> CustomerInvoice:
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
        to(VatType.EUREVERSEDVAT, Supply.GOODS),
        """
        D 1510 10000.00
        K 3108 10000.00
        """,
        {"35": "10000.00"},
        id="EUREVERSEDVAT goods",
    ),
    pytest.param(
        to(VatType.EUREVERSEDVAT, Supply.SERVICES),
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
        to(VatType.EXPORT, Supply.GOODS),
        """
        D 1510 10000.00
        K 3105 10000.00
        """,
        {"36": "10000.00"},
        id="EXPORT goods",
    ),
    pytest.param(
        to(VatType.EXPORT, Supply.SERVICES),
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
            row("1", "100.00", vat_type=VatType.EUREVERSEDVAT, kind=Supply.GOODS),
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


def test_an_issued_invoice_has_its_ocr_and_voucher() -> None:
    invoice = issued(plain())
    assert (invoice.status, invoice.ocr) == (Status.SENT, "1743")
    assert (invoice.voucher_series, invoice.voucher_number, invoice.voucher_year) == ("B", 1, 3)
