"""SIE files as clients ask for them."""

from reskontra.contract.fields import READ_ONLY, table, whole
from reskontra.contract.resource import Resource
from reskontra.domain.records import Record


class SieFile(Record):
    """A year's file has no fields: it is bytes."""

    type: int


SIE_FILE = Resource(
    "SieFile", "", "sie", "Type", "bookkeeping", SieFile, table(whole("Type", READ_ONLY))
)  # fmt: skip
