"""Cost centres and projects of invoices and of their rows, on the rows of vouchers."""

from datetime import date
from typing import Any

import pytest
from tests.service import Company
from tests.web import purchasing
from tests.web.invoicing import act, draft, issued, pay

from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.sales import CUSTOMER_INVOICES
from reskontra.domain.records import replace
from reskontra.storage import shelves
from reskontra.storage.books import Books

Codes = dict[str, Any]


def row(price: Any = 100, **fields: Any) -> dict[str, Any]:
    return {"Price": price, "DeliveredQuantity": 1, "VAT": 25, **fields}


def posted(company: Company, series: str, number: int = 1) -> set[tuple[int, float, str, str]]:
    """Each row of a voucher: account, amount, cost centre and project."""
    voucher = company.get(f"/vouchers/{series}/{number}", financialyear=2)["Voucher"]
    return {
        (r["Account"], r["Debit"] - r["Credit"], r["CostCenter"], r["Project"])
        for r in voucher["VoucherRows"]
    }


# fmt: off
CASES: list[tuple[Codes, Codes, tuple[str, str]]] = [
    # the invoice's                           the row's                            the voucher's
    ({},                                      {},                                  ("", "")),
    ({"CostCenter": "SYD"},                   {},                                  ("SYD", "")),
    ({"CostCenter": "SYD", "Project": "P1"},  {"CostCenter": "NORR"},              ("NORR", "P1")),
    ({},                                      {"CostCenter": "Ö 3", "Project": 7}, ("Ö 3", "7")),
    ({"Project": "P1"},                       {"Project": ""},                     ("", "P1")),
    ({"Project": ["P1"], "CostCenter": 12},   {"CostCenter": True},                ("12", "")),
]
# fmt: on


@pytest.mark.parametrize(("invoice", "own", "codes"), CASES)
def test_a_customer_invoice_takes_its_codes_to_the_voucher_and_back(
    company: Company, invoice: Codes, own: Codes, codes: tuple[str, str]
) -> None:
    made = draft(company, row(**own), **invoice)
    assert {name: made[name] for name in invoice} == invoice
    assert {name: made["InvoiceRows"][0][name] for name in own} == own
    act(company, made["DocumentNumber"], "bookkeep")
    assert posted(company, "B") == {(1510, 125, "", ""), (3001, -100, *codes), (2611, -25, "", "")}
    act(company, made["DocumentNumber"], "credit")
    assert posted(company, "K") == {(1510, -125, "", ""), (3001, 100, *codes), (2611, 25, "", "")}


def test_sales_are_summed_by_account_and_codes(company: Company) -> None:
    rows = [row(100, CostCenter="A"), row(10, CostCenter="B"), row(1, CostCenter="A"), row(0.3)]
    issued(company, *rows, Project="P")
    assert posted(company, "B") == {
        (1510, 139, "", ""),
        (3001, -101, "A", "P"),
        (3001, -10, "B", "P"),
        (3001, -0.3, "", "P"),
        (2611, -27.83, "", ""),
        (3740, 0.13, "", "P"),
    }


@pytest.mark.parametrize(
    ("invoice", "own", "codes"),
    [
        ({}, {}, ("", "")),
        ({"CostCenter": "SYD", "Project": "P1"}, {}, ("SYD", "P1")),
        ({"CostCenter": "SYD", "Project": "P1"}, {"Project": "P2"}, ("SYD", "P2")),
    ],
)
def test_a_supplier_invoice_takes_its_codes_to_the_voucher(
    company: Company, invoice: Codes, own: Codes, codes: tuple[str, str]
) -> None:
    purchasing.booked(company, {**purchasing.ROW, **own}, VAT=250, **invoice)
    assert posted(company, "L") == {
        (6110, 1000, *codes),
        (2640, 250, "", ""),
        (2440, -1250, "", ""),
    }


