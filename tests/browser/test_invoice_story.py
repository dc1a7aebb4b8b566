"""An invoice from first letter to credit note: by mouse, by keyboard alone, without script."""

import pytest

from tests.browser.chromium import Chromium
from tests.browser.person import DESK, PHONE, Person, seen
from tests.service import Company, Service
from tests.waiting import until
from tests.web import invoicing

pytestmark = pytest.mark.browser
ENTER, TAB, DOWN, ALT, CTRL = 13, 9, 40, 1, 2


@pytest.fixture
def customer(company: Company) -> str:
    company.set(address="Verkstadsgatan 7", zip_code="118 46", city="Stockholm")
    article = {"Description": "Skrivbord i ek, 140 cm", "SalesPrice": 8900, "Unit": ""}
    company.post("/articles", {"Article": article})
    about = {"Address1": "Storgatan 12", "ZipCode": "411 24", "City": "Göteborg"}
    return invoicing.customer(company, Name="Alléns Bokhandel AB", Email="bok@example.se", **about)


def entered(screen: Chromium, person: Person, company: Company) -> str:
    root = f"{company.service.url}/books/{company.id}"
    screen.go(root)
    person.log_in()
    assert screen.address == root
    return root


def told(screen: Chromium, words: str) -> None:
    until(lambda: words in screen.text.replace("\u00a0", " "), f"nobody says {words}")


def drawn(screen: Chromium) -> None:
    """The picture of the document has come, and can be drawn."""
    loaded = "[...document.images].every(it => it.complete && it.naturalWidth > 0)"
    until(lambda: screen.evaluate("document.querySelector('.ahead img') !== null"))
    screen.evaluate("document.querySelector('.ahead img').loading = 'eager'")
    until(lambda: screen.evaluate(loaded), "no picture")


@pytest.fixture
def seated(screen_with_scripts: Chromium, service: Service, client_site: str) -> Person:
    return Person(screen_with_scripts, service, client_site)


@pytest.fixture
def person(request: pytest.FixtureRequest) -> Person:
    """With scripts, unless the test is about their absence."""
    return request.getfixturevalue(getattr(request, "param", "seated"))


@pytest.fixture
def bare(screen: Chromium, service: Service, client_site: str) -> Person:
    return Person(screen, service, client_site)


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_by_mouse(person: Person, company: Company, customer: str, width: int) -> None:
    screen = person.screen
    entered(screen, person, company)
    screen.size(width)
    screen.point_and_leave("main .button.primary")
    screen.point_at("#customer")
    screen.type("allén")
    until(lambda: screen.evaluate("document.querySelectorAll('.options li').length"))
    screen.point_at(".options li")
    told(screen, "Storgatan 12, 411 24 Göteborg")
    screen.point_at("#row-1-text")
    screen.type("skriv")
    until(lambda: screen.evaluate("document.querySelectorAll('.options li').length"))
    screen.point_at(".options li")
    told(screen, "11 125,00")
    until(lambda: screen.evaluate("document.getElementById('row-2-text') !== null"))
    told(screen, "Sparat ")
    until(lambda: screen.address.rpartition("/")[2].isdigit(), "it is not kept by itself")
    number = screen.address.rpartition("/")[2]
    drawn(screen)
    seen(screen, f"editor-{width}")
    screen.size(width)
    assert invoicing.read(company, number)["Total"] == 11125
    screen.point_at("#row-1-quantity")
    screen.evaluate("document.activeElement.select()")
    screen.type("3")
    told(screen, "33 375,00")
    screen.point_and_leave("button[value=review]")
    seen(screen, f"issue-{width}")
    screen.size(width)
    screen.point_and_leave("button[value=issue]")
    told(screen, f"Faktura {number} är utfärdad och mejlad till bok@example.se.")
    drawn(screen)
    seen(screen, f"issued-{width}")
    screen.size(width)
    screen.point_and_leave("main .button.primary")
    screen.fill("Amount", "10 000")
    screen.point_and_leave("button[value=recount]")
    seen(screen, f"pay-{width}")
    screen.size(width)
    screen.point_and_leave("button[value=pay]")
    told(screen, "Kvar att betala: 23 375,00 kr.")
    screen.point_and_leave(".acts .harm")
    seen(screen, f"credit-{width}")
    screen.size(width)
    screen.point_and_leave("button[value=credit]")
    told(screen, f"Faktura {number} är krediterad.")
    screen.go(f"{company.service.url}/books/{company.id}/invoices")
    seen(screen, f"invoices-{width}")
    assert screen.troubles == []
    assert invoicing.read(company, number)["Cancelled"] is True


