"""Roles: what each may do on the pages, approve for a program, and loses with the role."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from tests.approving import Flow, Page, answered_with, browser, new_person, registered
from tests.sizes import times
from tests.web.letters import history
from tests.web.test_console import Console, created, secret_on

from reskontra.actions import access, entry
from reskontra.actions.desk import desk_for
from reskontra.actions.trail import Actor
from reskontra.domain.errors import Forbidden
from reskontra.domain.organisation import SecondFactor
from reskontra.engine.database import Transaction
from reskontra.people import granting, grants, integrations, memberships
from reskontra.people.grants import BeyondRole
from reskontra.people.integrations import UnknownIntegration
from reskontra.people.roles import ROLES, Right, Role, beyond
from reskontra.people.scopes import EVERY_SCOPE, OPENS, SCOPES
from reskontra.web.routes import ROUTES

READS_ONLY = {"companyinformation", "profile"}
# fmt: off
PAGES = (
    # page                        reader bookkeeper admin
    ("",                          200,   200,       200),
    ("/credit-notes",             200,   200,       200),
    ("/years",                    200,   200,       200),
    ("/history",                  200,   200,       200),
    ("/security",                 403,   403,       200),
    ("/people",                   403,   403,       200),
    ("/people/invite",            403,   403,       200),
)
# fmt: on


@contextmanager
def member(flow: Flow, role: str) -> Iterator[Console]:
    """Someone who works in the company, logged in to the console."""
    with browser() as http:
        theirs = Flow(flow.service, http, flow.client, new_person(flow.service), flow.company)
        add(flow, theirs.person.id, Role(role))
        console = Console(theirs)
        console.log_in()
        yield console


def add(flow: Flow, user_id: int, role: Role = Role.BOOKKEEPER) -> None:
    flow.service.write(lambda tx: memberships.add(tx, flow.company.id, user_id, role))


@pytest.fixture
def console(flow: Flow) -> Console:
    console = Console(flow)
    console.log_in()
    return console


@pytest.mark.parametrize(("path", "reader", "bookkeeper", "admin"), PAGES)
def test_a_page_is_for_those_whose_role_has_the_right(
    flow: Flow, path: str, reader: int, bookkeeper: int, admin: int
) -> None:
    for role, status in (("reader", reader), ("bookkeeper", bookkeeper), ("admin", admin)):
        with member(flow, role) as console:
            page = console.get(console.company + path)
            assert page.status_code == status, role
            people = f'href="/console{console.company}/people"'
            assert (people in page.text) == (role == "admin" and path in ("", "/people/invite"))


def test_a_reader_mails_nothing(flow: Flow) -> None:
    with member(flow, "reader") as console:
        page = console.send(f"{console.company}/credit-notes", mail="1")
        assert page.status_code == 403
        assert "Redovisare eller Administratör" in page.text


def test_what_a_reader_approves_changes_nothing() -> None:
    """Of the route table itself: a scope that comes to write something fails here."""
    allowed = {name for name in OPENS if not beyond(Role.READER, name)}
    assert allowed == READS_ONLY
    reached = [each for each in ROUTES if each.endpoint.scope in allowed]
    assert reached
    assert all(each.method == "GET" and not each.endpoint.writes for each in reached)


@pytest.mark.parametrize("role", [*Role])
def test_nobody_approves_a_scope_that_the_role_does_not_have(flow: Flow, role: Role) -> None:
    flow.client = registered(flow.service, scope=EVERY_SCOPE)
    with member(flow, role) as console:
        theirs = console.flow
        theirs.client = flow.client
        for name in SCOPES:
            page = theirs.auth(scope=name)
            if name in ROLES[role].scopes:
                assert 'value="approve"' in page.text, name
                assert flow.redeemed(answered_with(theirs.decide(page))["code"]).is_success
            else:
                told = answered_with(page)
                assert told["error"] == "access_denied", name
                assert name in told["error_description"]
        assert (role == Role.READER) == bool(beyond(role, EVERY_SCOPE))


def test_a_role_that_was_lost_after_the_page_was_shown_approves_nothing(flow: Flow) -> None:
    with member(flow, "bookkeeper") as console:
        theirs = console.flow
        page = theirs.auth()
        demote(flow, theirs.person.id)
        assert answered_with(theirs.decide(page))["error"] == "access_denied"


def demote(flow: Flow, user_id: int, role: Role = Role.READER) -> Any:
    now = flow.now
    return flow.service.write(
        lambda tx: memberships.give_role(tx, flow.company.id, user_id, role, now)
    )


@pytest.mark.parametrize("way", ["role", "left", "service account", "removed integration"])
def test_the_grant_itself_is_refused_whoever_forgets_to_ask(flow: Flow, way: str) -> None:
    """Between the look at the page and the write, anything may have happened."""
    someone = new_person(flow.service)
    if way != "left":
        add(flow, someone.id, Role.READER if way == "role" else Role.BOOKKEEPER)

    def unit(tx: Transaction) -> int:
        program = integrations.one(tx, flow.client.client_id)
        if way == "removed integration":
            integrations.remove(tx, program.client_id, flow.now)
        service = way == "service account"
        return grants.add(tx, flow.company.id, program, "invoice", flow.now, someone.id, service)

    with pytest.raises(UnknownIntegration if way == "removed integration" else BeyondRole):
        flow.service.write(unit)


def test_a_year_is_reopened_by_programs_of_those_who_may(flow: Flow) -> None:
    """The scope is that of all bookkeeping: the role is asked for beside it."""
    flow.client = registered(flow.service, scope="bookkeeping")
    statuses = {}
    for role in (Role.BOOKKEEPER, Role.ADMIN):
        with member(flow, role) as console:
            console.flow.client = flow.client
            token = console.flow.tokens(scope="bookkeeping")["access_token"]
        answer = flow.http.put(
            f"{flow.base}/3/financialyears/1/reopen",
            json={"Reopening": {"Reason": "För tidigt"}},
            headers={"Authorization": f"Bearer {token}"},
        )
        statuses[role] = answer.status_code
    assert statuses == {Role.BOOKKEEPER: 403, Role.ADMIN: 409}  # the year is open


def test_a_role_is_chosen_among_three(console: Console) -> None:
    flow = console.flow
    someone = new_person(flow.service)
    add(flow, someone.id)
    path = f"{console.company}/people"
    for role, rights in ROLES.items():
        page = console.send(path, **{"give": str(someone.id), f"role-{someone.id}": role})
        assert f"{someone.email} är nu {rights.called}." in page.text
        assert history(flow)[-1] == (f"user {flow.person.id}", "role given")
    for odd in ("", "member", "owner"):
        fields = {"give": str(someone.id), f"role-{someone.id}": odd}
        assert console.send(path, **fields).status_code == 400


def test_what_was_approved_beyond_a_new_role_ends_with_the_old_one(console: Console) -> None:
    flow = console.flow
    harmless = registered(flow.service, scope="companyinformation")
    with member(flow, "admin") as theirs:
        wide = theirs.flow.tokens()
        service = theirs.flow.tokens(account_type="service")
        theirs.flow.client = harmless
        narrow = theirs.flow.tokens(scope="companyinformation")
        console.send(
            f"{console.company}/people",
            **{"give": str(theirs.flow.person.id), f"role-{theirs.flow.person.id}": "reader"},
        )
        assert flow.works(wide["access_token"]) == 401
        assert flow.renewed(wide["refresh_token"]).status_code == 400
        assert flow.works(narrow["access_token"]) == 403  # alive, without that scope
        assert flow.works(service["access_token"]) == 200  # the company's own
        demote(flow, theirs.flow.person.id, Role.ADMIN)
        assert flow.works(wide["access_token"]) == 401
        assert flow.renewed(wide["refresh_token"]).status_code == 400


# Revoked for good


def test_tokens_of_one_who_was_removed_never_live_again(console: Console) -> None:
    flow = console.flow
    with member(flow, "bookkeeper") as theirs:
        given, code = theirs.flow.tokens(), theirs.flow.approved()
        gone = theirs.flow.person.id
        console.confirm(f"{console.company}/people", remove=str(gone))
        assert history(flow)[-1] == (f"user {flow.person.id}", "person removed")
        add(flow, gone)
        assert flow.works(given["access_token"]) == 401
        assert flow.renewed(given["refresh_token"]).status_code == 400
        assert flow.redeemed(code).status_code == 400
        again = theirs.flow.tokens()
        assert flow.works(again["access_token"]) == 200
        assert flow.works(given["access_token"]) == 401


def test_the_page_that_removes_someone_names_the_service_accounts_that_stay(
    console: Console,
) -> None:
    flow = console.flow
    flow.client = registered(flow.service, name="Kassan", allows_service_account=True)
    with member(flow, "admin") as leaving:
        leaving.flow.client = flow.client
        assert leaving.flow.approved(account_type="service")
        who = leaving.flow.person.id
    page = console.send(f"{console.company}/people", remove=str(who))
    assert "Servicekontot Kassan är företagets eget och finns kvar" in page.text


ACTS: dict[str, Callable[[Any, Actor, int, int], object]] = {
    "invites": lambda tx, by, company, who: access.invite(tx, by, company, "x@ek.se", Role.ADMIN),
    "withdraws": lambda tx, by, company, who: access.withdraw(tx, by, company, "y@ek.se"),
    "gives a role": lambda tx, by, company, who: access.give_role(tx, by, company, who, Role.ADMIN),
    "removes": lambda tx, by, company, who: access.remove_person(tx, by, company, who),
    "revokes": lambda tx, by, company, who: access.revoke(tx, by, company, "any", None),
    "asks for a factor": lambda tx, by, company, who: entry.ask_for_factor(
        desk_for(tx, company, by.now, by.signature), by, SecondFactor.REQUIRED
    ),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_one_who_was_shut_out_a_moment_ago_does_nothing_more(
    flow: Flow, act: Callable[[Any, Actor, int, int], object]
) -> None:
    """The page has let them in; the change itself asks once more."""
    leaving, other = new_person(flow.service), new_person(flow.service)
    add(flow, leaving.id, Role.ADMIN)
    add(flow, other.id)
    operator = Actor("tests", "", flow.service.clock())
    flow.service.write(
        lambda tx: access.invite(tx, operator, flow.company.id, "y@ek.se", Role.READER)
    )
    flow.service.write(lambda tx: access.remove_person(tx, operator, flow.company.id, leaving.id))
    before = history(flow)
    with pytest.raises(Forbidden):
        flow.service.write(
            lambda tx: act(tx, operator.of(leaving.id), flow.company.id, other.id), flow.company.id
        )
    assert history(flow) == before


@pytest.mark.parametrize("way", ["person", "integration"])
def test_an_approval_at_the_moment_of_a_removal_never_lives_on(flow: Flow, way: str) -> None:
    """Whichever is first: the approval is refused, or it is ended."""
    for _ in range(times(15)):
        someone, client, now = new_person(flow.service), registered(flow.service), flow.now
        add(flow, someone.id)
        both = Barrier(2)

        def approve(who: int, program: str, now: int, both: Barrier) -> bool:
            def unit(tx: Transaction) -> int:
                wanted = integrations.one(tx, program)
                return grants.add(tx, flow.company.id, wanted, "invoice", now, who)

            both.wait()
            try:
                flow.service.write(unit)
            except (BeyondRole, UnknownIntegration):
                return False
            return True

        def remove(who: int, program: str, now: int, both: Barrier) -> bool:
            actor = Actor("tests", "", flow.service.clock())
            both.wait()
            if way == "person":
                flow.service.write(lambda tx: access.remove_person(tx, actor, flow.company.id, who))
            else:
                flow.service.write(lambda tx: access.remove_integration(tx, actor, program))
            return True

        with ThreadPoolExecutor(2) as pool:
            asked = [
                pool.submit(work, someone.id, client.client_id, now, both)
                for work in (approve, remove)
            ]
            assert asked[1].result()
            assert asked[0].result() in (True, False)
        live = flow.service.read(
            lambda tx, program=client.client_id: grants.organisations_with(tx, program)
        )
        assert live == []


def test_tokens_of_a_revoked_integration_never_live_again(console: Console) -> None:
    flow = console.flow
    given, code = flow.tokens(), flow.approved()
    console.confirm(console.company, revoke=flow.client.client_id)
    assert history(flow)[-1] == (f"user {flow.person.id}", "integration revoked")
    again = flow.tokens()
    assert flow.works(again["access_token"]) == 200
    assert flow.works(given["access_token"]) == 401
    assert flow.renewed(given["refresh_token"]).status_code == 400
    assert flow.redeemed(code).status_code == 400


def test_a_removed_integration_is_let_in_nowhere_and_never_again(console: Console) -> None:
    flow = console.flow
    client_id, secret = secret_on(created(console, require_pkce="", scope="customer"))
    flow.client = type(flow.client)(client_id, secret, "Mitt program")
    given, code = flow.tokens(scope="customer"), flow.approved(scope="customer")
    with member(flow, "bookkeeper") as theirs:
        theirs.flow.client = flow.client
        others = theirs.flow.tokens(scope="customer")
    page = console.confirm(f"/integrations/{client_id}", do="remove")
    assert "Mitt program är borttagen." in page.text
    assert console.get(f"/integrations/{client_id}").status_code == 404
    for token in (given, others):
        assert flow.works(token["access_token"]) == 401
        assert flow.renewed(token["refresh_token"]).status_code == 401  # nobody's secret
    assert flow.redeemed(code).status_code == 401
    assert flow.auth(scope="customer").status_code == 400
    assert history(flow)[-1] == (f"user {flow.person.id}", "integration revoked")
    flow.service.write(lambda tx: integrations.put_back(tx, client_id))
    assert flow.works(given["access_token"]) == 401
    assert flow.renewed(given["refresh_token"]).status_code == 400


def test_nobody_removes_anothers_integration(console: Console) -> None:
    theirs = registered(console.flow.service, owner_id=new_person(console.flow.service).id)
    token = Page(console.get()).form.fields["csrf_token"]
    url = f"{console.flow.service.url}/console/integrations/{theirs.client_id}"
    for do in ("remove", "rotate"):
        sent = {"csrf_token": token, "do": do, "confirmed": "yes"}
        assert console.http.post(url, data=sent).status_code == 404
    assert console.flow.service.read(lambda tx: integrations.find(tx, theirs.client_id))


def test_an_approval_is_in_the_trail(console: Console) -> None:
    flow = console.flow
    flow.approved()
    assert history(flow)[-1] == (f"user {flow.person.id}", "integration approved")


# Asked first


def test_what_cannot_be_undone_is_asked_about_and_can_be_left(console: Console) -> None:
    flow = console.flow
    given = flow.tokens()
    client_id, secret = secret_on(created(console))
    with member(flow, "bookkeeper") as theirs:
        gone = str(theirs.flow.person.id)
        asked = (
            (console.company, {"revoke": flow.client.client_id}, "Återkalla Kvittot?"),
            (f"{console.company}/people", {"remove": gone}, "Ta bort "),
            (f"/integrations/{client_id}", {"do": "rotate"}, "Byt hemlighet "),
            (f"/integrations/{client_id}", {"do": "remove"}, "Ta bort Mitt program?"),
        )
        before = history(flow)
        for path, fields, heading in asked:
            page = console.send(path, **fields)
            assert f"<h1>{heading}" in page.text
            assert Page(page).form.fields.items() >= fields.items()
            assert f'href="/console{path}">Avbryt' in page.text
            assert "<script" not in page.text
        assert history(flow) == before
        assert "Övning AB" in theirs.get().text
    assert flow.works(given["access_token"]) == 200
    form = {"grant_type": "refresh_token", "refresh_token": "x"}
    assert flow.token((client_id, secret), **form).json()["error"] == "invalid_grant"


def test_a_page_that_asks_repeats_what_was_sent_as_text(console: Console) -> None:
    flow = console.flow
    flow.tokens()
    page = console.send(console.company, revoke=flow.client.client_id, x='"><script>alert(1)')
    assert "<script>" not in page.text


def test_a_new_secret_is_in_the_trail_of_those_who_let_the_program_in(console: Console) -> None:
    flow = console.flow
    client_id, secret = secret_on(created(console, require_pkce="", scope="customer"))
    flow.client = type(flow.client)(client_id, secret, "Mitt program")
    flow.tokens(scope="customer")
    console.confirm(f"/integrations/{client_id}", do="rotate")
    assert history(flow)[-1] == (f"user {flow.person.id}", "client secret rotated")


def test_every_right_is_someones_and_every_role_has_the_rights_of_the_lesser_one() -> None:
    reader, bookkeeper, admin = (ROLES[role] for role in Role)
    assert reader.may < bookkeeper.may < admin.may == {*Right}
    assert reader.scopes < bookkeeper.scopes <= admin.scopes
    assert granting.NO_ADMINISTRATOR.status == 400
