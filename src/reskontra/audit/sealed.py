"""Documents held against the digests in their vouchers, by docs/ledger.md's description."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from reskontra.audit.chain import digest_of
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

AT_ONCE = 1000  # documents in memory
ALTERED = "document altered"
DAYS = {"invoice_date", "due_date", "payment_date", "from_date", "to_date", "filed"}
# What is nothing in a column of JSON; in another it is null, an empty text or 0.
EMPTY = {"boxes": "[]", "carried": "{}", "rows": "[]", "write_offs": "[]"}
NONE_OLDER = hashlib.sha256().hexdigest()  # where nothing was there before seals

PAYMENT = (
    "amount", "amount_currency", "carried", "currency", "currency_rate", "invoice_number",
    "mode_of_payment", "mode_of_payment_account", "number", "payment_date", "source", "write_offs",
)  # fmt: skip


class Sealed(NamedTuple):
    """A kind of document: what its own voucher's source begins with, and what that one seals."""

    event: str
    table: str
    number: str
    columns: tuple[str, ...]


SEALED = (
    Sealed("customer invoice", "customer_invoices", "document_number", (
        "accounting_method", "address1", "address2", "basis_tax_reduction", "carried", "city",
        "comments", "country_code", "customer_name", "customer_number", "document_number",
        "due_date", "invoice_date", "letterhead", "net", "ocr", "organisation_number", "round_off",
        "rows", "tax_reduction", "tax_reduction_type", "total", "total_vat", "vat_number",
        "vat_type", "zip_code",
    )),
    Sealed("customer payment", "customer_payments", "number", PAYMENT),
    Sealed("supplier invoice", "supplier_invoices", "given_number", (
        "accounting_method", "carried", "comments", "currency", "currency_rate", "due_date",
        "given_number", "invoice_date", "invoice_number", "rows", "sales_type", "supplier_name",
        "supplier_number", "total", "vat", "vat_rate", "vat_type",
    )),
    Sealed("supplier payment", "supplier_payments", "number", (*PAYMENT, "information")),
    Sealed("VAT return", "vat_returns", "number", (
        "boxes", "corrects", "entries", "file", "filed", "from_date", "kind", "number", "period",
        "to_date",
    )),
)  # fmt: skip


def altered_documents(books: Snapshot) -> Iterator[Violation]:
    """Each document that is not what its voucher says; older ones were sealed all at once."""
    older: dict[int, Any] = defaultdict(hashlib.sha256)
    for kind in SEALED:
        for organisation, number, digest, fields in documents(books, kind):
            if not digest:
                older[organisation].update(fields_digest(fields).encode())
            elif fields_digest(fields) != digest:
                yield Violation(ALTERED, organisation, f"{kind.event} {number}")
    sealed = sealed_at_once(books)
    for organisation in sorted({*older, *sealed}):
        if older[organisation].hexdigest() != sealed.get(organisation, NONE_OLDER):
            yield Violation(ALTERED, organisation, "among those from before they were sealed")


def documents(books: Snapshot, kind: Sealed) -> Iterator[tuple[int, int, str, dict[str, Any]]]:
    """Organisation, number, the digest in its voucher, and what is sealed, of each in the books."""
    if f"{kind.table}.{kind.number}" not in books.columns:
        return  # books of before there were such documents
    shown = ", ".join(
        f"CAST(d.{name} AS text)" if name in DAYS else f"d.{name}" for name in kind.columns
    )
    place = (books.organisation or 0, -1)
    while rows := books.rows(_question(kind, shown, place)):
        for organisation, number, digest, *values in rows:
            yield organisation, number, digest, dict(zip(kind.columns, values, strict=True))
        if rows[-1][:2] <= place:
            raise ValueError("documents are not where their index says")
        place = rows[-1][:2]


def _question(kind: Sealed, shown: str, after: Row) -> str:
    return f"""SELECT d.organisation_id, d.{kind.number}, v.document, {shown}
        FROM {kind.table} d JOIN vouchers v ON v.organisation_id = d.organisation_id
        AND v.source = '{kind.event} ' || d.{kind.number}
        WHERE OF(d) AND (d.organisation_id, d.{kind.number}) > ({after[0]}, {after[1]})
        ORDER BY d.organisation_id, d.{kind.number} LIMIT {AT_ONCE}"""


def fields_digest(fields: dict[str, Any]) -> str:
    """What is nothing is left out."""
    return digest_of(
        [[name, fields[name]] for name in sorted(fields) if not _is_nothing(name, fields[name])]
    )


def _is_nothing(name: str, value: Any) -> bool:
    return value in (None, EMPTY.get(name, ""), 0)


def sealed_at_once(books: Snapshot) -> dict[int, str]:
    """What each history says of all documents that were there before each was sealed by itself."""
    rows = books.rows(
        "SELECT h.organisation_id, h.detail FROM history h WHERE OF(h) AND h.what = 'sealed'"
        " ORDER BY h.organisation_id, h.number DESC"
    )
    told = [(organisation, json.loads(detail)) for organisation, detail in rows]
    return {number: str(said["documents"]) for number, said in told if "documents" in said}
