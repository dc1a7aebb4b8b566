"""An organisation's chains with all that they seal, as a file that can be verified anywhere.

One JSON text a line: first what it is and the signed head, then every voucher, history entry,
document, letterhead, printing and claim. docs/ledger.md describes it.
"""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from reskontra.audit import history
from reskontra.audit.chain import FIRST, digest_of, entries, posted
from reskontra.audit.heads import Head, NoHead, heads_in, is_signed
from reskontra.audit.sealed import NONE_OLDER, SEALED, documents, fields_digest
from reskontra.audit.snapshot import Row, Snapshot, opened

FORM = "reskontra books 1"
HEAD = """SELECT coalesce(l.sequence, 0), l.hash, h.number, h.hash
    FROM ledgers l JOIN history h ON h.organisation_id = l.organisation_id
    WHERE OF(l) ORDER BY h.number DESC LIMIT 1"""
# What is raised on reading a line that nobody can have exported.
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)

Line = list[Any]
SOURCE = 2  # the place in a voucher's content that names its event, and there the third
NUMBERS = {kind.event: kind.number for kind in SEALED}  # the column that has a document's number
OLDER = "from before they were sealed one by one are not those that the history seals"


class NoBooks(Exception):
    """One line that says why a file holds no books."""


@contextmanager
def books_of(url: str, organisation: int) -> Iterator[Snapshot]:
    """As they stand at one moment: what others write meanwhile is for another time."""
    with opened(url, organisation) as books:
        yield next(books.parts())


def head_of(books: Snapshot) -> Row:
    """How many vouchers there are and the last one's hash, and the same of the history."""
    [head] = books.rows(HEAD)
    return head


def write(books: Snapshot, organisation: int, head: Head, file: TextIO) -> dict[str, int]:
    """How many lines of each sort were written."""
    counts: dict[str, int] = {}
    _tell(file, [FORM, organisation, head])
    for kind, *content in _lines(books, organisation):
        _tell(file, [kind, *content])
        counts[kind] = counts.get(kind, 0) + 1
    _tell(file, ["end", counts])
    return counts


def _lines(books: Snapshot, organisation: int) -> Iterator[Line]:
    for (sequence, digest, *_), content in posted(books, organisation):
        yield ["voucher", sequence, digest, content]
    for entry in entries(books, organisation):
        yield ["entry", *entry]
    for kind in SEALED:
        for _, number, _, fields in documents(books, kind):
            yield ["document", f"{kind.event} {number}", fields]
    part = {"organisation": organisation}
    for version, name, details, logo in books.rows(history.LETTERHEADS.format(**part)):
        yield ["letterhead", version, name, details, b64encode(bytes(logo)).decode()]
    for row in books.rows(history.PRINTINGS.format(**part)):
        yield ["printing", *row]
    for fields in history.claims(books, organisation):
        yield ["claim", fields]


def _tell(file: TextIO, line: Line) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def verified(file: TextIO, public_key: str) -> tuple[dict[str, Any], list[str]]:
    """What the file holds, and all that is wrong with it; nothing but the file is asked."""
    try:
        form, organisation, head = json.loads(file.readline())
        [head] = heads_in(json.dumps(head))
        if form != FORM or head["organisation"] != organisation:
            raise NoBooks("it is another sort of file")
    except (*UNREADABLE, NoHead):
        raise NoBooks("its first line is not that of exported books") from None
    books = Books(organisation, head)
    wrong = [] if is_signed(head, public_key) else ["the head is not signed by that key"]
    wrong += [fault for place, line in enumerate(file, 2) for fault in books.read(place, line)]
    wrong += books.missing()
    return {"organisation": organisation, "signed": head["at"], **books.counts}, wrong


