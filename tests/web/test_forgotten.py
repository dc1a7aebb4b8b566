"""A forgotten password: a link by mail sets another, and tells nobody who has an account."""

import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx
import pytest
from structlog.testing import capture_logs
from tests.approving import PASSWORD, Flow, Page, browser, new_company, new_person, started
from tests.service import running
from tests.sizes import times
from tests.statements import Recording
from tests.waiting import PATIENCE
from tests.web.letters import history, letter, letters
from tests.web.test_console import Console

from reskontra.engine.postgresql import PostgresqlTransaction
from reskontra.engine.sqlite import SqliteTransaction
from reskontra.outside.smtp import relay_of
from reskontra.people import resets
from reskontra.people.links import DeadLink
from reskontra.people.logging_in import ACCOUNT

NEW = "words that I remember"


def asked(flow: Flow, email: str = "", **headers: str) -> httpx.Response:
    with browser() as http:
        shown = http.get(f"{flow.service.url}/console/forgotten")
        form = Page(shown).form.fields | {"email": email or flow.person.email}
        return http.post(f"{flow.service.url}/console/forgotten", data=form, headers=headers)


def link_for(flow: Flow, count: int = 1) -> str:
    assert asked(flow).status_code == 200
    return letter(flow.service, flow.person.email, count).link


def chosen(link: str, password: str = NEW) -> httpx.Response:
    with browser() as http:
        shown = Page(http.get(link))
        is_open = "<form" in shown.response.text
        return shown.sent(http, password=password) if is_open else shown.response


def logged_in(flow: Flow, password: str) -> bool:
    with browser() as http:
        theirs = Console(Flow(flow.service, http, flow.client, flow.person, flow.company))
        return "Översikt" in theirs.log_in(password).text


def test_a_link_from_the_log_in_page_leads_to_a_new_password(flow: Flow) -> None:
    console = Console(flow)
    for page in (console.get("/log-in"), flow.auth()):
        assert '<a href="/console/forgotten">Glömt lösenordet?</a>' in page.text
    page = chosen(link_for(flow))
    assert "Lösenordet är bytt" in page.text
    assert logged_in(flow, NEW)
    assert not logged_in(flow, PASSWORD)
    assert history(flow)[-1] == (f"user {flow.person.id}", "password set")


def test_it_is_recorded_in_every_company_of_the_person(flow: Flow) -> None:
    second = new_company(flow.service, flow.person, "reader", "Andra AB")
    chosen(link_for(flow))
    for number in (flow.company.id, second.id):
        assert history(flow, number)[-1][1] == "password set"


def test_it_ends_every_session_and_every_other_link(flow: Flow) -> None:
    console = Console(flow)
    console.log_in()
    first, second = link_for(flow), link_for(flow, count=2)
    assert chosen(second).status_code == 200
    assert 'name="password"' in console.get().text
    for link in (first, second):
        page = chosen(link, "the thief's own words")
        assert page.status_code == 404
        assert "Länken gäller inte" in page.text
    assert logged_in(flow, NEW)


def test_a_password_that_is_changed_in_another_way_ends_the_links_too(flow: Flow) -> None:
    link = link_for(flow)
    console = Console(flow)
    console.log_in()
    console.send("/account", do="save", current=PASSWORD, new=NEW)
    assert chosen(link, "the thief's own words").status_code == 404
    assert logged_in(flow, NEW)


def test_of_many_who_use_links_at_once_one_sets_the_password(flow: Flow) -> None:
    both = [link_for(flow), link_for(flow, count=2)]

    def choose(number: int) -> tuple[int, str]:
        password = f"the words of number {number}"
        return chosen(both[number % 2], password).status_code, password

    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(choose, range(8))]
    [password] = [password for status, password in answers if status == 200]
    assert {status for status, _ in answers} == {200, 404}
    assert logged_in(flow, password)
    assert [what for _, what in history(flow)].count("password set") == 1


def test_of_two_links_used_in_one_moment_one_is_good(flow: Flow) -> None:
    """Both were found good; the password that the first one set ends the other."""
    service, now = flow.service, flow.now
    for _ in range(times(10)):
        email = new_person(service).email
        secrets = [service.write(lambda tx, to=email: resets.new_link(tx, to, now)) for _ in "ab"]
        both = Barrier(2)

        def use(secret: str, both: Barrier) -> bool:
            both.wait()
            try:
                service.write(lambda tx: resets.set_password(tx, secret, secret[:9], now))
            except DeadLink:
                return False
            return True

        with ThreadPoolExecutor(2) as pool:
            used = [pool.submit(use, secret, both) for secret in secrets]
            assert sorted(each.result() for each in used) == [False, True]


