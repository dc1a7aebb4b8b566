"""Books as they were before documents and history were in the chain."""

import json

from reskontra.audit.chain import FIRST, digest_of, posted
from reskontra.audit.snapshot import Snapshot, opened
from tests.test_auditor import spoil

# What there was not.
NEWER = (
    "DROP TABLE vat_returns",
    "DROP TABLE invitations",
    "DROP TABLE password_resets",
    "ALTER TABLE integrations DROP COLUMN removed_at",
    "ALTER TABLE integrations DROP COLUMN answers",
    "DROP TABLE failed_log_ins",
    "DROP TABLE known_devices",
    "DROP TABLE factors",
    "DROP TABLE recovery_codes",
    "ALTER TABLE integrations DROP COLUMN secret_at",
    "ALTER TABLE integrations DROP COLUMN former_hash",
    "ALTER TABLE integrations DROP COLUMN former_until",
    "DROP TABLE probes",
    "ALTER TABLE vouchers DROP COLUMN document",
    "ALTER TABLE history DROP COLUMN hash",
    "DROP TABLE heads",
    "DROP TABLE monthly_balances",
    "DROP INDEX postings_by_organisation_id_year_cost_center",
    "DROP INDEX postings_by_organisation_id_year_project",
    "DROP TABLE claimed_invoices",
    "DROP TABLE tax_reduction_claims",
    "DROP INDEX customer_invoices_to_claim",
    "DROP TABLE reminders",
    "DROP TABLE disputed_invoices",
    "DROP TABLE unreminded_customers",
    "DROP TABLE reminder_settings",
    "DROP TABLE reference_rates",
    "ALTER TABLE customer_invoices DROP COLUMN reminders",
    "ALTER TABLE customer_invoices DROP COLUMN last_remind_date",
    "ALTER TABLE organisations DROP COLUMN head_mailed",
    "ALTER TABLE organisations DROP COLUMN head_letter_after",
    "ALTER TABLE customer_invoices DROP COLUMN answer",
    "ALTER TABLE customer_invoices DROP COLUMN list_row",
    "ALTER TABLE customer_invoices DROP COLUMN answers_by",
    "ALTER TABLE supplier_invoices DROP COLUMN answer",
    "ALTER TABLE supplier_invoices DROP COLUMN list_row",
    "ALTER TABLE supplier_invoices DROP COLUMN answers_by",
    "DROP TABLE skipped_numbers",
    "DROP TABLE sie_imports",
    "DROP INDEX accounts_by_organisation_id_number",
    "ALTER TABLE accounts DROP COLUMN type",
    "DROP TABLE replies",
    "DROP INDEX customer_invoices_unpaid",
    "DROP TABLE events",
    "DROP TABLE event_heads",
)
LESS_TOLD = (
    "UPDATE history SET detail = '{}' WHERE what LIKE 'organisation %'",
    "DELETE FROM history WHERE what = 'document printed'",
    "UPDATE history SET what = 'something', detail = '{}' WHERE what = 'number voided'",
)


def unsealed(url: str) -> None:
    """Each hash is that of its voucher alone, and the history says less."""
    with opened(url, None) as books:
        numbers = [number for (number,) in books.rows("SELECT id FROM organisations")]
        hashes = [each for number in numbers for each in _hashes(books, number)]
        years = _years(books)
    version = "UPDATE alembic_version SET version_num = '0004'"
    spoil(url, *hashes, *years, *LESS_TOLD, *NEWER, version)


def _hashes(books: Snapshot, organisation: int) -> list[str]:
    previous, statements = FIRST, []
    for (sequence, *_), content in posted(books, organisation):
        previous = digest_of([previous, *content[:7]])
        place = f"organisation_id = {organisation} AND sequence = {sequence}"
        statements.append(f"UPDATE vouchers SET hash = '{previous}' WHERE {place}")
    head = f"organisation_id = {organisation}"
    return [*statements, f"UPDATE ledgers SET hash = '{previous}' WHERE {head}"]


def _years(books: Snapshot) -> list[str]:
    """They were told by their first day alone, and not by their method."""
    question = "SELECT organisation_id, number, detail FROM history WHERE what = 'year opened'"
    return [
        f"UPDATE history SET detail = '{_without_end(detail)}'"
        f" WHERE organisation_id = {organisation} AND number = {number}"
        for organisation, number, detail in books.rows(question)
    ]


def _without_end(detail: str) -> str:
    said = json.loads(detail)
    del said["to_date"], said["accounting_method"]
    return json.dumps(said)
