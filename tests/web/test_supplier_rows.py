"""Rows of supplier invoices: what is told before rounding, and what an older version let pass."""

from decimal import Decimal
from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.purchasing import ROW, at_desk, draft, read, wanted

from reskontra.actions.desk import Desk
from reskontra.domain.records import replace
from reskontra.storage.shelves import SUPPLIER_INVOICES


def post(company: Company, sent: dict[str, Any]) -> Any:
    return company.api.post("/supplierinvoices", json={"SupplierInvoice": sent})


def kept_by_an_older_version(company: Company, invoice: Any, own: Any) -> None:
    """The first draft, as if these had been kept of it and of its row."""

    def work(desk: Desk) -> None:
        shelf = desk.books.shelf(SUPPLIER_INVOICES)
        before = shelf.get(1)
        rows = (replace(before.rows[0], **own),)
        shelf.save(before, replace(before, rows=rows, **invoice))

    at_desk(company, work)


def test_rows_of_nothing_do_not_make_a_wrong_vat_right(company: Company) -> None:
    texts = [{"Account": 6110, "ItemDescription": "Text"}] * 999
    refused(post(company, wanted(company, {"Account": 6110, "Debit": 100}, *texts, VAT=30)), 400)


@pytest.mark.parametrize(
    "row",
    [
        {"Quantity": "-0.00001", "Price": 100},
        {"Quantity": 1, "Price": "-0.004"},
        {"Debit": "-0.004"},
        {"DebitCurrency": -0.001},
    ],
    ids=str,
)
def test_a_negative_amount_is_refused_though_it_would_be_rounded_to_nothing(
    company: Company, row: Any
) -> None:
    draft(company)
    row = {"Account": 6110, **row}
    assert "reditrader" in refused(post(company, wanted(company, row)), 400)
    changes = {"SupplierInvoice": {"SupplierInvoiceRows": [row]}}
    assert "Rad 1: kreditrader" in refused(
        company.api.put("/supplierinvoices/1", json=changes), 400
    )


@pytest.mark.parametrize("zero", [0, "0", "-0", "-0.00", "0.004"])
def test_nothing_is_not_negative(company: Company, zero: Any) -> None:
    assert draft(company, {**ROW, "Quantity": zero, "Price": zero})["Total"] == "1000"


@pytest.mark.parametrize(
    ("invoice", "own"),
    [
        ({"vat": Decimal(300)}, {}),
        ({}, {"debit": Decimal(-1000)}),
        ({}, {"quantity": Decimal(1), "price": Decimal(-5)}),
        ({}, {"account": 2440}),
    ],
    ids=str,
)
def test_a_draft_that_an_older_version_let_pass_is_judged_when_it_is_booked(
    company: Company, invoice: Any, own: Any
) -> None:
    draft(company, VAT=250)
    kept_by_an_older_version(company, invoice, own)
    refused(company.api.put("/supplierinvoices/1/bookkeep"), 400)
    assert read(company, 1)["Booked"] is False


def test_debit_is_shown_in_kronor_though_an_older_version_kept_what_was_sent(
    company: Company,
) -> None:
    draft(company, {"Account": 6110, "DebitCurrency": 10}, Currency="EUR", CurrencyRate="11.5")
    kept_by_an_older_version(company, {}, {"debit": Decimal(7)})
    assert read(company, 1)["SupplierInvoiceRows"][0]["Debit"] == 115
