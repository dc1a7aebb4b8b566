"""Å, Ä and Ö come last, in that order, in every list and on both engines; W follows V."""

from typing import Any

import pytest
from tests.service import Company
from tests.web.invoicing import customer, draft

from reskontra.domain.records import folded

NAMES = ["Örn", "ärta", "Åsa", "zon", "Wal", "va", "vy", "Ål", "änka", "AB", "ö", "Vå", "w", "vä",
         "A\u030ang", "Äl", "o\u0308l", "Évald", "Evert", "E\u0301va"]  # fmt: skip
IN_ORDER = [
    "AB",
    "E\u0301va",
    "Évald",
    "Evert",
    "va",
    "vy",
    "Vå",
    "vä",
    "w",
    "Wal",
    "zon",
    "Ål",
    "A\u030ang",
    "Åsa",
    "Äl",
    "änka",
    "ärta",
    "ö",
    "o\u0308l",
    "Örn",
]
CODES = ["Ö", "Å", "Ä", "Z", "ä", "å", "W", "V", "ö"]
CODES_IN_ORDER = ["V", "W", "Z", "Å", "Ä", "Ö", "å", "ä", "ö"]


def listed(company: Company, path: str, plural: str, field: str, **query: Any) -> list[str]:
    """Page by page: each goes on where the one before it ended."""
    rows: list[Any] = []
    while part := company.get(path, limit=4, offset=len(rows), **query)[plural]:
        rows += part
    return [row[field] for row in rows]


@pytest.mark.parametrize(
    ("path", "singular", "named"),
    [("/customers", "Customer", "Name"), ("/suppliers", "Supplier", "Name"),
     ("/projects", "Project", "Description")],
)  # fmt: skip
def test_names(company: Company, path: str, singular: str, named: str) -> None:
    for name in NAMES:
        company.post(path, {singular: {named: name}})
    listing = (path, f"{singular}s", named)
    assert listed(company, *listing, sortby=named.lower()) == IN_ORDER
    backwards = listed(company, *listing, sortby=named.lower(), sortorder="desc")
    assert backwards == IN_ORDER[::-1]


def test_invoices_by_their_customers(company: Company) -> None:
    for place, name in enumerate(NAMES):
        number = customer(company, Name=name, CustomerNumber=NAMES[-1 - place])
        draft(company, CustomerNumber=number)
    for field in ("CustomerName", "CustomerNumber"):
        listing = ("/invoices", "Invoices", field)
        assert listed(company, *listing, sortby=field.lower()) == IN_ORDER
        assert listed(company, *listing, sortby=field.lower(), sortorder="desc") == IN_ORDER[::-1]


@pytest.mark.parametrize(
    ("path", "singular", "key", "more"),
    [
        ("/units", "Unit", "Code", {"Description": "x"}),
        ("/costcenters", "CostCenter", "Code", {"Description": "x"}),
        ("/termsofpayments", "TermsOfPayment", "Code", {"Description": "x"}),
        ("/modesofpayments", "ModeOfPayment", "Code", {"AccountNumber": 1930}),
        ("/projects", "Project", "ProjectNumber", {"Description": "x"}),
        ("/articles", "Article", "ArticleNumber", {"Description": "x"}),
    ],
)
def test_codes(company: Company, path: str, singular: str, key: str, more: Any) -> None:
    for code in CODES:
        company.post(path, {singular: {key: f"{code}1", **more}})
    plural = "ModesOfPayments" if singular == "ModeOfPayment" else f"{singular}s"
    plural = "TermsOfPayments" if singular == "TermsOfPayment" else plural
    found = [code[0] for code in listed(company, path, plural, key) if code[0] in CODES]
    if path == "/articles":  # in one letter case
        assert [code.lower() for code in found] == ["v", "w", "z", "å", "å", "ä", "ä", "ö", "ö"]
    else:
        assert found == CODES_IN_ORDER


