"""Drafts of supplier invoices: made and changed."""

from functools import partial
from typing import Any

from reskontra.actions.chart import refuse_unknown_accounts
from reskontra.actions.desk import Desk
from reskontra.actions.exchange import rate_sent
from reskontra.actions.lifecycle import Outcome, Request, Sent
from reskontra.actions.numbers import next_number
from reskontra.actions.register import Register
from reskontra.contract.resource import Changes
from reskontra.contract.supplier_invoices import SUPPLIER_INVOICE_ROWS, SUPPLIER_INVOICES
from reskontra.domain.calendar import year_of
from reskontra.domain.currency import SEK, rate_per_unit
from reskontra.domain.errors import Conflict, Invalid, by_row
from reskontra.domain.money import ZERO
from reskontra.domain.records import replace
from reskontra.domain.registers import Supplier
from reskontra.domain.supplier_invoice import (
    IGNORED_CODES,
    SupplierInvoice,
    SupplierInvoiceRow,
    priced,
    priced_at_rate,
)
from reskontra.storage import shelves
from reskontra.storage.duplicates import same_invoice

ROWS = SUPPLIER_INVOICE_ROWS.plural


def draft(desk: Desk, _: None, request: Request) -> Outcome:
    changes = SUPPLIER_INVOICES.accept(without_sums(request.fields), creating=True)
    SUPPLIER_INVOICES.require(changes)
    supplier = supplier_of(desk, changes["supplier_number"])
    rows = changes.pop("rows", [])
    changes["currency_rate"] = rate_of(changes, None)
    changes["given_number"] = changes.get("given_number", 0)
    blank: SupplierInvoice = SUPPLIER_INVOICES.made(changes, supplier_name=supplier.name)
    blank = replace(blank, accounting_method=desk.organisation.accounting_method)
    invoice = priced(replace(blank, rows=rows_sent(supplier, rows)))
    refuse_unknown_accounts(desk, invoice.invoice_date, (row.account for row in invoice.rows))
    return Outcome(invoice)


def revise(desk: Desk, invoice: SupplierInvoice, request: Request) -> Outcome:
    changes = SUPPLIER_INVOICES.accept(without_sums(request.fields))
    rows, vat_sent = changes.pop("rows", None), "vat" in changes
    changes["currency_rate"] = rate_of(changes, invoice)
    if rows is not None or "supplier_number" in changes:
        supplier = supplier_of(desk, changes.get("supplier_number", invoice.supplier_number))
        changes["supplier_name"] = supplier.name
    revised: SupplierInvoice = SUPPLIER_INVOICES.changed(invoice, changes)
    revised = replace(revised, accounting_method=desk.organisation.accounting_method)
    if rows is not None:
        revised = replace(revised, rows=rows_sent(supplier, rows))
    at_rate = rows is not None and not vat_sent
    revised = priced_at_rate(revised) if at_rate else priced(revised)
    refuse_unknown_accounts(desk, revised.invoice_date, new_accounts(invoice, revised))
    return Outcome(revised)


def new_accounts(before: SupplierInvoice, after: SupplierInvoice) -> set[int]:
    """Those that are not judged yet; one that has gone since is told of when it is booked."""
    judged = before.rows if before.invoice_date == after.invoice_date else ()
    return {row.account for row in after.rows} - {row.account for row in judged}


def supplier_of(desk: Desk, number: str) -> Supplier:
    supplier = desk.books.shelf(shelves.SUPPLIERS).find(number)
    if supplier is None:
        raise Invalid(f"Kan inte hitta leverantören {number}")
    return supplier


def rate_of(changes: Changes, before: SupplierInvoice | None) -> Any:
    """As sent; a draft whose currency changes has no rate until one is fixed."""
    currency = changes.get("currency", before.currency if before else SEK)
    rate = rate_sent(currency, changes)
    if rate is not None:
        return rate
    rate_before = before.currency_rate if before and before.currency == currency else ZERO
    return rate_per_unit(currency, rate_before)


# Numbers


def given_or_next(
    register: Register, desk: Desk, before: SupplierInvoice | None, invoice: SupplierInvoice
) -> SupplierInvoice:
    """The invoice under its number. Taking one holds off other calls until this one is done,
    so that what is found to be free stays free."""
    if before and identity(before) == identity(invoice):
        return invoice
    if not invoice.given_number:
        invoice = next_number(register, desk, before, invoice)
    else:
        desk.books.reach_number(register.numbers, invoice.given_number)
        if not before and desk.books.shelf(register.layout).find(invoice.given_number):
            raise Conflict(f"GivenNumber {invoice.given_number} används redan")
    refuse_duplicate(desk, invoice)
    return invoice


def identity(invoice: SupplierInvoice) -> tuple[Any, ...]:
    """What no two invoices of a financial year have in common."""
    return invoice.supplier_number, invoice.invoice_number, invoice.invoice_date


def refuse_duplicate(desk: Desk, invoice: SupplierInvoice) -> None:
    """The year is the calendar's where no financial year covers the invoice."""
    day = invoice.invoice_date
    year = year_of(desk.books.years(), day)
    first = year.from_date if year else day.replace(month=1, day=1)
    last = year.to_date if year else day.replace(month=12, day=31)
    if same_invoice(desk.books, invoice, first, last):
        raise Conflict(
            f"Fakturanummer {invoice.invoice_number} från leverantör {invoice.supplier_number}"
            " finns redan under räkenskapsåret"
        )


# Rows


def without_sums(fields: Sent) -> Sent:
    """Clients send rows for the sums too; the service computes those itself."""
    rows = fields.get(ROWS)
    if not isinstance(rows, list):
        return fields
    return {**fields, ROWS: [row for row in rows if not is_sum(row)]}


def is_sum(row: Any) -> bool:
    code = row.get("Code") if isinstance(row, dict) else None
    return isinstance(code, str) and code in IGNORED_CODES


def rows_sent(supplier: Supplier, changes_of_rows: list[Changes]) -> tuple[SupplierInvoiceRow, ...]:
    if not changes_of_rows:
        raise Invalid("Leverantörsfakturan ska ha minst en rad")
    names = SUPPLIER_INVOICE_ROWS.fields
    return tuple(by_row(partial(row_sent, supplier), changes_of_rows, names))


def row_sent(supplier: Supplier, changes: Changes) -> SupplierInvoiceRow:
    """The row, completed with the account and the text that it leaves out."""
    row: SupplierInvoiceRow = SUPPLIER_INVOICE_ROWS.made(changes)
    usual = supplier.pre_defined_account
    account = row.account or (int(usual) if usual.isascii() and usual.isdecimal() else 0)
    if not account:
        raise Invalid("Account saknas, och leverantören har inget PreDefinedAccount")
    text = row.item_description or row.account_description or "Rad"
    return replace(row, account=account, item_description=text)
