"""The lives of supplier invoices and of their payments: the contract's tables, row for row."""

from reskontra.actions import payments, supplier_payments
from reskontra.actions.bookkeeping import bookkeep, release, retell, take_back, unrelease
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import (
    NOTHING,
    SAME,
    Allow,
    Change,
    Gone,
    Refuse,
    always,
    unchanged,
)
from reskontra.actions.register import Register, every_voucher
from reskontra.actions.supplier_drafts import draft, given_or_next, revise
from reskontra.actions.supplier_payments import pay, unpay
from reskontra.contract import supplier_invoices as contract
from reskontra.contract.answers import Answers
from reskontra.contract.payments import SUPPLIER_INVOICE_PAYMENTS
from reskontra.domain import happening
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierStatus, with_debits
from reskontra.domain.supplier_postings import (
    due_at_year_end,
    supplier_payment,
    told_at_year_end,
    told_so_far,
)
from reskontra.storage import shelves

DRAFT = (SupplierStatus.DRAFT,)
BOOKED = (SupplierStatus.BOOKED,)
PAID = (SupplierStatus.PAID,)
CANCELLED = (SupplierStatus.CANCELLED,)
ANY = tuple(SupplierStatus)
DISCARDED = Gone(SupplierStatus.CANCELLED)

NOT_A_DRAFT = "Leverantörsfakturan är inte längre ett utkast och kan inte ändras"
IS_CANCELLED = "Leverantörsfakturan är makulerad och kan inte bokföras"
UNDO_FIRST = "Leverantörsfakturan är betald; ångra betalningen först"
NO_CREDIT = "En leverantörsfaktura kan inte krediteras; makulera den med /cancel"
NO_APPROVAL = "Attest stöds inte; bokför leverantörsfakturan med /bookkeep"
NO_PAYMENT_FILE = "Betalfiler stöds inte; registrera en betalning i stället"
NOT_OPEN = "Leverantörsfakturan är inte bokförd och obetald"
UNBOOKED = "Leverantörsfakturan är inte bokförd och kan inte betalas"
TAKEN_BACK = "Leverantörsfakturan är makulerad och kan inte betalas"


def paid_or_booked(invoice: SupplierInvoice) -> SupplierStatus:
    return SupplierStatus.BOOKED if invoice.balance else SupplierStatus.PAID


def nothing_paid(desk: Desk, invoice: SupplierInvoice) -> None:
    if invoice.part_paid:
        raise Conflict(UNDO_FIRST)


def has_vat_to_release(desk: Desk, invoice: SupplierInvoice) -> None:
    if not due_at_year_end(invoice):
        raise Conflict("Leverantörsfakturan har ingen moms som väntar på betalning")


def releases(desk: Desk, invoice: SupplierInvoice) -> tuple[Change, ...]:
    """VAT that was told of at a year-end is taken back before its invoice is."""
    told = told_so_far(invoice)
    return (Change(SUPPLIER_INVOICES, invoice, "unrelease-vat"),) if told else ()


ANSWERS = Answers(contract.SUPPLIER_INVOICES, contract.SUMMARIES, shown_as=with_debits)
# fmt: off
SUPPLIER_INVOICES = Register(
    contract.SUPPLIER_INVOICES, shelves.SUPPLIER_INVOICES.keeping(ANSWERS, shelves.SUPPLIER_SUMMARIES),
    contract.LISTING, numbers="supplier invoice", bears=every_voucher, heard_in=happening.SUPPLIER_INVOICES,
    shown=lambda desk, invoice: with_debits(invoice),
    summary=contract.SUMMARIES, summaries=shelves.SUPPLIER_SUMMARIES, answers=ANSWERS, life=(
    #      from           trigger             to                        only if       does       tells                        draws
    Allow (NOTHING,       "create",           SupplierStatus.DRAFT,     always,       draft,     "supplier-invoice-created",  given_or_next),
    Allow (DRAFT,         "update",           SAME,                     always,       revise,    "supplier-invoice-updated",  given_or_next),
    Allow (DRAFT,         "bookkeep",         SupplierStatus.BOOKED,    always,       bookkeep,  "supplier-invoice-bookkeep"),
    Allow (BOOKED + PAID, "bookkeep",         SAME),
    Refuse(CANCELLED,     "bookkeep",         Conflict,                 IS_CANCELLED),
    Allow (DRAFT,         "cancel",           DISCARDED,                always,       unchanged, "supplier-invoice-cancelled"),
    Allow (BOOKED,        "cancel",           SupplierStatus.CANCELLED, nothing_paid, take_back, "supplier-invoice-cancelled", first=releases),
    Allow (CANCELLED,     "cancel",           SAME),
    Refuse(PAID,          "cancel",           Conflict,                 UNDO_FIRST),
    Refuse(BOOKED + PAID + CANCELLED, "update", Conflict,               NOT_A_DRAFT),
    Refuse(ANY,           "credit",           Invalid,                  NO_CREDIT),
    Refuse(ANY,           "approvalbookkeep", Invalid,                  NO_APPROVAL),
    Refuse(ANY,           "approvalpayment",  Invalid,                  NO_PAYMENT_FILE),
    # What its payments do to it, when they are booked and when they are undone.
    Refuse(DRAFT,         "pay",              Conflict,                 UNBOOKED),
    Refuse(CANCELLED,     "pay",              Conflict,                 TAKEN_BACK),
    Allow (BOOKED + PAID, "pay",              paid_or_booked,           always,       pay,       "supplier-invoice-updated"),
    Refuse(DRAFT,         "unpay",            Conflict,                 UNBOOKED),
    Refuse(CANCELLED,     "unpay",            Conflict,                 TAKEN_BACK),
    Allow (BOOKED + PAID, "unpay",            SupplierStatus.BOOKED,    always,       unpay,     "supplier-invoice-updated"),
    # What a year-end does to it.
    Refuse(DRAFT + CANCELLED, "release-vat",  Conflict,                 UNBOOKED),
    Allow (BOOKED + PAID, "release-vat",      SAME,                     has_vat_to_release, release, "supplier-invoice-updated"),
    Refuse(DRAFT + PAID + CANCELLED, "retell-vat", Conflict,            NOT_OPEN),
    Allow (BOOKED,        "retell-vat",       SAME,                     always,       retell,    "supplier-invoice-updated"),
    Refuse(DRAFT + PAID + CANCELLED, "unrelease-vat", Conflict,         NOT_OPEN),
    Allow (BOOKED,        "unrelease-vat",    SAME,                     nothing_paid, unrelease, "supplier-invoice-updated"),
))
# fmt: on

SUPPLIER_PAYMENTS = payments.payments(
    "supplierinvoicepayment",
    "supplier payment",
    shelves.SUPPLIER_PAYMENTS,
    payments.PaymentRules(
        SUPPLIER_INVOICE_PAYMENTS,
        SUPPLIER_INVOICES,
        "leverantörsfaktura",
        amounts=supplier_payments.amounts,
        refuse=supplier_payments.refuse_unfit,
        voucher=supplier_payment,
        pays=lambda payment: "pay",
        unpays=lambda payment: "unpay",
        about_invoice=supplier_payments.about_invoice,
        told_at_year_end=told_at_year_end,
    ),
)
