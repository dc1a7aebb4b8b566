"""An organisation's chains with all that they seal, as a file that can be verified anywhere.

One JSON text a line: first what it is and the signed head, then every voucher, history entry,
document, letterhead and printing. docs/ledger.md describes it.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from reskontra.audit import history
from reskontra.audit.chain import FIRST, digest_of, entries, posted
from reskontra.audit.heads import Head, heads_in, is_signed
from reskontra.audit.sealed import SEALED, documents, fields_digest
from reskontra.audit.snapshot import opened

FORM = "reskontra books 1"

Line = list[Any]
SOURCE = 2  # the place in a voucher's content that names its event, and there the third


class NoBooks(Exception):
    """One line that says why a file holds no books."""


def write(url: str, organisation: int, head: Head, file: TextIO) -> dict[str, int]:
    """How many lines of each sort were written."""
    counts: dict[str, int] = {}
    _tell(file, [FORM, organisation, head])
    with opened(url, organisation) as books:
        part = next(books.parts())
        for kind, *content in _lines(part, organisation):
            _tell(file, [kind, *content])
            counts[kind] = counts.get(kind, 0) + 1
    _tell(file, ["end", counts])
    return counts


def _lines(books: Any, organisation: int) -> Iterator[Line]:
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


def _tell(file: TextIO, line: Line) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def verified(file: TextIO, public_key: str) -> tuple[dict[str, Any], list[str]]:
    """What the file holds, and all that is wrong with it; nothing but the file is asked."""
    try:
        form, organisation, head = json.loads(file.readline())
        [head] = heads_in(json.dumps(head))
        if form != FORM or head["organisation"] != organisation:
            raise NoBooks("it is another sort of file")
    except (ValueError, TypeError, LookupError):
        raise NoBooks("its first line is not that of exported books") from None
    books = Books(organisation, head)
    wrong = [] if is_signed(head, public_key) else ["the head is not signed by that key"]
    wrong += [fault for line in file for fault in books.read(line)]
    wrong += books.missing()
    return {"organisation": organisation, "signed": head["at"], **books.counts}, wrong


class Books:
    """What a file has said so far."""

    def __init__(self, organisation: int, head: Head) -> None:
        self.organisation = organisation
        self.head = head
        self.hashes = {"voucher": (0, FIRST), "entry": (0, FIRST)}
        self.sealed: dict[str, str] = {}  # the digest of each document, by the event of its voucher
        self.told = history.Told()
        self.counts: dict[str, int] = {}
        self.ended: dict[str, int] | None = None

    def read(self, line: str) -> Iterator[str]:
        try:
            kind, *content = json.loads(line)
            if kind == "end":
                [self.ended] = content
                return
            self.counts[kind] = self.counts.get(kind, 0) + 1
            yield from READERS[kind](self, *content)
        except (ValueError, TypeError, LookupError):
            yield f"line {sum(self.counts.values()) + 1} cannot be read"

    def voucher(self, sequence: int, digest: str, content: Line) -> Iterator[str]:
        place, previous = self.hashes["voucher"]
        owner, *_, own_sequence, _ = content[0]
        if digest != digest_of([previous, *content]) or (owner, own_sequence) != (
            self.organisation,
            sequence,
        ):
            yield f"voucher {sequence} is not what its hash says"
        if sequence != place + 1:
            yield f"voucher {sequence} follows {place}"
        self.hashes["voucher"] = (sequence, digest)
        if len(content) > 7:
            self.sealed[content[SOURCE][2]] = content[7]
        yield from self._signed("voucher", sequence, digest, "vouchers", "hash")

    def entry(self, number: int, digest: str, *said: str) -> Iterator[str]:
        place, previous = self.hashes["entry"]
        if digest != digest_of([previous, [self.organisation, number], *said]):
            yield f"history entry {number} is not what its hash says"
        if number != place + 1:
            yield f"history entry {number} follows {place}"
        self.hashes["entry"] = (number, digest)
        at, _, what, detail = said
        self.told.hear(at, what, json.loads(detail))
        yield from self._signed("entry", number, digest, "entries", "history_hash")

    def _signed(self, kind: str, number: int, digest: str, count: str, name: str) -> Iterator[str]:
        if number == self.head[count] and digest != self.head[name]:
            yield f"{kind} {number} is not the one that was signed"

    def document(self, source: str, fields: dict[str, Any]) -> Iterator[str]:
        digest = self.sealed.pop(source, None)
        if digest is not None and digest != fields_digest(fields):
            yield f"{source} is not what its voucher seals"

    def letterhead(self, version: int, name: str, details: str, logo: str) -> Iterator[str]:
        if not self.told.knows_letterhead(version, name, details, b64decode(logo)):
            yield f"letterhead {version} is not what the history seals"

    def printing(self, *row: str) -> Iterator[str]:
        if row not in self.told.printings and not self.told.sealed_at_once:
            yield f"the printing of {row[0]} is not what the history seals"

    def missing(self) -> Iterator[str]:
        """What the chains name and the file has not."""
        for kind, count in (("voucher", "vouchers"), ("entry", "entries")):
            if self.hashes[kind][0] < self.head[count]:
                yield f"the file ends before {kind} {self.head[count]}, which was signed"
        yield from (f"{source} is sealed, and missing" for source in sorted(self.sealed))
        if self.ended != self.counts:
            yield "the file is cut off"


READERS: dict[str, Callable[..., Iterator[str]]] = {
    "voucher": Books.voucher,
    "entry": Books.entry,
    "document": Books.document,
    "letterhead": Books.letterhead,
    "printing": Books.printing,
}