def test_by_keyboard_alone(person: Person, company: Company, customer: str) -> None:
    screen = person.screen
    root = entered(screen, person, company)
    screen.strike("?", 8)
    assert screen.evaluate("document.getElementById('shortcuts').open")
    screen.strike("Escape", code=27)
    until(lambda: not screen.evaluate("document.getElementById('shortcuts').open"))
    screen.strike("g")
    screen.strike_and_leave("f")
    assert screen.address == f"{root}/invoices"
    screen.strike_and_leave("n")
    assert screen.address == f"{root}/invoices/new"
    until(lambda: screen.evaluate("document.activeElement.id") == "customer")
    screen.type("bokh")
    until(lambda: screen.evaluate("document.querySelectorAll('.options li').length"))
    screen.strike("ArrowDown", code=DOWN)
    screen.strike("Enter", code=ENTER)
    until(lambda: screen.evaluate("document.activeElement.id") == "row-1-text")
    for row, (text, price) in enumerate((("Montering", "695,00"), ("Resa", "100")), 1):
        assert screen.evaluate("document.activeElement.id") == f"row-{row}-text"
        for part in (text, "2", "tim", price):
            screen.type(part)
            screen.press("Tab")
        screen.press("Tab")
        screen.press("Tab")
    screen.evaluate("document.getElementById('row-2-text').focus()")
    screen.strike("ArrowUp", ALT, code=38)
    assert screen.evaluate("document.getElementById('row-1-text').value") == "Resa"
    told(screen, "1 988,00")
    screen.strike_and_leave("Enter", CTRL, ENTER)
    assert screen.address.endswith("/issue")
    assert screen.evaluate("document.activeElement === document.body")
    screen.strike_and_leave("Enter", CTRL, ENTER)
    told(screen, "är utfärdad och mejlad")
    kept = company.get("/invoices")["Invoices"]
    assert [float(each["Total"]) for each in kept] == [1988]
    screen.go(f"{root}/invoices")
    screen.strike("j")
    screen.strike_and_leave("Enter", code=ENTER)
    assert "/invoices/" in screen.address
    assert screen.troubles == []


@pytest.mark.parametrize("person", ["bare"], indirect=True)
def test_without_script(person: Person, company: Company, customer: str) -> None:
    screen = person.screen
    root = entered(screen, person, company)
    screen.go(f"{root}/invoices/new")
    screen.fill("customer", "allén")
    screen.click("button[value=recount]")
    screen.click(f"button[name=choose][value='{customer}']")
    for name, text in (("text", "Bord"), ("quantity", "2"), ("price", "1 250,50")):
        screen.fill(f"row-1-{name}", text)
    screen.click("button[value=add-row]")
    assert "3\u00a0126,00" in screen.text
    seen(screen, "editor-without-script")
    screen.click("button[value=save]")
    number = screen.address.partition("?")[0].rpartition("/")[2]
    screen.click("button[value=review]")
    screen.click("button[value=issue]")
    assert "är utfärdad" in screen.text
    screen.click("main .button.primary")
    screen.click("button[value=pay]")
    assert "Kvar att betala: 0,00 kr." in screen.text.replace("\u00a0", " ")
    assert invoicing.read(company, number)["Balance"] == 0
    assert screen.troubles == []


def test_a_draft_in_the_dark_and_what_is_refused(
    person: Person, company: Company, customer: str
) -> None:
    screen = person.screen
    root = entered(screen, person, company)
    made = invoicing.draft(company, CustomerNumber=customer)
    screen.go(f"{root}/invoices/{made['DocumentNumber']}")
    screen.fill("row-1-price", "dyrt")
    screen.click("button[value=save]")
    assert "Skriv priset med siffror" in screen.text
    seen(screen, "editor-refused")
    screen.go(f"{root}/invoices?q=kroksb%C3%A4ret")
    seen(screen, "invoices-none")
    screen.go(f"{root}/invoices/{made['DocumentNumber']}/discard")
    seen(screen, "discard")
