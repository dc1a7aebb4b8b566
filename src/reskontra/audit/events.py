"""Events held against the books: numbered without a gap, and one for each posting while kept."""

import json
from collections.abc import Iterator
from itertools import zip_longest

from reskontra.audit.checks import Check
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

NEEDS = ("event_heads.kept_since",)
UNTOLD = "events are not the postings"
UNBOOKED = "events are not what was booked"

EVENT_CHECKS = (
    Check(
        "gap in events",
        "event {0} follows {1}",
        """SELECT organisation_id, n, previous FROM (
            SELECT e.organisation_id, e.number AS n, lag(e.number, 1, h.earliest - 1)
                OVER (PARTITION BY e.organisation_id ORDER BY e.number) AS previous
            FROM events e JOIN event_heads h ON h.organisation_id = e.organisation_id
            WHERE OF(e)) numbered WHERE n <> previous + 1""",
        NEEDS,
    ),
    Check(
        "event head astray",
        "head {0}, last event {1}",
        """SELECT * FROM (
            SELECT o.id, coalesce(h.latest, -1) AS head, coalesce((SELECT max(e.number)
                FROM events e WHERE e.organisation_id = o.id), h.earliest - 1, 0) AS newest
            FROM organisations o LEFT JOIN event_heads h ON h.organisation_id = o.id
            WHERE OF(o.id)) counted WHERE head <> newest""",
        NEEDS,
    ),
)

HEADS = "SELECT h.organisation_id, h.kept_since FROM event_heads h WHERE OF(h)"
POSTED = """SELECT v.year, v.series, v.number, coalesce(v.source, '') FROM vouchers v
    WHERE v.organisation_id = {organisation} AND v.registered_at >= '{since}'
    ORDER BY v.sequence"""
TOLD = """SELECT e.type, e.entity, e.detail FROM events e
    WHERE e.organisation_id = {organisation} AND e.at >= '{since}'
    AND e.type IN ({types}) ORDER BY e.number"""
VOUCHER = "voucher-created-v1"
# By the words that the source of a document's own voucher begins with: what its booking is called.
BOOKED = {
    "customer invoice": "invoice-bookkeep-v1",
    "customer payment": "invoicepayment-bookkeep-v1",
    "supplier invoice": "supplier-invoice-bookkeep-v1",
    "supplier payment": "supplierinvoicepayment-bookkeep-v1",
}
TYPES = ", ".join(f"'{each}'" for each in (VOUCHER, *BOOKED.values()))


def events_unlike_the_books(books: Snapshot) -> Iterator[Violation]:
    """Of the same moment, in the same order: the ledger is held until its events are numbered."""
    if not {*NEEDS} <= books.columns:
        return
    for organisation, since in books.rows(HEADS):
        place = {"organisation": int(organisation), "since": str(since).replace("'", "''")}
        posted = books.rows(POSTED.format(**place))
        told = books.rows(TOLD.format(types=TYPES, **place))
        for name, words in (*unlike(posted, told), *unbooked(posted, told)):
            yield Violation(name, organisation, words)


def unlike(posted: list[Row], told: list[Row]) -> Iterator[tuple[str, str]]:
    """The first that differs: what follows on it would, too."""
    keys = (tuple(row[:3]) for row in posted)
    said = (key_in(row[2]) for row in told if row[0] == VOUCHER)
    for there, heard in zip_longest(keys, said):
        if there != heard:
            yield UNTOLD, f"{named(there)} was posted, {named(heard)} was told of"
            return


def unbooked(posted: list[Row], told: list[Row]) -> Iterator[tuple[str, str]]:
    sources = (row[3].rpartition(" ") for row in posted)
    booked = {(BOOKED[kind], number) for kind, _, number in sources if kind in BOOKED}
    heard = {(row[0], row[1]) for row in told if row[0] != VOUCHER}
    for word, number in sorted(booked ^ heard):
        missing = "is missing" if (word, number) in booked else "tells of nothing"
        yield UNBOOKED, f"{word} {number} {missing}"


def key_in(detail: str) -> tuple[int, str, int]:
    said = json.loads(detail)
    return said["year"], said["series"], said["id"]


def named(key: tuple[int, str, int] | None) -> str:
    return f"voucher {key[1]}{key[2]} of year {key[0]}" if key else "nothing"
