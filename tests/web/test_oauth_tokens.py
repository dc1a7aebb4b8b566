"""The token address: what it gives to whom, and the exact words in which it refuses."""

import asyncio
import itertools
import json
from typing import Any

import httpx
import pytest
from tests.approving import Flow, leave, registered
from tests.service import set_organisation
from tests.web.oauth_words import (
    INVALID_CLIENT,
    INVALID_REFRESH,
    KEYS,
    NO_CODE,
    NO_GRANT_TYPE,
    NO_PASSWORDS,
    NO_REFRESH,
    UNKNOWN_CODE,
    assert_ended,
    told,
)

from reskontra.domain.organisation import Plan
from reskontra.people import tables
from reskontra.people.tokens import hashed
from reskontra.web.sweep import sweep


def test_a_code_gives_tokens_with_the_contracts_keys_in_order(flow: Flow) -> None:
    response = flow.redeemed(flow.approved())
    told(response)
    answer = response.json()
    assert list(answer) == KEYS
    assert answer["expires_in"] == 3600
    assert answer["token_type"] == "bearer"
    assert answer["scope"] == "invoice customer"
    assert flow.works(answer["access_token"]) == 200


def test_o10_tokens_are_never_kept_by_anyone_on_the_way(flow: Flow) -> None:
    told(flow.redeemed(flow.approved()))


def test_the_token_address_answers_at_the_root_with_and_without_a_slash(flow: Flow) -> None:
    form = {"grant_type": "refresh_token", "refresh_token": flow.tokens()["refresh_token"]}
    for path in ("/oauth-v1/token", "/oauth-v1/token/", "/api/v1/oauth-v1/token/"):
        response = flow.http.post(
            f"{flow.service.url}{path}",
            data=form,
            auth=(flow.client.client_id, flow.client.secret),
        )
        assert response.status_code == 200, response.text
        form["refresh_token"] = response.json()["refresh_token"]


def test_any_accept_header_gets_json(flow: Flow) -> None:
    headers = {"Accept": "application/x-www-form-urlencoded"}
    assert (
        told(flow.token(grant_type="refresh_token", refresh_token="x", headers=headers))[0] == 400
    )


# Service accounts


def test_a_service_account_gets_an_access_token_by_its_organisations_number(flow: Flow) -> None:
    flow.approved(account_type="service")
    headers = {"TenantId": str(flow.company.id)}
    response = flow.token(grant_type="client_credentials", headers=headers)
    told(response)
    answer = response.json()
    assert list(answer) == KEYS[:-1]
    assert answer["scope"] == "invoice customer"
    assert flow.works(answer["access_token"]) == 200


def test_a_service_account_outlives_the_one_who_approved_it(flow: Flow) -> None:
    flow.approved(account_type="service")
    leave(flow.service, flow.company, flow.person)
    headers = {"TenantId": str(flow.company.id)}
    answer = flow.token(grant_type="client_credentials", headers=headers).json()
    assert flow.works(answer["access_token"]) == 200


@pytest.mark.parametrize(
    ("tenant", "error"),
    [
        (None, "invalid_request"),
        ("x", "invalid_request"),
        ("-1", "invalid_request"),
        ("9" * 30, "invalid_request"),
        ("999999999", "unauthorized_client"),
    ],
)
def test_without_an_approved_service_account_there_is_no_token(
    flow: Flow, tenant: str | None, error: str
) -> None:
    flow.approved(account_type="service")
    headers = {"TenantId": tenant} if tenant else None
    status, body = told(flow.token(grant_type="client_credentials", headers=headers))
    assert (status, json.loads(body)["error"]) == (400, error)


def test_a_persons_approval_is_no_service_account(flow: Flow) -> None:
    flow.approved()
    headers = {"TenantId": str(flow.company.id)}
    status, body = told(flow.token(grant_type="client_credentials", headers=headers))
    assert (status, json.loads(body)["error"]) == (400, "unauthorized_client")


# Revoking


@pytest.mark.parametrize("kind", ["refresh_token", "access_token"])
def test_a_client_gives_up_its_tokens(flow: Flow, kind: str) -> None:
    given = flow.tokens()
    response = revoked(flow, given[kind], token_type_hint="refresh_token")
    assert told(response) == (200, '{"revoked":true}')
    assert flow.works(given["access_token"]) == 401
    assert told(flow.renewed(given["refresh_token"])) == INVALID_REFRESH


