"""What the clerks were told, held against the books: nothing lost, nothing double, no gap."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from reskontra.audit.auditor import audited
from reskontra.audit.snapshot import Snapshot, opened
from tests.crash.load import KINDS, Kind
from tests.journal import Entry, Journal, acknowledged

Voucher = tuple[int, str, int]
REMOVES = "cancel"
POSTS = ("bookkeep", "externalprint")


def hold(journal: Journal, database_url: str, seed: int) -> None:
    """The journal is copied first: what is acknowledged later may be missing."""
    entries = journal.entries()
    assert broken_promises(entries, entries, database_url) == [], f"seed {seed}"


def broken_promises(before: list[Entry], after: list[Entry], database_url: str) -> list[str]:
    """Of books that have all that was acknowledged before, and nothing that is unknown after."""
    with opened(database_url, None) as books:
        told = [
            each
            for path, kind in KINDS.items()
            for each in (
                *unpromised(books, after, path, kind),
                *lost(books, before, after, path, kind),
            )
        ]
    return told + [str(violation) for violation in audited(database_url).violations]


def unpromised(books: Snapshot, entries: list[Entry], path: str, kind: Kind) -> Iterator[str]:
    """What was refused, asked by nobody, or asked once and done twice."""
    posts = posted(entries, path, kind)
    for mark, count in Counter(marks(books, kind).values()).items():
        if mark not in posts or posts[mark].outcome == "refused":
            yield f"{kind.table}: nobody was promised {mark}"
        if count > 1:
            yield f"{kind.table}: {mark} is there {count} times"


def lost(
    books: Snapshot, before: list[Entry], after: list[Entry], path: str, kind: Kind
) -> Iterator[str]:
    """What was acknowledged and is not there, or under another number than was told."""
    there, sealed = marks(books, kind), sources(books, kind)
    perhaps_removed = {number_of(each) for each in acts(after, path) if may_remove(each)}
    for mark, post in posted(acknowledged(before), path, kind).items():
        number = str(post.answer[kind.envelope][kind.key])
        if there.get(number) != mark and number not in perhaps_removed:
            yield f"{kind.table} {number}: {mark} was acknowledged, {there.get(number)} is there"
    for act in acts(acknowledged(before), path):
        if act.path.endswith(POSTS):
            told = vouchers(act.answer[kind.envelope])
            found = sealed.get(f"{kind.source} {number_of(act)}")
            if found not in told:
                yield f"{act.path} was told {told}, posted is {found}"


def posted(entries: list[Entry], path: str, kind: Kind) -> dict[str, Entry]:
    """New documents, by the mark that each carries."""
    return {each.sent[kind.envelope]["Mark"]: each for each in entries if each.path == path}


def acts(entries: list[Entry], path: str) -> list[Entry]:
    return [each for each in entries if each.path.startswith(f"{path}/")]


def marks(books: Snapshot, kind: Kind) -> dict[str, str]:
    found = books.rows(f"SELECT {kind.number}, carried FROM {kind.table}")
    return {str(number): json.loads(carried)["Mark"] for number, carried in found}


def number_of(act: Entry) -> str:
    return act.path.split("/")[2]


def may_remove(act: Entry) -> bool:
    return act.path.endswith(REMOVES) and act.outcome != "refused"


def sources(books: Snapshot, kind: Kind) -> dict[str, Voucher]:
    asked = "SELECT source, year, series, number FROM vouchers WHERE source LIKE"
    return {row[0]: (row[1], row[2], row[3]) for row in books.rows(f"{asked} '{kind.source} %'")}


def vouchers(shown: dict[str, Any]) -> list[Voucher]:
    """Those that the answer names."""
    if "Vouchers" in shown:
        return [(each["Year"], each["Series"], int(each["Number"])) for each in shown["Vouchers"]]
    return [(shown["VoucherYear"], shown["VoucherSeries"], shown["VoucherNumber"])]
