"""The two chains of hashes in an organisation's books: its vouchers, and its history."""

from typing import Any

from reskontra.codec import digest_of
from reskontra.domain.voucher import Voucher
from reskontra.engine.columns import ORE
from reskontra.storage.shelves import POSTINGS, VOUCHERS

FIRST = "0" * 64  # the predecessor of a chain's first link
_ore = ORE.into


def digest(
    previous: str,
    organisation_id: int,
    voucher: Voucher,
    sequence: int,
    registered_at: str,
    registered_by: str,
) -> str:
    """SHA-256 of the predecessor's hash and all that the voucher says, as docs/ledger.md has it."""
    v, corrects = voucher, voucher.corrects
    content: list[Any] = [
        previous,
        [organisation_id, v.year, v.series, v.number, sequence, v.date.isoformat()],
        [v.description, v.comments, v.cost_center, v.project, VOUCHERS.remainder.text(v)],
        [v.reference_type, v.reference_number, v.source],
        [] if corrects is None else [corrects.year, corrects.series, corrects.number],
        [registered_at, registered_by],
        [
            [
                *(p.account, _ore(p.debit), _ore(p.credit)),
                *(p.transaction_information, p.cost_center, p.project, POSTINGS.remainder.text(p)),
            ]
            for p in v.postings
        ],
        [[e.tax_date.isoformat(), e.box, _ore(e.base), _ore(e.tax)] for e in v.vat_entries],
        *([v.document] if v.document else ()),
    ]
    # These bytes are for ever; tests/storage/test_chain.py holds them to what they always were.
    return digest_of(content)


def entry_digest(
    previous: str, organisation_id: int, number: int, at: str, by: str, what: str, detail: str
) -> str:
    """The same of an entry of the history; its detail as the row keeps it."""
    return digest_of([previous, [organisation_id, number], at, by, what, detail])
