"""Before what matters most one proves anew who one is, unless one has just done so."""

import re

import httpx
import pytest
from tests.approving import BACK, PASSWORD, Flow, Page, new_person, registered
from tests.authenticator import Authenticator
from tests.web.entering import FACTORS, Visitor, code_now, elsewhere, options_on, wrong_code

from reskontra.people import memberships
from reskontra.people.logging_in import ACCOUNT
from reskontra.people.roles import Role

ASKED = "Bekräfta att det är du"
SECRET = re.compile(r"<dd><code>([^<]+)</code>")


def new_integration(home: Visitor) -> str:
    fields = {"do": "save", "name": "Mitt program", "redirects": BACK, "scope": "invoice"}
    return SECRET.findall(home.send("/integrations/new", **fields).text)[0]


def aged(home: Visitor) -> None:
    """The latest proof is older than ten minutes."""
    home.flow.pass_time(601)


def rotated(home: Visitor, question: httpx.Response) -> bool:
    """Whether it is, once it is confirmed on the page that asks."""
    return "Hemligheten är bytt." in home.answer(question, confirmed="yes").text


def test_a_secret_is_rotated_after_the_password_once_more(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    page = home.send(path, do="rotate")
    assert ASKED in page.text
    assert not SECRET.search(page.text)
    assert rotated(home, home.answer(page, proof_password=PASSWORD))
    assert rotated(home, home.send(path, do="rotate")), "for ten minutes"


def test_within_ten_minutes_nothing_is_asked(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    home.flow.pass_time(600)
    assert rotated(home, home.send(path, do="rotate"))
    aged(home)
    assert ASKED in home.send(path, do="rotate").text


def test_what_matters_less_is_not_asked_about(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    fields = {"do": "save", "name": "Annat", "redirects": BACK, "scope": "invoice"}
    assert "Ändringarna är sparade." in home.send(path, **fields).text
    assert home.get(path).status_code == 200


def proofs(home: Visitor, page: httpx.Response) -> dict[str, dict[str, str]]:
    """What proves nothing."""
    return {
        "nothing": {},
        "an empty password": {"proof_password": ""},
        "a wrong password": {"proof_password": "wrong"},
        "a code, where there is no app": {"proof_code": "123456"},
        "a passkey, where there is none": {"proof_passkey": "{}"},
    }


def test_what_proves_nothing_changes_nothing(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    page = home.send(path, do="rotate")
    for how, sent in proofs(home, page).items():
        page = home.answer(page, **sent)
        assert ASKED in page.text, how
        assert not SECRET.search(page.text), how


def test_a_password_proves_nothing_of_who_has_more(home: Visitor) -> None:
    flow, path = home.flow, f"/integrations/{new_integration(home)}"
    secret = home.with_app()
    aged(home)
    page = home.send(path, do="rotate")
    assert "proof_password" not in page.text
    page = home.answer(page, proof_password=PASSWORD)
    assert (page.status_code, ASKED in page.text) == (401, True)
    page = home.answer(page, proof_code=wrong_code(flow, secret))
    assert (page.status_code, ASKED in page.text) == (401, True)
    assert rotated(home, home.answer(page, proof_code=code_now(flow, secret)))


def test_a_passkey_proves_it(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    passkey = home.with_passkey()
    aged(home)
    page = home.send(path, do="rotate")
    answer = passkey.signed(options_on(page))
    assert rotated(home, home.answer(page, proof_passkey=answer))
    aged(home)
    page = home.send(path, do="rotate")
    assert home.answer(page, proof_passkey=answer).status_code == 401, "the same once more"


def test_guessing_here_is_slowed_as_at_log_in(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    page = home.send(path, do="rotate")
    statuses = []
    for _ in range(ACCOUNT.free + 2):
        page = home.answer(page, proof_password="wrong")
        statuses.append(page.status_code)
    assert statuses == [401] * (ACCOUNT.free + 1) + [429]


def test_an_administrator_is_made_after_a_proof(home: Visitor) -> None:
    flow, path = home.flow, f"{home.company}/people"
    second = new_person(flow.service)
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, second.id, Role.BOOKKEEPER))
    aged(home)
    page = home.send(path, **{"give": str(second.id), f"role-{second.id}": "admin"})
    assert ASKED in page.text
    assert roles(flow)[second.id] == Role.BOOKKEEPER
    home.answer(page, proof_password=PASSWORD)
    assert roles(flow)[second.id] == Role.ADMIN


@pytest.mark.parametrize("written", ["0{}", "00{}", " {}", "+{}"])
def test_nobody_is_made_one_by_another_way_to_write_a_number(home: Visitor, written: str) -> None:
    flow, path = home.flow, f"{home.company}/people"
    second = new_person(flow.service)
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, second.id, Role.BOOKKEEPER))
    aged(home)
    home.send(path, **{"give": written.format(second.id), f"role-{second.id}": "admin"})
    assert roles(flow)[second.id] == Role.BOOKKEEPER


def roles(flow: Flow) -> dict[int, str]:
    members = flow.service.read(lambda tx: memberships.members(tx, flow.company.id))
    return {each.id: each.role for each in members}


def test_what_was_written_is_carried_along(home: Visitor) -> None:
    flow = home.flow
    aged(home)
    fields = {"email": f"ny-{flow.person.email}", "role": "admin"}
    page = home.send(f"{home.company}/people/invite", **fields)
    assert ASKED in page.text
    carried = Page(page).form.fields
    assert {name: carried[name] for name in fields} == fields
    sent = home.answer(page, proof_password=PASSWORD)
    assert f"En inbjudan är skickad till {fields['email']}" in sent.text


def test_a_lesser_role_is_given_without_a_proof(home: Visitor) -> None:
    aged(home)
    fields = {"email": f"ny-{home.flow.person.email}", "role": "reader"}
    assert ASKED not in home.send(f"{home.company}/people/invite", **fields).text


@pytest.mark.parametrize("sent", [{"do": "app"}, {"do": "codes"}, {"remove": "1"}])
def test_factors_are_changed_after_a_proof(home: Visitor, sent: dict[str, str]) -> None:
    home.with_app()
    aged(home)
    assert ASKED in home.send(FACTORS, **sent).text


def test_a_passkey_is_added_after_a_proof(home: Visitor) -> None:
    """Else whoever borrows an open browser for a moment could come back for ever."""
    page = home.get(f"{FACTORS}/passkey")
    aged(home)
    assert ASKED in home.answer(page, name="x", passkey="{}").text


@pytest.mark.parametrize("page", ["app", "app.svg", "passkey"])
def test_what_is_secret_is_shown_after_a_proof(home: Visitor, page: str) -> None:
    home.send(FACTORS, do="app")
    aged(home)
    shown = home.get(f"{FACTORS}/{page}")
    assert ASKED in shown.text
    assert "data-passkey" not in shown.text
    assert not re.search(r"<code>|<svg", shown.text)


def test_one_who_has_an_app_adds_a_passkey_later(home: Visitor) -> None:
    secret = home.with_app()
    home.flow.pass_time(3600)
    asked = home.get(f"{FACTORS}/passkey")
    page = home.answer(asked, proof_code=code_now(home.flow, secret))
    passkey = Authenticator(home.flow.service.url)
    page = home.answer(page, name="Nyckeln", passkey=passkey.made(options_on(page)))
    assert "Din passkey är tillagd." in page.text


def test_a_new_password_is_no_proof_of_who_has_more(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    home.with_app()
    aged(home)
    page = home.send("/account", do="save", current=PASSWORD, new="some other words")
    assert "Lösenordet är bytt." in page.text
    assert ASKED in home.send(path, do="rotate").text
    assert ASKED in home.send(FACTORS, do="codes").text


def test_a_new_password_makes_no_session_longer(home: Visitor) -> None:
    flow = home.flow
    for hour in range(11):
        flow.pass_time(3600)
        words = [PASSWORD, *(f"some other words {each}" for each in range(hour + 1))]
        page = home.send("/account", do="save", current=words[-2], new=words[-1])
        assert "Lösenordet är bytt." in page.text
    assert home.is_in()
    flow.pass_time(3600)
    assert not home.is_in()


# What a program could do in one's stead


WEIGHTY = {
    "a year": ({"scope": "bookkeeping"}, Role.ADMIN, True),
    "a service account": ({"scope": "invoice", "account_type": "service"}, Role.ADMIN, True),
    "less": ({"scope": "invoice"}, Role.ADMIN, False),
    "one who may not reopen yet": ({"scope": "bookkeeping"}, Role.BOOKKEEPER, True),
    "less, by one who may not": ({"scope": "invoice"}, Role.BOOKKEEPER, False),
}


@pytest.mark.parametrize(("asked_for", "role", "is_asked"), WEIGHTY.values(), ids=WEIGHTY)
def test_what_matters_is_approved_after_a_proof(
    home: Visitor, asked_for: dict[str, str], role: Role, is_asked: bool
) -> None:
    flow = home.flow
    flow.client = registered(flow.service, scope="bookkeeping invoice", allows_service_account=True)
    company = other_admin(flow)
    flow.service.write(
        lambda tx: memberships.give_role(tx, company, flow.person.id, role, flow.now)
    )
    aged(home)
    decided = flow.decide(flow.auth(**asked_for))
    assert (ASKED in decided.text) == is_asked
    if is_asked:
        failed = Page(decided).sent(flow.http, proof_password="wrong")
        assert (failed.status_code, ASKED in failed.text) == (401, True)
        decided = Page(failed).sent(flow.http, proof_password=PASSWORD)
    assert "code=" in decided.headers["location"]


def other_admin(flow: Flow) -> int:
    """The company, which has another administrator too."""
    second = new_person(flow.service)
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, second.id, Role.ADMIN))
    return flow.company.id


def test_a_proof_in_one_session_is_none_in_another(home: Visitor) -> None:
    second = elsewhere(home.flow)
    second.log_in()
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    assert rotated(home, home.answer(home.send(path, do="rotate"), proof_password=PASSWORD))
    assert ASKED in second.send(path, do="rotate").text


def test_a_proof_from_elsewhere_is_a_form_of_nobodys(home: Visitor) -> None:
    path = f"/integrations/{new_integration(home)}"
    aged(home)
    form = {"csrf_token": "x", "do": "rotate", "proof_password": PASSWORD}
    sent = home.http.post(f"{home.flow.service.url}/console{path}", data=form)
    assert sent.status_code == 403
