"""Faults of the service: who is let in, what calls and pages may do, what is told and mailed."""

from planted.fault import Fault

REPEATS = "tests/web/test_repeats.py::test_"
GATE = "tests/web/test_gate.py::test_"
LIMITS = "tests/web/test_limits.py::test_"
CODES = "tests/web/test_oauth_codes.py::test_"
REFRESH = "tests/web/test_oauth_refresh.py::test_"
REQUESTS = "tests/web/test_oauth_requests.py::test_"
TOKENS = "tests/web/test_oauth_tokens.py::test_"
PAGES = "tests/web/test_oauth_pages.py::test_"
CONVENTIONS = "tests/web/test_conventions.py::test_"
PARSING = "tests/contract/test_parsing.py::test_"
APART = "tests/web/test_companies_apart.py::test_"
DELIVERING = "tests/web/test_delivering.py::test_"
REMINDERS = "tests/web/test_reminders.py::test_"
MAIL_LIMITS = "tests/web/test_mail_limits.py::test_"
KEYS = "tests/people/test_keys.py::test_"
SECRETS = "tests/web/test_client_secrets.py::test_"
TROUBLES = "tests/faults/test_told_troubles.py::test_"
FLOODS = "tests/web/test_floods.py::test_"
MEANWHILE = "tests/web/test_meanwhile.py::test_"
ENTRY = "tests/web/test_entry.py::test_"
SESSIONS = "tests/web/test_sessions.py::test_"
FACTORS = "tests/web/test_factors.py::test_"
PASSKEYS = "tests/web/test_passkeys.py::test_"
REQUIRED = "tests/web/test_required_factors.py::test_"
STEP_UP = "tests/web/test_step_up.py::test_"
INVITED = "tests/web/test_invitations.py::test_"
FORGOTTEN = "tests/web/test_forgotten.py::test_"
ROLES = "tests/web/test_roles.py::test_"
BOOKS = "tests/web/test_books.py::test_"
INVOICES = "tests/web/test_books_invoices.py::test_"
OWN = "tests/web/test_own_integrations.py::test_"
OAUTH_LIMITS = "tests/web/test_oauth_limits.py::test_"
PIPELINE = "tests/web/test_pipeline.py::test_"
PRESSING = "tests/web/test_pressing.py::test_"
SERVING = "tests/test_serving.py::test_"
FILES = "tests/test_private_files.py::test_"

# The work is done, undone, and its outcome sent; only then is it done for good.
MAILED_FIRST = """
        if self.then and self.writes:
            seen_once = []
            def undone(desk):
                seen_once.append(self.work(desk, call))
                raise LookupError
            try:
                await house.write(caller.clerk(now), undone)
            except LookupError:
                pass
            await self.then(house, call, seen_once[0])
        outcome = await self._done(house, call, caller.clerk(now))
"""

