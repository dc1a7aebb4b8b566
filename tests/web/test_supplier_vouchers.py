"""Every voucher of the bookkeeping rules for supplier invoices, made through the API."""

from typing import Any

import pytest
from tests.service import Company
from tests.web.invoicing import boxes
from tests.web.purchasing import act, block, booked, pay, settle, voucher

EURO_ROW = {"Account": 6110, "DebitCurrency": 100}
EUROS: dict[str, Any] = {"Currency": "EUR", "CurrencyRate": "11.2345", "VAT": 25}
PER_HUNDRED = {**EUROS, "CurrencyRate": "1123.45", "CurrencyUnit": 100}


def net(account: int, amount: Any = 10000) -> dict[str, Any]:
    return {"Account": account, "Debit": amount}


def reverse_charge(account: int, pair: tuple[int, int]) -> str:
    into, out = pair
    return f"D {account} 10000.00\nD {into} 2500.00\nK 2440 10000.00\nK {out} 2500.00"


# fmt: off
INVOICES = [
    pytest.param(
        [net(5410, 4000), net(6110, 1000)], {"VAT": 1250},
        """
        D 5410 4000.00
        D 6110 1000.00
        D 2640 1250.00
        K 2440 6250.00
        """, {"48": 1250}, id="NORMAL 25 %, two rows"),
    pytest.param(
        [net(5831, 1000)], {"VAT": 120},
        """
        D 5831 1000.00
        D 2640 120.00
        K 2440 1120.00
        """, {"48": 120}, id="NORMAL 12 %"),
    pytest.param(
        [net(6310, 3000)], {},
        """
        D 6310 3000.00
        K 2440 3000.00
        """, {}, id="NORMAL, VAT 0"),
    *(
        pytest.param(
            [net(account)], {"VATType": vat_type, "SalesType": sales_type},
            reverse_charge(account, pair), dict(zip(told, (10000, 2500, 2500), strict=True)),
            id=f"{vat_type} {sales_type}")
        for vat_type, sales_type, account, pair, told in (
            ("REVERSECHARGEEUGOODS",          "",        4515, (2645, 2614), ("20", "30", "48")),
            ("EUINTERNAL",                    "",        4515, (2645, 2614), ("20", "30", "48")),
            ("EUINTERNAL",                    "STOCK",   4515, (2645, 2614), ("20", "30", "48")),
            ("EUINTERNAL",                    "SERVICE", 4535, (2645, 2614), ("21", "30", "48")),
            ("REVERSECHARGEEUSERVICES",       "",        4535, (2645, 2614), ("21", "30", "48")),
            ("REVERSECHARGENONEUSERVICES",    "",        4531, (2645, 2614), ("22", "30", "48")),
            ("REVERSECHARGEDOMESTICGOODS",    "",        4415, (2647, 2614), ("23", "30", "48")),
            ("REVERSECHARGEDOMESTICSERVICES", "",        4425, (2647, 2614), ("24", "30", "48")),
            ("REVERSE",                       "",        4425, (2647, 2614), ("24", "30", "48")),
            ("IMPORT",                        "",        4545, (2645, 2615), ("50", "60", "48")),
        )
    ),
    *(
        pytest.param(
            [EURO_ROW], fields,
            """
            D 6110 1123.45
            D 2640 280.86
            K 2440 1404.31
            """, {"48": 280.86}, id=text)
        for text, fields in (("EUR", EUROS), ("EUR, rate per 100", PER_HUNDRED))
    ),
    pytest.param(
        [{"Account": 6540, "Quantity": 1, "Price": 33.33}] * 3,
        {**EUROS, "VATType": "REVERSECHARGEEUSERVICES"},
        """
        D 6540 374.45
        D 6540 374.45
        D 6540 374.45
        D 2645 280.84
        K 2440 1123.34
        K 2614 280.84
        K 3740 0.01
        """, {"21": 1123.34, "30": 280.84, "48": 280.84}, id="EUR with a remainder"),
    pytest.param(
        [net(6110, 0)], {},
        """
        D 6110 0.00
        D 2440 0.00
        """, {}, id="nothing to post"),
]
# fmt: on


@pytest.mark.parametrize(("rows", "fields", "posted", "told"), INVOICES)
def test_bookkeeping_and_cancelling(
    company: Company, rows: Any, fields: Any, posted: str, told: dict[str, float]
) -> None:
    booked(company, *rows, **fields)
    assert voucher(company, "L", 1) == block(posted)
    assert boxes(company, "L", 1) == told
    act(company, 1, "cancel")
    assert sorted(swapped(voucher(company, "M", 1))) == sorted(block(posted).splitlines())
    assert boxes(company, "M", 1) == {box: -amount for box, amount in told.items()}


