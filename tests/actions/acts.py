"""What each act comes to, one row for each: written from the contract, not from the lives."""

import dataclasses
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from reskontra.actions.all_registers import (
    ARTICLES,
    CUSTOMERS,
    PREDEFINED_ACCOUNTS,
    SUPPLIERS,
    VOUCHER_SERIES,
)
from reskontra.actions.claims import CLAIMS
from reskontra.actions.customer_drafts import Claim, Part
from reskontra.actions.desk import Desk
from reskontra.actions.door import fire
from reskontra.actions.importing import SIE_IMPORTS
from reskontra.actions.lifecycle import Cause, Request
from reskontra.actions.purchases import SUPPLIER_INVOICES, SUPPLIER_PAYMENTS
from reskontra.actions.register import Register
from reskontra.actions.reminders import DISPUTED, REMINDER_SETTINGS, REMINDERS, UNREMINDED
from reskontra.actions.sales import CUSTOMER_INVOICES, CUSTOMER_PAYMENTS
from reskontra.actions.sie_case import Case, incoming
from reskontra.actions.vat_returns import VAT_RETURNS, Filing
from reskontra.actions.vouchers import VOUCHERS
from reskontra.actions.years import FINANCIAL_YEARS, LOCKED_PERIOD
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.claim_decision import Approval, Decision
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.records import replace
from reskontra.domain.reminders import Reminder, Settled
from reskontra.domain.vat import Beside
from reskontra.domain.vat_period import Period
from reskontra.domain.voucher import CREDIT, DEBIT, Voucher, VoucherKey, voucher
from reskontra.storage.shelves import REMINDER_SETTINGS as SETTINGS
from tests.sie.files import sie
from tests.web.samples import SAMPLES

DRAFT, SENT, PAID, LOST, CANCELLED = "draft", "sent", "paid", "written off", "cancelled"
BOOKED, UNBOOKED, UNDONE = "booked", "unbooked", "undone"
REMOVED, KEPT, INACTIVE = "removed", "kept", "inactive"
OPEN, CLOSED = "False", "True"  # the state of a year
DAY = date(2026, 12, 31)
AT_YEAR_END = Cause(FinancialYear(2, date(2026, 1, 1), DAY), None)
OF_LAST_YEAR = Filing(Period(date(2025, 1, 1), date(2025, 12, 31)))
AT_LAST_YEAR_END = Cause(FinancialYear(1, date(2025, 1, 1), date(2025, 12, 31)), None)

SALE = {"CustomerNumber": "1", "InvoiceRows": [{"DeliveredQuantity": 1, "Price": 1000, "VAT": 25}]}
ROT = SALE | {
    "TaxReductionType": "rot",
    "InvoiceRows": [
        {
            "DeliveredQuantity": 1,
            "Price": 1000,
            "VAT": 25,
            "HouseWork": True,
            "HouseWorkType": "CONSTRUCTION",
        }
    ],
}
PURCHASE = {
    "SupplierNumber": "1",
    "InvoiceNumber": "F1",
    "InvoiceDate": "2026-11-02",
    "DueDate": "2026-12-02",
    "VAT": 250,
    "SupplierInvoiceRows": [{"Account": 6110, "Debit": 1000}],
}
LOSS = {"WriteOffs": [{"Amount": 1250, "AccountNumber": 6351}]}
ENTRY = {
    "Description": "Porto",
    "TransactionDate": "2026-11-02",
    "VoucherSeries": "A",
    "VoucherRows": [{"Account": 6250, "Debit": 10}, {"Account": 1930, "Credit": 10}],
}


Path = Callable[[Desk], Any]
LATE = {"InvoiceDate": "2026-09-01", "DueDate": "2026-10-01"}
LETTER = Cause(Reminder(1, 1, 1, DAY, DAY, Decimal(1)), None)
INTEREST = Claim({"CustomerNumber": "1"}, (Part(Beside.INTEREST, "Ränta", Decimal(10)),))


def posted_by_hand(desk: Desk) -> VoucherKey:
    """The key of one that can be corrected."""
    made: Voucher = fire(VOUCHERS, desk, None, "create", Request(ENTRY))
    return made.key