# fmt: off
SERVICE = (
    # Mail and paper
    Fault("an incomplete invoice is not refused", "actions/issuing.py",     "if missing and owner.complete_invoices is CompleteInvoices.REFUSE:", "if False:", ("tests/web/test_complete_invoices.py::test_where_it_is_set_an_incomplete_invoice_is_refused_with_everything_it_lacks",)),
    Fault("an incomplete invoice is not told",   "actions/issuing.py",      'facts={"gaps": missing} if missing else {}', "facts={}", ("tests/web/test_complete_invoices.py::test_operators_are_told_of_all_that_an_issued_invoice_lacks",)),
    Fault("Swish is offered abroad",             "outside/printed.py",      "        if document.receiver.is_abroad:\n            return []\n", "", ("tests/outside/test_pdf.py::test_a_buyer_abroad_is_offered_no_swedish_app",), ""),
    Fault("units follow the register for ever",  "actions/printing.py",     "row.unit_in_english or row.unit", "row.unit", ("tests/web/test_english.py::test_units_are_english_too",)),
    Fault("mail before the commit",             "web/resources.py",        "        outcome = await self._done(house, call, caller.clerk(now))\n", MAILED_FIRST, (f"{DELIVERING}a_mail_that_fails_leaves_the_invoice_issued",), ""),
    Fault("a draft is mailed, unissued",        "web/delivering.py",       'dispatch = outgoing(desk, call, "email")', 'dispatch = outgoing(desk, call, "preview")', (f"{DELIVERING}email_issues_and_mails_the_pdf",)),
    Fault("mail is counted when it is too late", "web/delivering.py",      "        await admit_letter(house, call.counted_for, clerk.organisation.id)\n", "", (f"{MAIL_LIMITS}a_refused_mailing_issues_nothing",)),
    Fault("mail goes to others than counted",   "web/delivering.py",       "if mailing.recipients != call.counted_for:", "if False:", (f"{MAIL_LIMITS}whom_it_goes_to_is_not_changed_between_counting_and_sending",)),
    Fault("hidden recipients are not counted",  "actions/mailing.py",      "dict.fromkeys((*self.to, *self.cc, *self.bcc))", "dict.fromkeys(self.to)", (f"{MAIL_LIMITS}every_recipient_counts",)),
    Fault("HEAD runs the action",               "web/pipeline.py",         ' and not route.endpoint.writes)', ")", (f"{DELIVERING}head_and_prefetch_never_act",)),
    Fault("identity numbers are printed",       "actions/printing.py",     "comments=masked_text(invoice.comments)", "comments=invoice.comments", (f"{DELIVERING}personal_numbers_are_masked_but_references_are_not",)),
    Fault("a long name is folded as it is",     "outside/mail.py",         "if len(str(named)) <= UNFOLDED:", "if True:", ("tests/outside/test_hostile_letters.py",), ""),
    Fault("line ends in a name",                "outside/mail.py",         'message["From"] = _named(_one_line(letter.sender_name), sender)', 'message["From"] = _named(letter.sender_name, sender)', ("tests/outside/test_hostile_letters.py",), ""),
    # What operators are told
    Fault("a full disk is not remembered",      "engine/database.py",      "            self.trouble = refused.reason or self.trouble\n", "", (f"{TROUBLES}a_disk_that_gets_full_is_told_and_so_is_that_there_is_room_again",), ""),
    Fault("a trouble that is over goes on",     "engine/database.py",      '        self.trouble = ""\n        return True\n', "        return True\n", (f"{TROUBLES}a_disk_that_gets_full_is_told_and_so_is_that_there_is_room_again",), ""),
    Fault("a Valkey that is away is not told",  "web/readiness.py",        '"" if await house.limiter.ready() else house.limiter.trouble', '""', (f"{TROUBLES}an_unreachable_valkey_is_one_line_at_start",), ""),
    Fault("a trouble is told again and again",  "web/readiness.py",        "if reason and reason != before:", "if reason:", (f"{TROUBLES}a_valkey_that_goes_and_comes_is_told_once_each_time",), ""),
    Fault("why Valkey refuses is not told",     "web/shared_limits.py",    'return f"Valkey refuses: {type(error).__name__}"', 'return "Valkey cannot be reached"', (f"{TROUBLES}a_valkey_that_refuses_says_why",), ""),
    Fault("nobody looks unless asked",          "web/app.py",              "sweep_replies_for_ever, look_for_ever, anchor_for_ever)", "sweep_replies_for_ever, anchor_for_ever)", (f"{TROUBLES}a_disk_that_becomes_read_only_is_told_without_being_asked",), ""),
    # Calls that are repeated
    Fault("a repeated call is done again",      "actions/repeating.py",    "if replies.begin(desk.books, name):", "if replies.begin(desk.books, name) or True:", (f"{REPEATS}many_at_once_make_one_invoice_and_have_one_answer",)),
    Fault("another call has the same answer",   "actions/repeating.py",    "if answer.fingerprint != name.fingerprint:", "if False:", (f"{REPEATS}another_call_with_the_same_key_is_refused",)),
    Fault("a call is known by its body alone",  "web/repeats.py",          'b"\\n".join((*parts, body))', "body", (f"{REPEATS}another_call_with_the_same_key_is_refused",)),
    Fault("a letter that failed keeps its key", "web/resources.py",        "            await house.write(clerk, lambda desk: repeating.release(desk, name))\n", "", (f"{REPEATS}a_letter_that_could_not_be_sent_may_be_tried_again",)),
    Fault("an answer is kept for ever",         "actions/repeating.py",    "KEPT_SECONDS = 24 * 3600", "KEPT_SECONDS = 24 * 3600 * 1000", (f"{REPEATS}answers_are_forgotten_after_a_day",)),
    # The gate
    Fault("the scope is not asked for",         "web/gate.py",             "if scope and scope not in claims.scope:", "if False:", (f"{GATE}every_call_needs_its_scope",)),
    Fault("the plan is not asked for",          "web/gate.py",             "if organisation.plan < LEAST_PLAN:", "if False:", (f"{GATE}the_plan_opens_the_api",)),
    Fault("a revoked token goes on",            "web/gate.py",             "admission is None or admission.revoked:", "admission is None:", (f"{GATE}a_revoked_token_is_refused_at_once",)),
    Fault("a limiter that fails open",          "web/shared_limits.py",    "            raise LimitUnknown from error", "            return 0", (f"{LIMITS}it_starts_without_a_server_and_uses_it_once_there",), ""),
    Fault("a counter instead of a log",         "web/limits.py",           "passed = now - limit.seconds * SECOND", "passed = now - 1 - now % (limit.seconds * SECOND)", (f"{LIMITS}no_window_holds_more_than_the_limit",), ""),
    Fault("answers may be kept on the way",     "web/pipeline.py",         "if each[0] not in given]", "if False]", (f"{APART}no_cache_on_the_way_keeps_an_answer",)),
    # OAuth
    Fault("a redirect by its beginning",        "web/oauth_request.py",    "if redirect_uri not in registered:", "if not any(redirect_uri.startswith(each) for each in registered):", (f"{REQUESTS}o1_only_the_registered_redirect_address_will_do",)),
    Fault("any secret opens the door",          "people/integrations.py",  "return integration if any(fits) else None", "return integration", (f"{TOKENS}o11_o20_wrong_clients_all_get_the_same_answer",)),
    Fault("the beginning of a secret will do",  "people/integrations.py",  "compare_digest(tokens.hashed(guess), secret_hash)", "secret_hash[:1] == tokens.hashed(guess)[:1]", (f"{TOKENS}every_other_secret_is_refused",)),
    Fault("secrets by ==",                      "people/integrations.py",  "compare_digest(tokens.hashed(guess), secret_hash)", "tokens.hashed(guess) == secret_hash", ("tests/test_architecture.py::test_secrets_are_compared_in_constant_time",), ""),
    Fault("a former secret works for ever",     "people/integrations.py",  "if now < (integration.former_until or 0) else None", "if True else None", (f"{SECRETS}the_old_secret_works_for_a_day_beside_the_new_one",)),
    Fault("a rotated secret dies at once",      "people/integrations.py",  "return integration.secret_hash, former or _NOBODYS", "return integration.secret_hash, _NOBODYS", (f"{SECRETS}the_old_secret_works_for_a_day_beside_the_new_one",)),
    Fault("any key of ours signs tokens",       "people/tokens.py",        "return [key for key in keys.believed(Use.TOKENS) if name_of(key) == name]", "return [key for use in Use for key in keys.believed(use)]", (f"{KEYS}what_another_key_has_signed_is_refused",), ""),
    Fault("one key for every use",              "people/keys.py",          "use.encode() + ", "", (f"{KEYS}no_two_uses_have_one_key",), ""),
    Fault("a rotated key loses its tokens",     "people/keys.py",          "return (self.secret, self.former) if self.former else (self.secret,)", "return (self.secret,)", ("tests/test_key_rotation.py::test_tokens_sessions_and_forms_outlive_a_rotation",), ""),
    Fault("a verifier is not compared",         "people/granting.py",      "return 43 <= len(verifier) <= 128 and compare_digest(made, challenge)", "return 43 <= len(verifier) <= 128", (f"{CODES}o5_a_verifier_that_does_not_fit_is_refused",)),
    Fault("a code of another client",           "people/granting.py",      "if given_for is None or grant is None or grant.client_id != client_id:", "if given_for is None or grant is None:", (f"{CODES}o3_a_code_is_worth_nothing_to_another_client",)),
    Fault("a refresh widens the scope",         "people/granting.py",      "    if not set(scope.split()) <= set(grant.scope.split()):\n        return WIDER_SCOPE\n", "", (f"{REFRESH}o8_a_refresh_never_widens_the_scope_and_costs_nothing_to_try",)),
    # Coming in
    Fault("every failed log-in is a row",       "people/failures.py",      "    return now - now % HOUR", "    return now", (f"{ENTRY}failures_are_one_row_an_account_and_hour",)),
    Fault("a known device waits with the rest", "people/logging_in.py",    "if user and devices.is_known(tx, knock.device, user.id, now):", "if False:", (f"{ENTRY}failures_from_elsewhere_do_not_lock_out_a_known_device",)),
    Fault("anyone's device is known",           "people/devices.py",       '    devices.c.user_id == bindparam("user_id"),\n', "", (f"{ENTRY}a_device_of_no_ones_own_opens_no_side_door",)),
    Fault("a planted device is taken over",     "people/devices.py",       "    new = tokens.new_secret()\n", "    new = secret or tokens.new_secret()\n", (f"{ENTRY}a_device_of_no_ones_own_opens_no_side_door",)),
    Fault("refused attempts are written",       "web/login.py",            "        return too_many(seconds)\n    attempt =", "        await house.database.write(lambda tx: failures.add(tx, email, None, address, now))\n        return too_many(seconds)\n    attempt =", (f"{ENTRY}attempts_that_must_wait_write_nothing",)),
    Fault("guessing on a device is free",       "people/logging_in.py",    'Counter(f"device {tokens.hashed(knock.device)}", DEVICE)', 'Counter(f"device {tokens.hashed(knock.device)}", Patience(10**6, 1))', (f"{ENTRY}guessing_on_a_known_device_is_slowed_too",)),
    Fault("a sum is told twice",                "actions/entry.py",        "    if not failures.remove(tx, told):\n        return\n", "", (f"{ENTRY}a_sum_is_told_by_the_sweep_to_every_company",)),
    Fault("an idle session lives on",           "people/sessions.py",      ', sessions.c.used_at > bindparam("idle_since"))', ', sessions.c.used_at > bindparam("idle_since") - 99999)', (f"{SESSIONS}a_session_unused_for_two_hours_has_ended",)),
    Fault("anyone's session is ended",          "people/sessions.py",      "END_OWN = delete(sessions).where(_THIS, _OWN)", 'END_OWN = delete(sessions).where(_THIS, bindparam("of_user") == bindparam("of_user"))', (f"{SESSIONS}nobody_ends_anothers_session",)),
    Fault("half a session is a whole one",      "web/sessions.py",         "    if session.halfway:\n", "    if False:\n", (f"{FACTORS}half_a_session_opens_nothing",)),
    Fault("a code counts twice",                "people/factors.py",       '.where(*_THIS, factors.c.counter < bindparam("reached"))', '.where(*_THIS, bindparam("reached") == bindparam("reached"))', (f"{FACTORS}a_code_is_taken_once",)),
    Fault("codes of any minute are taken",      "people/totp.py",          "SLACK = 1 ", "SLACK = 9 ", (f"{FACTORS}clocks_may_differ_by_half_a_minute",)),
    Fault("codes are guessed at will",          "actions/entry.py",        "    if wait := logging_in.count_code(tx, user_id, who.device, now):\n        return wait\n", "", (f"{FACTORS}guessing_codes_is_slowed_and_told",)),
    Fault("a recovery code is anyone's",        "people/factors.py",       'recovery_codes.c.hash == bindparam("of_hash"), recovery_codes.c.user_id == bindparam("of_user")', 'recovery_codes.c.hash == bindparam("of_hash"), bindparam("of_user") == bindparam("of_user")', (f"{FACTORS}nobody_comes_in_by_anothers_recovery_code",)),
    Fault("a passkey of any site",              "people/passkeys.py",      "verify_origin=lambda told: told == origin,", "verify_origin=lambda told: True,", (f"{PASSKEYS}a_signature_for_something_else_is_refused",)),
    Fault("a challenge is never used up",       "people/sessions.py",      '    tx.run(SET_CHALLENGE, {"of_hash": session.hash, "new_challenge": ""})\n', "", (f"{PASSKEYS}a_passkey_is_added_once_for_what_was_asked",)),
    Fault("a copied passkey is not found",      "people/factors.py",       '            factors.c.counter < bindparam("reached"),\n', '            factors.c.counter < bindparam("reached") + 99,\n', (f"{PASSKEYS}a_copied_passkey_is_found_by_its_count",)),
    Fault("a company's wish is not asked",      "people/factors.py",       "return asked and not active(tx, user_id)", "return False", (f"{REQUIRED}nothing_of_a_company_that_asks_is_seen_without_one", f"{REQUIRED}nothing_is_approved_for_a_company_that_asks_without_one")),
    Fault("the first factor ends nothing",      "actions/entry.py",        "    sessions.end_others(tx, who.person.id, session)\n    return factors.new", "    return factors.new", (f"{FACTORS}the_first_factor_ends_other_sessions_and_is_told",)),
    Fault("an old proof will do",               "people/sessions.py",      "return now - self.proved_at <= FRESH_SECONDS", "return True", (f"{STEP_UP}a_secret_is_rotated_after_the_password_once_more",)),
    Fault("a password proves it for all",       "web/proving.py",          "    if not await known_factors(house, person):\n", "    if PASSWORD in entries:\n", (f"{STEP_UP}a_password_proves_nothing_of_who_has_more",)),
    Fault("a form of another session",          "web/sessions.py",         "    return any(fits)\n", "    return True\n", (f"{PAGES}o15_a_form_of_another_session_is_refused_and_changes_nothing",)),
    # Proofs, and what happens meanwhile
    Fault("a password of before opens",         "actions/entry.py",        "    if users.hold(tx, who.person.id) != fitted:\n", "    if False:\n", (f"{MEANWHILE}a_log_in_comes_too_late",)),
    Fault("a password of before proves",        "actions/entry.py",        "if users.hold(tx, who.person.id) != fitted or factors", "if factors", (f"{MEANWHILE}a_proof_comes_too_late",)),
    Fault("half a session outlives a reset",    "actions/entry.py",        "    if not sessions.end(tx, half):\n", "    if sessions.end(tx, half) is None:\n", (f"{MEANWHILE}half_a_session_is_worth_nothing_any_more",)),
    Fault("a new password is a proof",          "actions/entry.py",        "    if not factors.active(tx, user_id):\n        sessions.prove(tx, same", "    if True:\n        sessions.prove(tx, same", (f"{STEP_UP}a_new_password_is_no_proof_of_who_has_more",)),
    Fault("an app dies with its key",           "people/factors.py",       "        if known and not known.is_newest:\n", "        if False:\n", ("tests/test_key_rotation.py::test_a_persons_app_outlives_the_key_that_it_was_added_with",), ""),
    Fault("a secret is shown without a proof",  "web/console/visit.py",    "asked = await _asked_again(visit, TO_SHOW) if shows_secret else None", "asked = None", (f"{STEP_UP}what_is_secret_is_shown_after_a_proof",)),
    Fault("a year is opened without a proof",   "web/page_routes.py",      "for_person(years.years, years.reopen, fresh=always), ", "for_person(years.years, years.reopen), ", ("tests/web/test_console_years.py::test_one_proves_anew_who_one_is",)),
    Fault("a program reopens without a proof",  "web/oauth_pages.py",      "return REOPENING.scope in proposal.scope.split() or proposal.service_account", "return False", (f"{STEP_UP}what_matters_is_approved_after_a_proof",)),
    Fault("a bookkeeper's program needs no proof", "web/oauth_pages.py",   "    if _is_weighty(visit.proposal) and (", "    if _is_weighty(visit.proposal) and chosen.role == \"admin\" and (", (f"{STEP_UP}what_matters_is_approved_after_a_proof",)),
    Fault("one who is gone decides on",         "actions/access.py",       "    if not may(memberships.member(tx, organisation_id, actor.user_id).role, right):\n", "    if False:\n", (f"{ROLES}one_who_was_shut_out_a_moment_ago_does_nothing_more",)),
    Fault("an old invitation lets one back in", "actions/access.py",       "    _withdraw(tx, actor, organisation_id, changed.member.email)\n", "", (f"{INVITED}an_invitation_is_worth_nothing_once_its_person",)),
    Fault("an ended approval is not told",      "actions/access.py",       '        _tell_ended(tx, actor, answer.ended, "used again")\n', "        pass\n", (f"{CODES}the_history_tells_once_that_a_copied_code_ended_an_approval",)),
    Fault("tokens handed out are not told",     "actions/access.py",       "    record(tx, organisation_id, actor, Access.INTEGRATION_APPROVED, **said)\n    return given\n", "    return given\n", ("tests/test_command_line.py::test_a_token_is_issued_for_all_scopes_or_for_fewer",), ""),
    Fault("a grown press is asked once more",   "outside/press.py",        " or answer.startswith(LAST):", ":", ("tests/web/test_pressing.py::test_a_process_that_has_grown_ends_and_nobody_notices",), ""),
    # Among strangers
    Fault("cookies by the interpreter's parser", "web/sessions.py",         "    sent = \";\".join(request.headers.getlist(\"cookie\"))\n", "    return request.cookies.get(name, \"\")\n    sent = \"\"\n", (f"{PAGES}cookies_never_reach_the_interpreters_own_parser",)),
    Fault("a call without a host",              "web/pipeline.py",         "            refuse_unclear_host(arrival.scope[\"headers\"])\n", "", (f"{GATE}a_call_without_a_clear_host_is_400",)),
    Fault("a wrong secret counts for the right", "web/oauth.py",            "{name} guess at {client_id} from {network}", "{name} client {client_id}", ("tests/web/test_oauth_limits.py::test_nobody_who_guesses_at_a_secret_locks_out_the_one_who_has_it",)),
    Fault("names of clients without end",       "web/oauth.py",            "    return guess, Window(f\"guesses from {network}\", GUESS_LIMIT)", "    return (guess,)", (f"{OAUTH_LIMITS}whatever_is_sent_from_one_address_leaves_few_windows",), ""),
    Fault("long names of clients are counted",  "web/oauth.py",            "return 0 < len(client_id) <= LONGEST_ID and", "return 0 < len(client_id) and", (f"{OAUTH_LIMITS}long_names_of_clients_are_not_remembered",), ""),
    Fault("each address of a network guesses",  "people/logging_in.py",    "IPv6Address(int(parsed) >> 64 << 64)", "parsed", (f"{OAUTH_LIMITS}whatever_is_sent_from_one_address_leaves_few_windows",), ""),
    Fault("an answer inside another's page",    "web/pipeline.py",         "    \"Content-Security-Policy\": \"frame-ancestors 'none'\",\n", "", (f"{PIPELINE}every_answer_keeps_others_out",), ""),
    Fault("a page of docs inside another's",    "web/reference.py",        "; frame-ancestors 'none'", "", (f"{PIPELINE}every_answer_keeps_others_out",), ""),
    Fault("a page held by another's window",    "web/pipeline.py",         '    "Cross-Origin-Opener-Policy": "same-origin",\n', "", (f"{PIPELINE}every_answer_keeps_others_out",), ""),
    Fault("browsers may leave https",           "web/pipeline.py",         'self.always = [ONLY_HTTPS] if house.base_url.startswith("https:") else []', "self.always = []", (f"{PIPELINE}behind_https_browsers_are_told_to_stay_there",), ""),
    Fault("strangers choose our address",       "commands/serving.py",     "if settings.base_url is None and where:", "if False:", (f"{SERVING}strangers_are_listened_to_only_at_an_address_that_is_set",), ""),
    Fault("figures for everyone",               "settings.py",             'Setting("metrics_host",    "127.0.0.1", ', 'Setting("metrics_host",    "0.0.0.0", ', (f"{SERVING}figures_are_served_at_their_own_address_alone",), ""),
    Fault("figures at any address",             "commands/serving.py",     "metrics.serve(each, host)", 'metrics.serve(each, "0.0.0.0")', (f"{SERVING}figures_are_served_at_their_own_address_alone",), ""),
    Fault("nobody to tell of a weakness",       "web/page_routes.py",      "house.security_contact or 'mailto:' + house.mail_from", "'mailto:' + house.mail_from", (f"{PIPELINE}whom_to_tell_of_a_weakness_is_said_and_never_outdated",), ""),
    Fault("whom to tell is outdated",           "web/page_routes.py",      "expires = house.clock() + VALID", "expires = house.clock() - VALID", (f"{PIPELINE}whom_to_tell_of_a_weakness_is_said_and_never_outdated",), ""),
    Fault("files as the umask has them",        "engine/sqlite.py",        "    try:\n        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNERS_ALONE))", "    return\n    try:\n        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNERS_ALONE))", ("tests/test_private_files.py",), ""),
    Fault("a migration leaves its file open",   "storage/embedded.py",     "    make_private(file)\n    return apsw", "    return apsw", (f"{FILES}what_a_command_makes_first",), ""),
    Fault("an export as the umask has it",      "commands/heads.py",       ', opener=owners_alone) as file', ") as file", (f"{FILES}what_is_handed_out",), ""),
    Fault("letters as the umask has them",      "outside/mail.py",         ', opener=owners_alone) as file', ") as file", (f"{FILES}database_log_key_backup_and_letters",), ""),
    Fault("a new key as the umask has it",      "commands/beside.py",      ', opener=owners_alone) as file', ") as file", (f"{FILES}database_log_key_backup_and_letters",), ""),
    Fault("a key that is open stays open",      "outside/private.py",      "        path.chmod(found.st_mode & ~OTHERS & 0o7777)\n", "        pass\n", (f"{FILES}keys_that_others_could_read_are_closed_and_it_is_said_once",), ""),
    Fault("an outbox for everyone",             "outside/mail.py",         "folder.mkdir(0o700, ", "folder.mkdir(", (f"{FILES}database_log_key_backup_and_letters",), ""),
    Fault("a press without a limit of memory",  "outside/machine.py",      "    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))\n", "", (f"{PRESSING}a_process_that_passes_a_limit_is_replaced",), ""),
    Fault("a press without a limit of time",    "outside/machine.py",      "        allow(CPU_SECONDS)\n", "", (f"{PRESSING}a_process_that_passes_a_limit_is_replaced",), ""),
    Fault("a press that hangs is waited for",   "outside/press.py",        "        overdue.start()\n", "", (f"{PRESSING}a_process_that_passes_a_limit_is_replaced",), ""),
    Fault("a press that is gone stays gone",    "outside/press.py",        "        if answer is None or answer.startswith(LAST):\n            self.stop()\n", "", (f"{PRESSING}a_process_that_has_grown_ends_and_nobody_notices",), ""),
    Fault("a document of any length",           "outside/document.py",     "        if self.lines > LINE_LIMIT:", "        if False:", ("tests/web/test_pressing.py::test_a_hundred_rows_of_a_thousand_lines_are_refused",)),
    Fault("who queues first is printed first",  "outside/press.py",        "self._queues[job.owner] = queue  # at the end: the others first", "self._queues = {job.owner: queue, **self._queues}", ("tests/web/test_pressing.py::test_organisations_take_turns",), ""),
    # People
    Fault("a link sets a known one's password", "actions/access.py",       "if known is None and newcomer:", "if known and newcomer:\n        sessions.change_password(tx, known.id, newcomer.password_hash)\n        user_id = known.id\n    elif newcomer:", (f"{INVITED}a_link_is_no_way_round_the_log_in",)),
    Fault("anyone with the link joins",         "actions/access.py",       "elif known and person and known.id == person.id:", "elif known:", (f"{INVITED}someone_else_who_is_logged_in_cannot_accept",)),
    Fault("an invitation is found, then taken", "people/invitations.py",   "    if not tx.run(TAKE, _named(link)):\n        raise DeadLink\n", "", (f"{INVITED}an_invitation_is_accepted_once_however_many_try",)),
    Fault("an old invitation is taken",         "web/console/links.py",    "if found.is_over(_now(house)):\n        day", "if False:\n        day", (f"{INVITED}an_invitation_that_is_too_old_says_so",)),
    Fault("one who is gone has left a door",    "actions/access.py",       "    record(tx, organisation_id, actor, Access.PERSON_REMOVED, **said)\n    _withdraw_all_by(tx, actor, organisation_id, user_id)\n", "    record(tx, organisation_id, actor, Access.PERSON_REMOVED, **said)\n", (f"{INVITED}the_invitations_of_one_who_is_shut_out_end_with_them",)),
    Fault("a letter leads where the host says", "web/house.py",            'host, port = request.scope["server"] or ("localhost", None)', 'host, port = request.headers["host"], None', (f"{FORGOTTEN}a_letter_leads_to_us_whatever_host_the_caller_names",)),
    Fault("a link outlives the password",       "people/resets.py",        "and_(users.c.id == resets.c.user_id, users.c.password_hash == resets.c.password_hash)", "and_(users.c.id == resets.c.user_id)", (f"{FORGOTTEN}it_ends_every_session_and_every_other_link",)),
    Fault("of two links both set a password",   "people/resets.py",        "TAKE = FIND.with_for_update()", "TAKE = FIND", (f"{FORGOTTEN}of_two_links_used_in_one_moment_one_is_good",), "postgresql"),
    Fault("a mailbox is flooded",               "people/resets.py",        'users.c.email == bindparam("email"), _LATELY < MOST)', 'users.c.email == bindparam("email"), _LATELY < 99)', (f"{FORGOTTEN}a_mailbox_is_not_flooded",)),
    Fault("a letter is waited for",             "web/console/links.py",    "told.background = BackgroundTask(_write_afterwards, house, request, email, secret)", "await _write_afterwards(house, request, email, secret)", (f"{FORGOTTEN}nobody_waits_for_the_letter",), ""),
    Fault("a tag makes another mailbox",        "web/letters.py",          "name.partition('+')[0]", "name", (f"{INVITED}a_mailbox_is_one_however_its_address_is_tagged",)),
    Fault("a proxy needs no base address",      "commands/serving.py",     "if settings.trusted_proxies else", "if False else", (f"{SERVING}strangers_are_listened_to_only_at_an_address_that_is_set",), ""),
    Fault("a reader's look is kept",            "web/console/credit_notes.py", "keeps=company.may(Right.WORK)", "keeps=True", ("tests/web/test_console_credit_notes.py::test_a_reader_who_looks_at_one_writes_nothing_in_the_books",)),
    Fault("a form's token is the same each time", "web/sessions.py",       'mask = bytes.fromhex(chance.hex_text("form", len(token) // 2))', "mask = bytes(len(token) // 2)", (f"{BOOKS}a_forms_token_is_another_on_each_page_and_in_each_form",)),
    Fault("log-in forgets which view",          "web/console/visit.py",    'came_from(f"{request.url.path}?{query}" if query else request.url.path)', "came_from(request.url.path)", (f"{BOOKS}log_in_comes_back_to_the_same_view",)),
    Fault("log-in leads to anywhere",           "web/console/visit.py",    'entries("next") if _OUR_PAGES.fullmatch(entries("next")) else ""', 'entries("next")', (f"{BOOKS}log_in_leads_to_no_other_place",)),
    Fault("the overview counts what is to come", "storage/standings.py",   "months_until[last] = _plus(months_until[last], later, -1)", "pass", (f"{BOOKS}every_figure_is_what_the_reports_say",)),
    Fault("a draft waits as soon as it is made", "storage/owed.py",        "before = (books.swedish_now - UNTOUCHED)", "before = (books.swedish_now + UNTOUCHED)", (f"{BOOKS}a_draft_waits_from_the_second_day_on",)),
    Fault("a place asks for no right",          "web/books/place.py",      "access.refuse_without(desk.books.tx, actor, desk.organisation.id, right)", "pass", (f"{INVOICES}a_reader_looks_and_does_nothing",)),
    Fault("a form is done twice",               "web/books/place.py",      "if before := repeating.claim(desk, name):", "if before := None:", (f"{INVOICES}a_form_that_is_sent_again_does_nothing_more",)),
    Fault("a draft is overwritten",             "web/books/editor.py",     "if version_of(now) != version:", "if False:", (f"{INVOICES}a_draft_that_someone_else_has_changed_is_not_overwritten",)),
    Fault("another voucher than was shown",     "actions/invoice_acts.py", "if shown is not None and act.digest != shown:", "if False:", (f"{INVOICES}what_has_changed_since_it_was_shown_is_shown_anew",)),
    Fault("a gap is explained by nothing",      "actions/door.py",         "why or row.target.why", "row.target.why", (f"{INVOICES}a_draft_is_discarded_with_a_reason",)),
    Fault("a page does not ask for the role",   "web/console/visit.py",    "if not company.may(right):", "if False:", (f"{ROLES}a_page_is_for_those_whose_role_has_the_right",)),
    Fault("a reader approves what writes",      "people/roles.py",         'NO_CHANGES = frozenset({"companyinformation", "profile", *OPEN_NOTHING})', 'NO_CHANGES = frozenset({"companyinformation", "invoice", "profile", *OPEN_NOTHING})', (f"{ROLES}what_a_reader_approves_changes_nothing",), ""),
    Fault("a grant beyond the role",            "people/grants.py",        "        raise BeyondRole\n", "        pass\n", (f"{ROLES}the_grant_itself_is_refused_whoever_forgets_to_ask",)),
    Fault("a lesser role keeps its grants",     "people/memberships.py",   "return Changed(member, grants.end_beyond(tx, organisation_id, user_id, role, now))", "return Changed(member, ())", (f"{ROLES}what_was_approved_beyond_a_new_role_ends_with_the_old_one",)),
    Fault("one who comes back has their tokens", "people/memberships.py",  'return Changed(leaving, grants.end_beyond(tx, organisation_id, user_id, "", now))', "return Changed(leaving, ())", (f"{ROLES}tokens_of_one_who_was_removed_never_live_again",)),
    Fault("a removed integration goes on",      "actions/access.py",       "        _revoke(tx, actor, organisation_id, client_id)\n", "        pass\n", (f"{ROLES}a_removed_integration_is_let_in_nowhere_and_never_again",)),
    Fault("strangers keep an integration alive", "actions/access.py",      "        _revoke(tx, actor, organisation_id, client_id)\n", "        revoke(tx, actor, organisation_id, client_id, None)\n", (f"{OWN}it_is_removed_wherever_it_was_let_in",)),
    Fault("anyone removes an integration",      "actions/access.py",       "integrations.remove(tx, client_id, actor.seconds, actor.user_id)", "integrations.remove(tx, client_id, actor.seconds)", (f"{OWN}whoever_removes_it_is_its_owner_when_it_is_removed",)),
    Fault("an approval passes a removal by",     "people/grants.py",        "    .with_for_update(read=True)\n", "", (f"{ROLES}an_approval_at_the_moment_of_a_removal_never_lives_on",), "postgresql"),
    Fault("a program is let in as it goes",     "people/integrations.py",  "HOLD = ONE.with_for_update(read=True)", "HOLD = ONE", (f"{ROLES}an_approval_at_the_moment_of_a_removal_never_lives_on",), "postgresql"),
    Fault("nobody is asked first",              "web/console/confirming.py", 'return visit.entries("confirmed") == "yes"', "return True", (f"{ROLES}what_cannot_be_undone_is_asked_about_and_can_be_left",)),
    # What the trail and the start would miss
    Fault("a log-in leaves no trace",           "actions/entry.py",        "    _record(tx, who, Access.LOGGED_IN, device=who.place.device, **detail)\n", "", ("tests/web/test_entry.py::test_a_log_in_is_told_with_its_address_and_device",)),
    Fault("a new role leaves no trace",         "actions/access.py",       "    record(tx, organisation_id, actor, Access.ROLE_GIVEN, **said)\n", "", (f"{ROLES}a_role_is_chosen_among_three",)),
    Fault("a new secret leaves no trace",       "actions/access.py",       "    _tell_all(tx, actor, Access.SECRET_ROTATED, client_id)\n", "", (f"{ROLES}a_new_secret_is_in_the_trail_of_those_who_let_the_program_in",)),
    Fault("an export leaves no trace",          "commands/heads.py",       "        trail.record(tx, number, actor, Access.BOOKS_EXPORTED, file=options.file.name)\n", "", ("tests/test_heads.py::test_the_history_tells_of_the_export",), ""),
    Fault("a queue without end",                "outside/press.py",        "len(self._queues.get(owner, ())) >= LONGEST_QUEUE or self._closed", "self._closed", ("tests/web/test_pressing.py::test_a_queue_is_short_and_anothers_is_another",), ""),
    # Input
    Fault("NaN is a number",                    "contract/parsing.py",     'raise Invalid(f"{name} är inget tal")', 'return 0  # type: ignore', (f"{PARSING}a_bad_body_is_refused",), ""),
    Fault("nesting without end",                "contract/parsing.py",     "    if _is_deep(body):", "    if False:", (f"{PARSING}a_bad_body_is_refused",), ""),
    Fault("a flood is decoded",                 "contract/parsing.py",     "    if tokens_in(body) > MOST_TOKENS:", "    if False:", (f"{FLOODS}the_bound_is_exact",), ""),
    Fault("parameters without number",          "web/resources.py",        " or encoded.count(b\"&\") >= MOST_PARAMETERS:", ":", (f"{FLOODS}parameters_are_bounded_in_number_and_length",)),
    Fault("parameters of any length",           "web/resources.py",        "if len(encoded) > LONGEST_QUERY or encoded", "if encoded", (f"{FLOODS}parameters_are_bounded_in_number_and_length",)),
    Fault("headers without number",             "web/connections.py",      " or len(self.headers) > MOST_HEADERS:", ":", ("tests/web/test_connections.py::test_too_many_headers_are_refused",), ""),
    Fault("cookies of any length",              "web/sessions.py",         "    if len(sent) > LONGEST_COOKIES:", "    if False:", (f"{SESSIONS}cookies_that_no_browser_sends_are_not_read",)),
    Fault("a session in use lasts for ever",    "people/sessions.py",      "LONGEST_SECONDS = 12 * 3600", "LONGEST_SECONDS = 13 * 3600", (f"{SESSIONS}a_session_in_use_ends_after_twelve_hours",)),
    Fault("a flood is read to its end",         "web/call.py",             "                if tokens > most_tokens:", "                if False:", (f"{FLOODS}a_flood_is_not_read_to_its_end",)),
    Fault("large bodies hold the event loop",   "web/call.py",             "if len(body) <= LARGE_BODY and tokens_in(body) <= MANY_TOKENS:", "if True:", (f"{FLOODS}a_large_body_is_decoded_beside_the_event_loop",), ""),
    Fault("large bodies come all at once",      "web/call.py",             "                    await _PARTS.mine()", "                    pass", (f"{FLOODS}a_large_body_takes_a_turn_for_each_part_beyond_a_small_one",), ""),
    Fault("large records hold the event loop",  "web/resources.py",        "        if is_large(outcome):", "        if False:", (f"{FLOODS}a_large_record_is_shown_beside_the_event_loop",)),
    Fault("the last of two keys wins",          "contract/parsing.py",     "if len(document) != len(members):", "if False:", (f"{PARSING}a_bad_body_is_refused",), ""),
    Fault("digits without bounds",              "codec.py",                "if not parts or abs(int(parts[\"exponent\"] or 0)) > EXPONENT:", "if not parts:", ("tests/test_codec.py", "tests/test_fuzz_targets.py"), ""),
    Fault("API_BLANK is a text",                "contract/fields.py",      "        if value == API_BLANK:\n            return self._cleared()\n", "", (f"{CONVENTIONS}only_api_blank_clears",)),
    Fault("unknown fields are dropped",         "contract/resource.py",    'changes["carried"][name] = cleared_or(name, value)', "pass", (f"{CONVENTIONS}unknown_fields_are_kept_as_they_were_written",)),
    Fault("an empty text as sent is none",      "contract/fields.py",      '(value != "" or self.type.any_form)', 'value != ""', ("tests/web/test_fields_as_sent.py::test_what_is_sent_comes_back_in_its_own_form",)),
    Fault("an old remainder is put in order",   "storage/remainder.py",    "members = {name: every[name] for name in order if name in every} | members", "members = {name: every[name] for name in members}", ("tests/storage/test_shelf.py::test_an_invoice_that_an_earlier_version_wrote_is_issued_and_paid",)),
    Fault("an expression that tries again",     "domain/address.py",       r'rf"({_ATOM}(?:', r'rf"({_ATOM}(?:{_ATOM})?+(?:', ("tests/test_regular_expressions.py",), ""),
    Fault("who has paid is reminded",           "actions/reminders.py",    "    if invoice.status is not Status.SENT or invoice.balance != reminder.balance:", "    if False:", (f"{REMINDERS}who_has_paid_meanwhile_is_not_reminded",)),
    Fault("interest is asked for twice",        "actions/reminding.py",    "    return paid.plus(invoiced_by(each for each in before if is_invoiced(desk, each)))", "    return paid", (f"{REMINDERS}interest_that_was_not_paid_is_invoiced_without_vat_and_once",)),
    Fault("what may have left is sent again",   "outside/smtp.py",         "MailUncertain if on_its_way else MailFailed", "MailFailed", ("tests/web/test_reminders_at_once.py::test_where_the_line_is_cut_after_the_letter_nobody_knows",), ""),
    Fault("interest from the day it was paid",  "domain/interest.py",      "if each.day < day)", "if each.day <= day)", ("tests/domain/test_interest.py::test_what_a_late_claim_bears",), ""),
)
# fmt: on
