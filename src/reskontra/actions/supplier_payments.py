"""What is particular to payments of supplier invoices: they may be in another currency."""

from decimal import Decimal

from reskontra.actions.desk import Desk
from reskontra.actions.exchange import rate_in_register, rate_sent
from reskontra.actions.lifecycle import Cause, Outcome
from reskontra.contract.resource import Changes
from reskontra.domain import accounts
from reskontra.domain.currency import SEK, rate_per_unit
from reskontra.domain.errors import Invalid
from reskontra.domain.money import ZERO, bounded, to_ore
from reskontra.domain.payment import SupplierPayment
from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.domain.supplier_settlement import paid, unpaid

ONE = Decimal(1)


def amounts(
    desk: Desk, invoice: SupplierInvoice, changes: Changes, before: SupplierPayment | None
) -> Changes:
    """`AmountCurrency` is in the invoice's currency, `Amount` what it came to in kronor."""
    currency = invoice.currency
    if changes.get("currency", currency) != currency:
        raise Invalid(f"Fakturan betalas i {currency}")
    rate = rate_sent(currency, changes)
    if currency == SEK:
        amount = paid = in_kronor(invoice, changes, before)
        rate = ONE
    else:
        paid = in_currency(invoice, changes, before, rate)
        amount, rate = exchanged(desk, invoice, changes, before, paid, rate)
    return {
        "amount": amount,
        "amount_currency": paid,
        "currency": currency,
        "currency_rate": rate,
    }


def in_kronor(
    invoice: SupplierInvoice, changes: Changes, before: SupplierPayment | None
) -> Decimal:
    amount: Decimal | None = changes.get("amount", changes.get("amount_currency"))
    return left_to_pay(invoice, changes, before) if amount is None else amount


def in_currency(
    invoice: SupplierInvoice, changes: Changes, before: SupplierPayment | None, rate: Decimal | None
) -> Decimal:
    """What is paid of the invoice: kronor alone do not tell it without a rate."""
    amount: Decimal | None = changes.get("amount_currency")
    if amount is not None:
        return amount
    if before or "amount" not in changes:
        return left_to_pay(invoice, changes, before)
    if not rate:
        raise Invalid(f"AmountCurrency krävs: fakturan är i {invoice.currency}")
    return bounded(to_ore(changes["amount"] / rate))


def left_to_pay(
    invoice: SupplierInvoice, changes: Changes, before: SupplierPayment | None
) -> Decimal:
    """Where no amount is sent: as it was, else nothing beside write-offs, else all."""
    if before:
        return before.amount_currency
    return ZERO if changes.get("write_offs") else invoice.balance


def exchanged(
    desk: Desk,
    invoice: SupplierInvoice,
    changes: Changes,
    before: SupplierPayment | None,
    paid: Decimal,
    rate: Decimal | None,
) -> tuple[Decimal, Decimal]:
    """The kronor and the rate, each from the other where only one is sent."""
    amount: Decimal | None = changes.get("amount")
    if not paid:
        # Nothing is exchanged: what is written off leaves at the rate it came in with.
        return amount or ZERO, rate or invoice.currency_rate
    if amount is None and before and not rate and paid == before.amount_currency:
        return before.amount, before.currency_rate
    if amount is None:
        usual = before.currency_rate if before else rate_in_register(desk, invoice.currency)
        rate = rate or usual
        if not rate:
            raise Invalid(f"Valutakurs saknas för {invoice.currency}")
        return bounded(to_ore(paid * rate)), rate
    return amount, rate or rate_per_unit(invoice.currency, abs(amount), abs(paid))


def refuse_unfit(invoice: SupplierInvoice, payment: SupplierPayment) -> None:
    if payment.amount * payment.amount_currency < 0:
        raise Invalid("Amount och AmountCurrency går åt var sitt håll")
    if any(each.account_number == accounts.SUPPLIER_DEBT for each in payment.write_offs):
        raise Invalid(f"Konto {accounts.SUPPLIER_DEBT} är skulden själv och kan inte skrivas av på")


def about_invoice(invoice: SupplierInvoice) -> Changes:
    return {
        "invoice_supplier_name": invoice.supplier_name,
        "invoice_supplier_number": invoice.supplier_number,
        "invoice_due_date": invoice.due_date,
        "invoice_ocr": invoice.ocr,
        "invoice_total": invoice.total,
    }


# What a payment does to its invoice, and what its undoing does


def pay(desk: Desk, invoice: SupplierInvoice, cause: Cause) -> Outcome:
    return Outcome(paid(invoice, cause.record, cause.voucher))


def unpay(desk: Desk, invoice: SupplierInvoice, cause: Cause) -> Outcome:
    return Outcome(unpaid(invoice, cause.record, cause.voucher))
