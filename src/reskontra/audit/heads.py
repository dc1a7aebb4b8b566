"""Heads that were signed, kept elsewhere or here, held against the chains as they are."""

import json
from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from reskontra.audit.chain import FIRST
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

ANEW = "chain is not the one that was signed"
UNSIGNED = "head is not signed by that key"
GONE = "organisation of a signed head is gone"
NO_HEAD = "no head of the organisation"
ALTERED = "kept head altered"
ANOTHERS = "kept head is signed by another key"
VOUCHER = "SELECT v.hash FROM vouchers v WHERE v.organisation_id = {0} AND v.sequence = {1}"
ENTRY = "SELECT h.hash FROM history h WHERE h.organisation_id = {0} AND h.number = {1}"
# Each that is kept here, and the hashes that the chains have at its places.
KEPT = f"""
    SELECT h.number, h.organisation_id, h.at, h.vouchers, h.hash, h.entries, h.history_hash,
        h.key, h.signature,
        CASE h.vouchers WHEN 0 THEN '{FIRST}' ELSE v.hash END,
        CASE h.entries WHEN 0 THEN '{FIRST}' ELSE e.hash END
    FROM heads h
    LEFT JOIN vouchers v ON v.organisation_id = h.organisation_id AND v.sequence = h.vouchers
    LEFT JOIN history e ON e.organisation_id = h.organisation_id AND e.number = h.entries
    WHERE OF(h) ORDER BY h.organisation_id, h.number"""
THERE = "SELECT o.id FROM organisations o WHERE OF(o.id)"

Head = dict[str, Any]
# What is signed, in its order.
SAID = {
    "organisation": int, "at": str,
    "vouchers": int, "hash": str, "entries": int, "history_hash": str,
}  # fmt: skip


class NoHead(Exception):
    """One line that says why a text holds no head."""


def heads_in(text: str) -> list[Head]:
    """One head, or those that `reskontra head` told."""
    try:
        told = json.loads(text)
        heads: list[Head] = told.get("heads", [told])
        for head in heads:
            b64decode(head["signature"], validate=True)
        if not heads or not all(map(_is_whole, heads)):
            raise NoHead("no signed head")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise NoHead("no signed head") from None
    return heads


def _is_whole(head: Head) -> bool:
    """What could not have been signed is no head: half a character is no text."""
    return all(type(head[name]) is kind for name, kind in SAID.items()) and bool(message(head))


def message(head: Head) -> bytes:
    """What is signed, by docs/ledger.md's description."""
    content = ["reskontra head 1", *(head[name] for name in SAID)]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def is_signed(head: Head, public_key: str) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(b64decode(public_key, validate=True))
        key.verify(b64decode(head["signature"], validate=True), message(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def unproven(books: Snapshot, heads: Collection[Head], keys: Iterable[str]) -> Iterator[Violation]:
    """Heads that nobody signed, or that no chain is there to be held against."""
    there = {number for (number,) in books.rows(THERE)}
    asked = [head for head in heads if books.organisation in (None, head["organisation"])]
    for head in asked:
        if not any(is_signed(head, key) for key in keys):
            yield Violation(UNSIGNED, head["organisation"], f"of {head['at']}")
        if head["organisation"] not in there:
            yield Violation(GONE, head["organisation"], f"signed {head['at']}")
    if heads and not asked:
        yield Violation(NO_HEAD, books.organisation, "only of others")


def unlike_signed(books: Snapshot, heads: Iterable[Head]) -> Iterator[Violation]:
    """A chain that was written anew has another hash at that place, or does not reach it."""
    there = {number for (number,) in books.rows(THERE)}
    for head in heads:
        if (organisation := head["organisation"]) not in there:
            continue
        for what, question, number, signed in (
            ("voucher", VOUCHER, head["vouchers"], head["hash"]),
            ("history entry", ENTRY, head["entries"], head["history_hash"]),
        ):
            rows = books.rows(question.format(organisation, number)) if number else [(FIRST,)]
            if rows != [(signed,)]:
                place = f"{what} {number}, signed {head['at']}"
                yield Violation(ANEW, organisation, place)


def altered_heads(books: Snapshot, known: Collection[str]) -> Iterator[Violation]:
    """Those that are kept here: each as it was signed, by a key that is known if any is."""
    before: dict[int, int] = {}
    for number, *row in books.rows(KEPT):
        head, (voucher, entry) = dict(zip((*SAID, "key", "signature"), row, strict=False)), row[-2:]
        organisation, place = head["organisation"], f"head {number}, signed {head['at']}"
        if not is_signed(head, head["key"]) or number != before.get(organisation, 0) + 1:
            yield Violation(ALTERED, organisation, place)
        elif known and head["key"] not in known:
            yield Violation(ANOTHERS, organisation, place)
        if (voucher, entry) != (head["hash"], head["history_hash"]):
            yield Violation(ANEW, organisation, place)
        before[organisation] = number
