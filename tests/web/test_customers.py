"""Customers through the API; what holds for every register is shown here."""

from tests.service import Company


def test_a_customer_needs_only_a_name(company: Company) -> None:
    made = company.post("/customers", {"Customer": {"Name": "Åkes Bygg"}})["Customer"]
    assert made["CustomerNumber"] == "1"
    assert made["Active"] is True
    assert company.get("/customers/1")["Customer"] == made