FROM_A_FILE = voucher("A", DAY, "Hyra", [(DEBIT, 5010, Decimal(1)), (CREDIT, 1930, Decimal(1))])
OF_A_FILE = "import year file digest first_sequence vouchers skipped plan kept"


class Act(NamedTuple):
    """From a state, by a trigger: the state afterwards, vouchers, the other record, the words."""

    register: Register
    state: str
    trigger: str
    to: str
    posts: str = ""  # the series of its vouchers
    other: str = ""  # the state of the record that changed with it
    tells: str = ""
    request: Any = None
    recorded: str = ""  # in the books' history, with the names of its facts
    facts: str = ""  # the names of those that are told


# How a record comes to a state. All that it takes goes through the door.


def made(register: Register, sent: dict[str, Any], *triggers: str) -> Path:
    def path(desk: Desk) -> Any:
        record = fire(register, desk, None, "create", Request(sent))
        for trigger in triggers:
            record = fire(register, desk, record, trigger)
        return record

    return path


def paid(invoice: Path, payments: Register, *amounts: dict[str, Any]) -> Path:
    """The invoice after payments of it."""

    def path(desk: Desk) -> Any:
        record = invoice(desk)
        register = CUSTOMER_INVOICES if payments is CUSTOMER_PAYMENTS else SUPPLIER_INVOICES
        number = getattr(record, register.key)
        for amount in amounts:
            made(payments, {"InvoiceNumber": number, **amount}, "bookkeep")(desk)
        return register.find(desk, number)

    return path


def payment(invoice: Path, payments: Register, sent: dict[str, Any], *triggers: str) -> Path:
    def path(desk: Desk) -> Any:
        record = invoice(desk)
        register = CUSTOMER_INVOICES if payments is CUSTOMER_PAYMENTS else SUPPLIER_INVOICES
        number = getattr(record, register.key)
        return made(payments, {"InvoiceNumber": number, **sent}, *triggers)(desk)

    return path


def of_cash_method(path: Path) -> Path:
    def paid_first(desk: Desk) -> Any:
        cash = replace(desk.organisation, accounting_method=AccountingMethod.CASH)
        return path(Desk(desk.books, cash))

    return paid_first


def late_sale(desk: Desk) -> Any:
    """One to be reminded of, at a rate that was agreed."""
    settings = desk.books.shelf(SETTINGS).find()
    fire(REMINDER_SETTINGS, desk, settings, "update", Request({"AgreedRate": 10}))
    return made(CUSTOMER_INVOICES, SALE | LATE, "bookkeep")(desk)


def reminded(*triggers: str) -> Path:
    """A reminder with which this was done an hour ago."""

    def path(desk: Desk) -> Any:
        books = dataclasses.replace(desk.books, now=desk.books.now - timedelta(hours=1))
        before = Desk(books, desk.organisation)
        number = late_sale(before).document_number
        return made(REMINDERS, {"DocumentNumber": number}, *triggers)(before)

    return path


def year_with_result(desk: Desk) -> Any:
    last_year = ENTRY | {"TransactionDate": "2025-11-02"}
    fire(VOUCHERS, desk, None, "create", Request(last_year))
    return FINANCIAL_YEARS.take(desk, 1)


def filed_return(desk: Desk) -> Any:
    return fire(VAT_RETURNS, desk, None, "file", OF_LAST_YEAR)


def unlocked_return(desk: Desk) -> Any:
    """Its period takes the voucher that takes its settlement back."""
    filed = filed_return(desk)
    fire(LOCKED_PERIOD, desk, LOCKED_PERIOD.take(desk), "lock", None)
    return filed


def of_invoice(path: Path, **sent: Any) -> Callable[[Desk], Request]:
    """A request that names an invoice."""

    def request(desk: Desk) -> Request:
        invoice = path(desk)
        number = getattr(invoice, "document_number", 0) or invoice.given_number
        return Request({"InvoiceNumber": number, **sent})

    return request


