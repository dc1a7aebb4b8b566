"""The heads of an organisation's two chains at one moment, as they are signed."""

from typing import Any

from reskontra.domain.records import Record, asdict


class Head(Record):
    organisation: int
    at: str
    vouchers: int  # the sequence of the newest
    hash: str
    entries: int  # the number of the newest in the history
    history_hash: str
    key: str = ""  # the public one that verifies the signature, in base64 as that is
    signature: str = ""

    def shown(self) -> dict[str, Any]:
        return asdict(self)
