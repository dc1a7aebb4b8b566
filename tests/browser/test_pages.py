"""The pages in a real Chromium with scripts switched off, as a person meets them."""

from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from reskontra.actions import access, closing
from reskontra.actions.desk import desk_for
from reskontra.actions.door import fire
from reskontra.actions.lifecycle import Request
from reskontra.actions.trail import Actor
from reskontra.actions.vouchers import VOUCHERS
from reskontra.people import users
from reskontra.people.roles import Role
from reskontra.web.wording import UNBROKEN
from tests.approving import PASSWORD, SCOPE, new_company
from tests.browser.person import Person
from tests.service import Company
from tests.sie.files import YEAR, sie
from tests.web.invoicing import customer, issued
from tests.web.reminding import settings
from tests.web.tour import VOUCHER

pytestmark = pytest.mark.browser


def test_a_person_logs_in_chooses_a_company_and_approves(person: Person) -> None:
    second = new_company(person.flow.service, person.flow.person, Role.BOOKKEEPER, "Andra AB")
    screen = person.screen
    screen.go(person.address())
    person.seen("log-in")
    person.log_in()
    assert "Välj företag" in screen.text
    person.seen("choose")
    screen.evaluate(f"document.querySelector('[value=\"{second.id}\"]').click()")
    screen.click("button.primary")
    assert "Andra AB" in screen.text
    person.seen("consent")
    screen.click("button[value=approve]")
    told = person.told()
    assert told["state"] == "a state"
    assert len(told["code"]) == 43


def test_a_person_denies(person: Person) -> None:
    person.screen.go(person.address())
    person.log_in()
    person.screen.click("button[value=deny]")
    assert person.told()["error"] == "access_denied"


def test_a_wrong_password_is_told_and_can_be_corrected(person: Person) -> None:
    screen = person.screen
    screen.go(person.address())
    person.log_in("wrong")
    assert "Fel e-postadress eller lösenord." in screen.text
    assert screen.evaluate("document.activeElement.name") == "password"
    assert screen.evaluate("document.querySelector('[role=alert]').id") == "message"
    person.seen("wrong-password")
    screen.fill("password", PASSWORD)
    screen.click("button.primary")
    assert "vill komma åt" in screen.text


def test_the_keyboard_is_enough(person: Person) -> None:
    screen = person.screen
    screen.go(person.address())
    assert screen.evaluate("document.activeElement.name") == "email"
    screen.type(person.flow.person.email)
    screen.press("Tab")
    screen.type(PASSWORD)
    screen.press("Enter", leaves=True)
    assert "vill komma åt" in screen.text
    screen.press("Tab")
    assert screen.evaluate("document.activeElement.value") == "approve"
    assert screen.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    screen.press("Enter", leaves=True)
    assert "code" in person.told()


def test_a_wrong_link_stays_on_our_own_page(person: Person) -> None:
    screen = person.screen
    for more in ({"client_id": "nobody"}, {"redirect_uri": "https://evil.example/"}):
        screen.go(f"{person.flow.base}/oauth-v1/auth?{urlencode(person.flow.asked(**more))}")
        assert screen.address.startswith(person.flow.service.url)
        assert "Länken fungerar inte" in screen.text
    person.seen("wrong-link")


def test_o15_a_page_cannot_be_shown_in_a_frame(person: Person) -> None:
    screen = person.screen
    screen.go(f"{person.back}?{urlencode({'frame': person.address()})}")
    [frame] = screen("Page.getFrameTree")["frameTree"]["childFrames"]
    assert frame["frame"]["unreachableUrl"].startswith(person.flow.base)


