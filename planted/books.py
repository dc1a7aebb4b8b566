"""Faults of the books: the ledger and its seal, the years, what is told to the tax agency."""

from planted.fault import Fault

CONCURRENCY = "tests/web/test_invoice_concurrency.py::test_"
INVOICES = "tests/web/test_customer_invoices.py::test_"
SUPPLIER = "tests/web/test_supplier_invoices.py::test_"
CODES = "tests/web/test_oauth_codes.py::test_"
REFRESH = "tests/web/test_oauth_refresh.py::test_"
SEAL = "tests/storage/test_seal.py::test_"
TOTALS = "tests/domain/test_customer_totals.py::test_"
APART = "tests/web/test_companies_apart.py::test_"
YEARS = "tests/web/test_years.py::test_"
EVENTS = "tests/web/test_events.py::test_"
VAT = "tests/web/test_vat_returns.py::test_"
VAT_CASH = "tests/web/test_vat_cash.py::test_"
VAT_RULES = "tests/domain/test_vat_return.py::test_"
VAT_BOOKS = "tests/test_vat_books.py::test_"
ESKD = "tests/domain/test_eskd.py::test_"
CLOSING = "tests/web/test_closing.py::test_"
ALTERATIONS = "tests/test_alterations.py::test_"
HEADS = "tests/test_heads.py::test_"
MAILED = "tests/web/test_heads_mailed.py::test_"
GUARDS = "tests/storage/test_guards.py::test_"
RIGHTS = "tests/storage/test_rights.py::test_"
SIE_IN = "tests/web/test_sie_import.py::test_"
SIE_ACCOUNTS = "tests/web/test_sie_accounts.py::test_"
BY_HAND = "tests/web/test_books_vouchers.py::test_"
SETTINGS = "tests/web/test_books_settings.py::test_"
KEPT = "tests/web/test_books_registers.py::test_"

