"""Drafts of customer invoices: made and changed."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import count
from typing import Any, NamedTuple

from reskontra.actions.desk import Desk
from reskontra.actions.lifecycle import Outcome, Request, Sent
from reskontra.actions.years import current
from reskontra.contract.customer_invoices import INVOICE_ROWS, INVOICES
from reskontra.contract.fields import unreadable
from reskontra.contract.resource import Changes
from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow, priced
from reskontra.domain.errors import Invalid, by_row
from reskontra.domain.records import replace
from reskontra.domain.registers import Account, Article, Customer
from reskontra.domain.unit import english_unit
from reskontra.domain.vat import (
    Beside,
    RowVat,
    VatBasis,
    VatType,
    former_basis,
    refuse_other_treatment,
    treated,
    vat_basis,
)
from reskontra.storage.shelves import ACCOUNTS, ARTICLES, CUSTOMERS, UNITS

DEFAULT_TERMS, LONGEST_TERMS = 30, 9_999
FIELDS = INVOICE_ROWS.fields
NO_COUNTRY = INVOICES.fields["Country"].initial
FILLED = ("ArticleNumber", "Description", "Unit")  # the texts of a row that an article may fill
INTEREST_INVOICE = "INTRESTINVOICE"  # as the contract spells it
CODES = ("CostCenter", "Project")  # what a row's sale is counted under


class Part(NamedTuple):
    """What is asked for beside an invoice."""

    kind: Beside
    text: str
    amount: Decimal


class Because(NamedTuple):
    """The reason for what is done, in someone's own words."""

    why: str


class Claim(NamedTuple):
    fields: Sent
    parts: tuple[Part, ...]


def draft(desk: Desk, _: None, request: Request) -> Outcome:
    """The customer is looked for before the other fields are judged."""
    customer = customer_sent(desk, request.fields)
    changes = INVOICES.accept(request.fields, creating=True)
    INVOICES.require(changes)
    assert customer
    rows = changes.pop("rows", [])
    dates = dates_of(changes, customer, None, desk.today)
    blank: CustomerInvoice = INVOICES.made(
        changes, document_number=0, **dates, **details_of(customer)
    )
    blank = replace(blank, accounting_method=desk.organisation.accounting_method)
    return Outcome(priced(replace(blank, rows=rows_sent(desk, blank, rows, {}))))


def charge(desk: Desk, _: None, claim: Claim) -> Outcome:
    """An invoice of what is asked for beside another: outside VAT, on accounts of its own."""
    rows = [
        {"Description": each.text, "DeliveredQuantity": 1, "Price": str(each.amount), "VAT": 0}
        for each in claim.parts
    ]
    outcome = draft(desk, None, Request({**claim.fields, "InvoiceRows": rows}))
    blank = replace(outcome.record, invoice_type=INTEREST_INVOICE)
    kinds = zip(blank.rows, claim.parts, strict=True)
    outside = (replace(row, own_vat=0, own_code="", own_kind=part.kind) for row, part in kinds)
    return Outcome(priced(replace(blank, rows=tuple(row_now(desk, blank, row) for row in outside))))


def revise(desk: Desk, invoice: CustomerInvoice, request: Request) -> Outcome:
    customer = customer_sent(desk, request.fields)
    changes = INVOICES.accept(request.fields)
    customer = customer or desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    if invoice.country is None and changes.get("country") == NO_COUNTRY:
        del changes["country"]  # it came back as it is shown where none was sent
    rows = changes.pop("rows", None)
    dates = dates_of(changes, customer, invoice, desk.today)
    followed = rows is not None or "customer_number" in changes
    details = details_of(customer) if followed else {}
    revised: CustomerInvoice = INVOICES.changed(invoice, {**changes, **dates, **details})
    revised = replace(revised, accounting_method=desk.organisation.accounting_method)
    if rows is not None:
        revised = replace(revised, rows=rows_sent(desk, revised, rows, request.fields))
    elif followed:
        revised = replace(revised, rows=rows_now(desk, revised))
    return Outcome(priced(revised))