def swapped(text: str) -> list[str]:
    """The lines of a voucher with sides swapped; an empty line has no side."""
    other = {"D": "K", "K": "D"}
    return [
        line if line.endswith(" 0.00") else other[line[0]] + line[1:] for line in text.splitlines()
    ]


# fmt: off
PAYMENTS = [
    pytest.param(
        [net(6110, 1000)], {"VAT": 250}, {"Amount": 1250},
        """
        D 2440 1250.00
        K 1930 1250.00
        """, id="kronor"),
    pytest.param(
        [EURO_ROW], EUROS, {"AmountCurrency": 125, "CurrencyRate": 11.30},
        """
        D 2440 1404.31
        D 7960 8.19
        K 1930 1412.50
        """, id="EUR 125 paid at 11.30"),
    pytest.param(
        [EURO_ROW], EUROS, {"AmountCurrency": 125, "CurrencyRate": 1110, "CurrencyUnit": 100},
        """
        D 2440 1404.31
        K 1930 1387.50
        K 3960 16.81
        """, id="EUR 125 paid at 11.10"),
    pytest.param(
        [EURO_ROW], EUROS, {"AmountCurrency": 50, "Amount": 565},
        """
        D 2440 561.72
        D 7960 3.28
        K 1930 565.00
        """, id="part payment EUR 50 at 11.30"),
]
# fmt: on


@pytest.mark.parametrize(("rows", "fields", "payment", "posted"), PAYMENTS)
def test_paying(company: Company, rows: Any, fields: Any, payment: Any, posted: str) -> None:
    booked(company, *rows, **fields)
    paid = pay(company, 1, **payment)
    assert (paid["VoucherSeries"], paid["VoucherNumber"], paid["VoucherYear"]) == ("E", 1, 2)
    assert voucher(company, "E", 1) == block(posted)
    settle(company, 1, "cancel")
    assert sorted(swapped(voucher(company, "M", 1))) == sorted(block(posted).splitlines())


def test_the_cash_method_tells_the_vat_return_when_the_invoice_is_paid(company: Company) -> None:
    company.set(accounting_method="CASH")
    done = booked(company, net(6110, 1000), VAT=250)
    assert done["AccountingMethod"] == "CASH"
    assert voucher(company, "L", 1) == "D 6110 1000.00\nD 2640 250.00\nK 2440 1250.00"
    assert boxes(company, "L", 1) == {}
    pay(company, 1, Amount=500)
    assert boxes(company, "E", 1) == {"48": 100}
    pay(company, 1)
    assert voucher(company, "E", 2) == "D 2440 750.00\nK 1930 750.00"
    assert boxes(company, "E", 2) == {"48": 150}
    settle(company, 1, "cancel")
    assert boxes(company, "M", 1) == {"48": -100}


def test_the_cash_method_posts_a_services_reverse_charge_with_its_payment(company: Company) -> None:
    company.set(accounting_method="CASH")
    booked(company, net(6540, 1000), VATType="REVERSECHARGEEUSERVICES")
    assert voucher(company, "L", 1) == "D 6540 1000.00\nK 2440 1000.00"
    assert boxes(company, "L", 1) == {}
    pay(company, 1)
    assert voucher(company, "E", 1) == block(
        """
        D 2440 1000.00
        D 2645 250.00
        K 1930 1000.00
        K 2614 250.00
        """
    )
    assert boxes(company, "E", 1) == {"21": 1000, "30": 250, "48": 250}


@pytest.mark.parametrize(
    ("vat_type", "account", "pair"),
    [("REVERSECHARGEEUGOODS", 4515, (2645, 2614)), ("IMPORT", 4545, (2645, 2615))],
)
def test_the_cash_method_does_not_hold_back_goods_from_abroad(
    company: Company, vat_type: str, account: int, pair: tuple[int, int]
) -> None:
    company.set(accounting_method="CASH")
    booked(company, net(account), VATType=vat_type)
    assert voucher(company, "L", 1) == reverse_charge(account, pair)
    pay(company, 1)
    assert voucher(company, "E", 1) == "D 2440 10000.00\nK 1930 10000.00"


def test_rows_take_their_dimensions_with_them(company: Company) -> None:
    row = {**net(6110, 5), "CostCenter": "SYD", "Project": "P1", "TransactionInformation": "bläck"}
    booked(company, row)
    posting = company.get("/vouchers/L/1", financialyear=2)["Voucher"]["VoucherRows"][0]
    kept = ("CostCenter", "Project", "TransactionInformation")
    assert [posting[name] for name in kept] == ["SYD", "P1", "bläck"]
