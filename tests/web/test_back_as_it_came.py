"""A draft that is read and sent back as it came is the same, on the wire, on paper and on disk."""

from typing import Any

import pytest
from tests.model.dump import dumped
from tests.service import Company, refused
from tests.web import purchasing
from tests.web.invoicing import customer, draft, pay, read
from tests.web.recorded import HARD, RECORDED

PAYERS = [
    {},
    {"VATType": "EXPORT", "CountryCode": "NO", "TermsOfPayment": "10"},
    {"VATType": "EUREVERSEDVAT", "CountryCode": "DE"},
]
LONG_UNIT = "förpackning om tjugofyra"


def articles(company: Company) -> None:
    company.post("/articles", {"Article": {"ArticleNumber": "101", "Description": "Hammare",
                                           "Unit": "st", "VAT": 12, "SalesPrice": 99}})  # fmt: skip
    company.post("/articles", {"Article": {"ArticleNumber": "102", "Description": "x" * 200,
                                           "Unit": LONG_UNIT, "Type": "SERVICE"}})  # fmt: skip


def paper(company: Company, number: str) -> bytes:
    return company.api.get(f"/invoices/{number}/preview").content


def sent_back(company: Company, path: str) -> dict[str, Any]:
    """Exactly what was read, and the books are the same afterwards."""
    answer = company.api.get(path)
    shown: dict[str, Any] = answer.json()
    before = dumped(company.service.database_url, company.id)
    again = company.api.put(path, content=answer.content)
    assert again.status_code == 200, again.text
    assert again.json() == shown
    assert company.get(path) == shown
    assert dumped(company.service.database_url, company.id) == before
    return shown


@pytest.mark.parametrize("payer", PAYERS, ids=str)
@pytest.mark.parametrize("sent", [*RECORDED, *HARD], ids=lambda sent: str(sent)[:60])
def test_every_body_that_makes_a_draft(company: Company, sent: Any, payer: Any) -> None:
    articles(company)
    fields = {"CustomerNumber": customer(company, **payer), **sent}
    number = company.post("/invoices", {"Invoice": fields})["Invoice"]["DocumentNumber"]
    printed = paper(company, number)
    later = {"ArticleNumber": "later", "Description": "Ny", "Unit": "h", "VAT": 6, "SalesPrice": 7}
    company.post("/articles", {"Article": later})
    company.put("/articles/101", {"Article": {"Description": "Slägga", "Unit": "", "VAT": 25}})
    sent_back(company, f"/invoices/{number}")
    assert paper(company, number) == printed


def test_texts_of_a_row_that_comes_back_are_its_own(company: Company) -> None:
    articles(company)
    [row] = draft(company, {"ArticleNumber": "101", "Unit": "API_BLANK"})["InvoiceRows"]
    assert (row["Description"], row["Unit"]) == ("Hammare", "")

    def texts(**changed: Any) -> tuple[str, str, str]:
        sent = {"InvoiceRows": [{"RowId": row["RowId"], **changed}]}
        [now] = company.put("/invoices/1", {"Invoice": sent})["Invoice"]["InvoiceRows"]
        return now["ArticleNumber"], now["Description"], now["Unit"]

    empty = {"Description": "", "Unit": "", "Price": 1}
    assert texts(ArticleNumber="101", **empty) == ("101", "Hammare", "")
    assert texts(ArticleNumber="", **empty) == ("101", "Hammare", "")
    assert texts(ArticleNumber="101", Price=1) == ("101", "Hammare", "st")  # a new row
    assert texts(ArticleNumber="102", **empty) == ("102", "x" * 200, LONG_UNIT)
    assert texts(ArticleNumber="API_BLANK", Price=1) == ("", "", "")


