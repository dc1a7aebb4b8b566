"""Supplier invoices: rows, totals and the VAT rate behind an amount."""

from decimal import Decimal

import pytest
from example_invoices import purchase

from reskontra.domain.currency import currency_code, rate_per_unit
from reskontra.domain.errors import Invalid
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import (
    SUPPLIER_FLAGS,
    SupplierInvoiceRow,
    SupplierStatus,
    derive_rate,
    priced,
    priced_at_rate,
)
from reskontra.domain.vat import SupplierVatType, supplier_vat_type


@pytest.mark.parametrize(
    ("net", "vat", "rows", "rate"),
    [
        ("1000.00", "250.00", 1, 25),
        ("99.99", "25.00", 1, 25),
        ("99.99", "24.99", 3, 25),
        ("1000.00", "250.01", 1, 25),
        ("1000.00", "120.00", 1, 12),
        ("333.33", "20.00", 1, 6),
        ("1000.00", "200.00", 1, None),
        ("1000.00", "185.00", 2, None),
        ("0.05", "0.01", 1, 25),
        ("1.00", "0.09", 6, 12),  # as near to 6: the highest wins
        ("1.00", "0.09", 3, None),
        ("99.99", "24.98", 3, None),
        ("100.00", "24.00", 200, 25),  # half an öre for each row
        ("100.00", "23.99", 200, None),
        ("100.00", "23.00", 200, None),
        ("100.00", "27.00", 200, None),
        ("100.00", "18.50", 200, None),  # half of it at 25, half at 12
        ("1000.00", "250.02", 2, None),
        ("0.00", "10.00", 1, None),
        ("1000.00", "-250.00", 1, None),
        ("1000.00", "0.00", 1, 0),
    ],
)
def test_the_rate_is_derived_from_the_amount(
    net: str, vat: str, rows: int, rate: int | None
) -> None:
    if rate is None:
        with pytest.raises(Invalid):
            derive_rate(Decimal(net), Decimal(vat), rows)
    else:
        assert derive_rate(Decimal(net), Decimal(vat), rows) == rate


@pytest.mark.parametrize(
    ("row", "currency", "total"),
    [
        ({"quantity": "3", "price": "33.335", "debit": "1"}, "SEK", "100.01"),
        ({"quantity": "3", "debit_currency": "10", "debit": "1"}, "SEK", "10.00"),
        ({"debit": "7.5"}, "SEK", "7.50"),
        ({}, "SEK", "0.00"),
        ({"quantity": "3", "price": "33.33"}, "EUR", "99.99"),
        ({"debit_currency": "10", "debit": "112"}, "EUR", "10.00"),
        ({"debit": "112"}, "EUR", None),
        ({"quantity": "-1", "price": "5"}, "SEK", None),
        ({"quantity": "1", "price": "-5"}, "SEK", None),
        ({"debit": "-5"}, "SEK", None),
        ({"debit_currency": "-5"}, "EUR", None),
        ({"quantity": "1", "price": "5", "debit": "-5"}, "SEK", None),
        ({"quantity": "1", "price": "999999999999.99"}, "SEK", "999999999999.99"),
        ({"quantity": "2.5", "price": "399999999999.998"}, "SEK", None),
    ],
)
def test_the_net_of_a_row(row: dict[str, str], currency: str, total: str | None) -> None:
    sent = SupplierInvoiceRow(6110, **{name: Decimal(amount) for name, amount in row.items()})
    invoice = replace(purchase((6110, "1")), currency=currency, rows=(sent,))
    if total is None:
        with pytest.raises(Invalid):
            priced(invoice)
    else:
        assert str(priced(invoice).rows[0].total) == total


def test_only_rows_on_something_widen_what_a_supplier_may_have_rounded() -> None:
    texts = ((6110, "0"),) * 999
    with pytest.raises(Invalid):
        purchase((6110, "100"), *texts, vat="30")
    assert purchase((6110, "100"), *texts, vat="25.01").vat_rate == 25


def test_the_total_is_net_and_vat() -> None:
    invoice = purchase((5410, "4000"), (6110, "1000"), vat="1250")
    assert (invoice.total, invoice.vat, invoice.vat_rate) == (6250, 1250, 25)
    assert invoice.balance == 0


def test_reverse_charge_ignores_a_sent_vat() -> None:
    invoice = purchase((4425, "1000"), vat="123", vat_type="REVERSE")
    assert (invoice.total, invoice.vat, invoice.vat_rate) == (1000, 0, 0)
    assert invoice.vat_type == "REVERSECHARGEDOMESTICSERVICES"


def test_new_rows_without_vat_keep_the_rate() -> None:
    invoice = purchase((5831, "1000"), vat="120")
    cheaper = replace(invoice, rows=(SupplierInvoiceRow(5831, debit=Decimal("99.99")),))
    assert (priced_at_rate(cheaper).vat, priced_at_rate(cheaper).vat_rate) == (Decimal("12.00"), 12)


@pytest.mark.parametrize("code", ["FRT", "AFE", "ROV"])
def test_rows_of_freight_fee_and_rounding_are_refused(code: str) -> None:
    row = SupplierInvoiceRow(6110, debit=Decimal(1), code=code)
    with pytest.raises(Invalid):
        priced(replace(purchase((6110, "1")), rows=(row,)))


def test_an_unknown_vat_type_is_refused() -> None:
    assert supplier_vat_type("NORMAL") is SupplierVatType.NORMAL
    with pytest.raises(Invalid):
        supplier_vat_type("NONSENSE")


@pytest.mark.parametrize("status", SupplierStatus)
def test_flags_follow_the_status(status: SupplierStatus) -> None:
    invoice = replace(purchase((6110, "1")), status=status)
    assert (invoice.booked, invoice.cancelled) == SUPPLIER_FLAGS[status]
    assert invoice.booked == (status in ("booked", "paid"))


@pytest.mark.parametrize(
    ("currency", "rate", "unit", "stored"),
    [
        ("SEK", "7", "1", "1"),
        ("EUR", "11.2345678", "1", "11.234568"),
        ("JPY", "7.11", "100", "0.071100"),
        ("EUR", "0", "1", "0.000000"),
        ("EUR", "-1", "1", None),
        ("EUR", "1", "0", None),
    ],
)
def test_a_rate_is_stored_per_unit(currency: str, rate: str, unit: str, stored: str | None) -> None:
    if stored is None:
        with pytest.raises(Invalid):
            rate_per_unit(currency, Decimal(rate), Decimal(unit))
    else:
        assert str(rate_per_unit(currency, Decimal(rate), Decimal(unit))) == stored


def test_a_currency_must_exist() -> None:
    assert currency_code("eur") == "EUR"
    with pytest.raises(Invalid):
        currency_code("XYZ")