# fmt: off
BOOKS = (
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
    # What is told
    Fault("events are numbered by looking",     "storage/books.py",        "    .where(_mine(tables.event_heads))\n    .with_for_update(),\n", "    .where(_mine(tables.event_heads)),\n", ("tests/web/test_event_concurrency.py",), "postgresql"),
    Fault("events may be altered",              "storage/event_rules.py",  '    ("events",      "UPDATE",  "", "an event is never altered"),\n', "", (f"{SEAL}the_database_refuses",), ""),
    Fault("events go while they are kept",      "storage/event_rules.py",  'f"OLD.number >= coalesce({EARLIEST}, 0)"', '"1 = 0"', (f"{SEAL}the_database_refuses",), ""),
    Fault("nothing changed, and it is told",    "actions/door.py",         "or register.differ(record, after)):", "or True):", (f"{EVENTS}an_act_is_told_once_for_each_thing_that_changed",)),
    Fault("a posting is not told",              "storage/books.py",        "        self.tell(voucher_created(year, voucher.series, number))\n", "", (f"{EVENTS}an_act_is_told_once_for_each_thing_that_changed",)),
    Fault("any scope hears of everything",      "actions/events.py",       "if topic.scope in scopes}", "if topic.scope}", (f"{EVENTS}a_token_hears_of_what_its_scopes_open_and_passes_by_the_rest",)),
    Fault("a loss of events is passed over",    "actions/events.py",       "if place.number < stretch.earliest - 1:", "if False:", (f"{EVENTS}an_offset_that_is_no_longer_kept_is_refused",)),
    Fault("events are kept for ever",           "web/sweep.py",            "        await house.write(clerk, partial(events.forget, days=house.event_days))\n", "", (f"{EVENTS}an_offset_that_is_no_longer_kept_is_refused",)),
    Fault("the auditor does not hear",          "audit/auditor.py",        "    events_unlike_the_books,\n)", ")", ("tests/test_auditor.py::test_a_planted_fault_is_named",)),
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
    # SIE
    Fault("a checksum that nobody computes",    "sie/checksum.py",         "self.total = zlib.crc32(content.encode(self.encoding, \"replace\"), self.total)", "self.total = 0", ("tests/sie/test_format.py::test_the_checksum_is_that_of_the_standard",), ""),
    Fault("vouchers alone have an end",         "sie/checker.py",          'if file.type is FileType.IMPORT and (count', 'if False and (count', ("tests/sie/test_mutilations.py::test_cut_between_any_two_lines_a_file_of_any_type_is_refused_or_reported",), ""),
    Fault("a header reads through its file",    "storage/migrations/versions/0020_what_the_seal_asks_of_a_file.py", '"id", "first_sequence", "vouchers"', '"id", "vouchers"', ("tests/storage/test_seal.py::test_a_header_does_not_read_through_the_file_that_it_came_in",), ""),
    Fault("a struck row counts",                "sie/values.py",           'return self.label == "TRANS"', 'return self.label != "RTRANS"', ("tests/sie/test_deviations.py::test_added_and_struck_rows_are_kept_and_do_not_count",), ""),
    Fault("a file is posted twice",             "actions/sie_case.py",     "if 0 < (voucher.number or 0) <= self.standing.get(voucher.series, 0)", "if (voucher.number or 0) < 0", (f"{SIE_IN}the_same_file_twice_is_refused",)),
    Fault("a file is taken back too late",      "actions/importing.py",    "if importing.followed(desk.books, kept):", "if False:", (f"{SIE_IN}a_file_is_not_taken_back_once_something_followed",)),
    Fault("what a file says an account is",     "domain/equity.py",        "    if number in types:", "    if number in ():", (f"{SIE_ACCOUNTS}a_year_is_closed_by_what_its_accounts_are",)),
    Fault("what the file passed over is lost",  "storage/books.py",        "            self.put(PASS_OVER, year=year", "            PASS_OVER and dict(year=year", (f"{SIE_IN}numbers_go_on_after_a_file",)),
    Fault("a year is not what its months say",  "actions/exporting.py",    "            if rows != told:", "            if rows is None:", ("tests/web/test_sie_identities.py::test_a_file_that_does_not_hold_does_not_leave_the_house",), ""),
    Fault("a reader of the books posts a file", "web/console/sie.py",      "company = await visit.company(Right.WORK)", "company = await visit.company(Right.SEE)", ("tests/web/test_console_sie.py::test_a_reader_downloads_and_does_not_post",)),
    # The books in the browser
    Fault("a correction is corrected",          "actions/vouchers.py",     "    if evidence.seal(desk.books, voucher.key).corrects:\n", "    if False:\n", (f"{BY_HAND}a_correction_shows_the_mirrored_rows_and_both_know_each_other",)),
    Fault("a document's voucher is corrected",  "actions/vouchers.py",     "    if voucher.reference_type != MANUAL:\n", "    if False:\n", (f"{BY_HAND}a_documents_voucher_leads_to_it_and_is_corrected_there",)),
    Fault("what was not shown is posted",       "actions/voucher_acts.py", "    if shown is not None and digest_of(voucher) != shown:\n", "    if False:\n", (f"{BY_HAND}what_became_another_is_shown_again",)),
    Fault("a lock is moved back by anyone",     "actions/settings.py",     "    if foreseen(desk, through).opens:\n        raise Conflict(f", "    if False:\n        raise Conflict(f", (f"{SETTINGS}a_period_is_locked_once_it_was_shown_what_lies_in_it",)),
    Fault("a bookkeeper renames the company",   "web/books/settings.py",   "work: Callable[[Desk], None], word: str, right: Right = Right.SETTINGS\n", "work: Callable[[Desk], None], word: str, right: Right = Right.WORK\n", (f"{SETTINGS}others_see_the_settings_and_change_nothing_of_the_company",)),
    Fault("the later of two undoes the first",  "web/books/registers.py",  '        if form.version_of(resource, now) != place.entries("version"):\n', "        if False:\n", (f"{KEPT}two_who_change_the_same_see_each_others",)),
)
# fmt: on
