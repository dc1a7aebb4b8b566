"""Heads that were signed and kept elsewhere, held against the chains as they are."""

import json
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from reskontra.audit.chain import FIRST
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Snapshot

ANEW = "chain is not the one that was signed"
UNSIGNED = "head is not signed by that key"
VOUCHER = "SELECT v.hash FROM vouchers v WHERE v.organisation_id = {0} AND v.sequence = {1}"
ENTRY = "SELECT h.hash FROM history h WHERE h.organisation_id = {0} AND h.number = {1}"

Head = dict[str, Any]


class NoHead(Exception):
    """One line that says why a text holds no head."""


def heads_in(text: str) -> list[Head]:
    """One head, or those that `reskontra head` told."""
    try:
        told = json.loads(text)
        heads: list[Head] = told.get("heads", [told])
        for head in heads:
            message(head), b64decode(head["signature"], validate=True)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise NoHead("no signed head") from None
    return heads


def message(head: Head) -> bytes:
    """What is signed, by docs/ledger.md's description."""
    names = ("organisation", "at", "vouchers", "hash", "entries", "history_hash")
    content = ["reskontra head 1", *(head[name] for name in names)]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def is_signed(head: Head, public_key: str) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(b64decode(public_key, validate=True))
        key.verify(b64decode(head["signature"]), message(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def unlike_signed(books: Snapshot, heads: Iterable[Head], public_key: str) -> Iterator[Violation]:
    """A chain that was written anew has another hash at that place, or does not reach it."""
    for head in heads:
        organisation = int(head["organisation"])
        if books.organisation not in (None, organisation):
            continue
        if not is_signed(head, public_key):
            yield Violation(UNSIGNED, organisation, f"of {head['at']}")
        for what, question, number, signed in (
            ("voucher", VOUCHER, head["vouchers"], head["hash"]),
            ("history entry", ENTRY, head["entries"], head["history_hash"]),
        ):
            rows = books.rows(question.format(organisation, int(number))) if number else [(FIRST,)]
            if rows != [(signed,)]:
                place = f"{what} {number}, signed {head['at']}"
                yield Violation(ANEW, organisation, place)
