"""Pages, order and totals of lists; seven terms of payment are there from the beginning."""

from typing import Any

import pytest
from tests.service import Company, answered, refused

CODES = ["0", "10", "15", "20", "30", "60", "90"]


def page(company: Company, query: str) -> tuple[list[str], list[int]]:
    answer = answered(company.api.get(f"/termsofpayments?{query}"), 200)
    codes = [row["Code"] for row in answer["TermsOfPayments"]]
    assert list(answer["MetaInformation"]) == ["@TotalResources", "@TotalPages", "@CurrentPage"]
    return codes, list(answer["MetaInformation"].values())


# fmt: off
PAGES: list[Any] = [
    # query                       codes         total, pages, current
    ("",                          CODES,        [7, 1, 1]),
    ("limit=3",                   CODES[:3],    [7, 3, 1]),
    ("limit=3&page=2",            CODES[3:6],   [7, 3, 2]),
    ("limit=3&page=3",            CODES[6:],    [7, 3, 3]),
    ("limit=7",                   CODES,        [7, 1, 1]),
    ("limit=3&page=4",            [],           [7, 3, 4]),
    ("limit=3&page=0",            CODES[:3],    [7, 3, 1]),
    ("limit=3&offset=2",          CODES[2:5],   [7, 3, 1]),
    ("limit=3&offset=2&page=3",   CODES[2:5],   [7, 3, 1]),
    ("limit=3&offset=0&page=3",   CODES[:3],    [7, 3, 1]),
    ("offset=10000",              [],           [7, 1, 101]),
    ("limit=501",                 CODES,        [7, 1, 1]),
    ("limit=99999999999999999999", CODES,       [7, 1, 1]),
    ("LIMIT=2&Page=2",            CODES[2:4],   [7, 4, 2]),
    ("sortorder=desc",            CODES[::-1],  [7, 1, 1]),
    ("sortorder=descending&limit=1", ["90"],    [7, 7, 1]),
    ("SortBy=CODE&sortorder=ASC", CODES,        [7, 1, 1]),
    ("sortby=code&sortorder=ascending", CODES,  [7, 1, 1]),
    ("nonsense=1&x",              CODES,        [7, 1, 1]),
]
# fmt: on


@pytest.mark.parametrize(("query", "codes", "meta"), PAGES, ids=[row[0] for row in PAGES])
def test_pages(company: Company, query: str, codes: list[str], meta: list[int]) -> None:
    assert page(company, query) == (codes, meta)


def test_a_page_number_beyond_counting_is_past_the_end(company: Company) -> None:
    codes, (total, pages, _) = page(company, "page=" + "9" * 5_000)
    assert (codes, total, pages) == ([], 7, 1)


@pytest.mark.parametrize("name", ["limit", "page", "offset"])
@pytest.mark.parametrize(
    "value", ["", "-1", "1.5", "abc", "1e2", "+1", " 1", "%D9%A3", "0x1", "1,"]
)
def test_what_is_no_whole_number_is_refused(company: Company, name: str, value: str) -> None:
    told = refused(company.api.get(f"/termsofpayments?{name}={value.replace('+', '%2B')}"), 400)
    assert told == f"Ogiltigt värde för {name}"


@pytest.mark.parametrize(
    "query", ["limit=0", "sortby=description", "sortby=nonsense", "sortorder=up"]
)
def test_what_no_list_can_do_is_refused(company: Company, query: str) -> None:
    refused(company.api.get(f"/termsofpayments?{query}"), 400)


def test_an_empty_list_is_page_one_of_none(company: Company) -> None:
    for query in ("", "?page=3", "?offset=5", "?limit=1"):
        answer = answered(company.api.get(f"/costcenters{query}"), 200)
        meta = {"@TotalResources": 0, "@TotalPages": 0, "@CurrentPage": 1}
        assert answer == {"MetaInformation": meta, "CostCenters": []}


def test_a_page_holds_a_hundred_unless_asked_and_five_hundred_at_most(company: Company) -> None:
    """The chart of a new company has some 477 accounts in each of two years."""
    total = company.get("/accounts")["MetaInformation"]["@TotalResources"]
    assert total > 400
    assert len(company.get("/accounts")["Accounts"]) == 100
    assert len(company.get("/accounts", limit=499)["Accounts"]) == min(total, 499)
    for number in range(total, 502):
        sent = {"Number": 8000 + number, "Description": "Extra"}
        if company.api.post("/accounts", json={"Account": sent}).status_code != 201:
            company.post("/accounts", {"Account": {**sent, "Number": 7100 + number}})
    answer = company.get("/accounts", limit=100_000)
    assert len(answer["Accounts"]) == 500
    assert answer["MetaInformation"]["@TotalPages"] == 2
    numbers = [row["Number"] for row in answer["Accounts"]]
    assert numbers == sorted(numbers)


def test_paging_parameters_are_tolerated_on_every_kind_of_call(company: Company) -> None:
    query = "?limit=500&page=1&offset=0"
    made = company.post(f"/customers{query}", {"Customer": {"Name": "A"}})["Customer"]
    address = f"/customers/{made['CustomerNumber']}{query}"
    assert company.api.get(address).is_success
    assert company.put(address, {"Customer": {"Name": "B"}})
    assert company.delete(address)


def test_records_with_the_same_name_keep_their_order_over_pages(company: Company) -> None:
    for _ in range(6):
        company.post("/customers", {"Customer": {"Name": "Samma"}})
    for order in ("asc", "desc"):
        seen = [
            company.get("/customers", sortby="name", sortorder=order, limit=1, page=number)[
                "Customers"
            ][0]["CustomerNumber"]
            for number in range(1, 7)
        ]
        assert seen == (sorted(seen) if order == "asc" else sorted(seen, reverse=True))
        assert len(set(seen)) == 6
