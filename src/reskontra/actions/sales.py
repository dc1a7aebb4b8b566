"""The lives of customer invoices and of their payments: the contract's tables, row for row."""

from reskontra.actions import customer_payments, payments
from reskontra.actions.claimed import refuse_reduction, unclaimed
from reskontra.actions.crediting import credit
from reskontra.actions.customer_drafts import charge, discard, draft, revise
from reskontra.actions.customer_payments import (
    is_loss,
    not_recovered,
    pay,
    recover,
    restore,
    unpay,
    unrecover,
    write_off,
)
from reskontra.actions.desk import Desk
from reskontra.actions.issuing import fear, issue, release, remind, retell
from reskontra.actions.lifecycle import (
    NOTHING,
    SAME,
    Allow,
    Change,
    Gone,
    Refuse,
    always,
)
from reskontra.actions.mailing import mailing_of, refuse_no_address, refuse_unreachable
from reskontra.actions.numbers import QUOTA_USED_UP, credit_number, within_quota
from reskontra.actions.register import Register, first_voucher
from reskontra.contract import customer_invoices as contract
from reskontra.contract.answers import Answers
from reskontra.contract.payments import INVOICE_PAYMENTS
from reskontra.domain import happening
from reskontra.domain.customer_invoice import CustomerInvoice, Status
from reskontra.domain.customer_postings import due_at_year_end, feared, told_at_year_end
from reskontra.domain.errors import Conflict, Forbidden, Invalid
from reskontra.storage import ledger, shelves
from reskontra.storage.payments import booked_payments_of

DRAFT, SENT, CANCELLED = (Status.DRAFT,), (Status.SENT,), (Status.CANCELLED,)
OPEN = (Status.SENT, Status.PAID)
LOST = (Status.WRITTEN_OFF,)
ISSUED = OPEN + LOST
NOT_LOST = DRAFT + OPEN + CANCELLED
NOT_OPEN = DRAFT + LOST + CANCELLED
NOT_SENT = (*NOT_OPEN, Status.PAID)
DISCARDED = Gone(Status.CANCELLED, "utkastet makulerades")

CREDITED = "Fakturan är krediterad"
CREDIT_IT = "Fakturan är bokförd och kan inte ändras; kreditera den med /credit"
UNBOOKED = "Fakturan är inte bokförd och kan inte betalas"
TAKEN_BACK = "Fakturan är krediterad och kan inte betalas"
IS_LOST = "Fakturan är redan avskriven"
IS_NOT_LOST = "Fakturan är inte avskriven"
IS_NOT_OPEN = "Fakturan är inte öppen"


def paid_or_sent(invoice: CustomerInvoice) -> Status:
    return Status.SENT if invoice.balance else Status.PAID


def quota_left(desk: Desk, _: None) -> None:
    quota = desk.organisation.invoice_quota
    if quota is not None and desk.books.taken_this_month(CUSTOMER_INVOICES.numbers) >= quota:
        raise Forbidden(QUOTA_USED_UP)


def has_rows(desk: Desk, invoice: CustomerInvoice) -> None:
    if not invoice.rows:
        raise Invalid("Fakturan saknar rader")


def has_address(desk: Desk, invoice: CustomerInvoice) -> None:
    refuse_unreachable(mailing_of(desk, invoice))


def can_be_mailed(desk: Desk, invoice: CustomerInvoice) -> None:
    refuse_no_address(invoice)
    has_address(desk, invoice)
    has_rows(desk, invoice)


def may_be_lost(desk: Desk, invoice: CustomerInvoice) -> None:
    if invoice.open_amount <= 0:
        raise Conflict("Det finns inget kvar att skriva av")
    if ledger.is_posted(desk.books, feared(invoice)):
        raise Conflict("Förlusten är redan befarad")


def has_vat_to_release(desk: Desk, invoice: CustomerInvoice) -> None:
    if not due_at_year_end(invoice):
        raise Conflict("Fakturan har ingen moms som väntar på betalning")


def losses(desk: Desk, invoice: CustomerInvoice) -> tuple[Change, ...]:
    """A loss that was written off is undone before its invoice is credited."""
    if invoice.status is not Status.WRITTEN_OFF:
        return ()
    paid = booked_payments_of(desk.books, invoice.document_number)
    return tuple(Change(CUSTOMER_PAYMENTS, each, "cancel") for each in paid if is_loss(each))


