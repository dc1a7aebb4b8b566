"""A parameter with an empty value never widens a list: it finds nothing, or is refused."""

from collections.abc import Iterator

import pytest
from tests.service import Company, Service, founded, refused
from tests.web.invoicing import draft, issued
from tests.web.purchasing import booked
from tests.web.samples import SAMPLES

from reskontra.actions.all_registers import REGISTERS
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.vouchers import VOUCHERS
from reskontra.actions.years import FINANCIAL_YEARS

DOCUMENTS = (CUSTOMER_INVOICES, CUSTOMER_PAYMENTS, SUPPLIER_INVOICES, SUPPLIER_PAYMENTS, VOUCHERS)
LISTED = {each.resource.path: each for each in (*REGISTERS, *DOCUMENTS, FINANCIAL_YEARS)}
IN_YEAR = ("financialyear", "financialyeardate")
CASES = [
    (path, name)
    for path, register in LISTED.items()
    for name in (*register.listing.parameters, *(IN_YEAR if register.in_year else ()))
]


@pytest.fixture(scope="module")
def furnished(service: Service) -> Iterator[Company]:
    """Something in every list."""
    company = founded(service)
    for sample in SAMPLES:
        company.api.post(sample.path, json=sample.wrapped())
    number = issued(company)["DocumentNumber"]
    draft(company)
    bill = booked(company)["GivenNumber"]
    paid = {"InvoiceNumber": number, "Amount": 5}
    company.post("/invoicepayments", {"InvoicePayment": paid})
    remitted = {"InvoiceNumber": bill, "AmountCurrency": 5}
    company.post("/supplierinvoicepayments", {"SupplierInvoicePayment": remitted})
    yield company
    company.api.close()


@pytest.mark.parametrize(("path", "name"), CASES, ids=str)
def test_nothing_is_found_by_nothing(furnished: Company, path: str, name: str) -> None:
    register: Register = LISTED[path]
    everything = furnished.get(f"/{path}")
    answer = furnished.api.get(f"/{path}", params={name: ""})
    if name == "filter":  # by itself it is no filter
        assert answer.json() == everything
    elif answer.status_code == 200:
        assert answer.json()[register.resource.plural] == []
    else:
        assert name in refused(answer, 400)


def test_there_was_something_to_find(furnished: Company) -> None:
    for path, register in LISTED.items():
        assert furnished.get(f"/{path}")[register.resource.plural] != [], path
