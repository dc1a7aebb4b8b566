"""Second factors: half a session opens nothing, a code or a signature counts once, and for whom."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select
from tests.approving import PASSWORD, Flow, Page, answered_with
from tests.authenticator import Authenticator
from tests.web.entering import (
    FACTORS,
    Visitor,
    code_now,
    codes_on,
    elsewhere,
    entered,
    options_on,
    other_person,
    told,
    wrong_code,
)

from reskontra.engine.database import Transaction
from reskontra.people import factors, tables, totp
from reskontra.people.logging_in import CODES, DEVICE
from reskontra.web.login import app_keys
from reskontra.web.page_routes import CONSOLE
from reskontra.web.sweep import sweep

ASKED = "Bekräfta att det är du"
WRONG = "Koden stämmer inte"


@pytest.fixture
def guarded(flow: Flow, home: Visitor) -> tuple[Visitor, str]:
    """A person with an app, and its secret; its first code has been used."""
    secret = home.with_app()
    flow.pass_time(60)
    return home, secret


# Half a session


def test_a_person_with_an_app_logs_in_by_password_and_code(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    _, secret = guarded
    someone = elsewhere(flow)
    page = someone.log_in()
    assert ASKED in page.text
    page = someone.answer(page, proof_code=code_now(flow, secret))
    assert "Översikt" in page.text
    assert told(flow, "logged in")[-1]["factor"] == "Telefonen"


# What needs no session at all, and is no more with half of one.
FOR_ANYONE = {
    "/console/log-in",
    "/console/forgotten",
    "/console/invitations/{link}",
    "/console/passwords/{link}",
}


def test_half_a_session_opens_nothing(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    paths = [
        route.path.replace("{company}", str(flow.company.id)).replace("{number}", "1")
        for route in CONSOLE
        if route.method == "GET" and route.path.rpartition(".")[2] not in {"css", "js", "svg"}
    ]
    assert len(paths) > 10
    for path in set(paths) - FOR_ANYONE:
        answer = someone.http.get(flow.service.url + path)
        assert (path, answer.status_code) == (path, 303)
        form = {"csrf_token": Page(page).form.fields["csrf_token"], "do": "save"}
        sent = someone.http.post(flow.service.url + path, data=form)
        assert sent.status_code in {303, 405}
        assert sent.headers.get("location", "/console/log-in").startswith("/console/log-in")
    assert not someone.is_in()
    assert ASKED in Visitor(flow, someone.http).flow_here.auth().text


def test_half_a_session_ends_after_ten_minutes(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    flow.pass_time(600)
    page = someone.answer(page, proof_code=code_now(flow, guarded[1]))
    assert 'name="password"' in page.text
    assert not someone.is_in()


def test_the_secret_of_the_half_is_not_that_of_the_whole(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    someone, thief = elsewhere(flow), elsewhere(flow)
    page = someone.log_in()
    thief.http.cookies.set("reskontra", someone.http.cookies["reskontra"])
    someone.answer(page, proof_code=code_now(flow, guarded[1]))
    assert (someone.is_in(), thief.is_in()) == (True, False)


def test_one_who_gives_up_halfway_is_out(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    someone = elsewhere(flow)
    page = someone.answer(someone.log_in(), do="log-out")
    assert 'name="password"' in page.text
    assert ASKED not in someone.get("/log-in").text


def test_the_way_to_an_approval_asks_for_it_too(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    someone = elsewhere(flow).flow_here
    page = someone.log_in(someone.auth())
    assert ASKED in page.text
    assert 'name="decision"' not in page.text
    forged = {"csrf_token": Page(page).form.fields["csrf_token"], "decision": "approve"}
    sent = someone.http.post(str(page.url), data=forged | {"company": str(flow.company.id)})
    assert (sent.status_code, "code=" in sent.headers["location"]) == (303, False)
    page = someone.follow(Page(page).sent(someone.http, proof_code=wrong_code(flow, guarded[1])))
    assert (page.status_code, WRONG in page.text) == (401, True)
    page = someone.follow(Page(page).sent(someone.http, proof_code=code_now(flow, guarded[1])))
    assert answered_with(someone.decide(page))["code"]


# Codes of an app


@pytest.mark.parametrize(
    ("steps", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_clocks_may_differ_by_half_a_minute(
    flow: Flow, guarded: tuple[Visitor, str], steps: int, is_taken: bool
) -> None:
    flow.pass_time(300)
    page = entered(flow, code_now(flow, guarded[1], steps))
    assert ("Översikt" in page.text) == is_taken
    assert (WRONG in page.text) == (not is_taken)


def test_a_code_is_taken_once(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    code = code_now(flow, guarded[1])
    assert "Översikt" in entered(flow, code).text
    assert WRONG in entered(flow, code).text
    earlier = code_now(flow, guarded[1], -1)
    assert WRONG in entered(flow, earlier).text, "one before it was not used, but is older"
    flow.pass_time(30)
    assert "Översikt" in entered(flow, code_now(flow, guarded[1])).text


def test_of_many_who_send_one_code_at_once_one_comes_in(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    pages = [(each, each.log_in()) for each in (elsewhere(flow) for _ in range(CODES.free + 1))]
    code = code_now(flow, guarded[1])
    with ThreadPoolExecutor(len(pages)) as pool:
        answers = pool.map(lambda pair: Page(pair[1]).sent(pair[0].http, proof_code=code), pages)
        statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [303] + [401] * CODES.free


def test_one_who_was_sent_here_may_log_in_as_someone_else(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    someone = elsewhere(flow).flow_here
    page = someone.log_in(someone.auth())
    [link] = re.findall(r'href="([^"]+prompt=login)"', page.text)
    again = someone.http.get(flow.service.url + link.replace("&amp;", "&"))
    assert 'name="password"' in again.text


def test_the_code_that_confirmed_an_app_is_used(flow: Flow, home: Visitor) -> None:
    secret = home.with_app()
    assert WRONG in entered(flow, code_now(flow, secret)).text


@pytest.mark.parametrize(
    "code", ["", "12345", "1234567", "abcdef", "１２３４５６", "é" * 6, "0" * 5000]
)
def test_what_is_no_code_is_refused(flow: Flow, guarded: tuple[Visitor, str], code: str) -> None:
    page = entered(flow, code)
    assert (page.status_code, WRONG in page.text) == (401, True)


def test_a_code_is_taken_as_people_write_it(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    code = code_now(flow, guarded[1])
    assert "Översikt" in entered(flow, f" {code[:3]} {code[3:]} ").text


def test_guessing_codes_is_slowed_and_told(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    home, secret = guarded
    wrong = wrong_code(flow, secret)
    statuses = [entered(flow, wrong).status_code for _ in range(CODES.free + 2)]
    assert statuses == [401] * (CODES.free + 1) + [429]
    page = entered(flow, code_now(flow, secret))
    assert page.status_code == 429
    assert int(page.headers["retry-after"]) >= 1
    home.send("", do="log-out")
    page = entered(flow, code_now(flow, secret), home)
    assert "Översikt" in page.text, "their own device is not shut out"
    flow.pass_time(3600)
    asyncio.run(sweep(flow.service.house))
    [line] = told(flow, "log-ins failed")
    assert (line["count"], line["codes"]) == (CODES.free + 1, CODES.free + 1)


def test_guessing_codes_on_a_known_device_is_slowed_too(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    home, secret = guarded
    home.send("", do="log-out")
    page = home.log_in()
    wrong = wrong_code(flow, secret)
    for _ in range(DEVICE.free + 1):
        page = home.answer(page, proof_code=wrong)
        assert page.status_code == 401
    assert home.answer(page, proof_code=code_now(flow, secret)).status_code == 429


def test_refused_codes_write_nothing(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    for _ in range(CODES.free + 1):
        page = someone.answer(page, proof_code=wrong_code(flow, guarded[1]))
    every = (tables.login_attempts, tables.failed_log_ins, tables.factors, tables.sessions)

    def kept(tx: Transaction) -> Any:
        return [tx.all(select(*table.c).order_by(*table.primary_key)) for table in every]

    before = flow.service.read(kept)
    assert someone.answer(page, proof_code=code_now(flow, guarded[1])).status_code == 429
    assert flow.service.read(kept) == before


def test_the_secret_is_encrypted_and_shown_while_it_is_set_up_alone(
    flow: Flow, home: Visitor
) -> None:
    page = home.send(FACTORS, do="app")
    drawing = home.get(f"{FACTORS}/app.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert drawing.headers["cache-control"] == "no-store"
    assert "img-src 'self'" in page.headers["content-security-policy"]
    assert "script-src" not in page.headers["content-security-policy"]
    home.with_app()
    assert home.get(f"{FACTORS}/app.svg").status_code == 404
    assert home.get(f"{FACTORS}/app").url.path == "/console/account/factors"


def test_a_stolen_copy_of_the_database_holds_no_secret_of_an_app(flow: Flow, home: Visitor) -> None:
    secret = home.with_app()
    rows = flow.service.read(lambda tx: tx.all(select(*tables.factors.c)))
    codes = flow.service.read(lambda tx: tx.all(select(*tables.recovery_codes.c)))
    assert secret not in str(rows)
    assert not [code for code in home.codes if code.replace("-", "") in str(codes)]
    [material] = [row[5] for row in rows if row[1] == flow.person.id]
    keys = app_keys(flow.service.house)
    assert totp.unlocked(keys, material, flow.person.id) == (secret, True)
    assert totp.unlocked(keys, material, flow.person.id + 1) is None, "another's row"
    assert totp.unlocked([b"x" * 32], material, flow.person.id) is None


def test_an_app_outlives_the_key_that_it_was_encrypted_with(flow: Flow, home: Visitor) -> None:
    """While both are believed it is encrypted anew, whether or not it is used."""
    secret, user_id = home.with_app(), flow.person.id
    [former] = app_keys(flow.service.house)
    new = b"n" * 32
    code = code_now(flow, secret, 1)

    def proven(tx: Transaction, keys: list[bytes], code: str) -> Any:
        return factors.proven(tx, keys, user_id, "", "", factors.Proof(code), flow.now)

    assert flow.service.write(lambda tx: proven(tx, [new], code)) is None
    assert flow.service.write(lambda tx: proven(tx, [new, former], code))
    flow.service.write(lambda tx: factors.lock_all_anew(tx, [new, former]))
    flow.pass_time(60)
    later = code_now(flow, secret)
    assert flow.service.write(lambda tx: proven(tx, [new], later))


def test_an_app_that_shows_no_right_code_is_none(flow: Flow, home: Visitor) -> None:
    page = home.send(FACTORS, do="app")
    assert home.answer(page, name="x", code="000000").status_code in {200, 400}
    page = home.send(FACTORS, do="app")
    flow.pass_time(3600)
    page = home.answer(page, name="x", code="123456")
    assert "Du har ingen ännu" in home.get(FACTORS).text
    assert "Översikt" in elsewhere(flow).log_in().text


# Recovery codes


def test_ten_recovery_codes_are_shown_once_and_each_is_taken_once(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    home, _ = guarded
    assert len(set(home.codes)) == 10
    assert codes_on(home.get(FACTORS)) == []
    assert "Översikt" in entered(flow, home.codes[0].upper()).text
    assert WRONG in entered(flow, home.codes[0]).text
    assert "Du har 9 koder kvar" in home.get(FACTORS).text


def test_new_recovery_codes_replace_the_old(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    home, _ = guarded
    new = codes_on(home.send(FACTORS, do="codes"))
    assert not set(new) & set(home.codes)
    assert WRONG in entered(flow, home.codes[3]).text
    assert "Översikt" in entered(flow, new[3]).text


def test_nobody_comes_in_by_anothers_recovery_code(
    flow: Flow, guarded: tuple[Visitor, str]
) -> None:
    other = other_person(flow)
    other.with_app()
    assert WRONG in entered(flow, other.codes[0]).text
    assert WRONG in entered(other.flow, guarded[0].codes[0]).text


# Adding and removing


def test_the_first_factor_ends_other_sessions_and_is_told(flow: Flow, home: Visitor) -> None:
    second = elsewhere(flow)
    second.log_in()
    home.with_app()
    assert (home.is_in(), second.is_in()) == (True, False)
    assert told(flow, "second factor added")[0]["factor"] == "Telefonen"


def test_a_factor_is_removed_and_told(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    home, _ = guarded
    [(name, number)] = [
        each for each in Page(home.get(FACTORS)).form.buttons if each[0] == "remove"
    ]
    question = home.send(FACTORS, **{name: number})
    assert "räcker lösenordet" in question.text
    assert "Telefonen" in home.get(FACTORS).text
    assert "Telefonen är borttagen." in home.answer(question, confirmed="yes").text
    assert "Översikt" in elsewhere(flow).log_in().text
    assert told(flow, "second factor removed")[0]["factor"] == "Telefonen"
    home.with_app()
    assert WRONG in entered(flow, "aaaa-aaaa-aaaa-aaaa").text


@pytest.mark.parametrize("number", ["x", "0", "-1", "9" * 40, "é", "anothers"])
def test_nobody_removes_a_factor_that_is_not_theirs(
    flow: Flow, guarded: tuple[Visitor, str], number: str
) -> None:
    other = other_person(flow)
    other.with_app()
    if number == "anothers":
        buttons = Page(guarded[0].get(FACTORS)).form.buttons
        [number] = [value for name, value in buttons if name == "remove"]
    assert "borttagen" not in other.send(FACTORS, remove=number).text
    assert "Telefonen" in guarded[0].get(FACTORS).text
    assert "Telefonen" in other.get(FACTORS).text


def test_there_is_an_end_to_how_many(flow: Flow, home: Visitor) -> None:
    for _ in range(10):
        home.with_passkey()
    page = home.get(f"{FACTORS}/passkey")
    passkey = Authenticator(flow.service.url)
    page = home.answer(page, name="x", passkey=passkey.made(options_on(page)))
    assert (page.status_code, "Ta bort någon först" in page.text) == (400, True)


def test_a_changed_password_is_no_way_round_it(flow: Flow, guarded: tuple[Visitor, str]) -> None:
    home, _ = guarded
    home.send("/account", do="save", current=PASSWORD, new="some other words")
    assert home.is_in()
    assert ASKED in elsewhere(flow).log_in("some other words").text


@pytest.mark.parametrize("path", [FACTORS, f"{FACTORS}/app", f"{FACTORS}/passkey", "/account"])
def test_every_page_has_one_form_and_wants_a_person(flow: Flow, path: str) -> None:
    someone = elsewhere(flow)
    assert someone.get(path).url.path == "/console/log-in"
    page = someone.answer(
        someone.get("/log-in"), email=flow.person.email, password=PASSWORD
    ) and someone.get(path)
    assert Page(page).form
    assert page.headers["cache-control"] == "no-store"
    call = f"{flow.service.url}/console{path}"
    assert someone.http.post(call, data={"csrf_token": "x", "do": "app"}).status_code == 403


def test_the_script_is_ours_and_small(flow: Flow) -> None:
    for root in ("/console", "/oauth-v1", "/api/v1/oauth-v1"):
        script = flow.http.get(f"{flow.service.url}{root}/passkey.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert len(script.text.splitlines()) < 80