ALL, SOME, LITTLE = {"Amount": 1250}, {"Amount": 100}, {"Amount": 1}
CI, SI, CP, SP = CUSTOMER_INVOICES, SUPPLIER_INVOICES, CUSTOMER_PAYMENTS, SUPPLIER_PAYMENTS
SENT_SALE, BOOKED_BILL = made(CI, SALE, "bookkeep"), made(SI, PURCHASE, "bookkeep")
PAID_SALE, LOST_SALE = paid(SENT_SALE, CP, ALL), paid(SENT_SALE, CP, LOSS)
SENT_ROT = made(CI, ROT, "bookkeep")
PAID_BILL = paid(BOOKED_BILL, SP, ALL)
LAST_YEAR = {"InvoiceDate": "2025-11-02", "DueDate": "2025-12-02"}
OLD_SALE = of_cash_method(made(CI, SALE | LAST_YEAR, "bookkeep"))
OLD_BILL = of_cash_method(made(SI, PURCHASE | LAST_YEAR, "bookkeep"))
THEN, SINCE = {"PaymentDate": "2025-12-02"}, {"PaymentDate": "2026-01-02"}
AGENCY = {"Amount": 625, "ModeOfPayment": "SKV"}
OLD_ROT = paid(of_cash_method(made(CI, ROT | LAST_YEAR, "bookkeep")), CP, {"Amount": 625} | THEN)
OLD_LOSS = paid(OLD_SALE, CP, LOSS | THEN)

# A claim of the first invoice, with what that one does not tell.
PERSON = "198112289874"
CLAIM = {
    "Type": "rot",
    "FromDate": "2026-11-01",
    "ToDate": "2026-11-30",
    "TaxReductionCases": [
        {
            "DocumentNumber": 1,
            "PersonalNumber": PERSON,
            "PropertyDesignation": "SOLNA 1:23",
            "HouseWork": [{"HouseWorkType": "CONSTRUCTION", "Hours": 2}],
        }
    ],
}
WITH_ORE = ROT | {"InvoiceRows": [ROT["InvoiceRows"][0] | {"Price": "802.69"}]}


def claimed(sale: dict[str, Any], share: int, *triggers: tuple[str, Any]) -> Path:
    """A claim of a sale of which the customer has paid their share."""

    def path(desk: Desk) -> Any:
        paid(made(CI, sale, "bookkeep"), CP, {"Amount": share})(desk)
        claim = fire(CLAIMS, desk, None, "create", Request(CLAIM))
        for trigger, request in triggers:
            claim = fire(CLAIMS, desk, claim, trigger, request)
        return claim

    return path


def to_claim(desk: Desk) -> Request:
    paid(SENT_ROT, CP, {"Amount": 875})(desk)
    return Request(CLAIM)


def approving(amount: int) -> Decision:
    return Decision("ROT 2026-001", "R1", (Approval(PERSON, "1", amount),))


MADE_CLAIM, UPLOADED_CLAIM = claimed(ROT, 875), claimed(ROT, 875, ("upload", None))
DECIDED_CLAIM = claimed(ROT, 875, ("decide", approving(375)))
PAID_CLAIM = claimed(ROT, 875, ("decide", approving(375)), ("pay", DAY))

