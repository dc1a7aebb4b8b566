"""The authorisation pages: how a person meets them, and what keeps others out."""

import re
from dataclasses import replace

import httpx
import pytest
from tests.approving import (
    PASSWORD,
    Flow,
    Page,
    answered_with,
    browser,
    new_company,
    new_person,
    registered,
)
from tests.waiting import PATIENCE

from reskontra.domain.organisation import Plan
from reskontra.people.scopes import SCOPES


def test_a_person_logs_in_approves_and_is_sent_back_with_a_code_and_the_state(flow: Flow) -> None:
    page = flow.auth()
    assert page.status_code == 200
    names = [field.get("name") for field in Page(page).form.inputs]
    assert names == ["csrf_token", "email", "password"]
    page = flow.log_in(page)
    assert Page(page).form.buttons == [("decision", "approve"), ("decision", "deny")]
    response = flow.decide(page)
    assert list(answered_with(response)) == ["code", "state", "iss"]
    assert answered_with(response)["state"] == "a state"


def test_one_who_denies_is_sent_back_with_access_denied(flow: Flow) -> None:
    told = answered_with(flow.decide(flow.log_in(flow.auth()), "deny"))
    assert list(told) == ["error", "error_description", "state", "iss"]
    assert (told["error"], told["state"]) == ("access_denied", "a state")


def test_one_who_is_logged_in_goes_straight_to_consent(flow: Flow) -> None:
    flow.log_in(flow.auth())
    page = flow.auth()
    assert Page(page).form.buttons == [("decision", "approve"), ("decision", "deny")]
    link = re.search(r'href="([^"]+prompt=login)"', page.text)
    assert link
    again = flow.http.get(flow.service.url + link[1].replace("&amp;", "&"))
    assert 'name="password"' in again.text


def test_consent_names_the_integration_the_company_and_each_scope_in_words(flow: Flow) -> None:
    page = flow.log_in(flow.auth()).text
    for expected in ("Kvittot", "Övning AB", SCOPES["invoice"], SCOPES["customer"]):
        assert expected in page
    assert SCOPES["supplierinvoice"] not in page
    assert "klient.example" in page


def test_one_with_several_companies_chooses(flow: Flow) -> None:
    second = new_company(flow.service, flow.person, "bookkeeper", "Andra AB")
    page = flow.log_in(flow.auth())
    radios = [field for field in Page(page).form.inputs if field.get("type") == "radio"]
    assert {field["value"] for field in radios} == {str(flow.company.id), str(second.id)}
    page = flow.follow(Page(page).sent(flow.http, company=str(second.id)))
    assert "Andra AB" in page.text
    assert "Övning AB" not in page.text
    token = flow.redeemed(answered_with(flow.decide(page))["code"]).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    company = flow.http.get(f"{flow.base}/3/companyinformation", headers=headers)
    assert company.status_code == 403  # the scope was not asked for, but the token is good
    assert flow.works(token) == 200


def test_nobody_approves_for_a_company_that_is_not_theirs(flow: Flow) -> None:
    theirs = new_company(flow.service, new_person(flow.service), "admin", "Hemligt AB")
    page = flow.log_in(flow.auth())
    sent = Page(page).sent(flow.http, decision="approve", company=str(theirs.id))
    assert sent.status_code == 303
    assert sent.headers["location"].startswith("/api/v1/oauth-v1/consent?")
    shown = flow.auth(company=str(theirs.id))
    assert "Hemligt AB" not in shown.text


def test_one_without_any_company_is_told_so(flow: Flow) -> None:
    flow.person = new_person(flow.service)
    page = flow.log_in(flow.auth())
    assert page.status_code == 403
    assert "inget företag" in page.text


def test_a_company_with_too_low_a_plan_cannot_be_connected(flow: Flow) -> None:
    flow.person = new_person(flow.service)
    new_company(flow.service, flow.person, "admin", plan=Plan.BASIC)
    assert answered_with(flow.log_in(flow.auth()))["error"] == "error_missing_license"


def test_only_an_administrator_approves_a_service_account(flow: Flow) -> None:
    flow.person = new_person(flow.service)
    new_company(flow.service, flow.person, "bookkeeper")
    told = answered_with(flow.log_in(flow.auth(account_type="service")))
    assert told["error"] == "error_missing_system_admin_right"


def test_an_integration_that_takes_no_service_accounts_says_so(flow: Flow) -> None:
    flow.client = registered(flow.service, allows_service_account=False)
    told = answered_with(flow.auth(account_type="service"))
    assert told["error_description"] == "Client does not allow service account"


# O15, what keeps others out of the pages


def test_o15_pages_cannot_be_framed_stored_or_reached_by_other_hosts(flow: Flow) -> None:
    for page in (flow.auth(), flow.log_in(flow.auth()), flow.auth(client_id="nobody")):
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self'; ")
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy
        assert page.headers["x-frame-options"] == "DENY"
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in page.headers
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page.text)
        assert not re.search(r"<script|<style|\son\w+=|\sstyle=", page.text)
    assert "form-action 'self' https://klient.example;" in policy_of(flow)


def policy_of(flow: Flow) -> str:
    return str(flow.auth().headers["content-security-policy"])


def test_o15_a_form_of_another_session_is_refused_and_changes_nothing(flow: Flow) -> None:
    with browser() as stranger:
        theirs = Flow(flow.service, stranger, flow.client, new_person(flow.service), flow.company)
        new_company(flow.service, theirs.person, "admin")
        foreign = Page(theirs.log_in(theirs.auth())).form.fields["csrf_token"]
    page = flow.log_in(flow.auth())
    for token in (foreign, "", "x", "é"):
        response = Page(page).sent(flow.http, decision="approve", csrf_token=token)
        assert response.status_code == 403
        assert "location" not in response.headers
    anonymous = Page(flow.auth(prompt="login"))
    assert anonymous.sent(flow.http, email="a", password="b", csrf_token="").status_code == 403