def test_an_unknown_token_counts_as_given_up(flow: Flow) -> None:
    assert told(revoked(flow, "nobody's")) == (200, '{"revoked":true}')


def test_the_history_tells_once_that_an_approval_was_given_up(flow: Flow) -> None:
    given = flow.tokens()
    for _ in range(2):
        revoked(flow, given["access_token"])
    assert_ended(flow, "given up")


def test_nobody_gives_up_anothers_tokens(flow: Flow) -> None:
    given, other = flow.tokens(), registered(flow.service)
    auth = (other.client_id, other.secret)
    for token in (given["refresh_token"], given["access_token"]):
        assert told(revoked(flow, token, auth=auth)) == (200, '{"revoked":true}')
    assert flow.works(given["access_token"]) == 200
    assert told(revoked(flow, given["refresh_token"], auth=("nobody", "x"))) == INVALID_CLIENT


def revoked(flow: Flow, token: str, auth: Any = None, **more: str) -> httpx.Response:
    return flow.http.post(
        f"{flow.base}/oauth-v1/revoke",
        data={"token": token} | more,
        auth=auth or (flow.client.client_id, flow.client.secret),
    )


# O13 and client credentials


def raw(flow: Flow, body: str, method: str = "POST", **headers: str) -> httpx.Response:
    given = {"Content-Type": "application/x-www-form-urlencoded"} | headers
    call = f"{flow.base}/oauth-v1/token"
    return flow.http.request(method, call, content=body, headers=given)


def test_credentials_may_stand_in_the_form(flow: Flow) -> None:
    token = flow.tokens()["refresh_token"]
    known = f"client_id={flow.client.client_id}&client_secret={flow.client.secret}"
    response = raw(flow, f"{known}&grant_type=refresh_token&refresh_token={token}")
    assert response.status_code == 200, response.text


def test_o13_credentials_both_in_header_and_form_are_taken_when_they_agree(flow: Flow) -> None:
    form = {"grant_type": "refresh_token", "client_secret": flow.client.secret}
    form["refresh_token"] = flow.tokens()["refresh_token"]
    other = registered(flow.service)
    assert told(flow.token(**form, client_id=other.client_id)) == INVALID_CLIENT
    assert flow.token(**form, client_id=flow.client.client_id).status_code == 200


def test_a_form_encoded_secret_in_the_header_is_understood(flow: Flow) -> None:
    encoded = "".join(f"%{ord(letter):02X}" for letter in flow.client.secret)
    auth = (flow.client.client_id.replace("-", "%2D"), encoded)
    form = {"grant_type": "refresh_token", "refresh_token": flow.tokens()["refresh_token"]}
    assert flow.token(auth, **form).status_code == 200


@pytest.mark.parametrize(
    "auth", [("nobody", "x"), ("", ""), ("nobody\x00", "x"), ("å", "ö")], ids=ascii
)
def test_o11_o20_wrong_clients_all_get_the_same_answer(flow: Flow, auth: Any) -> None:
    encoded = tuple(part.encode() for part in auth)
    unknown = flow.token(encoded, grant_type="refresh_token", refresh_token="x")
    wrong = flow.token((flow.client.client_id, "x"), grant_type="refresh_token", refresh_token="x")
    assert told(unknown) == told(wrong) == INVALID_CLIENT
    assert unknown.headers["www-authenticate"] == 'Basic realm="reskontra"'


def test_every_other_secret_is_refused(flow: Flow) -> None:
    """Also the nearest: longer, shorter, in other letters, and with a hash that begins alike."""
    secret = flow.client.secret
    begins = hashed(secret)[0]
    alike = next(str(n) for n in itertools.count() if hashed(str(n))[0] == begins)
    for wrong in (f"{secret}x", secret[:-1], secret.swapcase(), f" {secret}", alike, "", "%00"):
        auth = (flow.client.client_id, wrong)
        response = flow.token(auth, grant_type="refresh_token", refresh_token="x")
        assert told(response) == INVALID_CLIENT, wrong


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({}, NO_GRANT_TYPE),
        ({"grant_type": "password", "username": "a", "password": "b"}, NO_PASSWORDS),
        ({"grant_type": "authorization_code"}, NO_CODE),
        ({"grant_type": "refresh_token"}, NO_REFRESH),
        ({"grant_type": "authorization_code", "code": "nobody's"}, UNKNOWN_CODE),
        ({"grant_type": "refresh_token", "refresh_token": "nobody's"}, INVALID_REFRESH),
    ],
    ids=["no type", "password", "no code", "no refresh token", "unknown code", "unknown token"],
)
def test_refusals_are_worded_exactly(
    flow: Flow, form: dict[str, str], expected: tuple[int, str]
) -> None:
    assert told(flow.token(**form)) == expected