@pytest.mark.parametrize("name", ["Åkes Änglar", "Pärlan på Ön"])
def test_what_is_sorted_otherwise_is_still_found(company: Company, name: str) -> None:
    number = customer(company, Name=name)
    customer(company, Name=name.translate(str.maketrans("åäÅÄ", "äåÄÅ")))
    draft(company, CustomerNumber=number)
    for part in (name, name.upper(), name[:3].lower(), name[1:5]):
        found = company.get("/customers", name=part)["Customers"]
        assert [each["Name"] for each in found if part.lower() in each["Name"].lower()] == [
            each["Name"] for each in found
        ]
        assert name in [each["Name"] for each in found]
        assert len(company.get("/invoices", customername=part)["Invoices"]) == 1


def test_a_customer_number_is_found_exactly(company: Company) -> None:
    for number in ("Ä1", "ä1", "Å1"):
        draft(company, CustomerNumber=customer(company, CustomerNumber=number))
    for number in ("Ä1", "ä1", "Å1"):
        [row] = company.get("/invoices", customernumber=number)["Invoices"]
        assert row["CustomerNumber"] == number
    assert company.get("/invoices", customernumber="å1")["Invoices"] == []


def test_a_letter_in_two_pieces_is_that_letter(company: Company) -> None:
    for code in ("Ä1", "A\u030a1", "Z1", "O\u03081", "Ö2"):
        company.post("/units", {"Unit": {"Code": code, "Description": "x"}})
    found = [code for code in listed(company, "/units", "Units", "Code") if code[-1] in "12"]
    assert [code for code in found if code != "m2"] == ["Z1", "A\u030a1", "Ä1", "O\u03081", "Ö2"]
    customer(company, Name="A\u030asa André")
    for part in ("åsa", "ÅSA", "a\u030asa", "andre", "André"):
        assert len(company.get("/customers", name=part)["Customers"]) == 1
    assert company.get("/customers", name="asa")["Customers"] == []


@pytest.mark.parametrize("letter", ["\u0958", "가", "é", "ß", "\ufb03", "ǟ"])
def test_a_name_of_any_letters_can_be_kept_or_is_refused(company: Company, letter: str) -> None:
    answer = company.api.post("/customers", json={"Customer": {"Name": letter * 1000}})
    assert answer.status_code in (201, 400)
    if answer.status_code == 201:
        assert len(company.get("/customers", name=letter * 3)["Customers"]) == 1


def test_letters_sort_by_the_alphabet() -> None:
    alphabet = "abcdefghijklmnopqrstuvwxyzåäö"
    assert sorted(alphabet.upper(), key=lambda letter: folded(letter).encode()) == [
        *alphabet.upper()
    ]


@pytest.mark.parametrize("name", ["YourReference", "OurReference"])
def test_invoices_are_found_by_a_reference(company: Company, name: str) -> None:
    long = "".join(chr(0x4E00 + place * 7 % 20000) for place in range(2000))
    sent = ["Gandalf the Grey", "gandalf the grey", "Åsa", 17, "", None, {"a": 1}, long]
    payer = customer(company)
    for value in sent:
        draft(company, CustomerNumber=payer, **{name: value})
    answers = {"Gandalf the Grey": ["1"], "Åsa": ["3"], "17": ["4"], '{"a":1}': ["7"]}
    for asked, found in (answers | {"Gandalf": [], "": []}).items():
        rows = company.get("/invoices", **{name.lower(): asked})["Invoices"]
        assert [row["DocumentNumber"] for row in rows] == found, asked
    company.put("/invoices/3", {"Invoice": {name: "Ärla"}})
    company.put("/invoices/1", {"Invoice": {name: "API_BLANK"}})
    both = {"yourreference": "Ärla", "ourreference": "Ärla"}
    assert company.get("/invoices", **{name.lower(): "Gandalf the Grey"})["Invoices"] == []
    assert len(company.get("/invoices", **{name.lower(): "Ärla"})["Invoices"]) == 1
    assert company.get("/invoices", **both)["Invoices"] == []