# fmt: off
PATHS: dict[tuple[Register, str], Path] = {
    (CI, DRAFT):                  made(CI, SALE),
    (CI, SENT):                   SENT_SALE,
    (CI, "sent, by cash method"): of_cash_method(SENT_SALE),
    (CI, PAID):                   PAID_SALE,
    (CI, "paid but for the agency's share, by cash method"): of_cash_method(paid(SENT_ROT, CP, {"Amount": 875})),
    (CI, "paid in the next year, by cash method"): paid(OLD_SALE, CP, ALL | SINCE),
    (CI, "lost in the next year, by cash method"): paid(OLD_SALE, CP, LOSS | SINCE),
    (CI, "credited in the next year, by cash method"): lambda desk: fire(CI, desk, OLD_SALE(desk), "credit"),
    (CI, LOST):                   LOST_SALE,
    (CI, CANCELLED):              made(CI, SALE, "bookkeep", "credit"),
    (SI, DRAFT):                  made(SI, PURCHASE),
    (SI, BOOKED):                 BOOKED_BILL,
    (SI, PAID):                   PAID_BILL,
    (SI, "booked, by cash method"): of_cash_method(BOOKED_BILL),
    (SI, "booked, told of at a year-end"): lambda desk: fire(SI, desk, of_cash_method(BOOKED_BILL)(desk), "release-vat", AT_YEAR_END),
    (SI, "paid in the next year, by cash method"): paid(OLD_BILL, SP, ALL | SINCE),
    (SI, CANCELLED):              made(SI, PURCHASE, "bookkeep", "cancel"),
    (CP, UNBOOKED):               payment(SENT_SALE, CP, SOME),
    (CP, "unbooked, of all"):     payment(SENT_SALE, CP, ALL),
    (CP, "unbooked, a loss"):     payment(SENT_SALE, CP, LOSS),
    (CP, "unbooked, of a loss"):  payment(LOST_SALE, CP, SOME),
    (CP, BOOKED):                 payment(SENT_SALE, CP, ALL, "bookkeep"),
    (CP, "booked, too much"):     payment(PAID_SALE, CP, LITTLE, "bookkeep"),
    (CP, "booked, a loss"):       payment(SENT_SALE, CP, LOSS, "bookkeep"),
    (CP, "booked, of a loss"):    payment(LOST_SALE, CP, SOME, "bookkeep"),
    (CP, "booked in a past year, by cash method"): payment(OLD_SALE, CP, SOME | THEN, "bookkeep"),
    (CP, "booked in a past year, by the agency"): payment(OLD_ROT, CP, AGENCY | THEN, "bookkeep"),
    (CP, "booked in a past year, of a loss"): payment(OLD_LOSS, CP, SOME | THEN, "bookkeep"),
    (CP, UNDONE):                 payment(SENT_SALE, CP, ALL, "bookkeep", "cancel"),
    (SP, UNBOOKED):               payment(BOOKED_BILL, SP, SOME),
    (SP, "unbooked, of all"):     payment(BOOKED_BILL, SP, ALL),
    (SP, BOOKED):                 payment(BOOKED_BILL, SP, ALL, "bookkeep"),
    (SP, "booked in a past year, by cash method"): payment(OLD_BILL, SP, ALL | THEN, "bookkeep"),
    (SP, UNDONE):                 payment(BOOKED_BILL, SP, ALL, "bookkeep", "cancel"),
    (SIE_IMPORTS, KEPT):          lambda desk: fire(SIE_IMPORTS, desk, None, "post", Case(desk, incoming(sie()))),
    (FINANCIAL_YEARS, OPEN):      lambda desk: FINANCIAL_YEARS.take(desk, 1),
    (FINANCIAL_YEARS, "open, with a result"): year_with_result,
    (FINANCIAL_YEARS, CLOSED):    lambda desk: fire(FINANCIAL_YEARS, desk, year_with_result(desk), "close"),
    (VAT_RETURNS, "filed"):       unlocked_return,
    (LOCKED_PERIOD, KEPT):        lambda desk: LOCKED_PERIOD.take(desk),
    (CLAIMS, "made"):             MADE_CLAIM,
    (CLAIMS, "made, with öre"):   claimed(WITH_ORE, 702),
    (CLAIMS, "uploaded"):         UPLOADED_CLAIM,
    (CLAIMS, "decided"):          DECIDED_CLAIM,
    (CLAIMS, PAID):               PAID_CLAIM,
    (CLAIMS, "withdrawn"):        claimed(ROT, 875, ("withdraw", None)),
    (REMINDERS, "made"):          reminded(),
    (REMINDERS, "sending"):       reminded("send"),
    (REMINDERS, SENT):            reminded("send", "confirm"),
    (REMINDERS, "withdrawn"):     reminded("withdraw"),
    (REMINDER_SETTINGS, KEPT):    lambda desk: late_sale(desk) and desk.books.shelf(SETTINGS).find(),
    (UNREMINDED, KEPT):           made(UNREMINDED, {"CustomerNumber": "1"}),
    (DISPUTED, KEPT):             lambda desk: made(DISPUTED, {"DocumentNumber": SENT_SALE(desk).document_number})(desk),
    **{(sample.register, KEPT): made(sample.register, sample.sent) for sample in SAMPLES},
    (PREDEFINED_ACCOUNTS, KEPT):  lambda desk: PREDEFINED_ACCOUNTS.take(desk, "BG"),
}

