"""What a customer invoice looks like after each event, told from the event's voucher.

Its status is not theirs to set: it follows from the life of an invoice.
"""

from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice
from reskontra.domain.money import ZERO
from reskontra.domain.ocr import ocr
from reskontra.domain.payment import CustomerPayment
from reskontra.domain.records import replace
from reskontra.domain.vat import RATES
from reskontra.domain.voucher import Voucher, reported

RECOVERIES = (accounts.RECOVERED_LOSSES, *(rate.output_vat for rate in RATES.values()))


def issued(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    return replace(
        invoice,
        ocr=ocr(invoice.document_number),
        reported=reported(invoice.reported, voucher.vat_entries),
    )


def paid(invoice: CustomerInvoice, payment: CustomerPayment, voucher: Voucher) -> CustomerInvoice:
    """After a payment; after its undoing too, for then the voucher is the opposite one."""
    after = moved(invoice, voucher)
    if payment.from_tax_agency:
        # A debit of the customer's receivables is what Skatteverket did not approve.
        change = -voucher.change(accounts.TAX_REDUCTION_RECEIVABLES)
        change -= voucher.change(accounts.CUSTOMER_RECEIVABLES)
        after = replace(after, reduction_paid=invoice.reduction_paid + change)
    day = None if after.balance else invoice.final_pay_date or voucher.date
    return replace(after, final_pay_date=day)


def recovered(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """After a payment of what was written off, or its undoing."""
    change = -sum((voucher.change(account) for account in RECOVERIES), ZERO)
    return replace(moved(invoice, voucher), recovered=invoice.recovered + change)


def written_off(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    return replace(
        moved(invoice, voucher),
        written_off=invoice.balance,
        reduction_written_off=invoice.reduction_balance,
    )


def restored(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """After the reversal of a write-off."""
    return replace(moved(invoice, voucher), written_off=ZERO, reduction_written_off=ZERO)


def moved(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """The balances follow what the voucher does to their accounts: after a credit, a release."""
    return replace(
        invoice,
        balance=invoice.balance + voucher.change(accounts.CUSTOMER_RECEIVABLES),
        reduction_balance=invoice.reduction_balance
        + voucher.change(accounts.TAX_REDUCTION_RECEIVABLES),
        overpaid=invoice.overpaid - voucher.change(accounts.CUSTOMER_ADVANCES),
        reported=reported(invoice.reported, voucher.vat_entries),
    )
