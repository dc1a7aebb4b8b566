"""The life of a supplier invoice: the contract's transition table, row for row."""

from reskontra.actions.bookkeeping import bookkeep, take_back
from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import GONE, NOTHING, SAME, Allow, Refuse, always
from reskontra.actions.supplier_drafts import discard, draft, revise
from reskontra.domain.errors import Conflict, Invalid
from reskontra.domain.supplier_invoice import SupplierInvoice, SupplierStatus

DRAFT = (SupplierStatus.DRAFT,)
BOOKED = (SupplierStatus.BOOKED,)
PAID = (SupplierStatus.PAID,)
CANCELLED = (SupplierStatus.CANCELLED,)
ANY = tuple(SupplierStatus)

NOT_A_DRAFT = "Leverantörsfakturan är inte längre ett utkast och kan inte ändras"
IS_CANCELLED = "Leverantörsfakturan är makulerad och kan inte bokföras"
UNDO_FIRST = "Leverantörsfakturan är betald; ångra betalningen först"
NO_CREDIT = "En leverantörsfaktura kan inte krediteras; makulera den med /cancel"
NO_APPROVAL = "Attest stöds inte; bokför leverantörsfakturan med /bookkeep"
NO_PAYMENT_FILE = "Betalfiler stöds inte; registrera en betalning i stället"


def nothing_paid(desk: Desk, invoice: SupplierInvoice) -> None:
    if invoice.part_paid:
        raise Conflict(UNDO_FIRST)


# fmt: off
TRANSITIONS = (
    #      from           trigger             to                        only if       also
    Allow (NOTHING,       "create",           SupplierStatus.DRAFT,     always,       draft),
    Allow (DRAFT,         "update",           SAME,                     always,       revise),
    Allow (DRAFT,         "bookkeep",         SupplierStatus.BOOKED,    always,       bookkeep),
    Allow (BOOKED + PAID, "bookkeep",         SAME),
    Refuse(CANCELLED,     "bookkeep",         Conflict,                 IS_CANCELLED),
    Allow (DRAFT,         "cancel",           GONE,                     always,       discard),
    Allow (BOOKED,        "cancel",           SupplierStatus.CANCELLED, nothing_paid, take_back),
    Allow (CANCELLED,     "cancel",           SAME),
    Refuse(PAID,          "cancel",           Conflict,                 UNDO_FIRST),
    Refuse(BOOKED + PAID + CANCELLED, "update", Conflict,               NOT_A_DRAFT),
    Refuse(ANY,           "credit",           Invalid,                  NO_CREDIT),
    Refuse(ANY,           "approvalbookkeep", Invalid,                  NO_APPROVAL),
    Refuse(ANY,           "approvalpayment",  Invalid,                  NO_PAYMENT_FILE),
)
# fmt: on
