"""The faults: where each is planted, the text that is replaced, and the tests that must fail."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    file: str  # below src/reskontra
    before: str
    after: str
    tests: tuple[str, ...]
    engine: str = "sqlite"  # the one that the tests need; "" where they have none


CONCURRENCY = "tests/web/test_invoice_concurrency.py::test_"
INVOICES = "tests/web/test_customer_invoices.py::test_"
SUPPLIER = "tests/web/test_supplier_invoices.py::test_"
REPEATS = "tests/web/test_repeats.py::test_"
GATE = "tests/web/test_gate.py::test_"
LIMITS = "tests/web/test_limits.py::test_"
CODES = "tests/web/test_oauth_codes.py::test_"
REFRESH = "tests/web/test_oauth_refresh.py::test_"
REQUESTS = "tests/web/test_oauth_requests.py::test_"
TOKENS = "tests/web/test_oauth_tokens.py::test_"
PAGES = "tests/web/test_oauth_pages.py::test_"
SEAL = "tests/storage/test_seal.py::test_"
CONVENTIONS = "tests/web/test_conventions.py::test_"
PARSING = "tests/contract/test_parsing.py::test_"
TOTALS = "tests/domain/test_customer_totals.py::test_"
APART = "tests/web/test_companies_apart.py::test_"
DELIVERING = "tests/web/test_delivering.py::test_"
REMINDERS = "tests/web/test_reminders.py::test_"
MAIL_LIMITS = "tests/web/test_mail_limits.py::test_"
KEYS = "tests/people/test_keys.py::test_"
SECRETS = "tests/web/test_client_secrets.py::test_"
TROUBLES = "tests/faults/test_told_troubles.py::test_"
FLOODS = "tests/web/test_floods.py::test_"
YEARS = "tests/web/test_years.py::test_"
VAT = "tests/web/test_vat_returns.py::test_"
VAT_CASH = "tests/web/test_vat_cash.py::test_"
VAT_RULES = "tests/domain/test_vat_return.py::test_"
VAT_BOOKS = "tests/test_vat_books.py::test_"
ESKD = "tests/domain/test_eskd.py::test_"
MEANWHILE = "tests/web/test_meanwhile.py::test_"
ENTRY = "tests/web/test_entry.py::test_"
SESSIONS = "tests/web/test_sessions.py::test_"
FACTORS = "tests/web/test_factors.py::test_"
PASSKEYS = "tests/web/test_passkeys.py::test_"
REQUIRED = "tests/web/test_required_factors.py::test_"
STEP_UP = "tests/web/test_step_up.py::test_"
CLOSING = "tests/web/test_closing.py::test_"
ALTERATIONS = "tests/test_alterations.py::test_"
HEADS = "tests/test_heads.py::test_"
MAILED = "tests/web/test_heads_mailed.py::test_"
GUARDS = "tests/storage/test_guards.py::test_"
RIGHTS = "tests/storage/test_rights.py::test_"
INVITED = "tests/web/test_invitations.py::test_"
FORGOTTEN = "tests/web/test_forgotten.py::test_"
ROLES = "tests/web/test_roles.py::test_"
OWN = "tests/web/test_own_integrations.py::test_"
OAUTH_LIMITS = "tests/web/test_oauth_limits.py::test_"
PIPELINE = "tests/web/test_pipeline.py::test_"
PRESSING = "tests/web/test_pressing.py::test_"
SERVING = "tests/test_serving.py::test_"
FILES = "tests/test_private_files.py::test_"
SIE_IN = "tests/web/test_sie_import.py::test_"
SIE_ACCOUNTS = "tests/web/test_sie_accounts.py::test_"
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
FAULTS = (
    # The ledger
    Fault("vouchers may be altered",            "storage/seal.py",         '    ("vouchers",        "UPDATE", "", ALTERED),\n', "", (f"{SEAL}the_database_refuses",), ""),
    Fault("rows may be added to a voucher",     "storage/seal.py",         '    ("postings",        "INSERT", SEALED_ALREADY, "voucher already sealed"),\n', "", (f"{SEAL}the_database_refuses",), ""),
    Fault("rows may be written for any number", "storage/seal.py",         '    ("postings",        "INSERT", NOT_TAKEN, "not the number just taken"),\n', "", (f"{SEAL}what_is_added_to_a_number_that_another_session_is_posting_is_refused",), ""),
    Fault("a number may be left behind",        "storage/seal.py",         "NEW.number > 1 AND NOT EXISTS", "NEW.number < 1 AND NOT EXISTS", (f"{SEAL}the_database_refuses",), ""),
    Fault("an unbalanced voucher is sealed",    "storage/seal.py",         "sum(p.debit) = sum(p.credit)", "sum(p.debit) >= 0", (f"{SEAL}the_database_refuses",), ""),
    Fault("a locked period is ignored",         "storage/books.py",        "if not numbered or (locked and voucher.date <= locked):", "if not numbered:", (f"{INVOICES}a_locked_period_and_a_closed_year_stop_issuing",)),
    Fault("the chain of hashes is broken",      "storage/books.py",        "chain.digest(previous, self", 'chain.digest("0" * 64, self', ("tests/web/test_bookkeeping.py::test_parallel_vouchers_are_numbered_without_gaps",)),
    Fault("a power cut loses what was promised", "engine/sqlite.py" ,      '"synchronous": 2,', '"synchronous": 1,', ("tests/storage/test_sqlite.py::test_every_connection_has_the_settings",), ""),
    Fault("foreign keys are not held",          "engine/sqlite.py" ,       '"foreign_keys": 1,', '"foreign_keys": 0,', ("tests/storage/test_sqlite.py::test_every_connection_has_the_settings",), ""),
    Fault("REPLACE deletes past the triggers",  "engine/sqlite.py" ,       '"recursive_triggers": 1,', '"recursive_triggers": 0,', ("tests/storage/test_sqlite.py::test_every_connection_has_the_settings",), ""),
    # Races
    Fault("a record is not locked",             "storage/layout.py",       "return self.select_one.with_for_update()", "return self.select_one", (f"{CONCURRENCY}64_parallel_issues_of_one_draft_post_one_voucher",), "postgresql"),
    Fault("a counter is read and then written", "storage/books.py",        "        return self._of_series(TAKE_NUMBER, name, month=self._month, most=most)\n",
          "        latest = self._of_series(select(number_series.c.latest).where(OF_SERIES), name) or 0\n        self.run(update(number_series).where(OF_SERIES).values(latest=bindparam('reached')), series=name, reached=latest + 1)\n        return latest + 1\n", (f"{CONCURRENCY}parallel_drafts_are_numbered_without_a_gap",), "postgresql"),
    Fault("a series is begun twice at once",    "storage/books.py",        '.suffix_with("ON CONFLICT DO NOTHING")', "", ("tests/web/test_register_concurrency.py",), "postgresql"),
    Fault("the quota is read without a lock",   "actions/numbers.py",     "most = NO_LIMIT if quota is None else quota", "most = NO_LIMIT", (f"{CONCURRENCY}the_last_of_a_quota_is_given_once",), "postgresql"),
    Fault("a series is not held",               "storage/books.py",        "where(OF_SERIES).with_for_update()", "where(OF_SERIES)", ("tests/web/test_register_concurrency.py",), "postgresql"),
    Fault("a code is redeemed by whoever asks", "people/one_time.py",      'codes.c.hash == bindparam("of_hash"), codes.c.used_at.is_(None))', 'codes.c.hash == bindparam("of_hash"))', (f"{CODES}of_64_parallel_redemptions_exactly_one_wins",)),
    Fault("a refresh token is read, then used", "people/one_time.py",      'refresh_tokens.c.hash == bindparam("of_hash"), refresh_tokens.c.used_at.is_(None))', 'refresh_tokens.c.hash == bindparam("of_hash"))', (f"{REFRESH}of_64_parallel_refreshes_exactly_one_wins_and_its_tokens_live",), "postgresql"),
    # Organisations
    Fault("a record of any organisation",       "storage/layout.py",       'condition = self.table.c.organisation_id == bindparam("organisation_id")', 'condition = bindparam("organisation_id") == bindparam("organisation_id")', (f"{APART}a_record_is_read_and_changed_by_its_own_company_alone",)),
    Fault("a list of all organisations",        "storage/lists.py",        'where = [table.c.organisation_id == bindparam("organisation_id")]', 'where = [bindparam("organisation_id") == bindparam("organisation_id")]', (f"{APART}a_list_has_the_rows_of_its_own_company_alone",)),
    Fault("duplicates across organisations",    "storage/duplicates.py",   'table.c.organisation_id == bindparam("organisation_id"),', 'bindparam("organisation_id") == bindparam("organisation_id"),', (f"{APART}a_suppliers_number_is_taken_in_its_own_company_alone",)),
    # Bookkeeping
    Fault("VAT is rounded row by row",          "domain/customer_invoice.py", "return {rate: to_ore(nets[rate] * rate / 100) for rate in RATES if rate in nets}", "return {rate: sum((to_ore(row.total * rate / 100) for row in self.rows if row.vat == rate), ZERO) for rate in RATES if rate in nets}", (f"{TOTALS}vat_is_rounded_once_per_rate",), ""),
    Fault("halves are rounded to even",         "domain/money.py",         "return amount.quantize(ORE, ROUND_HALF_UP)", "return amount.quantize(ORE)", (f"{TOTALS}halves_go_away_from_zero",), ""),
    Fault("a credit leaves its VAT reported",   "domain/customer_postings.py", "taken_back = {box: -amount for", "taken_back = {box: amount for", ("tests/domain/test_invoice_properties.py::test_a_credit_mirrors_its_invoice_on_every_account", f"{INVOICES}credit_makes_one_credit_invoice_and_cancels_the_original", "tests/domain/test_customer_issue_postings.py"), ""),
    Fault("a cancelled draft leaves no trace",  "actions/door.py",         "        if row.target.why:\n", "        if False:\n", (f"{INVOICES}a_cancelled_draft_is_gone_and_its_number_is_kept",)),
    Fault("a duplicate invoice is taken",       "actions/supplier_drafts.py", "if same_invoice(desk.books, invoice, first, last):", "if False:", (f"{SUPPLIER}the_same_invoice_number_twice_in_a_year_is_a_duplicate",)),
    Fault("an OCR number without its length",   "domain/ocr.py",           "(len(str(document_number)) + 2) % 10", "(len(str(document_number)) + 1) % 10", ("tests/domain/test_references.py",), ""),
    # The years
    Fault("years are closed in any order",      "domain/equity.py",        "if any(not other.closed for other in years if other.from_date < year.from_date):", "if False:", (f"{YEARS}a_year_is_closed_when_it_is_over_and_those_before_it_are_closed",)),
    Fault("the seal knows no order of years",   "storage/seal.py",         '    ("years are closed in their order", f"NEW.closed <> {{false}} AND {OPEN_BEFORE}"),\n', "", (f"{SEAL}the_database_refuses",), ""),
    Fault("a running year is closed",           "domain/equity.py",        "if year.to_date >= today:", "if False:", (f"{YEARS}a_year_is_closed_when_it_is_over_and_those_before_it_are_closed",)),
    Fault("balances that differ are closed",    "domain/equity.py",        "if difference := sum(opening.values(), ZERO):", "if difference := ZERO:", (f"{YEARS}balances_that_do_not_balance_are_settled_first",)),
    Fault("the result's voucher is forgotten",  "actions/years.py",        'return Outcome(year, voucher, begins, (gathers,), facts={"year": year.id})', 'return Outcome(year, None, begins, (gathers,), facts={"year": year.id})', (f"{CLOSING}a_loss_is_drawn_from_equity",)),
    Fault("the equity's voucher is forgotten",  "actions/years.py",        'return Outcome(year, voucher, begins, (gathers,), facts={"year": year.id})', 'return Outcome(year, voucher, begins, facts={"year": year.id})', (f"{CLOSING}a_year_of_any_length_is_closed_alike",)),
    Fault("waiting VAT of sales is forgotten",  "actions/closing.py",      "for sale in waiting_sales(desk, year):", "for sale in ():", ("tests/web/test_cash_years.py::test_vat_of_what_is_unpaid_falls_due_when_the_year_ends",)),
    Fault("waiting VAT of bills is forgotten",  "actions/closing.py",      "for bill in waiting_purchases(desk, year):", "for bill in ():", ("tests/web/test_cash_years.py::test_vat_of_what_is_unpaid_falls_due_when_the_year_ends",)),
    Fault("what is unfinished is not told",     "actions/closing.py",      "if doubts and not confirmed:", "if False:", (f"{CLOSING}what_looks_unfinished_is_told_before_a_year_is_closed",)),
    Fault("a closed year is closed again",      "actions/years.py",        'Refuse(CLOSED,  "close",  Conflict, IS_CLOSED),', 'Allow (CLOSED,  "close",  True, may_close, end, then=carried_on),', ("tests/web/test_closing_races.py::test_of_two_closings_at_once_one_is_done",)),
    Fault("a reopened year keeps its result",   "actions/years.py",        '            Change(FINANCIAL_YEARS, replace(year, closed=False), "take-back-result"),\n', "", (f"{YEARS}the_latest_closed_year_is_opened_again_by_mirror_vouchers",)),
    Fault("the next year keeps its equity",     "actions/years.py",        '            Change(FINANCIAL_YEARS, following, "take-back-equity"),\n', "", (f"{YEARS}the_latest_closed_year_is_opened_again_by_mirror_vouchers",)),
    Fault("an earlier year is opened again",    "domain/equity.py",        "if any(other.closed for other in years if other.from_date > year.from_date):", "if False:", (f"{CLOSING}only_the_latest_closed_year_is_opened_again",)),
    Fault("a year is laid before balances",     "actions/years.py",        "    refuse_before_balances(desk, years, new)\n", "", (f"{CLOSING}no_year_is_laid_before_one_that_would_lose_what_it_began_with",)),
    Fault("balances are written in any year",   "actions/all_registers.py", "if account.balance_brought_forward != opening:", "if False:", (f"{YEARS}what_is_imported_is_written_in_the_first_year_alone",)),
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
    Fault("nobody looks unless asked",          "web/app.py",              "sweep_answers_for_ever, look_for_ever, anchor_for_ever)", "sweep_answers_for_ever, anchor_for_ever)", (f"{TROUBLES}a_disk_that_becomes_read_only_is_told_without_being_asked",), ""),
    # Calls that are repeated
    Fault("a repeated call is done again",      "actions/repeating.py",    "if replies.begin(desk.books, name):", "if replies.begin(desk.books, name) or True:", (f"{REPEATS}many_at_once_make_one_invoice_and_have_one_answer",)),
    Fault("another call has the same answer",   "actions/repeating.py",    "if answer.fingerprint != name.fingerprint:", "if False:", (f"{REPEATS}another_call_with_the_same_key_is_refused",)),
    Fault("a call is known by its body alone",  "web/repeats.py",          'b"\\n".join((*parts, body))', "body", (f"{REPEATS}another_call_with_the_same_key_is_refused",)),
    Fault("a letter that failed keeps its key", "web/resources.py",        "            await house.write(clerk, lambda desk: repeating.release(desk, name))\n", "", (f"{REPEATS}a_letter_that_could_not_be_sent_may_be_tried_again",)),
    Fault("an answer is kept for ever",         "actions/repeating.py",    "KEPT_SECONDS = 24 * 3600", "KEPT_SECONDS = 24 * 3600 * 1000", (f"{REPEATS}answers_are_forgotten_after_a_day",)),
    # The gate
    Fault("the scope is not asked for",         "web/gate.py",             "if scope not in claims.scope:", "if False:", (f"{GATE}every_call_needs_its_scope",)),
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
    # Nothing altered unseen
    Fault("documents are not sealed",           "actions/door.py",         "    return replace(voucher, document=document_digest(register.layout, record))", "    return voucher", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("half of a document is sealed",       "storage/sealed.py",       "    moving = MOVING[table.name] | OF_VOUCHER | {OWNER}", "    moving = MOVING[table.name] | OF_VOUCHER | {OWNER, \"city\"}", (f"{ALTERATIONS}the_auditor_knows_what_is_sealed",), ""),
    Fault("what is sealed is not what is kept", "storage/shelf.py",        "        if sealed:\n            changes = self.layout.documents(after) | changes\n", "", (f"{ALTERATIONS}what_an_older_version_wrote_is_sealed_as_it_is_kept_when_it_is_booked",)),
    Fault("the history begins anew",            "storage/books.py",        "latest, previous = self.first(LATEST_ENTRY) or (0, chain.FIRST)", "latest, previous = (self.first(LATEST_ENTRY) or (0, \"\"))[0], chain.FIRST", ("tests/test_auditor.py::test_sound_books_pass",)),
    Fault("a letterhead is not in the history", "actions/organisations.py", ", letterheads=letterheads)", ")", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("a printing is not in the history",   "actions/printing.py",     "        books.record_history(\"document printed\", document=name, mark=mark, digest=digest)\n", "", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("a dropped trigger passes",           "storage/guards.py",       '        if (table, name) not in standing:\n            yield', '        if (table, name) not in standing:\n            continue\n            yield', (f"{GUARDS}a_dropped_trigger_is_a_violation",)),
    Fault("a trigger of any event passes",      "storage/guards.py",       'elif wanted[table, name] != standing[table, name]:', 'elif wanted[table, name][1:] != standing[table, name][1:]:', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a trigger's function has any path",  "storage/guards.py",       "        AND proconfig IS NOT DISTINCT FROM\n            ARRAY['search_path=' || quote_ident(current_schema()) || ', pg_temp']\n", '', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a trigger's function is the caller's", "storage/guards.py",       ' AND prosecdef', '', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a trigger's function looks back",    "storage/guards.py",       " AND provolatile = 'v'", '', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a foreign trigger passes",           "storage/guards.py",       '            yield f"trigger {name} is not ours"\n', '            continue\n', (f"{GUARDS}what_is_not_ours_is_told_of_and_left",), "postgresql"),
    Fault("a rule passes",                      "storage/guards.py",       ', *_rules(there)', '', (f"{GUARDS}what_is_not_ours_is_told_of_and_left",), "postgresql"),
    Fault("what is foreign is removed",         "storage/migrate.py",      '        refuse(foreign(connection), FOREIGN)\n', '', (f"{GUARDS}what_is_not_ours_is_told_of_and_left",), "postgresql"),
    Fault("a changed wall passes",              "storage/guards.py",       'for row in walls.expected() ^ set(standing)}', 'for row in walls.expected() - set(standing)}', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a lost constraint passes",           "storage/guards.py",       '        *shape.changed("postgresql", shape.of_postgresql(connection)),\n', '', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("a table of any words passes",        "storage/guards.py",       '        *shape.changed("sqlite", shape.of_sqlite(connection)),\n', '', (f"{GUARDS}a_table_of_other_words_is_a_violation",)),
    Fault("a value is read without its spaces", "storage/shape.py",        '    pieces[::2] = ["".join(piece.split()) for piece in pieces[::2]]', '    pieces = ["".join(piece.split()) for piece in pieces]', (f"{GUARDS}a_table_of_other_words_is_a_violation",)),
    Fault("a reference may be off",             "storage/shape.py",        "WHERE tgisinternal AND tgenabled <> 'O'", 'WHERE false', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("constraints are not laid anew",      "storage/migrate.py",      '        _run(connection, shape.lay(shape.of_postgresql(connection)))', '        pass', (f"{GUARDS}on_a_server_each_change_is_a_violation",), "postgresql"),
    Fault("guards are laid in silence",         "storage/migrate.py",      '        tell_of_guards(ask, changes)', '        pass', (f"{GUARDS}the_history_tells_of_guards_that_were_laid_anew",)),
    Fault("a server's guards are laid in silence", "storage/migrate.py",      '                tell_of_guards(partial(_asked, connection), changes)', '                pass', (f"{GUARDS}the_history_tells_of_guards_that_were_laid_anew",), "postgresql"),
    Fault("any right will do",                  "storage/rights.py",       'elif right not in RIGHTS.get(table, MOST)', 'elif right not in MOST', (f"{RIGHTS}a_right_too_wide_is_a_violation",), "postgresql"),
    Fault("everyone has the service's rights",  "storage/rights.py",       '        if not role:', '        if False:', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("a right may be given on",            "storage/rights.py",       '        elif may_give:', '        elif False:', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("a superuser is nobody in particular", "storage/rights.py",       '        if is_superuser:', '        if False:', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("a role may act as the owner",        "storage/rights.py",       '        for other in others:', '        for other in ():', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("a role may pass the walls",          "storage/rights.py",       '        if passes_walls:', '        if False:', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("triggers may be off from the start", "storage/rights.py",       '{"origin", "local"}', '{"origin", "local", "replica"}', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("a table is anyone's",                "storage/rights.py",       '        if other != owner:', '        if False:', (f"{RIGHTS}what_makes_a_role_stronger_is_a_violation",), "postgresql"),
    Fault("opening balances in no chain",       "actions/all_registers.py", '        "balance_brought_forward": str(account.balance_brought_forward),\n', "", (f"{ALTERATIONS}what_the_books_began_with_is_the_histories",)),
    Fault("a voided number in no chain",        "storage/voided.py",       '    books.record_history("number voided", series=series, number=number, why=why)\n', "", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("a year's method in no chain",        "actions/years.py",        ', "accounting_method": method}', "}", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("older beginnings are not sealed",    "storage/sealing_registers.py", "for year, _ in years[:1]", "for year, _ in years[1:]", ("tests/storage/test_migrations.py::test_what_was_there_before_seals_is_sealed_by_the_migration",)),
    Fault("a head signed by anyone",            "audit/heads.py",          "    except (InvalidSignature, ValueError):\n        return False", "    except (InvalidSignature, ValueError):\n        return True", (f"{HEADS}a_head_that_was_altered_is_not_signed", f"{HEADS}an_altered_file_is_found")),
    Fault("a chain written anew passes",        "audit/heads.py",          "            if rows != [(signed,)]:", "            if not rows:", (f"{HEADS}a_chain_written_anew_is_sound_by_itself_and_found_by_its_head",)),
    Fault("a file cut off is whole",            "audit/export.py",         "        if self.ended != self.counts:", "        if False:", (f"{HEADS}an_altered_file_is_found",)),
    Fault("heads of nothing new are signed",    "actions/heads.py",        "if heads.is_news(head, before) else None", "if head else None", ("tests/web/test_console_history.py::test_heads_are_signed_once_a_day_and_only_if_anything_was_written",), ""),
    Fault("an entry may say anything",                "audit/chain.py",          "            if digest != digest_of([previous, [organisation, number], *said]):", "            if False:", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("any lock date will do",                    "audit/history.py",        "        if locked != told.locked:", "        if False:", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("years of any length will do",              "audit/history.py",        "        if not dates or not state:", "        if False:", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("the history's last word stands",           "audit/history.py",        "if kept.setdefault(key, value) != value:", "if kept.update({key: value}):", (f"{ALTERATIONS}what_the_history_told_first_stands",)),
    Fault("the last seal on older documents stands",  "audit/sealed.py",         "ORDER BY h.organisation_id, h.number DESC", "ORDER BY h.organisation_id, h.number", (f"{ALTERATIONS}what_was_sealed_at_once_stands_as_well",)),
    Fault("brackets in a text are nothing",           "audit/sealed.py",         "return value in (None, EMPTY.get(name, \"\"), 0)", "return value in (None, \"\", 0, \"{}\", \"[]\")", (f"{ALTERATIONS}what_is_nothing_in_one_column_is_something_in_another",)),
    Fault("older documents are not compared",         "audit/sealed.py",         "if older[organisation].hexdigest() != sealed.get(organisation, NONE_OLDER):", "if False:", (f"{ALTERATIONS}each_altered_field_of_migrated_books_is_found",)),
    Fault("older printings are not compared",         "audit/history.py",        "return self._unnamed.hexdigest() == self.older.get(\"printings\", NONE_OLDER)", "return True", (f"{ALTERATIONS}all_that_were_there_before_seals_are_missed", f"{HEADS}what_was_there_before_seals_is_verified_too",)),
    Fault("a migration leaves years unsealed",        "storage/sealing.py",      "        \"years\": {str(number): said for number, said in _years(ask, organisation)},\n", "", (f"{ALTERATIONS}each_altered_field_of_migrated_books_is_found",)),
    Fault("a migration leaves the lock unsealed",     "storage/sealing.py",      "\"locked\": _locked(ask, organisation),", "\"locked\": \"\",", (f"{ALTERATIONS}a_lock_date_that_no_entry_told_is_sealed_by_the_migration",)),
    Fault("an exported document of any content",      "audit/export.py",         "digest not in (\"\", fields_digest(fields))", "False", (f"{HEADS}an_altered_file_is_found",)),
    Fault("an exported document of no voucher",       "audit/export.py",         "digest = self.sealed.pop(source, None)", "digest = self.sealed.pop(source, \"\")", (f"{HEADS}a_forged_file_is_found_though_its_counts_are_right",)),
    Fault("exported older documents of any content",  "audit/export.py",         "if self.older.hexdigest() != self.told.older.get(\"documents\", NONE_OLDER):", "if False:", (f"{HEADS}what_was_there_before_seals_is_verified_too",)),
    Fault("an exported letterhead of any content",    "audit/export.py",         "if not self.told.seals_letterhead(version, name, details, b64decode(logo)):", "if False:", (f"{HEADS}an_altered_file_is_found",)),
    Fault("an exported printing of any content",      "audit/export.py",         "if not self.told.seals_printing(document, mark, digest, at):", "if False:", (f"{HEADS}a_forged_file_is_found_though_its_counts_are_right",)),
    Fault("a printing is left out of an export",      "audit/export.py",         "for _, place in self.told.unmet())", "for _, place in ())", (f"{HEADS}a_forged_file_is_found_though_its_counts_are_right",)),
    Fault("an export goes on after its head",         "audit/export.py",         "elif place > count:", "elif False:", (f"{HEADS}a_forged_file_is_found_though_its_counts_are_right",)),
    Fault("an export with anyone's head",             "audit/export.py",         "wrong = [] if is_signed(head, public_key) else [\"the head is not signed by that key\"]", "wrong: list[str] = []", (f"{HEADS}books_exported_by_someone_else_are_not_signed",)),
    Fault("a forged line ends the verifier",          "audit/export.py",         "LookupError, AttributeError, RecursionError)", "LookupError)", (f"{HEADS}a_forged_file_is_found_though_its_counts_are_right",)),
    Fault("more is exported than is signed",          "actions/heads.py",        "replace(heads.current(desk.books), **past, history_hash=history_digest)", "heads.current(desk.books)", (f"{HEADS}what_is_written_while_books_are_exported_is_left_for_the_next_time",)),
    Fault("nobody misses an organisation",            "audit/heads.py",          "        if head[\"organisation\"] not in there:", "        if False:", (f"{HEADS}an_organisation_that_is_gone_is_missed",)),
    Fault("another organisation's head will do",      "audit/heads.py",          "    if heads and not asked:", "    if False:", (f"{HEADS}of_one_organisation_its_own_head_is_asked_for",)),
    Fault("a kept head may say anything",             "audit/heads.py",          "        if not is_signed(head, head[\"key\"]) or number", "        if number", (f"{ALTERATIONS}each_altered_field_is_found",)),
    Fault("a kept head signed by anyone",             "audit/heads.py",          "elif known and head[\"key\"] not in known:", "elif False:", (f"{HEADS}a_kept_head_is_signed_by_a_key_that_is_known",)),
    Fault("an audit makes a key",                     "commands/beside.py",      "return signer(settings) if settings.head_key or (path and path.exists()) else None", "return signer(settings)", (f"{HEADS}an_audit_makes_no_key",)),
    Fault("the day's head is signed twice",           "actions/heads.py",        "    head = heads.current(desk.books)  # of several at once, the others wait and find the first's\n    before = latest(desk)\n", "    before = latest(desk)\n    head = heads.current(desk.books)\n", (f"{HEADS}of_several_that_sign_the_days_head_at_once_one_does",), "postgresql"),
    Fault("the auditor gets no mail",                 "web/anchoring.py",        "        await posted(house, letter, clerk.now)\n", "        pass\n", (f"{MAILED}a_head_signed_on_demand_is_the_days_letter",)),
    Fault("heads signed on demand are not mailed",    "web/anchoring.py",        "    if latest is None or heads.day_of(latest) < swedish_date(now):\n", "    if latest and heads.day_of(latest) >= swedish_date(now):\n        return True\n    if True:\n", (f"{MAILED}a_head_signed_on_demand_is_the_days_letter",)),
    Fault("a letter that failed is forgotten",        "web/anchoring.py",        "reason=failed.message)\n        return False\n", "reason=failed.message)\n", (f"{MAILED}a_letter_that_failed_is_sent_though_nothing_is_written_afterwards",)),
    Fault("each process mails the head",              "people/organisations.py", "    .where(_OF_HEAD, func.coalesce(organisations.c.head_letter_after, 0) <= bindparam(\"now\"))\n", "    .where(organisations.c.id == bindparam(\"own_id\"))\n", (f"{MAILED}of_several_processes_one_sends_it",), "postgresql"),
    Fault("a fault ends the daily signing",           "web/anchoring.py",        "        except Exception as fault:\n            _log.error(\"heads not signed\"", "        except ArithmeticError as fault:\n            _log.error(\"heads not signed\"", ("tests/web/test_console_history.py::test_a_fault_does_not_end_the_signing",), ""),
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
    # VAT returns
    Fault("boxes are rounded",                  "domain/vat_return.py",    "    return int(exact)\n", "    return round(exact)\n", (f"{VAT_RULES}ore_are_dropped_box_by_box_and_what_is_paid_follows_from_what_is_left",), ""),
    Fault("what is paid has its own öre",       "domain/vat_return.py",    "kronor = sum(_signed(each.box) * each.kronor for each in boxes.values())", "kronor = without_ore(exact)", (f"{ESKD}a_file_follows_the_rules",), ""),
    Fault("a refund is a debt",                 "domain/vat_return.py",    "yield DEBIT, accounts.VAT_CLAIM,", "yield DEBIT, accounts.VAT_SETTLEMENT,", (f"{VAT_RULES}what_is_settled",), ""),
    Fault("what waits is settled",              "domain/vat_return.py",    "left.get(accounts.INPUT_VAT, ZERO) - figures.waiting", "left.get(accounts.INPUT_VAT, ZERO)", (f"{VAT_CASH}until_the_year_ends_what_is_unpaid_waits",)),
    Fault("the form's order in the file",       "domain/eskd.py",          "for box, element in ELEMENTS:", "for box, element in sorted(ELEMENTS):", (f"{ESKD}the_worked_file_byte_for_byte",), ""),
    Fault("an empty file says nothing of money", "domain/eskd.py",         "if amount or box == PAYABLE:", "if amount:", (f"{ESKD}a_file_follows_the_rules",), ""),
    Fault("a return that does not tie",         "actions/vat_returns.py",  "hindrances=(*why_not, *map(said, at_odds)),", "hindrances=tuple(why_not),", (f"{VAT}what_is_by_hand_on_a_vat_account_stops_the_filing_and_is_shown",)),
    Fault("a year's end that is not told",      "actions/vat_returns.py",  "            closing.release_vat(desk, year)\n", "            pass\n", (f"{VAT_CASH}the_last_period_of_the_year_tells_of_all_that_is_unpaid",)),
    Fault("a filed period stays open",          "actions/vat_returns.py",  "        closing.lock_through(desk, filed.to_date)\n", "        pass\n", (f"{VAT}nothing_comes_into_a_filed_period",)),
    Fault("a settlement is settled again",      "storage/vat.py",          "(SETTLEMENT, SIE, UNDONE)", "(SIE, UNDONE)", (f"{VAT}it_is_reopened_corrected_and_filed_anew",)),
    Fault("what a file brought is settled",     "storage/vat.py",          "(SETTLEMENT, SIE, UNDONE)", "(SETTLEMENT,)", ("tests/web/test_vat_of_files.py::test_a_return_is_filed_of_what_no_file_brought_and_settles_that",)),
    Fault("an entry behind a filed return",     "storage/frozen.py",       "\" AND r.status = 'filed' AND NEW.tax_date BETWEEN r.from_date AND r.to_date)\"", "\" AND r.status = 'x' AND NEW.tax_date BETWEEN r.from_date AND r.to_date)\"", (f"{VAT_BOOKS}the_database_itself_refuses",)),
    Fault("a filing of two at once",            "actions/vat_returns.py",  "    ledger.lock(desk.books)\n    if filed_return(desk, name):\n        raise Conflict(IS_FILED)\n", "    if filed_return(desk, name):\n        raise Conflict(IS_FILED)\n", ("tests/web/test_vat_races.py::test_of_two_filings_at_once_one_is_done",), "postgresql"),
    # Claims of tax reductions
    Fault("a claim breaks 3/7",                 "domain/claiming.py",      "return price * percent // 100", "return -(-price * percent // 100)", ("tests/domain/test_claiming.py::test_no_claim_breaks_the_law_whatever_the_price",), ""),
    Fault("a claim says what was paid",         "domain/claiming.py",      "paid_amount=prices[place] - asked,", "paid_amount=prices[place] - asked + 1,", ("tests/domain/test_claiming.py::test_amounts_are_whole_kronor_that_keep_within_the_share",), ""),
    Fault("kinds in the order of the rows",     "domain/claiming.py",      "return [kind for kind in KINDS[invoice.tax_reduction_type] if kind in _work_types(invoice)]", "return [*dict.fromkeys(_work_types(invoice))]", ("tests/domain/test_claiming.py::test_what_was_done_follows_from_the_rows",), ""),
    Fault("a decision on half of a claim",      "domain/claim_decision.py", "    if left:\n", "    if False:\n", ("tests/domain/test_claim_file.py::test_a_decision_on_anything_else_is_refused_whole",), ""),
    Fault("a claimed invoice is credited",      "actions/claimed.py",      "    refuse_in(desk, invoice, UNPAID)\n\n\ndef refuse_beside", "    pass\n\n\ndef refuse_beside", ("tests/web/test_claims.py::test_a_claimed_invoice_is_not_credited_and_not_unpaid",)),
    Fault("a claim lets go of its invoices",    "actions/claims.py",       "    storage.hold(desk.books, claim)\n", "", ("tests/web/test_claims.py::test_an_invoice_is_in_one_claim_until_that_is_withdrawn",)),
    Fault("a refusal is nobody's debt",         "actions/claims.py",       "return Outcome(after, with_it=demanded, facts=facts_of(after))", "return Outcome(after, facts=facts_of(after))", ("tests/web/test_claims.py::test_what_is_refused_is_the_customers_to_pay",)),
    Fault("any payout is booked",               "actions/claiming.py",     "    if amount != due:", "    if False:", ("tests/web/test_claims.py::test_one_payout_pays_several_claims",)),
    Fault("pages show who the buyer is",        "web/console/claims.py",   "masked=masked_identity,", "masked=str,", ("tests/web/test_console_claims.py::test_no_page_shows_who_the_buyer_is",)),
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
    # SIE
    Fault("a checksum that nobody computes",    "sie/checksum.py",         "self.total = zlib.crc32(content.encode(self.encoding, \"replace\"), self.total)", "self.total = 0", ("tests/sie/test_format.py::test_the_checksum_is_that_of_the_standard",), ""),
    Fault("a struck row counts",                "sie/values.py",           'return self.label == "TRANS"', 'return self.label != "RTRANS"', ("tests/sie/test_deviations.py::test_added_and_struck_rows_are_kept_and_do_not_count",), ""),
    Fault("a file is posted twice",             "actions/sie_case.py",     "if 0 < (voucher.number or 0) <= self.standing.get(voucher.series, 0)", "if (voucher.number or 0) < 0", (f"{SIE_IN}the_same_file_twice_is_refused",)),
    Fault("a file is taken back too late",      "actions/importing.py",    "if importing.followed(desk.books, kept):", "if False:", (f"{SIE_IN}a_file_is_not_taken_back_once_something_followed",)),
    Fault("what a file says an account is",     "domain/equity.py",        "    if number in types:", "    if number in ():", (f"{SIE_ACCOUNTS}a_year_is_closed_by_what_its_accounts_are",)),
    Fault("what the file passed over is lost",  "storage/books.py",        "            self.put(PASS_OVER, year=year", "            PASS_OVER and dict(year=year", (f"{SIE_IN}numbers_go_on_after_a_file",)),
    Fault("a year is not what its months say",  "actions/exporting.py",    "            if rows != told:", "            if rows is None:", ("tests/web/test_sie_identities.py::test_a_file_that_does_not_hold_does_not_leave_the_house",), ""),
    Fault("a reader of the books posts a file", "web/console/sie.py",      "company = await visit.company(Right.WORK)", "company = await visit.company(Right.SEE)", ("tests/web/test_console_sie.py::test_a_reader_downloads_and_does_not_post",)),
)
# fmt: on