def test_o15_a_form_sent_from_another_site_is_refused(flow: Flow) -> None:
    page = Page(flow.log_in(flow.auth()))
    flow.http.headers["Sec-Fetch-Site"] = "cross-site"
    assert page.sent(flow.http, decision="approve").status_code == 403
    flow.http.headers["Sec-Fetch-Site"] = "same-origin"
    assert page.sent(flow.http, decision="approve").status_code == 303


def test_o15_names_are_shown_as_text(flow: Flow) -> None:
    flow.client = registered(flow.service, name='<img src=x onerror="alert(1)">')
    page = flow.log_in(flow.auth()).text
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;" in page


def test_o15_every_redirect_is_a_303(flow: Flow) -> None:
    page = flow.auth()
    sent = Page(page).sent(flow.http, email=flow.person.email, password=PASSWORD)
    assert sent.status_code == 303
    assert flow.decide(flow.follow(sent)).status_code == 303


def test_o9_codes_leave_no_trace_in_referrers(flow: Flow) -> None:
    response = flow.decide(flow.log_in(flow.auth()))
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cache-control"] == "no-store"


def test_o17_the_answer_names_its_issuer(flow: Flow) -> None:
    issuer = f"{flow.service.url}/api/v1"
    assert answered_with(flow.decide(flow.log_in(flow.auth())))["iss"] == issuer
    assert answered_with(flow.auth(scope="x"))["iss"] == issuer
    for path in ("", "/api/v1"):
        well_known = f"{flow.service.url}/.well-known/oauth-authorization-server{path}"
        told = flow.http.get(well_known).json()
        assert told["issuer"] == issuer
        assert told["code_challenge_methods_supported"] == ["S256"]
        assert told["authorization_response_iss_parameter_supported"] is True


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(flow: Flow, method: str) -> None:
    assert flow.http.request(method, f"{flow.base}/oauth-v1/auth").status_code == 405


def test_the_pages_answer_at_the_root_too_and_with_a_slash_at_the_end(flow: Flow) -> None:
    for path in ("/oauth-v1/auth", "/oauth-v1/auth/", "/api/v1/oauth-v1/auth/"):
        page = flow.http.get(f"{flow.service.url}{path}", params=flow.asked())
        assert page.status_code == 200
        style = re.search(r'rel="stylesheet" href="([^"]+)"', page.text)
        assert style
        assert flow.http.get(flow.service.url + style[1]).status_code == 200
    assert "code" in answered_with(flow.decide(flow.log_in(page)))


# O18, sessions


def cookies(flow: Flow) -> dict[str, str]:
    return {cookie.name: str(cookie.value) for cookie in flow.http.cookies.jar}


def test_o18_log_in_gives_a_new_session_and_the_old_one_stays_nobodys(flow: Flow) -> None:
    page = flow.auth()
    planted = cookies(flow)["reskontra"]
    flow.log_in(page)
    assert cookies(flow)["reskontra"] != planted
    with browser() as attacker:
        attacker.cookies.set("reskontra", planted)
        theirs = Flow(flow.service, attacker, flow.client, flow.person, flow.company)
        assert 'name="password"' in theirs.auth().text


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(flow: Flow) -> None:
    [cookie] = flow.auth().headers.get_list("set-cookie")
    assert re.fullmatch(r"reskontra=[\w-]{43}; HttpOnly; Path=/; SameSite=lax", cookie)


@pytest.mark.parametrize("sent", [
    'reskontra="' + '\\"' * 3_000, 'reskontra="' + '\\"' * 30_000, "=;" * 4_000, "reskontra",
])  # fmt: skip
def test_cookies_never_reach_the_interpreters_own_parser(
    flow: Flow, monkeypatch: pytest.MonkeyPatch, sent: str
) -> None:
    """It takes seconds over a few thousand quoted signs, and the whole process waits."""
    monkeypatch.setattr("http.cookies._unquote", None)
    place = f"{flow.service.url}/console"
    answer = httpx.get(place, headers={"Cookie": sent}, timeout=PATIENCE)
    assert answer.status_code in (200, 303)


def test_behind_https_the_cookie_is_secure_and_bound_to_its_host(flow: Flow) -> None:
    flow.http.headers["X-Forwarded-Proto"] = "https"
    [cookie] = flow.auth().headers.get_list("set-cookie")
    assert re.fullmatch(
        r"__Host-reskontra=[\w-]{43}; HttpOnly; Path=/; SameSite=lax; Secure", cookie
    )


def test_a_session_ends_after_twelve_hours(flow: Flow) -> None:
    flow.log_in(flow.auth())
    for _ in range(11):  # unused for two hours it would have ended before
        flow.pass_time(3600)
        assert 'name="decision"' in flow.auth().text
    flow.pass_time(3600 - 60)
    assert 'name="decision"' in flow.auth().text
    flow.pass_time(120)
    assert 'name="password"' in flow.auth().text


def test_a_wrong_password_is_told_without_saying_what_was_wrong(flow: Flow) -> None:
    wrong = flow.log_in(flow.auth(), "wrong")
    unknown = Page(flow.auth()).sent(flow.http, email="nobody@example.se", password="wrong")
    for page in (wrong, unknown):
        assert page.status_code == 401
        assert "Fel e-postadress eller lösenord." in page.text
    assert 'name="decision"' in flow.log_in(wrong).text


def test_the_letter_case_of_an_address_does_not_matter(flow: Flow) -> None:
    flow.person = replace(flow.person, email=f" {flow.person.email.upper()} ")
    assert 'name="decision"' in flow.log_in(flow.auth()).text
