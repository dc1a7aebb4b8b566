"""Articles, suppliers, projects and the company: what is particular to them."""

from typing import Any

import pytest
from tests.service import Company, refused


def made(company: Company, **sent: Any) -> dict[str, Any]:
    record: dict[str, Any] = company.post(
        "/articles", {"Article": {"Description": "Hammare", **sent}}
    )["Article"]
    return record


def found(company: Company, path: str, key: str, **query: Any) -> list[str]:
    answer = company.get(path, **query)
    return [row[key] for row in list(answer.values())[1]]


def test_a_new_article_has_its_accounts(company: Company) -> None:
    record = made(company)
    names = ("EUAccount", "EUVATAccount", "ExportAccount", "PurchaseAccount", "SalesAccount")
    assert [record[name] for name in names] == [3108, 3106, 3105, 4010, 3001]
    assert (record["VAT"], record["Type"], record["Active"]) == (25, "STOCK", True)


def test_stock_is_rounded_half_up_and_valued(company: Company) -> None:
    record = made(company, QuantityInStock="1.125", PurchasePrice=10.005, DisposableQuantity=9)
    assert record["QuantityInStock"] == record["DisposableQuantity"] == 1.13
    assert (record["PurchasePrice"], record["StockValue"]) == (10.01, 11.31)
    [row] = company.get("/articles")["Articles"]
    assert (row["StockValue"], row["QuantityInStock"], row["VAT"]) == ("11.31", "1.13", "25")
    assert (row["SalesPrice"], row["ReservedQuantity"]) == ("0", "0")


def test_the_supplier_must_exist_and_gives_its_name_of_today(company: Company) -> None:
    refused(
        company.api.post("/articles", json={"Article": {"Description": "A", "SupplierNumber": 1}}),
        400,
    )
    company.post("/suppliers", {"Supplier": {"Name": "Trä AB"}})
    assert made(company, SupplierNumber=1, SupplierName="x")["SupplierName"] == "Trä AB"
    company.put("/suppliers/1", {"Supplier": {"Name": "Nya Trä AB"}})
    assert company.get("/articles/1")["Article"]["SupplierName"] == "Nya Trä AB"
    sent = {"Article": {"SupplierNumber": "API_BLANK"}}
    assert company.put("/articles/1", sent)["Article"]["SupplierName"] == ""


# fmt: off
BAD = [
    ("VAT", 7), ("VAT", "25.5"), ("SalesAccount", 100_000), ("SalesAccount", -1),
    ("Weight", 1_000_000_000), ("Type", "BUNDLE"), ("HouseworkType", "GOLF"),
    ("Description", "x" * 201), ("EAN", "x" * 31),
    ("ArticleNumber", "x" * 51), ("Note", "x" * 10_001), ("QuantityInStock", "många"),
    ("Bulky", "yes"),
]
SEARCHES: list[Any] = [
    ({"articlenumber": "H"},                 ["H1", "h2"]),
    ({"description": "hamm"},                ["H1"]),
    ({"ean": "733"},                         ["H1"]),
    ({"manufacturer": "bahco"},              ["h2"]),
    ({"ManufacturerArticleNumber": "m-2"},   ["h2"]),
    ({"webshop": "TRUE"},                    ["h2"]),
    ({"webshop": "false"},                   ["H1"]),
    ({"suppliernumber": "1"},                ["h2"]),
    ({"sortby": "quantityinstock"},          ["h2", "H1"]),
    ({"sortby": "stockvalue"},               ["H1", "h2"]),
    ({"sortby": "reservedquantity", "sortorder": "desc"}, ["h2", "H1"]),
    ({"articlenumber": "h", "description": "såg"}, ["h2"]),
]
# fmt: on


@pytest.mark.parametrize(("name", "value"), BAD, ids=lambda value: str(value)[:20])
def test_a_bad_value_is_refused(company: Company, name: str, value: Any) -> None:
    sent = {"Article": {"Description": "A", name: value}}
    refused(company.api.post("/articles", json=sent), 400)


@pytest.mark.parametrize(("query", "numbers"), SEARCHES, ids=lambda value: str(value)[:40])
def test_searches_are_real(company: Company, query: dict[str, str], numbers: list[str]) -> None:
    company.post("/suppliers", {"Supplier": {"Name": "Trä AB"}})
    made(company, ArticleNumber="H1", EAN="7331", QuantityInStock=9, PurchasePrice=1)
    made(company, ArticleNumber="h2", Description="Såg", Manufacturer="Bahco", WebshopArticle=True,
         ManufacturerArticleNumber="M-2", SupplierNumber="1", QuantityInStock=2,
         PurchasePrice=100)  # fmt: skip
    assert found(company, "/articles", "ArticleNumber", **query) == numbers
    refused(company.api.get("/articles?webshop=kanske"), 400)