REMINDED = "reminder sent: number invoice total"
OF_REMINDER = "number invoice total"
SET_UP = "first_after second_after charge interest agreed_rate"
BEGUN = "year from_date to_date accounting_method"
DECLARED = "number period payable"
VOIDED = "number voided: series number why"
ISSUED = "invoice-bookkeep voucher-created"
LACKING = "gaps"  # neither the organisation nor its customer has an address
BOUGHT = "supplier-invoice-bookkeep voucher-created"
RECEIVED = "invoice-updated invoicepayment-bookkeep voucher-created"
TAKEN_BACK = "invoice-updated invoicepayment-cancelled voucher-created"
TOLD_AGAIN = "invoice-updated voucher-created"
CLAIMED, DEMANDED = "taxreductionclaim-updated", "taxreductionclaim-updated invoice-updated voucher-created"
OF_DECISION = "claim reference day approvals"
REMITTED = "supplier-invoice-updated supplierinvoicepayment-bookkeep voucher-created"
RETURNED = "supplier-invoice-updated supplierinvoicepayment-cancelled voucher-created"

ACTS = (
    #   register state                   trigger          to         posts  other     tells
    Act(CI,      "",                     "create",        DRAFT,     "",    "",       "invoice-created",   Request(SALE)),
    Act(CI,      DRAFT,                  "update",        DRAFT,     "",    "",       "invoice-updated",   Request({"Comments": "Tack"})),
    Act(CI,      DRAFT,                  "bookkeep",      SENT,      "B",   "",       ISSUED, facts=LACKING),
    Act(CI,      DRAFT,                  "externalprint", SENT,      "B",   "",       ISSUED, facts=LACKING),
    Act(CI,      DRAFT,                  "email",         SENT,      "B",   "",       ISSUED, facts=LACKING),
    Act(CI,      DRAFT,                  "print",         SENT,      "B",   "",       ISSUED, facts=LACKING),
    Act(CI,      DRAFT,                  "preview",       DRAFT),
    Act(CI,      DRAFT,                  "cancel",        REMOVED,   "",    "",       "invoice-cancelled", recorded=VOIDED),
    *(Act(CI,    state,                  trigger,         state)
      for state in (SENT, PAID, LOST)
      for trigger in ("bookkeep", "externalprint", "email", "print", "preview")),
    *(Act(CI,    CANCELLED,              trigger,         CANCELLED) for trigger in ("print", "preview")),
    Act(CI,      SENT,                   "credit",        CANCELLED, "K",   "K1",     "invoice-credited voucher-created"),
    Act(CI,      PAID,                   "credit",        CANCELLED, "K",   "K1",     "invoice-credited voucher-created"),
    Act(CI,      LOST,                   "credit",        CANCELLED, "K M", "K1",     f"invoice-credited {TAKEN_BACK} voucher-created"),
    Act(CI,      SENT,                   "fear-loss",     SENT,      "A",   "",       "invoice-updated voucher-created", DAY),
    Act(CI,      "sent, by cash method", "release-vat",   SENT,      "A",   "",       "invoice-updated voucher-created", AT_YEAR_END),
    Act(CI,      "paid but for the agency's share, by cash method", "release-vat", PAID, "A", "", "invoice-updated voucher-created", AT_YEAR_END),
    *(Act(CI,    f"{state} in the next year, by cash method", "release-vat", to, "A", "", "invoice-updated voucher-created", AT_LAST_YEAR_END)
      for state, to in (("paid", PAID), ("lost", LOST), ("credited", CANCELLED))),

    Act(SI,      "",                     "create",        DRAFT,     "",    "",       "supplier-invoice-created",   Request(PURCHASE)),
    Act(SI,      DRAFT,                  "update",        DRAFT,     "",    "",       "supplier-invoice-updated",   Request({"InvoiceNumber": "F2"})),
    Act(SI,      DRAFT,                  "bookkeep",      BOOKED,    "L",   "",       BOUGHT),
    Act(SI,      DRAFT,                  "cancel",        REMOVED,   "",    "",       "supplier-invoice-cancelled"),
    Act(SI,      BOOKED,                 "bookkeep",      BOOKED),
    Act(SI,      PAID,                   "bookkeep",      PAID),
    Act(SI,      BOOKED,                 "cancel",        CANCELLED, "M",   "",       "supplier-invoice-cancelled voucher-created"),
    Act(SI,      CANCELLED,              "cancel",        CANCELLED),
    Act(SI,      "booked, by cash method", "release-vat", BOOKED,    "A",   "",       "supplier-invoice-updated voucher-created", AT_YEAR_END),
    Act(SI,      "paid in the next year, by cash method", "release-vat", PAID, "A", "", "supplier-invoice-updated voucher-created", AT_LAST_YEAR_END),
    Act(SI,      "booked, told of at a year-end", "unrelease-vat", BOOKED, "A", "",   "supplier-invoice-updated voucher-created"),
    Act(SI,      "booked, told of at a year-end", "cancel", CANCELLED, "A M", "",     "supplier-invoice-cancelled supplier-invoice-updated voucher-created voucher-created"),

    Act(CP,      "",                     "create",        UNBOOKED,  "",    "",       "invoicepayment-created",   of_invoice(SENT_SALE)),
    Act(CP,      UNBOOKED,               "update",        UNBOOKED,  "",    "",       "invoicepayment-updated",   Request({"Amount": 200})),
    Act(CP,      UNBOOKED,               "bookkeep",      BOOKED,    "C",   SENT,     RECEIVED),
    Act(CP,      "unbooked, of all",     "bookkeep",      BOOKED,    "C",   PAID,     RECEIVED),
    Act(CP,      "unbooked, a loss",     "bookkeep",      BOOKED,    "C",   LOST,     RECEIVED),
    Act(CP,      "unbooked, of a loss",  "bookkeep",      BOOKED,    "C",   LOST,     RECEIVED),
    Act(CP,      UNBOOKED,               "delete",        REMOVED,   "",    "",       "invoicepayment-deleted", recorded=VOIDED),
    Act(CP,      BOOKED,                 "bookkeep",      BOOKED),
    Act(CP,      BOOKED,                 "cancel",        UNDONE,    "M",   SENT,     TAKEN_BACK),
    Act(CP,      "booked, too much",     "cancel",        UNDONE,    "M",   PAID,     TAKEN_BACK),
    Act(CP,      "booked, a loss",       "cancel",        UNDONE,    "M",   SENT,     TAKEN_BACK),
    Act(CP,      "booked, of a loss",    "cancel",        UNDONE,    "M",   LOST,     TAKEN_BACK),
    Act(CP,      "booked in a past year, by cash method", "cancel", UNDONE, "M A", SENT, f"{TAKEN_BACK} {TOLD_AGAIN}"),
    Act(CP,      "booked in a past year, by the agency", "cancel", UNDONE, "M A", PAID, f"{TAKEN_BACK} {TOLD_AGAIN}"),
    Act(CP,      "booked in a past year, of a loss", "cancel", UNDONE, "M", LOST,     TAKEN_BACK),
    Act(CP,      UNDONE,                 "cancel",        UNDONE),

    Act(SP,      "",                     "create",        UNBOOKED,  "",    "",       "supplierinvoicepayment-created", of_invoice(BOOKED_BILL)),
    Act(SP,      UNBOOKED,               "update",        UNBOOKED,  "",    "",       "supplierinvoicepayment-updated", Request({"Amount": 200})),
    Act(SP,      UNBOOKED,               "bookkeep",      BOOKED,    "E",   BOOKED,   REMITTED),
    Act(SP,      "unbooked, of all",     "bookkeep",      BOOKED,    "E",   PAID,     REMITTED),
    Act(SP,      UNBOOKED,               "delete",        REMOVED,   "",    "",       "supplierinvoicepayment-deleted", recorded=VOIDED),
    Act(SP,      BOOKED,                 "bookkeep",      BOOKED),
    Act(SP,      BOOKED,                 "cancel",        UNDONE,    "M",   BOOKED,   RETURNED),
    Act(SP,      "booked in a past year, by cash method", "cancel", UNDONE, "M A", BOOKED, f"{RETURNED} supplier-{TOLD_AGAIN}"),
    Act(SP,      UNDONE,                 "cancel",        UNDONE),

    Act(CLAIMS,  "",                     "create",        "made",    "",    PAID,     "taxreductionclaim-created", to_claim, "claim made: claim digest"),
    Act(CLAIMS,  "made",                 "upload",        "uploaded", "",   PAID,     CLAIMED, None, "claim uploaded: claim day", "claim day"),
    Act(CLAIMS,  "uploaded",             "upload",        "uploaded"),
    Act(CLAIMS,  "made",                 "withdraw",      "withdrawn", "",  PAID,     CLAIMED, None, "claim withdrawn: claim", "claim"),
    Act(CLAIMS,  "uploaded",             "withdraw",      "withdrawn", "",  PAID,     CLAIMED, None, "claim withdrawn: claim", "claim"),
    Act(CLAIMS,  "withdrawn",            "withdraw",      "withdrawn"),
    Act(CLAIMS,  "made",                 "decide",        "decided", "",    PAID,     CLAIMED, approving(375), f"claim decided: {OF_DECISION}", OF_DECISION),
    Act(CLAIMS,  "uploaded",             "decide",        "decided", "C",   SENT,     DEMANDED, approving(300), f"claim decided: {OF_DECISION}", OF_DECISION),
    Act(CLAIMS,  "uploaded",             "decide",        PAID,      "C",   SENT,     DEMANDED, approving(0), f"claim decided: {OF_DECISION}", OF_DECISION),
    Act(CLAIMS,  "made, with öre",       "decide",        "decided", "C",   PAID,     DEMANDED, approving(300), f"claim decided: {OF_DECISION}", OF_DECISION),
    Act(CLAIMS,  "decided",              "pay",           PAID,      "",    PAID,     CLAIMED, DAY, "claim paid: claim day", "claim day"),
    Act(CLAIMS,  PAID,                   "unpay",         "decided", "",    PAID,     CLAIMED, None, "claim payout undone: claim", "claim"),
    *(Act(CI,    state,                  "remind",        state,     "",    "",       "reminder-sent", LETTER) for state in (SENT, PAID, LOST, CANCELLED)),
    Act(CI,      "",                     "charge",        DRAFT,     "",    "",       "invoice-created", INTEREST),
    Act(REMINDERS, "",                   "create",        "made",    "",    "",       "reminder-created", lambda desk: Request({"DocumentNumber": late_sale(desk).document_number})),
    Act(REMINDERS, "made",               "send",          "sending", "",    "",       "reminder-updated"),
    Act(REMINDERS, "made",               "externalprint", SENT,      "",    "",       "reminder-sent reminder-updated", None, REMINDED, OF_REMINDER),
    Act(REMINDERS, "made",               "withdraw",      "withdrawn", "",  "",       "reminder-updated"),
    Act(REMINDERS, "sending",            "confirm",       SENT,      "",    "",       "reminder-sent reminder-updated", None, REMINDED, OF_REMINDER),
    Act(REMINDERS, "sending",            "fail",          "made",    "",    "",       "reminder-updated"),
    Act(REMINDERS, "sending",            "release",       "made",    "",    "",       "reminder-updated"),
    Act(REMINDERS, SENT,                 "confirm",       SENT),
    Act(REMINDERS, SENT,                 "externalprint", SENT),
    Act(REMINDERS, SENT,                 "invoice",       SENT,      "",    "",       "reminder-updated", (7, Settled(Decimal(10)))),
    Act(REMINDERS, "withdrawn",          "withdraw",      "withdrawn"),
    Act(REMINDER_SETTINGS, "",           "update",        KEPT,      "",    "",       "remindersettings-updated", Request({"FirstAfter": 3}), f"reminder settings changed: {SET_UP}", SET_UP),
    Act(REMINDER_SETTINGS, KEPT,         "update",        KEPT,      "",    "",       "remindersettings-updated", Request({"FirstAfter": 3}), f"reminder settings changed: {SET_UP}", SET_UP),
    Act(UNREMINDED, "",                  "create",        KEPT,      "",    "",       "unremindedcustomer-created", Request({"CustomerNumber": "1"})),
    Act(UNREMINDED, KEPT,                "update",        KEPT,      "",    "",       "unremindedcustomer-updated", Request({"Reason": "Släkt"})),
    Act(UNREMINDED, KEPT,                "delete",        REMOVED,   "",    "",       "unremindedcustomer-deleted", facts="customer_number"),
    Act(DISPUTED, "",                    "create",        KEPT,      "",    "",       "disputedinvoice-created", lambda desk: Request({"DocumentNumber": SENT_SALE(desk).document_number})),
    Act(DISPUTED, KEPT,                  "update",        KEPT,      "",    "",       "disputedinvoice-updated", Request({"Reason": "Fel vara"})),
    Act(DISPUTED, KEPT,                  "delete",        REMOVED,   "",    "",       "disputedinvoice-deleted", facts="document_number"),

    Act(VOUCHERS, "",                    "create",        KEPT,      "A",   "",       "voucher-created", Request(ENTRY)),
    Act(VOUCHERS, "",                    "create",        KEPT,      "A",   "",       "financial-year-created voucher-created",
        Request(ENTRY | {"TransactionDate": "2027-01-01"}), f"year opened: {BEGUN}", BEGUN),
    Act(VOUCHERS, "",                    "correct",       KEPT,      "M",   "",       "voucher-created", posted_by_hand),
    Act(VOUCHERS, "",                    "import",        KEPT,      "A",   "",       "voucher-created", FROM_A_FILE),
    Act(SIE_IMPORTS, "",                 "post",          KEPT,      "",    "",       "sie-imported", lambda desk: Case(desk, incoming(sie())), f"SIE file imported: {OF_A_FILE}", OF_A_FILE),
    Act(SIE_IMPORTS, KEPT,               "undo",          KEPT,      "",    "",       "", None, "SIE import undone: import year"),
    Act(FINANCIAL_YEARS, "",             "create",        OPEN,      "",    "",       "financial-year-created",
        Request({"FromDate": "2027-01-01", "ToDate": "2027-12-31"}), f"year opened: {BEGUN}", BEGUN),
    Act(FINANCIAL_YEARS, "",             "follow",        OPEN,      "",    "",       "financial-year-created",
        None, f"year opened: {BEGUN}", BEGUN),
    Act(FINANCIAL_YEARS, OPEN,           "close",         CLOSED,    "",    "",       "year-closed", None, "year closed: year", "year"),
    Act(FINANCIAL_YEARS, "open, with a result", "close",  CLOSED,    "A A", OPEN,     "year-closed voucher-created voucher-created",
        None, "year closed: year", "year"),
    Act(FINANCIAL_YEARS, CLOSED,         "reopen",        OPEN,      "M M", OPEN,     "year-reopened voucher-created voucher-created",
        "En faktura saknas", "year reopened: year reason", "year reason"),
    Act(FINANCIAL_YEARS, CLOSED,         "adopt",         CLOSED,    "",    "",       "financial-year-updated",
        date(2026, 5, 2), "annual accounts adopted: year day", "year day"),
    Act(VAT_RETURNS, "",                 "file",          "filed",   "A",   "",       "period-locked vat-return-filed voucher-created",
        OF_LAST_YEAR, f"VAT return filed: {DECLARED}; period locked: through", f"through; {DECLARED}"),
    Act(VAT_RETURNS, "filed",            "reopen",        "reopened", "M",  "",       "vat-return-reopened voucher-created",
        "Ett kvitto saknas", "VAT return reopened: number period reason", "number period reason"),
    Act(LOCKED_PERIOD, KEPT,             "lock",          KEPT,      "",    "",       "period-locked", DAY, "period locked: through", "through"),
)


