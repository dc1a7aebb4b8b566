"""The demands of RFC 9700 on an authorisation server, and the tests that show each of them.

Demands on clients and resource servers of others, and on grant types that we do not have, are
left out. One is knowingly not met to the letter: 4.11.2 wants people to log in before they are
sent back with an error, while the mirrored API sends faulty requests back at once. Only addresses
that were registered, letter for letter, are ever sent to.
"""

import pytest
from tests.browser import test_pages
from tests.web import (
    test_console,
    test_oauth_codes,
    test_oauth_limits,
    test_oauth_pages,
    test_oauth_refresh,
    test_oauth_requests,
    test_oauth_tokens,
)

MODULES = (
    test_oauth_codes,
    test_oauth_refresh,
    test_oauth_tokens,
    test_oauth_requests,
    test_oauth_pages,
    test_oauth_limits,
    test_console,
    test_pages,
)

# fmt: off
DEMANDS = (
    # section   demand                                                      shown by
    ("2.1",    "redirect addresses are compared letter for letter",        "test_o1_only_the_registered_redirect_address_will_do"),
    ("2.1",    "no open redirector",                                       "test_log_in_leads_nowhere_but_to_the_console"),
    ("2.1",    "credentials are not forwarded by redirects",               "test_o15_every_redirect_is_a_303"),
    ("2.1",    "requests forged by other sites are prevented",             "test_o15_a_form_of_another_session_is_refused_and_changes_nothing"),
    ("2.1.1",  "PKCE is supported",                                        "test_o5_the_right_verifier_redeems_a_challenged_code"),
    ("2.1.1",  "a challenge is enforced at the token address",             "test_o5_a_verifier_that_does_not_fit_is_refused"),
    ("2.1.1",  "a challenge method that does not expose the verifier",     "test_o5_o8_a_faulty_request_is_sent_back_before_log_in"),
    ("2.1.1",  "PKCE downgrade: a verifier needs a challenge",             "test_o5_a_verifier_that_does_not_fit_is_refused"),
    ("2.1.1",  "support for PKCE can be detected",                         "test_o17_the_answer_names_its_issuer"),
    ("2.1.2",  "no access tokens in authorisation answers",                "test_o5_o8_a_faulty_request_is_sent_back_before_log_in"),
    ("2.2.2",  "refresh tokens rotate",                                    "test_o7_a_refresh_token_rotates"),
    ("2.3",    "access tokens are limited to what was approved",           "test_o8_a_refresh_may_narrow_the_scope_and_later_have_it_back"),
    ("2.4",    "no resource owner password credentials grant",             "test_refusals_are_worded_exactly"),
    ("2.5",    "clients prove who they are",                               "test_o11_o20_wrong_clients_all_get_the_same_answer"),
    ("2.6",    "no http redirect addresses but to the loopback",           "test_a_faulty_integration_is_not_registered"),
    ("2.6",    "no CORS at the authorisation address",                     "test_o15_pages_cannot_be_framed_stored_or_reached_by_other_hosts"),
    ("4.1.3",  "no patterns in registered addresses",                      "test_a_faulty_integration_is_not_registered"),
    ("4.2.4",  "nothing of other hosts on the pages, no referrers",        "test_o15_pages_cannot_be_framed_stored_or_reached_by_other_hosts"),
    ("4.2.4",  "a code is good once",                                      "test_o2_a_code_used_twice_is_refused_and_revokes_what_the_first_use_gave"),
    ("4.2.4",  "a code used twice revokes its tokens",                     "test_o2_a_code_used_twice_is_refused_and_revokes_what_the_first_use_gave"),
    ("4.4.2",  "mix-up: the answer names its issuer",                      "test_o17_the_answer_names_its_issuer"),
    ("4.5.3",  "a code is bound to its client",                            "test_o3_a_code_is_worth_nothing_to_another_client"),
    ("4.5.3",  "a code is bound to its redirect address",                  "test_the_redirect_address_must_be_that_of_the_authorisation_call"),
    ("4.7.1",  "the state comes back as it was",                           "test_o6_the_state_comes_back_unchanged"),
    ("4.8.2",  "PKCE downgrade is refused",                                "test_o5_a_verifier_that_does_not_fit_is_refused"),
    ("4.11.2", "an invalid client or redirect address is not redirected",  "test_o1_a_wrong_client_sees_our_own_page"),
    ("4.12",   "303, never 307",                                           "test_o15_every_redirect_is_a_303"),
    ("4.13",   "headers of proxies that are not trusted are ignored",      "test_o14_nobody_is_believed_about_their_address"),
    ("4.14.2", "refresh tokens are bound to scope and approval",           "test_o8_a_refresh_never_widens_the_scope_and_costs_nothing_to_try"),
    ("4.14.2", "reuse of a rotated refresh token revokes its family",      "test_o7_used_again_later_it_revokes_its_whole_family"),
    ("4.14.2", "refresh tokens expire when not used",                      "test_o7_a_refresh_token_lives_45_days"),
    ("4.14.2", "refresh tokens can be revoked",                            "test_a_client_gives_up_its_tokens"),
    ("4.16.1", "no clickjacking",                                          "test_o15_pages_cannot_be_framed_stored_or_reached_by_other_hosts"),
    ("4.16.1", "no clickjacking, seen in a browser",                       "test_o15_a_page_cannot_be_shown_in_a_frame"),
)
# fmt: on


@pytest.mark.parametrize(("section", "demand", "shown_by"), DEMANDS, ids=lambda each: each[:40])
def test_each_demand_is_shown_by_a_test(section: str, demand: str, shown_by: str) -> None:
    assert section
    assert demand
    assert any(callable(getattr(module, shown_by, None)) for module in MODULES), shown_by
