"""Cost centres and projects of invoices and of their rows, on the rows of vouchers."""

from typing import Any

import pytest
from tests.service import Company
from tests.web import purchasing
from tests.web.invoicing import act, draft, issued

from reskontra.domain.records import replace
from reskontra.storage.books import Books
from reskontra.storage.shelves import CUSTOMER_INVOICES

Codes = dict[str, Any]


def row(price: Any = 100, **fields: Any) -> dict[str, Any]:
    return {"Price": price, "DeliveredQuantity": 1, "VAT": 25, **fields}


def posted(company: Company, series: str) -> set[tuple[int, float, str, str]]:
    """Each row of the first voucher: account, amount, cost centre and project."""
    voucher = company.get(f"/vouchers/{series}/1", financialyear=2)["Voucher"]
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


def test_a_row_from_before_has_its_codes_among_unknown_fields(company: Company) -> None:
    made = draft(company, row(CostCenter="SYD", Egen="mitt"))

    def unit(tx: Any) -> None:
        shelf = Books(tx, company.id, company.service.clock(), "tests").shelf(CUSTOMER_INVOICES)
        invoice = shelf.get(1)
        [own] = invoice.rows
        former = replace(own, cost_center=None, carried={"CostCenter": "SYD", "Egen": "mitt"})
        shelf.save(invoice, replace(invoice, rows=(former,)))

    company.service.write(unit, company.id)
    shown = company.get("/invoices/1")["Invoice"]
    assert shown == made
    act(company, 1, "bookkeep")
    assert (3001, -100, "SYD", "") in posted(company, "B")