@pytest.mark.parametrize(
    ("own", "codes"),
    [
        ({}, ("SYD", "P1")),
        ({"CostCenter": "NORR", "Project": "P2"}, ("NORR", "P2")),
        ({"Project": "P2", "TransactionInformation": "Konkurs"}, ("SYD", "P2")),
    ],
)
def test_a_loss_and_its_recovery_are_counted_under_codes(
    company: Company, own: Codes, codes: tuple[str, str]
) -> None:
    number = issued(company, row(), CostCenter="SYD", Project="P1")["DocumentNumber"]
    pay(company, number, 0, WriteOffs=[{"Amount": 125, "AccountNumber": 6351, **own}])
    assert posted(company, "C") == {(1510, -125, "", ""), (6351, 100, *codes), (2611, 25, "", "")}
    loss = company.get("/vouchers/C/1", financialyear=2)["Voucher"]["VoucherRows"][0]
    assert loss["TransactionInformation"] == own.get("TransactionInformation", "")
    pay(company, number, 50)
    assert posted(company, "C", 2) == {
        (1930, 50, "", ""),
        (3950, -40, "SYD", "P1"),
        (2611, -10, "", ""),
    }


def test_a_feared_loss_is_counted_under_the_invoices_codes(company: Company) -> None:
    issued(company, row(), CostCenter="SYD", Project="P1")

    def fear(desk: Desk) -> None:
        invoice = CUSTOMER_INVOICES.take(desk, 1)
        fire(CUSTOMER_INVOICES, desk, invoice, "fear-loss", date(2026, 11, 15))

    purchasing.at_desk(company, fear)
    assert posted(company, "A") == {(6352, 100, "SYD", "P1"), (1519, -100, "", "")}


@pytest.mark.parametrize(("rate", "account"), [(9, 3960), (12, 7960)])
def test_an_exchange_difference_is_counted_under_the_invoices_codes(
    company: Company, rate: int, account: int
) -> None:
    euros = {"Account": 6110, "DebitCurrency": 100}
    money = {"Currency": "EUR", "CurrencyRate": 10}
    purchasing.booked(company, euros, CostCenter="SYD", Project="P1", **money)
    purchasing.pay(company, 1, AmountCurrency=100, CurrencyRate=rate)
    difference = 100 * rate - 1000
    assert (account, difference, "SYD", "P1") in posted(company, "E")


def test_a_voucher_is_found_by_the_cost_centre_of_any_of_its_rows(company: Company) -> None:
    issued(company, row(CostCenter="A"), row(CostCenter="B"))
    issued(company, row(CostCenter="B"))
    purchasing.booked(company, {**purchasing.ROW, "CostCenter": "B"})

    def found(code: str, **query: Any) -> list[tuple[str, int]]:
        answer = company.get("/vouchers", costcenter=code, sortby="voucherseries", **query)
        assert answer["MetaInformation"]["@TotalResources"] == len(answer["Vouchers"])
        return [(each["VoucherSeries"], each["VoucherNumber"]) for each in answer["Vouchers"]]

    assert found("A") == [("B", 1)]
    assert found("B") == [("B", 1), ("B", 2), ("L", 1)]
    assert found("B", voucherseries="L") == [("L", 1)]
    assert found("C") == found("B", financialyear=1) == []


def test_a_row_from_before_has_its_codes_among_unknown_fields(company: Company) -> None:
    made = draft(company, row(CostCenter="SYD", Egen="mitt"))

    def unit(tx: Any) -> None:
        shelf = Books(tx, company.id, company.service.clock(), "tests").shelf(
            shelves.CUSTOMER_INVOICES
        )
        invoice = shelf.get(1)
        [own] = invoice.rows
        former = replace(own, cost_center=None, carried={"CostCenter": "SYD", "Egen": "mitt"})
        shelf.save(invoice, replace(invoice, rows=(former,)))

    company.service.write(unit, company.id)
    shown = company.get("/invoices/1")["Invoice"]
    assert shown == made
    act(company, 1, "bookkeep")
    assert (3001, -100, "SYD", "") in posted(company, "B")
