"""Refresh tokens: they rotate, and a copy of a used one gives itself away."""

import json

from tests.approving import Flow, registered
from tests.sizes import times
from tests.web.oauth_words import (
    INVALID_REFRESH,
    KEYS,
    all_at_once,
    assert_ended,
    told,
)


def test_o7_a_refresh_token_rotates(flow: Flow) -> None:
    first = flow.tokens()
    response = flow.renewed(first["refresh_token"])
    second = response.json()
    assert list(second) == KEYS
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert flow.works(second["access_token"]) == 200
    assert flow.renewed(second["refresh_token"]).status_code == 200


def test_o7_used_again_within_ten_seconds_it_is_only_refused(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.renewed(first["refresh_token"]).json()
    flow.pass_time(8)
    assert told(flow.renewed(first["refresh_token"])) == INVALID_REFRESH
    assert flow.works(second["access_token"]) == 200
    assert flow.renewed(second["refresh_token"]).status_code == 200


def test_o7_used_again_later_it_revokes_its_whole_family(flow: Flow) -> None:
    first = flow.tokens()
    second = flow.renewed(first["refresh_token"]).json()
    flow.pass_time(12)
    assert told(flow.renewed(first["refresh_token"])) == INVALID_REFRESH
    assert flow.works(first["access_token"]) == 401
    assert flow.works(second["access_token"]) == 401
    assert told(flow.renewed(second["refresh_token"])) == INVALID_REFRESH


def test_the_history_tells_once_that_a_copied_token_ended_an_approval(flow: Flow) -> None:
    first = flow.tokens()
    flow.renewed(first["refresh_token"])
    flow.pass_time(12)
    for _ in range(2):
        flow.renewed(first["refresh_token"])
    assert_ended(flow, "used again")


def test_o7_a_family_dies_alone(flow: Flow) -> None:
    mine, others = flow.tokens(), flow.tokens()
    flow.renewed(mine["refresh_token"])
    flow.pass_time(12)
    flow.renewed(mine["refresh_token"])
    assert flow.works(others["access_token"]) == 200


def test_o7_a_refresh_token_lives_45_days(flow: Flow) -> None:
    early, late = flow.tokens(), flow.tokens()
    flow.pass_time(45 * 24 * 3600 - 60)
    assert flow.renewed(early["refresh_token"]).status_code == 200
    flow.pass_time(120)
    assert told(flow.renewed(late["refresh_token"])) == INVALID_REFRESH


def test_an_access_token_lives_an_hour(flow: Flow) -> None:
    token = flow.tokens()["access_token"]
    flow.pass_time(3590)
    assert flow.works(token) == 200
    flow.pass_time(20)
    assert flow.works(token) == 401


def test_of_64_parallel_refreshes_exactly_one_wins_and_its_tokens_live(flow: Flow) -> None:
    for _ in range(times(1)):
        first = flow.tokens()
        form = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
        answers = all_at_once(flow, 64, **form)
        [winner] = [each for each in answers if each.status_code == 200]
        assert {told(each) for each in answers if each is not winner} == {INVALID_REFRESH}
        assert flow.works(winner.json()["access_token"]) == 200
        assert flow.renewed(winner.json()["refresh_token"]).status_code == 200


def test_a_refresh_token_is_worth_nothing_to_another_client(flow: Flow) -> None:
    first, other = flow.tokens(), registered(flow.service)
    form = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    assert told(flow.token((other.client_id, other.secret), **form)) == INVALID_REFRESH
    assert flow.renewed(first["refresh_token"]).status_code == 200


# O8, scopes


def test_o8_a_refresh_may_narrow_the_scope_and_later_have_it_back(flow: Flow) -> None:
    first = flow.tokens()
    narrow = flow.renewed(first["refresh_token"], scope="invoice").json()
    assert narrow["scope"] == "invoice"
    assert flow.works(narrow["access_token"]) == 403
    assert flow.renewed(narrow["refresh_token"]).json()["scope"] == "invoice customer"


def test_o8_a_refresh_never_widens_the_scope_and_costs_nothing_to_try(flow: Flow) -> None:
    first = flow.tokens()
    status, body = told(flow.renewed(first["refresh_token"], scope="invoice supplierinvoice"))
    assert (status, json.loads(body)["error"]) == (400, "invalid_scope")
    assert flow.renewed(first["refresh_token"]).status_code == 200