@pytest.mark.parametrize("terms", [-1, "-30", 10_000, "2912101"])
def test_terms_that_no_one_may_ask_for_are_taken_back_with_their_due_date(
    company: Company, terms: Any
) -> None:
    made = draft(company)
    path = f"/invoices/{made['DocumentNumber']}"
    alone = company.api.put(path, json={"Invoice": {"TermsOfPayment": terms}})
    assert refused(alone, 400) == "Ogiltigt värde för TermsOfPayment: 0-9999"
    both = {"TermsOfPayment": terms, "DueDate": made["DueDate"]}
    assert company.put(path, {"Invoice": both})["Invoice"] == made


def test_a_country_that_was_never_sent_is_still_the_customers(company: Company) -> None:
    number = draft(company, CustomerNumber=customer(company, CountryCode="NO"))["DocumentNumber"]
    printed = paper(company, number)
    shown = sent_back(company, f"/invoices/{number}")
    assert shown["Invoice"]["Country"] == "Sverige"
    assert paper(company, number) == printed
    company.put(f"/invoices/{number}", {"Invoice": {"Country": "Norge"}})
    assert read(company, number)["Country"] == "Norge"
    company.put(f"/invoices/{number}", {"Invoice": {"Country": "Sverige"}})
    assert paper(company, number) == printed, "Sweden gives way to the customer's country"


PURCHASES: list[dict[str, Any]] = [
    {},
    {"DueDate": "2000-01-01"},
    {"Currency": "EUR", "CurrencyRate": "1123.45", "CurrencyUnit": 100},
    {"Currency": "EUR"},
    {"Currency": "EUR", "CurrencyRate": 999_999},
    {"VATType": "REVERSE", "SalesType": "X"},
    {"Comments": "API_BLANK", "Freight": 0, "Cancel": True, "AuthorizerName": "Ulla"},
]
LINES: list[dict[str, Any]] = [
    {"Quantity": 3, "Price": "33.33", "Debit": 5},
    {"Quantity": 3, "DebitCurrency": "99.99"},
    {"DebitCurrency": 999_999_999, "AccountDescription": "Kontor", "Code": "PRE"},
]


@pytest.mark.parametrize("sent", PURCHASES, ids=str)
@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_draft_of_a_supplier_invoice(company: Company, sent: Any, line: Any) -> None:
    number = purchasing.supplier(company, PreDefinedAccount="6540")
    made = purchasing.draft(company, line, SupplierNumber=number, **sent)
    sent_back(company, f"/supplierinvoices/{made['GivenNumber']}")


def test_an_account_that_has_gone_since_stops_no_draft_that_says_nothing_new(
    company: Company,
) -> None:
    purchasing.draft(company)
    company.delete("/accounts/6110?financialyear=2")
    sent_back(company, "/supplierinvoices/1")
    row = {"Account": 6110, "Debit": 1}
    second = purchasing.wanted(company, row, InvoiceNumber="2")
    told = refused(company.api.post("/supplierinvoices", json={"SupplierInvoice": second}), 400)
    assert "6110" in told


def test_every_payment_that_is_not_booked(company: Company) -> None:
    number = draft(company)["DocumentNumber"]
    company.put(f"/invoices/{number}/bookkeep")
    pay(company, number, 100)
    write_offs = [{"Amount": "1.50", "AccountNumber": 6570, "Description": "Öre"}]
    paid = {"InvoiceNumber": number, "Amount": 40, "WriteOffs": write_offs, "CurrencyRate": 9}
    made = company.post("/invoicepayments", {"InvoicePayment": paid})["InvoicePayment"]
    sent_back(company, f"/invoicepayments/{made['Number']}")
    row = {"Account": 6110, "DebitCurrency": 100}
    bill = purchasing.booked(company, row, Currency="EUR", CurrencyRate=11)["GivenNumber"]
    for more in ({"AmountCurrency": 50}, {"Amount": 565}, {"Amount": 566, "AmountCurrency": 50}):
        sent = {"SupplierInvoicePayment": {"InvoiceNumber": bill, "CurrencyRate": 11.3, **more}}
        made = company.post("/supplierinvoicepayments", sent)["SupplierInvoicePayment"]
        sent_back(company, f"/supplierinvoicepayments/{made['Number']}")
