"""What a customer invoice looks like after each event, told from the event's voucher."""

from reskontra.domain import accounts
from reskontra.domain.customer_invoice import CustomerInvoice, Status
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
        status=Status.SENT,
        ocr=ocr(invoice.document_number),
        reported=reported(invoice.reported, voucher.vat_entries),
        voucher_series=voucher.series,
        voucher_number=voucher.number,
        voucher_year=voucher.year,
    )


def credited(invoice: CustomerInvoice, voucher: Voucher, credit_number: str) -> CustomerInvoice:
    return replace(_moved(invoice, voucher), status=Status.CANCELLED, credit_number=credit_number)


def paid(invoice: CustomerInvoice, payment: CustomerPayment, voucher: Voucher) -> CustomerInvoice:
    """After a payment; after its undoing too, for then the voucher is the opposite one."""
    moved = _moved(invoice, voucher)
    if invoice.status is Status.WRITTEN_OFF:
        change = -sum((voucher.change(account) for account in RECOVERIES), ZERO)
        return replace(moved, recovered=invoice.recovered + change)
    if payment.from_tax_agency:
        # A debit of the customer's receivables is what Skatteverket did not approve.
        change = -voucher.change(accounts.TAX_REDUCTION_RECEIVABLES)
        change -= voucher.change(accounts.CUSTOMER_RECEIVABLES)
        moved = replace(moved, reduction_paid=invoice.reduction_paid + change)
    if moved.balance:
        return replace(moved, status=Status.SENT, final_pay_date=None)
    return replace(moved, status=Status.PAID, final_pay_date=invoice.final_pay_date or voucher.date)


def written_off(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    return replace(
        _moved(invoice, voucher),
        status=Status.WRITTEN_OFF,
        written_off=invoice.balance,
        reduction_written_off=invoice.reduction_balance,
    )


def restored(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """After the reversal of a write-off."""
    return replace(
        _moved(invoice, voucher),
        status=Status.SENT,
        written_off=ZERO,
        reduction_written_off=ZERO,
    )


def released(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """After a release of VAT at year-end."""
    return _moved(invoice, voucher)


def _moved(invoice: CustomerInvoice, voucher: Voucher) -> CustomerInvoice:
    """The balances follow what the voucher does to their accounts."""
    return replace(
        invoice,
        balance=invoice.balance + voucher.change(accounts.CUSTOMER_RECEIVABLES),
        reduction_balance=invoice.reduction_balance
        + voucher.change(accounts.TAX_REDUCTION_RECEIVABLES),
        overpaid=invoice.overpaid - voucher.change(accounts.CUSTOMER_ADVANCES),
        reported=reported(invoice.reported, voucher.vat_entries),
    )
