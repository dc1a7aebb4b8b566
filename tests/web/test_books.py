"""The frame of the books in the browser, and their overview."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.approving import Flow, new_company, new_person
from tests.service import Company
from tests.web import invoicing, purchasing, reporting
from tests.web.at_books import Books, at_the_api, colleague, entered, forms
from tests.web.test_years import entry

import reskontra
from reskontra.web.wording import UNBROKEN, whole

TEMPLATES = Path(reskontra.__file__).parent / "web" / "templates" / "books"
INLINE = re.compile(r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]* src=)|javascript:", re.I)
# What the trade calls otherwise, by the words that stand for it.
NOT_SAID = re.compile(
    r"försäljningsfaktur|räkning\w* från|publicer|aktivera|ta bort faktura|verifikat(?!ion)|"
    r"transaktion|konter(?:a|ing)|redigera|försenad|(?<![.\w\"=])due\b(?!\()|bokföringsår|balansräkning|"
    r"resultaträkning|trial balance|journal|momsskuld|omvänd skattskyldighet|VAT-nummer|!<",
    re.I,
)


@pytest.fixture
def books(flow: Flow) -> Books:
    return entered(flow)


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    with at_the_api(flow) as company:
        yield company


def figures(page: str) -> dict[str, str]:
    """The key figures by their names, as they are written."""
    found = re.findall(r'class="name">([^<]+)</span><span class="value">([^<]+)<', page)
    return dict(found)


def test_whoever_has_one_company_lands_in_its_books(flow: Flow) -> None:
    books = Books(flow)
    page = books.log_in()
    assert page.url.path == books.root
    assert "<title>Översikt – Övning AB – Reskontra</title>" in page.text
    again = flow.http.get(f"{flow.service.url}/console/log-in")
    assert (again.status_code, again.headers["location"]) == (303, books.root)


def test_whoever_has_several_companies_chooses(flow: Flow) -> None:
    new_company(flow.service, flow.person, "reader", "Andra AB")
    assert Books(flow).log_in().url.path == "/console"


def test_log_in_comes_back_to_the_same_view(flow: Flow) -> None:
    books = Books(flow)
    page = books.get("?a=1&b=%C3%A5+x")
    assert page.url.path == "/console/log-in"
    page = books.send(page, email=flow.person.email, password="correct horse battery")
    assert str(page.url).endswith(f"{books.root}?a=1&b=%C3%A5+x")


@pytest.mark.parametrize("target", ["//evil.example", "/books/../x", "/books/1?a=//b", "/books\\x"])
def test_log_in_leads_to_no_other_place(flow: Flow, target: str) -> None:
    books = Books(flow)
    page = flow.http.get(f"{flow.service.url}/console/log-in", params={"next": target})
    page = books.send(page, email=flow.person.email, password="correct horse battery")
    assert page.url.path == books.root


def test_others_books_are_as_good_as_unknown(books: Books) -> None:
    flow = books.flow
    theirs = new_company(flow.service, new_person(flow.service), "admin", "Hemligt AB")
    answers = [
        flow.http.get(f"{flow.service.url}/books/{number}")
        for number in (theirs.id, 987654321, "x", f"{flow.company.id}x")
    ]
    assert {each.status_code for each in answers} == {404}
    assert len({each.content for each in answers}) == 1
    names = {"x-request-id", "date"}
    heads = [{k: v for k, v in each.headers.items() if k not in names} for each in answers]
    assert all(each == heads[0] for each in heads)


def test_a_page_is_safe_and_small(books: Books) -> None:
    page = books.get(**{"Accept-Encoding": "gzip"})
    policy = page.headers["content-security-policy"]
    for part in (
        "default-src 'none'",
        "script-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
    ):
        assert part in policy
    assert "unsafe" not in policy
    assert (page.headers["cache-control"], page.headers["vary"]) == ("no-store", "Accept-Encoding")
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < 6_000
    plain = books.get(**{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "Översikt" in plain.text


def test_a_forms_token_is_another_on_each_page_and_in_each_form(books: Books) -> None:
    pages = [books.get(), books.get()]
    sent = [form for page in pages for form in forms(page) if form.method == "post"]
    tokens = [form.fields["csrf_token"] for form in sent]
    assert len({*tokens}) == len(tokens) > 1
    assert all(len(each) == 128 for each in tokens)
    away = f"{books.flow.service.url}/console"
    for wrong in ("", tokens[0][:64], "0" * 128, tokens[0][:-1] + "x", tokens[0][64:] + "0" * 64):
        sent = books.flow.http.post(away, data={"csrf_token": wrong, "do": "log-out"})
        assert sent.status_code == 403
    sent = books.flow.http.post(away, data={"csrf_token": tokens[0], "do": "log-out"})
    assert (sent.status_code, sent.headers["location"]) == (303, "/console/log-in")


def test_files_are_packed_once_and_kept(books: Books) -> None:
    page = books.get().text
    url = books.flow.service.url
    addresses = re.findall(r'(?:href|src)="(/(?:books|console)/[^"]+\?v=[^"]+)"', page)
    sheet = next(each for each in addresses if "style.css" in each)
    addresses += [
        f"/books/{each}" for each in re.findall(r'url\("([^"]+)"\)', httpx_text(url + sheet, books))
    ]
    assert len({*addresses}) >= 4
    for address in {*addresses}:
        given = books.flow.http.get(url + address)
        assert given.status_code == 200, address
        assert "immutable" in given.headers["cache-control"]
    with books.flow.http.stream("GET", url + sheet, headers={"Accept-Encoding": "br, gzip"}) as raw:
        packed = b"".join(raw.iter_raw())
    assert raw.headers["content-encoding"] == "gzip"
    assert len(packed) < 7_000
    assert b"@font-face" in gzip.decompress(packed)


def httpx_text(url: str, books: Books) -> str:
    return books.flow.http.get(url, headers={"Accept-Encoding": "identity"}).text


def test_the_overview_of_empty_books_says_that_nothing_waits(books: Books) -> None:
    page = books.get().text
    assert figures(page) == dict.fromkeys(
        ("Obetalt", "Förfallet", "Resultat i år", "Moms att betala", "Kassa och bank"), "0"
    )
    assert "Inget väntar." in page


def test_every_figure_is_what_the_reports_say(books: Books, company: Company) -> None:
    company.set(vat_period="quarter")
    for day, due, price in (
        ("2026-08-03", "2026-09-02", 1000.40),
        ("2026-10-12", "2026-11-11", 2000),
        ("2026-11-14", "2026-12-14", 4000),
    ):
        row = {"Description": "Arbete", "Price": price, "DeliveredQuantity": 1, "VAT": 25}
        invoicing.issued(company, row, InvoiceDate=day, DueDate=due)
    paid = invoicing.issued(company, InvoiceDate="2026-11-02", DueDate="2026-12-02")
    invoicing.pay(company, paid["DocumentNumber"], 1250, PaymentDate="2026-11-10")
    cost = [{"Account": 6110, "Debit": 700}]
    bill = {"InvoiceDate": "2026-11-03", "DueDate": "2026-11-18", "VAT": 175, "Total": 875}
    purchasing.booked(company, *cost, **bill)
    purchasing.draft(company)
    entry(company, "2026-11-30", "D 1930 90", "K 3001 90")  # after today: it counts nowhere yet
    entry(company, "2026-11-01", "D 8910 50", "K 2510 50")  # tax is no cost before tax
    page = books.get().text
    shown = figures(page)
    today = {"fromdate": "2026-01-01", "todate": "2026-11-15"}
    result = sum_of(company, "income-statement", "Resultat före skatt", "YearSoFar", **today)
    [ageing] = [
        row
        for row in reporting.rows(company, "customer-ageing", sort="total", todate="2026-11-15")
        if row["Name"] == "Summa"
    ]
    late = [ageing[name] or 0 for name in ("Late1To30", "Late31To60", "Late61To90", "LateOver90")]
    cash = reporting.rows(company, "balance-sheet", **today)
    bank = sum(row["Closing"] for row in cash if str(row.get("Account", "")).startswith("19"))
    assert shown["Obetalt"] == whole(round_(ageing["Open"]))
    assert shown["Förfallet"] == whole(round_(sum(late)))
    assert shown["Resultat i år"] == whole(round_(result))
    assert shown["Kassa och bank"] == whole(round_(bank))
    assert shown["Moms att betala"] == whole(500 + 1000 + 250 - 175)
    assert "kvartal 4, hittills" in page
    assert "Momsdeklaration, kvartal 3" in page
    assert "Lämnas senast 12 november 2026" in page
    assert f"2{UNBROKEN}kundfakturor är förfallna" in page
    assert f"den äldsta 74{UNBROKEN}dagar" in page
    assert f"1{UNBROKEN}leverantörsfaktura ska betalas" in page
    assert "den första förfaller på onsdag" in page
    assert f"1{UNBROKEN}leverantörsfaktura är inte bokförd" in page
    assert f"74{UNBROKEN}dagar sen" in page


def round_(amount: Any) -> int:
    return int(amount + (0.5 if amount >= 0 else -0.5))


def sum_of(company: Company, kind: str, words: str, column: str, **query: Any) -> Any:
    rows = [
        row
        for sort in ("sum", "total")
        for row in reporting.rows(company, kind, sort=sort, **query)
        if row["Description"] == words
    ]
    return rows[0][column]


def test_a_draft_waits_from_the_second_day_on(books: Books, company: Company) -> None:
    made = invoicing.draft(company)
    assert "utkast" not in books.get().text.lower()
    books.flow.pass_time(25 * 3600)
    page = entered(books.flow).get().text
    assert f"1{UNBROKEN}utkast är inte utfärdat" in page
    assert f"Faktura {made['DocumentNumber']}, {whole(1250)}{UNBROKEN}kr" in page


@pytest.mark.parametrize("role", ["reader", "bookkeeper", "admin"])
def test_every_role_sees_the_overview(books: Books, role: str) -> None:
    with colleague(books.flow, role) as other:
        page = other.get()
    assert page.status_code == 200
    assert "Bo Ek" in page.text


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.stem)
def test_templates_have_nothing_inline_and_no_words_that_the_trade_does_not_use(path: Path) -> None:
    text = path.read_text()
    assert INLINE.findall(text) == []
    assert NOT_SAID.findall(text) == []


def test_the_words_that_are_not_said_are_found() -> None:
    for words in ("Redigera fakturan", "Ett verifikat", "En transaktion", "försenad", "Klart!</p>"):
        assert NOT_SAID.search(words), words
    for words in ("Verifikation B 47", "kundfaktura", "räkenskapsår", "10 dagar sen"):
        assert not NOT_SAID.search(words), words