def discard(desk: Desk, invoice: CustomerInvoice, request: Any) -> Outcome:
    """Whoever is asked why, says so: the number that nothing bears is explained by it."""
    return Outcome(invoice, facts={"why": request.why} if isinstance(request, Because) else {})


def up_to_date(desk: Desk, invoice: CustomerInvoice) -> CustomerInvoice:
    """The draft as it would be issued now: it follows its customer until then."""
    customer = desk.books.shelf(CUSTOMERS).get(invoice.customer_number)
    method = desk.organisation.accounting_method
    now = replace(invoice, accounting_method=method, **details_of(customer))
    rows = rows_now(desk, now)
    if invoice.in_english:
        rows = with_english_units(desk, rows)
    now = priced(replace(now, rows=rows))
    return invoice if now == invoice else now  # what is the same need not be written


# The customer


def customer_sent(desk: Desk, fields: Sent) -> Customer | None:
    """None where none is sent, or nothing that could name one: the field's own rules say more."""
    value = fields.get("CustomerNumber")
    if value is None or value == "":
        return None
    try:
        number = INVOICES.fields["CustomerNumber"].accept(value)
    except Invalid:
        return None
    return desk.books.shelf(CUSTOMERS).get(number)


def details_of(customer: Customer) -> dict[str, Any]:
    """What an invoice keeps of its customer."""
    return {
        "customer_name": customer.name,
        "address1": customer.address1,
        "zip_code": customer.zip_code,
        "city": customer.city,
        "address2": customer.address2,
        "country_code": customer.country_code,
        "organisation_number": customer.organisation_number,
        "vat_type": VatType(customer.vat_type),
        "vat_number": customer.vat_number,
    }


# Dates


def dates_of(
    changes: Changes, customer: Customer, before: CustomerInvoice | None, today: date
) -> dict[str, date]:
    """A sent due date wins over terms; terms alone move it; a new invoice date alone does not."""
    are_sent = "terms_of_payment" in changes
    terms = changes.pop("terms_of_payment", None)
    invoice_date = changes.pop("invoice_date", before.invoice_date if before else None) or today
    due_date = changes.pop("due_date", before.due_date if before and not are_sent else None)
    if due_date is None:
        days = usual_terms(customer) if terms is None else terms
        if not 0 <= days <= LONGEST_TERMS:
            raise unreadable("TermsOfPayment", f"0-{LONGEST_TERMS}")
        if invoice_date > date.max - timedelta(days):
            raise Invalid("Ogiltigt värde för InvoiceDate")
        due_date = invoice_date + timedelta(days)
    return {"invoice_date": invoice_date, "due_date": due_date}


def usual_terms(customer: Customer) -> int:
    """The customer's terms; those that are no number of days count as none."""
    terms = customer.terms_of_payment
    return int(terms) if terms.isascii() and terms.isdecimal() and len(terms) < 5 else DEFAULT_TERMS


# Rows


def rows_sent(
    desk: Desk, invoice: CustomerInvoice, changes_of_rows: list[Changes], fields: Sent
) -> tuple[InvoiceRow, ...]:
    """All rows are new, except that an element holding only its RowId stays as it is."""
    rows_by_id = {row.row_id: row for row in invoice.rows}
    unused = count(max(rows_by_id, default=0) + 1)

    def row_sent(both: tuple[Changes, Sent]) -> InvoiceRow:
        changes, sent = both
        is_named_alone = INVOICE_ROWS.is_named_alone(changes)
        row_id = changes.pop("row_id", 0)
        before = rows_by_id.pop(row_id, None)
        if row_id and before is None:
            raise Invalid(f"RowId {row_id} finns inte på fakturan eller används två gånger")
        if before and is_named_alone:
            return row_now(desk, invoice, before)
        if before:
            changes = with_own_texts(before, changes, sent)
        row = settled(desk, invoice, changes, before)
        return replace(row, row_id=row_id or next(unused))

    sent = fields.get(INVOICE_ROWS.plural) or [{}] * len(changes_of_rows)
    both = zip(changes_of_rows, sent, strict=False)  # cleared, they are no list
    return tuple(by_row(row_sent, both, FIELDS))


