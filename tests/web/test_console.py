"""The console: people look after their companies, their integrations and their own account."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from tests.approving import (
    BACK,
    PASSWORD,
    Flow,
    Page,
    answered_with,
    browser,
    new_company,
    new_person,
    registered,
)
from tests.service import set_organisation

from reskontra.people import memberships
from reskontra.people.memberships import AlreadyMember
from reskontra.people.roles import Role


@pytest.fixture
def console(flow: Flow) -> "Console":
    console = Console(flow)
    console.log_in()
    return console


class Console:
    """A person at the console."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.http = flow.http

    def get(self, path: str = "") -> httpx.Response:
        return self.flow.follow(self.http.get(f"{self.flow.service.url}/console{path}"))

    def send(self, path: str, **fields: Any) -> httpx.Response:
        return self.flow.follow(Page(self.get(path)).sent(self.http, **fields))

    def confirm(self, path: str, **fields: Any) -> httpx.Response:
        """Asked for, and confirmed on the page that says what will happen."""
        question = self.send(path, **fields)
        assert Page(question).form.buttons[0] == ("confirmed", "yes"), question.text
        sent = Page(question).sent(self.http, confirmed="yes")
        return self.flow.follow(sent)

    def log_in(self, password: str = PASSWORD) -> httpx.Response:
        page = self.get("/log-in")
        if 'name="password"' not in page.text:
            return page  # of someone who has come in before, to let a program in
        fields = {"email": self.flow.person.email, "password": password}
        return self.flow.follow(Page(page).sent(self.http, **fields))

    @property
    def company(self) -> str:
        return f"/companies/{self.flow.company.id}"