def test_o13_what_is_sent_twice_is_refused(flow: Flow) -> None:
    known = f"client_id={flow.client.client_id}&client_secret={flow.client.secret}"
    token = flow.tokens()["refresh_token"]
    twice = f"{known}&grant_type=refresh_token&refresh_token={token}&refresh_token={token}"
    status, body = told(raw(flow, twice))
    assert (status, json.loads(body)["error"]) == (400, "invalid_request")
    assert flow.renewed(token).status_code == 200


@pytest.mark.parametrize("media", ["application/json", "text/plain", "multipart/form-data"])
def test_o13_another_content_type_is_refused(flow: Flow, media: str) -> None:
    status, body = told(raw(flow, "grant_type=refresh_token", **{"Content-Type": media}))
    assert (status, json.loads(body)["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("name", ["token", "revoke"])
def test_o13_only_post_is_taken(flow: Flow, method: str, name: str) -> None:
    response = flow.http.request(method, f"{flow.base}/oauth-v1/{name}")
    status, body = told(response)
    assert (status, json.loads(body)["error"]) == (405, "invalid_request")
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "body", ["\x00", "grant_type=%00&code=%ff", "a=1&" * 300, "x" * 70_000, "code=\ud800"]
)
def test_hostile_forms_are_refused_in_the_same_form(flow: Flow, body: str) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    response = flow.http.post(
        f"{flow.base}/oauth-v1/token",
        content=body.encode("utf-8", "surrogatepass"),
        headers=headers,
        auth=(flow.client.client_id, flow.client.secret),
    )
    assert response.status_code in {400, 413}
    assert list(response.json()) == ["error", "error_description"]


# O16, those who may no longer


def test_o16_tokens_of_one_who_left_the_company_are_dead_at_once(flow: Flow) -> None:
    given = flow.tokens()
    leave(flow.service, flow.company, flow.person)
    assert flow.works(given["access_token"]) == 401
    assert told(flow.renewed(given["refresh_token"])) == INVALID_REFRESH


def test_o16_a_code_of_one_who_left_the_company_gives_nothing(flow: Flow) -> None:
    code = flow.approved()
    leave(flow.service, flow.company, flow.person)
    assert told(flow.redeemed(code)) == UNKNOWN_CODE


def test_o16_tokens_stop_while_the_plan_is_too_low(flow: Flow) -> None:
    given, code = flow.tokens(), flow.approved()
    set_plan(flow, Plan.BASIC)
    assert flow.works(given["access_token"]) == 403
    for response in (flow.renewed(given["refresh_token"]), flow.redeemed(code)):
        status, body = told(response)
        assert (status, json.loads(body)["error"]) == (400, "error_missing_license")
    set_plan(flow, Plan.AI_PRO)
    assert flow.works(given["access_token"]) == 200
    assert flow.renewed(given["refresh_token"]).status_code == 200
    assert flow.redeemed(code).status_code == 200


def set_plan(flow: Flow, plan: Plan) -> None:
    set_organisation(flow.service, flow.company.id, plan=plan)


# What has expired is removed


def test_expired_codes_tokens_and_sessions_are_removed_in_time(flow: Flow) -> None:
    flow.tokens()
    kept = (tables.authorization_codes, tables.refresh_tokens, tables.sessions)
    statements = [table.select() for table in (*kept, tables.login_attempts)]

    def counts(tx: Any) -> list[int]:
        return [len(tx.all(statement)) for statement in statements]

    assert all(count > 0 for count in flow.service.read(counts))
    flow.pass_time(100 * 24 * 3600)  # other tests have been ahead of time too
    asyncio.run(sweep(flow.service.house))
    assert flow.service.read(counts) == [0, 0, 0, 0]