def test_a_link_is_good_for_an_hour_and_then_says_so(flow: Flow) -> None:
    link = link_for(flow)
    with browser() as http:
        shown = Page(http.get(link))
        flow.pass_time(3600)
        late = shown.sent(http, password=NEW)
    for page in (late, chosen(link)):
        assert page.status_code == 410
        assert "Länken har gått ut" in page.text
    assert logged_in(flow, PASSWORD)


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaaaa"])
def test_a_password_that_is_easily_guessed_leaves_the_link_good(flow: Flow, password: str) -> None:
    link = link_for(flow)
    assert chosen(link, password).status_code == 400
    assert chosen(link).status_code == 200


@pytest.mark.parametrize("secret", ["x", "0" * 64, "%00", "a" * 5_000])
def test_a_link_that_never_was_is_told_as_a_used_one(flow: Flow, secret: str) -> None:
    with browser() as http:
        answer = http.get(f"{flow.service.url}/console/passwords/{secret}")
    assert answer.status_code == 404


def test_the_answer_is_the_same_to_the_byte_for_an_unknown_address(flow: Flow) -> None:
    answers = []
    for email in (flow.person.email, f"nobody-{flow.person.email}"):
        page = asked(flow, email, **{"X-Request-Id": "the-same-each-time"})
        answers.append((page.status_code, page.text, {**page.headers, "date": ""}))
    assert answers[0] == answers[1]
    letter(flow.service, flow.person.email)
    assert letters(flow.service, "nobody-") == []


def test_the_work_is_the_same_for_an_unknown_address(flow: Flow) -> None:
    sqlite = flow.service.database_url.startswith("sqlite")
    engine = SqliteTransaction if sqlite else PostgresqlTransaction
    statements = []
    for email in (flow.person.email, f"nobody-{flow.person.email}"):
        recording = Recording(engine.statements)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "statements", recording)
            asked(flow, email)
        statements.append([*recording.run])
    assert statements[0] == statements[1]
    assert id(resets.OPEN) in statements[0]


def test_nobody_waits_for_the_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a mail server takes would tell that there was a letter to send."""
    monkeypatch.setattr("reskontra.web.delivering.LIMIT", 2 * PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes the call, and says nothing
        relay = relay_of(f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        with running(f"sqlite:///{tmp_path / 'books.db'}", transport=relay) as service:
            with browser() as http:
                theirs = started(service, http)
                assert asked(theirs).status_code == 200
            silent.settimeout(PATIENCE)
            silent.accept()[0].close()


def test_a_mailbox_is_not_flooded(flow: Flow) -> None:
    statuses = [asked(flow).status_code for _ in range(ACCOUNT.free + 2)]
    assert statuses == [200] * (ACCOUNT.free + 1) + [429]
    letter(flow.service, flow.person.email, resets.MOST)
    assert len(letters(flow.service, flow.person.email)) == resets.MOST
    refused = asked(flow)
    assert int(refused.headers["retry-after"]) > 0
    nobody = f"nobody-{flow.person.email}"
    assert [asked(flow, nobody).status_code for _ in range(ACCOUNT.free + 2)] == statuses


def test_a_letter_leads_to_us_whatever_host_the_caller_names(flow: Flow) -> None:
    assert asked(flow, Host="evil.example").status_code == 200
    assert letter(flow.service, flow.person.email).link.startswith(flow.service.url)


def test_a_secret_is_in_no_log_and_no_referrer_and_kept_hashed(flow: Flow) -> None:
    with capture_logs() as lines:
        link = link_for(flow)
        with browser() as http:
            page = http.get(link)
        chosen(link)
    secret = link.rpartition("/")[2]
    assert re.fullmatch("[0-9a-f]{64}", secret)
    assert secret not in str(lines)
    assert page.headers["referrer-policy"] == "no-referrer"
    assert secret not in page.text


@pytest.mark.parametrize("email", ["x", "a@b.se, c@d.se", "a@b.se\r\nBcc: c@d.se", "<a@b.se>"])
def test_what_is_no_address_gets_no_letter(flow: Flow, email: str) -> None:
    assert asked(flow, email).status_code == 400


def test_a_form_of_nobodys_asks_for_nothing(flow: Flow) -> None:
    for path in ("forgotten", f"passwords/{'0' * 64}"):
        url = f"{flow.service.url}/console/{path}"
        sent = {"csrf_token": "x", "email": flow.person.email, "password": NEW}
        assert httpx.post(url, data=sent, timeout=60).status_code == 403
    assert letters(flow.service, flow.person.email) == []
