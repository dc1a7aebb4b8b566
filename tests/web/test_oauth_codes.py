"""Authorization codes: good once, for a while, for the one they were given to."""

import pytest
from tests.approving import BACK, Flow, challenge_of, registered
from tests.sizes import times
from tests.web.oauth_words import (
    EXPIRED_CODE,
    INVALID_REFRESH,
    OTHER_REDIRECT,
    UNKNOWN_CODE,
    WRONG_VERIFIER,
    all_at_once,
    assert_ended,
    told,
)

VERIFIER = "v" * 64


def test_o2_a_code_used_twice_is_refused_and_revokes_what_the_first_use_gave(flow: Flow) -> None:
    code = flow.approved()
    first = flow.redeemed(code).json()
    assert told(flow.redeemed(code)) == UNKNOWN_CODE
    assert flow.works(first["access_token"]) == 401
    assert told(flow.renewed(first["refresh_token"])) == INVALID_REFRESH


def test_the_history_tells_once_that_a_copied_code_ended_an_approval(flow: Flow) -> None:
    code = flow.approved()
    for _ in range(3):
        flow.redeemed(code)
    assert_ended(flow, "used again")


@pytest.mark.parametrize("lacks", ["client", "redirect", "verifier"])
def test_o2_a_thief_with_only_the_code_revokes_nothing(flow: Flow, lacks: str) -> None:
    pkce = {"code_challenge": challenge_of(VERIFIER), "code_challenge_method": "S256"}
    code = flow.approved(**pkce)
    first = flow.redeemed(code, code_verifier=VERIFIER).json()
    other = registered(flow.service)
    if lacks == "client":
        auth = (other.client_id, other.secret)
        again = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
        assert told(flow.token(auth, code_verifier=VERIFIER, **again)) == UNKNOWN_CODE
    elif lacks == "redirect":
        other_address = {"redirect_uri": "https://thief.example/", "code_verifier": VERIFIER}
        assert told(flow.redeemed(code, **other_address)) == OTHER_REDIRECT
    else:
        assert told(flow.redeemed(code, code_verifier="w" * 64)) == WRONG_VERIFIER
    assert flow.works(first["access_token"]) == 200


def test_o3_a_code_is_worth_nothing_to_another_client(flow: Flow) -> None:
    code, other = flow.approved(), registered(flow.service)
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert told(flow.token((other.client_id, other.secret), **form)) == UNKNOWN_CODE
    assert flow.redeemed(code).status_code == 200


def test_o4_a_code_is_good_for_ten_minutes(flow: Flow) -> None:
    early, late = flow.approved(), flow.approved()
    flow.pass_time(590)
    assert flow.redeemed(early).status_code == 200
    flow.pass_time(20)
    assert told(flow.redeemed(late)) == EXPIRED_CODE


def test_the_redirect_address_must_be_that_of_the_authorisation_call(flow: Flow) -> None:
    for given in ("", BACK + "/", BACK.upper()):
        assert told(flow.redeemed(flow.approved(), redirect_uri=given)) == OTHER_REDIRECT
    assert flow.redeemed(flow.approved(redirect_uri=None), redirect_uri="").status_code == 200
    assert flow.redeemed(flow.approved(redirect_uri=None)).status_code == 200


def test_of_64_parallel_redemptions_exactly_one_wins(flow: Flow) -> None:
    for _ in range(times(1)):
        code = flow.approved()
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
        answers = all_at_once(flow, 64, **form)
        assert sorted(each.status_code for each in answers) == [200] + [400] * 63
        assert {each.text for each in answers if each.status_code == 400} == {UNKNOWN_CODE[1]}


# O5, proof keys


def test_o5_the_right_verifier_redeems_a_challenged_code(flow: Flow) -> None:
    code = flow.approved(code_challenge=challenge_of(VERIFIER), code_challenge_method="S256")
    assert flow.redeemed(code, code_verifier=VERIFIER).status_code == 200


@pytest.mark.parametrize(
    ("challenged", "verifier"),
    [
        (True, ""),
        (True, "w" * 64),
        (True, challenge_of(VERIFIER)),
        (True, VERIFIER + "v"),
        (False, VERIFIER),
    ],
    ids=["missing", "wrong", "the challenge itself", "another length", "without a challenge"],
)
def test_o5_a_verifier_that_does_not_fit_is_refused(
    flow: Flow, challenged: bool, verifier: str
) -> None:
    pkce = {"code_challenge": challenge_of(VERIFIER), "code_challenge_method": "S256"}
    code = flow.approved(**(pkce if challenged else {}))
    assert told(flow.redeemed(code, code_verifier=verifier)) == WRONG_VERIFIER


@pytest.mark.parametrize("length", [1, 42, 129])
def test_o5_a_verifier_of_wrong_length_is_refused_though_it_fits(flow: Flow, length: int) -> None:
    verifier = "v" * length
    code = flow.approved(code_challenge=challenge_of(verifier), code_challenge_method="S256")
    assert told(flow.redeemed(code, code_verifier=verifier)) == WRONG_VERIFIER
