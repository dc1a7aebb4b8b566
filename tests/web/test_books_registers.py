"""Customers, articles and suppliers in the browser: listed, looked up, added and changed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.approving import Flow
from tests.service import Company
from tests.web import invoicing, purchasing
from tests.web.at_books import Books, at_the_api, colleague, entered

from reskontra.web.wording import UNBROKEN


@pytest.fixture
def books(flow: Flow) -> Books:
    return entered(flow)


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    with at_the_api(flow) as company:
        yield company


# Of each register: its place, what is typed in its form, what it is called there, and what the API
# has of it then.
REGISTERS: dict[str, tuple[str, dict[str, str], str, dict[str, Any]]] = {
    "customers": (
        "Customer",
        {"Name": "Åbergs Bygg & Co", "City": "Umeå", "CountryCode": "se", "Comments": "a\r\nb"},
        "Name",
        {"Name": "Åbergs Bygg & Co", "City": "Umeå", "Comments": "a\nb", "Active": True},
    ),
    "suppliers": (
        "Supplier",
        {"Name": "Ödmans El", "BG": "5050-1055", "TermsOfPayment": "30"},
        "Name",
        {"Name": "Ödmans El", "BG": "5050-1055", "TermsOfPayment": "30", "Active": True},
    ),
    "articles": (
        "Article",
        {"Description": "Snickeri", "SalesPrice": "1 250,5 kr", "VAT": "12", "Unit": "h"},
        "Description",
        {"Description": "Snickeri", "SalesPrice": 1250.5, "VAT": 12, "Unit": "h"},
    ),
}


@pytest.mark.parametrize("place", REGISTERS)
def test_one_is_added_found_and_changed(books: Books, company: Company, place: str) -> None:
    single, fields, called, known = REGISTERS[place]
    made = books.send(books.get(f"/{place}/new"), "save", **fields)
    number = made.url.path.split("/")[4]
    assert 'role="status"' in made.text
    answer = company.get(f"/{place}/{number}")[single]
    assert {name: answer[name] for name in known} == known
    for query in ("", f"?q={fields[called][:5].lower()}", "?show=all&sort=number&order=desc"):
        found = books.get(f"/{place}{query}")
        assert f'href="/books/{books.flow.company.id}/{place}/{number}"' in found.text, query
    edit = "" if place == "articles" else "/edit"
    form = books.get(f"/{place}/{number}{edit}")
    changed = books.send(form, "save", **{called: "Något annat"}, **untick(books, form, "Active"))
    assert "Något annat" in changed.text
    answer = company.get(f"/{place}/{number}")[single]
    assert (answer[called], answer["Active"]) == ("Något annat", False)
    rest = {name: value for name, value in known.items() if name not in (called, "Active")}
    assert {name: answer[name] for name in rest} == rest
    assert "Något annat" not in books.get(f"/{place}").text
    assert "Något annat" in books.get(f"/{place}?show=inactive").text
    assert "Rensa sökningen" in books.get(f"/{place}?q=kroksbäret").text


def untick(books: Books, page: Any, name: str) -> dict[str, Any]:
    """What a browser sends of a box without a tick is nothing."""
    assert books.form(page, "save").fields[name] == "yes"
    return {name: ""}


def test_what_was_emptied_is_cleared(books: Books, company: Company) -> None:
    sent = {"Name": "Ek", "Email": "a@b.se", "YourReference": "Eva", "InvoiceDiscount": 5}
    company.post("/customers", {"Customer": sent | {"CustomerNumber": "a/b ö"}})
    form = books.get("/customers/a%2Fb%20%C3%B6/edit")
    page = books.send(form, "save", Email="", YourReference=" ")
    assert page.url.raw_path.startswith(f"{books.root}/customers/a%2Fb%20%C3%B6".encode())
    known = company.get("/customers/a%2Fb%20%C3%B6")["Customer"]
    assert (known["Email"], known["YourReference"], known["InvoiceDiscount"]) == ("", "", 5)


REFUSED = {
    "a name is missing": ("customers", {"Name": ""}, "Name", "Namn saknas"),
    "no address": ("customers", {"Name": "A", "Email": "a@@b"}, "Email", "Skriv en e-postadress"),
    "no country": ("suppliers", {"Name": "A", "CountryCode": "XX"}, "CountryCode", "två bokstäver"),
    "no price": (
        "articles",
        {"Description": "A", "SalesPrice": "tolv"},
        "SalesPrice",
        "priset med",
    ),
    "too long": ("articles", {"Description": "A" * 201}, "Description", "högst 200 tecken"),
}


@pytest.mark.parametrize(("place", "fields", "at", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_is_kept(
    books: Books, place: str, fields: dict[str, str], at: str, words: str
) -> None:
    page = books.send(books.get(f"/{place}/new"), "save", **fields)
    assert page.status_code == 400
    assert "<title>Fel: " in page.text
    [told] = re.findall(rf'<p class="wrong" id="{at}-wrong">([^<]+)</p>', page.text)
    assert words in told
    assert f'<a href="#{at}">{told}</a>' in page.text
    assert books.form(page, "save").fields | fields == books.form(page, "save").fields


def test_a_form_that_is_sent_twice_adds_one(books: Books, company: Company) -> None:
    form = books.get("/customers/new")
    pages = [books.send(form, "save", Name="Dubbel") for _ in range(2)]
    assert pages[0].url == pages[1].url
    assert company.get("/customers", name="Dubbel")["MetaInformation"]["@TotalResources"] == 1
    other = books.send(form, "save", Name="En annan")
    assert other.status_code == 422
    assert company.get("/customers", name="En annan")["MetaInformation"]["@TotalResources"] == 0


def test_two_who_change_the_same_see_each_others(books: Books, company: Company) -> None:
    company.post("/customers", {"Customer": {"CustomerNumber": "7", "Name": "Ek", "City": "Ed"}})
    mine = books.get("/customers/7/edit")
    company.put("/customers/7", {"Customer": {"City": "Ytterby"}})
    page = books.send(mine, "save", City="Kiruna")
    assert page.status_code == 409
    assert "sparat nu är ”Ytterby”" in page.text
    assert books.form(page, "save").fields["City"] == "Kiruna"
    assert company.get("/customers/7")["Customer"]["City"] == "Ytterby"
    books.send(page, "save")
    assert company.get("/customers/7")["Customer"]["City"] == "Kiruna"


def test_a_customers_page_says_what_is_owed_and_how_soon_it_pays(
    books: Books, company: Company
) -> None:
    who = invoicing.customer(company, Name="Betalar AB")
    sold = {"CustomerNumber": who}
    for made, paid in (("2026-09-01", "2026-09-11"), ("2026-09-01", "2026-09-22")):
        invoice = invoicing.issued(company, InvoiceDate=made, DueDate="2026-12-01", **sold)
        invoicing.pay(company, invoice["DocumentNumber"], 1250, PaymentDate=paid)
    late = invoicing.issued(company, InvoiceDate="2026-10-01", DueDate="2026-10-31", **sold)
    invoicing.issued(company, InvoiceDate="2026-11-14", DueDate="2026-12-14", **sold)
    page = books.get(f"/customers/{who}").text
    assert figures(page) == {
        "Obetalt": (f"2{UNBROKEN}500,00", f"2{UNBROKEN}kundfakturor"),
        "Förfallet": (f"1{UNBROKEN}250,00", f"1{UNBROKEN}kundfaktura"),
        "Betalas i snitt efter": ("16", f"2{UNBROKEN}betalda fakturor"),
    }
    assert f'{books.root}/invoices/{late["DocumentNumber"]}"' in page
    assert f"15{UNBROKEN}dagar sen" in page
    assert f"/invoices/new?customer={who}" in page


def test_a_suppliers_page_says_what_is_owed(books: Books, company: Company) -> None:
    bill = purchasing.booked(company, InvoiceDate="2026-11-03", DueDate="2026-11-10")
    page = books.get(f"/suppliers/{bill['SupplierNumber']}").text
    shown = figures(page)
    assert shown["Obetalt"][1] == shown["Förfallet"][1] == f"1{UNBROKEN}leverantörsfaktura"
    assert shown["Betalas i snitt efter"][0] == "–"
    [series, number] = re.findall(r"/vouchers/(\w+)/(\d+)\?financialyear=", page)[0]
    known = bill["Vouchers"][0]
    assert (series, int(number)) == (known["Series"], known["Number"])


def figures(page: str) -> dict[str, tuple[str, str]]:
    """The key figures by their names: what each comes to, and of how many."""
    found = re.findall(
        r'class="name">([^<]+)</span><span class="value">([^<]+)<.*?class="note">([^<]*)<', page
    )
    return {name: (value, note) for name, value, note in found}


def test_readers_see_and_change_nothing(books: Books, company: Company) -> None:
    person = {"CustomerNumber": "9", "Name": "Eva", "Type": "PRIVATE"}
    company.post("/customers", {"Customer": person | {"OrganisationNumber": "811228-9874"}})
    company.post("/articles", {"Article": {"ArticleNumber": "1", "Description": "Plank"}})
    forms = [books.get(path) for path in ("/customers/9/edit", "/articles/1")]
    assert "811228-9874" in books.get("/customers/9").text
    with colleague(books.flow, "reader") as reader:
        for path in ("/customers", "/customers/9"):
            page = reader.get(path).text
            assert "811228-9874" not in page
            assert "Ny kund" not in page
        assert "Plank" in reader.get("/articles/1").text
        for path in ("/customers/new", "/customers/9/edit", "/articles/new", "/suppliers/new"):
            assert reader.get(path).status_code == 403
        for page in forms:
            token = re.findall(r'name="csrf_token" value="(\w+)"', reader.get().text)[0]
            sent = books.form(page, "save").fields | {"csrf_token": token, "Name": "Annan"}
            assert reader.flow.http.post(str(page.url), data=sent).status_code == 403
    assert company.get("/customers/9")["Customer"]["Name"] == "Eva"


@pytest.mark.parametrize("path", ["/customers", "/articles", "/suppliers"])
def test_odd_addresses_are_refused_and_unknown_ones_not_found(books: Books, path: str) -> None:
    assert books.get(f"{path}?q=%00").status_code == 400
    assert books.get(f"{path}?q=%ff").status_code == 400
    assert books.get(f"{path}?page=999999&sort=x&show=y").status_code == 200
    assert books.get(f"{path}/finns-inte").status_code == 404
