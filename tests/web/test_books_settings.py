"""The company's settings in the browser: details, logo, payment terms and the locked period."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.approving import PASSWORD, Flow
from tests.outside.paper import png
from tests.service import Company
from tests.web import invoicing, purchasing
from tests.web.at_books import Books, at_the_api, colleague, entered
from tests.web.test_years import entry

from reskontra.web.books import settings

SAVED = {
    "name": "Övning och Söner AB",
    "address": "Storgatan 1",
    "zip_code": "123 45",
    "city": "Umeå",
    "country_code": "se",
    "organisation_number": "5566778899",
    "vat_number": "SE556677889901",
    "domicile": "Umeå",
    "email": "faktura@exempel.se",
    "phone": "090-12 34 56",
    "www": "exempel.se",
    "bankgiro": "50501055",
    "plusgiro": "2865434",
    "swish": "123 456 78 90",
    "iban": "se4550000000058398257466",
    "bic": "essesess",
    "vat_period": "quarter",
}


@pytest.fixture
def books(flow: Flow) -> Books:
    return entered(flow)


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    with at_the_api(flow) as company:
        yield company


def test_every_detail_is_saved_in_its_own_form(books: Books, company: Company) -> None:
    page = books.send(books.get("/settings"), "save", **SAVED, f_tax="yes")
    assert "Inställningarna är sparade." in page.text
    shown = books.form(page, "save").fields
    written = {
        "organisation_number": "556677-8899",
        "bankgiro": "5050-1055",
        "plusgiro": "286543-4",
        "swish": "1234567890",
        "iban": "SE45 5000 0000 0583 9825 7466",
        "bic": "ESSESESS",
        "country_code": "SE",
    }
    wanted = SAVED | written | {"f_tax": "yes"}
    assert {name: shown[name] for name in wanted} == wanted
    assert {each.name for each in settings.FIELDS} == {*wanted}
    known = company.get("/settings/company")["CompanySettings"]
    assert (known["Name"], known["BG"], known["TaxEnabled"]) == (SAVED["name"], "5050-1055", True)
    books.send(page, "save", phone="", f_tax="")
    known = company.get("/settings/company")["CompanySettings"]
    assert (known["Phone1"], known["TaxEnabled"]) == ("", False)


def test_everything_that_cannot_be_read_is_told_at_once(books: Books, company: Company) -> None:
    wrong = {
        "name": " ",
        "organisation_number": "556677-8898",
        "vat_number": "SE1",
        "email": "a@@b",
        "bankgiro": "5050-1056",
        "plusgiro": "1",
        "swish": "12",
        "iban": "SE1",
        "bic": "x",
        "country_code": "XX",
        "vat_period": "ibland",
        "city": "a\x07",
    }
    page = books.send(books.get("/settings"), "save", **wrong)
    assert page.status_code == 400
    assert {*re.findall(r'<p class="wrong" id="(\w+)-wrong">', page.text)} == {*wrong}
    assert "12 uppgifter behöver rättas" in page.text
    assert books.form(page, "save").fields["bankgiro"] == "5050-1056"
    assert company.get("/settings/company")["CompanySettings"]["Name"] == "Övning AB"


def test_two_who_save_at_once_do_not_undo_each_other(books: Books, company: Company) -> None:
    mine = books.get("/settings")
    books.send(books.get("/settings"), "save", city="Umeå")
    page = books.send(mine, "save", phone="1")
    assert page.status_code == 409
    assert books.form(page, "save").fields["phone"] == "1"
    assert company.get("/settings/company")["CompanySettings"]["City"] == "Umeå"


def upload(books: Books, content: bytes, act: str = "logo") -> httpx.Response:
    form = books.form(books.get("/settings"), "logo")
    url = f"{books.flow.service.url}{form.action}"
    data = form.fields | {"do": act}
    sent = books.flow.http.post(url, data=data, files={"logo": ("l.png", content, "image/png")})
    return books.flow.follow(sent)


def test_a_logo_stands_on_the_next_invoice(books: Books) -> None:
    before = books.get("/settings/preview.svg")
    assert before.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in before.headers["content-security-policy"]
    assert "Logotypen är sparad." in upload(books, png()).text
    assert "data:image" in books.get("/settings/preview.svg").text
    assert "data:image" not in before.text
    assert "Logotypen är borttagen." in upload(books, b"", "remove-logo").text
    assert "data:image" not in books.get("/settings/preview.svg").text


DAMAGED = {"nothing": b"", "no picture": b"GIF89a", "half of one": png()[:60], "text": b"<svg/>"}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_what_cannot_be_drawn_is_no_logo(books: Books, content: bytes) -> None:
    page = upload(books, content)
    assert (page.status_code, 'id="logo-wrong"' in page.text) == (400, True)
    assert "data:image" not in books.get("/settings/preview.svg").text


def test_what_is_far_too_large_is_refused(books: Books) -> None:
    assert upload(books, bytes(3 * 1024 * 1024)).status_code == 413


def test_payment_terms_come_and_go(books: Books, company: Company) -> None:
    page = books.send(books.get("/settings"), "add-terms", Code="17", Description="")
    assert company.get("/termsofpayments/17")["TermsOfPayment"]["Description"] == "17 dagar"
    assert "17 dagar" in books.get("/customers/new").text
    again = books.send(page, "add-terms", Code="17", Description="Igen")
    assert (again.status_code, "används redan" in again.text) == (400, True)
    assert books.send(page, "add-terms", Code="snart").status_code == 400
    books.send(page, "remove-terms 17")
    codes = [each["Code"] for each in company.get("/termsofpayments")["TermsOfPayments"]]
    assert "17" not in codes


def locked(company: Company) -> Any:
    return company.get("/settings/lockedperiod")["LockedPeriod"]["EndDate"]


def test_a_period_is_locked_once_it_was_shown_what_lies_in_it(
    books: Books, company: Company
) -> None:
    draft = invoicing.draft(company, InvoiceDate="2026-09-10", DueDate="2026-10-10")
    bill = purchasing.draft(company, InvoiceDate="2026-09-11", DueDate="2026-10-11")
    page = books.get("/settings/lock?through=20260930")
    assert f"Kundfakturor som inte är bokförda: {draft['DocumentNumber']}" in page.text
    assert f"Leverantörsfakturor som inte är bokförda: {bill['GivenNumber']}" in page.text
    assert locked(company) == ""
    assert "Perioden är låst." in books.send(page, "lock").text
    assert locked(company) == "2026-09-30"
    with pytest.raises(AssertionError, match="låst"):
        entry(company, "2026-09-30", "D 1930 1", "K 3001 1")
    for day, words in (("snart", "Skriv en dag"), ("2026-12-31", "inte längre fram")):
        refused = books.send(books.get("/settings/lock?through=2026-09-30"), "lock", through=day)
        assert (refused.status_code, words in refused.text) == (400, True), day
    again = books.send(books.get("/settings/lock?through=2026-10-01"), "lock", through="2026-08-31")
    assert (again.status_code, "redan låst" in again.text) == (409, True)
    other = books.send(page, "lock", through="2026-10-31")
    assert (other.status_code, "redan skickat en gång" in other.text) == (422, True)


def test_only_an_administrator_unlocks_and_says_who_it_is_first(
    books: Books, company: Company
) -> None:
    books.send(books.get("/settings/lock?through=2026-09-30"), "lock")
    with colleague(books.flow, "bookkeeper") as other:
        page = other.get("/settings/lock?through=2026-08-31")
        assert 'value="unlock"' not in page.text
        later = other.send(other.get("/settings/lock?through=2026-10-31"), "lock")
        assert "Perioden är låst." in later.text
    page = books.get("/settings/lock?through=2026-08-31")
    books.flow.pass_time(900)
    asked = books.send(page, "unlock")
    assert locked(company) == "2026-10-31"
    assert 'type="password"' in asked.text
    done = books.send(asked, proof_password=PASSWORD)
    assert "Perioden är upplåst." in done.text
    assert locked(company) == "2026-08-31"


@pytest.mark.parametrize("role", ["reader", "bookkeeper"])
def test_others_see_the_settings_and_change_nothing_of_the_company(
    books: Books, company: Company, role: str
) -> None:
    books.send(books.get("/settings"), "save", organisation_number="811228-9874", city="Umeå")
    mine = books.form(books.get("/settings"), "save").fields
    with colleague(books.flow, role) as other:
        page = other.get("/settings")
        assert (page.status_code, "Umeå" in page.text) == (200, True)
        assert ("811228-9874" in page.text) == (role == "bookkeeper")
        assert 'value="save"' not in page.text
        token = re.findall(r'name="csrf_token" value="(\w+)"', page.text)[0]
        own = {"csrf_token": token, "do": "save", "city": "Lund"}
        for path in ("/settings", "/settings/logo"):
            url = f"{books.flow.service.url}{books.root}{path}"
            assert other.flow.http.post(url, data=mine | own).status_code == 403
        lock = other.get("/settings/lock").status_code
        assert lock == (403 if role == "reader" else 200)
    assert company.get("/settings/company")["CompanySettings"]["City"] == "Umeå"