def with_own_texts(before: InvoiceRow, changes: Changes, sent: Sent) -> Changes:
    """Of a row that comes back, an empty text is what the row had; of another article, it is not
    that row."""
    if changes.get("article_number", before.article_number) != before.article_number:
        return changes
    empty = [FIELDS[name].attribute for name in FILLED if sent.get(name, 0) in ("", None)]
    return {**changes, **{name: getattr(before, name) for name in empty}}


def settled(
    desk: Desk, invoice: CustomerInvoice, changes: Changes, before: InvoiceRow | None = None
) -> InvoiceRow:
    """A new row, completed from its article, with its VAT and its account."""
    article = article_of(desk, changes.get("article_number", ""))
    if article:
        filling = {"description": article.description, "unit": article.unit}
        changes = {**filling, "price": article.sales_price, **changes}
    vat, code = changes.pop("vat", None), changes.pop("vat_code", "")
    hint = changes.pop("account_number", 0)
    row: InvoiceRow = INVOICE_ROWS.made(changes)
    if before and says_the_same(row, vat, code, before):
        return row_now(desk, invoice, replace(row, **basis_of(desk, before)._asdict()))
    account = None
    if vat is None and not code and not article and hint:
        account = account_of(desk, hint)
    known = {"account_vat_code": account.vat_code if account else "", **known_of(article)}
    basis = vat_basis(vat, code, **known)
    refuse_other_treatment(basis, invoice.vat_type)
    return row_now(desk, invoice, replace(row, **basis._asdict()))


def says_the_same(row: InvoiceRow, vat: int | None, code: str, before: InvoiceRow) -> bool:
    """The VAT as the row shows it, sent back: it may be the treatment's, so it says nothing new."""
    return (
        (vat is not None or code != "")
        and vat in (None, before.vat)
        and code.upper() in ("", before.vat_code)
        and row.article_number == before.article_number
    )


def rows_now(desk: Desk, invoice: CustomerInvoice) -> tuple[InvoiceRow, ...]:
    return tuple(row_now(desk, invoice, row) for row in invoice.rows)


def row_now(desk: Desk, invoice: CustomerInvoice, row: InvoiceRow) -> InvoiceRow:
    """The row as the customer's treatment has it: what it follows from stays."""
    basis = basis_of(desk, row)
    vat = treated(basis, invoice.vat_type, desk.organisation.default_kind)
    return replace(with_codes(row), **basis._asdict(), **vat._asdict())


def with_english_units(desk: Desk, rows: tuple[InvoiceRow, ...]) -> tuple[InvoiceRow, ...]:
    """Kept with the rows, so that what was issued stays as it was whatever the register says."""
    english = {unit: unit_in_english(desk, unit) for unit in {row.unit for row in rows} if unit}
    return tuple(replace(row, unit_in_english=english.get(row.unit, "")) for row in rows)


def unit_in_english(desk: Desk, code: str) -> str:
    """As the register has it, else as the word is commonly said; else it stays as it is."""
    unit = desk.books.shelf(UNITS).find(code)
    return unit.code_english if unit and unit.code_english else english_unit(code)


def basis_of(desk: Desk, row: InvoiceRow) -> VatBasis:
    if row.vat_basis:
        return row.vat_basis
    shown = RowVat(row.vat, row.vat_code, row.account_number)
    return former_basis(shown, **known_of(article_of(desk, row.article_number)))


def with_codes(row: InvoiceRow) -> InvoiceRow:
    """A row from before has them among the fields that nobody knows."""
    unknown = dict(row.carried)
    codes = {FIELDS[name].attribute: unknown.pop(name) for name in CODES if name in unknown}
    return replace(row, carried=unknown, **codes) if codes else row


def known_of(article: Article | None) -> dict[str, Any]:
    """What an article says of a row's VAT."""
    return {
        "article_vat": article.vat if article else None,
        "article_type": article.type if article else "",
    }


def article_of(desk: Desk, number: str) -> Article | None:
    return desk.books.shelf(ARTICLES).find(number) if number else None


def account_of(desk: Desk, number: int) -> Account | None:
    year = current(desk.books.years(), desk.today).id
    return desk.books.shelf(ACCOUNTS).find(year, number)