ANSWERS = Answers(contract.INVOICES, contract.SUMMARIES)
# fmt: off
CUSTOMER_INVOICES = Register(
    contract.INVOICES, shelves.CUSTOMER_INVOICES.keeping(ANSWERS, shelves.INVOICE_SUMMARIES),
    contract.LISTING, numbers="customer invoice", bears=first_voucher, heard_in=happening.INVOICES,
    summary=contract.SUMMARIES, summaries=shelves.INVOICE_SUMMARIES, answers=ANSWERS, life=(
    #      from        trigger           to                  only if             does       tells               draws
    Allow (NOTHING,    "create",         Status.DRAFT,       quota_left,         draft,     "invoice-created",  within_quota),
    Allow (DRAFT,      "update",         SAME,               always,             revise,    "invoice-updated"),
    Allow (DRAFT,      "bookkeep",       Status.SENT,        always,             issue,     "invoice-bookkeep"),
    Allow (DRAFT,      "externalprint",  Status.SENT,        always,             issue,     "invoice-bookkeep"),
    Allow (DRAFT,      "email",          Status.SENT,        can_be_mailed,      issue,     "invoice-bookkeep"),
    Allow (DRAFT,      "print",          Status.SENT,        has_rows,           issue,     "invoice-bookkeep"),
    Allow (DRAFT,      "preview",        SAME,               has_rows),
    Allow (DRAFT,      "cancel",         DISCARDED,          always,             discard,   "invoice-cancelled"),
    Refuse(DRAFT,      "credit",         Invalid,            "Ett utkast kan inte krediteras"),
    Allow (ISSUED,     "bookkeep",       SAME),
    Allow (ISSUED,     "externalprint",  SAME),
    Allow (ISSUED,     "email",          SAME,               has_address),
    Refuse(ISSUED,     "update",         Conflict,           CREDIT_IT),
    Refuse(ISSUED,     "cancel",         Conflict,           CREDIT_IT),
    Allow (OPEN + LOST, "credit",        Status.CANCELLED,   unclaimed,          credit,    "invoice-credited", credit_number, first=losses),
    Refuse(CANCELLED,  "credit",         Conflict,           "Fakturan är redan krediterad"),
    # Not in the specification; see docs/decisions/0005-undecided-transitions.md.
    Allow (ISSUED,     "print",          SAME,               has_rows),
    Allow (ISSUED,     "preview",        SAME,               has_rows),
    Allow (CANCELLED,  "print",          SAME,               has_rows),
    Allow (CANCELLED,  "preview",        SAME,               has_rows),
    Refuse(CANCELLED,  "update",         Conflict,           CREDITED),
    Refuse(CANCELLED,  "bookkeep",       Conflict,           CREDITED),
    Refuse(CANCELLED,  "externalprint",  Conflict,           CREDITED),
    Refuse(CANCELLED,  "email",          Conflict,           CREDITED),
    Refuse(CANCELLED,  "cancel",         Conflict,           CREDITED),
    # What its payments do to it, when they are booked and when they are undone.
    Refuse(DRAFT,      "pay",            Conflict,           UNBOOKED),
    Refuse(CANCELLED,  "pay",            Conflict,           TAKEN_BACK),
    Allow (OPEN,       "pay",            paid_or_sent,       always,             pay,       "invoice-updated"),
    Allow (LOST,       "pay",            SAME,               always,             recover,   "invoice-updated"),
    Refuse(DRAFT,      "unpay",          Conflict,           UNBOOKED),
    Refuse(CANCELLED,  "unpay",          Conflict,           TAKEN_BACK),
    Allow (OPEN,       "unpay",          paid_or_sent,       always,             unpay,     "invoice-updated"),
    Allow (LOST,       "unpay",          SAME,               always,             unrecover, "invoice-updated"),
    Refuse(DRAFT,      "write-off",      Conflict,           UNBOOKED),
    Refuse(CANCELLED,  "write-off",      Conflict,           TAKEN_BACK),
    Refuse(LOST,       "write-off",      Conflict,           IS_LOST),
    Allow (OPEN,       "write-off",      Status.WRITTEN_OFF, unclaimed,          write_off, "invoice-updated"),
    Refuse(NOT_LOST,   "restore",        Conflict,           IS_NOT_LOST),
    Allow (LOST,       "restore",        Status.SENT,        not_recovered,      restore,   "invoice-updated"),
    # What Skatteverket's decision on its reduction does to it.
    Refuse(NOT_OPEN,   "refuse-reduction", Conflict,         IS_NOT_OPEN),
    Allow (OPEN,       "refuse-reduction", paid_or_sent,     always,             refuse_reduction, "invoice-updated"),
    # What a year-end may do to it.
    Refuse(NOT_SENT,   "fear-loss",      Conflict,           IS_NOT_OPEN),
    Allow (SENT,       "fear-loss",      SAME,               may_be_lost,        fear,      "invoice-updated"),
    Refuse(DRAFT,      "release-vat",    Conflict,           UNBOOKED),
    Allow (ISSUED + CANCELLED, "release-vat", SAME,          has_vat_to_release, release,   "invoice-updated"),
    Refuse(DRAFT,      "retell-vat",     Conflict,           UNBOOKED),
    Refuse(CANCELLED,  "retell-vat",     Conflict,           TAKEN_BACK),
    Allow (OPEN,       "retell-vat",     SAME,               always,             retell,    "invoice-updated"),
    Allow (LOST,       "retell-vat",     SAME),
    # What its reminders do to it; and an invoice of what they asked for.
    Refuse(DRAFT,      "remind",         Conflict,           UNBOOKED),
    Allow (ISSUED + CANCELLED, "remind", SAME,               always,             remind,    "reminder-sent"),
    Allow (NOTHING,    "charge",         Status.DRAFT,       quota_left,         charge,    "invoice-created",  within_quota),
))
# fmt: on

CUSTOMER_PAYMENTS = payments.payments(
    "invoicepayment",
    "customer payment",
    shelves.CUSTOMER_PAYMENTS,
    payments.PaymentRules(
        INVOICE_PAYMENTS,
        CUSTOMER_INVOICES,
        "faktura",
        amounts=customer_payments.amounts,
        refuse=customer_payments.refuse_unfit,
        voucher=customer_payments.voucher_of,
        pays=customer_payments.pays,
        unpays=customer_payments.unpays,
        about_invoice=customer_payments.about_invoice,
        told_at_year_end=told_at_year_end,
    ),
)
