"""Customer invoices where clients are sloppy: cleared fields, copied rows, changed customers."""

import httpx
import pytest
from tests.service import Company, refused
from tests.waiting import PATIENCE
from tests.web.invoicing import ROW, customer, draft, issued, read


@pytest.mark.parametrize(("terms", "due"), [("", "2026-12-15"), ("10", "2026-11-25")])
def test_cleared_terms_are_no_terms(company: Company, terms: str, due: str) -> None:
    payer = customer(company, TermsOfPayment=terms)
    made = draft(company, CustomerNumber=payer, TermsOfPayment="API_BLANK")
    assert made["DueDate"] == due
    path = f"/invoices/{made['DocumentNumber']}"
    company.put(path, {"Invoice": {"TermsOfPayment": "5"}})
    cleared = company.put(path, {"Invoice": {"TermsOfPayment": "API_BLANK"}})["Invoice"]
    assert cleared["DueDate"] == due


@pytest.mark.parametrize("row_id", [10_000_000, -4, "x", 0])
def test_a_row_id_is_ignored_at_creation(company: Company, row_id: object) -> None:
    [row] = draft(company, {**ROW, "RowId": row_id})["InvoiceRows"]
    assert row["RowId"] == 1


@pytest.mark.parametrize(
    ("sent", "rate"),
    [({"VAT": "API_BLANK"}, 25), ({"VAT": "API_BLANK", "VATCode": "MP2"}, 12), ({"VAT": 0}, 0)],
)
def test_a_cleared_rate_is_no_rate(company: Company, sent: dict[str, object], rate: int) -> None:
    [row] = draft(company, {"Price": 100, "DeliveredQuantity": 1, **sent})["InvoiceRows"]
    assert row["VAT"] == rate


@pytest.mark.parametrize("code", ["", "VTEU"])
def test_a_draft_that_moves_to_a_swedish_customer_is_taxed_in_sweden(
    company: Company, code: str
) -> None:
    abroad = customer(company, VATType="EUREVERSEDVAT")
    row = {"Price": 100, "DeliveredQuantity": 1, "VATCode": code}
    made = draft(company, row, CustomerNumber=abroad)
    sent = {"CustomerNumber": customer(company)}
    moved = company.put(f"/invoices/{made['DocumentNumber']}", {"Invoice": sent})["Invoice"]
    [row] = moved["InvoiceRows"]
    assert (row["VAT"], row["AccountNumber"], moved["Total"]) == (25, 3001, 125)


def test_messages_speak_the_language_of_json(company: Company) -> None:
    sent = {"Invoice": {"CustomerNumber": customer(company), "VATIncluded": True}}
    assert refused(company.api.post("/invoices", json=sent), 400).endswith("false")
    sent = {"Customer": {"Name": "X", "Email": "inte en adress"}}
    assert refused(company.api.post("/customers", json=sent), 400).startswith("Email:")


def test_a_payment_of_an_invoice_in_kronor_is_in_kronor(company: Company) -> None:
    number = issued(company)["DocumentNumber"]
    sent = {"InvoicePayment": {"InvoiceNumber": number, "Amount": 5, "Currency": "EUR"}}
    refused(company.api.post("/invoicepayments", json=sent), 400)


@pytest.mark.parametrize("path", ["/invoices/1", "/nothing", "/companyinformation"])
def test_an_early_refusal_of_a_large_body_leaves_the_next_call_alone(
    company: Company, path: str
) -> None:
    draft(company)
    body = b"[" + b" " * 900_000 + b"]"
    good = dict(company.api.headers)
    with httpx.Client(base_url=company.api.base_url, timeout=PATIENCE) as client:
        for _ in range(8):
            token = {"Authorization": "Bearer nobody's"}
            assert client.put(path, content=body, headers=token).status_code in (401, 404, 405)
            assert client.get("/invoices/1", headers=good).status_code == 200
    assert read(company, 1)