@pytest.mark.parametrize("page", ["log-in", "consent"])
def test_the_pages_speak_to_screen_readers(person: Person, page: str) -> None:
    screen = person.screen
    screen.go(person.address())
    if page == "consent":
        person.log_in()
    nodes = screen("Accessibility.getFullAXTree")["nodes"]
    found = {(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes}
    assert screen.evaluate("document.documentElement.lang") == "sv"
    roles = {role for role, _ in found}
    assert {"main", "banner", "heading"} <= roles
    if page == "log-in":
        wanted = {("textbox", "E-postadress"), ("textbox", "Lösenord"), ("button", "Logga in")}
    else:
        wanted = {("button", "Godkänn"), ("button", "Neka")}
    assert wanted <= found


def test_a_person_revokes_an_integration_in_the_console(person: Person) -> None:
    screen, flow = person.screen, person.flow
    screen.go(person.address())
    person.log_in()
    screen.click("button[value=approve]")
    assert person.told()["code"]
    screen.go(f"{flow.service.url}/console")
    person.seen("companies")
    screen.click("a.name")
    assert "Kvittot" in screen.text
    person.seen("company")
    screen.click("button[name=revoke]")
    assert "Återkalla Kvittot?" in screen.text
    person.seen("confirm")
    screen.click("button[name=confirmed]")
    assert "Integrationen är återkallad." in screen.text
    assert "Kvittot" not in screen.text


def test_a_person_registers_an_integration_and_invites_a_user(
    person: Person,
) -> None:
    screen, url = person.screen, f"{person.flow.service.url}/console"
    screen.go(f"{url}/integrations/new")
    person.log_in()
    person.seen("new-integration")
    screen.fill("name", "Mitt program")
    screen.fill("redirects", "https://mitt.example/back")
    screen.evaluate("document.querySelector('[value=invoice]').click()")
    screen.click("button[value=save]")
    assert "Hemligheten visas bara nu." in screen.text
    person.seen("secret")
    for name in ("integrations", "account", f"companies/{person.flow.company.id}/people"):
        screen.go(f"{url}/{name}")
        person.seen(name.rpartition("/")[2])
    screen.go(f"{url}/companies/{person.flow.company.id}/people/invite")
    person.seen("invite")
    email = f"ny-{person.flow.person.email}"
    screen.fill("email", email)
    screen.click("button[value=invite]")
    assert f"En inbjudan är skickad till {email}." in screen.text
    person.seen("invited")
    assert not person.flow.service.read(lambda tx: users.by_email(tx, email))


def test_a_person_reads_the_history_and_opens_a_year_again(person: Person) -> None:
    screen, flow = person.screen, person.flow
    now, number = flow.service.clock(), flow.company.id
    flow.service.write(
        lambda tx: closing.close(desk_for(tx, number, now, "tests"), 1, confirmed=True)
    )
    place = f"{flow.service.url}/console/companies/{number}"
    screen.go(f"{place}/years")
    person.log_in()
    person.seen("years")
    screen.fill("reason", "Ett kvitto saknades")
    screen.click("button[name=reopen]")
    assert "igen?" in screen.text
    person.seen("open-a-year")
    screen.click("button[name=confirmed]")
    assert "är öppet igen" in screen.text
    screen.go(f"{place}/history")
    assert "Ett räkenskapsår öppnades igen" in screen.text
    assert "Ett kvitto saknades" in screen.text
    person.seen("history")


ROWS = ((1930, 125_000, 0), (1510, 31_250, 0), (3001, 0, 125_000), (2611, 0, 31_250))


def test_a_person_looks_at_reports(person: Person) -> None:
    screen, flow = person.screen, person.flow
    rows = [{"Account": number, "Debit": d, "Credit": c} for number, d, c in ROWS]
    sent = VOUCHER | {"VoucherRows": rows}
    now, number = flow.service.clock(), flow.company.id
    flow.service.write(
        lambda tx: fire(VOUCHERS, desk_for(tx, number, now, "tests"), None, "create", Request(sent))
    )
    place = f"{flow.service.url}/console/companies/{number}/reports"
    screen.go(place)
    person.log_in()
    person.seen("reports")
    for kind, said in (
        ("balance-sheet", f"156{UNBROKEN}250,00"),
        ("customer-ageing", "Ej från fakturor"),
    ):
        screen.go(f"{place}/{kind}")
        assert said in screen.text
        person.seen(kind)
    screen.go(f"{place}/trial-balance")
    assert f"125{UNBROKEN}000,00" in screen.text
    screen.fill("todate", "2026-10-31")
    screen.click("form.filter button")
    assert "todate=2026-10-31" in screen.address
    assert f"125{UNBROKEN}000,00" not in screen.text


def test_a_person_reminds_customers_once_that_was_asked_about(person: Person) -> None:
    screen, flow = person.screen, person.flow
    with httpx.Client(base_url=f"{flow.service.url}/api/v1/3", timeout=60) as api:
        company = Company(flow.service, flow.company, flow.client.client_id, api)
        api.headers["Authorization"] = f"Bearer {company.token(SCOPE)}"
        settings(company, AgreedRate=10, Charge="compensation")
        for name in ("Åsas Ängar och Övriga Odlingar i Övertorneå AB", "Örjan"):
            who = customer(company, Name=name, Email="kund@exempel.se")
            issued(company, CustomerNumber=who, InvoiceDate="2026-09-01", DueDate="2026-10-01")
    screen.go(f"{flow.service.url}/console/companies/{flow.company.id}/reminders")
    person.log_in()
    person.seen("reminders")
    screen.click("button[value=all]")
    person.seen("reminders-made")
    screen.click("button[name=send][value=all]")
    assert "Skicka 2 påminnelser?" in screen.text
    person.seen("reminders-asked")
    screen.click("button[name=confirmed]")
    assert "2 påminnelser är skickade" in screen.text
    person.seen("reminders-sent")


def test_a_sie_file_is_read_shown_posted_and_taken_back(person: Person, tmp_path: Path) -> None:
    screen, flow = person.screen, person.flow
    odd = YEAR.replace("#VER A 2 ", "#VER A 5 ").replace("556677-8899", "5566778899")
    damaged = YEAR.replace("#TRANS 1930 {} -8000.00", "#TRANS 1930 {} -1.00")
    files = {name: tmp_path / name for name in ("Övning 2026.se", "skadad.se")}
    for path, text in zip(files.values(), (odd, damaged), strict=True):
        path.write_bytes(sie(text))
    screen.go(f"{flow.service.url}/console/companies/{flow.company.id}/sie")
    person.log_in()
    person.seen("sie")
    screen.choose_file("file", files["skadad.se"])
    screen.click("button[value=read]")
    assert "Filen kan inte bokföras" in screen.text
    person.seen("sie-refused")
    screen.go(f"{flow.service.url}/console/companies/{flow.company.id}/sie")
    screen.choose_file("file", files["Övning 2026.se"])
    screen.click("button[value=read]")
    assert "Bokför filen?" in screen.text
    screen.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    person.seen("sie-plan")
    screen.click("button[value=post]")
    assert "Filen är bokförd, som import 1" in screen.text
    person.seen("sie-posted")
    screen.click("button[name=undo]")
    assert "Ta tillbaka import 1?" in screen.text
    person.seen("sie-undo")
    screen.click("button[name=confirmed]")
    assert "Import 1 är tagen tillbaka." in screen.text


def test_one_who_is_invited_chooses_a_password_and_comes_in(person: Person) -> None:
    screen, flow = person.screen, person.flow
    email, now = f"ny-{flow.person.email}", flow.service.clock()
    _, link = flow.service.write(
        lambda tx: access.invite(tx, Actor("t", "", now), flow.company.id, email, Role.READER)
    )
    screen.go(f"{flow.service.url}/console/invitations/{link}")
    person.seen("invitation")
    screen.fill("name", "Nils Ny")
    screen.fill("password", "nine words of nobody")
    screen.click("button[value=accept]")
    assert "Ditt konto är klart." in screen.text
    person.seen("welcome")
    screen.click("a.primary")
    screen.fill("email", email)
    screen.fill("password", "nine words of nobody")
    screen.click("button.primary")
    assert "Översikt" in screen.text


def test_a_forgotten_password_is_told_of(person: Person) -> None:
    screen = person.screen
    screen.go(f"{person.flow.service.url}/console/log-in")
    screen.click(".below a")
    person.seen("forgotten")
    screen.fill("email", person.flow.person.email)
    screen.click("button.primary")
    assert "Titta i din inkorg" in screen.text
    person.seen("look-in-your-mail")
