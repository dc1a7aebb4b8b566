"""Two companies that number everything alike never meet."""

import pytest
from tests.service import Company, Service, founded
from tests.web import invoicing, purchasing

from reskontra.audit.auditor import audited


@pytest.fixture
def neighbour(service: Service, company: Company) -> Company:
    """Another company; both have a customer, a supplier and a booked invoice, all numbered 1."""
    other = founded(service, name="Grannen AB")
    for each, price in ((company, 100), (other, 900)):
        invoicing.issued(each, {**invoicing.ROW, "Price": price}, Comments=each.organisation.name)
        purchasing.booked(each, InvoiceNumber="F-1")
    return other


def test_a_record_is_read_and_changed_by_its_own_company_alone(
    company: Company, neighbour: Company
) -> None:
    for each, net in ((company, 100), (neighbour, 900)):
        invoice = invoicing.read(each, 1)
        assert (invoice["Net"], invoice["Comments"]) == (net, each.organisation.name)
    company.put("/customers/1", {"Customer": {"Name": "Bytt"}})
    assert neighbour.get("/customers/1")["Customer"]["Name"] == "Åkes Bygg"
    neighbour.delete("/suppliers/1")
    assert company.get("/suppliers/1")["Supplier"]["Active"] is True
    assert audited(company.service.database_url, neighbour.id).violations == []


def test_a_list_has_the_rows_of_its_own_company_alone(company: Company, neighbour: Company) -> None:
    for each in (company, neighbour):
        for path, name in (("/invoices", "Invoices"), ("/customers", "Customers"),
                           ("/supplierinvoices", "SupplierInvoices")):  # fmt: skip
            listed = each.get(path)
            assert len(listed[name]) == 1
            assert listed["MetaInformation"]["@TotalResources"] == 1
            assert len(each.get(path, limit=1)[name]) == 1


def test_a_suppliers_number_is_taken_in_its_own_company_alone(
    company: Company, neighbour: Company
) -> None:
    """Both have booked F-1 of supplier 1 already; F-2 is free to each of them."""
    for each, given in ((company, 50), (neighbour, 60)):
        purchasing.draft(each, SupplierNumber="1", InvoiceNumber="F-2", GivenNumber=given)


def test_no_cache_on_the_way_keeps_an_answer(company: Company) -> None:
    """Or it might hand one company's answer to another."""
    made = company.api.post("/customers", json={"Customer": {"Name": "A"}})
    answers = [made, *map(company.api.get, ("/customers", "/customers/1", "/customers/9", "/me"))]
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 5
