"""VAT returns and periodic summaries as clients see them."""

from reskontra.contract.bookkeeping import VOUCHERS
from reskontra.contract.fields import (
    READ_ONLY,
    REQUIRED,
    amount,
    choice,
    day,
    sentences,
    table,
    text,
    whole,
)
from reskontra.contract.listing import Listing
from reskontra.contract.nested import records
from reskontra.contract.resource import Resource
from reskontra.domain.periodic_summary import PeriodicSummary, SummaryLine
from reskontra.domain.vat_period import VatPeriod
from reskontra.domain.vat_return import (
    BoxSum,
    Declaration,
    Difference,
    ReopenedReturn,
    VatReturn,
)

LISTING = Listing()
# What is kept of a filed one; clients know it by its period.
VAT_RETURNS = Resource(
    "FiledReturn", "FiledReturns", "vatreturns", "Number", "bookkeeping", VatReturn,
    table(whole("Number", READ_ONLY)),
)  # fmt: skip

BOXES = Resource(
    "Box", "Boxes", "", "Box", "bookkeeping", BoxSum,
    table(
        text("Box", READ_ONLY),
        whole("Amount", READ_ONLY, of="kronor"),
        amount("Exact", READ_ONLY),
    ),
)  # fmt: skip
DIFFERENCES = Resource(
    "Difference", "Differences", "", "Box", "bookkeeping", Difference,
    table(
        text("Box", READ_ONLY),
        amount("Entries", "Ledger", "Difference", READ_ONLY),
        sentences("Vouchers"),
    ),
)  # fmt: skip

IN_SHORT = (
    text("Period", READ_ONLY),
    day("FromDate", "ToDate", "DueDate", READ_ONLY),
    choice("Kind", READ_ONLY, values=VatPeriod, default="year"),
    text("State", READ_ONLY),
    whole("Payable", "Number", "Corrects", READ_ONLY),
    day("Filed", READ_ONLY),
)
DECLARATIONS = Resource(
    "VATReturn", "VATReturns", "vatreturns", "Period", "bookkeeping", Declaration,
    table(
        *IN_SHORT,
        text("VoucherSeries", READ_ONLY),
        whole("VoucherNumber", "VoucherYear", READ_ONLY),
        records("Boxes", BOXES.present, BOXES.fields),
        records("Differences", DIFFERENCES.present, DIFFERENCES.fields),
        sentences("LeftOut", "Hindrances", "Unfinished"),
    ),
    table(*IN_SHORT),
    rows=VOUCHERS, rows_in="vouchers", own=True,
)  # fmt: skip

REOPENING = Resource(
    "VATReopening", "", "vatreturns", "", "bookkeeping", ReopenedReturn,
    table(
        text("Period", READ_ONLY),
        whole("Corrects", READ_ONLY),
        text("Reason", REQUIRED, upto=200),
        records("Vouchers", VOUCHERS.present, VOUCHERS.fields),
    ),
    own=True,
)  # fmt: skip

SUMMARY_LINES = Resource(
    "SummaryLine", "SummaryLines", "", "VATNumber", "bookkeeping", SummaryLine,
    table(
        text("VATNumber", READ_ONLY),
        whole("Goods", "Triangular", "Services", READ_ONLY),
    ),
)  # fmt: skip
PERIODIC_SUMMARIES = Resource(
    "PeriodicSummary", "", "periodicsummaries", "Code", "bookkeeping", PeriodicSummary,
    table(text("Code", READ_ONLY), sentences("Unknown")),
    rows=SUMMARY_LINES, rows_in="lines", own=True,
)  # fmt: skip
