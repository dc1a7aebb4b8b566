"""Reading a supplier invoice and writing it back changes nothing, whatever is stored in it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service import Company, Service, founded, refused
from tests.sizes import times
from tests.web.purchasing import supplier, wanted
from tests.web.test_round_trip import texts, unknown

amounts = st.decimals(0, 10_000, places=2).map(str)
WORKED_OUT = ("TOT", "VAT")  # codes of rows that we make ourselves, and so leave aside


def rows(*codes: str) -> st.SearchStrategy[dict[str, Any]]:
    """Rows with any of the codes, or with none where that is one of them."""
    details = {
        "ItemDescription": texts,
        "AccountDescription": texts,
        "Quantity": st.decimals(0, 99, places=2).map(str),
        "Price": amounts,
        "Debit": amounts,
        "DebitCurrency": amounts,
    }
    account = {"Account": st.sampled_from([6110, "5410", 4010, ""])}
    code = {"Code": st.sampled_from(codes)}
    if "" in codes:
        return st.fixed_dictionaries(account, optional=details | code)
    return st.fixed_dictionaries(account | code, optional=details)


def is_kept(row: dict[str, Any]) -> bool:
    return row.get("Code") not in WORKED_OUT


fields = st.fixed_dictionaries(
    {"VATType": st.sampled_from(["NORMAL", "REVERSE", "EUINTERNAL", "IMPORT"])},
    optional={
        "CurrencyRate": st.decimals(0, 99, places=6).map(str),
        "CurrencyUnit": st.sampled_from([1, 10, "100"]),
        "SalesType": st.sampled_from(["STOCK", "SERVICE", "OTHER"]),
        "Comments": texts,
        "OCR": texts,
        "DisablePaymentFile": st.booleans(),
    },
)


@pytest.fixture(scope="module")
def trader(service: Service) -> Iterator[Company]:
    company = founded(service)
    supplier(company, PreDefinedAccount="6540")
    yield company
    company.api.close()


@settings(max_examples=times(60))
@given(
    st.lists(st.tuples(rows("", "PRE", *WORKED_OUT), unknown), min_size=1, max_size=3).filter(
        lambda parts: any(is_kept(row) for row, _ in parts)
    ),
    fields,
    unknown,
)
def test_get_then_put_changes_nothing(
    trader: Company, parts: list[Any], known: dict[str, Any], extra: dict[str, Any]
) -> None:
    lines = [{**more, **row} for row, more in parts]
    kept = [(row, more) for row, more in parts if is_kept(row)]
    euros = all(float(row.get("DebitCurrency", 0)) for row, _ in kept)
    currency = {"Currency": "EUR"} if euros else {}
    sent = wanted(trader, *lines, SupplierNumber="1", **known, **currency)
    sent = {"SupplierInvoice": {**extra, **sent}}
    made = trader.post("/supplierinvoices", sent)["SupplierInvoice"]
    path = f"/supplierinvoices/{made['GivenNumber']}"
    for name, value in extra.items():
        assert json.dumps(made[name]) == json.dumps(value)
    for shown, (_, more) in zip(made["SupplierInvoiceRows"], kept, strict=True):
        assert {name: shown[name] for name in more} == more
    assert trader.get(path)["SupplierInvoice"] == made
    assert trader.put(path, {"SupplierInvoice": made})["SupplierInvoice"] == made
    assert trader.get(path)["SupplierInvoice"] == made
    trader.put(f"{path}/cancel")


@settings(max_examples=times(10))
@given(st.lists(rows(*WORKED_OUT), min_size=1, max_size=3), fields)
def test_an_invoice_of_nothing_but_what_we_work_out_is_refused(
    trader: Company, lines: list[Any], known: dict[str, Any]
) -> None:
    sent = wanted(trader, *lines, SupplierNumber="1", **known)
    answer = trader.api.post("/supplierinvoices", json={"SupplierInvoice": sent})
    assert refused(answer, 400)


@pytest.mark.parametrize(
    ("vat", "rows"),
    [
        ("24.99", [33.33] * 3),
        ("25", [99.99]),
        ("0.01", [0.05]),
        ("250.01", [1000]),
        ("20", [333.33]),
    ],
)
def test_a_rounded_vat_survives_a_round_trip(trader: Company, vat: str, rows: list[float]) -> None:
    lines = [{"Account": 6110, "Debit": amount} for amount in rows]
    sent = {"SupplierInvoice": wanted(trader, *lines, SupplierNumber="1", VAT=vat)}
    made = trader.post("/supplierinvoices", sent)["SupplierInvoice"]
    path = f"/supplierinvoices/{made['GivenNumber']}"
    assert trader.put(path, {"SupplierInvoice": made})["SupplierInvoice"] == made
    trader.put(f"{path}/cancel")
