"""Reminders at the console: their payment, and who and what is never reminded of."""

import httpx
import pytest
from tests.web.invoicing import read
from tests.web.reminding import candidates, get
from tests.web.test_console import Console
from tests.web.test_console_reminders import Company, company, console
from tests.web.test_roles import member

__all__ = ["company", "console"]  # the fixtures


@pytest.fixture
def path(console: Console) -> str:
    return f"{console.company}/reminders"


def paid_by(console: Console, path: str, amount: str) -> str:
    """What the question says, once it has been agreed to."""
    question = console.send(f"{path}/1/payment", do="pay", amount=amount, day="2026-11-10")
    sent = console.confirm(f"{path}/1/payment", do="pay", amount=amount, day="2026-11-10")
    assert "Betalningen av påminnelse 1 är bokförd." in sent.text
    return question.text.replace("\xa0", " ")


def test_a_payment_is_split_and_booked_once_it_is_meant(
    console: Console, company: Company, path: str
) -> None:
    console.send(path, make="1")
    link = f"{path}/1/payment"
    assert link not in console.get(path).text, "it is not sent"
    assert console.get(link).status_code == 409
    assert link in console.send(path, externalprint="1").text
    form = console.get(link).text.replace("\xa0", " ")
    assert "av faktura 1: 1 250,00 + ränta 15,41 + avgift 60,00 = 1 325,41 kr" in form
    assert 'value="1325,41"' in form
    question = console.send(link, do="pay", amount="1325,41", day="2026-11-10").text
    assert read(company, 1)["Balance"] == 1250, "nothing is booked by asking"
    told = question.replace("\xa0", " ")
    for part in ("Faktura 1: 1 250,00 kr", "Ränta: 15,41 kr", "Avgift: 60,00 kr", "2026-11-10"):
        assert part in told
    assert "Överbetalning" not in told
    console.confirm(link, do="pay", amount="1 325,41", day="2026-11-10")
    assert read(company, 1)["Balance"] == 0
    assert link not in console.get(path).text
    again = console.get(link)
    assert (again.status_code, "redan betalt eller fakturerat" in again.text) == (409, True)


def test_part_payments_and_what_is_overpaid(console: Console, company: Company, path: str) -> None:
    console.send(path, make="1")
    console.send(path, externalprint="1")
    assert "Faktura 1: 1 000,00 kr" in paid_by(console, path, "1000")
    told = paid_by(console, path, "400")
    for part in ("Faktura 1: 250,00", "Ränta: 15,41", "Avgift: 60,00", "Överbetalning: 74,59"):
        assert f"{part} kr" in told


UNREADABLE = {
    "no amount": ({"amount": "många"}, 400, "”Belopp”"),
    "below nothing": ({"amount": "-5"}, 400, "”Belopp”"),
    "no day": ({"day": "i går"}, 400, "”Dag”"),
    "no such mode": ({"mode": "ZZ"}, 400, "betalningssättet ZZ"),
}


def test_a_payment_that_cannot_be_is_told_in_the_words_of_the_form(
    console: Console, company: Company, path: str
) -> None:
    console.send(path, make="1")
    console.send(path, externalprint="1")
    for name, (entered, status, said) in UNREADABLE.items():
        sent = {"do": "pay", "amount": "100", "day": "2026-11-10", **entered}
        page = console.send(f"{path}/1/payment", **sent)
        assert (page.status_code, said in page.text) == (status, True), (name, page.text)
        [value] = entered.values()
        assert f'value="{value}"' in page.text, "as it was entered"
    assert read(company, 1)["Balance"] == 1250
    for number in ("99", "x"):
        assert console.get(f"{path}/{number}/payment").status_code == 404


def add(console: Console, place: str, what: str, number: str, reason: str = "") -> httpx.Response:
    return console.send(place, do="add", what=what, number=number, reason=reason)


def test_who_and_what_is_left_alone_until_it_is_not(
    console: Console, company: Company, path: str
) -> None:
    place = f"{path}/exceptions"
    assert f"{place}?what=invoice&amp;number=1" in console.get(path).text
    form = console.get(f"{place}?what=invoice&number=1").text
    assert 'value="invoice" checked' in form
    assert 'name="number" maxlength="50" required autocomplete="off" value="1"' in form
    page = add(console, place, "customer", "1", "Dottern").text
    assert "Kund 1 påminns inte längre." in page
    assert ("Kund 1 · Åsa" in page, "Dottern" in page) == (True, True)
    page = add(console, place, "invoice", "2", "Fel pris").text
    assert "Faktura 2 är bestridd" in page
    assert "Faktura 2 · Örjan" in page
    assert candidates(company) == []
    kept = get(company, "/disputes")["DisputedInvoices"]
    assert [(each["DocumentNumber"], each["Reason"]) for each in kept] == [(2, "Fel pris")]
    assert "Kund 1 påminns igen." in console.send(place, **{"customer-again": "1"}).text
    page = console.send(place, **{"invoice-again": "2"}).text
    assert "Faktura 2 är inte längre bestridd." in page
    assert len(candidates(company)) == 2


WRONG = [
    (("customer", "99"), 404, "kund"),
    (("customer", ""), 400, "”kundnummer”"),
    (("invoice", "sju"), 400, "”fakturanummer”"),
    (("invoice", "99"), 404, "faktura"),
    (("invoice", "1", "x" * 201), 400, "”skäl”"),
]


def test_exceptions_that_cannot_be(console: Console, company: Company, path: str) -> None:
    place = f"{path}/exceptions"
    for entered, status, said in WRONG:
        page = add(console, place, *entered)
        alert = page.text.partition('role="alert"')[2].partition("</p>")[0]
        assert (page.status_code, said in alert.lower()) == (status, True), (entered, alert)
        assert f'name="number" maxlength="50" required autocomplete="off" value="{entered[1]}"' in (
            page.text
        )
    for field, number in (("invoice", "1"), ("invoice", "x"), ("customer", "1")):
        assert console.send(place, **{f"{field}-again": number}).status_code == 404
    add(console, place, "invoice", "1")
    assert add(console, place, "invoice", "1").status_code == 400
    assert add(console, place, "supplier", "1").status_code == 200
    with member(console.flow, "reader") as other:
        assert "Lägg till" not in other.get(place).text
        assert other.send(place, **{"invoice-again": "1"}).status_code == 403
    assert len(get(company, "/disputes")["DisputedInvoices"]) == 1
