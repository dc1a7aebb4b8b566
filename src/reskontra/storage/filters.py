"""Named filters: what a word of a list stands for, which tallies are its total, and its index."""

from typing import NamedTuple

from reskontra.domain.customer_invoice import Status
from reskontra.domain.supplier_invoice import SupplierStatus


class Filter(NamedTuple):
    table: str
    word: str
    condition: str
    tallies: tuple[str, ...] = ()  # their sum is its total; where there are none it is counted
    indexed_by: tuple[str, ...] = ()  # the columns of an index of just those rows


DRAFT, SENT, PAID, LOST, CREDITED = Status
UNBOOKED, BOOKED, SETTLED, CANCELLED = SupplierStatus
SALES, PURCHASES = "customer_invoices", "supplier_invoices"

SENT_IN_FULL, BOOKED_IN_FULL = f"{SENT} in full", f"{BOOKED} in full"
SENT_TO_PAY_BACK = f"{SENT} to pay back"  # below zero: it is the customer who has money to get

# A document counts in the tally of its status; of these, those on nothing or less by themselves.
APART = {
    SALES: ((SENT, "balance = 0", SENT_IN_FULL), (SENT, "balance < 0", SENT_TO_PAY_BACK)),
    PURCHASES: ((BOOKED, "balance = 0", BOOKED_IN_FULL),),
}

OWED = f"status = '{SENT}' AND balance > 0"
OWING = f"status = '{BOOKED}' AND balance <> 0"
LATE = "due_date < :today"

# fmt: off
FILTERS = (
    #      list         word                condition                                                          tallies                     index
    *(Filter(table,     word,               f"active = :{truth}")
      for table in ("customers", "suppliers", "articles")
      for word, truth in (("active", "true"), ("inactive", "false"))),
    Filter(SALES,       "unbooked",         f"status = '{DRAFT}'",                                             (DRAFT,)),
    Filter(SALES,       "unpaid",           OWED,                                                              (SENT,)),
    Filter(SALES,       "unpaidoverdue",    f"{OWED} AND {LATE}"),
    Filter(SALES,       "fullypaid",        f"(status = '{PAID}' OR (status = '{SENT}' AND balance = 0))",     (PAID, SENT_IN_FULL),       ("organisation_id", "document_number")),
    Filter(SALES,       "cancelled",        f"status = '{CREDITED}'",                                          (CREDITED,)),
    Filter(PURCHASES,   "unbooked",         f"status = '{UNBOOKED}'",                                          (UNBOOKED,)),
    Filter(PURCHASES,   "unpaid",           OWING,                                                             (BOOKED,)),
    Filter(PURCHASES,   "unpaidoverdue",    f"{OWING} AND {LATE}"),
    Filter(PURCHASES,   "fullypaid",        f"(status = '{SETTLED}' OR (status = '{BOOKED}' AND balance = 0))", (SETTLED, BOOKED_IN_FULL)),
    Filter(PURCHASES,   "cancelled",        f"status = '{CANCELLED}'",                                         (CANCELLED,)),
    # There is no payment file and no approval that an invoice could be waiting for.
    Filter(PURCHASES,   "pendingpayment",   "1 = 0"),
    Filter(PURCHASES,   "authorizepending", "1 = 0"),
)
# fmt: on
NAMED = {(each.table, each.word): each for each in FILTERS}
TALLIED = tuple(dict.fromkeys(each.table for each in FILTERS if each.tallies))


def tallied_as(table: str, row: str) -> str:
    """What a row of a table counts as, in SQL."""
    apart = " ".join(
        f"WHEN {row}.status = '{status}' AND {row}.{condition} THEN '{tally}'"
        for status, condition, tally in APART.get(table, ())
    )
    return f"CASE {apart} ELSE {row}.status END" if apart else f"{row}.status"


def tallies_of(table: str, word: str) -> tuple[str, ...] | None:
    """The tallies that a list's total is the sum of, all of them for the whole list; or None."""
    if word:
        return NAMED[table, word].tallies or None
    return () if table in TALLIED else None
