"""Customers: what is particular to them."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.service import Company, refused


def made(company: Company, **sent: Any) -> dict[str, Any]:
    record: dict[str, Any] = company.post("/customers", {"Customer": {"Name": "Åke", **sent}})[
        "Customer"
    ]
    return record


def found(company: Company, **query: str) -> list[str]:
    return [row["CustomerNumber"] for row in company.get("/customers", **query)["Customers"]]


def test_a_customer_needs_only_a_name(company: Company) -> None:
    record = made(company)
    assert record["CustomerNumber"] == "1"
    assert {name: value for name, value in record.items() if value not in ("", 0, False, "0")} == {
        "@url": f"{company.service.url}/api/v1/3/customers/1",
        "Currency": "SEK",
        "Active": True,
        "CustomerNumber": "1",
        "DefaultDeliveryTypes": {"Invoice": "PRINT", "Order": "PRINT", "Offer": "PRINT"},
        "DefaultTemplates": dict.fromkeys(
            ("Order", "Offer", "Invoice", "CashInvoice"), "DEFAULTTEMPLATE"
        ),
        "Name": "Åke",
        "PriceList": "A",
        "Type": "COMPANY",
        "VATType": "SEVAT",
    }
    assert len(record) == 64


def test_numbers_go_on_past_those_that_clients_chose(company: Company) -> None:
    assert made(company, CustomerNumber=2)["CustomerNumber"] == "2"
    assert made(company, CustomerNumber="A-7/å")["CustomerNumber"] == "A-7/å"
    assert company.get("/customers/A-7%2F%C3%A5")["Customer"]["CustomerNumber"] == "A-7/å"
    drawn = [made(company, CustomerNumber=sent)["CustomerNumber"] for sent in (None, "API_BLANK")]
    assert drawn == ["1", "3"]


def test_parallel_calls_draw_numbers_without_gaps_and_never_the_same(company: Company) -> None:
    """Whoever chooses a number may come too late for it; whoever draws one never does."""

    def choose(number: int) -> str:
        sent = {"Customer": {"Name": "A", "CustomerNumber": str(number)}}
        answer = company.api.post("/customers", json=sent)
        assert answer.status_code in (201, 400)
        return str(number) if answer.status_code == 201 else ""

    with ThreadPoolExecutor(8) as pool:
        chosen = pool.map(choose, range(5, 40, 5))
        drawn = [each["CustomerNumber"] for each in pool.map(lambda _: made(company), range(33))]
        taken = [*filter(None, chosen), *drawn]
    assert len(set(taken)) == len(taken)
    highest = max(map(int, drawn))
    assert {str(number) for number in range(1, highest + 1)} <= set(taken)


def test_of_parallel_calls_for_one_number_one_wins(company: Company) -> None:
    def ask(_: int) -> int:
        sent = {"Customer": {"Name": "A", "CustomerNumber": "77"}}
        return company.api.post("/customers", json=sent).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(ask, range(8))) == [201] + [400] * 7


def test_the_country_follows_its_code(company: Company) -> None:
    codes = {"CountryCode": "se", "DeliveryCountryCode": "NO", "VisitingCountryCode": ""}
    record = made(company, **codes, Country="Ignorerad")
    assert record["Country"] == "Sverige"
    assert record["DeliveryCountry"] == "Norge"
    assert record["VisitingCountry"] == ""
    after = company.put("/customers/1", {"Customer": {"CountryCode": "API_BLANK"}})["Customer"]
    assert (after["CountryCode"], after["Country"]) == ("", "")


def test_a_group_is_merged_part_by_part(company: Company) -> None:
    made(company, DefaultDeliveryTypes={"Invoice": "EMAIL", "Egen": 1.5, "Tom": "", "Null": None})

    def put(value: Any) -> Any:
        sent = {"Customer": {"DefaultDeliveryTypes": value}}
        return company.put("/customers/1", sent)["Customer"]["DefaultDeliveryTypes"]

    own = {"Egen": 1.5, "Tom": ""}
    assert put({}) == {"Invoice": "EMAIL", "Order": "PRINT", "Offer": "PRINT", **own}
    assert put({"Order": "EMAIL", "Invoice": ""})["Invoice"] == "EMAIL"
    assert put({"Egen": "API_BLANK", "Order": "API_BLANK"}) == {
        "Invoice": "EMAIL", "Order": "PRINT", "Offer": "PRINT", "Tom": ""
    }  # fmt: skip
    assert put("API_BLANK") == {"Invoice": "PRINT", "Order": "PRINT", "Offer": "PRINT"}


def test_unknown_fields_in_a_group_count_towards_the_bound(company: Company) -> None:
    made(company, DefaultDeliveryTypes={"A": "x" * 40_000})
    sent = {"Customer": {"DefaultDeliveryTypes": {"B": "x" * 40_000}}}
    assert "64 KiB" in refused(company.api.put("/customers/1", json=sent), 400)


BAD: list[tuple[str, Any]] = [
    ("Name", {"a": 1}), ("Name", ["x"]), ("Name", True), ("Name", "x" * 1025),
    ("Name", "\U0001f600" * 651), ("Name", "a\0b"), ("Email", "two@a.se, three@b.se"),
    ("Email", "nobody"), ("EmailInvoice", "x@y\r\nBcc: z@w.se"), ("CountryCode", "XX"),
    ("CountryCode", "SWE"), ("Currency", "KRONOR"), ("Currency", "sek"), ("Type", "PERSON"),
    ("VATType", "NORMAL"), ("Active", 1), ("Active", "ja"), ("ZipCode", "12345678901"),
    ("GLN", "12345678901234"), ("OrganisationNumber", "x" * 31), ("SalesAccount", "30010"),
    ("DefaultDeliveryTypes", "EMAIL"), ("DefaultDeliveryTypes", ["EMAIL"]),
    ("DefaultDeliveryTypes", {"Invoice": "FAX"}), ("DefaultTemplates", {"Order": {"a": 1}}),
    ("InvoiceDiscount", "tio"), ("InvoiceDiscount", "1e31"), ("InvoiceDiscount", True),
    ("InvoiceFreight", 1_000_000_000_000), ("CustomerNumber", "x" * 1025),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD, ids=lambda value: str(value)[:25])
def test_a_bad_value_is_refused_and_nothing_is_kept(
    company: Company, name: str, value: Any
) -> None:
    answer = company.api.post("/customers", json={"Customer": {"Name": "Åke", name: value}})
    refused(answer, 400)
    assert found(company) == []


def test_numbers_and_numeric_strings_are_the_same(company: Company) -> None:
    record = made(
        company, InvoiceDiscount="12.345", InvoiceFreight=10.0, SalesAccount=3001, Phone1=46_812_345
    )
    assert record["InvoiceDiscount"] == 12.35
    assert record["InvoiceFreight"] == "10"
    assert record["SalesAccount"] == "3001"
    assert record["Phone1"] == "46812345"
    assert '"InvoiceDiscount":12.35,' in company.api.get("/customers/1").text


@pytest.fixture
def two(company: Company) -> Company:
    """Two customers that differ in everything that can be searched for."""
    for number in (1, 2):
        made(
            company,
            Name=f"Båt{number} & Co 100%_\\",
            City=f"ÖREBRO{number}",
            ZipCode=f"7000{number}",
            Email=f"a{number}@Example.com",
            Phone1=f"019-{number}",
            OrganisationNumber=f"556026-998{number}",
            GLN=f"731{number}",
            GLNDelivery=f"888{number}",
        )
    return company


# fmt: off
SEARCHES = [
    ({"name": "båt1"},                ["1"]),
    ({"name": "BÅT"},                 ["1", "2"]),
    ({"name": "%"},                   ["1", "2"]),
    ({"name": "_\\"},                 ["1", "2"]),
    ({"name": "t_"},                  []),
    ({"name": "x" * 60_000},          []),
    ({"city": "örebro2"},             ["2"]),
    ({"city": "ö", "zipcode": "70001"}, ["1"]),
    ({"email": "A2@EXAMPLE"},         ["2"]),
    ({"phone": "019-1"},              ["1"]),
    ({"organisationnumber": "9982"},  ["2"]),
    ({"gln": "7311"},                 ["1"]),
    ({"glndelivery": "8882"},         ["2"]),
    ({"customernumber": "2"},         ["2"]),
    ({"name": ""},                    []),
    ({"sortby": "name", "sortorder": "desc"}, ["2", "1"]),
    ({"sortby": "customernumbernumber"}, ["1", "2"]),
]
# fmt: on


@pytest.mark.parametrize(("query", "numbers"), SEARCHES, ids=lambda value: str(value)[:40])
def test_searches_are_real(two: Company, query: dict[str, str], numbers: list[str]) -> None:
    assert found(two, **query) == numbers
