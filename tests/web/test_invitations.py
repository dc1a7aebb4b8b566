"""People are invited: nobody but they themselves ever knows their password."""

import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from structlog.testing import capture_logs
from tests.approving import (
    PASSWORD,
    PASSWORD_HASH,
    Flow,
    Page,
    browser,
    new_company,
    new_person,
)
from tests.statements import Recording
from tests.web.letters import history, http_get, known, letter, letters, role_of
from tests.web.test_console import Console

from reskontra.actions import access
from reskontra.actions.access import Newcomer, NotTheirs
from reskontra.actions.trail import Actor
from reskontra.engine.postgresql import PostgresqlTransaction
from reskontra.engine.sqlite import SqliteTransaction
from reskontra.people import invitations, memberships, users
from reskontra.people import tables as people_tables
from reskontra.people.roles import Role

CHOSEN = "some words of my own"


@pytest.fixture
def console(flow: Flow) -> Console:
    console = Console(flow)
    console.log_in()
    return console


def invited(console: Console, email: str, role: str = "bookkeeper") -> httpx.Response:
    return console.send(f"{console.company}/people/invite", do="invite", email=email, role=role)


def link_for(console: Console, email: str, role: str = "bookkeeper", count: int = 1) -> str:
    page = invited(console, email, role)
    assert page.status_code == 200, page.text
    return letter(console.flow.service, email, count).link


def stranger(flow: Flow) -> str:
    return f"ny-{flow.person.email}"


def accepted(flow: Flow, link: str, **fields: str) -> httpx.Response:
    wanted = {"do": "accept", "name": "Carol Ek", "password": CHOSEN} | fields
    with browser() as http:
        page = Page(http.get(link))
        return page.sent(http, **wanted) if "<form" in page.response.text else page.response


def at(flow: Flow, http: httpx.Client, email: str, password: str = CHOSEN) -> httpx.Response:
    """Someone who logs in."""
    theirs = Flow(flow.service, http, flow.client, flow.person, flow.company)
    return Console(theirs).send("/log-in", email=email, password=password)


def test_one_who_is_invited_chooses_name_and_password_and_comes_in(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email, "reader")
    assert not known(flow, email)
    assert role_of(flow, email) == ""
    page = accepted(flow, link)
    assert "Välkommen" in page.text
    assert (known(flow, email).name, role_of(flow, email)) == ("Carol Ek", "reader")
    with browser() as http:
        assert "Carol Ek" in at(flow, http, email).text
    by = known(flow, email).id
    assert history(flow)[-2:] == [
        (f"user {flow.person.id}", "person invited"),
        (f"user {by}", "invitation accepted"),
    ]


def test_no_page_shows_a_link_or_a_password(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    page = invited(console, email)
    secret = letter(flow.service, email).link.rpartition("/")[2]
    for shown in (page, console.get(f"{console.company}/people")):
        assert email in shown.text
        assert secret not in shown.text
        assert secret.partition("-")[2] not in shown.text
        assert "<code>" not in shown.text


def test_the_answer_and_the_work_are_the_same_for_a_known_address(console: Console) -> None:
    flow = console.flow
    someone = new_person(flow.service, "Hemlig Holm").email
    nobody = someone.replace("anna", "olle")
    engine = (
        PostgresqlTransaction if "postgresql" in flow.service.database_url else SqliteTransaction
    )
    told = []
    for email in (someone, nobody):
        recording = Recording(engine.statements)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "statements", recording)
            page = invited(console, email)
        headers = {
            name: text
            for name, text in page.headers.items()
            if name not in ("date", "x-request-id", "content-length")  # it is packed
        }
        text = re.sub("[0-9a-f]{128}", "T", page.text.replace(email, "E"))
        told.append((page.status_code, text, headers, [*recording.run]))
        sent = letter(flow.service, email)
        told[-1] += (re.sub("[0-9a-f]{64}", "S", sent.text), sent.subject)
        console.send(f"{console.company}/people", withdraw=email)
    assert told[0] == told[1]
    assert "Hemlig" not in str(told)


