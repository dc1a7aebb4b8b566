"""What the closing of a year comes to, as clients see it."""

from reskontra.contract.bookkeeping import VOUCHERS
from reskontra.contract.fields import READ_ONLY, REQUIRED, flag, sentences, table, text, whole
from reskontra.contract.resource import Resource
from reskontra.domain.equity import Closing, Reopening

CLOSING = Resource(
    "Closing", "", "financialyears", "", "bookkeeping", Closing,
    table(
        whole("Year", READ_ONLY),
        flag("Closed", READ_ONLY),
        whole("FollowingYear", READ_ONLY),
        sentences("Unfinished"),
    ),
    rows=VOUCHERS, rows_in="vouchers",
)  # fmt: skip

REOPENING = Resource(
    "Reopening", "", "financialyears", "", "bookkeeping", Reopening,
    table(
        whole("Year", READ_ONLY),
        flag("Closed", READ_ONLY),
        text("Reason", REQUIRED, upto=200),
    ),
)  # fmt: skip
