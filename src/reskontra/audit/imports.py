"""SIE files that were posted, held against the history: the bytes, and the numbers passed over."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from reskontra.audit.chain import HEADS
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

ALTERED = "imported file altered"
SKIPPED = "skipped number is not the history's"

SAID = """SELECT h.detail FROM history h WHERE h.organisation_id = {organisation}
    AND h.what = 'SIE file imported' ORDER BY h.number"""
FILES = """SELECT i.id, i.year, i.name, i.digest, i.first_sequence, i.vouchers,
        i.content, i.plan, i.kept
    FROM sie_imports i WHERE i.organisation_id = {organisation} ORDER BY i.id"""
NUMBERS = """SELECT k.import_id, k.series, k.from_number, k.to_number FROM skipped_numbers k
    WHERE k.organisation_id = {organisation}"""
NAMED = ("import", "year", "file", "digest", "first_sequence", "vouchers")


def imports_unlike_the_history(books: Snapshot) -> Iterator[Violation]:
    if "sie_imports.id" not in books.columns:
        return
    for organisation, _ in books.rows(HEADS):
        part = {"organisation": int(organisation)}
        said = [json.loads(detail) for (detail,) in books.rows(SAID.format(**part))]
        for place in _files(books.rows(FILES.format(**part)), said):
            yield Violation(ALTERED, organisation, place)
        told = {(each["import"], *stretch) for each in said for stretch in each["skipped"]}
        there = {tuple(row) for row in books.rows(NUMBERS.format(**part))}
        for number, series, first, last in sorted(told ^ there):
            place = f"{series} {first} to {last} of import {number}"
            yield Violation(SKIPPED, organisation, place)


def _files(rows: list[Any], said: list[dict[str, Any]]) -> Iterator[str]:
    told = {each["import"]: each for each in said}
    for *named, content, plan, kept in rows:
        entry = told.pop(named[0], {})
        unlike = [entry.get(name) for name in NAMED] != named
        digests = [_digest(each) for each in (bytes(content), plan.encode(), kept.encode())]
        if unlike or digests != [entry.get(name) for name in ("digest", "plan", "kept")]:
            yield f"import {named[0]}"
    yield from (f"import {number} is gone" for number in sorted(told))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