def test_the_way_into_someone_elses_account_is_closed(console: Console) -> None:
    """An administrator of A invites Carol, of B; whatever A does, A never becomes Carol."""
    flow, email = console.flow, stranger(console.flow)
    first = link_for(console, email)
    with browser() as http:
        owner = new_person(flow.service)
        theirs = Flow(
            flow.service, http, flow.client, owner, new_company(flow.service, owner, "admin")
        )
        other = Console(theirs)
        other.log_in()
        second = link_for(other, email, count=2)
        accepted(theirs, second)
    # The link of A, as if A had got hold of it: Carol is someone now, and has to log in.
    page = accepted(flow, first, password="a password of A's")
    assert "Logga in" in page.text
    assert role_of(flow, email) == ""
    with browser() as http:
        assert at(flow, http, email, "a password of A's").status_code == 401
    with browser() as http:
        assert at(flow, http, email).status_code == 200
        joined = Page(http.get(first)).sent(http, do="accept", name="Mallory", password="x" * 12)
        assert joined.status_code == 303
    assert (role_of(flow, email), known(flow, email).name) == ("bookkeeper", "Carol Ek")


def test_a_form_from_before_the_address_was_known_sets_no_password(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    with browser() as http:
        shown = Page(http.get(link))
        flow.service.write(
            lambda tx: users.add(tx, email, "Carol", PASSWORD_HASH, flow.service.clock())
        )
        answer = shown.sent(http, do="accept", name="Mallory", password=CHOSEN)
    assert answer.status_code == 403
    assert (known(flow, email).password_hash, role_of(flow, email)) == (PASSWORD_HASH, "")


@pytest.mark.parametrize("as_whom", ["nobody", "someone else"])
def test_a_link_is_no_way_round_the_log_in(flow: Flow, as_whom: str) -> None:
    """Also where the address became someone's between the look at the page and the write."""
    someone, now = new_person(flow.service), flow.service.clock()
    actor = Actor("tests", "", now)
    _, link = flow.service.write(
        lambda tx: access.invite(tx, actor, flow.company.id, someone.email, Role.ADMIN)
    )
    person = known(flow, flow.person.email) if as_whom == "someone else" else None
    mallory = Newcomer("Mallory", "another hash")
    with pytest.raises(NotTheirs):
        flow.service.write(lambda tx: access.accept(tx, actor, link, person, mallory))
    assert known(flow, someone.email).password_hash == PASSWORD_HASH
    assert known(flow, someone.email).name == "Anna Berg"
    assert role_of(flow, someone.email) == ""


def test_someone_else_who_is_logged_in_cannot_accept(console: Console) -> None:
    flow, someone = console.flow, new_person(console.flow.service)
    link = link_for(console, someone.email)
    page = console.http.get(link)
    assert f"inloggad som {flow.person.email}" in page.text
    token = Page(console.get()).form.fields["csrf_token"]
    forced = console.http.post(link, data={"csrf_token": token, "do": "accept"})
    assert forced.status_code == 403
    assert role_of(flow, someone.email) == ""


def test_one_who_is_known_logs_in_and_is_back_at_the_invitation(console: Console) -> None:
    flow, someone = console.flow, new_person(console.flow.service)
    link = link_for(console, someone.email, "reader")
    with browser() as http:
        page = http.get(link)
        assert "<form" not in page.text
        to = re.search(r'href="(/console/log-in\?next=[^"]+)"', page.text)
        assert to
        shown = Page(http.get(flow.service.url + to[1]))
        back = shown.sent(http, email=someone.email, password=PASSWORD).headers["location"]
        joined = Page(http.get(flow.service.url + back)).sent(http, do="accept")
        assert joined.headers["location"] == f"/console/companies/{flow.company.id}"
    assert role_of(flow, someone.email) == "reader"


def test_a_new_invitation_replaces_the_earlier_link(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    first = link_for(console, email, "admin")
    second = link_for(console, email, "reader", count=2)
    assert accepted(flow, first).status_code == 404
    assert accepted(flow, second).status_code == 200
    assert role_of(flow, email) == "reader"


def test_a_withdrawn_invitation_is_worth_nothing(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    page = console.send(f"{console.company}/people", withdraw=email)
    assert f"Inbjudan till {email} är tillbakadragen." in page.text
    assert accepted(flow, link).status_code == 404
    assert history(flow)[-1][1] == "invitation withdrawn"
    assert console.send(f"{console.company}/people", withdraw=email).status_code == 404


def test_an_invitation_that_is_too_old_says_so(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    with browser() as http:
        shown = Page(http.get(link))
        flow.pass_time(7 * 24 * 3600)
        page = shown.sent(http, do="accept", name="Carol", password=CHOSEN)
    for answer in (page, accepted(flow, link)):
        assert answer.status_code == 410
        assert "Inbjudan har gått ut" in answer.text
        assert "2026-11-22" in answer.text
    assert not known(flow, email)


def test_a_mailbox_is_one_however_its_address_is_tagged(console: Console) -> None:
    box = secrets.token_hex(6)
    path = f"{console.company}/people/invite"
    tags = ("", "+a", "+B", "+c")
    pages = [console.send(path, email=f"{box}{tag}@ek.se", role="reader") for tag in tags]
    assert [page.status_code for page in pages] == [200, 200, 200, 429]


def test_an_invitation_is_accepted_once_however_many_try(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    with browser() as http:
        form = Page(http.get(link)).form.fields
        cookie = {"Cookie": f"reskontra={http.cookies['reskontra']}"}

    def accept(number: int) -> int:
        sent = form | {"do": "accept", "name": f"Carol {number}", "password": CHOSEN}
        return httpx.post(link, data=sent, headers=cookie, timeout=60).status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(accept, range(8)))
    assert statuses[0] == 200
    assert {*statuses[1:]} <= {403, 404, 409}
    assert len([each for each in history(flow) if each[1] == "invitation accepted"]) == 1
    assert accepted(flow, link).status_code == 404


def test_a_link_is_good_in_its_own_company_alone(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    other = new_company(flow.service, new_person(flow.service), "admin")
    start, _, name = link.rpartition("/")
    secret = name.partition("-")[2]
    odd = [f"{other.id}-{secret}", f"{flow.company.id}-{'0' * 64}", secret, "1-x", f"0-{secret}"]
    odd += [f"{flow.company.id}-{secret.upper()}", f"{'9' * 40}-{secret}", f"x' OR 1=1-{secret}"]
    for each in odd:
        assert http_get(f"{start}/{each}").status_code == 404, each
    assert accepted(flow, link).status_code == 200


def test_only_the_hash_of_a_secret_is_kept(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    secret = link_for(console, email).rpartition("-")[2]
    rows = flow.service.read(
        lambda tx: tx.all(select(people_tables.invitations), {}), flow.company.id
    )
    assert rows
    assert secret not in str(rows)


def test_a_secret_is_in_no_log_and_no_referrer(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    with capture_logs() as lines:
        link = link_for(console, email)
        page = http_get(link)
        accepted(flow, link)
    assert link.rpartition("-")[2] not in str(lines)
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["cache-control"] == "no-store"


def test_a_letter_leads_to_us_whatever_host_the_caller_names(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    path = f"{flow.service.url}/console{console.company}/people/invite"
    form = Page(console.get(f"{console.company}/people/invite")).form.fields
    sent = form | {"do": "invite", "email": email, "role": "reader"}
    answer = console.http.post(path, data=sent, headers={"Host": "evil.example"})
    assert answer.status_code == 200
    assert letter(flow.service, email).link.startswith(flow.service.url)


def test_only_an_administrator_invites(flow: Flow) -> None:
    with browser() as http:
        member = new_person(flow.service)
        add(flow, member.id, Role.BOOKKEEPER)
        theirs = Console(Flow(flow.service, http, flow.client, member, flow.company))
        theirs.log_in()
        assert theirs.get(f"{theirs.company}/people/invite").status_code == 403
        token = Page(theirs.get()).form.fields["csrf_token"]
        for path, fields in (
            ("people/invite", {"do": "invite", "email": stranger(flow), "role": "admin"}),
            ("people", {"withdraw": stranger(flow)}),
            ("people", {"give": str(member.id), f"role-{member.id}": "admin"}),
        ):
            url = f"{flow.service.url}/console{theirs.company}/{path}"
            answer = http.post(url, data={"csrf_token": token, **fields})
            assert answer.status_code == 403
            assert "Administratör" in answer.text
    assert letters(flow.service, stranger(flow)) == []


def add(flow: Flow, user_id: int, role: Role) -> None:
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, user_id, role))


@pytest.mark.parametrize("email", ["", "x", "a@b", "a b@c.se", "a@b.se,c@d.se", "<a@b.se>"])
def test_an_address_that_is_none_is_refused(console: Console, email: str) -> None:
    assert invited(console, email).status_code == 400


@pytest.mark.parametrize("role", ["", "member", "Admin", "owner"])
def test_a_role_that_is_none_is_refused(console: Console, role: str) -> None:
    assert invited(console, stranger(console.flow), role).status_code == 400
    assert letters(console.flow.service, stranger(console.flow)) == []


def test_one_who_works_there_is_not_invited(console: Console) -> None:
    assert invited(console, console.flow.person.email).status_code == 409


@pytest.mark.parametrize(
    ("name", "password"), [("", CHOSEN), ("a\u202eb", CHOSEN), ("Carol", "short"), ("Carol", "")]
)
def test_a_name_and_a_password_are_by_the_rules(console: Console, name: str, password: str) -> None:
    flow, email = console.flow, stranger(console.flow)
    page = accepted(flow, link_for(console, email), name=name, password=password)
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert not known(flow, email)


def test_the_invitations_of_one_who_is_shut_out_end_with_them(console: Console) -> None:
    """Else they could let themselves in again."""
    flow = console.flow
    for how in ("removed", "demoted"):
        with browser() as http:
            leaving = new_person(flow.service)
            add(flow, leaving.id, Role.ADMIN)
            theirs = Console(Flow(flow.service, http, flow.client, leaving, flow.company))
            theirs.log_in()
            email = f"{how}-{leaving.email}"
            link = link_for(theirs, email, "admin")
        if how == "removed":
            console.confirm(f"{console.company}/people", remove=str(leaving.id))
        else:
            given = {"give": str(leaving.id), f"role-{leaving.id}": "reader"}
            console.send(f"{console.company}/people", **given)
        assert accepted(flow, link).status_code == 404
        assert role_of(flow, email) == ""


@pytest.mark.parametrize("how", ["came in", "was shut out"])
def test_an_invitation_is_worth_nothing_once_its_person(console: Console, how: str) -> None:
    """Else one who was removed would come back, as more than they were."""
    flow, operator = console.flow, Actor("tests", "", console.flow.service.clock())
    someone = new_person(flow.service)
    link = link_for(console, someone.email, "admin")
    nobody = Newcomer("", "")
    if how == "came in":
        flow.service.write(
            lambda tx: access.add_person(
                tx, operator, flow.company.id, someone.email, Role.READER, nobody
            )
        )
    else:
        flow.service.write(lambda tx: memberships.add(tx, flow.company.id, someone.id, Role.READER))
        flow.service.write(
            lambda tx: access.remove_person(tx, operator, flow.company.id, someone.id)
        )
    assert accepted(flow, link).status_code == 404


def test_a_form_of_nobodys_accepts_nothing(console: Console) -> None:
    flow, email = console.flow, stranger(console.flow)
    link = link_for(console, email)
    with browser() as http:
        sent = {"csrf_token": "x", "do": "accept", "name": "Carol", "password": CHOSEN}
        assert http.post(link, data=sent).status_code == 403
    assert not known(flow, email)


def test_an_invitation_is_recorded_with_the_change_or_not_at_all(flow: Flow) -> None:
    """In one transaction: what is undone leaves no trace in either."""

    class Undone(Exception):
        pass

    def unit(tx: Any) -> None:
        actor = Actor("tests", "", flow.service.clock())
        access.invite(tx, actor, flow.company.id, stranger(flow), Role.ADMIN)
        raise Undone

    before = history(flow)
    with pytest.raises(Undone):
        flow.service.write(unit)
    assert history(flow) == before
    assert not flow.service.read(
        lambda tx: invitations.listed(tx, flow.company.id), flow.company.id
    )
