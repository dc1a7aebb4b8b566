"""Both chains of hashes computed anew, from the form that docs/ledger.md describes."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

FIRST = "0" * 64
AT_ONCE = 1000  # vouchers in memory

KEY = (
    "{0}.organisation_id = v.organisation_id"
    " AND {0}.year = v.year AND {0}.series = v.series AND {0}.number = v.number"
)
PART = (
    "v.organisation_id = {organisation} AND v.sequence > {after} AND v.sequence <= {until}"
    " ORDER BY v.sequence"
)

HEADERS = f"""
    SELECT v.sequence, v.hash, v.year, v.series, v.number, CAST(v.date AS text),
        v.description, v.comments, v.cost_center, v.project, v.carried,
        v.reference_type, v.reference_number, coalesce(v.source, ''),
        v.corrects_year, v.corrects_series, v.corrects_number, v.registered_at, v.registered_by,
        v.document
    FROM vouchers v WHERE v.organisation_id = {{organisation}} AND v.sequence > {{after}}
    ORDER BY v.sequence LIMIT {AT_ONCE}"""
ROWS = f"""
    SELECT v.sequence, p.account, p.debit, p.credit,
        p.transaction_information, p.cost_center, p.project, p.carried
    FROM vouchers v JOIN postings p ON {KEY.format("p")} WHERE {PART}, p.line"""
ENTRIES = f"""
    SELECT v.sequence, CAST(e.tax_date AS text), e.box, e.base, e.tax
    FROM vouchers v JOIN vat_entries e ON {KEY.format("e")} WHERE {PART}, e.line"""
HEADS = "SELECT l.organisation_id, l.hash FROM ledgers l WHERE OF(l)"
HISTORY = f"""
    SELECT h.number, h.hash, h.at, h.by, h.what, h.detail FROM history h
    WHERE h.organisation_id = {{organisation}} AND h.number > {{after}}
    ORDER BY h.number LIMIT {AT_ONCE}"""
BROKEN = "hash chain broken"
REWRITTEN = "history chain broken"


def broken_links(books: Snapshot) -> Iterator[Violation]:
    """Each voucher whose hash is not that of its content and its predecessor."""
    for organisation, head in books.rows(HEADS):
        previous = FIRST
        for header, content in posted(books, organisation):
            sequence, digest, year, series, number = header
            if digest != digest_of([previous, *content]):
                place = f"voucher {series}{number} of year {year}, posted as number {sequence}"
                yield Violation(BROKEN, organisation, place)
            previous = digest
        if previous != head:
            place = "the ledger's hash is not that of its last voucher"
            yield Violation(BROKEN, organisation, place)


def broken_history(books: Snapshot) -> Iterator[Violation]:
    """Each entry whose hash is not that of its content and its predecessor."""
    for organisation, _ in books.rows(HEADS):
        previous = FIRST
        for number, digest, *said in entries(books, organisation):
            if digest != digest_of([previous, [organisation, number], *said]):
                yield Violation(REWRITTEN, organisation, f"entry {number}")
            previous = digest


def entries(books: Snapshot, organisation: int) -> Iterator[Row]:
    """The history in its order: number, hash, when, by whom, what, and the detail as a text."""
    after = -1
    while rows := books.rows(HISTORY.format(organisation=organisation, after=after)):
        yield from rows
        if rows[-1][0] <= after:
            raise ValueError("entries are not where their index says")
        after = rows[-1][0]


def posted(books: Snapshot, organisation: int) -> Iterator[tuple[Row, list[Any]]]:
    """Every voucher in the order of posting: its header, and what its hash is taken of."""
    part = {"organisation": organisation, "after": -1}
    while headers := books.rows(HEADERS.format(**part)):
        part["until"] = headers[-1][0]
        if part["until"] <= part["after"]:  # a damaged index would lead round and round
            raise ValueError("vouchers are not where their index says")
        rows = _by_voucher(books.rows(ROWS.format(**part)))
        vat = _by_voucher(books.rows(ENTRIES.format(**part)))
        for sequence, digest, year, series, number, date, *rest in headers:
            said, named, corrects, registered = rest[:5], rest[5:8], rest[8:11], rest[11:13]
            yield (
                (sequence, digest, year, series, number),
                [
                    [organisation, year, series, number, sequence, date],
                    said,
                    named,
                    [] if corrects == [None, None, None] else corrects,
                    registered,
                    rows[sequence],
                    vat[sequence],
                    *filter(None, rest[13:]),
                ],
            )
        part["after"] = part["until"]


def digest_of(content: list[Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _by_voucher(rows: list[Row]) -> dict[int, list[list[Any]]]:
    grouped: dict[int, list[list[Any]]] = defaultdict(list)
    for sequence, *rest in rows:
        grouped[sequence].append(rest)
    return grouped
