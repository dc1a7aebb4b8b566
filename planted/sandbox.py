"""Faults of the sandbox, and of answers in another profile."""

from planted.fault import Fault

ANSWERS = "tests/sandbox/test_answers.py::test_"
VEILED = "tests/sandbox/test_transparent.py::test_"
CALLS = "tests/sandbox/test_calls.py::test_"

# fmt: off
SANDBOX = (
    Fault("kept answers in any profile",       "actions/register.py",     "return None if view.is_mirrored else self.answers", "return self.answers", (f"{ANSWERS}kept_answers_never_cross_over",), ""),
    Fault("the gate forgets the profile",      "web/gate.py",             "return Caller(organisation, *who, admission.answers, claims.scope, comer.request_id)", "return Caller(organisation, *who, scopes=claims.scope, request_id=comer.request_id)", (f"{ANSWERS}writes_are_answered_so_too_and_what_is_read_can_be_written_back",), ""),
    Fault("a rate of 0 is no rate",            "contract/articles.py",    "show=lambda rate: str(rate or 0), empty=None", "show=lambda rate: str(rate or 0)", ("tests/contract/test_mirrored.py::test_a_rate_of_zero_is_a_rate",), ""),
    Fault("a snapshot forgets its profile",    "sandbox/keeping.py",      'Profile(began["answers"])', "Profile.CONTRACT", (f"{ANSWERS}a_snapshot_remembers_its_profile",), ""),
    Fault("others are let through",            "sandbox/proxy.py",        'if self.others == "refuse":', "if False:", (f"{VEILED}or_by_the_proxy_that_was_there_or_not_at_all",), ""),
    Fault("a root for every name",             "sandbox/certificates.py", "        .add_extension(_bounds(hosts), critical=True)\n", "", (f"{VEILED}a_leaf_for_another_host_is_refused_even_if_it_were_signed",), ""),
    Fault("an expired certificate is kept",    "sandbox/certificates.py", "return same and now + timedelta(days=1) < self.leaf.not_valid_after_utc", "return same", (f"{VEILED}a_folder_keeps_them_until_they_expire_for_their_owner_alone",), ""),
    Fault("our pages under their names",       "sandbox/app.py",          'if not scope["path"].startswith(hosts.ANSWERED):', "if False:", (f"{VEILED}what_a_real_client_must_not_find_there_is_not_there",), ""),
    Fault("their names are not marked",        "sandbox/app.py",          ", hosts.marked(send)", ", send", (f"{VEILED}a_client_of_the_real_hosts_is_answered_here_and_stays_here",), ""),
    Fault("addresses lead out of TLS",         "sandbox/app.py",          '{**scope, "scheme": "https"}', "{**scope}", (f"{VEILED}a_client_of_the_real_hosts_is_answered_here_and_stays_here",), ""),
    Fault("foreign tokens are kept",           "sandbox/exchange.py",     '{"headers": mask.headers,', '{"headers": self.scope["headers"],', (f"{VEILED}a_foreign_token_is_refused_and_no_byte_of_it_is_kept_or_shown",), ""),
    Fault("a token is masked in its head alone", "sandbox/masking.py",    "for secret in self._found:", "for secret in ():", (f"{VEILED}a_foreign_token_is_refused_and_no_byte_of_it_is_kept_or_shown",), ""),
    Fault("an inherited NO_PROXY leads past",  "sandbox/disguise.py",     "and DOMAIN not in each.lower()", "and each", (f"{VEILED}every_variable_is_set_and_inherited_ones_are_replaced",), ""),
    Fault("inherited roots are lost",          "sandbox/disguise.py",     'file.write_bytes(before.rstrip(b"\\n") + b"\\n" + own)', "file.write_bytes(own)", (f"{VEILED}every_variable_is_set_and_inherited_ones_are_replaced",), ""),
    Fault("a 404 is not explained",            "sandbox/exchange.py",     'return hint_for(self.path) if self.status == NotFound.status else ""', 'return ""', (f"{CALLS}what_is_not_served_is_told_to_whoever_looks",), ""),
)
# fmt: on
