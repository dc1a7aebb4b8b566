"""Random lists: what three organisations see is apart, and together it is all there is.

A fourth organisation has everything that the three have, so that it tells what all there is.
"""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from tests.service import Company, Service, founded
from tests.sizes import seed, times
from tests.web import invoicing, purchasing

TENANTS = 3
EACH = 7  # documents of both kinds
QUERIES = 25
NUMBERS = ("a1", "b2", "ab3")  # of customers and suppliers, the same in every organisation
NAMES = ("Ängens café", "Östens ångbåtar", "Café %_ & Co")
MONTHS = ("2026-08", "2026-09", "2026-10", "2026-11")


@dataclass(frozen=True)
class Kind:
    path: str
    plural: str
    mark: str  # a field of the list row that is unlike in all documents
    filters: dict[str, tuple[str, ...]]
    sorts: tuple[str, ...]


# fmt: off
DAYS = tuple(f"{month}-{day}" for month in MONTHS for day in ("01", "15", "28"))
KINDS = (
    Kind("/invoices", "Invoices", "ExternalInvoiceReference1", {
        "filter": ("cancelled", "fullypaid", "unpaid", "unpaidoverdue", "unbooked"),
        "customernumber": NUMBERS, "customername": ("café", "ÅNG", "%", "_", "x"),
        "fromdate": DAYS, "todate": DAYS, "project": ("P1", "P2"), "costcenter": ("K1", "K2"),
        "externalinvoicereference2": ("r1", "r2"),
    }, ("documentnumber", "customername", "customernumber", "invoicedate", "ocr", "total")),
    Kind("/supplierinvoices", "SupplierInvoices", "InvoiceNumber", {
        "filter": ("cancelled", "fullypaid", "unpaid", "unpaidoverdue", "unbooked"),
        "suppliernumber": NUMBERS, "fromdate": DAYS, "todate": DAYS,
    }, ()),
    Kind("/customers", "Customers", "Address1", {
        "filter": ("active", "inactive"), "name": ("café", "ÅNG", "%", "x"), "city": ("ö", "A"),
    }, ("customernumber", "name")),
)
# fmt: on


def furnish(company: Company, who: int) -> None:
    """The registers; a mark tells whose they are."""
    for number, name in zip(NUMBERS, NAMES, strict=True):
        own = {"Name": name, "City": "Örebro", "Active": number != "b2"}
        where = {"CustomerNumber": f"{number}", "Address1": f"{who} {number}"}
        company.post("/customers", {"Customer": {**own, **where}})
        company.post("/suppliers", {"Supplier": {**own, "SupplierNumber": number}})


def write(company: Company, draw: random.Random, mark: str) -> None:
    """One document of each kind, drawn; drawn again the same it is the same."""
    day = f"{draw.choice(MONTHS)}-{draw.randint(1, 28):02}"
    number, months_end = draw.choice(NUMBERS), "2026-11-30"
    made = invoicing.draft(
        company,
        {**invoicing.ROW, "Price": draw.randint(1, 5000)},
        CustomerNumber=number, InvoiceDate=day, DueDate=draw.choice((day, months_end)),
        Project=draw.choice(("", "P1", "P2")), CostCenter=draw.choice(("", "K1", "K2")),
        ExternalInvoiceReference1=mark, ExternalInvoiceReference2=draw.choice(("r1", "r2")),
    )  # fmt: skip
    key, fate = made["DocumentNumber"], draw.choice(("draft", "issued", "paid", "credited"))
    if fate != "draft":
        invoicing.act(company, key, "bookkeep")
    if fate == "paid":
        invoicing.pay(company, key, made["Total"])
    if fate == "credited":
        invoicing.act(company, key, "credit")
    bought = purchasing.draft(
        company, {"Account": 6110, "Debit": draw.randint(1, 5000)},
        SupplierNumber=number, InvoiceNumber=mark, InvoiceDate=day,
        DueDate=draw.choice((day, months_end)),
    )  # fmt: skip
    if fate != "draft":
        purchasing.act(company, bought["GivenNumber"], "bookkeep")
    if fate == "credited":
        purchasing.act(company, bought["GivenNumber"], "cancel")


@pytest.fixture(scope="module")
def tenants(service: Service) -> tuple[list[Company], Company]:
    apart = [founded(service, name=f"Nummer {each}") for each in range(TENANTS)]
    whole = founded(service, name="Alla")
    for company in (*apart, whole):
        furnish(company, company.id)
    for who, company in enumerate(apart):
        for each in range(EACH):
            for books in (company, whole):
                write(books, random.Random(f"{seed()} {who} {each}"), f"{who}-{each}")
    return apart, whole


def asked(draw: random.Random, kind: Kind) -> dict[str, Any]:
    names = draw.sample(sorted(kind.filters), draw.randint(0, 3))
    query: dict[str, Any] = {name: draw.choice(kind.filters[name]) for name in names}
    if kind.sorts and draw.random() < 0.7:
        query["sortby"] = draw.choice(kind.sorts)
        query["sortorder"] = draw.choice(("ascending", "descending"))
    return query | {"limit": draw.choice((1, 3, 7, 100))}


def listed(company: Company, kind: Kind, query: dict[str, Any]) -> list[str]:
    """The marks of all pages; each says the same of how many there are."""
    first = company.get(kind.path, **query)
    told = first["MetaInformation"]
    pages = [first] + [
        company.get(kind.path, **query, page=page) for page in range(2, told["@TotalPages"] + 1)
    ]
    marks = [str(row[kind.mark]) for page in pages for row in page[kind.plural]]
    assert {page["MetaInformation"]["@TotalResources"] for page in pages} == {len(marks)}, query
    return marks


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.plural)
def test_every_list_is_apart_and_together_whole(
    tenants: tuple[list[Company], Company], kind: Kind
) -> None:
    apart, whole = tenants
    found = 0
    for number in range(times(QUERIES)):
        query = asked(random.Random(f"{seed()} {kind.path} {number}"), kind)
        told = f"query {number} of seed {seed()}: {kind.path} {query}"
        each = [Counter(listed(company, kind, query)) for company in apart]
        together = sum(each, Counter[str]())
        assert max(together.values(), default=1) == 1, told
        if kind.path == "/customers":  # registers are the organisations' own, one like the other
            names = [{mark.split()[1] for mark in marks} for marks in each]
            assert all(
                mark.split()[0] == str(c.id) for c, m in zip(apart, each, strict=True) for mark in m
            ), told
            alls = {mark.split()[1] for mark in listed(whole, kind, query)}
            assert names == [alls] * TENANTS, told
        else:
            assert together == Counter(listed(whole, kind, query)), told
        found += sum(together.values())
    assert found > times(QUERIES), "the queries find next to nothing, so they show nothing"