@pytest.mark.parametrize(
    "query",
    [{"name": "ÖREBRO"}, {"city": "kumla"}, {"email": "INFO@"}, {"phone1": "019"},
     {"phone2": "070"}, {"phone": "019"}, {"suppliernumber": "1"}, {"zipcode": "692"},
     {"organisationnumber": "5560"}],
    ids=str,
)  # fmt: skip
def test_suppliers_are_found(company: Company, query: dict[str, str]) -> None:
    company.post("/suppliers", {"Supplier": {
        "Name": "Örebro Trä", "City": "Kumla", "Email": "info@tra.se", "Phone1": "019-1",
        "Phone2": "070-2", "ZipCode": "69230", "OrganisationNumber": "556026-9986"}})  # fmt: skip
    company.post("/suppliers", {"Supplier": {"Name": "Annan"}})
    assert found(company, "/suppliers", "SupplierNumber", **query) == ["1"]
    [row] = company.get("/suppliers", **query)["Suppliers"]
    assert (row["Phone"], row["Active"], row["Currency"]) == ("019-1", True, "SEK")


def test_projects_are_numbered_and_found(company: Company) -> None:
    for name in ("Bryggan", "Båthuset"):
        company.post("/projects", {"Project": {"Description": name, "Comments": "x"}})
    assert found(company, "/projects", "ProjectNumber", description="BÅT") == ["2"]
    [row] = company.get("/projects", projectnumber="1")["Projects"]
    assert list(row) == [
        "@url", "Description", "EndDate", "ProjectLeader", "ProjectNumber", "Status", "StartDate"
    ]  # fmt: skip
    sent = {"Project": {"StartDate": "2026-01-01", "EndDate": "9999-12-31", "Status": "COMPLETED"}}
    changed = company.put("/projects/1", sent)["Project"]
    assert (changed["StartDate"], changed["EndDate"]) == ("2026-01-01", "9999-12-31")
    cleared = company.put("/projects/1", {"Project": {"EndDate": "API_BLANK"}})["Project"]
    assert (cleared["EndDate"], cleared["StartDate"]) == ("", "2026-01-01")


def test_currencies_have_rates_with_six_decimals(company: Company) -> None:
    sek = company.get("/currencies/SEK")["Currency"]
    assert (sek["BuyRate"], sek["SellRate"], sek["Unit"]) == (1, 1, 1)
    sent = {"Currency": {"BuyRate": "11.1234567", "Unit": 100, "Date": "2026-11-01"}}
    eur = company.put("/currencies/EUR", sent)["Currency"]
    assert (eur["BuyRate"], eur["Unit"], eur["Date"]) == (11.123457, 100, "2026-11-01")
    cleared = {"Currency": {"Unit": "API_BLANK", "BuyRate": "API_BLANK"}}
    eur = company.put("/currencies/EUR", cleared)["Currency"]
    assert (eur["BuyRate"], eur["Unit"]) == (0, 1)
    for bad in ({"Unit": 0}, {"BuyRate": -1}):
        refused(company.api.put("/currencies/EUR", json={"Currency": bad}), 400)
    assert "ISO 4217" in refused(
        company.api.post("/currencies", json={"Currency": {"Code": "XQX", "Description": "x"}}), 400
    )


def test_the_company_and_the_caller_are_told(company: Company) -> None:
    company.set(organisation_number="556026-9986", city="Örebro", bankgiro="123-4567", f_tax=True)
    told = company.get("/companyinformation")["CompanyInformation"]
    assert told["DatabaseNumber"] == company.id
    assert (told["OrganizationNumber"], told["City"]) == ("556026-9986", "Örebro")
    settings = company.get("/settings/company")["CompanySettings"]
    assert settings["DatabaseNumber"] == str(company.id)
    assert (settings["BG"], settings["TaxEnabled"], settings["Country"]) == (
        "123-4567", True, "Sverige"
    )  # fmt: skip
    assert list(company.get("/me")["Me"]) == ["Id", "Name", "Email", "SysAdmin", "Locale"]
    for path in ("/companyinformation", "/settings/company", "/settings/lockedperiod", "/me"):
        refused(company.api.put(path, json={}), 405)
        assert company.api.request("GET", path, content=b"null").status_code == 200
