"""SIE files that were posted: what is kept of each, and what posting one comes to."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from reskontra.domain.records import Record

UNDONE = "SIEUNDO"  # of a voucher that takes one of a file back
IMPORT_UNDONE = "SIE import undone"  # in the history
SIE = "SIE"  # the reference type of a voucher that came in a file; its number is the import's


class SieImport(Record):
    """Never altered: a file is accounting material, and its vouchers say that they are from it."""

    id: int
    year: int
    digest: str  # SHA-256 of the content
    name: str
    at: str
    by: str
    content: bytes
    first_sequence: int  # of its vouchers, which follow on each other in the ledger
    vouchers: int
    plan: Mapping[str, Any]
    kept: Mapping[str, Any]  # what the file says and the books have no other place for


class ImportedFile(Record):
    """A file that was posted, in short."""

    id: int
    year: int
    name: str
    at: str
    by: str
    vouchers: int
    taken_back: bool  # what it posted


class Told(Record):
    """A deviation of the file, or of the file from the books."""

    line: int
    word: str
    refuses: bool
    text: str


class Plan(Record):
    """What posting a file comes to, or would."""

    posted: bool
    id: int
    digest: str
    encoding: str
    file_type: str
    company: str
    organisation_number: str
    from_date: date | None
    to_date: date | None
    vouchers: int
    rows: int
    new_accounts: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    new_series: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    balances: tuple[str, ...] = ()  # before and after, of each account that changes
    deviations: tuple[Told, ...] = ()