def plain_acts() -> Iterator[Act]:
    """What happens to the records of each plain register."""
    for sample in SAMPLES:
        it, word = sample.register, sample.word
        facts = "year number description active vat_code balance_brought_forward" if word == "account" else ""
        key = " ".join((*(("year",) if it.in_year else ()), *it.resource.key_attributes))
        history = (f"account set: {facts}", f"account removed: {key}") if facts else ("", "")
        text = sample.text or "Description"
        yield Act(it, "", "create", KEPT, "", "", f"{word}-created", Request(sample.sent), history[0], facts)
        yield Act(it, KEPT, "update", KEPT, "", "", f"{word}-updated", Request({text: "Annat"}), history[0], facts)
        if it in (CUSTOMERS, SUPPLIERS, ARTICLES):
            yield Act(it, KEPT, "delete", INACTIVE, "", "", f"{word}-deleted")
        elif it is not VOUCHER_SERIES:
            yield Act(it, KEPT, "delete", REMOVED, "", "", f"{word}-deleted", None, history[1], key)
    changed = Request({"Account": 1940})
    yield Act(PREDEFINED_ACCOUNTS, KEPT, "update", KEPT, "", "", "predefined-account-updated", changed)

# fmt: on
EVERY_ACT = (*ACTS, *plain_acts())
