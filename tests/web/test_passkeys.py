"""Passkeys: what is signed for something else, by another or once more lets nobody in."""

import json

import pytest
from tests.approving import Flow
from tests.authenticator import PRESENT, Authenticator, cbor, text
from tests.web.entering import (
    FACTORS,
    Visitor,
    elsewhere,
    entered,
    options_on,
    other_person,
    told,
)

ASKED = "Bekräfta att det är du"
WRONG = "Koden stämmer inte"


# Passkeys


@pytest.fixture
def keyed(flow: Flow, home: Visitor) -> tuple[Visitor, Authenticator]:
    return home, home.with_passkey()


def test_a_person_logs_in_by_a_passkey(flow: Flow, keyed: tuple[Visitor, Authenticator]) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    assert "script-src 'self'" in page.headers["content-security-policy"]
    page = someone.answer(page, proof_passkey=keyed[1].signed(options_on(page)))
    assert "Översikt" in page.text
    assert "script-src" not in someone.get().headers["content-security-policy"]
    assert told(flow, "logged in")[-1]["factor"] == "Nyckeln"
    assert "Översikt" in entered(flow, keyed[0].codes[0]).text, "a recovery code does, too"


def other_key(passkey: Authenticator) -> Authenticator:
    return Authenticator(passkey.origin, passkey.counter, credential=passkey.credential)


# What a passkey, or someone between it and us, may tell wrongly.
WRONGLY = {
    "another site": {"origin": "https://reskontra.example"},
    "another port": {"origin": "http://127.0.0.1:1"},
    "a site below ours": {"origin": "http://x.127.0.0.1"},
    "another challenge": {"challenge": text(b"x" * 43)},
    "no challenge": {"challenge": ""},
    "a making": {"type": "webauthn.create"},
    "another host": {"host": "reskontra.example"},
    "nobody present": {"flags": 0},
}


@pytest.mark.parametrize("how", WRONGLY)
def test_a_signature_for_something_else_is_refused(
    flow: Flow, keyed: tuple[Visitor, Authenticator], how: str
) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    answer = keyed[1].signed(options_on(page), **WRONGLY[how])
    page = someone.answer(page, proof_passkey=answer)
    assert (page.status_code, someone.is_in()) == (401, False)
    page = someone.get("/log-in")
    page = someone.answer(page, proof_passkey=keyed[1].signed(options_on(page)))
    assert "Översikt" in page.text, "and the right one is taken after it"


def test_anothers_key_by_the_same_name_is_refused(
    flow: Flow, keyed: tuple[Visitor, Authenticator]
) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    thief = other_key(keyed[1])
    assert someone.answer(page, proof_passkey=thief.signed(options_on(page))).status_code == 401


def test_a_signature_is_taken_once(flow: Flow, keyed: tuple[Visitor, Authenticator]) -> None:
    """Also by a passkey that does not count: the challenge is used up."""
    someone, thief = elsewhere(flow), elsewhere(flow)
    page, theirs = someone.log_in(), thief.log_in()
    answer = keyed[1].signed(options_on(page))
    assert thief.answer(theirs, proof_passkey=answer).status_code == 401, "another session's"
    assert "Översikt" in someone.answer(page, proof_passkey=answer).text
    again = thief.answer(thief.get("/log-in"), proof_passkey=answer)
    assert again.status_code == 401


def test_a_challenge_is_used_up_by_a_wrong_answer(
    flow: Flow, keyed: tuple[Visitor, Authenticator]
) -> None:
    someone = elsewhere(flow)
    page = someone.log_in()
    options = options_on(page)
    someone.answer(page, proof_passkey="{}")
    answer = keyed[1].signed(options)
    assert someone.answer(page, proof_passkey=answer).status_code == 401


def test_a_copied_passkey_is_found_by_its_count(
    flow: Flow, keyed: tuple[Visitor, Authenticator]
) -> None:
    passkey = keyed[1]
    copy = Authenticator(passkey.origin, 0, passkey.key, passkey.credential)
    for _ in range(3):
        someone = elsewhere(flow)
        page = someone.log_in()
        assert (
            "Översikt" in someone.answer(page, proof_passkey=passkey.signed(options_on(page))).text
        )
    thief = elsewhere(flow)
    page = thief.log_in()
    assert thief.answer(page, proof_passkey=copy.signed(options_on(page))).status_code == 401


def test_a_passkey_that_does_not_count_is_taken(
    flow: Flow, keyed: tuple[Visitor, Authenticator]
) -> None:
    for _ in range(2):
        someone = elsewhere(flow)
        page = someone.log_in()
        keyed[1].counter = -1
        page = someone.answer(page, proof_passkey=keyed[1].signed(options_on(page)))
        assert "Översikt" in page.text


NESTED = text(b"\x81" * 4000)
HOSTILE = [
    "{}",
    "[]",
    "null",
    "1",
    "x",
    "[" * 8000,
    json.dumps({"id": "x", "rawId": "x", "type": "public-key", "response": {}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
        "clientDataJSON": text(b"{}"), "authenticatorData": NESTED, "signature": "",
        "attestationObject": NESTED}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {
        "clientDataJSON": text(b"[]"), "authenticatorData": "AA", "signature": "é",
        "attestationObject": text(cbor({"fmt": "tpm", "attStmt": {}, "authData": b"x"}))}}),
    "x" * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("answer", HOSTILE)
def test_an_answer_that_is_none_is_refused(
    flow: Flow, keyed: tuple[Visitor, Authenticator], answer: str
) -> None:
    home, _ = keyed
    someone = elsewhere(flow)
    assert someone.answer(someone.log_in(), proof_passkey=answer).status_code == 401
    page = home.send(f"{FACTORS}/passkey", name="x", passkey=answer)
    assert page.status_code == 400


@pytest.mark.parametrize("how", ["another site", "another challenge", "another host"])
def test_a_passkey_for_something_else_is_not_added(flow: Flow, home: Visitor, how: str) -> None:
    page = home.get(f"{FACTORS}/passkey")
    passkey = Authenticator(flow.service.url)
    answer = passkey.made(options_on(page), **WRONGLY[how])
    assert home.answer(page, name="x", passkey=answer).status_code == 400
    assert "Du har ingen ännu" in home.get(FACTORS).text


def test_a_passkey_is_added_once_for_what_was_asked(flow: Flow, home: Visitor) -> None:
    page = home.get(f"{FACTORS}/passkey")
    answer = Authenticator(flow.service.url).made(options_on(page), flags=PRESENT)
    assert "tillagd" in home.answer(page, name="x", passkey=answer).text
    again = Authenticator(flow.service.url).made(options_on(page))
    assert home.answer(page, name="y", passkey=again).status_code == 400


def test_a_key_of_an_unknown_kind_is_not_added(flow: Flow, home: Visitor) -> None:
    page = home.get(f"{FACTORS}/passkey")
    passkey = Authenticator(flow.service.url, algorithm=-65535)
    assert home.answer(page, name="x", passkey=passkey.made(options_on(page))).status_code == 400


def test_a_passkey_of_anothers_is_not_added(
    flow: Flow, keyed: tuple[Visitor, Authenticator]
) -> None:
    other = other_person(flow)
    page = other.get(f"{FACTORS}/passkey")
    page = other.answer(page, name="x", passkey=keyed[1].made(options_on(page)))
    assert (page.status_code, "kunde inte läggas till" in page.text) == (400, True)