PAGES = ["", "/companies/{}", "/companies/{}/people", "/companies/{}/people/invite"]
PAGES += [
    "/companies/{}/history",
    "/integrations",
    "/integrations/new",
    "/account",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_one_form_and_wants_a_person(flow: Flow, path: str) -> None:
    console = Console(flow)
    path = path.format(flow.company.id)
    page = console.get(path)
    assert 'name="password"' in page.text
    assert page.url.path == "/console/log-in"
    page = flow.follow(Page(page).sent(flow.http, email=flow.person.email, password=PASSWORD))
    assert page.url.path == f"/console{path}"
    assert Page(page).form
    assert page.headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("target", ["https://evil.example", "//evil.example", "/console/../x", "x"])
def test_log_in_leads_nowhere_but_to_the_console(flow: Flow, target: str) -> None:
    console = Console(flow)
    page = console.get(f"/log-in?next={target}")
    sent = Page(page).sent(flow.http, email=flow.person.email, password=PASSWORD)
    assert (sent.status_code, sent.headers["location"]) == (303, "/console/log-in")


def test_a_form_of_nobodys_is_refused(console: Console) -> None:
    for path in ("", console.company, "/integrations/new", "/account", "/log-in"):
        call = f"{console.flow.service.url}/console{path}"
        response = console.http.post(call, data={"csrf_token": "x", "do": "save"})
        assert response.status_code == 403


def test_one_sees_ones_own_companies_alone(console: Console) -> None:
    flow = console.flow
    theirs = new_company(flow.service, new_person(flow.service), Role.ADMIN, "Hemligt AB")
    assert "Övning AB" in console.get().text
    assert "Hemligt AB" not in console.get().text
    for path in ("", "/people", "/people/invite", "/credit-notes", "x"):
        assert console.get(f"/companies/{theirs.id}{path}").status_code == 404


def test_an_approved_integration_is_shown_and_revoked_at_once(console: Console) -> None:
    flow = console.flow
    given = flow.tokens()
    assert "Kvittot" in console.get(console.company).text
    page = console.confirm(console.company, revoke=flow.client.client_id)
    assert "Integrationen är återkallad." in page.text
    assert "Kvittot" not in page.text
    assert flow.works(given["access_token"]) == 401
    assert flow.renewed(given["refresh_token"]).status_code == 400


def test_what_a_companys_invoices_lack_is_shown_with_the_command_that_mends_it(
    console: Console,
) -> None:
    flow = console.flow
    page = console.get(console.company)
    assert "Det här saknas på företagets fakturor" in page.text
    assert "Säljarens adress" in page.text
    assert f"reskontra organisation set {flow.company.id} --vat-number" in page.text
    whole = {
        "address": "Storgatan 1",
        "zip_code": "111 22",
        "city": "Umeå",
        "organisation_number": "556677-8899",
        "vat_number": "SE556677889901",
        "domicile": "Umeå",
    }

    set_organisation(flow.service, flow.company.id, **whole)
    page = console.get(console.company)
    assert "saknas" not in page.text
    assert "organisation set" not in page.text


def test_a_member_sees_and_revokes_only_what_they_approved_themselves(console: Console) -> None:
    flow = console.flow
    given = flow.tokens()
    with browser() as http:
        theirs = Flow(flow.service, http, flow.client, new_person(flow.service), flow.company)
        flow.service.write(
            lambda tx: memberships.add(tx, flow.company.id, theirs.person.id, Role.BOOKKEEPER)
        )
        member = Console(theirs)
        member.log_in()
        assert "Kvittot" not in member.get(member.company).text
        member.send(member.company, revoke=flow.client.client_id)
        assert flow.works(given["access_token"]) == 200
        own = theirs.tokens()
        member.confirm(member.company, revoke=flow.client.client_id)
        assert theirs.works(own["access_token"]) == 401
        assert flow.works(given["access_token"]) == 200
        assert member.get(f"{member.company}/people").status_code == 403


def created(console: Console, **fields: Any) -> httpx.Response:
    wanted = {"do": "save", "name": "Mitt program", "redirects": BACK, "scope": "invoice"} | fields
    return console.send("/integrations/new", **wanted)


def secret_on(page: httpx.Response) -> tuple[str, str]:
    client_id, secret = re.findall(r"<dd><code>([^<]+)</code>", page.text)
    return client_id, secret


def test_a_registered_integration_can_be_approved(console: Console) -> None:
    flow = console.flow
    client_id, secret = secret_on(created(console, require_pkce=""))
    assert "Mitt program" in console.get("/integrations").text
    page = flow.auth(client_id=client_id, scope="invoice")
    code = answered_with(flow.decide(page))["code"]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert flow.token((client_id, secret), **form).status_code == 200
    assert secret not in console.get(f"/integrations/{client_id}").text


def test_an_integration_may_be_answered_as_the_mirrored_api_answers(console: Console) -> None:
    client_id, _ = secret_on(created(console, require_pkce="", mirrored="yes"))
    tick = 'name="mirrored" value="yes" checked'
    assert tick in console.get(f"/integrations/{client_id}").text
    fields = {"do": "save", "name": "Nytt namn", "scope": "customer", "redirects": BACK}
    assert tick not in console.send(f"/integrations/{client_id}", **fields).text


def test_redirect_addresses_are_changed(console: Console) -> None:
    client_id, _ = secret_on(created(console))
    other = "https://annan.example/back"
    fields = {"do": "save", "name": "Nytt namn", "scope": "customer", "redirects": other}
    page = console.send(f"/integrations/{client_id}", **fields)
    assert "Ändringarna är sparade." in page.text
    flow = console.flow
    assert flow.auth(client_id=client_id, redirect_uri=BACK).status_code == 400
    assert flow.auth(client_id=client_id, redirect_uri=other, scope="customer").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("name", " ", "Namnet måste ha"),
        ("name", "x" * 61, "Namnet måste ha"),
        ("name", "a\u202eb", "Namnet måste ha"),
        ("redirects", "", "Ange 1–20 återadresser"),
        ("redirects", "http://example.se/back", "kan inte användas"),
        ("redirects", "https://example.se/#part", "kan inte användas"),
        ("redirects", "javascript:alert(1)", "kan inte användas"),
        ("redirects", "https://*.example.se/", "kan inte användas"),
        ("redirects", "https://user@example.se/", "kan inte användas"),
        ("scope", "everything", "Välj minst en behörighet"),
    ],
)
def test_a_faulty_integration_is_not_registered(
    console: Console, field: str, value: str, told: str
) -> None:
    page = created(console, **{field: value})
    assert page.status_code == 400
    assert told in page.text


