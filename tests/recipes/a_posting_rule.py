"""A posting rule posts, from the states that its rows name and from no others."""

from tests.recipes.a_document_with_a_life import claimed
from tests.service import Company, refused


def test_what_is_owed_is_paid_once(company: Company) -> None:
    place = claimed(company)["@url"]
    booked = company.put(f"{place}/bookkeep")["Expense"]
    paid = company.put(f"{place}/repay")["Expense"]
    assert paid["Status"] == "repaid"
    assert paid["VoucherNumber"] == booked["VoucherNumber"]
    assert company.put(f"{place}/repay")["Expense"] == paid
    vouchers = company.get("/vouchers/sublist/A")["Vouchers"]
    assert [each["Description"] for each in vouchers] == [
        "Utlägg 1",
        "Ersättning för utlägg 1",
    ]
    rows = company.get("/vouchers/A/2")["Voucher"]["VoucherRows"]
    assert [(row["Account"], row["Debit"], row["Credit"]) for row in rows] == [
        (2820, 895, 0),
        (1930, 0, 895),
    ]


def test_a_draft_is_not_paid(company: Company) -> None:
    place = claimed(company)["@url"]
    assert refused(company.api.put(f"{place}/repay"), 409) == "Utlägget är inte bokfört"


def test_what_is_paid_stays(company: Company) -> None:
    place = claimed(company)["@url"]
    for trigger in ("bookkeep", "repay"):
        company.put(f"{place}/{trigger}")
    refused(company.api.put(place, json={"Expense": {"Amount": 1}}), 409)
    refused(company.api.put(f"{place}/cancel"), 409)
    assert company.put(f"{place}/bookkeep")["Expense"]["Status"] == "repaid"
