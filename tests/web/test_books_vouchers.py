"""Vouchers and accounts in the browser: found, followed, written and corrected."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from tests.approving import Flow
from tests.service import TODAY, Company
from tests.web import invoicing, purchasing
from tests.web.at_books import Books, at_the_api, colleague, entered
from tests.web.reporting import rows as report_rows
from tests.web.test_years import entry

from reskontra.web.wording import UNBROKEN, money

RENT = {"TransactionDate": "2/11", "VoucherSeries": "A", "Description": "Hyra november"}
LINES = {
    "row-1-account": "5010",
    "row-1-debit": "8 000,5",
    "row-1-text": "Lokalen",
    "row-3-account": "1930",
    "row-3-credit": "8000.50",
}


@pytest.fixture
def company(flow: Flow) -> Iterator[Company]:
    with at_the_api(flow) as company:
        yield company


@pytest.fixture
def books(flow: Flow) -> Books:
    return entered(flow)


def vouchers(company: Company) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = company.get("/vouchers")["Vouchers"]
    return found


def test_a_voucher_is_shown_first_and_then_posted_once(books: Books, company: Company) -> None:
    form = books.get("/vouchers/new")
    review = books.send(form, "review", **RENT, **LINES)
    assert (review.status_code, "Bokför verifikationen?" in review.text) == (200, True)
    assert f"8{UNBROKEN}000,50" in review.text
    assert "Lokalhyra" in review.text  # what the account is called
    assert vouchers(company) == []
    posted = [books.send(review, "post") for _ in range(2)]
    assert posted[0].url == posted[1].url
    assert "Verifikation A 1 är bokförd." in posted[0].text
    [made] = vouchers(company)
    assert (made["TransactionDate"], made["Description"]) == ("2026-11-02", "Hyra november")
    rows = company.get("/vouchers/A/1")["Voucher"]["VoucherRows"]
    assert [(row["Account"], row["Debit"], row["Credit"]) for row in rows] == [
        (5010, 8000.5, 0),
        (1930, 0, 8000.5),
    ]
    assert rows[0]["TransactionInformation"] == "Lokalen"


def test_the_form_is_counted_by_the_server_and_kept_as_typed(books: Books) -> None:
    form = books.get("/vouchers/new")
    counted = books.send(form, "count", **RENT, **LINES | {"row-3-credit": "100"})
    totals = re.findall(r'<dd class="(?:pay )?num">([^<]+)</dd>', counted.text)
    assert totals == [f"8{UNBROKEN}000,50", "100,00", f"7{UNBROKEN}900,50"]
    fields = books.form(counted, "review").fields
    assert (fields["row-1-debit"], fields["row-2-credit"]) == ("8 000,5", "100")
    more = books.send(counted, "more")
    assert "row-7-account" in books.form(more, "review").fields
    review = books.send(form, "review", **RENT, **LINES)
    back = books.send(review, "edit")
    assert books.form(back, "review").fields["TransactionDate"] == "2/11"


REFUSED = {
    "no text": ({"Description": ""}, "Description", "Text saknas"),
    "no day": ({"TransactionDate": "snart"}, "TransactionDate", "Skriv en dag"),
    "no account": ({"row-3-account": "x"}, "row-2-account", "Rad 2: "),
    "no amount": ({"row-1-debit": "många"}, "row-1-debit", "Rad 1: "),
    "both sides": ({"row-3-debit": "1"}, "row-2-debit", "i debet eller i kredit"),
    "astray": ({"row-3-credit": "1"}, "", "balanserar inte"),
    "unknown account": ({"row-3-account": "1999"}, "", "1999 finns inte"),
}


@pytest.mark.parametrize(("change", "at", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_posted_is_said_in_its_place(
    books: Books, company: Company, change: dict[str, str], at: str, words: str
) -> None:
    page = books.send(books.get("/vouchers/new"), "review", **RENT | LINES | change)
    assert (page.status_code, "<title>Fel: " in page.text) == (400, True)
    alert = page.text.partition('role="alert"')[2].partition("</div>")[0]
    assert words in alert
    if at:
        assert f'href="#{at}"' in alert
        assert f'id="{at}-wrong"' in page.text
    assert vouchers(company) == []


def test_what_became_another_is_shown_again(books: Books, company: Company) -> None:
    review = books.send(books.get("/vouchers/new"), "review", **RENT, **LINES)
    page = books.send(review, "post", Description="Något annat")
    assert (page.status_code, "se efter igen" in page.text) == (409, True)
    assert vouchers(company) == []


def test_a_correction_shows_the_mirrored_rows_and_both_know_each_other(
    books: Books, company: Company
) -> None:
    entry(company, "2026-11-02", "D 5010 80", "K 1930 80")
    page = books.get("/vouchers/A/1")
    assert "Rätta</a>" in page.text
    review = books.get("/vouchers/A/1/correct")
    table = review.text.partition('<table class="posted">')[2]
    cells = re.findall(r'<td class="num">([^<]*)</td>', table.partition("</tbody>")[0])
    assert cells == ["1930", "80,00", "", "5010", "", "80,00"]
    assert len(vouchers(company)) == 1
    done = [books.send(review, "correct") for _ in range(2)]
    assert done[0].url == done[1].url
    assert done[0].url.path == f"{books.root}/vouchers/M/1"
    mirror = company.get("/vouchers/M/1")["Voucher"]
    assert (mirror["TransactionDate"], mirror["Description"]) == (
        str(TODAY),
        "Rättelse av A 1: Kassa",
    )
    assert "/vouchers/A/1?" in done[0].text
    original = books.get("/vouchers/A/1").text
    assert "/vouchers/M/1?" in original
    assert "Rätta</a>" not in original
    for path, words in (("A/1", "redan rättad, med M 1"), ("M/1", "själv en rättelse")):
        refused = books.get(f"/vouchers/{path}/correct")
        assert (refused.status_code, words in refused.text) == (409, True)
        assert 'value="correct"' not in refused.text
    assert len(vouchers(company)) == 2


def test_a_documents_voucher_leads_to_it_and_is_corrected_there(
    books: Books, company: Company
) -> None:
    sold = invoicing.issued(company)
    invoicing.pay(company, sold["DocumentNumber"], 1250, PaymentDate="2026-11-10")
    bill = purchasing.booked(company)
    page = books.get(f"/vouchers/{sold['VoucherSeries']}/{sold['VoucherNumber']}").text
    number = sold["DocumentNumber"]
    assert f'href="{books.root}/invoices/{number}">Kundfaktura {number}</a>' in page
    assert "rättas genom det" in page
    assert "Rätta</a>" not in page
    [known] = [it for it in vouchers(company) if it["ReferenceType"] == "INVOICEPAYMENT"]
    paid = books.get(f"/vouchers/{known['VoucherSeries']}/{known['VoucherNumber']}").text
    assert f'href="{books.root}/invoices/{number}">Inbetalning' in paid
    key = bill["Vouchers"][0]
    of_bill = books.get(f"/vouchers/{key['Series']}/{key['Number']}").text
    assert f'href="{books.root}/suppliers/{bill["SupplierNumber"]}">Leverantörsfaktura' in of_bill


def test_a_voucher_tells_who_made_it_when_and_its_hash(books: Books, company: Company) -> None:
    review = books.send(books.get("/vouchers/new"), "review", **RENT, **LINES)
    page = books.send(review, "post").text
    [digest] = re.findall(r'class="hash">([0-9a-f]{64})<', page)
    assert digest[:4] in books.get().text
    assert re.search(r"2026-11-15 kl\. \d\d\.\d\d av Anna Berg", page)
    assert re.search(rf'href="{books.root}/accounts/5010\?financialyear=\d+"', page)


@pytest.fixture
def listed(books: Books, company: Company) -> Books:
    for day, text, account, amount in (
        ("2026-09-01", "Hyra september", 5010, 80),
        ("2026-11-02", "Äpplen och PENNOR", 6110, 30),
    ):
        rows = [{"Account": account, "Debit": amount}, {"Account": 1930, "Credit": amount}]
        said = {"Description": text, "TransactionDate": day, "VoucherSeries": "A"}
        company.post("/vouchers", {"Voucher": said | {"VoucherRows": rows}})
    invoicing.issued(company, InvoiceDate="2026-11-14", DueDate="2026-12-14")
    return books


SOUGHT = {
    "": ["B 1", "A 2", "A 1"],
    "?order=asc": ["A 1", "A 2", "B 1"],
    "?series=A": ["A 2", "A 1"],
    "?from=1/11&to=20261113": ["A 2"],
    "?account=1930": ["A 2", "A 1"],
    "?account=6110": ["A 2"],
    "?account=x": [],
    "?q=pennor": ["A 2"],
    "?q=%C3%A4pplen": ["A 2"],
    "?q=100%25": [],
    "?q=2": ["A 2"],
    "?account=1510&page=2": [],
}


def test_the_list_is_sought_in_by_series_period_account_and_text(listed: Books) -> None:
    for query, wanted in SOUGHT.items():
        page = listed.get(f"/vouchers{query}").text
        found = re.findall(r'financialyear=\d+">(\w+&nbsp;\d+)</a>', page)
        assert [each.replace("&nbsp;", " ") for each in found] == wanted, query
    assert f"3{UNBROKEN}verifikationer" in listed.get("/vouchers").text
    assert '<td role="cell" class="amount num">80,00</td>' in listed.get("/vouchers?q=hyra").text
    assert listed.get("/vouchers?from=snart").status_code == 400
    assert listed.get("/vouchers?financialyear=99").status_code == 404
    for path in ("/vouchers/A/9", "/vouchers/A/x", "/vouchers/Q/1", "/vouchers/A/9/correct"):
        assert listed.get(path).status_code == 404


def test_the_chart_has_the_balances_of_the_trial_balance(listed: Books, company: Company) -> None:
    page = listed.get("/accounts").text
    known = report_rows(company, "trial-balance", fromdate="2026-01-01", todate="2026-12-31")
    assert len(known) > 4
    for row in known:
        assert re.search(
            rf">{row['Account']}</a></td>.*?>{re.escape(money(Decimal(str(row['Opening']))))}</td>"
            rf'.*?<td class="num">{re.escape(money(Decimal(str(row["Closing"]))))}</td></tr>',
            page,
        ), row
    assert f"{len(known)}{UNBROKEN}konton" in page
    assert ">1910</a>" not in page
    assert ">1910</a>" in listed.get("/accounts?show=all").text
    assert ">1910</a>" in listed.get("/accounts?q=191").text
    assert "Inget konto stämmer" in listed.get("/accounts?q=kroksbäret").text


def test_an_account_is_shown_row_by_row_and_month_by_month(listed: Books) -> None:
    page = listed.get("/accounts/1930").text
    rows = re.findall(r'class="day">(\S+)</td>.*?stands">([^<]+)</td></tr>', page)
    assert rows == [("2026-09-01", "−80,00"), ("2026-11-02", "−110,00")]
    [last] = re.findall(r"Utgående balans</td>(.*)</tr>", page)
    assert re.findall(r">([^<]+)</td>", last) == ["0,00", "110,00", "−110,00"]
    assert re.findall(r">(\w+ 2026)</a></td>", page) == ["september 2026", "november 2026"]
    [november] = re.findall(r'href="([^"]+)">november 2026', page)
    month = listed.flow.http.get(listed.flow.service.url + november.replace("&amp;", "&")).text
    assert re.findall(r"Ingående balans.*stands\">([^<]+)<", month) == ["−80,00"]
    assert month.count('class="day"') == 1
    assert f'href="{listed.root}/vouchers/A/2?' in month
    assert listed.get("/accounts/1930?fromdate=snart").status_code == 400
    for path in ("/accounts/19300", "/accounts/x", "/accounts/1930?financialyear=9"):
        assert listed.get(path).status_code == 404


def test_readers_look_and_post_nothing(listed: Books, company: Company) -> None:
    review = listed.send(listed.get("/vouchers/new"), "review", **RENT, **LINES)
    correction = listed.get("/vouchers/A/1/correct")
    with colleague(listed.flow, "reader") as reader:
        for path in ("/vouchers", "/vouchers/A/1", "/accounts", "/accounts/1930"):
            page = reader.get(path)
            assert page.status_code == 200
            assert "Ny verifikation" not in page.text
            assert "Rätta</a>" not in page.text
        token = re.findall(r'name="csrf_token" value="(\w+)"', page.text)[0]
        for shown, act in ((review, "post"), (correction, "correct")):
            assert reader.get(str(shown.url).partition(listed.root)[2]).status_code == 403
            sent = listed.form(shown, act).fields | {"csrf_token": token, "do": act}
            assert reader.flow.http.post(str(shown.url), data=sent).status_code == 403
    assert len(vouchers(company)) == 3
