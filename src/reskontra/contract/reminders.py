"""Reminders as clients see them: settings, candidates, the letters, and who is to have none."""

from reskontra.contract.fields import (
    READ_ONLY,
    REQUIRED_AT_CREATION,
    amount,
    choice,
    day,
    flag,
    number,
    table,
    text,
    url,
    whole,
)
from reskontra.contract.listing import (
    Listing,
    exact,
    exact_number,
    from_day,
    lastmodified,
    parameters,
    to_day,
)
from reskontra.contract.resource import Resource
from reskontra.contract.rules import positive, within
from reskontra.domain.reminders import (
    Candidate,
    Charge,
    DisputedInvoice,
    InterestRow,
    Reminder,
    ReminderPayment,
    ReminderRun,
    ReminderSettings,
    ReminderStatus,
    UnremindedCustomer,
)

LONGEST = 365  # days

INTEREST_ROWS = Resource(
    "InterestRow", "InterestRows", "", "", "invoice", InterestRow,
    table(
        text("FromDate", "ToDate", READ_ONLY),
        whole("Days", READ_ONLY),
        amount("Balance", READ_ONLY),
        number("Percent", READ_ONLY),
        amount("Amount", READ_ONLY),
    ),
)  # fmt: skip

REMINDERS = Resource(
    "Reminder", "Reminders", "reminders", "Number", "invoice", Reminder,
    table(
        url(),
        whole("Number", READ_ONLY),
        whole("DocumentNumber", REQUIRED_AT_CREATION, rule=positive),
        whole("Level", READ_ONLY),
        day("ReminderDate", "DueDate", READ_ONLY),
        amount("Balance", "Interest", READ_ONLY),
        choice("Charge", READ_ONLY, values=Charge, default="none"),
        amount("Fee", "Settled", "Total", READ_ONLY),
        choice("Status", READ_ONLY, values=ReminderStatus, default="made"),
        text("SentAt", READ_ONLY),
        whole("InterestInvoice", READ_ONLY),
    ),
    rows=INTEREST_ROWS, rows_in="interest_rows", own=True,
)  # fmt: skip
LISTING = Listing(
    parameters(
        exact("status"),
        exact_number("documentnumber", of="document_number"),
        from_day("fromdate", of="reminder_date"),
        to_day("todate", of="reminder_date"),
        lastmodified(),
    ),
    sort={"number": "number", "reminderdate": "reminder_date"},
)

RUN = Resource(
    "ReminderRun", "", "reminders/run", "", "invoice", ReminderRun,
    table(whole("DocumentNumber", rule=within(0, 10**12))),
    rows=REMINDERS, rows_in="reminders", own=True,
)  # fmt: skip

SETTINGS = Resource(
    "ReminderSettings", "", "reminders/settings", "", "invoice", ReminderSettings,
    table(
        whole("FirstAfter", default=5, rule=within(1, LONGEST)),
        whole("SecondAfter", default=20, rule=within(1, LONGEST)),
        whole("DaysBetween", default=10, rule=within(1, LONGEST)),
        whole("DaysToPay", default=10, rule=within(1, LONGEST)),
        choice("Charge", values=Charge, default="none"),
        flag("Interest", default=True),
        number("AgreedRate", rule=within(0, 100)),
    ),
    own=True,
)  # fmt: skip

CANDIDATES = Resource(
    "ReminderCandidate", "ReminderCandidates", "reminders/candidates", "", "invoice", Candidate,
    table(
        whole("DocumentNumber", READ_ONLY),
        text("CustomerNumber", "CustomerName", READ_ONLY),
        day("DueDate", READ_ONLY),
        whole("DaysLate", "Level", READ_ONLY),
        amount("Balance", "Interest", READ_ONLY),
        choice("Charge", READ_ONLY, values=Charge, default="none"),
        amount("Fee", "Settled", "Total", READ_ONLY),
        flag("HasAddress", READ_ONLY),
    ),
    own=True,
)  # fmt: skip

PAYMENT = Resource(
    "ReminderPayment", "", "reminders", "", "payment", ReminderPayment,
    table(
        amount("Amount", rule=positive),
        day("PaymentDate"),
        text("ModeOfPayment"),
        whole("PaymentNumber", READ_ONLY),
        amount("Interest", "Fee", READ_ONLY),
    ),
    own=True,
)  # fmt: skip

UNREMINDED = Resource(
    "UnremindedCustomer", "UnremindedCustomers", "reminders/customers", "CustomerNumber",
    "invoice", UnremindedCustomer,
    table(url(), text("CustomerNumber", REQUIRED_AT_CREATION), text("Reason", upto=200)),
    own=True,
)  # fmt: skip
UNREMINDED_LISTING = Listing(sort={"customernumber": "customer_number"})

DISPUTED = Resource(
    "DisputedInvoice", "DisputedInvoices", "reminders/disputes", "DocumentNumber",
    "invoice", DisputedInvoice,
    table(
        url(),
        whole("DocumentNumber", REQUIRED_AT_CREATION, rule=positive),
        text("Reason", upto=200),
    ),
    own=True,
)  # fmt: skip
DISPUTED_LISTING = Listing(sort={"documentnumber": "document_number"})
