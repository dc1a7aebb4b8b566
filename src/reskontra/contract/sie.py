"""SIE files as clients ask for them."""

from reskontra.contract.fields import READ_ONLY, day, flag, sentences, table, text, whole
from reskontra.contract.listing import Listing
from reskontra.contract.resource import Resource
from reskontra.domain.records import Record
from reskontra.domain.sie_import import ImportedFile, Plan, Told


class SieFile(Record):
    """A year's file has no fields: it is bytes."""

    type: int


DEVIATIONS = Resource(
    "Deviation", "Deviations", "", "", "bookkeeping", Told,
    table(
        whole("Line", READ_ONLY),
        text("Word", READ_ONLY),
        flag("Refuses", READ_ONLY),
        text("Text", READ_ONLY),
    ),
)  # fmt: skip

SIE_IMPORT = Resource(
    "SieImport", "", "sie", "Id", "bookkeeping", Plan,
    table(
        flag("Posted", READ_ONLY),
        whole("Id", READ_ONLY),
        text("Digest", "Encoding", "FileType", "Company", "OrganisationNumber", READ_ONLY),
        day("FromDate", "ToDate", READ_ONLY),
        whole("Vouchers", "Rows", READ_ONLY),
        sentences("NewAccounts"),
        sentences("OtherNames"),
        sentences("NewSeries"),
        sentences("Skipped"),
        sentences("Balances"),
    ),
    rows=DEVIATIONS, rows_in="deviations",
)  # fmt: skip

IMPORTED_FILES = Resource(
    "ImportedFile", "ImportedFiles", "sieimports", "Id", "bookkeeping", ImportedFile,
    table(
        whole("Id", "Year", READ_ONLY),
        text("Name", "At", READ_ONLY),
        whole("Vouchers", READ_ONLY),
        flag("TakenBack", READ_ONLY),
    ),
    own=True,
)  # fmt: skip
IMPORTED_LISTING = Listing()

SIE_FILE = Resource(
    "SieFile", "", "sie", "Type", "bookkeeping", SieFile, table(whole("Type", READ_ONLY))
)  # fmt: skip
