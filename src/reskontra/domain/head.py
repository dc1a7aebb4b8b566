"""The heads of an organisation's two chains at one moment, as they are signed."""

from typing import Any

from reskontra.codec import as_shown
from reskontra.domain.records import Record, asdict

FORM = "reskontra head 1"


class Head(Record):
    organisation: int
    at: str
    vouchers: int  # the sequence of the newest
    hash: str
    entries: int  # the number of the newest in the history
    history_hash: str
    key: str = ""  # the public one that verifies the signature, in base64 as that is
    signature: str = ""

    @property
    def message(self) -> bytes:
        """What is signed, as docs/ledger.md has it."""
        heads = [self.vouchers, self.hash, self.entries, self.history_hash]
        return as_shown([FORM, self.organisation, self.at, *heads])

    def shown(self) -> dict[str, Any]:
        return asdict(self)
