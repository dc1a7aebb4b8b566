"""What each trigger does in each state: written from the contract, not from the service's code."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

SAME = "the same state"

DRAFT, SENT, OVERDUE, PART_PAID = "draft", "sent", "overdue", "part-paid"
BOOKED, PAID, WRITTEN_OFF = "booked", "paid", "written off"
CANCELLED, REMOVED = "cancelled", "removed"
UNBOOKED, UNDONE = "unbooked", "undone"
# A payment of an invoice that has been credited or cancelled since.
UNBOOKED_TOO_LATE, BOOKED_TOO_LATE = "unbooked, too late", "booked, too late"
UNDONE_TOO_LATE = "undone, too late"
ABSENT, ACTIVE, INACTIVE = "absent", "active", "inactive"


class Row(NamedTuple):
    """In any of the states a trigger is answered so, and leads there."""

    states: tuple[str, ...]
    trigger: str
    answer: int
    to: str = SAME


Life = Mapping[tuple[str, str], Row]


def life(*rows: Row) -> Life:
    pairs = [(pair, row) for row in rows for pair in product(row.states, [row.trigger])]
    assert len(pairs) == len(dict(pairs)), "two rows for one pair"
    return dict(pairs)


def each(states: tuple[str, ...], triggers: str, answer: int) -> tuple[Row, ...]:
    """Several triggers that are answered alike and change nothing."""
    return tuple(Row(states, trigger, answer) for trigger in triggers.split())


ISSUED = (SENT, OVERDUE, PART_PAID, PAID, WRITTEN_OFF)
NEVER = (REMOVED,)

# fmt: off
CUSTOMER_INVOICES = life(
    #     from                      trigger          answer  to
    Row((DRAFT,),                   "update",        200),
    Row((DRAFT,),                   "bookkeep",      200,    SENT),
    Row((DRAFT,),                   "externalprint", 200,    SENT),
    Row((DRAFT,),                   "email",         200,    SENT),
    Row((DRAFT,),                   "print",         200,    SENT),
    Row((DRAFT,),                   "preview",       200),
    Row((DRAFT,),                   "cancel",        200,    REMOVED),
    Row((DRAFT,),                   "credit",        400),
    Row((DRAFT,),                   "pay",           409),
    *each(ISSUED,                   "bookkeep externalprint email print preview", 200),
    *each(ISSUED,                   "update cancel", 409),
    Row(ISSUED,                     "credit",        200,    CANCELLED),
    Row(ISSUED,                     "pay",           201),
    *each((CANCELLED,),             "print preview", 200),
    *each((CANCELLED,),             "update bookkeep externalprint email cancel credit pay", 409),
    *each((DRAFT, *ISSUED, CANCELLED), "read",       200),
    *each(NEVER, "update bookkeep externalprint email print preview cancel credit pay read", 404),
)
SUPPLIER_INVOICES = life(
    Row((DRAFT,),                   "update",        200),
    Row((DRAFT,),                   "bookkeep",      200,    BOOKED),
    Row((DRAFT,),                   "cancel",        200,    REMOVED),
    Row((DRAFT,),                   "pay",           409),
    *each((BOOKED, PART_PAID, PAID), "bookkeep",     200),
    *each((BOOKED, PART_PAID, PAID), "update",       409),
    *each((BOOKED, PART_PAID, PAID), "pay",          201),
    Row((BOOKED,),                  "cancel",        200,    CANCELLED),
    *each((PART_PAID, PAID),        "cancel",        409),
    *each((CANCELLED,),             "cancel",        200),
    *each((CANCELLED,),             "update bookkeep pay", 409),
    *each((DRAFT, BOOKED, PART_PAID, PAID, CANCELLED), "read", 200),
    *each((DRAFT, BOOKED, PART_PAID, PAID, CANCELLED), "credit approvalbookkeep approvalpayment",
                                                     400),
    *each(NEVER, "update bookkeep cancel pay read credit approvalbookkeep approvalpayment", 404),
)
SUPPLIER_PAYMENTS = life(
    Row((UNBOOKED,),                "update",        200),
    Row((UNBOOKED,),                "bookkeep",      200,    BOOKED),
    Row((UNBOOKED, UNBOOKED_TOO_LATE), "delete",     204,    REMOVED),
    Row((UNBOOKED, UNBOOKED_TOO_LATE), "cancel",     409),
    *each((UNBOOKED_TOO_LATE,),     "update bookkeep", 409),
    *each((BOOKED,),                "bookkeep",      200),
    *each((BOOKED,),                "update delete", 409),
    Row((BOOKED,),                  "cancel",        200,    UNDONE),
    *each((UNDONE, UNDONE_TOO_LATE), "cancel",       200),
    *each((UNDONE, UNDONE_TOO_LATE), "update bookkeep delete", 409),
    *each((UNBOOKED, UNBOOKED_TOO_LATE, BOOKED, UNDONE, UNDONE_TOO_LATE), "read", 200),
    *each(NEVER,                    "update bookkeep delete cancel read", 404),
)
# A supplier invoice is not cancelled while anything is paid; a customer invoice is credited then.
CUSTOMER_PAYMENTS = {
    **SUPPLIER_PAYMENTS,
    **life(
        *each((BOOKED_TOO_LATE,),   "read bookkeep", 200),
        *each((BOOKED_TOO_LATE,),   "update delete cancel", 409),
    ),
}
REGISTERS = life(
    Row((ABSENT,),                  "create",        201,    ACTIVE),
    *each((ABSENT,),                "read update delete activate", 404),
    *each((ACTIVE, INACTIVE),       "create",        400),
    *each((ACTIVE, INACTIVE),       "read update",   200),
    Row((ACTIVE, INACTIVE),         "delete",        204,    INACTIVE),
    Row((ACTIVE, INACTIVE),         "activate",      200,    ACTIVE),
)
# fmt: on

LIVES: Mapping[str, Life] = {
    "customer invoice": CUSTOMER_INVOICES,
    "supplier invoice": SUPPLIER_INVOICES,
    "customer payment": CUSTOMER_PAYMENTS,
    "supplier payment": SUPPLIER_PAYMENTS,
    "customer": REGISTERS,
    "supplier": REGISTERS,
    "article": REGISTERS,
}
PAIRS = {(name, *pair) for name, rows in LIVES.items() for pair in rows}


def states_of(rows: Life) -> list[str]:
    return sorted({state for state, _ in rows})


def triggers_of(rows: Life) -> list[str]:
    return sorted({trigger for _, trigger in rows})