class Books:
    """What a file has said so far."""

    def __init__(self, organisation: int, head: Head) -> None:
        self.organisation = organisation
        self.head = head
        self.links = {"voucher": (0, FIRST), "entry": (0, FIRST)}
        self.sealed: dict[str, str] = {}  # the digest of each document to come, by its event
        self.older = hashlib.sha256()  # of those that were not sealed by themselves
        self.told = history.Told()
        self.counts: dict[str, int] = {}
        self.ended: dict[str, int] | None = None

    def read(self, place: int, line: str) -> Iterator[str]:
        try:
            kind, *content = json.loads(line)
            if self.ended is not None:
                yield f"line {place} comes after the end"
            if kind == "end":
                [self.ended] = content
                return
            self.counts[kind] = self.counts.get(kind, 0) + 1
            yield from READERS[kind](self, *content)
        except UNREADABLE:
            yield f"line {place} cannot be read"

    def voucher(self, sequence: int, digest: str, content: Line) -> Iterator[str]:
        owner, *_, own_sequence, _ = content[0]
        if (owner, own_sequence) != (self.organisation, sequence):
            yield f"voucher {sequence} is one of other books"
        yield from self._link("voucher", sequence, digest, content)
        source = content[SOURCE][2]
        if len(content) > 7 or source.rpartition(" ")[0] in NUMBERS:
            self.sealed[source] = content[7] if len(content) > 7 else ""

    def entry(self, number: int, digest: str, *said: str) -> Iterator[str]:
        yield from self._link("entry", number, digest, [[self.organisation, number], *said])
        at, _, what, detail = said
        for place in self.told.hear(at, what, json.loads(detail)):
            yield f"history entry {number} contradicts an earlier one: {place}"

    def _link(self, kind: str, number: int, digest: str, content: Line) -> Iterator[str]:
        place, previous = self.links[kind]
        if digest != digest_of([previous, *content]):
            yield f"{kind} {number} is not what its hash says"
        if number != place + 1:
            yield f"{kind} {number} follows {place}"
        self.links[kind] = (number, digest)

    def document(self, source: str, fields: dict[str, Any]) -> Iterator[str]:
        """Each once, and only if a voucher names it."""
        event, _, number = source.rpartition(" ")
        digest = self.sealed.pop(source, None)
        if digest is None:
            yield f"{source} is told twice, or no voucher names it"
        elif digest not in ("", fields_digest(fields)) or str(fields[NUMBERS[event]]) != number:
            yield f"{source} is not what its voucher seals"
        elif not digest:
            self.older.update(fields_digest(fields).encode())

    def letterhead(self, version: int, name: str, details: str, logo: str) -> Iterator[str]:
        if not self.told.seals_letterhead(version, name, details, b64decode(logo)):
            yield f"letterhead {version} is not what the history seals"

    def printing(self, document: str, mark: str, digest: str, at: str) -> Iterator[str]:
        if not self.told.seals_printing(document, mark, digest, at):
            yield f"printing of {document} {mark}".rstrip() + " is not what the history seals"

    def claim(self, fields: dict[str, Any]) -> Iterator[str]:
        if not self.told.seals_claim(fields):
            yield f"claim {fields['number']} is not what the history seals"

    def missing(self) -> Iterator[str]:
        """What the chains name and the file has not, and what it has beside them."""
        yield from self._unlike_head("voucher", self.head["vouchers"], self.head["hash"])
        yield from self._unlike_head("entry", self.head["entries"], self.head["history_hash"])
        yield from (f"{source} is sealed, and missing" for source in sorted(self.sealed))
        yield from (f"{place} is sealed, and missing" for _, place in self.told.unmet())
        if self.older.hexdigest() != self.told.older.get("documents", NONE_OLDER):
            yield f"documents {OLDER}"
        if not self.told.seals_unnamed():
            yield f"printings {OLDER}: {', '.join(self.told.unnamed)}"
        if self.ended != self.counts:
            yield "the file is cut off"

    def _unlike_head(self, kind: str, count: int, signed: str) -> Iterator[str]:
        """The chain ends where its head was signed, and there alone."""
        place, digest = self.links[kind]
        if place < count:
            yield f"the file ends before {kind} {count}, which was signed"
        elif place > count:
            yield f"the file goes on after {kind} {count}, the last that was signed"
        elif digest != signed:
            yield f"{kind} {count} is not the one that was signed"


READERS: dict[str, Callable[..., Iterator[str]]] = {
    "voucher": Books.voucher,
    "entry": Books.entry,
    "document": Books.document,
    "letterhead": Books.letterhead,
    "printing": Books.printing,
    "claim": Books.claim,
}
