"""The life of a customer invoice: the contract's transition table, row for row."""

from reskontra.actions.crediting import credit
from reskontra.actions.customer_drafts import discard, draft, quota_left, revise
from reskontra.actions.desk import Desk
from reskontra.actions.issuing import issue
from reskontra.actions.lifecycle import GONE, NOTHING, SAME, Allow, Refuse, always
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.errors import Conflict, Invalid
from reskontra.storage.shelves import CUSTOMERS

DRAFT = (Status.DRAFT,)
ISSUED = (Status.SENT, Status.PAID, Status.WRITTEN_OFF)
CANCELLED = (Status.CANCELLED,)
CREDITED = "Fakturan är krediterad"
CREDIT_IT = "Fakturan är bokförd och kan inte ändras; kreditera den med /credit"


def has_rows(desk: Desk, invoice: CustomerInvoice) -> None:
    if not invoice.rows:
        raise Invalid("Fakturan saknar rader")


def can_be_mailed(desk: Desk, invoice: CustomerInvoice) -> None:
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    if not (customer.email_invoice or customer.email):
        raise Invalid("Kunden saknar e-postadress")
    has_rows(desk, invoice)


# fmt: off
TRANSITIONS = (
    #      from        trigger           to                 only if        also
    Allow (NOTHING,    "create",         Status.DRAFT,      quota_left,    draft),
    Allow (DRAFT,      "update",         SAME,              always,        revise),
    Allow (DRAFT,      "bookkeep",       Status.SENT,       always,        issue),
    Allow (DRAFT,      "externalprint",  Status.SENT,       always,        issue),
    Allow (DRAFT,      "email",          Status.SENT,       can_be_mailed, issue),
    Allow (DRAFT,      "print",          Status.SENT,       has_rows,      issue),
    Allow (DRAFT,      "preview",        SAME,              has_rows),
    Allow (DRAFT,      "cancel",         GONE,              always,        discard),
    Refuse(DRAFT,      "credit",         Invalid,           "Ett utkast kan inte krediteras"),
    Allow (ISSUED,     "bookkeep",       SAME),
    Allow (ISSUED,     "externalprint",  SAME),
    Allow (ISSUED,     "email",          SAME,              can_be_mailed),
    Refuse(ISSUED,     "update",         Conflict,          CREDIT_IT),
    Refuse(ISSUED,     "cancel",         Conflict,          CREDIT_IT),
    Allow (ISSUED,     "credit",         Status.CANCELLED,  always,        credit),
    Refuse(CANCELLED,  "credit",         Conflict,          "Fakturan är redan krediterad"),
    # Not in the specification; see docs/decisions/0005-undecided-transitions.md.
    Allow (ISSUED,     "print",          SAME,              has_rows),
    Allow (ISSUED,     "preview",        SAME,              has_rows),
    Allow (CANCELLED,  "print",          SAME,              has_rows),
    Allow (CANCELLED,  "preview",        SAME,              has_rows),
    Refuse(CANCELLED,  "update",         Conflict,          CREDITED),
    Refuse(CANCELLED,  "bookkeep",       Conflict,          CREDITED),
    Refuse(CANCELLED,  "externalprint",  Conflict,          CREDITED),
    Refuse(CANCELLED,  "email",          Conflict,          CREDITED),
    Refuse(CANCELLED,  "cancel",         Conflict,          CREDITED),
)
# fmt: on