def test_nobody_sees_or_changes_anothers_integration(console: Console) -> None:
    theirs = registered(console.flow.service, owner_id=new_person(console.flow.service).id)
    unowned = registered(console.flow.service)
    for client in (theirs, unowned):
        assert console.get(f"/integrations/{client.client_id}").status_code == 404
        assert client.client_id not in console.get("/integrations").text


def test_one_who_is_added_by_many_at_once_is_added_once(flow: Flow) -> None:
    someone = new_person(flow.service)

    def add(_: int) -> str:
        try:
            flow.service.write(
                lambda tx: memberships.add(tx, flow.company.id, someone.id, Role.BOOKKEEPER)
            )
        except AlreadyMember:
            return "already a member"
        return "added"

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(add, range(8))) == ["added", *["already a member"] * 7]


def test_one_who_is_removed_loses_what_they_approved(console: Console) -> None:
    flow = console.flow
    with browser() as http:
        theirs = Flow(flow.service, http, flow.client, new_person(flow.service), flow.company)
        flow.service.write(
            lambda tx: memberships.add(tx, flow.company.id, theirs.person.id, Role.BOOKKEEPER)
        )
        given = theirs.tokens()
        console.confirm(f"{console.company}/people", remove=str(theirs.person.id))
        assert theirs.works(given["access_token"]) == 401


def test_a_company_keeps_at_least_one_administrator(console: Console) -> None:
    flow, path = console.flow, f"{console.company}/people"
    me = str(flow.person.id)
    demoted = {"give": me, f"role-{me}": "reader"}
    for change in ({"remove": me}, demoted):
        page = console.send(path, **change)
        assert page.status_code == 409
        assert "minst en administratör" in page.text
    second = new_person(flow.service)
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, second.id, Role.BOOKKEEPER))
    promoted = {"give": str(second.id), f"role-{second.id}": "admin"}
    assert console.send(path, **promoted).status_code == 200
    assert console.send(path, **demoted).status_code == 403  # done, and no longer one's to see
    assert console.get(path).status_code == 403


@pytest.mark.parametrize("who", ["x", "0", "9" * 40, "-1", "é"])
def test_a_member_that_is_none_changes_nothing(console: Console, who: str) -> None:
    page = console.send(f"{console.company}/people", remove=who)
    assert page.status_code in {200, 404}
    assert console.flow.person.email in page.text


def test_a_password_is_changed_and_other_sessions_end(console: Console) -> None:
    flow = console.flow
    with browser() as http:
        elsewhere = Console(Flow(flow.service, http, flow.client, flow.person, flow.company))
        elsewhere.log_in()
        page = console.send("/account", do="save", current=PASSWORD, new="some other words")
        assert "Lösenordet är bytt." in page.text
        assert 'name="password"' in elsewhere.get().text
        assert elsewhere.log_in().status_code == 401
        assert "Övning AB" in elsewhere.log_in("some other words").text
    assert "Ditt konto" in console.get("/account").text


@pytest.mark.parametrize(
    ("current", "new"),
    [
        ("wrong", "some other words"),
        (PASSWORD, "short"),
        (PASSWORD, "aaaaaaaaaaaa"),
        (PASSWORD, ""),
    ],
)
def test_a_password_is_not_changed_lightly(console: Console, current: str, new: str) -> None:
    page = console.send("/account", do="save", current=current, new=new)
    assert page.status_code == 400
    assert 'role="alert"' in page.text


def test_one_who_logs_out_is_out(console: Console) -> None:
    cookie = console.http.cookies["reskontra"]
    page = console.send("", do="log-out")
    assert 'name="password"' in page.text
    with browser() as http:
        http.cookies.set("reskontra", cookie)
        answer = http.get(f"{console.flow.service.url}/console")
        assert answer.status_code == 303


def test_an_unknown_page_is_told_in_the_same_style(console: Console) -> None:
    page = console.get("/nothing")
    assert page.status_code == 404
    assert "Sidan finns inte" in page.text
