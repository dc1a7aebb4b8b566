"""A refusal names the row, the field, and the form that was wanted."""

from typing import Any

import pytest
from tests.service import Company, refused
from tests.web.invoicing import ROW, customer, issued
from tests.web.purchasing import wanted

from reskontra.contract.fields import DAY
from reskontra.domain.errors import Invalid
from reskontra.web.sections import sections

DAY_FORM = "ÅÅÅÅ-MM-DD"
DAYS = [
    (section.resource, field.name)
    for section in sections()
    for field in section.resource.fields.values()
    if field.type.read is DAY.read
]

ON_A_ROW = [
    # the third row and what is said of it
    ({"Price": "dyrt"}, "ogiltigt värde för Price"),
    ({"Price": "1e13"}, "ogiltigt värde för Price"),
    ({"Description": "x" * 1025}, "Description får vara högst 1024 tecken"),
    ({"Discount": 5}, "Discount stöds inte; ange beloppet som en egen rad"),
    ({"HouseWork": "kanske"}, "ogiltigt värde för HouseWork: true eller false"),
    ({"VAT": 7}, "momssatsen 7 % finns inte; använd 25, 12, 6 eller 0"),
    ({"VAT": 25, "VATCode": "MP2"}, "momskoden MP2 stämmer inte med momssatsen 25 %"),
    ({"VATCode": "VTEU"}, "momskoden VTEU stämmer inte med kundens momstyp SEVAT"),
    ({"Price": 999_999_999_999, "DeliveredQuantity": 2}, "beloppet är för stort"),
    ({"Egen": [None]}, "ogiltigt värde för Egen: en lista får inte innehålla null"),
]
ON_A_LINE = [
    ({"Debit": "dyrt"}, "ogiltigt värde för Debit"),
    ({"Debit": -1}, "kreditrader stöds inte: antal, pris och belopp kan inte vara negativa"),
    ({"Credit": 5}, "Credit kan bara vara 0.00"),
    ({"Account": 2440}, "konto 2440 är skulden själv och kan inte vara kostnadskonto"),
    ({"Account": "API_BLANK"}, "Account saknas, och leverantören har inget PreDefinedAccount"),
    ({"Code": "FRT"}, "radkoden FRT stöds inte; ange beloppet som en egen rad"),
]
ON_A_POSTING = [
    ({"Account": None}, "Account saknas"),
    ({"Account": 99}, "Account: Värdet ska vara mellan 1000 och 9999"),
    ({"Debit": 5, "Credit": 5}, "en rad ska ha ett belopp större än noll, i debet eller i kredit"),
    ({"Debit": "x"}, "ogiltigt värde för Debit"),
]


@pytest.mark.parametrize(("row", "said"), ON_A_ROW, ids=str)
def test_a_row_of_an_invoice(company: Company, row: Any, said: str) -> None:
    rows = [ROW, ROW, {"Price": 1, "DeliveredQuantity": 1, **row}]
    sent = {"CustomerNumber": customer(company), "InvoiceRows": rows}
    assert refused(company.api.post("/invoices", json={"Invoice": sent}), 400) == f"Rad 3: {said}"
    company.post("/invoices", {"Invoice": {"CustomerNumber": "1", "InvoiceRows": [ROW, ROW]}})
    kept = [{"RowId": 1}, {"RowId": 2}, rows[2]]
    answer = company.api.put("/invoices/1", json={"Invoice": {"InvoiceRows": kept}})
    assert refused(answer, 400) == f"Rad 3: {said}"


def test_a_row_that_is_not_on_the_invoice(company: Company) -> None:
    sent = {"CustomerNumber": customer(company), "InvoiceRows": [ROW]}
    company.post("/invoices", {"Invoice": sent})
    for second in ({"RowId": 1}, {"RowId": 7}):
        twice = {"Invoice": {"InvoiceRows": [{"RowId": 1}, second]}}
        assert refused(company.api.put("/invoices/1", json=twice), 400).startswith("Rad 2: RowId")


@pytest.mark.parametrize(("row", "said"), ON_A_LINE, ids=str)
def test_a_row_of_a_supplier_invoice(company: Company, row: Any, said: str) -> None:
    """A row for a sum is no row: nobody counts it."""
    total = {"Code": "TOT", "Credit": 5}
    sent = wanted(company, total, {"Account": 6110, "Debit": 1}, {"Account": 6110, **row})
    answer = company.api.post("/supplierinvoices", json={"SupplierInvoice": sent})
    assert refused(answer, 400) == f"Rad 2: {said}"


@pytest.mark.parametrize(("row", "said"), ON_A_POSTING, ids=str)
def test_a_row_of_a_voucher(company: Company, row: Any, said: str) -> None:
    rows = [{"Account": 1930, "Debit": 5}, {"Account": 3001, **row}]
    sent = {"Description": "x", "VoucherSeries": "A", "TransactionDate": "2026-11-01",
            "VoucherRows": rows}  # fmt: skip
    told = refused(company.api.post("/vouchers", json={"Voucher": sent}), 400)
    assert told == f"Rad 2: {said}"


def test_a_write_off_of_a_payment(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    write_offs = [{"Amount": 1, "AccountNumber": 6570}, {"Amount": "lite"}]
    sent = {"InvoiceNumber": number, "Amount": 5, "WriteOffs": write_offs}
    told = refused(company.api.post("/invoicepayments", json={"InvoicePayment": sent}), 400)
    assert told == "Rad 2: ogiltigt värde för Amount"


@pytest.mark.parametrize(("resource", "name"), DAYS, ids=lambda it: getattr(it, "singular", it))
@pytest.mark.parametrize("value", ["2026-02-30", "20260201", "i morgon", 20260201])
def test_every_date_says_how_it_is_written(resource: Any, name: str, value: Any) -> None:
    field = resource.fields[name]
    with pytest.raises(Invalid, match=f"^Ogiltigt värde för {name}: {DAY_FORM}$"):
        field.accept(value)


def test_a_word_that_is_none_of_the_allowed(company: Company) -> None:
    sent = {"Name": "Åke", "VATType": "MOMS"}
    told = refused(company.api.post("/customers", json={"Customer": sent}), 400)
    assert told == (
        "Ogiltigt värde för VATType: SEVAT, SEREVERSEDVAT, EUREVERSEDVAT, EUVAT, EXPORT"
    )


@pytest.mark.parametrize(
    ("path", "name", "form"),
    [
        ("/invoices", "fromdate", DAY_FORM),
        ("/supplierinvoices", "todate", DAY_FORM),
        ("/financialyears", "date", DAY_FORM),
        ("/vouchers", "financialyeardate", DAY_FORM),
        ("/customers", "lastmodified", f"{DAY_FORM} TT:MM"),
        ("/articles", "webshop", "true eller false"),
    ],
)
def test_a_parameter(company: Company, path: str, name: str, form: str) -> None:
    for value in ("i går", ""):
        told = refused(company.api.get(path, params={name: value}), 400)
        assert told == f"Ogiltigt värde för {name}: {form}"
