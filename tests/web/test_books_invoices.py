"""Invoices in the books, by forms alone: written, issued, mailed, paid, credited and discarded."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.approving import Flow
from tests.service import Company
from tests.web import invoicing
from tests.web.at_books import Books, at_the_api, colleague, entered

from reskontra.web.books.sheet import MOST_LINES, TOO_LONG
from reskontra.web.wording import UNBROKEN

SPACE = UNBROKEN


@pytest.fixture
def books(flow: Flow) -> Books:
    return entered(flow)


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    with at_the_api(flow) as company:
        yield company


@pytest.fixture
def customer(company: Company) -> str:
    return invoicing.customer(company, Name="Alléns Bokhandel AB", Email="bok@example.se")


def row(number: int, text: str, quantity: str = "", price: str = "", vat: str = "25") -> Any:
    typed = {"text": text, "quantity": quantity, "price": price, "vat": vat}
    return {f"row-{number}-{part}": value for part, value in typed.items()}


def written(books: Books, customer: str, **fields: Any) -> httpx.Response:
    """A new invoice that was saved."""
    rows = row(1, "Skrivbord", "2", "8 900,00") | row(2, "Boken om trä", "3", "320", "6")
    page = books.get(f"/invoices/new?customer={customer}")
    return books.send(page, "save", **rows | fields)


def number_of(page: httpx.Response) -> str:
    found = re.search(r"/invoices/([0-9]+)", page.url.path)
    assert found, page.url
    return found[1]


def test_nothing_is_created_by_looking(books: Books, company: Company, customer: str) -> None:
    for query in ("", f"?customer={customer}"):
        assert books.get(f"/invoices/new{query}").status_code == 200
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 0


def test_an_invoice_is_written_counted_and_saved(
    books: Books, company: Company, customer: str
) -> None:
    page = books.get("/invoices/new")
    page = books.send(page, "recount", customer="allén")
    assert f'name="choose" value="{customer}"' in page.text
    page = books.send(page, choose=customer)
    assert "Alléns Bokhandel AB" in page.text
    page = books.send(page, "add-row", **row(1, "Skrivbord i ek", "2", "8900"))
    assert f"17{SPACE}800,00" in page.text
    page = books.send(page, "recount", **row(2, "Montering", "4,5", "695,00", "12"))
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 0
    assert f"Moms 12{SPACE}% på 3{SPACE}127,50" in page.text
    page = books.send(page, "save", YourReference="Maria", Comments="Tack\nför allt")
    number = number_of(page)
    assert "Utkast" in page.text
    kept = invoicing.read(company, number)
    assert [each["Price"] for each in kept["InvoiceRows"]] == [8900, 695]
    assert (kept["YourReference"], kept["Comments"]) == (
        "Maria",
        "Tack\r\nför allt".replace("\r", ""),
    )
    total = f"{kept['Total']:,.2f}".replace(",", SPACE).replace(".", ",")
    assert total in page.text, "the page says what the API says"
    page = books.send(page, remove="1")
    assert "Skrivbord i ek" not in page.text
    assert len(invoicing.read(company, number)["InvoiceRows"]) == 2
    page = books.send(page, "save")
    assert len(invoicing.read(company, number)["InvoiceRows"]) == 1


DAYS = [
    ({"InvoiceDate": "20261101"}, "2026-11-01", "2026-12-01"),
    ({"InvoiceDate": "1/11", "TermsOfPayment": "10"}, "2026-11-01", "2026-11-11"),
    ({"InvoiceDate": "idag", "DueDate": "+14"}, "2026-11-15", "2026-11-29"),
    ({"InvoiceDate": "2026-11-10", "DueDate": "2026-11-12"}, "2026-11-10", "2026-11-12"),
]


@pytest.mark.parametrize(("typed", "day", "due"), DAYS)
def test_days_are_taken_as_people_write_them(
    books: Books, company: Company, customer: str, typed: Any, day: str, due: str
) -> None:
    page = written(books, customer, **typed)
    kept = invoicing.read(company, number_of(page))
    assert (kept["InvoiceDate"], kept["DueDate"]) == (day, due)
    page = books.send(page, "save", TermsOfPayment="20")
    kept = invoicing.read(company, number_of(page))
    assert (kept["InvoiceDate"], kept["TermsOfPayment"]) == (day, "20")


WRONG = [
    (row(1, "Arbete", "1", "tolv"), "row-1-price", "Skriv priset med siffror"),
    (row(2, "Arbete", "x", "1"), "row-2-quantity", "Skriv antalet med siffror"),
    ({"InvoiceDate": "i förrgår"}, "InvoiceDate", "Skriv fakturadatumet som"),
    ({"DueDate": "sen"}, "DueDate", "Skriv förfallodatumet som"),
]


@pytest.mark.parametrize(("typed", "field", "words"), WRONG)
def test_what_is_wrong_stands_at_its_field_and_what_was_typed_stays(
    books: Books, company: Company, customer: str, typed: Any, field: str, words: str
) -> None:
    page = written(books, customer, **typed)
    assert page.status_code == 400
    assert "<title>Fel: " in page.text
    assert f'href="#{field}"' in page.text
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true"', page.text)
    assert page.text.count(words) >= 2
    for value in typed.values():
        assert value in page.text
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 0


def test_what_the_form_does_not_show_stays(books: Books, company: Company, customer: str) -> None:
    made = invoicing.draft(
        company,
        {"Description": "Rot", "Price": 100, "DeliveredQuantity": 2, "VAT": 25, "HouseWork": True,
         "HouseWorkType": "CONSTRUCTION", "Project": "7"},
        CustomerNumber=customer, TaxReductionType="rot", Language="EN", DeliveryDate="2026-11-02",
    )  # fmt: skip
    number = made["DocumentNumber"]
    page = books.send(books.get(f"/invoices/{number}"), "save", YourReference="Maria")
    assert page.status_code == 200
    kept = invoicing.read(company, number)
    ours = {"YourReference": "Maria"}
    assert {k: v for k, v in kept.items() if v != made.get(k)} == ours


def test_of_an_invoice_that_is_too_long_for_the_form_no_row_is_lost(
    books: Books, company: Company, customer: str
) -> None:
    rows = [{"Description": "Skruv", "Price": 1, "DeliveredQuantity": "1"}] * (MOST_LINES + 1)
    sent = {"CustomerNumber": customer, "InvoiceRows": rows}
    number = company.post("/invoices", {"Invoice": sent})["Invoice"]["DocumentNumber"]
    page = books.get(f"/invoices/{number}")
    assert (TOO_LONG in page.text, 'value="save"' in page.text) == (True, False)
    assert f"/invoices/{number}/issue" in page.text
    too_many = {key: value for n in range(MOST_LINES + 1) for key, value in row(n + 1, "x").items()}
    form = books.get(f"/invoices/new?customer={customer}")
    refused = books.send(form, "save", **too_many)
    assert (refused.status_code, TOO_LONG in refused.text) == (400, True)
    fields = books.form(form, "save").fields | row(1, "x") | {"do": "save"}
    assert books.flow.http.post(str(page.url), data=fields).status_code == 200
    assert len(company.get(f"/invoices/{number}")["Invoice"]["InvoiceRows"]) == MOST_LINES + 1
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 1


def test_the_voucher_is_shown_then_issued_and_mailed(
    books: Books, company: Company, customer: str
) -> None:
    number = number_of(written(books, customer))
    page = books.send(books.get(f"/invoices/{number}"), "review")
    assert page.url.path.endswith(f"/invoices/{number}/issue")
    for part in ("1510", "Kundfordringar", "Utgående moms", "bok@example.se"):
        assert part in page.text
    assert invoicing.read(company, number)["Booked"] is False, "nothing of what was shown stays"
    page = books.send(page, "issue")
    kept = invoicing.read(company, number)
    voucher = f"Verifikation B {kept['VoucherNumber']}."
    assert f"är utfärdad och mejlad till bok@example.se. {voucher}" in page.text
    assert len(list(books.flow.service.outbox.glob("*.eml"))) >= 1
    assert "Registrera betalning" in page.text


def test_an_invoice_is_paid_in_part_then_rounded_off(
    books: Books, company: Company, customer: str
) -> None:
    number = invoicing.issued(company, CustomerNumber=customer)["DocumentNumber"]
    page = books.get(f"/invoices/{number}/pay")
    assert f"1{SPACE}250,00" in page.text
    page = books.send(page, "recount", Amount="1 000,50", PaymentDate="idag")
    assert f"1{SPACE}000,50" in page.text
    page = books.send(page, "pay")
    assert "Kvar att betala: 249,50 kr." in page.text
    assert "Delbetald" in page.text
    page = books.send(
        books.get(f"/invoices/{number}/pay"), "recount", Amount="240", Rest="rounding"
    )
    assert page.status_code == 400
    assert "Som öresavrundning bokförs högst" in page.text
    page = books.send(page, "recount", Amount="249", Rest="rounding")
    assert "Öres- och kronutjämning" in page.text
    page = books.send(page, "pay")
    assert invoicing.read(company, number)["Balance"] == 0
    assert "Registrera betalning" not in page.text


def test_a_paid_invoice_is_credited(books: Books, company: Company, customer: str) -> None:
    number = invoicing.issued(company, CustomerNumber=customer)["DocumentNumber"]
    invoicing.pay(company, number, 1000)
    page = books.get(f"/invoices/{number}/credit")
    assert f"1{SPACE}000,00{SPACE}kr, som kunden får tillgodo" in page.text.replace("&nbsp;", SPACE)
    page = books.send(page, "credit")
    assert f"Faktura {number} är krediterad." in page.text
    assert invoicing.read(company, number)["Cancelled"] is True


def test_a_draft_is_discarded_with_a_reason(books: Books, company: Company, customer: str) -> None:
    number = number_of(written(books, customer))
    page = books.get(f"/invoices/{number}/discard")
    refused = books.send(page, "discard", Reason=" ")
    assert (refused.status_code, "Skriv varför" in refused.text) == (400, True)
    page = books.send(page, "discard", Reason="Fel kund")
    assert "numret noterat som oanvänt" in page.text
    assert books.get(f"/invoices/{number}").status_code == 404
    told = books.flow.http.get(f"{books.flow.service.url}/console/companies/{company.id}/history")
    assert "Fel kund" in told.text


# Once, and together


def test_a_form_that_is_sent_again_does_nothing_more(
    books: Books, company: Company, customer: str
) -> None:
    page = books.get(f"/invoices/new?customer={customer}")
    typed = row(1, "Skrivbord", "1", "100")
    with ThreadPoolExecutor(4) as pool:
        sent = [*pool.map(lambda _: books.sent(page, "save", **typed), range(4))]
    assert {each.status_code for each in sent} == {303}
    assert len({each.headers["location"] for each in sent}) == 1
    again = books.send(page, "save", **row(1, "Annat", "1", "100"))
    assert (again.status_code, "redan skickat" in again.text) == (409, True)
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 1
    number = number_of(books.flow.follow(sent[0]))
    issuing = books.get(f"/invoices/{number}/issue")
    targets = {books.sent(issuing, "issue").headers["location"] for _ in range(2)}
    assert len(targets) == 2, "the second says nothing of a letter"
    paying = books.get(f"/invoices/{number}/pay")
    assert len({books.sent(paying, "pay", Amount="10").status_code for _ in range(2)}) == 1
    assert len(company.get("/invoicepayments")["InvoicePayments"]) <= 1


def test_a_draft_that_someone_else_has_changed_is_not_overwritten(
    books: Books, company: Company, customer: str
) -> None:
    mine = written(books, customer)
    number = number_of(mine)
    with colleague(books.flow, "bookkeeper") as other:
        other.send(other.get(f"/invoices/{number}"), "save", YourReference="Bo")
    page = books.send(mine, "save", YourReference="Anna")
    assert page.status_code == 409
    for part in ("Sparat nu", ">Bo<", ">Anna<"):
        assert part in page.text
    assert invoicing.read(company, number)["YourReference"] == "Bo"
    page = books.send(page, "save")
    assert invoicing.read(company, number)["YourReference"] == "Anna"


def test_what_has_changed_since_it_was_shown_is_shown_anew(
    books: Books, company: Company, customer: str
) -> None:
    page = written(books, customer)
    number = number_of(page)
    shown = books.get(f"/invoices/{number}/issue")
    books.send(page, "save", **row(1, "Skrivbord", "3", "8900"))
    again = books.send(shown, "issue")
    assert (again.status_code, "ändrats sedan sidan visades" in again.text) == (409, True)
    assert f"34{SPACE}393,00" in again.text
    assert invoicing.read(company, number)["Booked"] is False
    assert books.send(again, "issue").status_code == 200
    assert invoicing.read(company, number)["Booked"] is True


# The list


def test_the_list_has_tabs_a_search_an_order_and_the_sum_of_all(
    books: Books, company: Company, customer: str
) -> None:
    other = invoicing.customer(company, Name="Café Körsbäret HB")
    for due in ("2026-10-01", "2026-12-24"):
        invoicing.issued(company, CustomerNumber=customer, InvoiceDate="2026-09-01", DueDate=due)
    invoicing.draft(company, CustomerNumber=other, YourReference="Åsa Öst")
    page = books.get("/invoices").text.replace("&nbsp;", SPACE)
    assert f"1–3 av 3{SPACE}fakturor, summa 3{SPACE}750,00{SPACE}kr" in page
    for words in ("45", "Utkast", "Utfärdad"):
        assert words in page
    cases = {
        "?show=drafts": ["3"], "?show=unpaid": ["2", "1"], "?show=overdue": ["1"], "?show=paid": [],
        "?q=k%C3%B6rsb%C3%A4r": ["3"], "?q=%C3%A5sa": ["3"], "?q=%C3%96ST": ["3"],
        "?q=2": ["2"], "?q=100%25": [],
        "?sort=date&order=asc": ["1", "2", "3"], "?sort=customer&order=asc": ["1", "2", "3"],
        f"?customer={other}": ["3"], "?from=2026-11-01": ["3"],
        "?show=x&sort=y&page=z": ["3", "2", "1"],
        "?page=2": [],
    }  # fmt: skip
    for query, numbers in cases.items():
        page = books.get(f"/invoices{query}").text
        assert re.findall(r'class="nr"><a [^>]+>([0-9]+)<', page) == numbers, query
    assert (
        "Ingen faktura stämmer med ”kroksbäret”." in books.get("/invoices?q=kroksb%C3%A4ret").text
    )


# Who may


ADDRESSES = ("new", "{n}/issue", "{n}/mail", "{n}/pay", "{n}/credit", "{n}/discard")


def test_a_reader_looks_and_does_nothing(books: Books, company: Company, customer: str) -> None:
    number = number_of(written(books, customer))
    paid = invoicing.issued(company, CustomerNumber=customer)["DocumentNumber"]
    with colleague(books.flow, "reader") as reader:
        for path in ("", f"/{number}", f"/{paid}", f"/{paid}/pdf", f"/{paid}/preview.svg"):
            page = reader.get(f"/invoices{path}")
            assert page.status_code == 200, path
            assert 'class="button primary"' not in page.text
        for path in ADDRESSES:
            refused = reader.get(f"/invoices/{path.format(n=paid)}")
            assert refused.status_code == 403, path
            assert "Redovisare eller Administratör" in refused.text
        token = reader.get("/invoices").text.split('name="csrf_token" value="')[1].split('"')[0]
        url = f"{books.flow.service.url}{books.root}/invoices"
        for path in (*ADDRESSES, "{n}"):
            sent = {"csrf_token": token, "do": "save", "version": "x", "form_key": "k"}
            answer = reader.flow.http.post(f"{url}/{path.format(n=number)}", data=sent)
            assert answer.status_code == 403, path
    assert invoicing.read(company, number)["Booked"] is False


def test_the_picture_is_an_image_in_which_nothing_runs(
    books: Books, company: Company, customer: str
) -> None:
    number = number_of(written(books, customer))
    page = books.get(f"/invoices/{number}").text
    [address] = re.findall(r'src="([^"]+preview\.svg\?v=[0-9a-f]+)"', page)
    answer = books.flow.http.get(books.flow.service.url + address)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.text.startswith("<svg")
    assert "<script" not in answer.text
    printed = books.get(f"/invoices/{number}/pdf")
    assert printed.content.startswith(b"%PDF")


def test_while_one_types_the_server_counts_and_keeps_nothing(
    books: Books, company: Company, customer: str
) -> None:
    page = books.get(f"/invoices/new?customer={customer}")
    form = books.form(page)
    typed = form.fields | row(1, "Bord", "2", "1 250,50") | row(3, "Text")
    url = f"{books.flow.service.url}{books.root}/invoices/live"
    answer = books.flow.http.post(url, data=typed)
    assert answer.status_code == 200
    assert f'<output id="row-1-total">2{SPACE}501,00</output>' in answer.text
    assert '<output id="row-3-total"></output>' in answer.text
    assert f"3{SPACE}126,00" in answer.text
    assert "Kundfordringar" in answer.text
    wrong = books.flow.http.post(url, data=typed | row(1, "Bord", "2", "dyrt"))
    assert "Skriv priset med siffror" in wrong.text
    assert company.get("/invoices")["MetaInformation"]["@TotalResources"] == 0


def test_customers_and_articles_are_looked_up(
    books: Books, company: Company, customer: str
) -> None:
    article = {"Description": "Ekbord & stol", "SalesPrice": 1250.5, "VAT": 12, "Unit": ""}
    company.post("/articles", {"Article": article})
    assert f'data-value="{customer}"' in books.get("/lookup/customers?q=bokh").text
    found = books.get("/lookup/articles?q=ekb").text
    assert 'data-text="Ekbord &amp; stol"' in found
    assert 'data-vat="12"' in found
    assert "<li" not in books.get("/lookup/articles?q=granbord").text
